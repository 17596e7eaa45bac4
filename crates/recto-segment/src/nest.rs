//! Hierarchical segmentation: coarser levels made by joining the segments of a level below.
//!
//! Short segments first, then their union, as Kazantseva and Szpakowicz suggest for
//! future work. Each level is the best choice among the boundaries of the level below
//! it by the scores of [`crate::adaptive`], so levels are nested whatever method found
//! the finest one. With K segments and L levels, level l has about `K^(l/L)` segments.

use crate::{SegmentError, adaptive};
use recto_math::Run;
use recto_text::Units;

/// Bounds of `levels` nested segmentations, coarsest first; the last is `bounds`. Fewer
/// where levels would not differ.
///
/// # Errors
/// [`SegmentError::Cancelled`] if the observer asks to stop;
/// [`SegmentError::TooMuchMemory`] for very many segments.
pub fn levels(
    units: &Units<'_>,
    bounds: &[usize],
    levels: usize,
    run: &Run<'_>,
) -> Result<Vec<Vec<usize>>, SegmentError> {
    let mut found = vec![bounds.to_vec()];
    for level in (1..levels).rev() {
        let finer = found.last().expect("there is the finest");
        let share = level as f64 / levels as f64;
        let count = (bounds.len() as f64).powf(share).round().max(1.0) as usize;
        if count >= finer.len() {
            continue;
        }
        match adaptive::join(units, finer, count, run)? {
            Some(coarser) => found.push(coarser),
            None => break,
        }
    }
    found.reverse();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use recto_math::Silent;
    use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};

    #[test]
    fn coarser_levels_use_only_boundaries_of_finer_ones() {
        let lines: String = (0..64)
            .map(|i| format!("w{} w{} x{} y{}\n", i / 4, i / 4, i / 16, i / 32))
            .collect();
        let document = Document::new("t", lines);
        let english = Language::from_code("en").expect("known");
        let run = Run::new(0, &Silent);
        let units =
            Analyzer::new(Analysis::Segment, english).units(&document, UnitKind::Line, &run);
        let units = units.expect("nobody cancels");
        let bounds: Vec<usize> = (1..=16).map(|i| i * 4).collect();
        let found = levels(&units, &bounds, 4, &run).expect("it runs");
        let counts: Vec<usize> = found.iter().map(Vec::len).collect();
        assert_eq!(counts, [2, 4, 8, 16]);
        for pair in found.windows(2) {
            assert!(pair[0].iter().all(|bound| pair[1].contains(bound)));
        }
        assert_eq!(found[0], [32, 64]);
        assert_eq!(found[1], [16, 32, 48, 64]);
    }
}
