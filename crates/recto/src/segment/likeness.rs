//! How alike each unit is to those that follow it, for the picture of a text.

use recto_math::band::{Band, Cosines};
use recto_math::{Cancelled, Run};
use recto_segment::similarity;
use recto_text::Units;
use std::ops::Range;

/// Units that follow and are compared with.
const REACH: usize = 40;

/// Above this many units a picture has nothing to show that the strip does not.
const MAX_UNITS: usize = 4000;

/// Similarities near the diagonal.
#[derive(Debug, Clone, PartialEq)]
pub struct Likeness {
    /// The units' bytes.
    pub units: Vec<Range<usize>>,
    /// `values[i][d]` is the similarity of unit `i` and unit `i + d + 1`.
    pub values: Vec<Vec<f64>>,
}

/// The likeness of a text's units, smoothed over a few neighbours so that the eye sees
/// patches and not single words; `None` for a text too short or too long to draw.
pub(super) fn of(units: &Units<'_>, run: &Run<'_>) -> Result<Option<Likeness>, Cancelled> {
    let n = units.len();
    if !(8..=MAX_UNITS).contains(&n) {
        return Ok(None);
    }
    let smooth = similarity::Params {
        neighbours: 4,
        decay: 0.4,
        direction: similarity::Direction::Symmetric,
        ..similarity::Params::default()
    };
    let vectors = smooth.vectors(units);
    let band = Band::store(&Cosines::new(&vectors, REACH), run)?;
    let row = |i: usize| {
        (i + 1..n.min(i + REACH + 1))
            .map(|j| band.get(i, j))
            .collect()
    };
    Ok(Some(Likeness {
        units: units.units.iter().map(|unit| unit.span.range()).collect(),
        values: (0..n).map(row).collect(),
    }))
}
