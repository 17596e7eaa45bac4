//! Symmetric non-negative matrix factorisation: a soft clustering of a similarity matrix.
//!
//! For a symmetric, non-negative, sparse `S` of n rows it minimises `||S - H H'||^2` over
//! non-negative `H` (n x k); row `i` holds the cluster weights of point `i`. The update
//!
//! ```text
//! H <- H * (1/2 + 1/2 (S H) / (H H'H))
//! ```
//!
//! is the plain multiplicative one damped by a half, without which it would oscillate. The
//! objective is `||S||^2 - ||S - H H'||^2 = 2 <S H, H> - ||H'H||^2`, which needs only the
//! product of `S` and `H`. Similarities that are inner products of sparse rows
//! ([`Products`]) are therefore never built: time O(k nnz + k^2 n) per iteration, with the
//! non-zeros of the rows or of a sparse `S`.
//!
//! # References
//! Ding, He and Simon 2005, On the equivalence of nonnegative matrix factorization and
//! spectral clustering.

use super::{TINY, by_rows, gram, inner, random_positive, row_times, times};
use crate::dense::axpy;
use crate::em::{self, Fit, Iterate, Start, Stop};
use crate::{Cancelled, CsrMatrix, DenseMatrix, Run};
use std::marker::PhantomData;

/// A symmetric, non-negative similarity matrix.
pub trait Similarities: Sync {
    /// Number of points.
    fn n_points(&self) -> usize;

    /// Product with a dense matrix.
    fn times(&self, right: &DenseMatrix) -> DenseMatrix;
}

impl<S: Similarities> Similarities for &S {
    fn n_points(&self) -> usize {
        (*self).n_points()
    }

    fn times(&self, right: &DenseMatrix) -> DenseMatrix {
        (*self).times(right)
    }
}

impl Similarities for CsrMatrix {
    fn n_points(&self) -> usize {
        self.n_rows()
    }

    fn times(&self, right: &DenseMatrix) -> DenseMatrix {
        times(self, right)
    }
}

/// Similarities `A A'`: inner products of all pairs of rows. A zero row has similarity 1 to
/// itself, so that it forms a cluster instead of vanishing.
#[derive(Debug)]
pub struct Products<'a> {
    rows: &'a CsrMatrix,
    transposed: CsrMatrix,
    is_zero: Vec<bool>,
}

impl<'a> Products<'a> {
    /// Inner products of the given rows.
    pub fn new(rows: &'a CsrMatrix) -> Self {
        let is_zero = |row: crate::SparseRow<'_>| row.values.iter().all(|&x| x == 0.0);
        Self {
            rows,
            transposed: rows.transpose(),
            is_zero: rows.rows().map(is_zero).collect(),
        }
    }
}

impl Similarities for Products<'_> {
    fn n_points(&self) -> usize {
        self.rows.n_rows()
    }

    fn times(&self, right: &DenseMatrix) -> DenseMatrix {
        let mut product = times(self.rows, &times(&self.transposed, right));
        for i in (0..self.is_zero.len()).filter(|&i| self.is_zero[i]) {
            product.row_mut(i).copy_from_slice(right.row(i));
        }
        product
    }
}

/// Fits `k` clusters; [`Fit::history`] is the objective above.
///
/// # Errors
/// [`Cancelled`] if the observer asks to stop.
pub fn fit(
    similarities: &impl Similarities,
    k: usize,
    stop: Stop,
    run: &Run<'_>,
) -> Result<Fit<DenseMatrix>, Cancelled> {
    let mut start = random_positive(similarities.n_points(), k, run.seed, "symmetric nmf");
    rescale(similarities, &mut start);
    let start = Start {
        parameters: start,
        states: vec![()],
    };
    let fit = em::fit(
        &Symmetric::new(),
        &[similarities],
        start,
        stop,
        "factorizing",
        run,
    )?;
    Ok(fit.join(|factor, _| factor))
}

/// Scales the start to the magnitude of the similarities: from a far larger start, the
/// first damped updates would overshoot.
fn rescale(similarities: &impl Similarities, start: &mut DenseMatrix) {
    let product = inner(&similarities.times(start), start);
    let fitted = gram(start);
    let size = inner(&fitted, &fitted);
    if product > 0.0 && size > 0.0 {
        let factor = (product / size).sqrt();
        start.values_mut().iter_mut().for_each(|x| *x *= factor);
    }
}

/// The model as an iteration. Updating a row of `H` needs all rows, so the whole factor is
/// the parameters and batches have no state. Batches are matrices of the size of `S` that
/// sum to it: some rows of `S`, and zeros elsewhere.
#[derive(Debug, Clone, Copy)]
pub struct Symmetric<S>(PhantomData<fn(&S)>);

impl<S: Similarities> Symmetric<S> {
    /// The model for batches of the type `S`.
    pub fn new() -> Self {
        Self(PhantomData)
    }
}

impl<S: Similarities> Default for Symmetric<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Similarities> Iterate for Symmetric<S> {
    type Batch = S;
    type State = ();
    type Parameters = DenseMatrix;
    type Statistics = DenseMatrix;

    /// `S H`.
    fn step(&self, batch: &S, (): (), factor: &DenseMatrix) -> (DenseMatrix, ()) {
        (batch.times(factor), ())
    }

    fn merge(&self, before: &mut DenseMatrix, next: DenseMatrix) {
        axpy(1.0, next.values(), before.values_mut());
    }

    /// Wang08 def. SymmetricFactor: the next factor, with the objective before.
    fn update(&self, above: DenseMatrix, factor: &mut DenseMatrix) -> f64 {
        let now = &*factor;
        let square = gram(now);
        let explained = 2.0 * inner(&above, now) - inner(&square, &square);
        let next = by_rows(now.n_rows(), now.n_columns(), |i, row| {
            let below = row_times(now.row(i), &square);
            for (a, value) in row.iter_mut().enumerate() {
                *value = now[(i, a)] * (0.5 + 0.5 * above[(i, a)] / (below[a] + TINY));
            }
        });
        *factor = next;
        explained
    }
}
