//! Posterior probability of each boundary: the dynamic programme with sums instead of
//! maxima (forward-backward).
//!
//! A segmentation has weight `exp((sum of scores - price * segments) / temperature)`.

use super::{Lengths, Order, SegmentScores, each_row};
use crate::{Cancelled, Run};

/// `ln(e^a + e^b)` without overflow or underflow.
pub fn ln_add(a: f64, b: f64) -> f64 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    // Below e^-40 nothing is left of it in 53 bits, and most segments are that unlikely.
    if low == f64::NEG_INFINITY || high - low > 40.0 {
        return high;
    }
    high + (low - high).exp().ln_1p()
}

/// Probability of a boundary at each of the `n + 1` positions; 1 at both ends. `price` is
/// the penalty for each segment. Two passes over the rows (scores are computed twice, so
/// that memory is O(N)).
///
/// # Errors
/// [`Cancelled`] if the observer asks to stop.
pub fn boundaries<S: SegmentScores>(
    scores: &S,
    price: f64,
    temperature: f64,
    lengths: Lengths<'_>,
    run: &Run<'_>,
) -> Result<Vec<f64>, Cancelled> {
    let n = scores.n_units();
    let weight = |score: f64| (score - price) / temperature;
    let mut before = vec![f64::NEG_INFINITY; n + 1];
    before[0] = 0.0;
    each_row(scores, lengths, Order::Forward, run, |start, row| {
        for (i, &score) in row.iter().enumerate() {
            let end = start + i + 1;
            before[end] = ln_add(before[end], before[start] + weight(score));
        }
    })?;
    let mut after = vec![f64::NEG_INFINITY; n + 1];
    after[n] = 0.0;
    each_row(scores, lengths, Order::Backward, run, |start, row| {
        for (i, &score) in row.iter().enumerate() {
            after[start] = ln_add(after[start], after[start + i + 1] + weight(score));
        }
    })?;
    let all = before[n];
    // Forward and backward sums are rounded differently, so the quotient may pass 1.
    let probability = |(b, a): (&f64, &f64)| (b + a - all).exp().min(1.0);
    Ok(before.iter().zip(&after).map(probability).collect())
}
