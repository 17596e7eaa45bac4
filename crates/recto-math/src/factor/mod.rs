//! Matrices as products of smaller ones.
//!
//! | module | answers |
//! |---|---|
//! | [`svd`] | along which directions the rows of a sparse matrix spread most |
//! | [`nmf`] | of which nonnegative parts its rows are sums |
//! | [`symmetric`] | which groups a matrix of similarities falls into |
//!
//! The products here are what such fits are made of. They run in parallel over rows, each
//! row summed by one thread in a fixed order, so that any number of threads gives the same
//! bits.

pub mod nmf;
pub mod svd;
pub mod symmetric;

use crate::dense::axpy;
use crate::{CsrMatrix, DenseMatrix, chunk, rng};
use rayon::prelude::*;

/// Rows that one thread takes at a time.
const ROWS: usize = 64;

/// Added to denominators of multiplicative updates: zero over zero is zero.
pub const TINY: f64 = 1e-12;

/// A matrix whose row `i` is written by `fill(i, row)`, in parallel.
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

/// A sparse matrix times a full one: O(nnz * columns).
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
    by_rows(left.n_rows(), right.n_columns(), |i, row| {
        for (column, value) in left.row(i).iter() {
            axpy(value, right.row(column as usize), row);
        }
    })
}

/// `X' X`: the products of all pairs of columns, rows summed in fixed chunks.
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

/// The sum of the products of equal places.
///
/// # Panics
/// If the sizes differ.
pub fn inner(a: &DenseMatrix, b: &DenseMatrix) -> f64 {
    assert_eq!(a.values().len(), b.values().len(), "sizes differ");
    let places: Vec<usize> = (0..a.n_rows()).collect();
    chunk::sum(&places, |&i| crate::dense::dot(a.row(i), b.row(i)))
}

/// The sum of each column, rows summed in fixed chunks.
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

/// Where a multiplicative fit starts: numbers from 0.01 to 1.01, as zeros would stay.
pub fn positive(n_rows: usize, n_columns: usize, seed: u64, purpose: &str) -> DenseMatrix {
    let mut stream = rng::stream(seed, purpose, 0);
    let mut start = DenseMatrix::zeros(n_rows, n_columns);
    let draw = |value: &mut f64| *value = rng::uniform(&mut stream) + 0.01;
    start.values_mut().iter_mut().for_each(draw);
    start
}

/// One multiplicative step on a row: each value times its numerator over its denominator.
fn multiply(row: &mut [f64], numerator: &[f64], denominator: &[f64]) {
    for ((value, above), below) in row.iter_mut().zip(numerator).zip(denominator) {
        *value *= above / (below + TINY);
    }
}

/// A row times a small square matrix.
fn row_times(row: &[f64], square: &DenseMatrix) -> Vec<f64> {
    let mut product = vec![0.0; square.n_columns()];
    for (a, &value) in row.iter().enumerate() {
        axpy(value, square.row(a), &mut product);
    }
    product
}

/// A multiplicative step on all rows of `x` with the denominators `x square`.
pub fn stepped(x: &DenseMatrix, numerators: &DenseMatrix, square: &DenseMatrix) -> DenseMatrix {
    by_rows(x.n_rows(), x.n_columns(), |i, row| {
        row.copy_from_slice(x.row(i));
        multiply(row, numerators.row(i), &row_times(x.row(i), square));
    })
}

#[cfg(test)]
mod tests;
