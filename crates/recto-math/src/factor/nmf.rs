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
use crate::dense::axpy;
use crate::em::{self, Fit, Iterate, Start, Stop};
use crate::{Cancelled, CsrMatrix, DenseMatrix, Run};
use serde::{Deserialize, Serialize};

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
    let start = Start {
        parameters: positive(matrix.n_columns(), k, run.seed, "nmf columns"),
        states: vec![Rows::new(positive(
            matrix.n_rows(),
            k,
            run.seed,
            "nmf rows",
        ))],
    };
    // One batch: the rows of a product run side by side inside its step.
    let batches = [Batch::new(matrix.clone())];
    let fit = em::fit(&Nmf, &batches, start, stop, "factorizing", run)?;
    Ok(fit.join(|columns, mut states| Factors {
        rows: states.swap_remove(0).weights,
        columns,
    }))
}

/// The model: parameters are the factor of columns, states that of the rows of a batch.
#[derive(Debug, Clone, Copy)]
pub struct Nmf;

/// Some rows of the matrix.
#[derive(Debug, Clone)]
pub struct Batch {
    matrix: CsrMatrix,
    transposed: CsrMatrix,
    /// `||A||^2`.
    square: f64,
}

impl Batch {
    /// A batch of the given rows.
    pub fn new(matrix: CsrMatrix) -> Self {
        let values = matrix.rows().flat_map(|row| row.values);
        Self {
            square: values.map(|x| x * x).sum(),
            transposed: matrix.transpose(),
            matrix,
        }
    }
}

/// The factor of the rows of a batch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rows {
    /// A row for each row of the batch: how much of each part it has.
    pub weights: DenseMatrix,
    /// Whether the columns were updated since: the rows of the start are not.
    is_behind: bool,
}

impl Rows {
    /// Rows to start from.
    pub fn new(weights: DenseMatrix) -> Self {
        Self {
            weights,
            is_behind: false,
        }
    }
}

/// What a batch says about the columns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sums {
    /// `A' W`.
    products: DenseMatrix,
    /// `W' W`.
    weights: DenseMatrix,
    /// `||A||^2`.
    square: f64,
}

impl Iterate for Nmf {
    type Batch = Batch;
    type State = Rows;
    type Parameters = DenseMatrix;
    type Statistics = Sums;

    /// The rows follow the columns of the last update, then both products are taken.
    fn step(&self, batch: &Batch, rows: Rows, columns: &DenseMatrix) -> (Sums, Rows) {
        let mut rows = self.finish(batch, rows, columns);
        rows.is_behind = true;
        let sums = Sums {
            products: times(&batch.transposed, &rows.weights),
            weights: gram(&rows.weights),
            square: batch.square,
        };
        (sums, rows)
    }

    fn merge(&self, before: &mut Sums, next: Sums) {
        let add = |sum: &mut DenseMatrix, x: &DenseMatrix| axpy(1.0, x.values(), sum.values_mut());
        add(&mut before.products, &next.products);
        add(&mut before.weights, &next.weights);
        before.square += next.square;
    }

    /// LeeSeung01 def. EuclideanUpdate for the columns, with the objective before.
    fn update(&self, sums: Sums, columns: &mut DenseMatrix) -> f64 {
        let fitted = inner(&sums.weights, &gram(columns));
        let error = sums.square - 2.0 * inner(&sums.products, columns) + fitted;
        *columns = stepped(columns, &sums.products, &sums.weights);
        -error
    }

    /// LeeSeung01 def. EuclideanUpdate for the rows.
    fn finish(&self, batch: &Batch, mut rows: Rows, columns: &DenseMatrix) -> Rows {
        if rows.is_behind {
            let products = times(&batch.matrix, columns);
            rows.weights = stepped(&rows.weights, &products, &gram(columns));
            rows.is_behind = false;
        }
        rows
    }
}
