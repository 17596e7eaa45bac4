//! Errors of event detection.

use recto_math::{BadParameter, Cancelled, Notice, Remedy};

/// An error of a detector, of its parameters or of its input.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EventsError {
    /// More messages than indices of 32 bits can name.
    #[error("{0} messages are more than the 4,294,967,295 that can be numbered")]
    TooMany(usize),
    /// A stream of too many bins.
    #[error("the messages span {days:.0} days, too many for bins of {bin} seconds")]
    TooLong {
        /// Days from the first to the last message.
        days: f64,
        /// Width of a bin in seconds.
        bin: f64,
    },
    /// Bytes that are no saved state of a running detector.
    #[error("the saved state of the stream cannot be read: {0}")]
    BadState(String),
    /// A state that was saved by a detector with other options.
    #[error("the state was saved with {option} {saved}, now it is {asked}")]
    OtherOptions {
        /// The option that differs.
        option: String,
        /// Its value in the saved state, as JSON.
        saved: String,
        /// Its value now, as JSON.
        asked: String,
    },
    /// A parameter out of its range.
    #[error(transparent)]
    Parameter(#[from] BadParameter),
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl EventsError {
    /// The parameter that would resolve the error; `None` if none would.
    pub fn remedy(&self) -> Option<Remedy> {
        matches!(self, Self::TooLong { .. }).then_some(Remedy::Raise("bin"))
    }
}

impl From<&EventsError> for Notice {
    fn from(error: &EventsError) -> Self {
        Self {
            message: error.to_string(),
            remedy: error.remedy(),
        }
    }
}
