//! Maximal marginal relevance (MMR): relevant and not redundant.
//!
//! Greedily takes the sentence with the largest `0.6 rel - 0.4 max`, where `rel` is its
//! cosine with the query, or with the mean of all sentences without a query, and `max` its
//! largest cosine with a chosen or known sentence (CarbonellGoldstein98 def. MMR).
//!
//! Scores only fall, so a heap of outdated scores finds the next sentence: the top is
//! compared with the sentences chosen since, and pushed back if its score fell.

use crate::ask::Asked;
use crate::budget::{Budget, Purse};
use crate::methods::Options;
use crate::pool::Pool;
use crate::sample::{far_notice, least_cosine};
use crate::select_within_budget::{attribute, choosable};
use crate::summary::{Chosen, Summary};
use crate::{SummarizeError, Summarizer, vectors};
use recto_math::graph::{multiply, nearest};
use recto_math::similarity::dot;
use recto_math::{CsrMatrix, Run};
use serde_json::{Value, json};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// Weight of relevance against redundancy, from 0 to 1: the best of those measured.
const RELEVANCE: f64 = 0.6;

/// The method `mmr`.
pub(crate) struct Mmr {
    fallback: bool,
}

/// A row with a score that may be out of date.
#[derive(Debug, Clone, Copy)]
struct Entry {
    score: f64,
    row: Reverse<usize>,
    relevance: f64,
    redundancy: f64,
    /// Number of chosen sentences that it was compared with.
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

/// Cosine of each row with the query, or with the mean of the first group.
fn relevance(pool: &Pool, vectors: &CsrMatrix, asked: Asked) -> Vec<f64> {
    if asked == Asked::Known {
        return vectors::cosines(vectors, vectors::query(pool).row(0));
    }
    let mut mean = vectors.select_rows(pool.group(0)).column_sums();
    let length = mean.iter().map(|x| x * x).sum::<f64>().sqrt();
    if length > 0.0 {
        mean.iter_mut().for_each(|x| *x /= length);
    }
    multiply(vectors, &mean)
}

/// Largest cosine of each row of the first group with a known sentence.
fn known(pool: &Pool, vectors: &CsrMatrix, run: &Run<'_>) -> Result<Vec<f64>, SummarizeError> {
    if pool.n_groups() < 2 {
        return Ok(vec![0.0; pool.group(0).len()]);
    }
    let rows = vectors.select_rows(pool.group(0));
    let others = vectors.select_rows(pool.group(1));
    let least = least_cosine(rows.n_rows(), others.n_rows());
    Ok(nearest(&rows, &others, least, run)?)
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
            ..Chosen::default()
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
        let relevance = relevance(pool, &vectors, asked);
        let known = known(pool, &vectors, run)?;
        let entry = |row: usize| Entry::new(row, relevance[row], known[row], 0);
        let heap = choosable(pool, 0).into_iter().map(entry).collect();
        let mut chosen = choose(pool, &vectors, heap, budget);
        attribute(pool, &vectors, 0, &mut chosen);
        let said = far_notice(pool.group(0).len(), pool.group(1).len());
        let summary = Summary {
            chosen,
            warnings: said.into_iter().collect(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Limit;
    use crate::pool::PoolBuilder;
    use recto_math::Silent;

    const SENTENCES: [&[&str]; 3] = [
        &["river", "flood", "town", "rain"],
        &["river", "flood", "mayor", "money"],
        &["school", "close", "mayor", "child"],
    ];

    fn first(known: &[&[&str]], query: &[&'static str]) -> Option<usize> {
        let mut builder = PoolBuilder::new();
        builder.push_terms(SENTENCES.iter().map(|&terms| (terms, 8)));
        builder.next_group();
        builder.push_terms(known.iter().map(|&terms| (terms, 8)));
        builder.ask(query.iter().copied());
        let budget = Budget::fit(Limit::Sentences(1));
        let method = Mmr::build(&Options::default()).unwrap();
        let run = Run::new(0, &Silent);
        let summary = method.summarize(&builder.finish(), budget, &run).unwrap();
        summary.rows().first().copied()
    }

    #[test]
    fn the_query_is_answered_by_what_is_not_known() {
        assert_eq!(first(&[], &["flood", "money"]), Some(1));
        let known: &[&[&str]] = &[&["river", "flood", "mayor", "money", "vote"]];
        assert_eq!(first(known, &["flood"]), Some(0));
        assert_eq!(first(&[], &["submarine"]), None);
    }
}
