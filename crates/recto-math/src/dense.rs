//! Full matrices, row after row.

use serde::{Deserialize, Serialize};

/// A full matrix of `f64`; row `i` is contiguous.
///
/// ```
/// use recto_math::DenseMatrix;
/// let mut m = DenseMatrix::zeros(2, 3);
/// m[(1, 2)] = 4.0;
/// assert_eq!(m.row(1), [0.0, 0.0, 4.0]);
/// assert_eq!(m.transpose()[(2, 1)], 4.0);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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

    /// The matrix with ones on its diagonal.
    pub fn identity(n: usize) -> Self {
        let mut matrix = Self::zeros(n, n);
        (0..n).for_each(|i| matrix[(i, i)] = 1.0);
        matrix
    }

    /// The matrix with `f(row, column)` everywhere.
    pub fn from_fn(n_rows: usize, n_columns: usize, f: impl Fn(usize, usize) -> f64) -> Self {
        let at = |i: usize| f(i / n_columns, i % n_columns);
        Self {
            n_rows,
            n_columns,
            values: (0..n_rows * n_columns).map(at).collect(),
        }
    }

    /// How many rows.
    pub fn n_rows(&self) -> usize {
        self.n_rows
    }

    /// How many columns.
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

    /// Row `i`, to be written.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row_mut(&mut self, i: usize) -> &mut [f64] {
        &mut self.values[i * self.n_columns..(i + 1) * self.n_columns]
    }

    /// All values, row after row.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// All values, to be written.
    pub fn values_mut(&mut self) -> &mut [f64] {
        &mut self.values
    }

    /// Rows become columns.
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

/// The inner product, in four sums that are joined in a fixed order.
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

/// The Euclidean length.
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
}
