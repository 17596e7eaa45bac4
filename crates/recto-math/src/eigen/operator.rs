//! Symmetric matrices known by what they make of a vector.

use crate::dense::dot;
use crate::factor::times;
use crate::{CsrMatrix, DenseMatrix};

/// A symmetric matrix that need not be written down.
pub trait Operator {
    /// How many rows.
    fn n_rows(&self) -> usize;

    /// The matrix times each vector.
    fn apply(&self, vectors: &[Vec<f64>]) -> Vec<Vec<f64>>;
}

impl Operator for DenseMatrix {
    fn n_rows(&self) -> usize {
        DenseMatrix::n_rows(self)
    }

    /// A row of the matrix is read once for all vectors.
    fn apply(&self, vectors: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let mut products = vec![vec![0.0; DenseMatrix::n_rows(self)]; vectors.len()];
        for i in 0..DenseMatrix::n_rows(self) {
            let row = self.row(i);
            for (product, vector) in products.iter_mut().zip(vectors) {
                product[i] = dot(row, vector);
            }
        }
        products
    }
}

/// `A A'` of a sparse `A`, by way of `A'`: two sparse products, never a square matrix.
pub(crate) struct Gram<'a> {
    pub(crate) matrix: &'a CsrMatrix,
    pub(crate) transposed: &'a CsrMatrix,
}

impl Operator for Gram<'_> {
    fn n_rows(&self) -> usize {
        self.matrix.n_rows()
    }

    fn apply(&self, vectors: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let n = self.matrix.n_rows();
        let block = DenseMatrix::from_fn(n, vectors.len(), |i, j| vectors[j][i]);
        let product = times(self.matrix, &times(self.transposed, &block));
        let column = |j: usize| (0..n).map(|i| product[(i, j)]).collect();
        (0..vectors.len()).map(column).collect()
    }
}
