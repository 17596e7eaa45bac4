//! Iteration of the sentence-based topic models: one pass over units and words, and updates.
//!
//! | symbol | meaning | name in code | shape |
//! |---|---|---|---|
//! | `U_sk` | p(base model s given topic k) | `Parameters::topics` | base models x K |
//! | `V_dk` | weight of topic k in unit d, auxiliary | `State::units` | units x K |
//! | `b_d` | share of the background in unit d | `State::shares` | units |
//! | `M_wk` | `[B U]_wk`, words of a topic | `Parameters::words` | words x K |
//! | `R_wd` | `Y_wd / q_wd` | `UnitPass::ratios` | as `Y` |
//! | `gamma_dk` | expected words of topic k in unit d | `UnitPass::gamma` | units x K |
//!
//! All sums of a unit, a word or a base model are made by one thread in a fixed order.

use super::problem::{Bases, Units};
use super::state::{Parameters, State, normalize, normalize_columns};
use rayon::prelude::*;
use recto_math::DenseMatrix;
use recto_math::dense::{axpy, dot};
use recto_math::em::Iterate;
use recto_math::factor::by_rows;
use recto_math::special::{exp_digamma, ln_gamma};
use serde::{Deserialize, Serialize};

/// Below this a probability is none: keeps quotients and logarithms finite.
const FLOOR: f64 = 1e-300;

/// How the topics of a unit follow from their expected words.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Prior {
    /// Integrated out under a Dirichlet prior (BSTM).
    Dirichlet(Alpha),
    /// The likeliest ones (FGB).
    Point {
        /// Words added to each topic of a unit: alpha - 1 of a Dirichlet prior on `V_d`.
        units: f64,
        /// Words added to each base model of a topic: the same of a prior on `U_k`.
        topics: f64,
    },
}

/// The vector of a Dirichlet prior.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Alpha {
    /// The same for all topics.
    Even(f64),
    /// A number for each topic.
    ByTopic(Vec<f64>),
}

impl Alpha {
    fn of(&self, topic: usize) -> f64 {
        match self {
            Self::Even(alpha) => *alpha,
            Self::ByTopic(all) => all[topic],
        }
    }

    /// The sum over `k` topics.
    fn total(&self, k: usize) -> f64 {
        match self {
            Self::Even(alpha) => k as f64 * alpha,
            Self::ByTopic(all) => all.iter().sum(),
        }
    }
}

/// What is given, and how it is fitted.
pub(crate) struct Model<'p> {
    pub(crate) bases: &'p Bases,
    pub(crate) prior: Prior,
    /// `U` first and `V` from the new `U`, as the paper prints it; otherwise both from the
    /// same pass.
    pub(crate) is_gauss_seidel: bool,
}

/// What a batch says about the topics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sums {
    /// `R V`: words by topics.
    needed: DenseMatrix,
    /// What each unit added to `needed`, where base models may not explain it.
    own: Vec<Added>,
    objective: f64,
}

/// What a unit added to the rows of its words: the factor of each word times `V_d`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Added {
    factors: Vec<f64>,
    weights: Vec<f64>,
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
    /// What all units of a batch tell.
    pub(crate) fn pass(&self, units: &Units, state: &State, now: &Parameters) -> Vec<UnitPass> {
        let all = (0..units.counts.n_rows()).into_par_iter();
        all.map(|d| self.unit(d, units, state, now)).collect()
    }

    /// `gamma_d` and `R_d`. BSTM def. 1: `gamma_dk = sum_ws Y_wd phi_skwd`, summed over
    /// `s` first, so that no array of four indices is needed.
    fn unit(&self, d: usize, units: &Units, state: &State, now: &Parameters) -> UnitPass {
        let row = units.counts.row(d);
        let share = state.shares[d];
        let weight = 1.0 - share;
        let own = self.own(d, units, now);
        let mut found = UnitPass {
            gamma: vec![0.0; now.k()],
            ratios: Vec::with_capacity(row.columns.len()),
            log_likelihood: 0.0,
            background: 0.0,
        };
        let mut others = vec![0.0; now.k()];
        for (at, (w, y)) in row.iter().enumerate() {
            others.copy_from_slice(now.words.row(w as usize));
            if let Some(own) = own.as_ref() {
                take_off(&mut others, 1.0, own.row(at));
            }
            let background = self.bases.background.as_ref();
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
    fn own(&self, d: usize, units: &Units, now: &Parameters) -> Option<DenseMatrix> {
        let models = &units.own[d];
        if models.is_empty() {
            return None;
        }
        let n_words = units.counts.row(d).columns.len();
        let mut own = DenseMatrix::zeros(n_words, now.k());
        for &s in models {
            let values = self.bases.base.row(s).values;
            for (&place, &value) in self.bases.own_places[s].iter().zip(values) {
                axpy(value, now.topics.row(s), own.row_mut(place));
            }
        }
        Some(own)
    }

    /// `R V` of a batch, with the bound.
    fn sums(&self, units: &Units, state: &State, pass: &[UnitPass]) -> Sums {
        let factor = |d: usize, place: usize| (1.0 - state.shares[d]) * pass[d].ratios[place];
        let k = state.units.n_columns();
        let needed = by_rows(units.places.n_rows(), k, |w, row| {
            for (d, place) in units.places.row(w).iter() {
                let d = d as usize;
                axpy(factor(d, place as usize), state.units.row(d), row);
            }
        });
        let added = |d: usize| Added {
            factors: (0..pass[d].ratios.len())
                .map(|place| factor(d, place))
                .collect(),
            weights: state.units.row(d).to_vec(),
        };
        // The published form takes nothing off, so that nothing need travel.
        let takes_off = self.bases.unit_of.iter().any(Option::is_some);
        Sums {
            needed,
            own: (0..pass.len()).filter(|_| takes_off).map(added).collect(),
            objective: self.objective(state, pass),
        }
    }

    /// BSTM eq. 3: `U_sk <- U_sk [B' (R V)]_sk`, columns normalised; without the unit that
    /// `s` comes from in the repaired form.
    fn topics(&self, now: &Parameters, sums: &Sums) -> DenseMatrix {
        let bases = self.bases;
        let k = now.k();
        let mut topics = by_rows(bases.base.n_rows(), k, |s, row| {
            let mut others = vec![0.0; k];
            for (at, (w, b)) in bases.base.row(s).iter().enumerate() {
                others.copy_from_slice(sums.needed.row(w as usize));
                if let Some(d) = bases.unit_of[s] {
                    let added = &sums.own[d];
                    let factor = added.factors[bases.own_places[s][at]];
                    take_off(&mut others, factor, &added.weights);
                }
                axpy(b, &others, row);
            }
            let now = now.topics.row(s);
            let added = self.added_to_topics();
            row.iter_mut()
                .zip(now)
                .for_each(|(x, u)| *x = *x * u + added);
        });
        normalize_columns(&mut topics);
        topics
    }

    fn added_to_topics(&self) -> f64 {
        match self.prior {
            Prior::Dirichlet(_) => 0.0,
            Prior::Point { topics, .. } => topics,
        }
    }

    /// The logarithm of the prior on `U`, up to a constant.
    pub(crate) fn ln_prior_of_topics(&self, now: &Parameters) -> f64 {
        let added = self.added_to_topics();
        if added == 0.0 {
            return 0.0;
        }
        let ln = now.topics.values().iter().map(|u| u.max(FLOOR).ln());
        added * ln.sum::<f64>()
    }

    /// BSTM eq. 4: the Dirichlet adjustment of `gamma`, rows normalised; `gamma` itself
    /// for FGB.
    fn units(&self, pass: &[UnitPass]) -> DenseMatrix {
        let k = pass.first().map_or(0, |unit| unit.gamma.len());
        by_rows(pass.len(), k, |d, row| {
            let gamma = pass[d].gamma.iter();
            match &self.prior {
                Prior::Dirichlet(alpha) => {
                    let adjusted = gamma.enumerate();
                    let adjusted = adjusted.map(|(k, g)| exp_digamma(alpha.of(k) + g).max(FLOOR));
                    row.iter_mut().zip(adjusted).for_each(|(v, x)| *v = x);
                }
                Prior::Point { units, .. } => {
                    row.iter_mut().zip(gamma).for_each(|(v, g)| *v = g + units);
                }
            }
            normalize(row);
        })
    }

    /// The next state from a pass, with `b_d <- b_d sum_w R_wd p_w / |d|`: the expected
    /// share of the background.
    fn next(&self, units: &Units, state: &State, pass: &[UnitPass]) -> State {
        let share = |(d, unit): (usize, &UnitPass)| {
            let n = units.counts.row(d).sum();
            let share = state.shares[d] * unit.background / n.max(FLOOR);
            share.clamp(0.0, 1.0)
        };
        State {
            units: self.units(pass),
            shares: pass.iter().enumerate().map(share).collect(),
            is_behind: false,
        }
    }

    /// BSTM eq. 2 in logarithms and without its array of four indices:
    /// `sum_d [ln B(alpha + gamma_d) - ln B(alpha)] + sum Y ln q - sum gamma ln V`.
    /// For FGB the logarithm of the likelihood, with that of its prior.
    pub(crate) fn objective(&self, state: &State, pass: &[UnitPass]) -> f64 {
        let all = pass.iter().enumerate();
        all.map(|(d, unit)| self.unit_objective(unit, state.units.row(d)))
            .sum()
    }

    fn unit_objective(&self, unit: &UnitPass, weights: &[f64]) -> f64 {
        let terms = unit.gamma.iter().zip(weights);
        unit.log_likelihood
            + match &self.prior {
                Prior::Dirichlet(alpha) => {
                    let ln_v = |(gamma, v): (&f64, &f64)| gamma * v.max(FLOOR).ln();
                    let taken: f64 = terms.map(ln_v).sum();
                    ln_beta(&unit.gamma, alpha) - taken
                }
                Prior::Point { units: 0.0, .. } => 0.0,
                Prior::Point { units, .. } => terms.map(|(_, v)| units * v.max(FLOOR).ln()).sum(),
            }
    }
}

impl UnitPass {
    #[cfg(test)]
    pub(crate) fn log_likelihood(&self) -> f64 {
        self.log_likelihood
    }
}

/// `ln B(alpha + gamma) - ln B(alpha)`.
fn ln_beta(gamma: &[f64], alpha: &Alpha) -> f64 {
    let total: f64 = gamma.iter().sum();
    let raised: f64 = gamma
        .iter()
        .enumerate()
        .map(|(k, g)| ln_gamma(alpha.of(k) + g) - ln_gamma(alpha.of(k)))
        .sum();
    let prior = alpha.total(gamma.len());
    raised - ln_gamma(prior + total) + ln_gamma(prior)
}

/// Takes a part from a sum that contains it; what rounding leaves below 0 is nothing.
fn take_off(sum: &mut [f64], factor: f64, part: &[f64]) {
    for (x, y) in sum.iter_mut().zip(part) {
        *x = (*x - factor * y).max(0.0);
    }
}

impl Iterate for Model<'_> {
    type Batch = Units;
    type State = State;
    type Parameters = Parameters;
    type Statistics = Sums;

    /// BSTM alg. 1: one iteration, with the bound before it. In the paper's order `V`
    /// follows the new `U`, at the beginning of the next step.
    fn step(&self, units: &Units, state: State, now: &Parameters) -> (Sums, State) {
        let mut state = self.finish(units, state, now);
        let pass = self.pass(units, &state, now);
        let sums = self.sums(units, &state, &pass);
        if self.is_gauss_seidel {
            state.is_behind = true;
        } else {
            state = self.next(units, &state, &pass);
        }
        (sums, state)
    }

    fn merge(&self, before: &mut Sums, next: Sums) {
        axpy(1.0, next.needed.values(), before.needed.values_mut());
        before.own.extend(next.own);
        before.objective += next.objective;
    }

    fn update(&self, sums: Sums, parameters: &mut Parameters) -> f64 {
        let objective = sums.objective + self.ln_prior_of_topics(parameters);
        let topics = self.topics(parameters, &sums);
        *parameters = Parameters::new(self.bases, topics);
        objective
    }

    fn finish(&self, units: &Units, state: State, now: &Parameters) -> State {
        if !state.is_behind {
            return state;
        }
        let pass = self.pass(units, &state, now);
        self.next(units, &state, &pass)
    }
}
