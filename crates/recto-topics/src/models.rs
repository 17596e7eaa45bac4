//! The models of the table of methods: defaults of each, and its fit as [`FittedTopics`].

use crate::fit::{Fitter, Settings};
use crate::fitted::FittedTopics;
use crate::guide::Hints;
use crate::limits::Sizes;
use crate::mixture::{Mixture, Topics, Weights};
use crate::{
    Cache, Corpus, Options, Params, TopicModel, TopicsError, ext_plsa, lda, literal, mixture, vsm,
};
use recto_math::em::Fit;
use recto_math::{DenseMatrix, Run};

/// Fits of which `auto` keeps the best. Held-out perplexity on Reuters with 10 topics: 744
/// for one fit, 734.5 for the best of five.
const FITS: u64 = 3;

/// Non-zero counts above which `auto` fits once: large collections take long, and their
/// fits differ less.
const MANY_COUNTS: usize = 500_000;

/// Name of the recommended method.
pub(crate) const AUTO: &str = "auto";

/// Number of fits that `auto` makes of so many non-zero counts.
pub(crate) fn n_fits(n_counts: usize) -> u64 {
    if n_counts > MANY_COUNTS { 1 } else { FITS }
}

/// PLSA, the best of [`FITS`] fits.
pub(crate) struct Auto {
    settings: Settings,
}

impl Auto {
    pub(crate) fn build(options: &Options) -> Result<Box<dyn TopicModel>, TopicsError> {
        let settings = Settings::new(options, |_| ())?;
        Ok(Box::new(Self { settings }))
    }
}

impl Fitter for Auto {
    const NAME: &'static str = AUTO;

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn find(
        &self,
        corpus: &Corpus,
        hints: &Hints,
        n_topics: usize,
        run: &Run<'_>,
    ) -> Result<FittedTopics, TopicsError> {
        let params = &self.settings.params;
        let mut best: Option<Fit<Topics, Weights>> = None;
        for member in 0..n_fits(corpus.segments().nnz()) {
            let own = Run {
                seed: member_seed(run.seed, member),
                ..*run
            };
            let fit = mixture::fit_batches(corpus, params, hints, n_topics, &own)?;
            if best
                .as_ref()
                .is_none_or(|best| fit.objective() > best.objective())
            {
                best = Some(fit);
            }
        }
        let best = best.expect("at least one fit").join(Mixture::join);
        let mut fitted = self.blank(corpus, best.parameters.phi);
        fitted.documents = best.parameters.theta;
        fitted.history = best.history;
        fitted.has_converged = best.has_converged;
        Ok(fitted)
    }

    /// The best fit and the last.
    fn own_bytes(&self, sizes: &Sizes) -> usize {
        let words = sizes.numbers(sizes.terms).saturating_mul(2);
        words.saturating_add(sizes.numbers(sizes.documents))
    }
}

/// PLSA with Dirichlet priors and an optional word cache.
pub(crate) struct Plsa {
    settings: Settings,
}

impl Plsa {
    pub(crate) fn build(options: &Options) -> Result<Box<dyn TopicModel>, TopicsError> {
        let settings = Settings::new(options, |params| {
            params.cache = options.cache.unwrap_or(params.cache);
        })?;
        Ok(Box::new(Self { settings }))
    }
}

impl Fitter for Plsa {
    const NAME: &'static str = "plsa";

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn find(
        &self,
        corpus: &Corpus,
        hints: &Hints,
        n_topics: usize,
        run: &Run<'_>,
    ) -> Result<FittedTopics, TopicsError> {
        find_mixture(self, corpus, hints, n_topics, run)
    }
}

/// [`Plsa`] in which segments may deviate from the topics of their document.
pub(crate) struct Sgm {
    settings: Settings,
}

impl Sgm {
    pub(crate) fn build(options: &Options) -> Result<Box<dyn TopicModel>, TopicsError> {
        let settings = Settings::new(options, |params| {
            params.eta = options.eta.unwrap_or(0.3);
            params.cache = options.cache.unwrap_or(params.cache);
        })?;
        Ok(Box::new(Self { settings }))
    }
}

impl Fitter for Sgm {
    const NAME: &'static str = "sgm";

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn find(
        &self,
        corpus: &Corpus,
        hints: &Hints,
        n_topics: usize,
        run: &Run<'_>,
    ) -> Result<FittedTopics, TopicsError> {
        find_mixture(self, corpus, hints, n_topics, run)
    }

    fn own_bytes(&self, sizes: &Sizes) -> usize {
        sizes.numbers(sizes.segments).saturating_mul(3)
    }
}

/// The fit of [`Plsa`] and [`Sgm`].
fn find_mixture(
    model: &impl Fitter,
    corpus: &Corpus,
    hints: &Hints,
    n_topics: usize,
    run: &Run<'_>,
) -> Result<FittedTopics, TopicsError> {
    let params = &model.settings().params;
    let fit = mixture::fit(corpus, params, hints, n_topics, run)?;
    let found = fit.parameters;
    let mut fitted = model.blank(corpus, found.phi);
    fitted.history = fit.history;
    fitted.has_converged = fit.has_converged;
    fitted.model.eta = found.eta;
    fitted.model.lambda = found.lambda;
    fitted.model.cache = params.cache;
    match &found.xi {
        None => fitted.documents = found.theta,
        Some(xi) => {
            let segments = deviating(corpus, &found.theta, xi, found.eta);
            fitted.documents = averaged(corpus, &segments);
            fitted.segments = Some(segments);
        }
    }
    if params.cache != Cache::Off {
        // With a cache, topics explain less of a document and cluster it worse (NMI .56
        // against .60 on Reuters), so clustering gets a fit without one.
        let plain = Params {
            cache: Cache::Off,
            ..params.clone()
        };
        let fit = mixture::fit(corpus, &plain, hints, n_topics, run)?;
        let topics = match &fit.parameters.xi {
            None => fit.parameters.theta,
            Some(xi) => {
                let found = &fit.parameters;
                averaged(corpus, &deviating(corpus, &found.theta, xi, found.eta))
            }
        };
        fitted.distributions = Some(topics);
    }
    Ok(fitted)
}

/// SGM exactly as published.
pub(crate) struct Literal {
    settings: Settings,
    /// Whether to compute [`FittedTopics::paper_perplexity`].
    paper_perplexity: bool,
}

impl Literal {
    pub(crate) fn build(options: &Options) -> Result<Box<dyn TopicModel>, TopicsError> {
        let settings = Settings::new(options, |_| ())?;
        Ok(Box::new(Self {
            settings,
            paper_perplexity: options.paper_perplexity,
        }))
    }
}

impl Fitter for Literal {
    const NAME: &'static str = "sgm-literal";
    const IS_GUIDED: bool = false;

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn find(
        &self,
        corpus: &Corpus,
        _: &Hints,
        n_topics: usize,
        run: &Run<'_>,
    ) -> Result<FittedTopics, TopicsError> {
        let fit = literal::fit(corpus, &self.settings.params, n_topics, run)?;
        let words = fit.parameters.phi(corpus.segments());
        let mut fitted = self.blank(corpus, words);
        fitted.warnings.push(literal::warning());
        if self.paper_perplexity {
            fitted.paper_perplexity = Some(fit.parameters.paper_perplexity(corpus));
        }
        fitted.documents = fit.parameters.documents;
        fitted.history = fit.history;
        fitted.has_converged = fit.has_converged;
        Ok(fitted)
    }

    fn own_bytes(&self, sizes: &Sizes) -> usize {
        sizes.numbers(sizes.values).saturating_mul(3)
    }
}

/// [`Plsa`] with a layer of document clusters between documents and topics.
pub(crate) struct ExtPlsa {
    settings: Settings,
}

impl ExtPlsa {
    pub(crate) fn build(options: &Options) -> Result<Box<dyn TopicModel>, TopicsError> {
        let settings = Settings::new(options, |_| ())?;
        Ok(Box::new(Self { settings }))
    }
}

impl Fitter for ExtPlsa {
    const NAME: &'static str = "ext-plsa";

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn find(
        &self,
        corpus: &Corpus,
        hints: &Hints,
        n_topics: usize,
        run: &Run<'_>,
    ) -> Result<FittedTopics, TopicsError> {
        let fit = ext_plsa::fit(corpus, &self.settings.params, hints, n_topics, run)?;
        let found = fit.parameters;
        let (documents, groups) = (found.topics(), found.groups());
        let mut fitted = self.blank(corpus, found.phi);
        fitted.documents = documents;
        fitted.groups = Some(groups);
        fitted.model.alpha = vec![self.settings.params.alpha; found.clusters.n_rows()];
        fitted.model.clusters = Some(found.clusters);
        fitted.history = fit.history;
        fitted.has_converged = fit.has_converged;
        Ok(fitted)
    }

    fn own_bytes(&self, sizes: &Sizes) -> usize {
        let clusters = self.settings.params.clusters;
        let width = clusters.unwrap_or(sizes.n_topics);
        sizes.documents.saturating_mul(8).saturating_mul(width)
    }
}

/// Latent Dirichlet allocation by variational Bayes.
pub(crate) struct Lda {
    settings: Settings,
}

impl Lda {
    pub(crate) fn build(options: &Options) -> Result<Box<dyn TopicModel>, TopicsError> {
        let settings = Settings::new(options, |params| {
            // Start values of the learned priors. From PLSA's small defaults learning ends
            // in a poor optimum: perplexity 757 against 740 on Reuters with 10 topics.
            (params.alpha, params.beta) = (0.5, 1.0);
        })?;
        Ok(Box::new(Self { settings }))
    }
}

impl Fitter for Lda {
    const NAME: &'static str = "lda";

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn find(
        &self,
        corpus: &Corpus,
        hints: &Hints,
        n_topics: usize,
        run: &Run<'_>,
    ) -> Result<FittedTopics, TopicsError> {
        let fit = lda::fit(corpus, &self.settings.params, hints, n_topics, run)?;
        let mut fitted = self.blank(corpus, fit.parameters.words());
        fitted.documents = fit.parameters.documents();
        fitted.model.alpha = fit.parameters.alpha;
        fitted.history = fit.history;
        fitted.has_converged = fit.has_converged;
        Ok(fitted)
    }
}

/// Bisecting k-means on tf-idf vectors of segments.
pub(crate) struct Vsm {
    settings: Settings,
}

impl Vsm {
    pub(crate) fn build(options: &Options) -> Result<Box<dyn TopicModel>, TopicsError> {
        let settings = Settings::new(options, |_| ())?;
        Ok(Box::new(Self { settings }))
    }
}

impl Fitter for Vsm {
    const NAME: &'static str = "vsm";
    const IS_GUIDED: bool = false;

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn find(
        &self,
        corpus: &Corpus,
        _: &Hints,
        n_topics: usize,
        run: &Run<'_>,
    ) -> Result<FittedTopics, TopicsError> {
        let found = vsm::fit(corpus, &self.settings.params, n_topics, run)?;
        let mut fitted = self.blank(corpus, found.phi);
        fitted.documents = found.documents;
        fitted.segments = Some(found.segments);
        fitted.groups = Some(found.groups);
        Ok(fitted)
    }

    fn own_bytes(&self, sizes: &Sizes) -> usize {
        sizes.copy().saturating_mul(2)
    }
}

/// Seeds of several fits; that of the first is the run's own.
pub(crate) fn member_seed(seed: u64, member: u64) -> u64 {
    seed ^ member.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Topics of segments, `(1 - η) θ + η ξ`: segments by topics.
fn deviating(corpus: &Corpus, theta: &DenseMatrix, xi: &DenseMatrix, eta: f64) -> DenseMatrix {
    let mut segments = xi.clone();
    for document in 0..corpus.n_documents() {
        let own = theta.row(document);
        for segment in corpus.segments_of(document) {
            let parts = segments.row_mut(segment).iter_mut().zip(own);
            parts.for_each(|(xi, theta)| *xi = (1.0 - eta) * theta + eta * *xi);
        }
    }
    segments
}

/// SGM sec. 1: the topics of a document are a mixture of those of its segments, here
/// weighted by length.
fn averaged(corpus: &Corpus, segments: &DenseMatrix) -> DenseMatrix {
    let mut documents = DenseMatrix::filled(corpus.n_documents(), segments.n_columns(), 0.0);
    for document in 0..corpus.n_documents() {
        let row = documents.row_mut(document);
        for segment in corpus.segments_of(document) {
            let length = corpus.segments().row(segment).sum();
            let sums = row.iter_mut().zip(segments.row(segment));
            sums.for_each(|(sum, p)| *sum += length * p);
        }
    }
    documents.normalize_rows();
    documents
}
