//! Errors of summaries and comparisons.

use recto_math::{BadParameter, Cancelled, Notice, Remedy};

/// An error of a summary, a comparison or a ROUGE score.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SummarizeError {
    /// A parameter out of its range.
    #[error(transparent)]
    Parameter(#[from] BadParameter),
    /// The objective of a fit became infinite or NaN.
    #[error("{method}: the objective is not finite at iteration {iteration}")]
    NotFinite {
        /// Name of the method.
        method: &'static str,
        /// Iteration at which it happened.
        iteration: usize,
    },
    /// The similarity graph would not fit into memory.
    #[error("the similarity graph has about {pairs} edges, more than the limit of {most}")]
    TooManyPairs {
        /// Estimated number of edges.
        pairs: usize,
        /// Maximum number of edges.
        most: usize,
    },
    /// A fit would not fit into memory.
    #[error(
        "{topics} topics of {sentences} sentences need about {mebibytes} MiB, more than the \
         limit of {limit} MiB"
    )]
    TooManyTopics {
        /// How many topics, asked for or by the budget.
        topics: usize,
        /// How many sentences there are.
        sentences: usize,
        /// What it would take.
        mebibytes: usize,
        /// What it may take.
        limit: usize,
    },
    /// The method needs a query.
    #[error("{method} needs a query")]
    NoQuery {
        /// Name of the method.
        method: &'static str,
    },
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl SummarizeError {
    pub(crate) fn parameter(name: &'static str, value: impl ToString, range: &'static str) -> Self {
        BadParameter::new(name, value, range).into()
    }

    /// The parameter that would resolve the error; `None` if none would.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::NotFinite { .. } => {
                Some(Remedy::When("for another start", &Remedy::Set(&["seed"])))
            }
            Self::TooManyPairs { .. } => Some(Remedy::OneOf(&[
                Remedy::Raise("threshold"),
                Remedy::Method("auto"),
                Remedy::Raise("max_pairs"),
            ])),
            Self::TooManyTopics { .. } => Some(Remedy::OneOf(&[
                Remedy::Lower("topics"),
                Remedy::Method("auto"),
            ])),
            Self::NoQuery { .. } => Some(Remedy::Set(&["query"])),
            Self::Parameter { .. } | Self::Cancelled(_) => None,
        }
    }
}

impl From<&SummarizeError> for Notice {
    fn from(error: &SummarizeError) -> Self {
        Self {
            message: error.to_string(),
            remedy: error.remedy(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_parameters_that_help() {
        let said = |error: SummarizeError| Notice::from(&error).to_string();
        let pairs = SummarizeError::TooManyPairs { pairs: 9, most: 4 };
        assert_eq!(
            said(pairs),
            "the similarity graph has about 9 edges, more than the limit of 4; \
             raise `threshold`, use `method` = auto or raise `max_pairs`"
        );
        assert_eq!(
            said(SummarizeError::NoQuery { method: "tmr" }),
            "tmr needs a query; set `query`"
        );
        let lost = SummarizeError::NotFinite {
            method: "nmf",
            iteration: 3,
        };
        assert_eq!(
            said(lost),
            "nmf: the objective is not finite at iteration 3; for another start, set `seed`"
        );
        let parameter = SummarizeError::parameter("topics", 0, "1 or more");
        assert_eq!(parameter.remedy(), None);
    }
}
