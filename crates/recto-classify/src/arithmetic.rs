//! Small numerical functions that several methods share.

use recto_math::DenseMatrix;

/// Index of the largest value; the lowest of equals.
pub(crate) fn argmax(row: &[f64]) -> usize {
    let better = |best: usize, k: usize| if row[k] > row[best] { k } else { best };
    (0..row.len()).fold(0, better)
}

/// Whether the largest value occurs twice.
pub(crate) fn is_tie(row: &[f64]) -> bool {
    let best = argmax(row);
    (0..row.len()).any(|k| k != best && row[k] == row[best])
}

/// Scores become probabilities in place: `exp` over its sum.
pub(crate) fn softmax(row: &mut [f64]) {
    let most = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    row.iter_mut().for_each(|x| *x = (*x - most).exp());
    recto_math::dense::normalize(row);
}

/// Rows of a table as probabilities by [`softmax`].
pub(crate) fn softmax_rows(scores: &DenseMatrix) -> DenseMatrix {
    let mut table = scores.clone();
    table.rows_mut().for_each(softmax);
    table
}

/// Inverse of a small positive definite matrix by Gauss-Jordan elimination; pivots are
/// floored, so that a singular matrix gives large finite numbers.
pub(crate) fn inverse(matrix: &DenseMatrix) -> DenseMatrix {
    let n = matrix.n_rows();
    let mut left = matrix.clone();
    let mut right = DenseMatrix::identity(n);
    for column in 0..n {
        let pivot_row = (column..n).fold(column, |best, row| {
            let larger = left[(row, column)].abs() > left[(best, column)].abs();
            if larger { row } else { best }
        });
        for k in 0..n {
            for table in [&mut left, &mut right] {
                let kept = table[(column, k)];
                table[(column, k)] = table[(pivot_row, k)];
                table[(pivot_row, k)] = kept;
            }
        }
        let pivot = left[(column, column)];
        let pivot = if pivot.abs() < 1e-300 { 1e-300 } else { pivot };
        for k in 0..n {
            left[(column, k)] /= pivot;
            right[(column, k)] /= pivot;
        }
        for row in (0..n).filter(|&row| row != column) {
            let factor = left[(row, column)];
            for k in 0..n {
                left[(row, k)] -= factor * left[(column, k)];
                right[(row, k)] -= factor * right[(column, k)];
            }
        }
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_times_its_matrix_is_the_identity() {
        let matrix = DenseMatrix::from_values(3, vec![4.0, 1.0, 0.5, 1.0, 3.0, 0.2, 0.5, 0.2, 2.0]);
        let product = inverse(&matrix).times(&matrix);
        for (a, b) in product
            .values()
            .iter()
            .zip(DenseMatrix::identity(3).values())
        {
            assert!((a - b).abs() < 1e-12);
        }
    }

    #[test]
    fn the_lowest_of_equals_wins_and_is_a_tie() {
        assert_eq!(argmax(&[0.2, 0.4, 0.4]), 1);
        assert!(is_tie(&[0.2, 0.4, 0.4]) && !is_tie(&[0.4, 0.2, 0.2]));
    }
}
