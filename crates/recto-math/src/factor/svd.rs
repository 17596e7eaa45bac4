//! The leading singular values and vectors of a sparse matrix.
//!
//! `A = U diag(s) V'`: the squares of `s` are the eigenvalues of `A A'` and of `A' A`, and
//! the smaller of the two is searched by [`crate::eigen::largest_of`] without being written
//! down. The vectors of the other side are `A' u / s` or `A v / s`. As values are squared
//! on the way, those below a millionth of the first are lost in rounding and left out.

use crate::eigen::{self, Gram};
use crate::{CsrMatrix, DenseMatrix};

/// Singular values and their vectors, the largest first.
#[derive(Debug, Clone, PartialEq)]
pub struct Svd {
    /// The singular values, falling, all above 0.
    pub values: Vec<f64>,
    /// Row `i`: the unit vector of value `i` over the rows of the matrix.
    pub left: DenseMatrix,
    /// Row `i`: the unit vector of value `i` over the columns of the matrix.
    pub right: DenseMatrix,
}

/// Values below this share of the first are none.
const LEAST: f64 = 1e-6;

/// The `k` largest singular values and their vectors, fewer if the rank is lower.
///
/// Deterministic for a seed and any number of threads. The vector of the side with fewer
/// rows has a positive component of largest magnitude, which fixes the other side's sign.
/// Time O(k nnz) a step of a few dozen, memory O(k (rows + columns)) times twelve.
///
/// ```
/// use recto_math::{CsrBuilder, factor::svd};
/// let mut builder = CsrBuilder::new(2);
/// builder.push_weights([(0, 3.0)]);
/// builder.push_weights([(1, 2.0)]);
/// let found = svd::truncated(&builder.finish(), 2, 0);
/// assert!((found.values[0] - 3.0).abs() < 1e-12);
/// assert!((found.left[(0, 0)] - 1.0).abs() < 1e-12);
/// ```
pub fn truncated(matrix: &CsrMatrix, k: usize, seed: u64) -> Svd {
    let transposed = matrix.transpose();
    if matrix.n_rows() <= matrix.n_columns() {
        let (values, left, right) = of_wide(matrix, &transposed, k, seed);
        Svd {
            values,
            left,
            right,
        }
    } else {
        let (values, right, left) = of_wide(&transposed, matrix, k, seed);
        Svd {
            values,
            left,
            right,
        }
    }
}

/// Values, left and right vectors of a matrix with no more rows than columns.
fn of_wide(
    matrix: &CsrMatrix,
    transposed: &CsrMatrix,
    k: usize,
    seed: u64,
) -> (Vec<f64>, DenseMatrix, DenseMatrix) {
    let pairs = eigen::largest_of(&Gram { matrix, transposed }, k, seed);
    let roots: Vec<f64> = pairs.values.iter().map(|x| x.max(0.0).sqrt()).collect();
    let least = LEAST * roots.first().copied().unwrap_or(0.0);
    let rank = roots.iter().take_while(|&&s| s > least).count();
    let left = DenseMatrix::from_fn(rank, matrix.n_rows(), |i, j| pairs.vectors[(i, j)]);
    let mut right = super::times(transposed, &left.transpose()).transpose();
    for (i, value) in roots[..rank].iter().enumerate() {
        right.row_mut(i).iter_mut().for_each(|x| *x /= value);
    }
    (roots[..rank].to_vec(), left, right)
}
