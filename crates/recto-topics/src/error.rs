//! Errors of topic models.

use recto_math::cluster::ClusterError;
use recto_math::envelope::SAVE_AGAIN;
use recto_math::{BadParameter, Cancelled, Notice, Remedy};

/// An error of a topic model, of its parameters or of its input.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TopicsError {
    /// The corpus has no documents.
    #[error("no documents")]
    NoDocuments,
    /// The filter left no terms.
    #[error("no terms are left: {filter}; read more documents")]
    NoTerms {
        /// What the filter requires of a term.
        filter: String,
        /// The parameter of the filter to relax; `None` if relaxing none would help.
        remedy: Option<Remedy>,
    },
    /// No topics, or more topics than tokens.
    #[error("topics must be between 1 and {tokens}, the number of words, not `{asked}`")]
    TopicCount {
        /// The number of topics that was asked for.
        asked: usize,
        /// Tokens of the corpus.
        tokens: usize,
    },
    /// Too few documents for a held-out set.
    #[error(
        "cannot hold out documents: {documents} documents have words, at least {least} are needed"
    )]
    TooFewToHoldOut {
        /// Documents with words.
        documents: usize,
        /// The smallest number of such documents that can be split.
        least: usize,
    },
    /// A parameter out of its range.
    #[error(transparent)]
    Parameter(#[from] BadParameter),
    /// The estimated memory of the fit exceeds the limit.
    #[error("{method} needs about {mebibytes} MiB, more than the limit of {limit} MiB")]
    TooMuchMemory {
        /// The method's name in the table.
        method: &'static str,
        /// Estimated memory in MiB.
        mebibytes: usize,
        /// The limit in MiB.
        limit: usize,
    },
    /// Input other than documents that cannot be used, such as seed words.
    #[error("{what}: {problem}")]
    Input {
        /// The kind of input.
        what: &'static str,
        /// What is wrong and where.
        problem: String,
    },
    /// A saved model that cannot be loaded, and why.
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
    /// A saved model of a method that the table does not have.
    #[error("there is no method {0}; see the table of methods")]
    UnknownMethod(String),
    /// The documents could not be clustered.
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

    /// The parameter that would resolve the error; `None` if none would.
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
            Self::Saved(_) => Some(SAVE_AGAIN),
            Self::SavedTooLarge { .. } => Some(Remedy::Raise("max_memory")),
            Self::NoDocuments
            | Self::TooFewToHoldOut { .. }
            | Self::Parameter { .. }
            | Self::Input { .. }
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
