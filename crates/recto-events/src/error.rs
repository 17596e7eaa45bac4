//! Errors of event detection.

use recto_math::{BadParameter, Cancelled, Notice};

/// An error of a detector, of its parameters or of its input.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EventsError {
    /// A time that is no finite number.
    #[error("message {index}: the time {time} is not a finite number of seconds")]
    BadTime {
        /// Position in the slice, from 0.
        index: usize,
        /// The time as given.
        time: String,
    },
    /// More messages than indices of 32 bits can name.
    #[error("{0} messages are more than the 4,294,967,295 that can be numbered")]
    TooMany(usize),
    /// A parameter out of its range.
    #[error(transparent)]
    Parameter(#[from] BadParameter),
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl From<&EventsError> for Notice {
    fn from(error: &EventsError) -> Self {
        error.to_string().into()
    }
}
