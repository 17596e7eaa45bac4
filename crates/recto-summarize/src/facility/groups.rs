//! How groups differ: each group's own summary, what it shares with others left aside.
//!
//! The cosines of a group's sentences with the nearest of all other groups are known to the
//! reader of a comparison: `gain x (1 - max cosine to other groups)`, while what wants to
//! be covered is the group alone.

use super::Facility;
use crate::budget::Budget;
use crate::methods::Options;
use crate::pool::{Pool, Sentence};
use crate::summary::Summary;
use crate::{Comparer, SummarizeError, Summarizer, vectors};
use recto_math::graph::nearest;
use recto_math::{CsrBuilder, CsrMatrix, Run};
use serde_json::Value;

/// Facility location in each group, discounted by the others.
pub(crate) struct Contrast(pub(crate) Facility);

impl Contrast {
    /// The best that was measured.
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
            let rows = pool.group(group);
            if rows.is_empty() {
                return Ok(Summary::default());
            }
            let shared = nearest(
                &vectors.part(rows),
                &without(pool, &vectors, group),
                0.0,
                run,
            )?;
            let mut ground = self.0.ground(pool, group, &vectors, run)?;
            let sentences = &pool.sentences()[pool.group(group)];
            // What sets a group apart is read by itself: leaning counts twice.
            let fresh = |(shared, sentence): (&f64, &Sentence)| {
                (1.0 - shared.min(1.0)) * self.0.leans(sentence)
            };
            ground.fresh = shared.iter().zip(sentences).map(fresh).collect();
            Ok(self.0.cover(pool, group, &ground, budget))
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
