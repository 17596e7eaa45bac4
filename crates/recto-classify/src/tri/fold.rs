//! Classes of new documents with the word factor fixed.

use super::step::FLOOR;
use recto_math::dense::{axpy, dot, normalize};
use recto_math::{DenseMatrix, SparseRow};

/// Multiplicative steps of a new document.
const STEPS: usize = 100;

/// Class distribution of a weighted row: non-negative least squares `min ||x - B g||^2` with
/// `B = F S'` (`basis`, words by classes, and its Gram matrix `squares`), weighed by `mass`,
/// the row sums of the core.
pub(crate) fn fold(
    row: SparseRow<'_>,
    basis: &DenseMatrix,
    squares: &DenseMatrix,
    mass: &[f64],
) -> Vec<f64> {
    let k = basis.n_columns();
    let mut above = vec![0.0; k];
    for (word, value) in row.iter() {
        axpy(value, basis.row(word as usize), &mut above);
    }
    let mut g = vec![1.0 / k as f64; k];
    for _ in 0..STEPS {
        let below: Vec<f64> = squares.rows().map(|row| dot(row, &g)).collect();
        for ((g, above), below) in g.iter_mut().zip(&above).zip(&below) {
            *g = (*g * above / below.max(FLOOR)).max(FLOOR);
        }
    }
    g.iter_mut().zip(mass).for_each(|(g, mass)| *g *= mass);
    normalize(&mut g);
    g
}
