//! From options to a fitted model: what all methods do before and after their own part.

use crate::fitted::FittedTopics;
use crate::guide::Hints;
use crate::methods::{Kind, Options};
use crate::model::{Model, responsibilities};
use crate::table::{Table, add_to};
use crate::{
    Cache, Corpus, Params, TopicModel, TopicsError, choose, ext_plsa, lda, limits, literal,
    mixture, vsm,
};
use rayon::prelude::*;
use recto_math::Run;
use serde_json::Value;

/// A method with its parameters.
pub(crate) struct Fitter {
    kind: Kind,
    topics: Option<usize>,
    params: Params,
    paper_perplexity: bool,
}

/// Fits that stand side by side for clustering by `auto`: one gives an NMI of .58 on
/// Reuters, three .617, five .63.
const ENSEMBLE: usize = 5;

impl Fitter {
    pub(crate) fn build(kind: Kind, options: &Options) -> Result<Box<dyn TopicModel>, TopicsError> {
        let mut params = match options.paper {
            true => Params::paper(),
            false => Params::default(),
        };
        if kind == Kind::Sgm {
            params.eta = 0.3;
        }
        if kind == Kind::Lda {
            // Where learning the priors starts. From the small counts of PLSA it ends in
            // a poor optimum: on Reuters with 10 topics a perplexity of 757 against 740.
            (params.alpha, params.beta) = (0.5, 1.0);
        }
        params.alpha = options.alpha.unwrap_or(params.alpha);
        params.beta = options.beta.unwrap_or(params.beta);
        params.eta = match kind {
            Kind::Sgm => options.eta.unwrap_or(params.eta),
            _ => params.eta,
        };
        params.cache = match kind {
            Kind::Plsa | Kind::Sgm => options.cache.unwrap_or(params.cache),
            _ => params.cache,
        };
        params.iterations = options.iterations.unwrap_or(params.iterations);
        params.tolerance = options.tolerance.unwrap_or(params.tolerance);
        params.restarts = options.restarts.unwrap_or(params.restarts);
        params.clusters = options.clusters;
        params.memory_limit = options.memory_limit;
        params.guide = options.guide.clone();
        params.check()?;
        Ok(Box::new(Self {
            kind,
            topics: options.topics,
            params,
            paper_perplexity: options.paper_perplexity,
        }))
    }
}

impl TopicModel for Fitter {
    fn fit(&self, corpus: &Corpus, run: &Run<'_>) -> Result<FittedTopics, TopicsError> {
        run.report("finding topics", 0, None)?;
        let choice = match self.topics {
            Some(_) => None,
            None => Some(choose::topics(corpus, &self.params, run)?),
        };
        let n_topics = match (&choice, self.topics) {
            (Some(choice), _) => choice.n_topics,
            (None, asked) => asked.unwrap_or(1),
        };
        check_count(corpus, n_topics)?;
        limits::check(self.kind, corpus, &self.params, n_topics)?;
        let hints = self.hints(corpus, n_topics)?;
        let mut fitted = self.dispatch(corpus, &hints, n_topics, run)?;
        fitted.choice = choice;
        fitted.model.parameters = self.parameters();
        fitted.warnings.extend(hints.warnings);
        Ok(finished(fitted, corpus))
    }

    fn parameters(&self) -> Value {
        let mut value = serde_json::to_value(&self.params).expect("plain numbers");
        if let Value::Object(all) = &mut value {
            all.remove("memory_limit");
            all.insert("topics".into(), self.topics.into());
        }
        value
    }

    fn memory(&self, corpus: &Corpus) -> usize {
        let n_topics = self.topics.unwrap_or(choose::MOST);
        limits::bytes(self.kind, corpus, &self.params, n_topics)
    }
}

fn check_count(corpus: &Corpus, n_topics: usize) -> Result<(), TopicsError> {
    let tokens = corpus.n_tokens();
    match n_topics > 0 && n_topics as f64 <= tokens {
        true => Ok(()),
        false => Err(TopicsError::TopicCount {
            asked: n_topics,
            tokens: tokens as usize,
        }),
    }
}

impl Fitter {
    fn hints(&self, corpus: &Corpus, n_topics: usize) -> Result<Hints, TopicsError> {
        if matches!(self.kind, Kind::Literal | Kind::Vsm) {
            let mut hints = Hints::default();
            if !self.params.guide.is_empty() {
                let name = self.kind.name();
                hints
                    .warnings
                    .push(format!("{name} cannot be guided by words").into());
            }
            return Ok(hints);
        }
        self.params.guide.hints(corpus, n_topics)
    }

    fn dispatch(
        &self,
        corpus: &Corpus,
        hints: &Hints,
        n_topics: usize,
        run: &Run<'_>,
    ) -> Result<FittedTopics, TopicsError> {
        match self.kind {
            Kind::Auto => self.ensemble(corpus, hints, n_topics, run),
            Kind::Plsa | Kind::Sgm => self.mixture(corpus, hints, n_topics, run),
            Kind::Lda => self.lda(corpus, hints, n_topics, run),
            Kind::ExtPlsa => self.ext_plsa(corpus, hints, n_topics, run),
            Kind::Literal => self.literal(corpus, n_topics, run),
            Kind::Vsm => self.vsm(corpus, n_topics, run),
        }
    }

    /// A result with the words of topics and nothing else yet.
    fn blank(&self, corpus: &Corpus, words: Table) -> FittedTopics {
        let n_topics = words.width();
        let spelled = (0..corpus.n_terms()).map(|w| corpus.spelling(w).to_string());
        FittedTopics {
            model: Model {
                method: self.kind.name().into(),
                parameters: Value::Null,
                terms: corpus.terms().to_vec(),
                spellings: spelled.collect(),
                words,
                alpha: vec![self.params.alpha; n_topics],
                clusters: None,
                eta: 0.0,
                segment_alpha: self.params.segment_alpha,
                cache: Cache::Off,
                lambda: 0.0,
                cache_strength: self.params.cache_strength,
                unigram: corpus.unigram(),
                labels: Vec::new(),
            },
            documents: Table::default(),
            segments: Table::default(),
            weights: Vec::new(),
            pmfs: Table::default(),
            groups: None,
            history: Vec::new(),
            has_converged: true,
            paper_perplexity: None,
            choice: None,
            empty: corpus.empty_documents(),
            warnings: Vec::new(),
        }
    }

    fn mixture(
        &self,
        corpus: &Corpus,
        hints: &Hints,
        n_topics: usize,
        run: &Run<'_>,
    ) -> Result<FittedTopics, TopicsError> {
        let fit = mixture::fit(corpus, &self.params, hints, n_topics, run)?;
        let found = fit.parameters;
        let mut fitted = self.blank(corpus, found.phi);
        fitted.history = fit.history;
        fitted.has_converged = fit.has_converged;
        fitted.model.eta = found.eta;
        fitted.model.lambda = found.lambda;
        fitted.model.cache = self.params.cache;
        match &found.xi {
            None => fitted.documents = found.theta,
            Some(xi) => {
                fitted.segments = deviating(corpus, &found.theta, xi, found.eta);
                fitted.documents = averaged(corpus, &fitted.segments);
            }
        }
        if self.params.cache != Cache::Off {
            // With a cache the topics explain less of a document, and group it worse:
            // .56 against .60 in NMI on Reuters.
            let plain = Params {
                cache: Cache::Off,
                ..self.params.clone()
            };
            let fit = mixture::fit(corpus, &plain, hints, n_topics, run)?;
            fitted.pmfs = match &fit.parameters.xi {
                None => fit.parameters.theta,
                Some(xi) => {
                    let found = &fit.parameters;
                    averaged(corpus, &deviating(corpus, &found.theta, xi, found.eta))
                }
            };
        }
        Ok(fitted)
    }

    /// Several fits of PLSA: the best one gives the topics, all of them together the
    /// distributions for clustering.
    fn ensemble(
        &self,
        corpus: &Corpus,
        hints: &Hints,
        n_topics: usize,
        run: &Run<'_>,
    ) -> Result<FittedTopics, TopicsError> {
        let mut fits = Vec::with_capacity(ENSEMBLE);
        for member in 0..ENSEMBLE as u64 {
            let own = Run {
                seed: member_seed(run.seed, member),
                ..*run
            };
            fits.push(mixture::fit(corpus, &self.params, hints, n_topics, &own)?);
        }
        let side = n_topics * ENSEMBLE;
        let mut pmfs = Table::filled(corpus.n_documents(), side, 0.0);
        for (i, fit) in fits.iter().enumerate() {
            for (row, theta) in pmfs.rows_mut().zip(fit.parameters.theta.rows()) {
                let own = row[i * n_topics..][..n_topics].iter_mut();
                own.zip(theta)
                    .for_each(|(p, theta)| *p = theta / ENSEMBLE as f64);
            }
        }
        let best = fits
            .into_iter()
            .reduce(|best, fit| {
                if fit.objective() > best.objective() {
                    fit
                } else {
                    best
                }
            })
            .expect("an ensemble has members");
        let mut fitted = self.blank(corpus, best.parameters.phi);
        fitted.documents = best.parameters.theta;
        fitted.history = best.history;
        fitted.has_converged = best.has_converged;
        fitted.pmfs = pmfs;
        Ok(fitted)
    }

    fn lda(
        &self,
        corpus: &Corpus,
        hints: &Hints,
        n_topics: usize,
        run: &Run<'_>,
    ) -> Result<FittedTopics, TopicsError> {
        let fit = lda::fit(corpus, &self.params, hints, n_topics, run)?;
        let mut fitted = self.blank(corpus, fit.parameters.words());
        fitted.documents = fit.parameters.documents();
        fitted.model.alpha = fit.parameters.alpha;
        fitted.history = fit.history;
        fitted.has_converged = fit.has_converged;
        Ok(fitted)
    }

    fn ext_plsa(
        &self,
        corpus: &Corpus,
        hints: &Hints,
        n_topics: usize,
        run: &Run<'_>,
    ) -> Result<FittedTopics, TopicsError> {
        let fit = ext_plsa::fit(corpus, &self.params, hints, n_topics, run)?;
        let found = fit.parameters;
        let (documents, groups) = (found.topics(), found.groups());
        let mut fitted = self.blank(corpus, found.phi);
        fitted.documents = documents;
        fitted.groups = Some(groups);
        fitted.model.alpha = vec![self.params.alpha; found.clusters.n_rows()];
        fitted.model.clusters = Some(found.clusters);
        fitted.history = fit.history;
        fitted.has_converged = fit.has_converged;
        Ok(fitted)
    }

    fn literal(
        &self,
        corpus: &Corpus,
        n_topics: usize,
        run: &Run<'_>,
    ) -> Result<FittedTopics, TopicsError> {
        let fit = literal::fit(corpus, &self.params, n_topics, run)?;
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

    fn vsm(
        &self,
        corpus: &Corpus,
        n_topics: usize,
        run: &Run<'_>,
    ) -> Result<FittedTopics, TopicsError> {
        let found = vsm::fit(corpus, &self.params, n_topics, run)?;
        let mut fitted = self.blank(corpus, found.phi);
        fitted.documents = found.documents;
        fitted.segments = found.segments;
        fitted.groups = Some(found.groups);
        Ok(fitted)
    }
}

/// Seeds of the members of an ensemble; the first is the run's own.
fn member_seed(seed: u64, member: u64) -> u64 {
    seed ^ member.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Segments by topics where they deviate from their document.
fn deviating(corpus: &Corpus, theta: &Table, xi: &Table, eta: f64) -> Table {
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

/// SGM sec. 4: Pr(z|d) as the mean over segments by their lengths.
fn averaged(corpus: &Corpus, segments: &Table) -> Table {
    let mut documents = Table::filled(corpus.n_documents(), segments.width(), 0.0);
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

/// Fills in what follows from the rest.
fn finished(mut fitted: FittedTopics, corpus: &Corpus) -> FittedTopics {
    let n_topics = fitted.n_topics();
    for &document in &fitted.empty {
        fitted
            .documents
            .row_mut(document)
            .fill(1.0 / n_topics as f64);
    }
    if fitted.segments.width() == 0 {
        fitted.segments = segments_of(corpus, &fitted.documents, &fitted.model.words);
    }
    if fitted.pmfs.width() == 0 {
        fitted.pmfs = fitted.documents.clone();
    }
    let even = 1.0 / fitted.pmfs.width() as f64;
    for &document in &fitted.empty {
        fitted.pmfs.row_mut(document).fill(even);
    }
    fitted.weights = weights(corpus, &fitted.documents);
    if !fitted.empty.is_empty() {
        fitted.warnings.push(format!(
            "{} of {} documents have no kept word: their topics are even and they are left out of clusters",
            fitted.empty.len(),
            corpus.n_documents()
        ).into());
    }
    if !fitted.has_converged {
        fitted.warnings.push(
            format!(
                "the fit was still moving after {} iterations",
                fitted.history.len()
            )
            .into(),
        );
    }
    fitted.model.labels = crate::describe::labels(&fitted, corpus);
    fitted
}

/// Segments by topics: what the document's topics give to the words of each.
fn segments_of(corpus: &Corpus, documents: &Table, words: &Table) -> Table {
    let n_topics = words.width();
    let rows: Vec<Vec<f64>> = (0..corpus.n_documents())
        .into_par_iter()
        .map(|document| {
            let theta = documents.row(document);
            corpus
                .segments_of(document)
                .flat_map(|s| responsibilities(corpus.segments().row(s), theta, words))
                .collect()
        })
        .collect();
    Table::from_values(n_topics, rows.concat())
}

/// The share of each topic in all words.
fn weights(corpus: &Corpus, documents: &Table) -> Vec<f64> {
    let mut weights = vec![0.0; documents.width()];
    let mut part = weights.clone();
    for document in 0..corpus.n_documents() {
        let range = corpus.segments_of(document);
        let length: f64 = range.map(|s| corpus.segments().row(s).sum()).sum();
        let own = part.iter_mut().zip(documents.row(document));
        own.for_each(|(part, p)| *part = length * p);
        add_to(&mut weights, &part);
    }
    crate::table::normalize(&mut weights);
    weights
}
