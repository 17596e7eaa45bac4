//! Symmetric linear operators: matrices given by their products with vectors.

use crate::dense::dot;
use crate::factor::times;
use crate::{CsrMatrix, DenseMatrix};

/// A symmetric matrix that need not be stored.
pub trait Operator {
    /// Number of rows, and of columns.
    fn n_rows(&self) -> usize;

    /// The matrix times each vector.
    fn apply(&self, vectors: &[Vec<f64>]) -> Vec<Vec<f64>>;
}

impl Operator for DenseMatrix {
    fn n_rows(&self) -> usize {
        DenseMatrix::n_rows(self)
    }

    /// Reads each row of the matrix once for all vectors, because the matrix is much larger
    /// than they are.
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

/// The Gram matrix `A A'` of a sparse `A`, applied as two sparse products and never built.
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
