//! How well confidences agree with what is right.
//!
//! A boundary is *right* if the reference has one within a tenth of its mean segment length, at
//! least one unit. Confidences are calibrated if of those that say .7 seven in ten are right;
//! the expected calibration error is the mean distance between both over five equal bands,
//! weighted by their boundaries.

use super::inner;

/// Number of equal bands that confidences are judged in.
const BANDS: usize = 5;

/// A confidence, and whether its boundary is right.
pub type Judged = (f64, bool);

/// The boundaries in a band of confidences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// Mean confidence.
    pub said: f64,
    /// Share of right boundaries.
    pub right: f64,
    /// How many boundaries.
    pub count: usize,
}

/// Whether a boundary is right by a reference's bounds.
pub fn is_right(reference: &[usize], boundary: usize) -> bool {
    let n = reference.last().copied().unwrap_or(0);
    let tenths = 10 * reference.len().max(1);
    let tolerance = ((n + tenths / 2) / tenths).max(1);
    let mut near = inner(reference).iter();
    near.any(|&bound| bound.abs_diff(boundary) <= tolerance)
}

/// The boundaries of a segmentation that have a confidence, judged by a reference.
pub fn judge(reference: &[usize], found: &crate::Segmentation) -> Vec<Judged> {
    let openings = found.bounds.iter().zip(found.confidence.iter().skip(1));
    openings
        .filter_map(|(&bound, &confidence)| Some((confidence?, is_right(reference, bound))))
        .collect()
}

/// The bands that have boundaries, from the least sure on.
pub fn bands(judged: &[Judged]) -> Vec<Band> {
    let band_of = |confidence: f64| ((confidence * BANDS as f64) as usize).min(BANDS - 1);
    let band = |band: usize| {
        let of_band = judged.iter().filter(|(said, _)| band_of(*said) == band);
        let inside: Vec<&Judged> = of_band.collect();
        let n = inside.len() as f64;
        (!inside.is_empty()).then(|| Band {
            said: inside.iter().map(|(said, _)| said).sum::<f64>() / n,
            right: inside.iter().filter(|(_, is_right)| *is_right).count() as f64 / n,
            count: inside.len(),
        })
    };
    (0..BANDS).filter_map(band).collect()
}

/// Expected calibration error, from 0 to 1; 0 without boundaries.
pub fn error(judged: &[Judged]) -> f64 {
    let n = judged.len().max(1) as f64;
    let distance = |band: &Band| (band.said - band.right).abs() * band.count as f64 / n;
    bands(judged).iter().map(distance).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_is_within_a_tenth_of_the_mean_segment() {
        // Segments of 50 units: five units either side.
        assert!(is_right(&[50, 100], 45) && is_right(&[50, 100], 55));
        assert!(!is_right(&[50, 100], 44) && !is_right(&[50, 100], 56));
        // Short segments: one unit. The end of the text is no boundary.
        assert!(is_right(&[4, 8], 5) && !is_right(&[4, 8], 6) && !is_right(&[4, 8], 7));
        assert!(!is_right(&[8], 4));
    }

    #[test]
    fn the_error_is_the_mean_distance_of_said_and_right() {
        let judged = [(0.5, true), (0.5, false), (0.9, true), (0.7, false)];
        let found = bands(&judged);
        assert_eq!(found.len(), 3);
        assert_eq!(
            (found[0].said, found[0].right, found[0].count),
            (0.5, 0.5, 2)
        );
        assert!((error(&judged) - (0.1 + 0.7) / 4.0).abs() < 1e-12);
        assert_eq!(error(&[]), 0.0);
        assert_eq!(error(&[(1.0, true)]), 0.0);
    }

    #[test]
    fn boundaries_without_confidence_are_left_out() {
        let mut found = crate::Segmentation::from_bounds(vec![5, 7, 10]);
        found.confidence[1] = Some(0.8);
        assert_eq!(judge(&[5, 10], &found), [(0.8, true)]);
    }
}
