//! Comparative summaries: facility location in each group, discounting what other groups
//! say too.
//!
//! The prior of a candidate is one minus its largest cosine to a sentence of another group.
//! What has to be covered is the whole group, undiscounted.

use super::Facility;
use crate::budget::Budget;
use crate::methods::Options;
use crate::pool::Pool;
use crate::sample::{far_notice, least_cosine};
use crate::summary::Summary;
use crate::{Comparer, SummarizeError, Summarizer, vectors};
use recto_math::graph::nearest;
use recto_math::{CsrBuilder, CsrMatrix, Run};
use serde_json::Value;

/// Facility location in each group, discounted by the others.
pub(crate) struct Contrast(pub(crate) Facility);

impl Contrast {
    /// With the parameters of `auto`.
    pub(crate) fn build(options: &Options) -> Result<Box<dyn Comparer>, SummarizeError> {
        Ok(Box::new(Self(Facility::best(options)?)))
    }
}

impl Comparer for Contrast {
    fn compare(
        &self,
        pool: &Pool,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Vec<Summary>, SummarizeError> {
        let vectors = vectors::weighted(pool, self.0.weighting);
        let summary = |group: usize| {
            if pool.group(group).is_empty() {
                return Ok(Summary::default());
            }
            let mut ground = self.0.ground(pool, group, &vectors, run)?;
            let own = vectors.select_rows(ground.rows.iter().copied());
            let others = without(pool, &vectors, group);
            let least = least_cosine(own.n_rows(), others.n_rows());
            let shared = nearest(&own, &others, least, run)?;
            // A sentence of a comparison is read out of context, so the discount of a
            // dangling opening applies twice: here and in the candidates' priors.
            let novelty = |(shared, &row): (&f64, &usize)| {
                (1.0 - shared.min(1.0)) * self.0.dangling_factor(&pool.sentences()[row])
            };
            ground.novelty = shared.iter().zip(&ground.rows).map(novelty).collect();
            let mut summary = self.0.cover(pool, group, &vectors, &ground, budget);
            let said = far_notice(own.n_rows(), others.n_rows());
            summary.warnings.extend(said);
            Ok(summary)
        };
        (0..pool.n_groups()).map(summary).collect()
    }

    fn parameters(&self) -> Value {
        let mut parameters = self.0.parameters();
        // Nothing is asked in a comparison.
        if let Value::Object(named) = &mut parameters {
            named.remove("query_style");
        }
        parameters
    }
}

/// The rows of all groups but one.
fn without(pool: &Pool, vectors: &CsrMatrix, group: usize) -> CsrMatrix {
    let own = pool.group(group);
    let mut builder = CsrBuilder::new(vectors.n_columns());
    for row in (0..vectors.n_rows()).filter(|row| !own.contains(row)) {
        builder.push_weights(vectors.row(row).iter());
    }
    builder.finish()
}
