//! What every method has to beat.

use crate::budget::Budget;
use crate::fill::choosable;
use crate::pool::Pool;
use crate::summary::Summary;
use crate::{SummarizeError, Summarizer, vectors};
use recto_math::Run;
use serde_json::{Value, json};

/// The first sentence of every document, then the second, and so on.
pub(crate) struct Lead;

impl Summarizer for Lead {
    fn summarize(
        &self,
        pool: &Pool,
        budget: Budget,
        _run: &Run<'_>,
    ) -> Result<Summary, SummarizeError> {
        let mut rows = choosable(pool, 0);
        rows.sort_by_key(|&row| {
            let place = pool.sentences()[row].place;
            (place.position, place.document)
        });
        let score = |row: usize| 1.0 / (1.0 + pool.sentences()[row].place.position as f64);
        let ranking = rows.into_iter().map(|row| (row, score(row)));
        let vectors = vectors::tf_isf(pool);
        Ok(Summary::of_ranking(pool, &vectors, ranking, None, budget))
    }

    fn parameters(&self) -> Value {
        json!({})
    }
}
