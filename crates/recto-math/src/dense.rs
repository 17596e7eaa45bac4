//! Dense matrices in row-major order.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// A dense matrix of `f64` in row-major order.
///
/// ```
/// use recto_math::DenseMatrix;
/// let mut m = DenseMatrix::zeros(2, 3);
/// m[(1, 2)] = 4.0;
/// assert_eq!(m.row(1), [0.0, 0.0, 4.0]);
/// assert_eq!(m.transpose()[(2, 1)], 4.0);
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct DenseMatrix {
    n_rows: usize,
    n_columns: usize,
    values: Vec<f64>,
}

impl DenseMatrix {
    /// A matrix of zeros.
    pub fn zeros(n_rows: usize, n_columns: usize) -> Self {
        Self {
            n_rows,
            n_columns,
            values: vec![0.0; n_rows * n_columns],
        }
    }

    /// The identity matrix.
    pub fn identity(n: usize) -> Self {
        let mut matrix = Self::zeros(n, n);
        (0..n).for_each(|i| matrix[(i, i)] = 1.0);
        matrix
    }

    /// The matrix with the entries `f(row, column)`.
    pub fn from_fn(n_rows: usize, n_columns: usize, f: impl Fn(usize, usize) -> f64) -> Self {
        let at = |i: usize| f(i / n_columns, i % n_columns);
        Self {
            n_rows,
            n_columns,
            values: (0..n_rows * n_columns).map(at).collect(),
        }
    }

    /// A matrix with `value` everywhere.
    pub fn filled(n_rows: usize, n_columns: usize, value: f64) -> Self {
        Self {
            n_rows,
            n_columns,
            values: vec![value; n_rows * n_columns],
        }
    }

    /// A matrix of the given values in row-major order; without columns it has no rows.
    ///
    /// # Panics
    /// If the values do not fill whole rows.
    pub fn from_values(n_columns: usize, values: Vec<f64>) -> Self {
        assert_eq!(values.len() % n_columns.max(1), 0, "whole rows");
        Self {
            n_rows: values.len() / n_columns.max(1),
            n_columns,
            values,
        }
    }

    /// The matrices stacked vertically; empty if there is none.
    ///
    /// # Panics
    /// If their numbers of columns differ.
    pub fn stacked(matrices: impl IntoIterator<Item = Self>) -> Self {
        let matrices: Vec<Self> = matrices.into_iter().collect();
        let n_values: usize = matrices.iter().map(|matrix| matrix.values.len()).sum();
        let mut matrices = matrices.into_iter();
        let mut all = matrices.next().unwrap_or_default();
        all.values.reserve_exact(n_values - all.values.len());
        for matrix in matrices {
            assert_eq!(all.n_columns, matrix.n_columns, "columns differ");
            all.n_rows += matrix.n_rows;
            all.values.extend(matrix.values);
        }
        all
    }

    /// Number of rows.
    pub fn n_rows(&self) -> usize {
        self.n_rows
    }

    /// Number of columns.
    pub fn n_columns(&self) -> usize {
        self.n_columns
    }

    /// Row `i`.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self, i: usize) -> &[f64] {
        &self.values[i * self.n_columns..(i + 1) * self.n_columns]
    }

    /// Row `i`, mutable.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row_mut(&mut self, i: usize) -> &mut [f64] {
        &mut self.values[i * self.n_columns..(i + 1) * self.n_columns]
    }

    /// All rows; none if there are no columns.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[f64]> {
        self.values.chunks_exact(self.n_columns.max(1))
    }

    /// All rows, mutable; none if there are no columns.
    pub fn rows_mut(&mut self) -> impl ExactSizeIterator<Item = &mut [f64]> {
        self.values.chunks_exact_mut(self.n_columns.max(1))
    }

    /// The sum of each column, rows added in their order.
    pub fn column_sums(&self) -> Vec<f64> {
        let mut sums = vec![0.0; self.n_columns];
        self.rows().for_each(|row| axpy(1.0, row, &mut sums));
        sums
    }

    /// Divides each row by its sum; uniform where that is 0.
    pub fn normalize_rows(&mut self) {
        self.rows_mut().for_each(normalize);
    }

    /// Divides each column by its sum; uniform where that is 0.
    pub fn normalize_columns(&mut self) {
        let sums = self.column_sums();
        let even = 1.0 / self.n_rows as f64;
        if sums.is_empty() {
            return;
        }
        // Rows of about a page each, for tables of topics with few columns.
        let at_once = sums.len() * (4096 / sums.len()).max(1);
        self.values.par_chunks_mut(at_once).for_each(|rows| {
            for row in rows.chunks_exact_mut(sums.len()) {
                for (x, &sum) in row.iter_mut().zip(&sums) {
                    *x = if sum > 0.0 { *x / sum } else { even };
                }
            }
        });
    }

    /// All values in row-major order.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// All values in row-major order, mutable.
    pub fn values_mut(&mut self) -> &mut [f64] {
        &mut self.values
    }

    /// The values in row-major order, without a copy.
    pub fn into_values(self) -> Vec<f64> {
        self.values
    }

    /// The transposed matrix.
    pub fn transpose(&self) -> Self {
        Self::from_fn(self.n_columns, self.n_rows, |i, j| self[(j, i)])
    }

    /// The product of two matrices, summed in the order of the rows of `right`.
    ///
    /// # Panics
    /// If the inner sizes differ.
    pub fn times(&self, right: &Self) -> Self {
        assert_eq!(self.n_columns, right.n_rows, "inner sizes differ");
        let mut product = Self::zeros(self.n_rows, right.n_columns);
        for i in 0..self.n_rows {
            for (h, &factor) in self.row(i).iter().enumerate() {
                axpy(factor, right.row(h), product.row_mut(i));
            }
        }
        product
    }
}

impl std::ops::Index<(usize, usize)> for DenseMatrix {
    type Output = f64;

    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.values[i * self.n_columns + j]
    }
}

impl std::ops::IndexMut<(usize, usize)> for DenseMatrix {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.values[i * self.n_columns + j]
    }
}

/// Inner product, in four partial sums that are added in a fixed order.
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (a_four, b_four) = (a.chunks_exact(4), b.chunks_exact(4));
    let rest = a_four.remainder().iter().zip(b_four.remainder());
    let tail: f64 = rest.map(|(x, y)| x * y).sum();
    for (x, y) in a_four.zip(b_four) {
        for lane in 0..4 {
            sums[lane] += x[lane] * y[lane];
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + tail
}

/// Adds `factor * x` to `y`.
pub fn axpy(factor: f64, x: &[f64], y: &mut [f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += factor * x;
    }
}

/// Divides a row by its sum; uniform if the sum is 0.
pub fn normalize(row: &mut [f64]) {
    let sum: f64 = row.iter().sum();
    let even = 1.0 / row.len() as f64;
    for x in row {
        *x = if sum > 0.0 { *x / sum } else { even };
    }
}

/// Euclidean norm.
pub fn norm(x: &[f64]) -> f64 {
    dot(x, x).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_those_worked_out_by_hand() {
        let a = DenseMatrix::from_fn(2, 3, |i, j| (i * 3 + j) as f64);
        let product = a.times(&a.transpose());
        assert_eq!(product.values(), [5.0, 14.0, 14.0, 50.0]);
        assert_eq!(a.times(&DenseMatrix::identity(3)), a);
        let ones = [1.0; 7];
        assert_eq!(dot(&ones, &ones), 7.0);
        assert_eq!(norm(&[3.0, 4.0]), 5.0);
    }

    #[test]
    fn rows_and_columns_without_mass_become_uniform() {
        let mut matrix = DenseMatrix::from_values(2, vec![0.0, 0.0, 1.0, 3.0]);
        let mut columns = matrix.clone();
        matrix.normalize_rows();
        assert_eq!(matrix.values(), [0.5, 0.5, 0.25, 0.75]);
        columns.normalize_columns();
        assert_eq!(columns.values(), [0.0, 0.0, 1.0, 1.0]);
        let mut none = DenseMatrix::filled(2, 1, 0.0);
        none.normalize_columns();
        assert_eq!(none.values(), [0.5, 0.5]);
    }
}
