//! Why a text could not be segmented.

use recto_math::Cancelled;

/// Why a text could not be segmented.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SegmentError {
    /// Nothing but blanks.
    #[error("no text units: there is nothing but blanks in it")]
    NoUnits,
    /// More segments than units.
    #[error(
        "{asked} segments asked for, but there are only {units} units; ask for at most {units}"
    )]
    TooManySegments {
        /// How many segments were asked for.
        asked: usize,
        /// How many units there are.
        units: usize,
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
    /// A table that would not fit.
    #[error(
        "{segments} segments of {units} units need {mebibytes} MiB, more than the limit of {limit} MiB; \
         ask for fewer segments, for a range, or for --max-words"
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
        "{segments} segments cannot cover {units} units with a window of {window}; \
         raise the window to at least {least} or ask for more segments"
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
    #[error("{units} units are too many: the limit is {limit}; {remedy}")]
    TooLarge {
        /// How many units there are.
        units: usize,
        /// How many there may be.
        limit: usize,
        /// What to do.
        remedy: &'static str,
    },
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
