//! Summaries from dominating sets of the sentence similarity graph.

use crate::SummarizeError;
use crate::budget::{Budget, Purse};
use crate::pool::Pool;
use crate::sample;
use crate::select_within_budget::{assign, choosable_among, ranked};
use crate::similarity_graph::SimilarityGraph;
use crate::summary::{Chosen, Summary};
use recto_math::graph::{Cover, Rule, Step, multiply};
use recto_math::{CsrMatrix, Notice, Run};

/// Similarity graph of some rows of a pool: an edge where the cosine is above a threshold.
/// MDS sec. 4.1.
pub(crate) struct Graph<'a> {
    /// Vectors of all rows of the pool.
    whole: &'a CsrMatrix,
    /// Rows that have no vertex: an even sample has, if there are very many.
    left_out: Vec<usize>,
    /// The row of each vertex, increasing.
    pub(crate) rows: Vec<usize>,
    /// Their vectors.
    pub(crate) vectors: CsrMatrix,
    /// Cosines of neighbours.
    pub(crate) edges: CsrMatrix,
}

impl<'a> Graph<'a> {
    /// The graph of `rows`, or of an even sample of them if they are more than
    /// [`sample::SAMPLED`].
    pub(crate) fn new(
        whole: &'a CsrMatrix,
        rows: Vec<usize>,
        near: SimilarityGraph,
        run: &Run<'_>,
    ) -> Result<Self, SummarizeError> {
        run.report("comparing sentences", 0, None)?;
        let all = rows;
        let rows = sample::of_rows(&all);
        let is_left_out = |row: &usize| rows.binary_search(row).is_err();
        let left_out = all.into_iter().filter(is_left_out).collect();
        let vectors = whole.select_rows(rows.iter().copied());
        let edges = near.graph(&vectors, run)?;
        Ok(Self {
            whole,
            left_out,
            rows,
            vectors,
            edges,
        })
    }

    /// What to say of the rows that have no vertex.
    pub(crate) fn notice(&self) -> Option<Notice> {
        let (taken, rest) = (self.rows.len(), self.left_out.len());
        sample::notice(taken + rest, taken, "sentences were compared and chosen")
    }

    /// Sum of each sentence's cosines with all others, also those below the threshold,
    /// computed as its product with the sum of all vectors: linear time.
    pub(crate) fn summed_similarity(&self) -> Vec<f64> {
        let sum = self.vectors.column_sums();
        let own = |row: usize| f64::from(u8::from(self.vectors.row(row).sum() > 0.0));
        let products = multiply(&self.vectors, &sum).into_iter().enumerate();
        products.map(|(row, product)| product - own(row)).collect()
    }

    /// Rows that may be chosen by the decreasing score of their vertices; ties by index.
    pub(crate) fn ranked(&self, pool: &Pool, score: impl Fn(usize) -> f64) -> Vec<(usize, f64)> {
        let of = |row: usize| self.rows.binary_search(&row).map_or(0.0, &score);
        ranked(&choosable_among(pool, &self.rows), of)
    }

    /// Whether each vertex is among the given rows of the pool; both increase.
    pub(crate) fn marks(&self, rows: &[usize]) -> Vec<bool> {
        let is_in = |row: &usize| rows.binary_search(row).is_ok();
        self.rows.iter().map(is_in).collect()
    }

    /// Greedy dominating set, sentence by sentence, until the budget is spent. When all is
    /// covered, `after` says how it goes on.
    pub(crate) fn summary(
        &self,
        pool: &Pool,
        rule: &Rule<'_>,
        near: SimilarityGraph,
        budget: Budget,
        after: AllCovered,
    ) -> Summary {
        let mut making = Making::new(self, pool, rule, budget);
        let mut is_fresh = true;
        while !making.purse.is_empty() {
            match making.cover.next_best() {
                Some(step) => {
                    making.offer(step);
                    is_fresh = false;
                }
                None if is_fresh || after == AllCovered::TieOrder => break,
                None => {
                    making.cover.renew();
                    is_fresh = true;
                }
            }
        }
        for vertex in making.cover.rest() {
            making.offer(Step { vertex, gain: 0 });
        }
        let mut summary = making.summary;
        summary.speak_for_themselves();
        let left_out = self.left_out.iter().copied();
        assign(self.whole, left_out, near.threshold, &mut summary.chosen);
        summary.warnings.extend(self.notice());
        summary
    }
}

/// How a summary goes on when every sentence is covered and the budget is not spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AllCovered {
    /// A new round begins, as if nothing chosen so far covered anything.
    NewRound,
    /// All gains are 0, so that the rule for ties decides, as MDS alg. 1 has it: its loop
    /// ends with the budget, not with the cover.
    TieOrder,
}

/// State of a summary while it is built.
struct Making<'a> {
    graph: &'a Graph<'a>,
    pool: &'a Pool,
    rule: Rule<'a>,
    cover: Cover<'a>,
    purse: Purse,
    /// Vertices that a chosen one covers, in any round.
    spoken_for: Vec<bool>,
    n_spoken_for: usize,
    summary: Summary,
}

impl<'a> Making<'a> {
    fn new(graph: &'a Graph<'a>, pool: &'a Pool, rule: &Rule<'a>, budget: Budget) -> Self {
        let cover = Cover::new(&graph.edges, rule);
        Self {
            graph,
            pool,
            rule: *rule,
            spoken_for: cover.covered().to_vec(),
            n_spoken_for: cover.covered().iter().filter(|&&covered| covered).count(),
            cover,
            purse: Purse::new(budget),
            summary: Summary::default(),
        }
    }

    /// Takes a vertex if it fits the budget.
    fn offer(&mut self, step: Step) {
        let row = self.graph.rows[step.vertex];
        let sentence = &self.pool.sentences()[row];
        if self.purse.is_empty() || !self.purse.affords(sentence) {
            return;
        }
        self.purse.pay(sentence);
        let mut new = self.cover.take(step.vertex);
        new.retain(|&vertex| !std::mem::replace(&mut self.spoken_for[vertex], true));
        self.n_spoken_for += new.len();
        new.retain(|&vertex| vertex != step.vertex);
        let weight = self.rule.weights.map_or(1.0, |w| w[step.vertex].max(1e-9));
        self.summary.chosen.push(Chosen {
            sentence: row,
            score: step.gain as f64 / weight,
            covers: new
                .into_iter()
                .map(|vertex| self.graph.rows[vertex])
                .collect(),
            ..Chosen::default()
        });
        let share = self.n_spoken_for as f64 / self.graph.rows.len() as f64;
        self.summary.trace.push(share);
    }
}
