//! Classification of documents from labelled documents, labelled words or both.
//!
//! A method is a [`Classifier`]; [`methods`] is the table of all of them, from which the
//! choices of front ends, their help, the documentation and the law tests are made. The
//! caller brings a [`Corpus`] (term counts of documents) and a [`Supervision`] (classes,
//! labelled documents and words, class shares).
//!
//! | module | contents |
//! |---|---|
//! | [`corpus`] | term counts, choice of the vocabulary, weightings |
//! | [`tri`] | tri-factorisation of documents and words (MFLK, SSMFLK, ADS) |
//! | [`distil`], [`nbem`], [`ge`], [`auto`] | the other methods that learn from words and documents |
//! | [`active`] | which document or word to ask next |
//! | [`calibration`] | probabilities that agree with how often they are right |
//! | [`saved`] | models on disk |
//! | [`metrics`] | accuracy, F1, kappa, calibration error, risk and coverage |
//!
//! ```
//! use recto_classify::{CorpusBuilder, Filter, Options, Supervision, methods};
//! use recto_math::{Run, Silent};
//!
//! let mut builder = CorpusBuilder::new();
//! for text in ["good sturdy case", "bad flimsy case", "sturdy hinge", "flimsy hinge"] {
//!     builder.push_terms(text.split(' '));
//! }
//! let corpus = builder.finish(&Filter { min_documents: 1, ..Filter::default() })?;
//! let mut known = Supervision::new(["negative", "positive"], corpus.n_documents());
//! known.label_word(corpus.id("good").expect("a term"), 1);
//! known.label_word(corpus.id("bad").expect("a term"), 0);
//!
//! let method = &methods()[0];
//! let run = Run::new(0, &Silent);
//! let fitted = (method.build)(&Options::default())?.fit(&corpus, &known, &run)?;
//! assert_eq!(fitted.classes, [1, 0, 1, 0]); // "sturdy" and "flimsy" were learned
//! let why = fitted.explain(&corpus, 3);
//! assert_eq!(corpus.terms()[why.toward[0].term as usize], "flimsy");
//! # Ok::<(), recto_classify::ClassifyError>(())
//! ```

#![warn(clippy::disallowed_methods)]

pub mod active;
mod arithmetic;
pub mod auto;
mod baselines;
mod blend;
pub mod calibration;
pub mod corpus;
pub mod distil;
mod engine;
mod error;
mod explain;
mod fitted;
mod fitter;
pub mod ge;
pub mod lexicon;
mod methods;
pub mod metrics;
mod model;
pub mod nbem;
mod options;
pub mod polarity;
mod rules;
pub mod saved;
mod supervision;
mod switch;
pub mod tri;

pub use corpus::{Corpus, CorpusBuilder, Filter};
pub use error::ClassifyError;
pub use explain::{Contribution, Explainer, Explanation, Leaning};
pub use fitted::{Abstention, FittedClasses};
pub use methods::{Method, methods};
pub use model::{Model, Part, Prediction};
pub use options::Options;
pub use supervision::{Coverage, NEARLY_EVEN, Supervision, UNEVEN, WRONG_GUESSES};
pub use switch::{Evidence, Switch, switches};

use recto_math::Run;
use serde_json::Value;

/// A classifier with its parameters, ready to be fitted.
pub trait Classifier: Send + Sync {
    /// Fits the classifier to `corpus` with what is known of it.
    ///
    /// # Errors
    /// [`ClassifyError`] if labels are missing or do not fit, or if the observer asks to
    /// stop.
    fn fit(
        &self,
        corpus: &Corpus,
        known: &Supervision,
        run: &Run<'_>,
    ) -> Result<FittedClasses, ClassifyError>;

    /// The parameters of the fit as a JSON object, defaults filled in.
    fn parameters(&self) -> Value;
}

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
