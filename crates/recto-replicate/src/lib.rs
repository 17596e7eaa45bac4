//! Whether the published results of a paper hold on its data.
//!
//! A module a paper, each with a type that is a [`Replication`]; [`papers`] lists them all.
//! Every figure stands beside those of trivial answers, of other methods and of the paper,
//! with a digest of the files that it was measured on.

pub mod aps;
pub mod bayes_ad;
pub mod bstm;
mod files;
#[cfg(test)]
mod made;
pub mod mds;
mod papers;
mod replication;
mod request;
pub mod sgm;
mod summaries;

use recto_math::Cancelled;
use recto_text::Warning;

pub use files::Files;
pub use papers::{Experiments, Paper, Repeated, paper, papers};
pub use replication::{Outcome, Replication, SetFormat, Uses};
pub use request::{Field, Request, Task};

/// A warning about no file in particular.
fn warning(message: String) -> Warning {
    Warning {
        message,
        file: None,
        line: None,
    }
}

/// Why nothing could be replicated. Each message says what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReplicateError {
    /// A folder could not be listed.
    #[error("{folder}: {problem}; --data takes the folder of the corpora")]
    Folder {
        /// Which.
        folder: String,
        /// What is wrong.
        problem: String,
    },
    /// No corpus.
    #[error("{folder}: no set there: {wanted}")]
    NoSets {
        /// Where it was looked for.
        folder: String,
        /// What should be there.
        wanted: &'static str,
    },
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
