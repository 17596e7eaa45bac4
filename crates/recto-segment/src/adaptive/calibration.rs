//! How probable it is that a boundary is right.
//!
//! The model's own probability that a segment starts at a unit (sums over all segmentations,
//! [`posterior`]) orders boundaries well and is over-sure: real text holds more structure than
//! one outline shows. It is therefore mapped to the share of boundaries that were right:
//! `logit(confidence) = a + b logit(p)`. What right means, and how far off this is, is measured
//! by [`crate::metrics::calibration`].
//!
//! The numbers were fitted to the boundaries of nine kinds of development text, the number of
//! segments unknown and given, each kind weighing at most as 40 boundaries do. Chosen without
//! one kind, they said .48, .67 and .96 of its boundaries where .50, .65 and .94 were right.
//! Contrast, gain, lengths and the number of units added nothing.

use crate::SegmentError;
use recto_math::Run;
use recto_math::seq::{Lengths, SegmentScores, posterior};

/// How much worse than the best, in prices of a segment, a segmentation may be and still
/// count.
const TEMPERATURE: f64 = 0.5;

/// a.
const INTERCEPT: f64 = 2.8;

/// b.
const SLOPE: f64 = 1.7;

/// Probabilities outside are taken for the nearer end: nothing was to be learnt from how small
/// or large they are.
const LEARNT: [f64; 2] = [0.15, 0.8];

/// The confidence of the boundary at the start of each segment, `None` for the first. The
/// price is that of granularity 1: asking for more segments makes no boundary surer.
pub(super) fn confidence<S: SegmentScores>(
    scores: &S,
    bounds: &[usize],
    lengths: Lengths<'_>,
    run: &Run<'_>,
) -> Result<Vec<Option<f64>>, SegmentError> {
    let Some((_, inner)) = bounds.split_last().filter(|(_, inner)| !inner.is_empty()) else {
        return Ok(vec![None; bounds.len()]);
    };
    let probable = posterior::boundaries(scores, 1.0, TEMPERATURE, lengths, run)?;
    let sure = inner.iter().map(|&bound| Some(calibrated(probable[bound])));
    Ok([None].into_iter().chain(sure).collect())
}

fn calibrated(probability: f64) -> f64 {
    let p = probability.clamp(LEARNT[0], LEARNT[1]);
    let logit = INTERCEPT + SLOPE * (p / (1.0 - p)).ln();
    1.0 / (1.0 + (-logit).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surer_boundaries_have_larger_confidences() {
        let found: Vec<f64> = (0..=20).map(|i| calibrated(f64::from(i) / 20.0)).collect();
        assert!(found.is_sorted());
        assert!(found[0] > 0.25 && found[20] < 1.0);
        // Below this a boundary is more often wrong than right, and pages draw it dashed.
        let even = 1.0 / (1.0 + (INTERCEPT / SLOPE).exp());
        assert!((calibrated(even) - 0.5).abs() < 1e-12);
    }
}
