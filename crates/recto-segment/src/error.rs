//! Errors of segmentation.

use recto_math::{BadParameter, Cancelled, Notice, Remedy};

/// An error of a segmentation method, its parameters or its input.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SegmentError {
    /// The text has no units.
    #[error("no text units: there is nothing but blanks in it")]
    NoUnits,
    /// More segments than units.
    #[error("segments must be between 1 and {units}, the number of units, not `{asked}`")]
    TooManySegments {
        /// Number of segments asked for.
        asked: usize,
        /// Number of units in the text.
        units: usize,
    },
    /// A parameter out of its range.
    #[error(transparent)]
    Parameter(#[from] BadParameter),
    /// The table of the dynamic programme would exceed the memory limit.
    #[error(
        "{segments} segments of {units} units need {mebibytes} MiB, more than the limit of {limit} MiB"
    )]
    TooMuchMemory {
        /// Number of segments asked for.
        segments: usize,
        /// Number of units in the text.
        units: usize,
        /// Size of the table in MiB.
        mebibytes: usize,
        /// Limit in MiB.
        limit: usize,
    },
    /// Input other than the text that cannot be used, such as similarities.
    #[error("{what}: {problem}")]
    Input {
        /// The kind of input.
        what: &'static str,
        /// What is wrong, where, and what to do.
        problem: String,
    },
    /// Too few segments for the window: no unit may be farther from its centre than that.
    #[error(
        "{segments} segments cannot cover {units} units with a window of {window}: \
         a window of at least {least} can"
    )]
    WindowTooNarrow {
        /// Number of segments asked for.
        segments: usize,
        /// Number of units in the text.
        units: usize,
        /// The given window, in units.
        window: usize,
        /// The smallest window that would suffice.
        least: usize,
    },
    /// More units than the method can handle.
    #[error("{units} units are too many: the limit is {limit}")]
    TooLarge {
        /// Number of units in the text.
        units: usize,
        /// Maximum number of units.
        limit: usize,
        /// How to stay below the limit.
        remedy: Remedy,
    },
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl SegmentError {
    /// The parameter that would resolve the error; `None` if none would.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::TooManySegments { .. } => Some(Remedy::Lower("segments")),
            Self::TooMuchMemory { .. } => Some(Remedy::OneOf(&[
                Remedy::Lower("segments"),
                Remedy::To("segments", "A..B"),
                Remedy::Set(&["max_words"]),
            ])),
            Self::WindowTooNarrow { .. } => Some(Remedy::OneOf(&[
                Remedy::Raise("window"),
                Remedy::Raise("segments"),
            ])),
            Self::TooLarge { remedy, .. } => Some(*remedy),
            Self::NoUnits | Self::Parameter { .. } | Self::Input { .. } | Self::Cancelled(_) => {
                None
            }
        }
    }
}

impl From<&SegmentError> for Notice {
    fn from(error: &SegmentError) -> Self {
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
        let error = SegmentError::TooMuchMemory {
            segments: 900,
            units: 100_000,
            mebibytes: 1031,
            limit: 512,
        };
        assert_eq!(
            Notice::from(&error).to_string(),
            "900 segments of 100000 units need 1031 MiB, more than the limit of 512 MiB; \
             lower `segments`, set `segments` = A..B or set `max_words`"
        );
        let error = SegmentError::WindowTooNarrow {
            segments: 2,
            units: 40,
            window: 3,
            least: 10,
        };
        assert_eq!(
            Notice::from(&error).to_string(),
            "2 segments cannot cover 40 units with a window of 3: a window of at least 10 can; \
             raise `window` or raise `segments`"
        );
        let error = SegmentError::TooManySegments { asked: 3, units: 2 };
        assert_eq!(error.remedy(), Some(Remedy::Lower("segments")));
        assert_eq!(SegmentError::NoUnits.remedy(), None);
    }
}
