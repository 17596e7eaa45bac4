//! Why a summary could not be made.

use recto_math::Cancelled;

/// Why a summary could not be made.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SummarizeError {
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
    /// A fit left the numbers.
    #[error("{method}: the objective is not a number at iteration {iteration}; try another seed")]
    NotFinite {
        /// Which method.
        method: &'static str,
        /// When.
        iteration: usize,
    },
    /// The graph would not fit into memory.
    #[error(
        "about {pairs} pairs of sentences are alike, more than {most}; raise --threshold, use \
         --method auto, or allow more with --max-pairs"
    )]
    TooManyPairs {
        /// How many there are, about.
        pairs: usize,
        /// How many there may be.
        most: usize,
    },
    /// The method needs a question.
    #[error("{method} answers a question; give one with --query")]
    NoQuery {
        /// Which method.
        method: &'static str,
    },
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl SummarizeError {
    pub(crate) fn parameter(name: &'static str, value: impl ToString, range: &'static str) -> Self {
        Self::Parameter {
            name,
            value: value.to_string(),
            range,
        }
    }
}
