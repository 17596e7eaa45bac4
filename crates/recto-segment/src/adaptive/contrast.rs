//! Lexical contrast of a text, measured on a pilot segmentation.

use super::Params;
use super::repeats::Repeats;
use super::score::{Mixed, PairExcess};
use recto_math::seq::{Lane, Lengths, solve};
use recto_math::{Cancelled, Run};

/// Sums over the whole document.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Totals {
    /// T: tokens.
    pub(super) tokens: f64,
    /// V2: terms that occur at least twice.
    pub(super) repeated: f64,
    /// P(0,N): weighted same-word pairs across units.
    pub(super) same: f64,
    /// Q(0,N): pairs across units.
    pub(super) pairs: f64,
}

impl Totals {
    /// One pass over the counts; `None` where there is too little repetition to compare
    /// anything.
    pub(super) fn of(repeats: &Repeats) -> Option<Self> {
        let tokens: f64 = repeats.lengths.iter().map(|&n| f64::from(n)).sum();
        let square = |x: u32| f64::from(x) * f64::from(x);
        let weight = |count: u32| tokens / f64::from(count);
        let repeated = || repeats.counts.iter().copied().filter(|&count| count > 1);
        let all: f64 = repeated().map(|count| weight(count) * square(count)).sum();
        let entries = (0..repeats.n_units()).flat_map(|unit| repeats.unit(unit));
        let inside: f64 = entries
            .map(|e| weight(repeats.counts[e.term as usize]) * square(e.count))
            .sum();
        let own: f64 = repeats.lengths.iter().map(|&n| square(n)).sum();
        let totals = Self {
            tokens,
            repeated: repeated().count() as f64,
            same: (all - inside) / 2.0,
            pairs: (tokens * tokens - own) / 2.0,
        };
        // Where every repetition is inside a unit, `same` is a rounding error.
        let enough = totals.repeated > 0.0 && totals.pairs > 0.0 && totals.same > 1e-9 * all;
        enough.then_some(totals)
    }

    /// mu: the level of agreement of the whole document.
    pub(super) fn level(&self) -> f64 {
        self.same / self.pairs
    }

    pub(super) fn pair_excess(&self, params: &Params) -> PairExcess {
        PairExcess {
            threshold: params.resolution * self.level(),
            scale: 1.0 / self.repeated.sqrt(),
        }
    }
}

/// The pilot: the best segmentation by score 1 alone at a low price a segment.
pub(super) fn pilot(
    repeats: &Repeats,
    pairs: &PairExcess,
    totals: &Totals,
    params: &Params,
    lengths: Lengths<'_>,
    run: &Run<'_>,
) -> Result<(Vec<usize>, f64), Cancelled> {
    let scores = Mixed {
        repeats,
        pairs,
        base: None,
        of_pairs: 1.0,
        of_base: 0.0,
    };
    let lanes = Lane::priced(&[params.pilot * totals.tokens]);
    let solution = solve(&scores, &lanes, lengths, run)?;
    let bounds = solution
        .bounds(0)
        .expect("a free number of segments always fits");
    Ok((bounds, solution.objective(0)))
}

/// rho: how many times more often two words of one segment agree than two of different
/// segments; 1 where that cannot be measured.
pub(super) fn contrast(
    repeats: &Repeats,
    totals: &Totals,
    bounds: &[usize],
    params: &Params,
) -> f64 {
    let (same, within) = inside(repeats, bounds);
    let (cross_same, cross_pairs) = (totals.same - same, totals.pairs - within);
    if bounds.len() < 2 || within <= 0.0 || cross_pairs <= 0.0 {
        return 1.0;
    }
    let (near, far) = (same / within, cross_same / cross_pairs);
    if far * params.max_contrast <= near {
        params.max_contrast
    } else {
        (near / far).max(1.0)
    }
}

/// Sums of P and Q over the segments.
fn inside(repeats: &Repeats, bounds: &[usize]) -> (f64, f64) {
    let mut counts = vec![0u32; repeats.n_terms()];
    let (mut same, mut within) = (0.0, 0.0);
    let mut start = 0;
    for &end in bounds {
        let mut tokens = 0.0;
        for unit in start..end {
            for entry in repeats.unit(unit) {
                let count = &mut counts[entry.term as usize];
                same += f64::from(*count) * f64::from(entry.count) * entry.weight;
                *count += entry.count;
            }
            let length = f64::from(repeats.lengths[unit]);
            within += tokens * length;
            tokens += length;
        }
        for entry in repeats.run(start, end) {
            counts[entry.term as usize] = 0;
        }
        start = end;
    }
    (same, within)
}
