//! Segmentation metrics: scores of a hypothesis against a reference.
//!
//! A segmentation of `n` units is its **bounds**: the strictly increasing exclusive end offsets
//! of its segments, the last of which is `n`. `[3, 5]` cuts five units into `0..3` and `3..5`.
//! A *boundary* is an inner bound; there is one fewer than there are segments.
//!
//! ```
//! use recto_segment::metrics::score;
//!
//! // Ten units; the reference cuts after five, the hypothesis one unit late.
//! let scores = score(&[5, 10], &[6, 10], 10, None)?;
//! assert_eq!(scores.f1, 0.0);      // not the same place ...
//! assert_eq!(scores.f1_tol2, 1.0); // ... but within two units of it,
//! assert_eq!(scores.b, 0.5);       // which boundary similarity counts as half right.
//! # Ok::<(), recto_segment::metrics::MetricError>(())
//! ```
//!
//! No score may be read alone. WindowDiff and Pk reward silence: on text with few boundaries a
//! hypothesis without any often beats every published system. [`baselines`] gives the scores of
//! that hypothesis and of evenly spaced boundaries, to be printed beside any result.
//!
//! | module | answers |
//! |---|---|
//! | [`window`] | how often does a window of `k` units see a different number of boundaries |
//! | [`boundary`] | how many boundaries are in the right place, or near it |
//! | [`calibration`] | how many boundaries of a confidence are right |
//! | [`formats`] | what do Choi, NLTK and segeval files say |
//!
//! All scores take time in the number of boundaries, whatever the number of units, and need no
//! randomness.

pub mod boundary;
pub mod calibration;
mod error;
pub mod formats;
mod scores;
#[cfg(test)]
mod tests;
pub mod window;

pub use error::{MetricError, Side};
pub use scores::{Baselines, Scores, baselines, mean, score};

/// Checks that `bounds` segment `n_units` units: not empty, strictly increasing from above 0,
/// the last equal to `n_units`.
///
/// # Errors
/// [`MetricError::NoUnits`], [`MetricError::Length`] or [`MetricError::Order`], for `side`.
pub fn check_bounds(bounds: &[usize], n_units: usize, side: Side) -> Result<(), MetricError> {
    if n_units == 0 {
        return Err(MetricError::NoUnits);
    }
    let mut previous = 0;
    for (index, &bound) in bounds.iter().enumerate() {
        if bound <= previous {
            return Err(MetricError::Order {
                side,
                index,
                bound,
                previous,
            });
        }
        previous = bound;
    }
    if previous != n_units {
        return Err(MetricError::Length {
            side,
            length: previous,
            n_units,
        });
    }
    Ok(())
}

/// Bounds of `n_segments` segments as equal in length as whole units allow: bound `i` is
/// `i * n_units / n_segments`, rounded half to even.
///
/// ```
/// # use recto_segment::metrics::even_bounds;
/// assert_eq!(even_bounds(10, 3)?, [3, 7, 10]);
/// # Ok::<(), recto_segment::metrics::MetricError>(())
/// ```
///
/// # Errors
/// [`MetricError::NoUnits`] without units, [`MetricError::Segments`] unless
/// `1 <= n_segments <= n_units`.
pub fn even_bounds(n_units: usize, n_segments: usize) -> Result<Vec<usize>, MetricError> {
    if n_units == 0 {
        return Err(MetricError::NoUnits);
    }
    if n_segments == 0 || n_segments > n_units {
        return Err(MetricError::Segments {
            n_segments,
            n_units,
        });
    }
    let bound = |i: usize| round_half_even(i as u128 * n_units as u128, n_segments as u128);
    Ok((1..=n_segments).map(bound).collect())
}

/// `numerator / denominator` rounded to the nearest integer, halves to the even one.
///
/// Integer arithmetic: a quotient that is not representable cannot fall on the wrong side.
fn round_half_even(numerator: u128, denominator: u128) -> usize {
    let (quotient, rest) = (numerator / denominator, numerator % denominator);
    let up = match (2 * rest).cmp(&denominator) {
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Equal => quotient % 2 == 1,
        std::cmp::Ordering::Greater => true,
    };
    usize::try_from(quotient + u128::from(up)).unwrap_or(usize::MAX)
}

/// The inner bounds: all but the last.
fn inner(bounds: &[usize]) -> &[usize] {
    bounds
        .split_last()
        .map_or(&[], |(_, boundaries)| boundaries)
}
