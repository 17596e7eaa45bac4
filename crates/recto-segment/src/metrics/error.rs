//! Errors of metrics and reference formats.

use std::fmt;

/// Which of the two segmentations an error is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// What the hypothesis is measured against.
    Reference,
    /// What is measured.
    Hypothesis,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Reference => "reference",
            Self::Hypothesis => "hypothesis",
        })
    }
}

/// Why a score cannot be given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MetricError {
    /// There is nothing to segment.
    #[error("no text units: a metric needs at least one")]
    NoUnits,
    /// Reference and hypothesis are not about the same number of units.
    #[error(
        "the {side} covers {length} units but there are {n_units}; \
         split both texts into the same units"
    )]
    Length {
        /// The segmentation at fault.
        side: Side,
        /// Its last bound, 0 if it has none.
        length: usize,
        /// The number of units.
        n_units: usize,
    },
    /// Bounds do not increase.
    #[error(
        "bound {index} of the {side} is {bound}, after {previous}; \
         bounds are end offsets and must increase from above 0"
    )]
    Order {
        /// The segmentation at fault.
        side: Side,
        /// Position of the bound in the list.
        index: usize,
        /// Its value.
        bound: usize,
        /// The value before it.
        previous: usize,
    },
    /// A window of no units sees nothing.
    #[error("the window k is 0; give at least 1, or none for half the mean reference segment")]
    Window,
    /// A number of segments that the units cannot make.
    #[error("segments must be between 1 and {n_units}, the number of units, not `{n_segments}`")]
    Segments {
        /// What was asked for.
        n_segments: usize,
        /// The number of units.
        n_units: usize,
    },
}
