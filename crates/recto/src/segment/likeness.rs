//! How alike each part of a text is to those that follow it, for a picture of the text.
//!
//! Units are joined into parts of equal size, at least three units each: single sentences
//! share too few words for the eye to see where patches end. The likeness of two parts is
//! the cosine of their tf-idf vectors; parts do not overlap, so neighbours are not alike
//! by construction.

use recto_math::band::{Band, Cosines};
use recto_math::weight::Weighting;
use recto_math::{Cancelled, Run};
use recto_text::{Corpus, Units};
use std::ops::Range;

/// The most parts in a picture.
const MAX_PARTS: usize = 120;

/// The fewest units in a part.
const MIN_UNITS: usize = 3;

/// The fewest parts that make a picture.
const MIN_PARTS: usize = 6;

/// Parts that follow and are compared with.
const REACH: usize = 24;

/// Similarities near the diagonal.
#[derive(Debug, Clone, PartialEq)]
pub struct Likeness {
    /// How many units a part has; the last one may have fewer.
    pub units_in_part: usize,
    /// The parts' bytes.
    pub parts: Vec<Range<usize>>,
    /// `values[i][d]` is the likeness of part `i` and part `i + d + 1`.
    pub values: Vec<Vec<f64>>,
}

impl Likeness {
    /// The part whose start is nearest to the start of a unit.
    pub fn part_at(&self, unit: usize) -> usize {
        (unit + self.units_in_part / 2) / self.units_in_part
    }
}

/// The likeness of a text's parts; `None` for a text too short to draw.
pub(super) fn of(units: &Units<'_>, run: &Run<'_>) -> Result<Option<Likeness>, Cancelled> {
    let n = units.len();
    let units_in_part = n.div_ceil(MAX_PARTS).max(MIN_UNITS);
    let ends: Vec<usize> = (1..=n.div_ceil(units_in_part))
        .map(|i| (i * units_in_part).min(n))
        .collect();
    if ends.len() < MIN_PARTS {
        return Ok(None);
    }
    let vectors = Weighting::TfIdf.apply(&Corpus::of_segments(units, &ends).counts);
    let band = Band::store(&Cosines::new(&vectors, REACH), run)?;
    let row = |i: usize| {
        (i + 1..ends.len().min(i + REACH + 1))
            .map(|j| band.get(i, j))
            .collect()
    };
    let span = |&end: &usize| {
        let start = (end - 1) / units_in_part * units_in_part;
        units.opening(start)..units.units[end - 1].span.end
    };
    Ok(Some(Likeness {
        units_in_part,
        parts: ends.iter().map(span).collect(),
        values: (0..ends.len()).map(row).collect(),
    }))
}
