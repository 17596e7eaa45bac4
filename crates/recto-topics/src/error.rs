//! Why topics could not be found.

use recto_math::Cancelled;
use recto_math::cluster::ClusterError;

/// Why topics could not be found.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TopicsError {
    /// Nothing was read.
    #[error("no documents")]
    NoDocuments,
    /// Nothing is left to count.
    #[error("no terms are left: {filter}; keep rarer terms or read more documents")]
    NoTerms {
        /// The filter that took them.
        filter: String,
    },
    /// More topics than tokens, or none.
    #[error(
        "{asked} topics asked for, but the documents have {tokens} words; ask for 1 to {tokens}"
    )]
    TopicCount {
        /// How many were asked for.
        asked: usize,
        /// How many tokens there are.
        tokens: usize,
    },
    /// Held-out documents from too few.
    #[error(
        "{documents} documents are too few to hold any out: at least {least} with words are needed"
    )]
    TooFewToHoldOut {
        /// How many documents with words there are.
        documents: usize,
        /// How many are needed.
        least: usize,
    },
    /// A parameter out of its range.
    #[error("{name} is {value}, but must be {range}")]
    Parameter {
        /// Its name.
        name: &'static str,
        /// The value that was given.
        value: String,
        /// What it may be.
        range: &'static str,
    },
    /// The fit would not fit into memory.
    #[error("{method} needs about {mebibytes} MiB, more than the limit of {limit} MiB; {remedy}")]
    TooMuchMemory {
        /// Which method.
        method: &'static str,
        /// What it would take.
        mebibytes: usize,
        /// What it may take.
        limit: usize,
        /// What to do.
        remedy: &'static str,
    },
    /// Something that the user brought cannot be used.
    #[error("{what}: {problem}")]
    Input {
        /// What it is.
        what: &'static str,
        /// What is wrong with it, where, and what to do.
        problem: String,
    },
    /// A saved model that cannot be read.
    #[error("saved model: {0}")]
    Saved(String),
    /// A method of that name does not exist.
    #[error("there is no method {0}; see the table of methods")]
    UnknownMethod(String),
    /// Points that could not be grouped.
    #[error(transparent)]
    Cluster(ClusterError),
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl TopicsError {
    pub(crate) fn parameter(name: &'static str, value: impl ToString, range: &'static str) -> Self {
        Self::Parameter {
            name,
            value: value.to_string(),
            range,
        }
    }
}

impl From<ClusterError> for TopicsError {
    fn from(error: ClusterError) -> Self {
        match error {
            ClusterError::Cancelled(cancelled) => Self::Cancelled(cancelled),
            other => Self::Cluster(other),
        }
    }
}
