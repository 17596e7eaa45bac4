//! Why topics could not be found.

use recto_math::cluster::ClusterError;
use recto_math::{BadParameter, Cancelled, Notice, Remedy};

/// Why topics could not be found.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TopicsError {
    /// Nothing was read.
    #[error("no documents")]
    NoDocuments,
    /// Nothing is left to count.
    #[error("no terms are left: {filter}; read more documents")]
    NoTerms {
        /// The filter that took them.
        filter: String,
        /// Which parameter of the filter could be eased; `None` if none could.
        remedy: Option<Remedy>,
    },
    /// More topics than tokens, or none.
    #[error("{asked} topics asked for, but the documents have {tokens} words")]
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
    #[error(transparent)]
    Parameter(#[from] BadParameter),
    /// The fit would not fit into memory.
    #[error("{method} needs about {mebibytes} MiB, more than the limit of {limit} MiB")]
    TooMuchMemory {
        /// Which method.
        method: &'static str,
        /// What it would take.
        mebibytes: usize,
        /// What it may take.
        limit: usize,
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
    /// A saved model that would not fit into memory.
    #[error(
        "saved model: its {topics} topics and {terms} terms need about {mebibytes} MiB here, \
         more than the limit of {limit} MiB"
    )]
    SavedTooLarge {
        /// How many topics it has.
        topics: usize,
        /// How many terms it has.
        terms: usize,
        /// What it would take.
        mebibytes: usize,
        /// What it may take.
        limit: usize,
    },
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
        BadParameter::new(name, value, range).into()
    }

    /// What can be done about it by a parameter; `None` if nothing.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::NoTerms { remedy, .. } => *remedy,
            Self::TopicCount { asked: 0, .. } => Some(Remedy::Raise("topics")),
            Self::TopicCount { .. } => Some(Remedy::Lower("topics")),
            Self::TooMuchMemory { .. } => Some(Remedy::OneOf(&[
                Remedy::Lower("topics"),
                Remedy::Raise("min_documents"),
                Remedy::Raise("max_memory"),
            ])),
            Self::SavedTooLarge { .. } => Some(Remedy::Raise("max_memory")),
            Self::NoDocuments
            | Self::TooFewToHoldOut { .. }
            | Self::Parameter { .. }
            | Self::Input { .. }
            | Self::Saved(_)
            | Self::UnknownMethod(_)
            | Self::Cluster(_)
            | Self::Cancelled(_) => None,
        }
    }
}

impl From<&TopicsError> for Notice {
    fn from(error: &TopicsError) -> Self {
        Self {
            message: error.to_string(),
            remedy: error.remedy(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_parameters_that_help() {
        let error = TopicsError::TooMuchMemory {
            method: "lda",
            mebibytes: 900,
            limit: 512,
        };
        assert_eq!(
            Notice::from(&error).to_string(),
            "lda needs about 900 MiB, more than the limit of 512 MiB; \
             lower `topics`, raise `min_documents` or raise `max_memory`"
        );
        let count = |asked| TopicsError::TopicCount { asked, tokens: 9 }.remedy();
        assert_eq!(count(0), Some(Remedy::Raise("topics")));
        assert_eq!(count(10), Some(Remedy::Lower("topics")));
        assert_eq!(TopicsError::NoDocuments.remedy(), None);
    }
}
