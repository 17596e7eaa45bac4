//! The fit: one pass over units and words, and the updates from it.
//!
//! | symbol | meaning | name in code | shape |
//! |---|---|---|---|
//! | `U_sk` | p(base model s given topic k) | `State::topics` | base models x K |
//! | `V_dk` | weight of topic k in unit d, auxiliary | `State::units` | units x K |
//! | `b_d` | share of the background in unit d | `State::shares` | units |
//! | `M_wk` | `[B U]_wk`, words of a topic | `Pass::words` | words x K |
//! | `R_wd` | `Y_wd / q_wd` | `UnitPass::ratios` | as `Y` |
//! | `gamma_dk` | expected words of topic k in unit d | `UnitPass::gamma` | units x K |
//!
//! All sums of a unit, a word or a base model are made by one thread in a fixed order.

use super::problem::Problem;
use super::state::{State, normalize, normalize_columns};
use rayon::prelude::*;
use recto_math::DenseMatrix;
use recto_math::dense::{axpy, dot};
use recto_math::em::Iterate;
use recto_math::factor::{by_rows, times};
use recto_math::special::{exp_digamma, ln_gamma};

/// Below this a probability is none: keeps quotients and logarithms finite.
const FLOOR: f64 = 1e-300;

/// How the topics of a unit follow from their expected words.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Prior {
    /// Integrated out under a Dirichlet prior (BSTM).
    Dirichlet(f64),
    /// The likeliest ones (FGB), with this many words added to each topic.
    Point(f64),
}

/// A problem and how it is fitted.
pub(crate) struct Model<'p> {
    pub(crate) problem: &'p Problem,
    pub(crate) prior: Prior,
    /// `U` first and `V` from the new `U`, as the paper prints it; otherwise both from the
    /// same pass.
    pub(crate) is_gauss_seidel: bool,
}

/// What a pass over all units tells.
pub(crate) struct Pass {
    pub(crate) words: DenseMatrix,
    pub(crate) units: Vec<UnitPass>,
}

/// What a pass tells of a unit.
pub(crate) struct UnitPass {
    pub(crate) gamma: Vec<f64>,
    ratios: Vec<f64>,
    log_likelihood: f64,
    /// `sum_w R_wd p_w`.
    background: f64,
}

impl Model<'_> {
    pub(crate) fn pass(&self, state: &State) -> Pass {
        let words = times(&self.problem.by_word, &state.topics);
        let units = (0..self.problem.units.n_rows()).into_par_iter();
        Pass {
            units: units.map(|d| self.unit(d, state, &words)).collect(),
            words,
        }
    }

    /// `gamma_d` and `R_d`. BSTM def. 1: `gamma_dk = sum_ws Y_wd phi_skwd`, summed over
    /// `s` first, so that no array of four indices is needed.
    fn unit(&self, d: usize, state: &State, words: &DenseMatrix) -> UnitPass {
        let row = self.problem.units.row(d);
        let share = state.shares[d];
        let weight = 1.0 - share;
        let own = self.own(d, state);
        let mut found = UnitPass {
            gamma: vec![0.0; state.k()],
            ratios: Vec::with_capacity(row.columns.len()),
            log_likelihood: 0.0,
            background: 0.0,
        };
        let mut others = vec![0.0; state.k()];
        for (at, (w, y)) in row.iter().enumerate() {
            others.copy_from_slice(words.row(w as usize));
            if let Some(own) = own.as_ref() {
                take_off(&mut others, 1.0, own.row(at));
            }
            let background = self.problem.background.as_ref();
            let p = background.map_or(0.0, |background| background[w as usize]);
            let q = (weight * dot(&others, state.units.row(d)) + share * p).max(FLOOR);
            let ratio = y / q;
            axpy(ratio, &others, &mut found.gamma);
            found.ratios.push(ratio);
            found.log_likelihood += y * q.ln();
            found.background += ratio * p;
        }
        let weights = found.gamma.iter_mut().zip(state.units.row(d));
        weights.for_each(|(gamma, v)| *gamma *= weight * v);
        found
    }

    /// `M^own`: what the sentences of a unit add to each of its words.
    fn own(&self, d: usize, state: &State) -> Option<DenseMatrix> {
        let models = &self.problem.own[d];
        if models.is_empty() {
            return None;
        }
        let n_words = self.problem.units.row(d).columns.len();
        let mut own = DenseMatrix::zeros(n_words, state.k());
        for &s in models {
            let values = self.problem.base.row(s).values;
            for (&place, &value) in self.problem.own_places[s].iter().zip(values) {
                axpy(value, state.topics.row(s), own.row_mut(place));
            }
        }
        Some(own)
    }

    /// BSTM eq. 3: `U_sk <- U_sk [B' (R V)]_sk`, columns normalised; without the unit that
    /// `s` comes from in the repaired form.
    fn topics(&self, state: &State, pass: &Pass) -> DenseMatrix {
        let problem = self.problem;
        let k = state.k();
        let factor = |d: usize, place: usize| (1.0 - state.shares[d]) * pass.units[d].ratios[place];
        let needed = by_rows(problem.places.n_rows(), k, |w, row| {
            for (d, place) in problem.places.row(w).iter() {
                let d = d as usize;
                axpy(factor(d, place as usize), state.units.row(d), row);
            }
        });
        let mut topics = by_rows(problem.base.n_rows(), k, |s, row| {
            let mut others = vec![0.0; k];
            for (at, (w, b)) in problem.base.row(s).iter().enumerate() {
                others.copy_from_slice(needed.row(w as usize));
                if let Some(d) = problem.unit_of[s] {
                    let factor = factor(d, problem.own_places[s][at]);
                    take_off(&mut others, factor, state.units.row(d));
                }
                axpy(b, &others, row);
            }
            let now = state.topics.row(s);
            row.iter_mut().zip(now).for_each(|(x, u)| *x *= u);
        });
        normalize_columns(&mut topics);
        topics
    }

    /// BSTM eq. 4: the Dirichlet adjustment of `gamma`, rows normalised; `gamma` itself
    /// for FGB.
    fn units(&self, pass: &Pass) -> DenseMatrix {
        let k = pass.units.first().map_or(0, |unit| unit.gamma.len());
        by_rows(pass.units.len(), k, |d, row| {
            let gamma = pass.units[d].gamma.iter();
            match self.prior {
                Prior::Dirichlet(alpha) => {
                    let adjusted = gamma.map(|gamma| exp_digamma(alpha + gamma).max(FLOOR));
                    row.iter_mut().zip(adjusted).for_each(|(v, x)| *v = x);
                }
                Prior::Point(added) => {
                    row.iter_mut().zip(gamma).for_each(|(v, g)| *v = g + added);
                }
            }
            normalize(row);
        })
    }

    /// `b_d <- b_d sum_w R_wd p_w / |d|`: the expected share of the background.
    fn shares(&self, state: &State, pass: &Pass) -> Vec<f64> {
        let next = |(d, unit): (usize, &UnitPass)| {
            let n = self.problem.units.row(d).sum();
            let share = state.shares[d] * unit.background / n.max(FLOOR);
            share.clamp(0.0, 1.0)
        };
        pass.units.iter().enumerate().map(next).collect()
    }

    /// BSTM eq. 2 in logarithms and without its array of four indices:
    /// `sum_d [ln B(alpha + gamma_d) - ln B(alpha)] + sum Y ln q - sum gamma ln V`.
    /// For FGB the logarithm of the likelihood, with that of its prior.
    pub(crate) fn objective(&self, state: &State, pass: &Pass) -> f64 {
        let all = pass.units.iter().enumerate();
        all.map(|(d, unit)| self.unit_objective(unit, state.units.row(d)))
            .sum()
    }

    fn unit_objective(&self, unit: &UnitPass, weights: &[f64]) -> f64 {
        let terms = unit.gamma.iter().zip(weights);
        unit.log_likelihood
            + match self.prior {
                Prior::Dirichlet(alpha) => {
                    let ln_v = |(gamma, v): (&f64, &f64)| gamma * v.max(FLOOR).ln();
                    let taken: f64 = terms.map(ln_v).sum();
                    ln_beta(&unit.gamma, alpha) - taken
                }
                Prior::Point(0.0) => 0.0,
                Prior::Point(added) => terms.map(|(_, v)| added * v.max(FLOOR).ln()).sum(),
            }
    }

    #[cfg(test)]
    pub(crate) fn log_likelihood(&self, state: &State) -> f64 {
        let pass = self.pass(state);
        pass.units.iter().map(|unit| unit.log_likelihood).sum()
    }
}

/// `ln B(alpha + gamma) - ln B(alpha)` of a symmetric prior.
fn ln_beta(gamma: &[f64], alpha: f64) -> f64 {
    let k = gamma.len() as f64;
    let total: f64 = gamma.iter().sum();
    let raised: f64 = gamma
        .iter()
        .map(|g| ln_gamma(alpha + g) - ln_gamma(alpha))
        .sum();
    raised - ln_gamma(k * alpha + total) + ln_gamma(k * alpha)
}

/// Takes a part from a sum that contains it; what rounding leaves below 0 is nothing.
fn take_off(sum: &mut [f64], factor: f64, part: &[f64]) {
    for (x, y) in sum.iter_mut().zip(part) {
        *x = (*x - factor * y).max(0.0);
    }
}

impl Iterate for Model<'_> {
    type Parameters = State;
    type Statistics = (State, f64);

    /// Units, words and base models run side by side inside a step.
    fn n_batches(&self) -> usize {
        1
    }

    /// BSTM alg. 1: one iteration, with the bound before it.
    fn step(&self, _: usize, state: &State) -> (State, f64) {
        let pass = self.pass(state);
        let objective = self.objective(state, &pass);
        let topics = self.topics(state, &pass);
        let mut next = State {
            topics,
            ..state.clone()
        };
        let second = self.is_gauss_seidel.then(|| self.pass(&next));
        let pass = second.as_ref().unwrap_or(&pass);
        next.units = self.units(pass);
        next.shares = self.shares(state, pass);
        (next, objective)
    }

    fn merge(&self, _: &mut (State, f64), _: (State, f64)) {}

    fn update(&self, (next, objective): (State, f64), state: &mut State) -> f64 {
        *state = next;
        objective
    }
}
