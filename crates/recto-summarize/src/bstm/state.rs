//! Parameters and states of a fit, and their random start.

use super::problem::{Bases, Problem};
use recto_math::em::Start;
use recto_math::factor::{column_sums, times};
use recto_math::{DenseMatrix, rng};
use serde::{Deserialize, Serialize};

/// The background's share of a unit at the start.
const SHARE: f64 = 0.3;

/// Parameters that all units share.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// `U`: base models by topics.
    pub(crate) topics: DenseMatrix,
    /// `M = B U`: words by topics.
    pub(crate) words: DenseMatrix,
}

impl Parameters {
    pub(crate) fn new(bases: &Bases, topics: DenseMatrix) -> Self {
        Self {
            words: times(&bases.by_word, &topics),
            topics,
        }
    }

    pub(super) fn k(&self) -> usize {
        self.topics.n_columns()
    }
}

/// Parameters of the units of a batch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct State {
    /// `V`: units by topics.
    pub(crate) units: DenseMatrix,
    /// The share of the background in each unit.
    pub(crate) shares: Vec<f64>,
    /// Whether `V` still has to follow new topics, in the paper's order of updates.
    pub(super) is_behind: bool,
}

impl State {
    pub(crate) fn new(bases: &Bases, units: DenseMatrix) -> Self {
        let share = if bases.background.is_some() {
            SHARE
        } else {
            0.0
        };
        Self {
            shares: vec![share; units.n_rows()],
            units,
            is_behind: false,
        }
    }
}

/// Every topic and every unit from a flat Dirichlet distribution.
pub(crate) fn drawn(problem: &Problem, k: usize, seed: u64) -> Start<Parameters, State> {
    let bases = &problem.bases;
    let (n, units) = (bases.base.n_rows(), problem.units.counts.n_rows());
    let mut topics = DenseMatrix::zeros(n, k);
    for topic in 0..k {
        let mut stream = rng::stream(seed, "bstm topic", topic as u64);
        (0..n).for_each(|s| topics[(s, topic)] = exponential(&mut stream));
    }
    let mut weights = DenseMatrix::zeros(units, k);
    for unit in 0..units {
        let mut stream = rng::stream(seed, "bstm unit", unit as u64);
        let row = weights.row_mut(unit);
        row.iter_mut().for_each(|v| *v = exponential(&mut stream));
        normalize(row);
    }
    normalize_columns(&mut topics);
    Start {
        parameters: Parameters::new(bases, topics),
        states: vec![State::new(bases, weights)],
    }
}

fn exponential(stream: &mut rand_chacha::ChaCha8Rng) -> f64 {
    // Never 0: a multiplicative update never changes a zero.
    (-(1.0 - rng::uniform(stream)).ln()).max(1e-12)
}

/// Divides by the sum; even if there is none.
pub(super) fn normalize(row: &mut [f64]) {
    let sum: f64 = row.iter().sum();
    let even = 1.0 / row.len() as f64;
    let share = |x: f64| if sum > 0.0 { x / sum } else { even };
    row.iter_mut().for_each(|x| *x = share(*x));
}

/// As [`normalize`] for each column: a topic that explains nothing is even.
pub(super) fn normalize_columns(matrix: &mut DenseMatrix) {
    let sums = column_sums(matrix);
    let even = 1.0 / matrix.n_rows().max(1) as f64;
    for i in 0..matrix.n_rows() {
        for (x, &sum) in matrix.row_mut(i).iter_mut().zip(&sums) {
            *x = if sum > 0.0 { *x / sum } else { even };
        }
    }
}
