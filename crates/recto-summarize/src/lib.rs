//! What is worth reading: extractive summaries, comparisons of groups, and ROUGE.
//!
//! A method is a [`Summarizer`]; [`methods`] is the table of all of them, from which the
//! choices of front ends, their help, the documentation and the law tests are made. The caller brings a [`Pool`]: the sentences of a pile with their terms, their
//! places, what is known already and what is asked.
//!
//! | module | answers |
//! |---|---|
//! | [`pool`] | which sentences there are, and which may be chosen |
//! | [`budget`] | how much a summary may hold |
//! | [`rouge`] | how much of human summaries is in a summary |
//! | [`compare`] | what sets groups of documents apart |
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

/// Chooses the sentences of a pile that say what it says.
pub trait Summarizer: Send + Sync {
    /// A summary of the first group of `pool` within `budget`; the second group, where
    /// there is one, is known already.
    ///
    /// # Errors
    /// [`SummarizeError`] when a fit fails or the observer asks to stop. A pool without a
    /// sentence that may be chosen is no error: its summary is empty.
    fn summarize(
        &self,
        pool: &Pool,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Summary, SummarizeError>;

    /// The parameters that it works with, by name.
    fn parameters(&self) -> Value;
}

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
