//! Affinity matrices of rows of counts: one minus the Jensen-Shannon divergence, and the
//! cosine of presence.
//!
//! The divergence is in bits, because one minus a divergence depends on its unit: in bits,
//! rows without a common word have affinity 0; in nats they would have 0.307, and the
//! contrast would be lost.

use crate::{CsrMatrix, DenseMatrix};
use rayon::prelude::*;

/// One minus the Jensen-Shannon divergence in bits of all pairs of rows, each normalised;
/// from 0 to 1, and 0 on the diagonal.
///
/// Only common words contribute: with `f(x) = x log2 x` the affinity is half the sum over
/// them of `f(p + q) - f(p) - f(q)`. O(rows² · words in a row), parallel over rows; each
/// pair is computed once.
///
/// BayesAD def. Affinity: of segments.
pub fn jensen_shannon(counts: &CsrMatrix) -> DenseMatrix {
    let shares = Shares::of(counts);
    let n = counts.n_rows();
    let mut matrix = DenseMatrix::zeros(n, n);
    let row = |full: &mut Vec<(f64, f64)>, (i, row): (usize, &mut [f64])| {
        full.resize(counts.n_columns(), (0.0, 0.0));
        shares.scatter(i, full);
        for (j, value) in row.iter_mut().enumerate().take(i) {
            *value = shares.affinity(j, full);
        }
        shares.clear(i, full);
    };
    if n > 0 {
        matrix
            .values_mut()
            .par_chunks_mut(n)
            .enumerate()
            .for_each_init(Vec::new, row);
    }
    mirror(&mut matrix);
    matrix
}

/// Copies the lower triangle to the upper.
fn mirror(matrix: &mut DenseMatrix) {
    for i in 0..matrix.n_rows() {
        for j in 0..i {
            matrix[(j, i)] = matrix[(i, j)];
        }
    }
}

/// Rows normalised to sum 1, and `x log2 x` of their values.
struct Shares {
    shares: CsrMatrix,
    logs: CsrMatrix,
}

impl Shares {
    fn of(counts: &CsrMatrix) -> Self {
        let sums: Vec<f64> = counts.rows().map(|row| row.sum()).collect();
        let shares = counts.map(|i, _, count| count / sums[i]);
        let logs = shares.map(|_, _, share| xlog2x(share));
        Self { shares, logs }
    }

    /// Writes a row into a dense buffer: values and their `x log2 x`.
    fn scatter(&self, i: usize, full: &mut [(f64, f64)]) {
        let row = self.shares.row(i).iter().zip(self.logs.row(i).values);
        for ((column, share), &log) in row {
            full[column as usize] = (share, log);
        }
    }

    fn clear(&self, i: usize, full: &mut [(f64, f64)]) {
        for &column in self.shares.row(i).columns {
            full[column as usize] = (0.0, 0.0);
        }
    }

    /// Affinity of row `j` and the row in the dense buffer `full`.
    fn affinity(&self, j: usize, full: &[(f64, f64)]) -> f64 {
        let mut sum = 0.0;
        let row = self.shares.row(j).iter().zip(self.logs.row(j).values);
        for ((column, q), log_q) in row {
            let (p, log_p) = full[column as usize];
            if p > 0.0 {
                sum += xlog2x(p + q) - log_p - log_q;
            }
        }
        (sum / 2.0).clamp(0.0, 1.0)
    }
}

fn xlog2x(x: f64) -> f64 {
    x * x.log2()
}

/// Cosines of all pairs of rows with every value taken as 1; 0 on the diagonal and for
/// empty rows.
pub fn binary_cosine(counts: &CsrMatrix) -> DenseMatrix {
    let n = counts.n_rows();
    let mut matrix = DenseMatrix::zeros(n, n);
    let mut has = vec![false; counts.n_columns()];
    for i in 0..n {
        let columns = counts.row(i).columns;
        columns.iter().for_each(|&c| has[c as usize] = true);
        for j in 0..i {
            let other = counts.row(j).columns;
            let common = other.iter().filter(|&&c| has[c as usize]).count() as f64;
            let lengths = (columns.len() as f64 * other.len() as f64).sqrt();
            matrix[(i, j)] = crate::similarity::cosine_of(common, lengths);
        }
        columns.iter().for_each(|&c| has[c as usize] = false);
    }
    mirror(&mut matrix);
    matrix
}

/// Symmetric normalisation `D^-1/2 M D^-1/2` with the row sums `D`; a row that sums to 0
/// stays zero.
///
/// BayesAD def. NormalizedAffinity: the matrix whose eigenvectors are taken.
pub fn normalize(matrix: &DenseMatrix) -> DenseMatrix {
    let scale = |i: usize| {
        let sum: f64 = matrix.row(i).iter().sum();
        if sum > 0.0 { 1.0 / sum.sqrt() } else { 0.0 }
    };
    let scales: Vec<f64> = (0..matrix.n_rows()).map(scale).collect();
    let n = matrix.n_rows();
    DenseMatrix::from_fn(n, n, |i, j| matrix[(i, j)] * (scales[i] * scales[j]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CsrBuilder;

    #[test]
    fn rows_without_words_are_like_none() {
        let mut builder = CsrBuilder::new(3);
        builder.push_counts([0, 1]);
        builder.push_counts([]);
        builder.push_counts([0, 2]);
        let counts = builder.finish();
        let affinity = jensen_shannon(&counts);
        assert_eq!(affinity.row(1), [0.0; 3]);
        assert!((affinity[(0, 2)] - 0.5).abs() < 1e-12);
        assert_eq!(normalize(&affinity).row(1), [0.0; 3]);
        let cosine = binary_cosine(&counts);
        assert!((cosine[(0, 2)] - 0.5).abs() < 1e-12);
        assert_eq!(cosine.row(1), [0.0; 3]);
    }
}
