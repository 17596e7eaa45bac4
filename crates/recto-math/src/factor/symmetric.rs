//! Symmetric nonnegative factorisation: which groups a matrix of similarities falls into.
//!
//! For a symmetric, nonnegative, sparse `S` of n rows it lowers `||S - H H'||^2` over
//! nonnegative `H` (n x k): row `i` tells how much of each group point `i` has. The update
//!
//! ```text
//! H <- H * (1/2 + 1/2 (S H) / (H H'H))
//! ```
//!
//! goes half the way of the plain multiplicative one, which would swing. The objective is
//! `||S||^2 - 2 <S H, H> + ||H'H||^2`. An iteration takes O(k nnz + k^2 n).
//!
//! # References
//! Ding, He and Simon 2005, On the equivalence of nonnegative matrix factorization and
//! spectral clustering.

use super::{TINY, by_rows, gram, inner, nmf, positive, row_times, times};
use crate::em::{self, Fit, Iterate, Stop};
use crate::{Cancelled, CsrMatrix, DenseMatrix, Run};

/// Fits `k` groups; [`Fit::history`] is minus the squared error.
///
/// # Errors
/// [`Cancelled`] if the observer asks to stop.
pub fn fit(
    similarities: &CsrMatrix,
    k: usize,
    stop: Stop,
    run: &Run<'_>,
) -> Result<Fit<DenseMatrix>, Cancelled> {
    let n = similarities.n_rows();
    let mut start = positive(n, k, run.seed, "symmetric nmf");
    let model = Model {
        similarities,
        square: nmf::square(similarities),
    };
    model.rescale(&mut start);
    em::fit(&model, start, stop, "factorizing", run)
}

struct Model<'a> {
    similarities: &'a CsrMatrix,
    square: f64,
}

impl Model<'_> {
    /// Scales the start to the size of the similarities: from a far larger one the first
    /// half steps would overshoot.
    fn rescale(&self, start: &mut DenseMatrix) {
        let product = inner(&times(self.similarities, start), start);
        let fitted = gram(start);
        let size = inner(&fitted, &fitted);
        if product > 0.0 && size > 0.0 {
            let factor = (product / size).sqrt();
            start.values_mut().iter_mut().for_each(|x| *x *= factor);
        }
    }
}

impl Iterate for Model<'_> {
    type Parameters = DenseMatrix;
    type Statistics = (DenseMatrix, f64);

    /// The rows of an update run side by side inside it.
    fn n_batches(&self) -> usize {
        1
    }

    /// The next factor, with the objective before.
    fn step(&self, _: usize, now: &DenseMatrix) -> (DenseMatrix, f64) {
        let square = gram(now);
        let above = times(self.similarities, now);
        let error = self.square - 2.0 * inner(&above, now) + inner(&square, &square);
        let next = by_rows(now.n_rows(), now.n_columns(), |i, row| {
            let below = row_times(now.row(i), &square);
            for (a, value) in row.iter_mut().enumerate() {
                *value = now[(i, a)] * (0.5 + 0.5 * above[(i, a)] / (below[a] + TINY));
            }
        });
        (next, -error)
    }

    fn merge(&self, _: &mut (DenseMatrix, f64), _: (DenseMatrix, f64)) {}

    fn update(&self, (next, objective): (DenseMatrix, f64), factor: &mut DenseMatrix) -> f64 {
        *factor = next;
        objective
    }
}
