//! Matrix factorisations: truncated SVD, NMF, symmetric NMF.
//!
//! | module | contents |
//! |---|---|
//! | [`svd`] | leading singular values and vectors of a sparse matrix |
//! | [`randomized`] | the same, fast and approximate |
//! | [`nmf`] | non-negative matrix factorisation |
//! | [`symmetric`] | symmetric NMF of a similarity matrix, a soft clustering |
//!
//! The functions here are the matrix products of such fits. They run in parallel over rows;
//! one thread sums each row in a fixed order, so that any number of threads gives the same
//! bits.

pub mod nmf;
pub mod randomized;
pub mod svd;
pub mod symmetric;

use crate::dense::axpy;
use crate::{CsrMatrix, DenseMatrix, chunk, rng};
use rayon::prelude::*;

/// Number of rows in a parallel task.
const ROWS: usize = 64;

/// Added to denominators of multiplicative updates, so that 0 / 0 is 0.
pub const TINY: f64 = 1e-12;

/// Builds a matrix in parallel; `fill(i, row)` writes row `i`.
pub fn by_rows(
    n_rows: usize,
    n_columns: usize,
    fill: impl Fn(usize, &mut [f64]) + Sync + Send,
) -> DenseMatrix {
    let mut matrix = DenseMatrix::zeros(n_rows, n_columns);
    if n_columns > 0 {
        let blocks = matrix.values_mut().par_chunks_mut(ROWS * n_columns);
        blocks.enumerate().for_each(|(block, values)| {
            for (i, row) in values.chunks_mut(n_columns).enumerate() {
                fill(block * ROWS + i, row);
            }
        });
    }
    matrix
}

/// Product of a sparse and a dense matrix: O(nnz * columns).
///
/// ```
/// use recto_math::{CsrBuilder, DenseMatrix, factor::times};
/// let mut builder = CsrBuilder::new(2);
/// builder.push_counts([0, 1, 1]);
/// let product = times(&builder.finish(), &DenseMatrix::identity(2));
/// assert_eq!(product.values(), [1.0, 2.0]);
/// ```
///
/// # Panics
/// If the inner sizes differ.
pub fn times(left: &CsrMatrix, right: &DenseMatrix) -> DenseMatrix {
    assert_eq!(left.n_columns(), right.n_rows(), "inner sizes differ");
    match right.n_columns() {
        1 => narrow::<1>(left, right),
        2 => narrow::<2>(left, right),
        3 => narrow::<3>(left, right),
        4 => narrow::<4>(left, right),
        n_columns => by_rows(left.n_rows(), n_columns, |i, row| {
            for (column, value) in left.row(i).iter() {
                axpy(value, right.row(column as usize), row);
            }
        }),
    }
}

/// [`times`] for `K` columns, whose sums then stay in registers; the same bits.
fn narrow<const K: usize>(left: &CsrMatrix, right: &DenseMatrix) -> DenseMatrix {
    let (rows, _) = right.values().as_chunks::<K>();
    by_rows(left.n_rows(), K, |i, row| {
        let mut sums = [0.0; K];
        for (column, value) in left.row(i).iter() {
            let factors = &rows[column as usize];
            for k in 0..K {
                sums[k] += value * factors[k];
            }
        }
        row.copy_from_slice(&sums);
    })
}

/// Gram matrix `X' X`. Rows are summed in fixed chunks.
pub fn gram(x: &DenseMatrix) -> DenseMatrix {
    let k = x.n_columns();
    let rows: Vec<usize> = (0..x.n_rows()).collect();
    let parts = chunk::map(&rows, chunk::CHUNK, |rows| {
        let mut part = DenseMatrix::zeros(k, k);
        for &i in rows {
            for (a, &value) in x.row(i).iter().enumerate() {
                axpy(value, x.row(i), part.row_mut(a));
            }
        }
        part
    });
    let mut sum = DenseMatrix::zeros(k, k);
    for part in &parts {
        axpy(1.0, part.values(), sum.values_mut());
    }
    sum
}

/// Frobenius inner product: the sum of elementwise products.
///
/// # Panics
/// If the sizes differ.
pub fn inner(a: &DenseMatrix, b: &DenseMatrix) -> f64 {
    assert_eq!(a.values().len(), b.values().len(), "sizes differ");
    let places: Vec<usize> = (0..a.n_rows()).collect();
    chunk::sum(&places, |&i| crate::dense::dot(a.row(i), b.row(i)))
}

/// Column sums. Rows are summed in fixed chunks.
pub fn column_sums(x: &DenseMatrix) -> Vec<f64> {
    let rows: Vec<usize> = (0..x.n_rows()).collect();
    let parts = chunk::map(&rows, chunk::CHUNK, |rows| {
        let mut part = vec![0.0; x.n_columns()];
        rows.iter().for_each(|&i| axpy(1.0, x.row(i), &mut part));
        part
    });
    let mut sums = vec![0.0; x.n_columns()];
    parts.iter().for_each(|part| axpy(1.0, part, &mut sums));
    sums
}

/// Random start of a multiplicative fit: uniform from 0.01 to 1.01. Not from 0, because a
/// multiplicative update never changes a zero.
pub fn random_positive(n_rows: usize, n_columns: usize, seed: u64, purpose: &str) -> DenseMatrix {
    let mut stream = rng::stream(seed, purpose, 0);
    let mut start = DenseMatrix::zeros(n_rows, n_columns);
    let draw = |value: &mut f64| *value = rng::uniform(&mut stream) + 0.01;
    start.values_mut().iter_mut().for_each(draw);
    start
}

/// Multiplicative update of a row: each value times its numerator over its denominator.
fn multiply(row: &mut [f64], numerator: &[f64], denominator: &[f64]) {
    for ((value, above), below) in row.iter_mut().zip(numerator).zip(denominator) {
        *value *= above / (below + TINY);
    }
}

/// Product of a row and a small square matrix.
fn row_times(row: &[f64], square: &DenseMatrix) -> Vec<f64> {
    let mut product = vec![0.0; square.n_columns()];
    for (a, &value) in row.iter().enumerate() {
        axpy(value, square.row(a), &mut product);
    }
    product
}

/// Multiplicative update of all rows of `x`, with the denominators `x square`.
pub fn multiplicative_update(
    x: &DenseMatrix,
    numerators: &DenseMatrix,
    square: &DenseMatrix,
) -> DenseMatrix {
    by_rows(x.n_rows(), x.n_columns(), |i, row| {
        row.copy_from_slice(x.row(i));
        multiply(row, numerators.row(i), &row_times(x.row(i), square));
    })
}

#[cfg(test)]
mod tests;
