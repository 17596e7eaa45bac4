//! A last pass over all words.
//!
//! The leading directions find the groups, and leave out what a document says beside them.
//! Once the groups are known, so are the words of each: documents move to the group whose
//! mean of weighted words has the largest cosine, as in [`super::refine`] but with all terms
//! instead of fifty directions. Two rounds only: after five the groups of made collections
//! were worse again (bench/README.md).

use rayon::prelude::*;
use recto_math::{CsrMatrix, DenseMatrix, dense};

/// Rounds of documents that move.
const ROUNDS: usize = 2;

/// Terms times groups above which documents stay where the directions put them: 32 MB.
const MOST_CELLS: usize = 4_000_000;

/// The centres of groups over all terms.
pub(super) struct WordCentres {
    /// Terms by groups, so that a row is added up over all groups at once.
    centres: DenseMatrix,
}

impl WordCentres {
    /// The sums of the rows of each of `k` groups, of unit length.
    fn new(rows: &CsrMatrix, labels: &[usize], k: usize) -> Self {
        let mut centres = DenseMatrix::zeros(rows.n_columns(), k);
        for (row, &label) in rows.rows().zip(labels) {
            for (term, weight) in row.iter() {
                centres[(term as usize, label)] += weight;
            }
        }
        let mut squares = vec![0.0; k];
        for row in centres.rows() {
            squares.iter_mut().zip(row).for_each(|(s, x)| *s += x * x);
        }
        for row in centres.rows_mut() {
            let scaled = row.iter_mut().zip(&squares);
            scaled.for_each(|(x, s)| *x /= s.sqrt().max(1e-12));
        }
        Self { centres }
    }

    /// The group with the largest cosine to weighted terms, the first of equals.
    pub(super) fn nearest(&self, row: impl Iterator<Item = (u32, f64)>) -> usize {
        let mut cosines = vec![0.0; self.centres.n_columns()];
        for (term, weight) in row {
            dense::axpy(weight, self.centres.row(term as usize), &mut cosines);
        }
        (1..cosines.len()).fold(0, |a, b| if cosines[b] > cosines[a] { b } else { a })
    }
}

/// Moves rows between groups, all of which have `least` rows and more afterwards if they had
/// so before, and gives the centres they moved to; `None` for more groups than there is room.
pub(super) fn moved(
    rows: &CsrMatrix,
    labels: &mut Vec<usize>,
    k: usize,
    least: usize,
) -> Option<WordCentres> {
    if rows.n_columns().saturating_mul(k) > MOST_CELLS {
        return None;
    }
    let mut centres = WordCentres::new(rows, labels, k);
    for _ in 0..ROUNDS {
        let at = 0..rows.n_rows();
        let nearest = |i: usize| centres.nearest(rows.row(i).iter());
        let next: Vec<usize> = at.into_par_iter().map(nearest).collect();
        if next == *labels || !has_all(&next, k, least) {
            break;
        }
        centres = WordCentres::new(rows, &next, k);
        *labels = next;
    }
    Some(centres)
}

/// Whether each of `k` groups has at least `least` members.
fn has_all(labels: &[usize], k: usize, least: usize) -> bool {
    let mut sizes = vec![0usize; k];
    labels.iter().for_each(|&label| sizes[label] += 1);
    sizes.into_iter().all(|size| size >= least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use recto_math::CsrBuilder;

    fn rows(rows: &[&[(u32, f64)]]) -> CsrMatrix {
        let mut builder = CsrBuilder::new(4);
        rows.iter().for_each(|row| builder.push_sorted(row));
        builder.finish()
    }

    #[test]
    fn rows_move_to_the_group_that_has_their_words() {
        // The third row has the word of the second group, and was put into the first.
        let rows = rows(&[
            &[(0, 1.0)],
            &[(0, 0.8), (1, 0.6)],
            &[(2, 1.0)],
            &[(2, 1.0)],
            &[(2, 1.0)],
        ]);
        let mut labels = vec![0, 0, 0, 1, 1];
        let centres = moved(&rows, &mut labels, 2, 1).expect("room");
        assert_eq!(labels, [0, 0, 1, 1, 1]);
        // Centres are those of the groups after the move: 1.8 and .6, scaled.
        let length = (1.8f64 * 1.8 + 0.6 * 0.6).sqrt();
        assert!((centres.centres[(0, 0)] - 1.8 / length).abs() < 1e-12);
        assert!((centres.centres[(1, 0)] - 0.6 / length).abs() < 1e-12);
        assert_eq!(centres.centres[(2, 1)], 1.0);
        assert_eq!(centres.nearest([(2, 0.5), (1, 0.1)].into_iter()), 1);
        // Words of no group: the first.
        assert_eq!(centres.nearest([(3, 1.0)].into_iter()), 0);
    }

    #[test]
    fn no_group_is_left_smaller_than_allowed() {
        let rows = rows(&[&[(0, 1.0)], &[(0, 1.0)], &[(0, 1.0)], &[(0, 0.6), (1, 0.8)]]);
        let before = vec![0, 0, 1, 1];
        let mut labels = before.clone();
        moved(&rows, &mut labels, 2, 2).expect("room");
        assert_eq!(labels, before);
        moved(&rows, &mut labels, 2, 1).expect("room");
        assert_eq!(labels, [0, 0, 0, 1]);
    }

    #[test]
    fn where_there_is_no_room_nothing_moves() {
        let rows = rows(&[&[(0, 1.0)], &[(1, 1.0)]]);
        let mut labels = vec![1, 0];
        assert!(moved(&rows, &mut labels, MOST_CELLS, 1).is_none());
        assert_eq!(labels, [1, 0]);
    }
}
