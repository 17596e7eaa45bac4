//! Extractive summaries, comparative summaries of groups of documents, and ROUGE.
//!
//! A method is a [`Summarizer`]; [`methods`] is the table of all of them, from which the
//! choices of front ends, their help, the documentation and the law tests are made. The caller brings a [`Pool`]: the sentences of a pile with their terms, their
//! places, what is known already and what is asked.
//!
//! | module | contents |
//! |---|---|
//! | [`pool`] | sentences of the documents, and which of them may be chosen |
//! | [`budget`] | length limits of a summary |
//! | [`rouge`] | ROUGE scores against reference summaries |
//! | [`compare`] | comparative summaries of groups of documents |
//!
//! ```
//! use recto_math::{Run, Silent};
//! use recto_summarize::{Budget, Limit, Options, PoolBuilder, methods};
//!
//! let mut builder = PoolBuilder::new();
//! // Terms of each sentence, and how many words it has.
//! builder.push_terms([(&["storm", "port", "night"][..], 8), (&["school", "late"], 6)]);
//! builder.push_terms([(&["storm", "port", "wall"][..], 9), (&["ferry", "friday"], 7)]);
//! let pool = builder.finish();
//! let method = methods().iter().find(|method| method.name == "mds").expect("a row");
//! let summarizer = (method.build)(&Options::default())?;
//! let budget = Budget::fit(Limit::Sentences(1));
//! let summary = summarizer.summarize(&pool, budget, &Run::new(0, &Silent))?;
//! // Two of the four sentences speak of the storm: one of them stands for both.
//! assert_eq!(summary.chosen[0].sentence, 0);
//! assert_eq!(summary.chosen[0].covers, [2]);
//! # Ok::<(), recto_summarize::SummarizeError>(())
//! ```

#![warn(clippy::disallowed_methods)]

mod ask;
mod baseline;
mod blend;
mod bstm;
pub mod budget;
mod centroid;
pub mod compare;
mod cover;
mod degree;
mod error;
mod facility;
mod frobenius;
mod klsum;
mod kmeans;
mod lsa;
mod mds;
mod methods;
mod mmr;
mod nmf;
pub mod pool;
pub mod rouge;
mod sample;
mod select_within_budget;
mod similarity_graph;
mod snmf;
mod sumbasic;
mod summary;
mod tmr;
mod topics;
mod vectors;
mod walk;

pub use bstm::{Explain, Select, Updates};
pub use budget::{Budget, Limit, Policy, Purse};
pub use compare::{Comparer, Comparison, comparers};
pub use error::SummarizeError;
pub use methods::{Method, Options, QueryStyle, Ties, methods};
pub use pool::{Pool, PoolBuilder, Sentence, Standing};
pub use summary::{Chosen, Summary};

use recto_math::Run;
use serde_json::Value;

/// An extractive summariser with its parameters.
pub trait Summarizer: Send + Sync {
    /// Summarises the first group of `pool` within `budget`. Sentences of the second group,
    /// if there is one, are known to the reader (update summary).
    ///
    /// # Errors
    /// [`SummarizeError`] if a fit fails or the observer asks to stop. A pool without
    /// sentences to choose from is not an error: its summary is empty.
    fn summarize(
        &self,
        pool: &Pool,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Summary, SummarizeError>;

    /// The parameters as a JSON object, defaults filled in.
    fn parameters(&self) -> Value;
}

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
