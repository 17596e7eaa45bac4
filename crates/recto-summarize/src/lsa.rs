//! Latent semantic analysis: one sentence for each singular vector.
//!
//! Singular vectors of the tf-isf matrix of sentences serve as topics, by decreasing
//! singular value. Each topic in turn contributes the unchosen sentence with the component
//! of largest magnitude, in rounds. Magnitude, because the sign of a singular vector is
//! arbitrary.
//!
//! **Parameters.** `topics`: how many vectors, by default three times as many as sentences
//! fill the budget; never more than 64. **Cost**: a few dozen sparse products with that
//! many vectors.
//!
//! # Departures
//! The paper does not say what follows when the budget outlasts the vectors: rounds. A
//! truncated search replaces the full decomposition.
//!
//! # References
//! Gong and Liu 2001, Generic text summarization using relevance measure and latent
//! semantic analysis.

use crate::budget::Budget;
use crate::pool::Pool;
use crate::select_within_budget::{choosable, ranked};
use crate::summary::Summary;
use crate::{Options, SummarizeError, Summarizer, topics, vectors};
use recto_math::factor::svd;
use recto_math::{Notice, Run};
use serde_json::{Value, json};

/// Maximum number of vectors: computing more costs as much as a full decomposition.
const MOST: usize = 64;

/// Latent semantic analysis.
pub(crate) struct Lsa {
    topics: Option<usize>,
}

impl Lsa {
    pub(crate) fn build(options: &Options) -> Result<Box<dyn Summarizer>, SummarizeError> {
        topics::check(options)?;
        Ok(Box::new(Self {
            topics: options.topics,
        }))
    }

    /// Number of singular vectors to compute.
    fn how_many(&self, pool: &Pool, budget: Budget, warnings: &mut Vec<Notice>) -> usize {
        let k = topics::wanted(pool, budget, self.topics, warnings);
        if self.topics.is_some_and(|asked| asked > MOST) {
            warnings.push(format!("lsa uses at most {MOST} topics").into());
        }
        let spare = if self.topics.is_some() { 1 } else { 3 };
        (k * spare).min(MOST)
    }
}

impl Summarizer for Lsa {
    /// GongLiu01 def. SvdSummary: the largest component of each right singular vector.
    fn summarize(
        &self,
        pool: &Pool,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Summary, SummarizeError> {
        let rows = choosable(pool, 0);
        run.report("finding topics", 0, None)?;
        let mut warnings = Vec::new();
        let k = self.how_many(pool, budget, &mut warnings);
        let vectors = vectors::tf_isf(pool);
        let found = svd::truncated(&vectors::first_group(pool, &vectors), k, run)?;
        let list = |v: usize| ranked(&rows, |row| found.left[(v, row)].abs());
        let mut lists: Vec<_> = (0..found.values.len()).map(list).collect();
        if lists.is_empty() {
            // All weights are 0: every word occurs in every sentence.
            lists.push(ranked(&rows, |_| 0.0));
        }
        let order = topics::best_in_turn(&lists);
        let mut summary = Summary::of_ranking(pool, &vectors, order, None, budget);
        summary.warnings = warnings;
        Ok(summary)
    }

    fn parameters(&self) -> Value {
        json!({ "topics": self.topics })
    }
}
