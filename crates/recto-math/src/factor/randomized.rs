//! Truncated SVD of a sparse matrix by random projection: fast and approximate.
//!
//! Halko, Martinsson and Tropp 2011, algorithms 4.4 and 5.1: a random block is multiplied by
//! `A A'` a few times and orthonormalised after every such product, which gives a basis `Q` of
//! nearly the range of `A`. The SVD of the small `Q' A` then gives that of `A`. The algorithm
//! as printed orthonormalises between `A'` and `A`, too. That spans the same space and is for
//! singular values that differ by more than seven orders of magnitude, of which `LEAST`
//! keeps none; without it the longer side, that of the words, costs products alone.
//!
//! [`super::svd::truncated`] iterates to machine precision, with a basis twelve times as
//! wide. Where vectors only have to span the leading directions, as for latent semantic
//! analysis, `POWERS` rounds are enough and cost a tenth.

use super::svd::Svd;
use super::times;
use crate::dense::{axpy, dot, norm};
use crate::{Cancelled, CsrMatrix, DenseMatrix, Run, eigen, rng};

/// Products with `A A'`; each sharpens the basis by the square of the ratios of singular
/// values.
const POWERS: usize = 4;

/// Vectors of the basis beyond those that are asked for.
const OVERSAMPLING: usize = 10;

/// Singular values below this share of the first are dropped, as in [`super::svd`].
const LEAST: f64 = 1e-6;

/// About the `k` largest singular values and their vectors, fewer if the rank is lower.
///
/// Deterministic for the run's seed and any number of threads. Time O(k nnz), memory
/// O(k (rows + columns)).
///
/// ```
/// use recto_math::{CsrBuilder, Run, Silent, factor::randomized};
/// let mut builder = CsrBuilder::new(2);
/// builder.push_weights([(0, 3.0)]);
/// builder.push_weights([(1, 2.0)]);
/// let found = randomized::truncated(&builder.finish(), 1, &Run::new(0, &Silent))?;
/// assert!((found.values[0] - 3.0).abs() < 1e-9);
/// # Ok::<(), recto_math::Cancelled>(())
/// ```
///
/// # Errors
/// [`Cancelled`] if the observer asks to stop.
pub fn truncated(matrix: &CsrMatrix, k: usize, run: &Run<'_>) -> Result<Svd, Cancelled> {
    let (n, m) = (matrix.n_rows(), matrix.n_columns());
    let transposed = matrix.transpose();
    let width = (k + OVERSAMPLING).min(n).min(m);
    if width == 0 {
        return Ok(from_basis(&transposed, &DenseMatrix::zeros(0, n), 0));
    }
    let mut stream = rng::stream(run.seed, "randomized svd", 0);
    let start = (0..m * width).map(|_| rng::normal(&mut stream)).collect();
    let start = DenseMatrix::from_values(width, start);
    let mut basis = orthonormal(times(matrix, &start));
    for power in 0..POWERS {
        run.report("computing coordinates", power as u64, Some(POWERS as u64))?;
        let back = times(&transposed, &basis.transpose());
        basis = orthonormal(times(matrix, &back));
    }
    Ok(from_basis(&transposed, &basis, k))
}

/// The SVD of the matrix projected onto the rows of `basis`.
fn from_basis(transposed: &CsrMatrix, basis: &DenseMatrix, k: usize) -> Svd {
    // Columns by basis vectors: the transpose of `Q' A`.
    let projected = times(transposed, &basis.transpose());
    let small = eigen::all(&super::gram(&projected));
    let roots: Vec<f64> = small.values.iter().map(|x| x.max(0.0).sqrt()).collect();
    let least = LEAST * roots.first().copied().unwrap_or(0.0);
    let rank = roots.iter().take(k).take_while(|&&s| s > least).count();
    let turn = DenseMatrix::from_fn(rank, basis.n_rows(), |i, j| small.vectors[(i, j)]);
    let mut right = turn.times(&projected.transpose());
    for (i, value) in roots[..rank].iter().enumerate() {
        right.row_mut(i).iter_mut().for_each(|x| *x /= value);
    }
    Svd {
        values: roots[..rank].to_vec(),
        left: turn.times(basis),
        right,
    }
}

/// The columns of a matrix as orthonormal rows, by Gram-Schmidt in two passes. A column that
/// depends on those before is left out.
fn orthonormal(columns: DenseMatrix) -> DenseMatrix {
    let width = columns.n_rows();
    let mut rows = columns.transpose();
    drop(columns);
    let mut kept = 0;
    for i in 0..rows.n_rows() {
        let (basis, rest) = rows.values_mut().split_at_mut(i * width);
        let vector = &mut rest[..width];
        if orthogonalize(&basis[..kept * width], vector) {
            rows.values_mut()
                .copy_within(i * width..(i + 1) * width, kept * width);
            kept += 1;
        }
    }
    let mut values = rows.into_values();
    values.truncate(kept * width);
    DenseMatrix::from_values(width, values)
}

/// What is left of a vector's length if it depends on the others, but for rounding.
const DEPENDENT: f64 = 1e-10;

fn orthogonalize(basis: &[f64], vector: &mut [f64]) -> bool {
    for _ in 0..2 {
        let before = norm(vector);
        for known in basis.chunks_exact(vector.len()) {
            axpy(-dot(known, vector), known, vector);
        }
        let length = norm(vector);
        if length.is_nan() || length <= before * DEPENDENT {
            return false;
        }
        vector.iter_mut().for_each(|x| *x /= length);
    }
    true
}
