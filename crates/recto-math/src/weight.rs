//! Term weightings: tf-idf and its variants, each defined once.

use crate::csr::CsrMatrix;
use crate::similarity::norm;
use serde::{Deserialize, Serialize};

/// A weighting of term counts; rows are units or documents, columns are terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weighting {
    /// The counts themselves.
    Count,
    /// `count * ln(N / df)`: 0 for terms that occur in every row.
    TfIdf,
    /// `count * ln(1 + N / df)`: above 0 for every term.
    SmoothTfIdf,
    /// `(1 + ln count) * ln((1 + N) / (1 + df)) `, never negative, finite for any df.
    LogTfIdf,
}

impl Weighting {
    /// The weighted matrix. `N` is the number of rows, `df` the number of rows with
    /// the term.
    ///
    /// ```
    /// use recto_math::{CsrBuilder, weight::Weighting};
    /// let mut builder = CsrBuilder::new(2);
    /// builder.push_counts([0, 1, 1]);
    /// builder.push_counts([0]);
    /// let weighted = Weighting::TfIdf.apply(&builder.finish());
    /// assert_eq!(weighted.row(0).values, [0.0, 2.0 * 2f64.ln()]);
    /// ```
    pub fn apply(self, counts: &CsrMatrix) -> CsrMatrix {
        if self == Weighting::Count {
            return counts.clone();
        }
        let n = counts.n_rows() as f64;
        let df = counts.column_counts();
        counts.map(|_, column, count| self.weigh(count, n, f64::from(df[column as usize])))
    }

    /// Weight of a count in one of `n` rows, of which `df` have the term.
    pub fn weigh(self, count: f64, n: f64, df: f64) -> f64 {
        match self {
            Weighting::Count => count,
            Weighting::TfIdf => count * idf(n, df),
            Weighting::SmoothTfIdf => count * idf(n + df, df),
            Weighting::LogTfIdf => (1.0 + count.ln()) * idf(1.0 + n, 1.0 + df),
        }
    }
}

/// Inverse document frequency `ln(n / df)`.
pub fn idf(n: f64, df: f64) -> f64 {
    (n / df).ln()
}

/// Rows scaled to unit length; a zero row stays zero.
///
/// ```
/// use recto_math::{CsrBuilder, weight::unit_rows};
/// let mut builder = CsrBuilder::new(2);
/// builder.push_weights([(0, 3.0), (1, 4.0)]);
/// builder.push_weights([(1, 0.0)]);
/// let unit = unit_rows(&builder.finish());
/// assert_eq!(unit.row(0).values, [0.6, 0.8]);
/// assert!(unit.row(1).values.iter().all(|&value| value == 0.0));
/// ```
pub fn unit_rows(weights: &CsrMatrix) -> CsrMatrix {
    let lengths: Vec<f64> = weights.rows().map(norm).collect();
    weights.map(|row, _, value| {
        if lengths[row] > 0.0 {
            value / lengths[row]
        } else {
            0.0
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::csr::CsrBuilder;

    #[test]
    fn a_term_in_every_row_weighs_nothing_by_tf_idf() {
        let mut builder = CsrBuilder::new(2);
        builder.push_counts([0, 0, 0]);
        builder.push_counts([0, 1]);
        let counts = builder.finish();
        let weighted = Weighting::TfIdf.apply(&counts);
        assert_eq!(weighted.row(0).values, [0.0]);
        assert_eq!(weighted.row(1).values, [0.0, 2f64.ln()]);
        assert_eq!(Weighting::Count.apply(&counts), counts);
    }

    #[test]
    fn log_tf_idf_is_finite_and_not_negative() {
        let mut builder = CsrBuilder::new(1);
        builder.push_counts([0, 0, 0, 0]);
        let weighted = Weighting::LogTfIdf.apply(&builder.finish());
        assert_eq!(weighted.row(0).values, [0.0]);
    }
}
