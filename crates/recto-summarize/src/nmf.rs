//! Non-negative matrix factorisation (NMF) of the tf-isf matrix of sentences.
//!
//! The matrix is approximated by `W H'` with non-negative factors; row `j` of `W` holds the
//! weights of `K` components in sentence `j`. The weight of a component is its share of the
//! column sums, and the score of a sentence is
//!
//! ```text
//! score_j = sum_k W_jk weight_k,      weight_k = sum_j W_jk / sum_jk W_jk
//! ```
//!
//! Sentences are taken by decreasing score; one whose cosine with a chosen one exceeds 0.7
//! is skipped.
//!
//! **Parameters.** `topics` (components; by default as many as sentences fill the budget),
//! `iterations` (100), `tolerance` (1e-7). **Cost**: O(K nnz) per iteration.
//!
//! # References
//! Lee, Park, Ahn and Kim 2009, Automatic generic document summarization based on
//! non-negative matrix factorization.

use crate::budget::Budget;
use crate::pool::Pool;
use crate::select_within_budget::{choosable, ranked};
use crate::summary::Summary;
use crate::{Options, SummarizeError, Summarizer, topics, vectors};
use recto_math::dense::dot;
use recto_math::factor::{column_sums, nmf};
use recto_math::{DenseMatrix, Run};
use serde_json::Value;

/// Cosine with a chosen sentence above which another is skipped.
const CUT: f64 = 0.7;

/// The method `nmf`.
pub(crate) struct Nmf {
    fit: topics::FitParams,
}

impl Nmf {
    pub(crate) fn build(options: &Options) -> Result<Box<dyn Summarizer>, SummarizeError> {
        let fit = topics::FitParams::new(options, 100, 1e-7)?;
        Ok(Box::new(Self { fit }))
    }
}

impl Summarizer for Nmf {
    fn summarize(
        &self,
        pool: &Pool,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Summary, SummarizeError> {
        let rows = choosable(pool, 0);
        let mut warnings = Vec::new();
        let k = topics::how_many(pool, budget, self.fit.topics, &mut warnings)?;
        let vectors = vectors::tf_isf(pool);
        let own = vectors::first_group(pool, &vectors);
        let stop = self.fit.stop();
        let fit = topics::finite("nmf", nmf::fit(&own, k, stop, run)?)?;
        let scores = relevance(&fit.parameters.rows);
        let order = ranked(&rows, |row| scores[row]);
        let mut summary = Summary::of_ranking(pool, &vectors, order, Some(CUT), budget);
        summary.trace = fit.history;
        summary.warnings = warnings;
        Ok(summary)
    }

    fn parameters(&self) -> Value {
        serde_json::to_value(&self.fit).expect("plain numbers")
    }
}

/// LeePark09 def. GenericRelevance: component weights of a sentence, weighted by those of
/// the components.
fn relevance(parts: &DenseMatrix) -> Vec<f64> {
    let mut weights = column_sums(parts);
    let total = weights.iter().sum::<f64>().max(1e-300);
    weights.iter_mut().for_each(|weight| *weight /= total);
    (0..parts.n_rows())
        .map(|j| dot(parts.row(j), &weights))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relevance_is_that_worked_out_by_hand() {
        // Parts weigh 4/8 and 4/8; then 1/4 and 3/4.
        let even = DenseMatrix::from_fn(2, 2, |i, j| [[3.0, 1.0], [1.0, 3.0]][i][j]);
        assert_eq!(relevance(&even), [2.0, 2.0]);
        let uneven = DenseMatrix::from_fn(2, 2, |i, j| [[1.0, 1.0], [0.0, 2.0]][i][j]);
        assert_eq!(relevance(&uneven), [1.0, 1.5]);
        assert_eq!(relevance(&DenseMatrix::zeros(2, 2)), [0.0, 0.0]);
    }
}
