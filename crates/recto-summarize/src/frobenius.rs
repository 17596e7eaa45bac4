//! The sentences that best add up to the documents, by least squares.
//!
//! The relative of the sentence-based topic models that their paper names: with the words
//! of documents `Y` and the word distributions of sentences `B` given,
//!
//! ```text
//! min ||Y - B U V'||^2   over nonnegative U (sentences x K) and V (documents x K)
//! U <- U * (B' Y V) / (B' B U V'V)      V <- V * (Y' B U) / (V U'B'B U)
//! ```
//!
//! Each update never raises the error. With `M = B U` an iteration takes
//! O(K (nnz(B) + nnz(Y)) + K^2 (words + documents)). The summary takes the heaviest
//! sentences of topics in turn, as `bstm` does.
//!
//! # Departures
//! The paper names the objective and nothing else. Ours: `Y` holds plain counts; columns of
//! `U` are scaled to sum 1 at the end and their size goes to `V`, whose column sums are the
//! weights of topics; documents and selection are those of the literal form of `bstm`. By
//! default sentences are weighted by their position as there in the repaired form, which
//! raised the recall of words from .344 to .364 on the development files; like the
//! published form it ranks by length and stays below the other methods.
//!
//! **Parameters.** `topics`, `select`, `position-weight` as in `bstm`, `iterations` (500),
//! `tolerance` (1e-6).
//!
//! # References
//! Wang, Zhu, Li and Gong 2009, Multi-document summarization using sentence-based topic
//! models, section 4.

use crate::bstm::problem::{self, Problem};
use crate::bstm::select::{Topics, exponent, position_weight};
use crate::bstm::{CUT, Select};
use crate::budget::Budget;
use crate::pool::Pool;
use crate::select_within_budget::choosable;
use crate::summary::Summary;
use crate::{Options, SummarizeError, Summarizer, topics, vectors};
use recto_math::em::{self, Iterate, Stop};
use recto_math::factor::{TINY, by_rows, column_sums, gram, inner, positive, stepped, times};
use recto_math::{CsrMatrix, DenseMatrix, Run};
use serde::Serialize;
use serde_json::Value;

/// Least squares over sentences.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Frobenius {
    topics: Option<usize>,
    select: Select,
    /// `None`: 0.5 for two documents and more, 0 for one.
    position_weight: Option<f64>,
    iterations: usize,
    tolerance: f64,
}

impl Frobenius {
    pub(crate) fn build(options: &Options) -> Result<Box<dyn Summarizer>, SummarizeError> {
        topics::check(options)?;
        Ok(Box::new(Self {
            topics: options.topics,
            select: options.select.unwrap_or(Select::Topic),
            position_weight: options.position_weight.or(options.paper.then_some(0.0)),
            iterations: options.iterations.unwrap_or(500),
            tolerance: options.tolerance.unwrap_or(1e-6),
        }))
    }
}

/// `U` and `V`.
#[derive(Debug, Clone)]
struct State {
    topics: DenseMatrix,
    units: DenseMatrix,
}

struct Model<'p> {
    problem: &'p Problem,
    /// The words of `Y`: a row each.
    by_word: CsrMatrix,
    square: f64,
}

impl<'p> Model<'p> {
    fn new(problem: &'p Problem) -> Self {
        let values = problem.units.rows().flat_map(|row| row.values);
        Self {
            problem,
            by_word: problem.units.transpose(),
            square: values.map(|y| y * y).sum(),
        }
    }

    fn start(&self, k: usize, seed: u64) -> State {
        State {
            topics: positive(self.problem.base.n_rows(), k, seed, "frobenius topics"),
            units: positive(self.problem.units.n_rows(), k, seed, "frobenius units"),
        }
    }

    /// `U * (B' Y V) / (B' M V'V)`.
    fn topics(&self, state: &State, words: &DenseMatrix, square: &DenseMatrix) -> DenseMatrix {
        let above = times(&self.problem.base, &times(&self.by_word, &state.units));
        let fitted = by_rows(words.n_rows(), words.n_columns(), |w, row| {
            for (a, &value) in words.row(w).iter().enumerate() {
                recto_math::dense::axpy(value, square.row(a), row);
            }
        });
        let below = times(&self.problem.base, &fitted);
        by_rows(above.n_rows(), above.n_columns(), |s, row| {
            for (k, value) in row.iter_mut().enumerate() {
                *value = state.topics[(s, k)] * above[(s, k)] / (below[(s, k)] + TINY);
            }
        })
    }
}

impl Iterate for Model<'_> {
    type Parameters = State;
    type Statistics = (State, f64);

    /// Rows run side by side inside a step.
    fn n_batches(&self) -> usize {
        1
    }

    /// BSTM eq. 5: both factors in turn, with minus the error before.
    fn step(&self, _: usize, state: &State) -> (State, f64) {
        let words = times(&self.problem.by_word, &state.topics);
        let square = gram(&state.units);
        let product = inner(&times(&self.problem.units, &words), &state.units);
        let error = self.square - 2.0 * product + inner(&gram(&words), &square);
        let topics = self.topics(state, &words, &square);
        let words = times(&self.problem.by_word, &topics);
        let above = times(&self.problem.units, &words);
        let units = stepped(&state.units, &above, &gram(&words));
        (State { topics, units }, -error)
    }

    fn merge(&self, _: &mut (State, f64), _: (State, f64)) {}

    fn update(&self, (next, objective): (State, f64), state: &mut State) -> f64 {
        *state = next;
        objective
    }
}

impl Summarizer for Frobenius {
    fn summarize(
        &self,
        pool: &Pool,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Summary, SummarizeError> {
        let rows = choosable(pool, 0);
        if rows.is_empty() {
            return Ok(Summary::default());
        }
        let mut warnings = Vec::new();
        let k = topics::how_many(pool, budget, self.topics, &mut warnings);
        let counts = problem::counts(pool, &problem::units_of(pool, false));
        let problem = Problem::literal(problem::sentences(pool), counts);
        let model = Model::new(&problem);
        let stop = Stop {
            iterations: self.iterations,
            tolerance: self.tolerance,
        };
        let fit = em::fit(
            &model,
            model.start(k, run.seed),
            stop,
            "finding topics",
            run,
        )?;
        let fit = topics::finite("frobenius", fit)?;
        let (scaled, weights) = scaled(&fit.parameters);
        let found = Topics {
            sentences: &scaled,
            words: &times(&problem.by_word, &scaled),
            weights: &weights,
            base: &problem.base,
        };
        let exponent = exponent(self.position_weight, pool.n_documents(0));
        let factor = |row: usize| position_weight(pool, row, exponent);
        let order = found.order(&rows, self.select, factor);
        let vectors = vectors::tf_isf(pool);
        let mut summary = Summary::of_ranking(pool, &vectors, order, Some(CUT), budget);
        summary.trace = fit.history;
        summary.warnings = warnings;
        Ok(summary)
    }

    fn parameters(&self) -> Value {
        serde_json::to_value(self).expect("plain numbers")
    }
}

/// `U` with columns of sum 1, and the weights of topics.
fn scaled(state: &State) -> (DenseMatrix, Vec<f64>) {
    let (sizes, sums) = (column_sums(&state.topics), column_sums(&state.units));
    let topics = by_rows(state.topics.n_rows(), sizes.len(), |s, row| {
        for (k, value) in row.iter_mut().enumerate() {
            *value = state.topics[(s, k)] / sizes[k].max(1e-300);
        }
    });
    let weights = sizes.iter().zip(&sums).map(|(size, sum)| size * sum);
    (topics, weights.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use recto_math::{CsrBuilder, Silent, rng};

    fn drawn(seed: u64) -> Problem {
        let mut stream = rng::stream(seed, "frobenius test", 0);
        let (mut base, mut units) = (CsrBuilder::new(9), CsrBuilder::new(9));
        for _ in 0..4 {
            let mut all = Vec::new();
            for _ in 0..3 {
                let words: Vec<u32> = (0..4).map(|_| rng::below(&mut stream, 9) as u32).collect();
                base.push_weights(words.iter().map(|&w| (w, 0.25)));
                all.extend(words);
            }
            units.push_counts(all);
        }
        Problem::literal(base.finish(), units.finish())
    }

    /// `||Y - B U V'||^2` by three nested loops.
    fn error(problem: &Problem, state: &State) -> f64 {
        let fitted = times(&problem.by_word, &state.topics).times(&state.units.transpose());
        let mut rest = fitted.transpose();
        for (d, row) in problem.units.rows().enumerate() {
            row.iter().for_each(|(w, y)| rest[(d, w as usize)] -= y);
        }
        rest.values().iter().map(|x| x * x).sum()
    }

    #[test]
    fn the_error_never_rises_and_is_that_of_the_full_matrices() {
        for seed in 0..20 {
            let problem = drawn(seed);
            let model = Model::new(&problem);
            let run = Run::new(seed, &Silent);
            let start = model.start(3, seed);
            let first = -error(&problem, &start);
            let stop = Stop {
                iterations: 150,
                tolerance: 0.0,
            };
            let fit = em::fit(&model, start, stop, "testing", &run).expect("nobody cancels");
            assert!((fit.history[0] - first).abs() < 1e-9 * first.abs());
            let pairs = fit.history.windows(2);
            pairs.for_each(|pair| assert!(pair[1] >= pair[0] - 1e-9, "{pair:?}"));
            let values = fit.parameters.topics.values().iter();
            assert!(
                values
                    .chain(fit.parameters.units.values())
                    .all(|x| *x >= 0.0)
            );
        }
    }
}
