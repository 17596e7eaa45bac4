//! WindowDiff and Pk: disagreements of two segmentations in a sliding window.
//!
//! Windows start at unit `i` and span `k` gaps, from unit `i` to unit `i + k`; there are `n - k`.
//! A boundary at offset `b` lies inside when `i < b <= i + k`, so the number that a window sees
//! changes only at `i = b - k` and `i = b`. The sweep below walks from change to change: its cost
//! depends on the number of boundaries, not on the number of units.
//!
//! When `n <= k` no window fits: the scores are 0 for equal segmentations and 1 otherwise.
//!
//! All functions here take bounds that [`check_bounds`](super::check_bounds) accepts.

use super::{inner, round_half_even};

/// Half the mean length of a reference segment, rounded half to even, at least 1.
///
/// Other tools differ: segeval never goes below 2, and NLTK divides by the number of
/// boundaries; give `k` when comparing with them.
pub fn default_window(reference: &[usize], n_units: usize) -> usize {
    let n_segments = reference.len().max(1) as u128;
    round_half_even(n_units as u128, 2 * n_segments).max(1)
}

/// Share of windows in which the number of boundaries differs: 0 is perfect, 1 the worst.
///
/// PevznerHearst02 def. WindowDiff, APS eq. 21: the sum is over windows that differ, not over the size
/// of the difference; see [`windowdiff_abs`] for that.
pub fn windowdiff(reference: &[usize], hypothesis: &[usize], k: usize) -> f64 {
    share(reference, hypothesis, k, |r, h| u128::from(r != h))
}

/// Mean absolute difference of the number of boundaries in a window. May exceed 1.
///
/// Some programs print this under the name of WindowDiff; it is here to compare with them.
pub fn windowdiff_abs(reference: &[usize], hypothesis: &[usize], k: usize) -> f64 {
    share(reference, hypothesis, k, |r, h| r.abs_diff(h) as u128)
}

/// WindowDiff with windows counted in units, as the program released with APS counts them.
///
/// A window holds `w` units, half the mean reference segment with both divisions rounded down,
/// and so `w - 1` gaps. It reads a few hundredths lower than [`windowdiff`]. Undefined (`None`)
/// when `w < 2`: such a window has no gap. Any `k` of the caller plays no part.
pub fn windowdiff_units(reference: &[usize], hypothesis: &[usize]) -> Option<f64> {
    let n_units = reference.last()?;
    let w = n_units / reference.len() / 2;
    (w >= 2).then(|| windowdiff(reference, hypothesis, w - 1))
}

/// Share of windows whose two ends are in one segment by one segmentation and not by the other.
///
/// Beeferman99 def. Pk. Misses a surplus boundary beside a true one.
pub fn pk(reference: &[usize], hypothesis: &[usize], k: usize) -> f64 {
    share(reference, hypothesis, k, |r, h| {
        u128::from((r == 0) != (h == 0))
    })
}

/// Mean of `cost(reference boundaries, hypothesis boundaries)` over all windows.
fn share(
    reference: &[usize],
    hypothesis: &[usize],
    k: usize,
    cost: impl Fn(usize, usize) -> u128,
) -> f64 {
    let n_units = reference.last().copied().unwrap_or(0);
    if n_units <= k {
        return if reference == hypothesis { 0.0 } else { 1.0 };
    }
    let n_windows = n_units - k;
    let mut total = 0;
    sweep(reference, hypothesis, k, n_windows, |length, r, h| {
        total += length as u128 * cost(r, h);
    });
    total as f64 / n_windows as f64
}

/// Calls `visit(length, r, h)` for each stretch of `length` neighbouring windows that see `r`
/// boundaries of the reference and `h` of the hypothesis.
fn sweep(
    reference: &[usize],
    hypothesis: &[usize],
    k: usize,
    n_windows: usize,
    mut visit: impl FnMut(usize, usize, usize),
) {
    let mut counts = [0usize; 2];
    let mut start = 0;
    for change in changes([inner(reference), inner(hypothesis)], k) {
        // Windows past the last one would reach over the end of the text.
        let at = change.window.min(n_windows);
        if at > start {
            visit(at - start, counts[0], counts[1]);
            start = at;
        }
        if change.enters {
            counts[change.side] += 1;
        } else {
            counts[change.side] -= 1;
        }
    }
    visit(n_windows - start, counts[0], counts[1]);
}

/// A boundary enters or leaves the view at the window that starts at unit `window`.
struct Change {
    window: usize,
    enters: bool,
    side: usize,
}

/// All changes in the order of windows, entries first, so that no count falls below 0.
fn changes(sides: [&[usize]; 2], k: usize) -> Vec<Change> {
    let mut changes = Vec::with_capacity(2 * (sides[0].len() + sides[1].len()));
    for (side, boundaries) in sides.into_iter().enumerate() {
        let enter = boundaries.iter().map(|b| (b.saturating_sub(k), true));
        let leave = boundaries.iter().map(|&b| (b, false));
        // Chained, not interleaved: the stable sort merges four sorted runs in linear time.
        changes.extend(enter.chain(leave).map(|(window, enters)| Change {
            window,
            enters,
            side,
        }));
    }
    changes.sort_by_key(|change| (change.window, !change.enters));
    changes
}
