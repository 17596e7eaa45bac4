//! The table of methods.

use crate::{Detector, EventsError, Options};

/// A row of the table of methods.
pub type Method = recto_math::Method<Options, dyn Detector, EventsError>;

/// All detectors, the recommended one first.
pub const fn methods() -> &'static [Method] {
    &METHODS
}

static METHODS: [Method; 0] = [];
