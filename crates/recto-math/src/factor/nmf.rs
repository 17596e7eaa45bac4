//! Nonnegative matrix factorisation: rows as sums of a few nonnegative parts.
//!
//! For a sparse `A` of n rows and m columns it lowers `||A - W H'||^2` (Frobenius) over
//! nonnegative `W` (n x k) and `H` (m x k) by multiplicative updates, in turn
//!
//! ```text
//! H <- H * (A' W) / (H W'W)        W <- W * (A H) / (W H'H)
//! ```
//!
//! Each update never raises the objective, which costs no pass of its own: with `A' W` at
//! hand it is `||A||^2 - 2 <A' W, H> + <W'W, H'H>`. An iteration takes O(k nnz + k^2 (n + m))
//! and memory O(k (n + m)).
//!
//! # References
//! Lee and Seung 2001, Algorithms for non-negative matrix factorization.

use super::{gram, inner, positive, stepped, times};
use crate::em::{self, Fit, Iterate, Stop};
use crate::{Cancelled, CsrMatrix, DenseMatrix, Run};

/// The two factors.
#[derive(Debug, Clone, PartialEq)]
pub struct Factors {
    /// A row for each row of the matrix: how much of each part it has.
    pub rows: DenseMatrix,
    /// A row for each column of the matrix: how much of it each part holds.
    pub columns: DenseMatrix,
}

/// Fits `k` parts; [`Fit::history`] is minus the squared error and never falls.
///
/// # Errors
/// [`Cancelled`] if the observer asks to stop.
pub fn fit(
    matrix: &CsrMatrix,
    k: usize,
    stop: Stop,
    run: &Run<'_>,
) -> Result<Fit<Factors>, Cancelled> {
    let start = Factors {
        rows: positive(matrix.n_rows(), k, run.seed, "nmf rows"),
        columns: positive(matrix.n_columns(), k, run.seed, "nmf columns"),
    };
    let model = Model {
        matrix,
        transposed: &matrix.transpose(),
        square: square(matrix),
    };
    em::fit(&model, start, stop, "factorizing", run)
}

/// `||A||^2`.
pub(super) fn square(matrix: &CsrMatrix) -> f64 {
    matrix
        .rows()
        .flat_map(|row| row.values)
        .map(|x| x * x)
        .sum()
}

struct Model<'a> {
    matrix: &'a CsrMatrix,
    transposed: &'a CsrMatrix,
    square: f64,
}

impl Iterate for Model<'_> {
    type Parameters = Factors;
    type Statistics = (Factors, f64);

    /// The rows of an update run side by side inside it.
    fn n_batches(&self) -> usize {
        1
    }

    /// LeeSeung01 def. EuclideanUpdate: both factors in turn, with the objective before.
    fn step(&self, _: usize, now: &Factors) -> (Factors, f64) {
        let weights = gram(&now.rows);
        let above = times(self.transposed, &now.rows);
        let fitted = inner(&weights, &gram(&now.columns));
        let error = self.square - 2.0 * inner(&above, &now.columns) + fitted;
        let columns = stepped(&now.columns, &above, &weights);
        let above = times(self.matrix, &columns);
        let rows = stepped(&now.rows, &above, &gram(&columns));
        (Factors { rows, columns }, -error)
    }

    fn merge(&self, _: &mut (Factors, f64), _: (Factors, f64)) {}

    fn update(&self, (next, objective): (Factors, f64), factors: &mut Factors) -> f64 {
        *factors = next;
        objective
    }
}
