//! The sticky model of style: a state for each author emits a sentence's frequent tokens
//! and rarely gives way to another.
//!
//! | symbol | meaning | name in code | shape |
//! |---|---|---|---|
//! | X | counts of frequent tokens in sentences | `rows` | n x V |
//! | p | the text's own shares of the tokens | `base` | V |
//! | phi | shares of an author, drawn towards p | `log_phi` holds their logarithms | V x K |
//! | m | tokens of p that each author is given | `strength` | |
//! | gamma | probability of each author for a sentence | `posterior.state` | n x K |
//! | s | probability that the author goes on | `stay` | |
//!
//! The logarithm of an emission is multiplied by `temper` below 1: words of a sentence
//! depend on each other, and the plain product is over-confident. With the temper and the
//! prior this is no exact EM, so the likelihood may fall a little; then it stops.

use crate::evidence::base;
use recto_math::seq::hmm::{Posterior, Sticky};
use recto_math::{Cancelled, CsrMatrix};

/// What sentences are described by, and how much it counts.
#[derive(Debug, Clone)]
pub(crate) struct Features {
    pub(crate) rows: CsrMatrix,
    pub(crate) base: Vec<f64>,
    /// What log emissions are multiplied by.
    pub(crate) temper: f64,
    /// Tokens of the text's own shares that each author is given.
    pub(crate) strength: f64,
}

/// A fitted model.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Fit {
    /// The likeliest author of each sentence by itself.
    pub(crate) labels: Vec<usize>,
    /// The log likelihood, tempered.
    pub(crate) log_likelihood: f64,
    /// The probability that the author goes on.
    pub(crate) stay: f64,
}

/// The share of a sentence that its author of the start gets; the rest is even.
const TRUST: f64 = 0.9;

/// The stay probability at the start, and where it may go.
const STAY: f64 = 0.95;
const STAY_RANGE: (f64, f64) = (0.5, 0.995);

/// A rise of the likelihood below this share of it ends the fit.
const RISE: f64 = 1e-7;

impl Features {
    pub(crate) fn new(rows: CsrMatrix, temper: f64, strength: f64) -> Self {
        let base = base(&rows);
        Self {
            rows,
            base,
            temper,
            strength,
        }
    }

    /// Tokens in all sentences.
    pub(crate) fn n_tokens(&self) -> f64 {
        self.rows.rows().map(|row| row.sum()).sum()
    }

    /// The log likelihood of one author, tempered.
    pub(crate) fn of_one(&self) -> f64 {
        let mut model = Model::new(self, 1);
        model.posterior.state = vec![1.0; self.rows.n_rows()];
        model.estimate();
        model.emit();
        model.emission.iter().sum()
    }

    /// Fits `k` authors from a labelling, in at most `max_rounds`. `on_round` is asked
    /// before each round whether to go on.
    pub(crate) fn fit(
        &self,
        start: &[usize],
        k: usize,
        max_rounds: usize,
        on_round: impl Fn() -> Result<(), Cancelled>,
    ) -> Result<(Fit, Posterior), Cancelled> {
        let mut model = Model::new(self, k);
        model.begin(start);
        let mut before = f64::NEG_INFINITY;
        for _ in 0..max_rounds {
            on_round()?;
            model.estimate();
            model.emit();
            let sticky = Sticky {
                n_states: k,
                stay: model.stay,
            };
            sticky.posterior(&model.emission, &mut model.posterior);
            model.update_stay();
            let now = model.posterior.log_likelihood;
            if now - before < RISE * before.abs() {
                break;
            }
            before = now;
        }
        let fit = Fit {
            labels: likeliest(&model.posterior.state, k),
            log_likelihood: model.posterior.log_likelihood,
            stay: model.stay,
        };
        Ok((fit, model.posterior))
    }
}

/// The likeliest state of each step; ties go to the smaller one.
fn likeliest(state: &[f64], k: usize) -> Vec<usize> {
    let best = |p: &[f64]| (1..k).fold(0, |best, i| if p[i] > p[best] { i } else { best });
    state.chunks_exact(k).map(best).collect()
}

/// The memory of one fit.
struct Model<'f> {
    features: &'f Features,
    k: usize,
    stay: f64,
    /// `log_phi[j * k + author]`; counts while they are summed.
    log_phi: Vec<f64>,
    emission: Vec<f64>,
    posterior: Posterior,
}

impl<'f> Model<'f> {
    fn new(features: &'f Features, k: usize) -> Self {
        Self {
            features,
            k,
            stay: STAY,
            log_phi: vec![0.0; features.rows.n_columns() * k],
            emission: vec![0.0; features.rows.n_rows() * k],
            posterior: Posterior::default(),
        }
    }

    fn begin(&mut self, start: &[usize]) {
        let even = (1.0 - TRUST) / self.k as f64;
        self.posterior.state.clear();
        for &label in start {
            let from = self.posterior.state.len();
            self.posterior.state.resize(from + self.k, even);
            self.posterior.state[from + label] += TRUST;
        }
    }

    /// The tokens' shares of each author from the sentences' probabilities.
    fn estimate(&mut self) {
        self.log_phi.fill(0.0);
        let (rows, state) = (&self.features.rows, &self.posterior.state);
        match self.k {
            2 => gather::<2>(rows, state, &mut self.log_phi),
            3 => gather::<3>(rows, state, &mut self.log_phi),
            4 => gather::<4>(rows, state, &mut self.log_phi),
            5 => gather::<5>(rows, state, &mut self.log_phi),
            6 => gather::<6>(rows, state, &mut self.log_phi),
            k => gather_any(rows, state, k, &mut self.log_phi),
        }
        let mut totals = vec![self.features.strength; self.k];
        for counts in self.log_phi.chunks_exact(self.k) {
            totals.iter_mut().zip(counts).for_each(|(t, c)| *t += c);
        }
        let columns = self.log_phi.chunks_exact_mut(self.k);
        for (counts, p) in columns.zip(&self.features.base) {
            for (count, total) in counts.iter_mut().zip(&totals) {
                *count = ((*count + self.features.strength * p) / total).ln();
            }
        }
    }

    /// The tempered log probability of each sentence under each author.
    fn emit(&mut self) {
        let Features { rows, temper, .. } = self.features;
        match self.k {
            2 => emit::<2>(rows, &self.log_phi, *temper, &mut self.emission),
            3 => emit::<3>(rows, &self.log_phi, *temper, &mut self.emission),
            4 => emit::<4>(rows, &self.log_phi, *temper, &mut self.emission),
            5 => emit::<5>(rows, &self.log_phi, *temper, &mut self.emission),
            6 => emit::<6>(rows, &self.log_phi, *temper, &mut self.emission),
            k => emit_any(rows, &self.log_phi, *temper, k, &mut self.emission),
        }
    }

    fn update_stay(&mut self) {
        let n = self.features.rows.n_rows() as f64;
        let stay = 1.0 - (self.posterior.switches + 1.0) / (n + 1.0);
        self.stay = stay.clamp(STAY_RANGE.0, STAY_RANGE.1);
    }
}

/// Adds each sentence's counts to its authors, by their probabilities. The number of
/// authors is known to the compiler, which keeps a sentence's probabilities in registers.
fn gather<const K: usize>(rows: &CsrMatrix, state: &[f64], counts: &mut [f64]) {
    let counts = counts.as_chunks_mut::<K>().0;
    for (row, p) in rows.rows().zip(state.as_chunks::<K>().0) {
        for (column, x) in row.iter() {
            let own = &mut counts[column as usize];
            (0..K).for_each(|author| own[author] += x * p[author]);
        }
    }
}

fn gather_any(rows: &CsrMatrix, state: &[f64], k: usize, counts: &mut [f64]) {
    for (row, p) in rows.rows().zip(state.chunks_exact(k)) {
        for (column, x) in row.iter() {
            let own = &mut counts[column as usize * k..][..k];
            own.iter_mut().zip(p).for_each(|(own, p)| *own += x * p);
        }
    }
}

fn emit<const K: usize>(rows: &CsrMatrix, log_phi: &[f64], temper: f64, out: &mut [f64]) {
    let log_phi = log_phi.as_chunks::<K>().0;
    for (row, out) in rows.rows().zip(out.as_chunks_mut::<K>().0) {
        let mut sums = [0.0; K];
        for (column, x) in row.iter() {
            let own = &log_phi[column as usize];
            (0..K).for_each(|author| sums[author] += x * own[author]);
        }
        *out = sums.map(|sum| sum * temper);
    }
}

fn emit_any(rows: &CsrMatrix, log_phi: &[f64], temper: f64, k: usize, out: &mut [f64]) {
    for (row, out) in rows.rows().zip(out.chunks_exact_mut(k)) {
        out.fill(0.0);
        for (column, x) in row.iter() {
            let own = &log_phi[column as usize * k..][..k];
            out.iter_mut()
                .zip(own)
                .for_each(|(out, own)| *out += x * own);
        }
        out.iter_mut().for_each(|out| *out *= temper);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use recto_math::CsrBuilder;
    use recto_testing::golden;
    use recto_testing::golden::Tolerance::Absolute;

    const TOLERANCE: golden::Tolerance = Absolute(1e-8);

    #[test]
    fn posteriors_equal_the_golden_vectors() {
        let golden = golden!("auto").at("forward_backward");
        let model = Sticky {
            n_states: 3,
            stay: golden.at("stay").number(),
        };
        let mut found = Posterior::default();
        let log_emission = golden.at("log_emission").matrix().concat();
        model.posterior(&log_emission, &mut found);
        let near = |what: &str, found: f64| golden.at(what).assert_near(found, TOLERANCE);
        near("loglik", found.log_likelihood);
        near("expected_switches", found.switches);
        golden.at("gamma").assert_all_near(&found.state, TOLERANCE);
    }

    #[test]
    fn rounds_equal_the_golden_vectors() {
        let golden = golden!("auto").at("em");
        let base = golden.at("base");
        let mut rows = CsrBuilder::new(base.entries().len());
        for row in golden.at("counts").matrix() {
            let entries = (0..).zip(row).filter(|(_, count)| *count > 0.0);
            rows.push_weights(entries);
        }
        let (temper, m) = (golden.at("temper").number(), golden.at("m").number());
        let features = Features::new(rows.finish(), temper, m);
        base.assert_all_near(&features.base, TOLERANCE);
        golden
            .at("loglik_K1")
            .assert_near(features.of_one(), TOLERANCE);
        let start = golden.at("init_labels").counts();
        let k = golden.at("K").count();
        for (rounds, key) in [(1, "after_1"), (2, "after_2"), (40, "converged")] {
            let expected = golden.at(key);
            let found = features.fit(&start, k, rounds, || Ok(()));
            let (fit, posterior) = found.expect("nobody cancels");
            let near = |what: &str, found: f64| expected.at(what).assert_near(found, TOLERANCE);
            near("loglik", fit.log_likelihood);
            near("stay_after_update", fit.stay);
            let first: Vec<f64> = posterior.state.iter().copied().step_by(2).collect();
            expected
                .at("gamma_state0")
                .assert_all_near(&first, TOLERANCE);
            expected.at("labels").assert_equal(&fit.labels);
        }
    }

    #[test]
    fn any_number_of_states_is_worked_out_alike() {
        let mut rows = CsrBuilder::new(6);
        for row in golden!("auto").at("em").at("counts").matrix() {
            rows.push_weights((0..).zip(row));
        }
        let rows = rows.finish();
        let state: Vec<f64> = (0..rows.n_rows() * 3).map(|i| i as f64 / 99.0).collect();
        let (mut fixed, mut any) = (vec![0.0; 18], vec![0.0; 18]);
        gather::<3>(&rows, &state, &mut fixed);
        gather_any(&rows, &state, 3, &mut any);
        assert_eq!(fixed, any);
        let (mut out, mut out_any) = (state.clone(), state.clone());
        emit::<3>(&rows, &fixed, 0.3, &mut out);
        emit_any(&rows, &fixed, 0.3, 3, &mut out_any);
        assert_eq!(out, out_any);
    }
}
