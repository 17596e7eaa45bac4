//! Similarity of segments to their centres.
//!
//! The paper judges centres by reading them. Counted here: which share of the different
//! terms of a segment its centre holds, beside what a unit drawn at random from the same
//! segment holds.

use rand_chacha::rand_core::Rng;
use recto_math::rng;
use recto_segment::exact::solve::Centred;
use recto_text::{Corpus, Units};

/// Units drawn in each segment.
const DRAWS: u32 = 20;

/// Sums over segments of at least two units that have terms.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Described {
    pub(super) segments: usize,
    pub(super) center: f64,
    pub(super) random: f64,
}

impl Described {
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            segments: self.segments + other.segments,
            center: self.center + other.center,
            random: self.random + other.random,
        }
    }
}

/// Measures the centres of a segmentation; each text draws from a stream of its own.
pub(super) fn described(units: &Units<'_>, found: &Centred, seed: u64, text: u64) -> Described {
    let by_unit = Corpus::of_units(units).counts;
    let by_segment = Corpus::of_segments(units, &found.bounds).counts;
    let mut rng = rng::stream(seed, "centres", text);
    let starts = [0].into_iter().chain(found.bounds.iter().copied());
    let segments = starts.zip(&found.bounds).zip(&found.centers).enumerate();
    let mut sums = Described::default();
    for (s, ((start, &end), &center)) in segments {
        let types = by_segment.row(s).columns.len();
        if end - start < 2 || types == 0 {
            continue;
        }
        let share = |unit: usize| by_unit.row(unit).columns.len() as f64 / types as f64;
        let draw = |_| start + (rng.next_u64() % (end - start) as u64) as usize;
        let drawn: f64 = (0..DRAWS).map(draw).map(share).sum();
        sums.segments += 1;
        sums.center += share(center);
        sums.random += drawn / f64::from(DRAWS);
    }
    sums
}
