//! Minimum dominating sets of the sentence similarity graph.
//!
//! Sentences are vertices, with an edge where the cosine of their tf-isf vectors is above a
//! threshold. A dominating set contains every vertex or a neighbour of it, so that a small
//! one is a summary in which every sentence is included or has a similar one included.
//! Finding the smallest is NP-hard; the greedy set is near it (see
//! [`recto_math::graph::Cover`]).
//!
//! | what is given | what is done |
//! |---|---|
//! | nothing else | MDS alg. 1 |
//! | a query | only sentences with a term of it; the one with the least distance from the query for each newly covered sentence (MDS eq. 2) |
//! | what is known | sentences with a neighbour among the known ones are covered from the start |
//! | the same with `paper` | the graph is that of known and new sentences together; what the summary of the known ones covers is covered from the start, and new sentences cover the rest, known sentences too (MDS sec. 4.4, MDS eq. 3) |
//!
//! O(V + E) beside the graph. Ties go to the sentence most alike to all others, then to
//! the first.
//!
//! # Departures
//! A sentence covers itself (`open` is the printed form). With open neighbourhoods a
//! sentence without neighbours has no gain and comes last. When all is covered a new round
//! begins; as printed, gains stay 0 and the order of ties decides. What is known is all that
//! is given and not a short summary of it, which forgets. Only new sentences need to be
//! covered; the printed condition makes the summary pay for known ones. `paper` is the
//! printed form of all this. The paper's weights would be 0/0 for a sentence that is the
//! query and covers nothing; it comes with the others that cover nothing.

use crate::ask::{Asked, matching};
use crate::budget::Budget;
use crate::cover::{AllCovered, Graph};
use crate::methods::{Options, Ties};
use crate::pool::Pool;
use crate::select_within_budget::choosable_among;
use crate::similarity_graph::SimilarityGraph;
use crate::summary::Summary;
use crate::{SummarizeError, Summarizer, vectors};
use recto_math::graph::{Rule, nearest};
use recto_math::{CsrMatrix, Notice, Remedy, Run};
use serde_json::{Value, json};

/// Cosine above which sentences are neighbours: MDS sec. 5.2 finds 0.10 to 0.17 alike.
pub(crate) const THRESHOLD: f64 = 0.12;

/// Warning when every sentence is known.
const NOTHING_NEW: &str = "every sentence is similar to a known one";

/// Remedy when all sentences are similar to others.
pub(crate) const FINER: Remedy =
    Remedy::When("to find finer differences", &Remedy::Raise("threshold"));

/// The method `mds`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mds {
    pub(crate) near: SimilarityGraph,
    pub(crate) open: bool,
    pub(crate) ties: Ties,
    /// Whether an update is as published: only what a summary of the known sentences covers
    /// counts as known, and known sentences that it leaves are to be covered, too.
    pub(crate) by_summary: bool,
    /// What happens when every sentence is covered.
    pub(crate) after: AllCovered,
    pub(crate) fallback: bool,
}

/// Query and known sentences of an MDS summary.
#[derive(Debug, Clone, Default)]
pub(crate) struct Given {
    /// Distance of each row of the pool from the query. MDS sec. 4.1.
    distances: Option<Vec<f64>>,
    /// Vectors of the known sentences.
    known: Option<CsrMatrix>,
}

impl Mds {
    pub(crate) fn new(options: &Options) -> Result<Self, SummarizeError> {
        let ties = if options.paper {
            Ties::Index
        } else {
            Ties::Similarity
        };
        Ok(Self {
            near: options.near_or(THRESHOLD)?,
            open: options.open || options.paper,
            ties: options.ties.unwrap_or(ties),
            by_summary: options.paper,
            after: if options.paper {
                AllCovered::TieOrder
            } else {
                AllCovered::NewRound
            },
            fallback: options.fallback,
        })
    }

    pub(crate) fn build(options: &Options) -> Result<Box<dyn Summarizer>, SummarizeError> {
        Ok(Box::new(Self::new(options)?))
    }

    /// Summarises the graph of some rows by those of a group.
    pub(crate) fn cover(
        &self,
        pool: &Pool,
        vectors: &CsrMatrix,
        (rows, group): (Vec<usize>, usize),
        given: &Given,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Summary, SummarizeError> {
        let graph = Graph::new(vectors, rows, self.near, run)?;
        let own = pool.group(group);
        let of_group = graph.rows.iter().copied().filter(|row| own.contains(row));
        let of_group: Vec<usize> = of_group.collect();
        let candidates = graph.marks(&choosable_among(pool, &of_group));
        let covered = match &given.known {
            Some(known) => Some(self.reached(&graph.vectors, known, run)?),
            None => None,
        };
        let weights: Option<Vec<f64>> = given
            .distances
            .as_ref()
            .map(|distances| graph.rows.iter().map(|&row| distances[row]).collect());
        let ties = self.keys(&graph);
        let rule = Rule {
            open: self.open,
            weights: weights.as_deref(),
            ties: ties.as_deref(),
            candidates: Some(&candidates),
            covered: covered.as_deref(),
        };
        let mut summary = graph.summary(pool, &rule, self.near, budget, self.after);
        // In the graph of an update a sentence may cover known ones.
        for chosen in &mut summary.chosen {
            chosen.covers.retain(|row| own.contains(row));
        }
        Ok(summary)
    }

    /// Whether each row has a neighbour among other rows.
    pub(crate) fn reached(
        &self,
        vectors: &CsrMatrix,
        others: &CsrMatrix,
        run: &Run<'_>,
    ) -> Result<Vec<bool>, SummarizeError> {
        let nearest = nearest(vectors, others, self.near.threshold, run)?;
        Ok(nearest
            .into_iter()
            .map(|cosine| cosine > self.near.threshold)
            .collect())
    }

    pub(crate) fn keys(&self, graph: &Graph<'_>) -> Option<Vec<f64>> {
        (self.ties == Ties::Similarity).then(|| graph.summed_similarity())
    }

    /// Distances from the query, and vectors of the known sentences: the second group, or
    /// its summary.
    fn given(
        &self,
        pool: &Pool,
        vectors: &CsrMatrix,
        asked: Asked,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Given, SummarizeError> {
        let distances = (asked == Asked::Known).then(|| {
            let cosines = vectors::cosines(vectors, vectors::query(pool).row(0));
            cosines.into_iter().map(|cosine| 1.0 - cosine).collect()
        });
        let mut given = Given {
            distances,
            known: None,
        };
        if pool.n_groups() > 1 {
            let rows = if self.by_summary {
                let rows = rows_of(pool, 1, asked);
                self.cover(pool, vectors, (rows, 1), &given, budget, run)?
                    .rows()
            } else {
                pool.group(1).collect()
            };
            given.known = Some(vectors.select_rows(rows));
        }
        Ok(given)
    }
}

/// Rows of a group that are vertices: with a query, only those that share a term with it.
fn rows_of(pool: &Pool, group: usize, asked: Asked) -> Vec<usize> {
    match asked {
        Asked::Known => matching(pool, group),
        _ => pool.group(group).collect(),
    }
}

impl Summarizer for Mds {
    /// MDS sec. 4.3 with a query, MDS sec. 4.4 with what is known; with `paper` MDS eq. 3.
    fn summarize(
        &self,
        pool: &Pool,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Summary, SummarizeError> {
        run.report("comparing sentences", 0, None)?;
        let asked = Asked::of(pool, 0);
        if asked == Asked::Unknown && !self.fallback {
            return Ok(Summary::unanswered());
        }
        let vectors = vectors::tf_isf(pool);
        let given = self.given(pool, &vectors, asked, budget, run)?;
        let mut rows = rows_of(pool, 0, asked);
        if self.by_summary && pool.n_groups() > 1 {
            rows.extend(rows_of(pool, 1, asked));
        }
        let mut summary = self.cover(pool, &vectors, (rows, 0), &given, budget, run)?;
        if asked == Asked::Unknown {
            summary = summary.warned();
        }
        let knows = given.known.is_some_and(|known| known.n_rows() > 0);
        if knows && summary.chosen.is_empty() {
            summary.warnings.push(Notice::from(NOTHING_NEW).with(FINER));
        }
        Ok(summary)
    }

    fn parameters(&self) -> Value {
        json!({
            "threshold": self.near.threshold,
            "open": self.open,
            "ties": self.ties,
            "known": if self.by_summary { "summary" } else { "all" },
            "fallback": self.fallback,
        })
    }
}

#[cfg(test)]
mod tests;
