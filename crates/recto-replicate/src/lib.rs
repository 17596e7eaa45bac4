//! `recto replicate`: whether the published results of a paper hold on its data.
//!
//! A module a paper. Every figure stands beside those of trivial answers, of other methods
//! and of the paper, with a digest of the files that it was measured on.

pub mod aps;
pub mod bayes_ad;
pub mod bstm;
mod files;
#[cfg(test)]
mod made;
pub mod mds;
pub mod sgm;
mod summaries;

use recto_math::Cancelled;
use recto_text::Warning;
use serde_json::{Map, Value};
use std::path::Path;

pub use files::Files;

/// What is asked of a replication whose figures are means over seeds.
#[derive(Debug, Clone)]
pub struct Seeded<'r> {
    /// The folder of the corpora, or one that holds it under the name of its task.
    pub data: &'r Path,
    /// Seeds of each figure that draws; `None` takes the replication's own number.
    pub seeds: Option<usize>,
}

/// What was asked for, by name.
fn parameters<const N: usize>(entries: [(&str, Value); N]) -> Map<String, Value> {
    let named = entries.map(|(name, value)| (name.to_string(), value));
    named.into_iter().collect()
}

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
