//! Non-negative matrix factorisation (NMF) by multiplicative updates.
//!
//! For a sparse `A` of n rows and m columns it minimises `||A - W H'||^2` (Frobenius) over
//! non-negative `W` (n x k) and `H` (m x k), alternating
//!
//! ```text
//! H <- H * (A' W) / (H W'W)        W <- W * (A H) / (W H'H)
//! ```
//!
//! No update raises the objective. Computing it needs no pass of its own: with `A' W`
//! already computed it is `||A||^2 - 2 <A' W, H> + <W'W, H'H>`. Time
//! O(k nnz + k^2 (n + m)) per iteration, memory O(k (n + m)).
//!
//! # References
//! Lee and Seung 2001, Algorithms for non-negative matrix factorization.

use super::{gram, inner, multiplicative_update, random_positive, times};
use crate::dense::axpy;
use crate::em::{self, Fit, Iterate, Start, Stop};
use crate::{Cancelled, CsrMatrix, DenseMatrix, Run};
use serde::{Deserialize, Serialize};

/// The two factors.
#[derive(Debug, Clone, PartialEq)]
pub struct Factors {
    /// `W`: weights of the components in each row of the matrix.
    pub rows: DenseMatrix,
    /// `H`: weights of each column of the matrix in the components.
    pub columns: DenseMatrix,
}

/// Fits `k` components; [`Fit::history`] is minus the squared error and never falls.
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
        parameters: random_positive(matrix.n_columns(), k, run.seed, "nmf columns"),
        states: vec![Rows::new(random_positive(
            matrix.n_rows(),
            k,
            run.seed,
            "nmf rows",
        ))],
    };
    // A single batch: its step is already parallel over the rows of the products.
    let batches = [Batch::new(matrix.clone())];
    let fit = em::fit(&Nmf, &batches, start, stop, "factorizing", run)?;
    Ok(fit.join(|columns, mut states| Factors {
        rows: states.swap_remove(0).weights,
        columns,
    }))
}

/// The model as an iteration: parameters are `H`, states the rows of `W` of a batch.
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
    /// Weights of the components in each row of the batch.
    pub weights: DenseMatrix,
    /// Whether `H` was updated since these rows were; false at the start.
    is_behind: bool,
}

impl Rows {
    /// Start values of the rows.
    pub fn new(weights: DenseMatrix) -> Self {
        Self {
            weights,
            is_behind: false,
        }
    }
}

/// Statistics of a batch for the update of `H`.
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

    /// Updates the rows for the current `H` first, then computes both products with them:
    /// the objective of the next update belongs to the new rows.
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
        *columns = multiplicative_update(columns, &sums.products, &sums.weights);
        -error
    }

    /// LeeSeung01 def. EuclideanUpdate for the rows.
    fn finish(&self, batch: &Batch, mut rows: Rows, columns: &DenseMatrix) -> Rows {
        if rows.is_behind {
            let products = times(&batch.matrix, columns);
            rows.weights = multiplicative_update(&rows.weights, &products, &gram(columns));
            rows.is_behind = false;
        }
        rows
    }
}
