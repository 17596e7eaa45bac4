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
use std::path::PathBuf;

pub use files::Files;

/// What is asked of a replication. Each uses some of the optional fields, and takes a value
/// of its own for those that are `None`.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// The folder of the corpora: it holds the sets, or a folder of them under the name of
    /// their task.
    pub data: PathBuf,
    /// Names of the sets that are measured a second time with their headings hidden.
    pub hide_headings: Option<Vec<String>>,
    /// Documents of each kind, and seeds of each text.
    pub documents: Option<usize>,
    /// Seeds of each figure that draws.
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
