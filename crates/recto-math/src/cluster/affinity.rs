//! Affinity matrices of rows of counts: one minus the Jensen-Shannon divergence, the
//! Bhattacharyya coefficient, and the cosine of presence.
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
/// them of `f(p + q) - f(p) - f(q)`. For `p = a / A` and `q = b / B` with whole counts,
/// `p + q = x / AB` where `x = aB + bA` is whole, too, and mostly small, so that `f(x)` comes
/// from a table and no logarithm is taken for a pair of words:
/// `f(p + q) = (f(x) - x log2 AB) / AB`. O(rows² · words in a row), parallel over rows; each
/// pair is computed once.
///
/// BayesAD def. Affinity: of segments.
pub fn jensen_shannon(counts: &CsrMatrix) -> DenseMatrix {
    let shares = Shares::of(counts);
    let n = counts.n_rows();
    let row = |full: &mut Vec<(f64, f64)>, (i, row): (usize, &mut [f64])| {
        full.resize(counts.n_columns(), (0.0, 0.0));
        shares.scatter(i, full);
        for (j, value) in row.iter_mut().enumerate().take(i) {
            *value = shares.affinity(i, j, full);
        }
        shares.clear(i, full);
    };
    of_pairs(n, row)
}

/// A symmetric matrix of pairs: `row` fills what stands before the diagonal of one of its
/// rows, with a buffer that it shares with the others of its thread.
fn of_pairs<T: Send>(
    n: usize,
    row: impl Fn(&mut Vec<T>, (usize, &mut [f64])) + Sync + Send,
) -> DenseMatrix {
    let mut matrix = DenseMatrix::zeros(n, n);
    if n > 0 {
        let rows = matrix.values_mut().par_chunks_mut(n).enumerate();
        rows.for_each_init(Vec::new, row);
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

/// Whole numbers up to which `x log2 x` is kept, at most: 2 MB.
const TABLE: usize = 1 << 18;

/// Counts of rows, their sums, and `x log2 x` of their shares.
struct Shares<'a> {
    counts: &'a CsrMatrix,
    sums: Vec<f64>,
    logs: CsrMatrix,
    /// `x log2 x` of whole numbers; empty where a count is not whole.
    table: Vec<f64>,
}

impl<'a> Shares<'a> {
    fn of(counts: &'a CsrMatrix) -> Self {
        let sums: Vec<f64> = counts.rows().map(|row| row.sum()).collect();
        let logs = counts.map(|i, _, count| xlog2x(count / sums[i]));
        let whole = counts
            .rows()
            .all(|row| row.values.iter().all(|x| x.fract() == 0.0));
        let longest = sums.iter().copied().fold(0.0, f64::max);
        // No sum of two shares is above 2, and no product of sums above the largest square.
        let size = (2.0 * longest * longest + 1.0).min(TABLE as f64) as usize;
        let table = (0..if whole { size } else { 0 }).map(|x| xlog2x(x as f64));
        Self {
            counts,
            table: table.map(|f| if f.is_nan() { 0.0 } else { f }).collect(),
            sums,
            logs,
        }
    }

    /// Writes a row into a dense buffer: counts and `x log2 x` of their shares.
    fn scatter(&self, i: usize, full: &mut [(f64, f64)]) {
        let row = self.counts.row(i).iter().zip(self.logs.row(i).values);
        for ((column, count), &log) in row {
            full[column as usize] = (count, log);
        }
    }

    fn clear(&self, i: usize, full: &mut [(f64, f64)]) {
        for &column in self.counts.row(i).columns {
            full[column as usize] = (0.0, 0.0);
        }
    }

    /// Affinity of rows `i`, which is in the dense buffer `full`, and `j`.
    fn affinity(&self, i: usize, j: usize, full: &[(f64, f64)]) -> f64 {
        let (of_i, of_j) = (self.sums[i], self.sums[j]);
        let (mut whole, mut apart, mut total) = (0.0, 0.0, 0.0);
        let row = self.counts.row(j).iter().zip(self.logs.row(j).values);
        for ((column, b), log_q) in row {
            let (a, log_p) = full[column as usize];
            if a > 0.0 {
                let x = a * of_j + b * of_i;
                whole += self
                    .table
                    .get(x as usize)
                    .copied()
                    .unwrap_or_else(|| xlog2x(x));
                total += x;
                apart += log_p + log_q;
            }
        }
        if total == 0.0 {
            return 0.0;
        }
        let product = of_i * of_j;
        let joint = (whole - total * product.log2()) / product;
        ((joint - apart) / 2.0).clamp(0.0, 1.0)
    }
}

fn xlog2x(x: f64) -> f64 {
    x * x.log2()
}

/// Bhattacharyya coefficients of all pairs of rows, each normalised: the sum over common
/// columns of `sqrt(p q)`, from 0 to 1, and 0 on the diagonal and for empty rows. Values may
/// be any weights from 0; it needs no logarithm. O(rows² · values in a row), parallel over
/// rows; each pair is computed once.
pub fn bhattacharyya(weights: &CsrMatrix) -> DenseMatrix {
    let sums: Vec<f64> = weights.rows().map(|row| row.sum()).collect();
    let roots = weights.map(|i, _, weight| (weight / sums[i]).sqrt());
    let n = weights.n_rows();
    let row = |full: &mut Vec<f64>, (i, row): (usize, &mut [f64])| {
        full.resize(weights.n_columns(), 0.0);
        let own = roots.row(i);
        own.iter().for_each(|(c, root)| full[c as usize] = root);
        for (j, value) in row.iter_mut().enumerate().take(i) {
            let common = roots.row(j).iter().map(|(c, root)| root * full[c as usize]);
            // The sum of products of unit vectors may pass 1 by rounding.
            *value = common.sum::<f64>().min(1.0);
        }
        own.columns.iter().for_each(|&c| full[c as usize] = 0.0);
    };
    of_pairs(n, row)
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

    /// By the definition: one minus the mean divergence from the mean of both.
    fn by_definition(p: &[f64], q: &[f64]) -> f64 {
        let share = |row: &[f64], at: usize| row[at] / row.iter().sum::<f64>();
        let part = |x: f64, mean: f64| if x > 0.0 { x * (x / mean).log2() } else { 0.0 };
        let divergence = |at: usize| {
            let (p, q) = (share(p, at), share(q, at));
            (part(p, (p + q) / 2.0) + part(q, (p + q) / 2.0)) / 2.0
        };
        1.0 - (0..p.len()).map(divergence).sum::<f64>()
    }

    #[test]
    fn coefficients_are_those_of_the_definition() {
        let mut builder = CsrBuilder::new(3);
        builder.push_weights([(0, 1.0), (1, 3.0)]);
        builder.push_weights([(1, 0.5), (2, 0.5)]);
        builder.push_weights([]);
        builder.push_weights([(0, 2.0), (1, 6.0)]);
        let found = bhattacharyya(&builder.finish());
        // Shares 1/4, 3/4 and 1/2, 1/2 have one column in common: sqrt(3/4 · 1/2).
        assert!((found[(0, 1)] - 0.375f64.sqrt()).abs() < 1e-12);
        assert!((found[(3, 0)] - 1.0).abs() < 1e-12, "equal shares");
        assert_eq!(found[(1, 0)], found[(0, 1)]);
        assert_eq!(found.row(2), [0.0; 4]);
        assert_eq!(found[(0, 0)], 0.0);
    }

    #[test]
    fn affinities_are_those_of_the_definition_whole_or_not_small_or_large() {
        let rows = [
            [1.0, 2.0, 3.0, 4.0],
            [4.0, 1.0, 1.0, 9.0],
            // Beyond the table.
            [5000.0, 1.0, 70_000.0, 3.0],
            [900.0, 800.0, 1.0, 1.0],
        ];
        for scale in [1.0, 0.37] {
            let mut builder = CsrBuilder::new(4);
            for row in &rows {
                let weights = row.iter().enumerate().map(|(c, x)| (c as u32, x * scale));
                builder.push_weights(weights);
            }
            let found = jensen_shannon(&builder.finish());
            for (i, p) in rows.iter().enumerate() {
                for (j, q) in rows.iter().enumerate().filter(|(j, _)| *j != i) {
                    let expected = by_definition(p, q);
                    assert!((found[(i, j)] - expected).abs() < 1e-9, "{i} {j}");
                }
            }
        }
    }

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
