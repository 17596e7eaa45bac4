//! Estimating theta in turn with the segmentation (hard EM).

use crate::SegmentError;
use recto_math::seq::SegmentScores;
use recto_math::seq::dirichlet::{Symmetric, TermLists};

/// Rounds after which the estimate is taken as it is.
const MAX_ROUNDS: usize = 20;

/// Where theta is looked for.
const RANGE: (f64, f64) = (1e-4, 10.0);

/// Segments with theta, then finds the theta under which these segments are likeliest,
/// until the segmentation stays. Returns theta, bounds and objective.
pub(super) fn estimate(
    lists: &TermLists,
    segment: impl Fn(f64) -> Result<(Vec<usize>, f64), SegmentError>,
) -> Result<(f64, Vec<usize>, f64), SegmentError> {
    let mut theta = 0.1;
    let (mut bounds, mut net) = segment(theta)?;
    for _ in 0..MAX_ROUNDS {
        theta = likeliest(lists, &bounds);
        let (next, objective) = segment(theta)?;
        net = objective;
        if next == bounds {
            break;
        }
        bounds = next;
    }
    Ok((theta, bounds, net))
}

/// Golden-section search for the maximum over ln theta.
fn likeliest(lists: &TermLists, bounds: &[usize]) -> f64 {
    let ratio = (5f64.sqrt() - 1.0) / 2.0;
    let value = |log: f64| likelihood(lists, bounds, log.exp());
    let (mut low, mut high) = (RANGE.0.ln(), RANGE.1.ln());
    let (mut a, mut b) = (high - ratio * (high - low), low + ratio * (high - low));
    let (mut at_a, mut at_b) = (value(a), value(b));
    while high - low > 1e-4 {
        if at_a > at_b {
            (high, b, at_b) = (b, a, at_a);
            a = high - ratio * (high - low);
            at_a = value(a);
        } else {
            (low, a, at_a) = (a, b, at_b);
            b = low + ratio * (high - low);
            at_b = value(b);
        }
    }
    f64::midpoint(low, high).exp()
}

/// The sum of the segments' scores under theta.
pub(super) fn likelihood(lists: &TermLists, bounds: &[usize], theta: f64) -> f64 {
    let scores = Symmetric::new(lists, theta);
    let mut scratch = scores.scratch();
    let mut row = Vec::new();
    let mut start = 0;
    let mut sum = 0.0;
    for &end in bounds {
        row.clear();
        row.resize(end - start, 0.0);
        scores.row(start, &mut row, &mut scratch);
        sum += row.last().copied().unwrap_or(0.0);
        start = end;
    }
    sum
}
