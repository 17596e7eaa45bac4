//! Replications: published results of a paper, measured again on its data.
//!
//! A module a paper, each with a type that is a [`Replication`]; [`papers`] lists them all.
//! Every figure stands beside those of trivial answers, of other methods and of the paper,
//! with a digest of the files that it was measured on.

pub mod ads;
pub mod aps;
pub mod bayes_ad;
pub mod bstm;
mod files;
#[cfg(test)]
mod made;
pub mod mds;
pub mod mflk;
mod papers;
pub mod pes;
mod replication;
mod request;
pub mod semi_hmm;
pub mod sgm;
mod summaries;
mod two_classes;

use recto_math::Cancelled;
use recto_text::Warning;

pub use files::Files;
pub use papers::{Paper, Repeated, paper, papers};
pub use replication::{Outcome, Replication, SetFormat, Uses};
pub use request::{Field, Request, Task, Trials};

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// A warning about no file in particular.
fn warning(message: String) -> Warning {
    Warning::new(message)
}

/// Why nothing could be replicated.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReplicateError {
    /// The folder of the corpora, or one inside it, could not be listed.
    #[error("{folder}: {problem}")]
    Folder {
        /// Path of the folder.
        folder: String,
        /// What is wrong, without the path.
        problem: String,
    },
    /// There is no set in the folder.
    #[error("{folder}: no set there: {wanted}")]
    NoSets {
        /// Path of the folder that was searched.
        folder: String,
        /// What a set is, in a sentence.
        wanted: &'static str,
    },
    /// A method could not be run on a set.
    #[error("{set}: {problem}")]
    Set {
        /// Name of the set.
        set: String,
        /// What is wrong with it, and what to do.
        problem: String,
    },
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
