//! Symmetric NMF clusters of sentences, and from each the most central sentence.
//!
//! The cosines `S` of all pairs of sentences are approximated by `H H'` with non-negative
//! `H` (sentences x K); a sentence belongs to the cluster of its largest component. Its
//! score within the cluster is
//!
//! ```text
//! 0.7 * mean cosine with the others of its cluster + 0.3 * cosine with the centroid of the pile
//! ```
//!
//! or, with a query, the cosine with the query instead of the centroid. Clusters take turns,
//! largest first; a sentence whose cosine with a chosen one exceeds 0.7 is skipped.
//!
//! **Parameters.** `query`, `topics` (clusters; by default as many as sentences fill the
//! budget), `iterations` (100), `tolerance` (1e-7). **Cost**: O(K nnz) per iteration and no
//! square matrix: products with `S` and means over clusters are computed from the sentence
//! vectors.
//!
//! # Departures
//! The paper compares sentences by their semantic roles, which need a parser; ours are
//! cosines of tf-isf vectors. The method therefore claims no paper.
//!
//! # References
//! Wang, Li, Zhu and Ding 2008, Multi-document summarization via sentence-level semantic
//! analysis and symmetric matrix factorization.

use crate::budget::Budget;
use crate::pool::Pool;
use crate::select_within_budget::{choosable, ranked};
use crate::summary::Summary;
use crate::topics::{self, in_turn, largest_first};
use crate::{Options, SummarizeError, Summarizer, vectors};
use recto_math::factor::symmetric;
use recto_math::similarity::norm;
use recto_math::{CsrMatrix, DenseMatrix, Run};
use serde_json::Value;

/// Cosine with a chosen sentence above which another is skipped.
const CUT: f64 = 0.7;

/// Weight of cohesion within the cluster in the score of a sentence.
const OWN: f64 = 0.7;

/// The method `snmf`.
pub(crate) struct Snmf {
    fit: topics::FitParams,
}

impl Snmf {
    pub(crate) fn build(options: &Options) -> Result<Box<dyn Summarizer>, SummarizeError> {
        let fit = topics::FitParams::new(options, 100, 1e-7)?;
        Ok(Box::new(Self { fit }))
    }
}

impl Summarizer for Snmf {
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
        let fit = symmetric::fit(&symmetric::Products::new(&own), k, stop, run)?;
        let fit = topics::finite("snmf", fit)?;
        let labels = labels(&fit.parameters);
        let inside = cohesion(&own, &labels, k);
        let asked = aim(pool, &own);
        let score = |row: usize| OWN * inside[row] + (1.0 - OWN) * asked[row];
        let list = |members: Vec<usize>| ranked(&members, score);
        let clusters = largest_first(&labels, k, &rows);
        let lists: Vec<_> = clusters.into_iter().map(list).collect();
        let mut summary = Summary::of_ranking(pool, &vectors, in_turn(&lists), Some(CUT), budget);
        summary.trace = fit.history;
        summary.warnings = warnings;
        Ok(summary)
    }

    fn parameters(&self) -> Value {
        serde_json::to_value(&self.fit).expect("plain numbers")
    }
}

/// Index of the largest component of each row; ties go to the first.
fn labels(factor: &DenseMatrix) -> Vec<usize> {
    let largest = |i: usize| {
        let row = factor.row(i);
        (1..row.len()).fold(0, |best, k| if row[k] > row[best] { k } else { best })
    };
    (0..factor.n_rows()).map(largest).collect()
}

/// Wang08 def. SentenceScore, its first term: the mean cosine of each sentence with the
/// others of its cluster, by way of the sum of the cluster; 0 alone.
fn cohesion(vectors: &CsrMatrix, labels: &[usize], k: usize) -> Vec<f64> {
    let mut sums = DenseMatrix::zeros(k, vectors.n_columns());
    let mut sizes = vec![0usize; k];
    for (row, &label) in vectors.rows().zip(labels) {
        sizes[label] += 1;
        let sum = sums.row_mut(label);
        row.iter().for_each(|(term, x)| sum[term as usize] += x);
    }
    let mean = |(row, &label): (recto_math::SparseRow<'_>, &usize)| {
        let sum = sums.row(label);
        let with_all: f64 = row.iter().map(|(term, x)| x * sum[term as usize]).sum();
        let others = sizes[label].saturating_sub(1).max(1) as f64;
        (with_all - norm(row).powi(2)).max(0.0) / others
    };
    vectors.rows().zip(labels).map(mean).collect()
}

/// Cosine of each sentence with the query, or with the centroid of all sentences.
fn aim(pool: &Pool, vectors: &CsrMatrix) -> Vec<f64> {
    if pool.query().is_some() {
        return vectors::cosines(vectors, vectors::query(pool).row(0));
    }
    let centroid = vectors.column_sums();
    let length = recto_math::dense::norm(&centroid).max(1e-300);
    let cosine = |row: recto_math::SparseRow<'_>| {
        let product: f64 = row
            .iter()
            .map(|(term, x)| x * centroid[term as usize])
            .sum();
        product / length
    };
    vectors.rows().map(cosine).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use recto_math::CsrBuilder;
    use recto_math::similarity::dot;

    #[test]
    fn cohesion_equals_the_mean_over_pairs() {
        let mut builder = CsrBuilder::new(5);
        for words in [vec![0, 1], vec![1, 2, 2], vec![0, 2], vec![3], vec![1, 4]] {
            builder.push_counts(words);
        }
        let unit = recto_math::weight::unit_rows(&builder.finish());
        let labels = [0, 0, 0, 1, 2];
        let found = cohesion(&unit, &labels, 3);
        let pair = |i: usize, j: usize| dot(unit.row(i), unit.row(j));
        assert!((found[0] - (pair(0, 1) + pair(0, 2)) / 2.0).abs() < 1e-12);
        assert!(found[3].abs() < 1e-12 && found[4].abs() < 1e-12);
    }
}
