//! Eigenvalues and eigenvectors of symmetric matrices, the largest first.
//!
//! [`all`] computes every eigenpair by Householder tridiagonalisation and QL iterations
//! with implicit shifts: O(n^3), for up to a few hundred rows. [`largest`] computes a few
//! pairs of a larger matrix by block Lanczos: O(n^2) per step, a few dozen steps.
//! [`largest_of`] does the same for a matrix given only by its products with vectors.
//! Largest means algebraically largest, not largest in magnitude.
//!
//! The result does not depend on the number of threads. An eigenvector is determined only
//! up to its sign; here its component of largest magnitude is positive, the first of them
//! if several are equal up to rounding.

mod dense;
mod krylov;
mod operator;
#[cfg(test)]
mod tests;

use crate::{Cancelled, DenseMatrix, Run, Silent};
pub(crate) use operator::Gram;
pub use operator::Operator;

/// Eigenvalues and eigenvectors, largest eigenvalue first.
#[derive(Debug, Clone, PartialEq)]
pub struct Eigen {
    /// Eigenvalues in decreasing order.
    pub values: Vec<f64>,
    /// Row `i` is the eigenvector of `values[i]`, of unit length.
    pub vectors: DenseMatrix,
    /// The largest norm of `M v - value v` over the pairs; 0 from the direct solver, which
    /// does not measure it.
    pub residual: f64,
}

/// Up to this many rows, [`largest`] uses the direct solver.
const DENSE_ROWS: usize = 64;

/// All eigenpairs of a symmetric matrix.
///
/// ```
/// use recto_math::{DenseMatrix, eigen};
/// let swap = DenseMatrix::from_fn(2, 2, |i, j| f64::from(u8::from(i != j)));
/// let pairs = eigen::all(&swap);
/// assert!((pairs.values[0] - 1.0).abs() < 1e-12 && (pairs.values[1] + 1.0).abs() < 1e-12);
/// ```
///
/// # Panics
/// If the matrix is not square.
pub fn all(matrix: &DenseMatrix) -> Eigen {
    assert_eq!(matrix.n_rows(), matrix.n_columns(), "not square");
    let (values, vectors) = dense::solve(matrix);
    sorted(&values, vectors)
}

/// The `k` algebraically largest eigenpairs of a symmetric matrix, all of them if it has
/// fewer rows. `seed` draws the start vectors of the iteration.
///
/// The iteration stops when the residual of every pair is below 1e-9 of the largest
/// eigenvalue, or after a fixed number of restarts; [`Eigen::residual`] is the residual
/// reached. The block has at least `k` vectors, so that an eigenvalue may be repeated up to
/// `k` times.
///
/// # Panics
/// If the matrix is not square.
pub fn largest(matrix: &DenseMatrix, k: usize, seed: u64) -> Eigen {
    let n = matrix.n_rows();
    assert_eq!(n, matrix.n_columns(), "not square");
    if is_small(n, k) {
        first_of(matrix, k)
    } else {
        krylov::solve(matrix, k, &Run::new(seed, &Silent)).expect("nobody cancels")
    }
}

/// [`largest`] for a matrix given by its products with vectors. A small matrix is built and
/// solved directly. Start vectors are drawn from the run's seed.
///
/// # Errors
/// [`Cancelled`] if the observer asks to stop.
pub fn largest_of(operator: &impl Operator, k: usize, run: &Run<'_>) -> Result<Eigen, Cancelled> {
    let n = operator.n_rows();
    if !is_small(n, k) {
        return krylov::solve(operator, k, run);
    }
    let unit = |i: usize| (0..n).map(|j| f64::from(u8::from(i == j))).collect();
    let units: Vec<Vec<f64>> = (0..n).map(unit).collect();
    let rows = operator.apply(&units);
    let entry = |i: usize, j: usize| rows[i.max(j)][i.min(j)];
    Ok(first_of(&DenseMatrix::from_fn(n, n, entry), k))
}

fn is_small(n: usize, k: usize) -> bool {
    n <= DENSE_ROWS || k * 4 >= n
}

fn first_of(matrix: &DenseMatrix, k: usize) -> Eigen {
    let mut eigen = all(matrix);
    eigen.values.truncate(k);
    let kept = eigen.values.len();
    eigen.vectors = DenseMatrix::from_fn(kept, matrix.n_rows(), |i, j| eigen.vectors[(i, j)]);
    eigen
}

/// Sorts eigenpairs by decreasing value and fixes the signs. Row `i` of `vectors` is the
/// eigenvector of `values[i]`.
fn sorted(values: &[f64], vectors: DenseMatrix) -> Eigen {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[b].total_cmp(&values[a]).then(a.cmp(&b)));
    let mut rows = DenseMatrix::zeros(order.len(), vectors.n_columns());
    for (to, &from) in order.iter().enumerate() {
        rows.row_mut(to).copy_from_slice(vectors.row(from));
        fix_sign(rows.row_mut(to));
    }
    Eigen {
        values: order.iter().map(|&i| values[i]).collect(),
        vectors: rows,
        residual: 0.0,
    }
}

/// Components within this factor of the largest count as equally large. Without it,
/// rounding would decide which of two equal components is positive, and so the sign.
const NEARLY: f64 = 1.0 - 1e-6;

fn fix_sign(vector: &mut [f64]) {
    let most = vector.iter().fold(0.0f64, |most, x| most.max(x.abs()));
    let first = vector.iter().find(|x| x.abs() >= most * NEARLY);
    if first.is_some_and(|&x| x < 0.0) {
        vector.iter_mut().for_each(|x| *x = -*x);
    }
}
