//! What every fit shares: number of topics, memory check and seed words before, derived
//! results and warnings after the model's own part.

use crate::arithmetic::add_to;
use crate::corpus::Forms;
use crate::fitted::FittedTopics;
use crate::guide::Hints;
use crate::limits::{self, Sizes};
use crate::model::Model;
use crate::{Cache, Corpus, Options, Params, TopicModel, TopicsError, describe, model_selection};
use recto_math::DenseMatrix;
use recto_math::Run;
use serde_json::Value;

/// Options of a model with its defaults filled in.
pub(crate) struct Settings {
    /// Number of topics; `None` chooses it ([`crate::model_selection`]).
    pub(crate) topics: Option<usize>,
    pub(crate) params: Params,
}

impl Settings {
    /// Settings from options; `defaults` applies the model's own before the options do.
    pub(crate) fn new(
        options: &Options,
        defaults: impl FnOnce(&mut Params),
    ) -> Result<Self, TopicsError> {
        let mut params = if options.paper {
            Params::paper()
        } else {
            Params::default()
        };
        defaults(&mut params);
        params.alpha = options.alpha.unwrap_or(params.alpha);
        params.beta = options.beta.unwrap_or(params.beta);
        params.iterations = options.iterations.unwrap_or(params.iterations);
        params.tolerance = options.tolerance.unwrap_or(params.tolerance);
        params.restarts = options.restarts.unwrap_or(params.restarts);
        params.clusters = options.clusters;
        params.memory_limit = options.memory_limit;
        params.guide = options.guide.clone();
        params.check()?;
        Ok(Self {
            topics: options.topics,
            params,
        })
    }

    /// All of them as a JSON object.
    pub(crate) fn parameters(&self) -> Value {
        let mut value = serde_json::to_value(&self.params).expect("plain numbers");
        if let Value::Object(all) = &mut value {
            all.remove("memory_limit");
            all.insert("topics".into(), self.topics.into());
        }
        value
    }
}

/// A model with the word distributions of topics and everything else empty.
pub(crate) fn blank_model(
    method: &str,
    params: &Params,
    forms: &Forms,
    unigram: Vec<f64>,
    words: DenseMatrix,
) -> Model {
    Model {
        method: method.into(),
        parameters: Value::Null,
        terms: forms.terms.clone(),
        spellings: forms.spellings.clone(),
        alpha: vec![params.alpha; words.n_columns()],
        words,
        clusters: None,
        eta: 0.0,
        segment_alpha: params.segment_alpha,
        cache: Cache::Off,
        lambda: 0.0,
        cache_strength: params.cache_strength,
        unigram,
        labels: Vec::new(),
    }
}

/// The part of a fit that differs between models; every `Fitter` is a [`TopicModel`].
pub(crate) trait Fitter: Send + Sync {
    /// The method's name in the table.
    const NAME: &'static str;

    /// Whether the model supports seed words.
    const IS_GUIDED: bool = true;

    /// The settings that the model was built with.
    fn settings(&self) -> &Settings;

    /// Fits `n_topics` topics. Fields that [`finished`] derives may be left empty.
    fn find(
        &self,
        corpus: &Corpus,
        hints: &Hints,
        n_topics: usize,
        run: &Run<'_>,
    ) -> Result<FittedTopics, TopicsError>;

    /// Memory in bytes beyond what every model takes.
    fn own_bytes(&self, sizes: &Sizes) -> usize {
        sizes.numbers(sizes.terms)
    }

    /// Estimated memory of a fit in bytes, on top of the corpus.
    fn memory_for(&self, corpus: &Corpus, n_topics: usize) -> usize {
        let sizes = Sizes::new(corpus, n_topics);
        sizes.bytes(self.own_bytes(&sizes))
    }

    /// A result with the word distributions of topics and everything else empty.
    fn blank(&self, corpus: &Corpus, words: DenseMatrix) -> FittedTopics {
        let params = &self.settings().params;
        FittedTopics {
            model: blank_model(Self::NAME, params, corpus.forms(), corpus.unigram(), words),
            documents: DenseMatrix::default(),
            segments: None,
            weights: Vec::new(),
            distributions: None,
            groups: None,
            history: Vec::new(),
            has_converged: true,
            paper_perplexity: None,
            choice: None,
            empty: corpus.empty_documents(),
            warnings: Vec::new(),
        }
    }
}

impl<F: Fitter> TopicModel for F {
    fn fit(&self, corpus: &Corpus, run: &Run<'_>) -> Result<FittedTopics, TopicsError> {
        let Settings { topics, params } = self.settings();
        run.report("finding topics", 0, None)?;
        let choice = match topics {
            Some(_) => None,
            None => Some(model_selection::choose_n_topics(corpus, params, run)?),
        };
        let n_topics = match (&choice, *topics) {
            (Some(choice), _) => choice.n_topics,
            (None, asked) => asked.unwrap_or(1),
        };
        check_count(corpus.n_tokens(), n_topics)?;
        let needed = self.memory_for(corpus, n_topics);
        limits::check(Self::NAME, needed, params.memory_limit)?;
        let hints = hints::<F>(corpus, params, n_topics)?;
        let mut fitted = self.find(corpus, &hints, n_topics, run)?;
        fitted.choice = choice;
        fitted.model.parameters = self.parameters();
        fitted.warnings.extend(hints.warnings);
        Ok(finished(fitted, corpus))
    }

    fn parameters(&self) -> Value {
        self.settings().parameters()
    }

    fn memory(&self, corpus: &Corpus) -> usize {
        self.memory_for(
            corpus,
            self.settings()
                .topics
                .unwrap_or(model_selection::MAX_TOPICS),
        )
    }
}

/// Refuses no topics, and more topics than tokens.
pub(crate) fn check_count(tokens: f64, n_topics: usize) -> Result<(), TopicsError> {
    if n_topics > 0 && n_topics as f64 <= tokens {
        return Ok(());
    }
    Err(TopicsError::TopicCount {
        asked: n_topics,
        tokens: tokens as usize,
    })
}

/// The prior from seed words; for a model that does not support them, only a warning.
fn hints<F: Fitter>(
    corpus: &Corpus,
    params: &Params,
    n_topics: usize,
) -> Result<Hints, TopicsError> {
    if F::IS_GUIDED {
        return params.guide.hints(corpus, n_topics);
    }
    let mut hints = Hints::default();
    if !params.guide.is_empty() {
        let name = F::NAME;
        hints
            .warnings
            .push(format!("{name} does not support seed words; they were ignored").into());
    }
    Ok(hints)
}

/// Fewer documents with words get a warning.
const FEW: usize = 10;

/// Derives what all models derive alike: topics of documents without words, weights,
/// labels, warnings.
fn finished(mut fitted: FittedTopics, corpus: &Corpus) -> FittedTopics {
    let n_topics = fitted.n_topics();
    for &document in &fitted.empty {
        fitted
            .documents
            .row_mut(document)
            .fill(1.0 / n_topics as f64);
    }
    fitted.weights = weights(corpus, &fitted.documents);
    if !fitted.empty.is_empty() {
        fitted.warnings.push(format!(
            "{} of {} documents have no words left after filtering; they get uniform topics and no cluster",
            fitted.empty.len(),
            corpus.n_documents()
        ).into());
    }
    let n_filled = corpus.n_documents() - fitted.empty.len();
    if (1..FEW).contains(&n_filled) {
        let documents = if n_filled == 1 {
            "document has"
        } else {
            "documents have"
        };
        fitted.warnings.push(
            format!(
                "only {n_filled} {documents} words: topics and groups of so few are mostly chance"
            )
            .into(),
        );
    }
    if !fitted.has_converged {
        fitted.warnings.push(
            format!(
                "the topics were still changing a little when the fit ended after {} iterations",
                fitted.history.len()
            )
            .into(),
        );
    }
    let order = fitted.by_weight();
    fitted.model.labels = describe::labels(&fitted.model, &order, corpus.forms());
    fitted
}

/// Share of each topic in all tokens.
fn weights(corpus: &Corpus, documents: &DenseMatrix) -> Vec<f64> {
    let mut weights = vec![0.0; documents.n_columns()];
    let mut part = weights.clone();
    for document in 0..corpus.n_documents() {
        let range = corpus.segments_of(document);
        let length: f64 = range.map(|s| corpus.segments().row(s).sum()).sum();
        let own = part.iter_mut().zip(documents.row(document));
        own.for_each(|(part, p)| *part = length * p);
        add_to(&mut weights, &part);
    }
    recto_math::dense::normalize(&mut weights);
    weights
}
