//! Topic models, document clustering, and their evaluation.
//!
//! A method is a [`TopicModel`]; [`methods`] is the table of all of them, from which the
//! choices of front ends, their help, the documentation and the law tests are made. The
//! caller brings a [`Corpus`]: term counts of segments, grouped into documents.
//!
//! | module | contents |
//! |---|---|
//! | [`corpus`] | term counts of segments and documents |
//! | [`model`], [`saved`] | topics of new documents by folding in; models on disk |
//! | [`parts`] | a fit over documents that no process has all of |
//! | [`new_text`] | whether a saved model fits other documents |
//! | [`heldout`] | held-out perplexity by document completion |
//! | [`model_selection`] | choice of the number of topics; stability over random starts |
//! | [`groups`] | groups of documents by their words, and how many there are |
//! | [`clusters`] | agglomerative clustering of documents by their topics |
//! | [`describe`], [`coherence`] | labels, terms and examples of topics; NPMI and C_v |
//! | [`tables`], [`time`], [`map`] | MALLET's tables, shares over time, a map of the topics |
//!
//! ```
//! use recto_math::{Run, Silent};
//! use recto_topics::{CorpusBuilder, Filter, Options, methods};
//!
//! let mut builder = CorpusBuilder::new();
//! for text in ["oil crude barrel", "wheat grain crop", "crude oil", "grain wheat"] {
//!     builder.push_terms([text.split(' ')]);
//! }
//! let corpus = builder.finish(&Filter::default())?;
//! let method = methods().iter().find(|method| method.name == "plsa").expect("a row");
//! let options = Options { topics: Some(2), ..Options::default() };
//! let run = Run::new(0, &Silent);
//! let fitted = (method.build)(&options)?.fit(&corpus, &run)?;
//! let of = |document: usize| fitted.documents.row(document)[0] > 0.5;
//! assert!(of(0) == of(2) && of(1) == of(3) && of(0) != of(1));
//! # Ok::<(), recto_topics::TopicsError>(())
//! ```

#![warn(clippy::disallowed_methods)]

mod arithmetic;
pub mod clusters;
pub mod coherence;
pub mod corpus;
pub mod describe;
mod error;
mod ext_plsa;
mod fit;
mod fitted;
pub mod groups;
mod guide;
pub mod heldout;
mod kernel;
mod lda;
mod limits;
mod literal;
pub mod map;
mod methods;
mod mixture;
pub mod model;
pub mod model_selection;
mod models;
pub mod new_text;
mod params;
pub mod parts;
pub mod saved;
pub mod tables;
pub mod time;
mod vsm;

pub use corpus::{Corpus, CorpusBuilder, Filter};
pub use error::TopicsError;
pub use fitted::FittedTopics;
pub use guide::Guide;
pub use limits::check_saved;
pub use methods::{Method, Options, methods};
pub use model::Model;
pub use params::{Cache, Params};
pub use recto_math::DenseMatrix;

use recto_math::Run;
use serde_json::Value;

/// A topic model with its parameters, ready to be fitted.
pub trait TopicModel: Send + Sync {
    /// Fits the model to `corpus`.
    ///
    /// # Errors
    /// [`TopicsError`] if there are fewer tokens than topics, if the fit would take more
    /// memory than the limit, or if the observer asks to stop.
    fn fit(&self, corpus: &Corpus, run: &Run<'_>) -> Result<FittedTopics, TopicsError>;

    /// The parameters of the fit as a JSON object, defaults filled in.
    fn parameters(&self) -> Value;

    /// Estimated memory of a fit in bytes, on top of the corpus.
    fn memory(&self, corpus: &Corpus) -> usize;
}

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
