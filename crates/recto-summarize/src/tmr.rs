//! Topic-model relevance: sentences whose topics and words match the query.
//!
//! Our reading of a baseline whose source was not available (Tang, Yao and Chen 2009,
//! Multi-topic based query-oriented summarization): topics are learned from the documents
//! and the query as one more document, and sentences are ranked by the probability of the
//! query's topics in them and by the words that they share with it.
//!
//! 1. Units `d` are the documents (of a single one: blocks of ten sentences) and, last, the
//!    question `q`. Word `w` of unit `d` has the probability `sum_k phi_wk theta_dk`, with a
//!    flat Dirichlet prior `alpha` on `theta_d`: latent Dirichlet allocation with the words
//!    of topics at a point. It is fitted by the engine of `bstm`, each word being its own
//!    base model.
//! 2. `p(k | w) = phi_wk pi_k / sum_l phi_wl pi_l`, with `pi` the topics of the whole pile,
//!    is the topic of a word, and `T_s = sum_k theta_qk 1/|s| sum_w n_sw p(k | w)` the
//!    probability that a word of sentence `s` has the topic of a word of the question.
//! 3. `score_s = 1/2 T_s / max T + 1/2 c_s / max c`, with the cosine `c_s` of tf-isf
//!    vectors.
//!
//! Sentences are taken by decreasing score; one whose cosine with a chosen one exceeds 0.5
//! is skipped. A query that shares no term with any sentence gives an empty summary and a
//! warning.
//!
//! **Parameters.** `query`, `topics` (by default as many as sentences fill the budget),
//! `alpha` (0.1), `iterations` (200), `tolerance` (1e-7). **Cost**: O(K nnz) an iteration.

use crate::bstm::engine::{Alpha, Model, Prior};
use crate::bstm::problem::{self, Problem};
use crate::bstm::{self, CUT, state};
use crate::budget::Budget;
use crate::pool::Pool;
use crate::select_within_budget::{choosable, ranked};
use crate::summary::Summary;
use crate::topics::{self, FitParams};
use crate::{Options, SummarizeError, Summarizer, vectors};
use recto_math::dense::{axpy, dot};
use recto_math::factor::by_rows;
use recto_math::{CsrBuilder, CsrMatrix, DenseMatrix, Run};
use serde_json::{Value, json};

/// Weight of topics against words in the score, from 0 to 1.
const TOPICS: f64 = 0.5;

/// The method `tmr`.
pub(crate) struct Tmr {
    fit: FitParams,
    alpha: f64,
}

impl Tmr {
    pub(crate) fn build(options: &Options) -> Result<Box<dyn Summarizer>, SummarizeError> {
        let fit = FitParams::new(options, 200, 1e-7)?;
        let alpha = options.alpha.unwrap_or(0.1);
        Ok(Box::new(Self { fit, alpha }))
    }

    /// Topic match of each sentence with the query, and the bound of the fit.
    fn matches(
        &self,
        pool: &Pool,
        question: &[(u32, f64)],
        k: usize,
        run: &Run<'_>,
    ) -> Result<(Vec<f64>, Vec<f64>), SummarizeError> {
        let problem = with_question(pool, question);
        let model = Model {
            bases: &problem.bases,
            prior: Prior::Dirichlet(Alpha::Even(self.alpha)),
            is_gauss_seidel: false,
        };
        let start = state::drawn(&problem, k, run.seed);
        let fit = bstm::fit(&model, &problem, start, ("tmr", self.fit.stop()), run)?;
        let (parameters, state) = fit.parameters;
        let pass = model.pass(&problem.units, &state, &parameters);
        let mut weights = vec![0.0; k];
        pass.iter()
            .for_each(|unit| axpy(1.0, &unit.gamma, &mut weights));
        let of_words = topics_of_words(&parameters.topics, &weights);
        let asked = state.units.row(state.units.n_rows() - 1);
        let found = pool.group(0).map(|row| {
            let row = pool.row(row);
            let words = row
                .iter()
                .map(|(w, n)| n * dot(of_words.row(w as usize), asked));
            words.sum::<f64>() / row.sum()
        });
        Ok((found.collect(), fit.history))
    }
}

/// Units with the query as the last one; each word is its own base model.
fn with_question(pool: &Pool, question: &[(u32, f64)]) -> Problem {
    let n_words = pool.counts().n_columns();
    let counts = problem::counts(pool, &problem::units_of(pool, false));
    let mut units = CsrBuilder::new(n_words);
    counts.rows().for_each(|row| units.push_weights(row.iter()));
    units.push_sorted(question);
    let mut words = CsrBuilder::new(n_words);
    (0..n_words as u32).for_each(|w| words.push_sorted(&[(w, 1.0)]));
    Problem::literal(words.finish(), units.finish())
}

/// `p(k | w)`, one row per word; uniform for a word that no topic has.
fn topics_of_words(words: &DenseMatrix, weights: &[f64]) -> DenseMatrix {
    by_rows(words.n_rows(), words.n_columns(), |w, row| {
        let joint = words.row(w).iter().zip(weights).map(|(phi, pi)| phi * pi);
        row.iter_mut().zip(joint).for_each(|(p, x)| *p = x);
        let sum: f64 = row.iter().sum();
        let even = 1.0 / row.len() as f64;
        row.iter_mut()
            .for_each(|p| *p = if sum > 0.0 { *p / sum } else { even });
    })
}

/// Divides values by the largest, if that is above 0.
fn relative(mut values: Vec<f64>) -> Vec<f64> {
    let most = values.iter().copied().fold(0.0, f64::max);
    if most > 0.0 {
        values.iter_mut().for_each(|value| *value /= most);
    }
    values
}

/// Cosine of each sentence of the first group with the query.
fn cosines(pool: &Pool, vectors: &CsrMatrix) -> Vec<f64> {
    let own = vectors::first_group(pool, vectors);
    vectors::cosines(&own, vectors::query(pool).row(0))
}

impl Summarizer for Tmr {
    fn summarize(
        &self,
        pool: &Pool,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Summary, SummarizeError> {
        let question = pool
            .query()
            .ok_or(SummarizeError::NoQuery { method: "tmr" })?;
        let rows = choosable(pool, 0);
        let mut summary = Summary::default();
        if rows.is_empty() {
            return Ok(summary);
        }
        if question.is_empty() {
            let warning = "no sentence shares a word with the query";
            summary.warnings.push(warning.into());
            return Ok(summary);
        }
        let mut warnings = Vec::new();
        let k = topics::how_many(pool, budget, self.fit.topics, &mut warnings)?;
        let (matches, trace) = self.matches(pool, question, k, run)?;
        let vectors = vectors::tf_isf(pool);
        let (matches, cosines) = (relative(matches), relative(cosines(pool, &vectors)));
        let score = |row: usize| TOPICS * matches[row] + (1.0 - TOPICS) * cosines[row];
        let order = ranked(&rows, score);
        summary = Summary::of_ranking(pool, &vectors, order, Some(CUT), budget);
        summary.trace = trace;
        summary.warnings = warnings;
        Ok(summary)
    }

    fn parameters(&self) -> Value {
        json!({
            "topics": self.fit.topics,
            "alpha": self.alpha,
            "iterations": self.fit.iterations,
            "tolerance": self.fit.tolerance,
        })
    }
}
