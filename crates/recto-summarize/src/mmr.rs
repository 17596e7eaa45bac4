//! What is relevant and not said yet: maximal marginal relevance.
//!
//! Next comes the sentence with the largest `0.6 rel - 0.4 max`, where `rel` is its cosine
//! with the query, or with the mean of all sentences where nothing is asked, and `max` its
//! largest cosine with a chosen or a known sentence (CarbonellGoldstein98 def. MMR).
//!
//! The score only falls, so a heap of stale scores finds the next sentence: one that comes
//! up is compared with what was chosen since and goes back if it fell.

use crate::ask::Asked;
use crate::budget::{Budget, Purse};
use crate::fill::{attribute, choosable};
use crate::methods::Options;
use crate::pool::Pool;
use crate::summary::{Chosen, Summary};
use crate::{SummarizeError, Summarizer, vectors};
use recto_math::graph::nearest;
use recto_math::similarity::dot;
use recto_math::weight::unit_rows;
use recto_math::{CsrBuilder, CsrMatrix, Run};
use serde_json::{Value, json};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// How much relevance counts against novelty: the best of those measured.
const RELEVANCE: f64 = 0.6;

/// Relevance against redundancy.
pub(crate) struct Mmr {
    fallback: bool,
}

/// A row with a score that may have fallen since.
#[derive(Debug, Clone, Copy)]
struct Entry {
    score: f64,
    row: Reverse<usize>,
    relevance: f64,
    redundancy: f64,
    /// With how many of the chosen it was compared.
    compared: usize,
}

impl Entry {
    /// CarbonellGoldstein98 def. MMR.
    fn new(row: usize, relevance: f64, redundancy: f64, compared: usize) -> Self {
        Self {
            score: RELEVANCE * relevance - (1.0 - RELEVANCE) * redundancy,
            row: Reverse(row),
            relevance,
            redundancy,
            compared,
        }
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_score = self.score.total_cmp(&other.score);
        by_score.then(self.row.cmp(&other.row))
    }
}
impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Entry {}

impl Mmr {
    pub(crate) fn build(options: &Options) -> Result<Box<dyn Summarizer>, SummarizeError> {
        Ok(Box::new(Self {
            fallback: options.fallback,
        }))
    }
}

/// The mean of the rows of the first group as a vector of length 1.
fn mean(vectors: &CsrMatrix, pool: &Pool) -> CsrMatrix {
    let sums = vectors.select_rows(pool.group(0)).column_sums();
    let mut builder = CsrBuilder::new(sums.len());
    let sums = sums.into_iter().enumerate();
    builder.push_weights(
        sums.filter(|s| s.1 > 0.0)
            .map(|(term, sum)| (term as u32, sum)),
    );
    unit_rows(&builder.finish())
}

/// The largest cosine of each row of the first group with a known sentence.
fn known(pool: &Pool, vectors: &CsrMatrix, run: &Run<'_>) -> Result<Vec<f64>, SummarizeError> {
    let rows = vectors.select_rows(pool.group(0));
    let others = vectors.select_rows(pool.group(1));
    Ok(nearest(&rows, &others, 0.0, run)?)
}

fn choose(
    pool: &Pool,
    vectors: &CsrMatrix,
    mut heap: BinaryHeap<Entry>,
    budget: Budget,
) -> Vec<Chosen> {
    let mut purse = Purse::new(budget);
    let mut chosen: Vec<Chosen> = Vec::new();
    while !purse.is_empty() {
        let Some(entry) = heap.pop() else { break };
        let Reverse(row) = entry.row;
        let sentence = &pool.sentences()[row];
        if !purse.affords(sentence) {
            continue;
        }
        let since = chosen[entry.compared..].iter();
        let cosines = since.map(|taken| dot(vectors.row(row), vectors.row(taken.sentence)));
        let redundancy = cosines.fold(entry.redundancy, f64::max);
        let now = Entry::new(row, entry.relevance, redundancy, chosen.len());
        if now.score < entry.score {
            heap.push(now);
            continue;
        }
        purse.pay(sentence);
        chosen.push(Chosen {
            sentence: row,
            score: now.score,
            covers: Vec::new(),
        });
    }
    chosen
}

impl Summarizer for Mmr {
    fn summarize(
        &self,
        pool: &Pool,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Summary, SummarizeError> {
        run.report("choosing sentences", 0, None)?;
        let asked = Asked::of(pool, 0);
        if asked == Asked::Unknown && !self.fallback {
            return Ok(Summary::unanswered());
        }
        let vectors = vectors::tf_isf(pool);
        let aim = match asked {
            Asked::Known => vectors::query(pool),
            _ => mean(&vectors, pool),
        };
        let known = known(pool, &vectors, run)?;
        let entry = |row: usize| {
            let relevance = dot(vectors.row(row), aim.row(0));
            Entry::new(row, relevance, known[row], 0)
        };
        let heap = choosable(pool, 0).into_iter().map(entry).collect();
        let mut chosen = choose(pool, &vectors, heap, budget);
        attribute(pool, &vectors, 0, &mut chosen);
        let summary = Summary {
            chosen,
            ..Summary::default()
        };
        Ok(match asked {
            Asked::Unknown => summary.warned(),
            _ => summary,
        })
    }

    fn parameters(&self) -> Value {
        json!({ "relevance": RELEVANCE, "fallback": self.fallback })
    }
}
