//! k-means clusters of sentences, and from each the sentence nearest to its centroid.
//!
//! The tf-isf vectors are clustered by k-means with three restarts. Clusters take turns,
//! largest first, each with its next sentence by distance to the centroid. A baseline of
//! the paper on sentence-based topic models, which describes no more than this.
//!
//! **Parameters.** `topics`: clusters, by default as many as sentences fill the budget.
//! **Cost**: O(K nnz) a round, memory O(K words).

use crate::budget::Budget;
use crate::pool::Pool;
use crate::select_within_budget::{choosable, ranked};
use crate::summary::Summary;
use crate::topics::{self, in_turn, largest_first};
use crate::{Options, SummarizeError, Summarizer, vectors};
use recto_math::Run;
use recto_math::cluster::kmeans::{self, Clustering};
use recto_math::similarity::norm;
use serde_json::{Value, json};

/// Number of restarts, of which the best is kept.
const RESTARTS: usize = 3;

/// k-means.
pub(crate) struct KMeans {
    topics: Option<usize>,
}

impl KMeans {
    pub(crate) fn build(options: &Options) -> Result<Box<dyn Summarizer>, SummarizeError> {
        topics::check(options)?;
        Ok(Box::new(Self {
            topics: options.topics,
        }))
    }
}

impl Summarizer for KMeans {
    fn summarize(
        &self,
        pool: &Pool,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Summary, SummarizeError> {
        let rows = choosable(pool, 0);
        let mut warnings = Vec::new();
        let k = topics::how_many(pool, budget, self.topics, &mut warnings)?;
        let vectors = vectors::tf_isf(pool);
        let own = vectors::first_group(pool, &vectors);
        let found = kmeans::solve_sparse(&own, k, RESTARTS, run)?;
        let near = |row: usize| 1.0 / (1.0 + distance(&own, &found, row));
        let clusters = largest_first(&found.labels, k, &rows).into_iter();
        let lists: Vec<_> = clusters.map(|members| ranked(&members, near)).collect();
        let mut summary = Summary::of_ranking(pool, &vectors, in_turn(&lists), None, budget);
        summary.warnings = warnings;
        Ok(summary)
    }

    fn parameters(&self) -> Value {
        json!({ "topics": self.topics })
    }
}

/// The squared distance of a row to its centre.
fn distance(rows: &recto_math::CsrMatrix, found: &Clustering, row: usize) -> f64 {
    let center = found.centers.row(found.labels[row]);
    let own = rows.row(row);
    let product: f64 = own.iter().map(|(term, x)| x * center[term as usize]).sum();
    (norm(own).powi(2) - 2.0 * product + recto_math::dense::dot(center, center)).max(0.0)
}
