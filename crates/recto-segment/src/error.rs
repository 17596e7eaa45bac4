//! Why a text could not be segmented.

use recto_math::{BadParameter, Cancelled, Notice, Remedy};

/// Why a text could not be segmented.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SegmentError {
    /// Nothing but blanks.
    #[error("no text units: there is nothing but blanks in it")]
    NoUnits,
    /// More segments than units.
    #[error("segments must be between 1 and {units}, the number of units, not `{asked}`")]
    TooManySegments {
        /// How many segments were asked for.
        asked: usize,
        /// How many units there are.
        units: usize,
    },
    /// A parameter out of its range.
    #[error(transparent)]
    Parameter(#[from] BadParameter),
    /// A table that would not fit.
    #[error(
        "{segments} segments of {units} units need {mebibytes} MiB, more than the limit of {limit} MiB"
    )]
    TooMuchMemory {
        /// How many segments were asked for.
        segments: usize,
        /// How many units there are.
        units: usize,
        /// What the table would take.
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
    /// Too few segments for a window: no unit may be farther than that from its centre.
    #[error(
        "{segments} segments cannot cover {units} units with a window of {window}: \
         a window of at least {least} can"
    )]
    WindowTooNarrow {
        /// How many segments were asked for.
        segments: usize,
        /// How many units there are.
        units: usize,
        /// The window.
        window: usize,
        /// The least window that would do.
        least: usize,
    },
    /// Too much text for a method.
    #[error("{units} units are too many: the limit is {limit}")]
    TooLarge {
        /// How many units there are.
        units: usize,
        /// How many there may be.
        limit: usize,
        /// What to do.
        remedy: Remedy,
    },
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl SegmentError {
    /// What can be done about it by a parameter; `None` if nothing.
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
