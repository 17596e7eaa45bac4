//! Baselines: lead sentences and random sentences.

use crate::budget::Budget;
use crate::pool::Pool;
use crate::select_within_budget::choosable;
use crate::summary::Summary;
use crate::{SummarizeError, Summarizer, vectors};
use recto_math::{Run, rng};
use serde_json::{Value, json};

/// The first sentence of every document, then the second, and so on.
pub(crate) struct Lead;

impl Summarizer for Lead {
    fn summarize(
        &self,
        pool: &Pool,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Summary, SummarizeError> {
        run.report("choosing sentences", 0, None)?;
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

/// Sentences in a random order, drawn from the seed.
pub(crate) struct Random;

impl Summarizer for Random {
    fn summarize(
        &self,
        pool: &Pool,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Summary, SummarizeError> {
        run.report("choosing sentences", 0, None)?;
        let mut rows = choosable(pool, 0);
        rng::shuffle(&mut rng::stream(run.seed, "random summary", 0), &mut rows);
        let ranking = rows.into_iter().enumerate();
        let ranking = ranking.map(|(place, row)| (row, 1.0 / (1.0 + place as f64)));
        let vectors = vectors::tf_isf(pool);
        Ok(Summary::of_ranking(pool, &vectors, ranking, None, budget))
    }

    fn parameters(&self) -> Value {
        json!({})
    }
}
