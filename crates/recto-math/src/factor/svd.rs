//! Truncated singular value decomposition (SVD) of a sparse matrix.
//!
//! `A = U diag(s) V'`: the squares of `s` are the eigenvalues of `A A'` and of `A' A`.
//! [`crate::eigen::largest_of`] computes those of the smaller of the two, which is never
//! built. The vectors of the other side are `A' u / s` or `A v / s`. Because singular values
//! are squared on the way, those below a millionth of the first are lost to rounding; they
//! are left out.

use crate::eigen::{self, Gram};
use crate::{Cancelled, CsrMatrix, DenseMatrix, Run};

/// Singular values and vectors, largest first.
#[derive(Debug, Clone, PartialEq)]
pub struct Svd {
    /// Singular values in decreasing order, all above 0.
    pub values: Vec<f64>,
    /// Row `i` is the left singular vector of value `i`, over the rows of the matrix.
    pub left: DenseMatrix,
    /// Row `i` is the right singular vector of value `i`, over the columns of the matrix.
    pub right: DenseMatrix,
}

/// Singular values below this share of the first are dropped: squared, they are below the
/// precision of the eigenvalues.
const LEAST: f64 = 1e-6;

/// The `k` largest singular values and their vectors, fewer if the rank is lower.
///
/// Deterministic for the run's seed and any number of threads. Signs are fixed on the
/// smaller side: its component of largest magnitude is positive. A few dozen steps of
/// O(k nnz) time each; memory O(k (rows + columns)), times twelve.
///
/// ```
/// use recto_math::{CsrBuilder, Run, Silent, factor::svd};
/// let mut builder = CsrBuilder::new(2);
/// builder.push_weights([(0, 3.0)]);
/// builder.push_weights([(1, 2.0)]);
/// let found = svd::truncated(&builder.finish(), 2, &Run::new(0, &Silent))?;
/// assert!((found.values[0] - 3.0).abs() < 1e-12);
/// assert!((found.left[(0, 0)] - 1.0).abs() < 1e-12);
/// # Ok::<(), recto_math::Cancelled>(())
/// ```
///
/// # Errors
/// [`Cancelled`] if the observer asks to stop.
pub fn truncated(matrix: &CsrMatrix, k: usize, run: &Run<'_>) -> Result<Svd, Cancelled> {
    let transposed = matrix.transpose();
    if matrix.n_rows() <= matrix.n_columns() {
        let (values, left, right) = of_wide(matrix, &transposed, k, run)?;
        Ok(Svd {
            values,
            left,
            right,
        })
    } else {
        let (values, right, left) = of_wide(&transposed, matrix, k, run)?;
        Ok(Svd {
            values,
            left,
            right,
        })
    }
}

/// Singular values and vectors of a matrix with no more rows than columns.
fn of_wide(
    matrix: &CsrMatrix,
    transposed: &CsrMatrix,
    k: usize,
    run: &Run<'_>,
) -> Result<(Vec<f64>, DenseMatrix, DenseMatrix), Cancelled> {
    let pairs = eigen::largest_of(&Gram { matrix, transposed }, k, run)?;
    let roots: Vec<f64> = pairs.values.iter().map(|x| x.max(0.0).sqrt()).collect();
    let least = LEAST * roots.first().copied().unwrap_or(0.0);
    let rank = roots.iter().take_while(|&&s| s > least).count();
    let left = DenseMatrix::from_fn(rank, matrix.n_rows(), |i, j| pairs.vectors[(i, j)]);
    let mut right = super::times(transposed, &left.transpose()).transpose();
    for (i, value) in roots[..rank].iter().enumerate() {
        right.row_mut(i).iter_mut().for_each(|x| *x /= value);
    }
    Ok((roots[..rank].to_vec(), left, right))
}
