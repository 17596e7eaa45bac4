//! LexRank and TextRank: PageRank over a graph of sentences.
//!
//! Both rank the vertices of a graph of sentences by [`recto_math::graph::pagerank()`] and pass
//! over a sentence whose cosine with one taken before is above 0.5. They differ in what
//! leads from one sentence to another:
//!
//! - LexRank: a step to each sentence with a cosine above 0.1, itself among them
//!   (ErkanRadev04 def. LexRank), or to every sentence by its cosine
//!   (ErkanRadev04 def. ContinuousLexRank).
//! - TextRank: terms that both have, divided by the logarithms of their numbers of terms
//!   (MihalceaTarau04 def. Similarity).
//!
//! Only the thresholded graph is built. A step over all cosines is two products with the
//! sparse matrix of vectors, and a step of TextRank is one pass over the terms for each
//! different length: both cost about as much as reading the sentences.
//!
//! # Departures
//! The papers leave redundancy to a later stage; with `paper` TextRank has none. TextRank
//! of a sentence with one term would divide by 0: lengths are at least 2.

use crate::budget::Budget;
use crate::cover::Graph;
use crate::methods::Options;
use crate::pool::Pool;
use crate::select_within_budget::{choosable, ranked};
use crate::similarity_graph::SimilarityGraph;
use crate::summary::Summary;
use crate::{SummarizeError, Summarizer, vectors};
use rayon::prelude::*;
use recto_math::graph::{PageRankParams, multiply, pagerank};
use recto_math::{CsrMatrix, Notice, Run};
use serde_json::{Value, json};

/// Cosine with a chosen sentence above which a sentence is skipped.
const CUT: f64 = 0.5;

/// Rows with their ranks, the best first.
type Ranking = Vec<(usize, f64)>;

/// The method `lexrank`.
pub(crate) struct LexRank {
    near: SimilarityGraph,
    continuous: bool,
}

impl LexRank {
    pub(crate) fn build(options: &Options) -> Result<Box<dyn Summarizer>, SummarizeError> {
        Ok(Box::new(Self {
            near: options.near_or(0.1)?,
            continuous: options.continuous,
        }))
    }

    /// ErkanRadev04 def. LexRank, and ErkanRadev04 def. ContinuousLexRank.
    fn ranks(
        &self,
        pool: &Pool,
        vectors: &CsrMatrix,
        run: &Run<'_>,
    ) -> Result<(Ranking, Option<Notice>), SummarizeError> {
        let (rows, params) = (pool.group(0), PageRankParams::default());
        if self.continuous {
            let n = rows.len();
            let vectors = vectors.select_rows(rows);
            let terms = vectors.transpose();
            let is_zero: Vec<bool> = vectors.rows().map(|row| row.sum() == 0.0).collect();
            let step = |p: &[f64]| -> Vec<f64> {
                let mut reached = multiply(&vectors, &multiply(&terms, p));
                let zeros = (0..n).filter(|&i| is_zero[i]);
                zeros.for_each(|i| reached[i] = p[i]);
                reached
            };
            let ranks = pagerank(n, step, None, &params, run)?;
            return Ok((ranked(&choosable(pool, 0), |row| ranks[row]), None));
        }
        let graph = Graph::new(vectors, rows.collect(), self.near, run)?;
        let (edges, n) = (&graph.edges, graph.rows.len());
        let step = |p: &[f64]| -> Vec<f64> {
            let sum = |i: usize| {
                let others = edges.row(i).columns.iter();
                p[i] + others.map(|&other| p[other as usize]).sum::<f64>()
            };
            (0..n).into_par_iter().with_min_len(256).map(sum).collect()
        };
        let ranks = pagerank(n, step, None, &params, run)?;
        Ok((graph.ranked(pool, |vertex| ranks[vertex]), graph.notice()))
    }
}

impl Summarizer for LexRank {
    fn summarize(
        &self,
        pool: &Pool,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Summary, SummarizeError> {
        run.report("comparing sentences", 0, None)?;
        let vectors = vectors::tf_isf(pool);
        let (ranking, notice) = self.ranks(pool, &vectors, run)?;
        let mut summary = Summary::of_ranking(pool, &vectors, ranking, Some(CUT), budget);
        summary.warnings.extend(notice);
        Ok(summary)
    }

    fn parameters(&self) -> Value {
        let threshold = (!self.continuous).then_some(self.near.threshold);
        json!({ "threshold": threshold, "continuous": self.continuous, "cut": CUT })
    }
}

/// The method `textrank`.
pub(crate) struct TextRank {
    cut: Option<f64>,
}

impl TextRank {
    pub(crate) fn build(options: &Options) -> Result<Box<dyn Summarizer>, SummarizeError> {
        Ok(Box::new(Self {
            cut: (!options.paper).then_some(CUT),
        }))
    }
}

/// The graph of TextRank, given by its product with a vector; edges are never stored.
struct Overlaps {
    rows: CsrMatrix,
    columns: CsrMatrix,
    /// Which length each row has, by number.
    length: Vec<usize>,
    /// `1 / (ln a + ln b)` of each pair of lengths.
    inverse: Vec<Vec<f64>>,
}

impl Overlaps {
    fn new(counts: &CsrMatrix) -> Self {
        let terms: Vec<usize> = counts.rows().map(|row| row.columns.len().max(2)).collect();
        let mut lengths = terms.clone();
        lengths.sort_unstable();
        lengths.dedup();
        let number = |terms: &usize| lengths.partition_point(|length| length < terms);
        let ln: Vec<f64> = lengths.iter().map(|&length| (length as f64).ln()).collect();
        let inverse = |a: &f64| ln.iter().map(|b| 1.0 / (a + b)).collect();
        Self {
            length: terms.iter().map(number).collect(),
            inverse: ln.iter().map(inverse).collect(),
            rows: counts.clone(),
            columns: counts.transpose(),
        }
    }

    /// The product of the graph with a vector. MihalceaTarau04 def. Similarity of `i` and
    /// `j`, times `p[j]`, summed over `j`: for each term of `i` and each length the sum
    /// over sentences of this length that have the term, `i` itself left out.
    fn step(&self, p: &[f64]) -> Vec<f64> {
        let n_lengths = self.inverse.len();
        let by_length = |column: usize| {
            let mut sums = vec![0.0; n_lengths];
            for &row in self.columns.row(column).columns {
                sums[self.length[row as usize]] += p[row as usize];
            }
            sums
        };
        let columns = (0..self.columns.n_rows()).into_par_iter().with_min_len(256);
        let sums: Vec<Vec<f64>> = columns.map(by_length).collect();
        let reached = |i: usize| {
            let own = self.length[i];
            let shared = |&column: &u32| -> f64 {
                let sums = sums[column as usize]
                    .iter()
                    .zip(&self.inverse[own])
                    .enumerate();
                // The sentence itself is subtracted before anything is added, so that a
                // sentence that shares no term has exactly 0.
                let others = sums.map(|(length, (sum, inverse))| {
                    if length == own {
                        (sum - p[i]) * inverse
                    } else {
                        sum * inverse
                    }
                });
                others.sum()
            };
            self.rows
                .row(i)
                .columns
                .iter()
                .map(shared)
                .sum::<f64>()
                .max(0.0)
        };
        let rows = (0..self.rows.n_rows()).into_par_iter().with_min_len(256);
        rows.map(reached).collect()
    }
}

impl Summarizer for TextRank {
    fn summarize(
        &self,
        pool: &Pool,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Summary, SummarizeError> {
        run.report("comparing sentences", 0, None)?;
        let overlaps = Overlaps::new(&pool.counts().select_rows(pool.group(0)));
        let n = overlaps.length.len();
        let ranks = pagerank(
            n,
            |p| overlaps.step(p),
            None,
            &PageRankParams::default(),
            run,
        )?;
        let ranking = ranked(&choosable(pool, 0), |row| ranks[row]);
        let vectors = vectors::tf_isf(pool);
        Ok(Summary::of_ranking(
            pool, &vectors, ranking, self.cut, budget,
        ))
    }

    fn parameters(&self) -> Value {
        json!({ "cut": self.cut })
    }
}
