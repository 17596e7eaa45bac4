//! What is fitted, and where it starts.

use super::problem::Problem;
use recto_math::factor::column_sums;
use recto_math::{DenseMatrix, rng};

/// The background's share of a unit at the start.
const SHARE: f64 = 0.3;

/// What is fitted.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct State {
    pub(crate) topics: DenseMatrix,
    pub(crate) units: DenseMatrix,
    pub(crate) shares: Vec<f64>,
}

impl State {
    /// Every topic and every unit from a flat Dirichlet distribution.
    pub(crate) fn drawn(problem: &Problem, k: usize, seed: u64) -> Self {
        let (n, units) = (problem.base.n_rows(), problem.units.n_rows());
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
        Self::new(problem, topics, weights)
    }

    pub(crate) fn new(problem: &Problem, topics: DenseMatrix, units: DenseMatrix) -> Self {
        let share = if problem.background.is_some() {
            SHARE
        } else {
            0.0
        };
        Self {
            topics,
            shares: vec![share; units.n_rows()],
            units,
        }
    }

    pub(super) fn k(&self) -> usize {
        self.topics.n_columns()
    }
}

fn exponential(stream: &mut rand_chacha::ChaCha8Rng) -> f64 {
    // Never 0: a zero would stay one.
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
