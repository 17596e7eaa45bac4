//! A fit in parts: the default model over documents that no process has all of.
//!
//! An engine such as Spark holds the documents in parts and calls the same functions that
//! [`recto_math::em`] drives in one process. What it sends around is serde.
//!
//! | step | where | call |
//! |---|---|---|
//! | count terms | each part, merged in order | [`TermCounts`] |
//! | choose the vocabulary | driver | [`TermCounts::finish`], [`PartedFit::new`] |
//! | count documents | each part | a [`Part`] in the ids of the vocabulary |
//! | start | driver | [`PartedFit::draw_start`], [`PartedFit::begin`] |
//! | iterate | each part | [`Parameters::step`], with a state that stays with the part |
//! | | driver | [`Statistics::merge`], [`PartedFit::update`], [`PartedFit::is_done`] |
//! | finish | each part, summed | [`Part::topic_tokens`] |
//! | | driver | [`PartedFit::finish`] |
//!
//! The driver holds the vocabulary and the word distributions of topics, and no document. The
//! state of a part is its documents by topics. One part gives the fit of
//! [`methods`](crate::methods)' `auto`; with several, sums are rounded differently in their
//! last digits.
//!
//! # What cannot be done
//! Only `topics`, `iterations` and `tolerance` can be set. The number of topics must be given:
//! choosing it holds out words of documents that one process has. The other methods are not
//! offered; of those, `sgm`, `lda` and `ext-plsa` are the same kind of iteration.
//!
//! ```
//! use recto_math::{CsrBuilder, DenseMatrix};
//! use recto_topics::corpus::TermCounts;
//! use recto_topics::parts::{Part, PartedFit};
//! use recto_topics::{Filter, Options};
//!
//! let mut terms = TermCounts::default();
//! for text in ["oil crude", "wheat grain", "crude oil", "grain wheat"] {
//!     terms.push_terms(text.split(' '));
//! }
//! let options = Options { topics: Some(2), ..Options::default() };
//! let fit = PartedFit::new(&options, terms.finish(&Filter::default())?, 0)?;
//! let part = |rows: [[(u32, f64); 2]; 2]| Part::new(4, rows.iter().map(|row| &row[..]));
//! let (oil, wheat) = ([(0, 1.0), (1, 1.0)], [(2, 1.0), (3, 1.0)]);
//! let parts = [part([oil, wheat])?, part([oil, wheat])?];
//!
//! let start = fit.draw_start(0, 4);
//! let rows: Vec<Vec<(u32, f64)>> = start.documents().iter().map(|d| parts[d / 2].row(d % 2)).collect();
//! let mut parameters = fit.begin(start, &rows)?;
//! let mut states = parts.each_ref().map(|part| parameters.start_state(part));
//! let mut history = Vec::new();
//! while !fit.is_done(&history) {
//!     let (first, next) = parameters.step(&parts[0], states[0].clone())?;
//!     states[0] = next;
//!     let (second, next) = parameters.step(&parts[1], states[1].clone())?;
//!     states[1] = next;
//!     let mut sum = first;
//!     sum.merge(second)?;
//!     history.push(fit.update(sum, &mut parameters)?);
//! }
//! let mut tokens = parts[0].topic_tokens(&states[0])?;
//! let second = parts[1].topic_tokens(&states[1])?;
//! tokens.iter_mut().zip(&second).for_each(|(sum, n)| *sum += n);
//! let model = fit.finish(parameters, &tokens);
//! assert_eq!(model.terms, ["oil", "crude", "wheat", "grain"]);
//! # Ok::<(), recto_topics::TopicsError>(())
//! ```

mod part;
#[cfg(test)]
mod tests;

pub use crate::corpus::{KeptTerms, TermCounts};
pub use part::{Parameters, Part, Statistics};

use crate::fit::{Settings, blank_model, check_count};
use crate::fitted::by_weight;
use crate::guide::Hints;
use crate::mixture::{Mixing, StartWords, Topics};
use crate::models::{AUTO, member_seed, n_fits};
use crate::{Model, Options, Params, TopicsError, describe};
use part::Wrong;
use recto_math::em::Iterate;

/// The driver's side of a fit in parts.
pub struct PartedFit {
    settings: Settings,
    terms: KeptTerms,
    n_topics: usize,
    seed: u64,
}

/// Start values that lack the words of some documents.
pub struct Drawn(StartWords);

impl Drawn {
    /// The documents whose words are needed, by their places in all parts, in order and with
    /// repetitions.
    pub fn documents(&self) -> &[usize] {
        &self.0.documents
    }
}

impl PartedFit {
    /// A fit with these terms.
    ///
    /// # Errors
    /// [`TopicsError`] for options that cannot be had in parts or are out of range, and for
    /// more topics than words.
    pub fn new(options: &Options, terms: KeptTerms, seed: u64) -> Result<Self, TopicsError> {
        refuse_others(options)?;
        let n_topics = options.topics.ok_or_else(|| {
            TopicsError::parameter("topics", "none", "given: a fit in parts cannot choose it")
        })?;
        check_count(terms.n_tokens(), n_topics)?;
        Ok(Self {
            settings: Settings::new(options, |_| ())?,
            terms,
            n_topics,
            seed,
        })
    }

    /// Terms in the order of their ids.
    pub fn terms(&self) -> &[String] {
        self.terms.terms()
    }

    /// Number of fits of which the best is kept, for so many non-zero counts of segments:
    /// large collections are fitted once.
    pub fn n_fits(n_counts: usize) -> u64 {
        n_fits(n_counts)
    }

    /// Start values of one of the fits.
    ///
    /// # Panics
    /// If there is no document.
    pub fn draw_start(&self, fit: u64, n_documents: usize) -> Drawn {
        let draws = (member_seed(self.seed, fit), 0);
        let base = self.terms.unigram();
        Drawn(StartWords::draw(&base, self.n_topics, n_documents, draws))
    }

    /// The first parameters; `rows` are the counts of [`Drawn::documents`].
    ///
    /// # Errors
    /// [`TopicsError::Input`] if there are more or fewer, or terms that the fit does not have.
    pub fn begin(&self, drawn: Drawn, rows: &[Vec<(u32, f64)>]) -> Result<Parameters, TopicsError> {
        let n_terms = self.terms().len();
        let is_term = |&(term, _): &(u32, f64)| (term as usize) < n_terms;
        if rows.len() != drawn.documents().len() || !rows.iter().flatten().all(is_term) {
            return Err(Wrong::Start.into());
        }
        let mut start = drawn.0;
        // They are asked for by their places in the list, and not by those in all parts.
        start.documents = (0..rows.len()).collect();
        let n_tokens = self.terms.n_tokens();
        let phi = start.fill(|at| rows[at].clone(), n_tokens, &Hints::default());
        Ok(Parameters {
            alpha: self.settings.params.alpha,
            topics: Topics {
                phi,
                lambda: 0.0,
                eta: 0.0,
            },
        })
    }

    /// New parameters from the statistics of all parts; returns the objective of the old
    /// ones, which never falls.
    ///
    /// # Errors
    /// [`TopicsError::Input`] if the statistics are of other topics or terms.
    pub fn update(
        &self,
        statistics: Statistics,
        parameters: &mut Parameters,
    ) -> Result<f64, TopicsError> {
        statistics.check(parameters)?;
        let hints = Hints::default();
        let model = Mixing::new(&self.settings.params, &hints, self.terms.n_tokens());
        Ok(model.update(statistics.0, &mut parameters.topics))
    }

    /// Whether a fit with this history of objectives is at its end.
    pub fn is_done(&self, history: &[f64]) -> bool {
        history.len() >= self.settings.params.iterations || self.has_converged(history)
    }

    /// Whether a fit with this history of objectives reached its tolerance.
    pub fn has_converged(&self, history: &[f64]) -> bool {
        self.settings.params.stop().has_converged(history)
    }

    /// The model, as [`saved::save`](crate::saved::save) writes it; `tokens` are the sums of
    /// [`Part::topic_tokens`] over all parts.
    pub fn finish(&self, parameters: Parameters, tokens: &[f64]) -> Model {
        let forms = self.terms.forms();
        let (params, unigram) = (&self.settings.params, self.terms.unigram());
        let mut model = blank_model(AUTO, params, forms, unigram, parameters.topics.phi);
        model.parameters = self.settings.parameters();
        model.labels = describe::labels(&model, &by_weight(tokens), forms);
        model
    }
}

/// Options other than those that a fit in parts has are refused, not ignored.
fn refuse_others(options: &Options) -> Result<(), TopicsError> {
    let others = [
        ("clusters", options.clusters.is_some()),
        ("alpha", options.alpha.is_some()),
        ("beta", options.beta.is_some()),
        ("eta", options.eta.is_some()),
        ("cache", options.cache.is_some()),
        ("restarts", options.restarts.is_some()),
        ("seed_words", !options.guide.is_empty()),
        ("paper", options.paper),
        ("paper_perplexity", options.paper_perplexity),
    ];
    match others.into_iter().find(|(_, is_set)| *is_set) {
        None => Ok(()),
        Some((name, _)) => Err(TopicsError::Input {
            what: "a fit in parts",
            problem: format!(
                "{name} cannot be set; fit a sample of the documents in one process, or leave it out"
            ),
        }),
    }
}

/// What a step reads of the parameters of a fit.
fn step_params(alpha: f64) -> Params {
    Params {
        alpha,
        ..Params::default()
    }
}
