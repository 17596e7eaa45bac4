//! What a collection is about: topic models, groups of documents, and how good they are.
//!
//! A method is a [`TopicModel`]; [`methods`] is the table of all of them, from which the
//! choices of front ends, their help, the documentation and the law tests are made. The caller brings a [`Corpus`]: documents of segments of term counts.
//!
//! | module | answers |
//! |---|---|
//! | [`corpus`] | what is counted |
//! | [`model`], [`saved`] | which topics a new document has, also tomorrow |
//! | [`heldout`] | how well topics foresee words that they have not seen |
//! | [`choose`] | how many topics, and how stable they are |
//! | [`clusters`] | which documents belong together |
//! | [`describe`], [`coherence`] | what a topic is called, shown by, and worth |
//! | [`tables`], [`time`], [`map`] | the topics as tables, over time, and on a plane |
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
pub mod choose;
pub mod clusters;
pub mod coherence;
pub mod corpus;
pub mod describe;
mod error;
mod ext_plsa;
mod fit;
mod fitted;
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
mod models;
mod params;
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

/// Finds the topics of a corpus.
pub trait TopicModel: Send + Sync {
    /// The topics of `corpus`.
    ///
    /// # Errors
    /// [`TopicsError`] when there are fewer words than topics, the fit would take more
    /// memory than it may, or the observer asks to stop.
    fn fit(&self, corpus: &Corpus, run: &Run<'_>) -> Result<FittedTopics, TopicsError>;

    /// The parameters that it works with, by name.
    fn parameters(&self) -> Value;

    /// How much memory a fit takes, in bytes, about.
    fn memory(&self, corpus: &Corpus) -> usize;
}

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
