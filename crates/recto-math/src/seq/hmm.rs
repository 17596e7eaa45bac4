//! Hidden Markov models: forward-backward posteriors and Viterbi paths.
//!
//! Emissions are log-probabilities, `log_emission[t * K + k]`. The largest of each step is
//! subtracted before exponentiation, and forward values are scaled to sum to 1 at each
//! step, so that no length of sequence under- or overflows. Scaling is cheaper than
//! log-space recursions, which need an exponential per state and step.
//!
//! [`Sticky`] has one probability to stay and an equal one for each switch: O(K) per step.
//! [`Hmm`] has arbitrary transitions: O(K^2) per step. Memory is O(N K).

/// Result of the forward-backward algorithm; reused between calls to save allocations.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Posterior {
    /// `state[t * K + k]`: posterior probability of state `k` at step `t`.
    pub state: Vec<f64>,
    /// Log-likelihood of the whole sequence.
    pub log_likelihood: f64,
    /// Expected number of changes of state.
    pub switches: f64,
    /// Emissions divided by the largest of their step.
    emission: Vec<f64>,
    /// Backward values of the following step, and a buffer of the same size.
    backward: Vec<f64>,
    /// Scaling factor of each step.
    scale: Vec<f64>,
}

impl Posterior {
    /// Resets the buffers and computes the scaled emissions.
    fn prepare(&mut self, log_emission: &[f64], k: usize) {
        self.state.clear();
        self.state.resize(log_emission.len(), 0.0);
        self.emission.clear();
        self.scale.clear();
        self.backward.clear();
        self.backward.resize(2 * k, 1.0);
        self.log_likelihood = 0.0;
        self.switches = 0.0;
        for step in log_emission.chunks_exact(k) {
            let most = step.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            self.log_likelihood += most;
            self.emission.extend(step.iter().map(|x| (x - most).exp()));
        }
    }
}

/// Logarithm of a product of scaling factors. The logarithm is taken only when the product
/// nears overflow or underflow, because one logarithm per step costs more than a product.
fn log_product(factors: &[f64]) -> f64 {
    let (mut sum, mut product) = (0.0, 1.0f64);
    for factor in factors {
        product *= factor;
        if !(1e-100..1e100).contains(&product) {
            sum += product.ln();
            product = 1.0;
        }
    }
    sum + product.ln()
}

/// A model with interchangeable states: uniform at the start, probability `stay` to remain,
/// and the rest shared equally by the other states.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sticky {
    /// Number of states K.
    pub n_states: usize,
    /// Probability to remain in a state, from 0 to 1; 1 for a single state.
    pub stay: f64,
}

impl Sticky {
    /// Forward-backward algorithm: posterior probabilities of the states.
    ///
    /// ```
    /// use recto_math::seq::hmm::{Posterior, Sticky};
    /// let model = Sticky { n_states: 2, stay: 0.9 };
    /// let mut found = Posterior::default();
    /// model.posterior(&[0.0, -5.0, 0.0, -5.0, -5.0, 0.0], &mut found);
    /// assert!(found.state[0] > 0.9 && found.state[5] > 0.5);
    /// ```
    pub fn posterior(&self, log_emission: &[f64], out: &mut Posterior) {
        let k = self.n_states;
        out.prepare(log_emission, k);
        let switch = self.switch();
        let stay_more = self.staying() - switch;
        let n = log_emission.len() / k.max(1);
        for t in 0..n {
            let (before, now) = out.state.split_at_mut(t * k);
            let now = &mut now[..k];
            let emission = &out.emission[t * k..(t + 1) * k];
            match before.len().checked_sub(k) {
                None => now.fill(1.0 / k as f64),
                // Σ_j before_j transition(j, i) is stay * before_i + switch * (1 - before_i),
                // because forward values sum to 1: O(K) instead of O(K^2).
                Some(at) => (now.iter_mut().zip(&before[at..]))
                    .for_each(|(now, before)| *now = stay_more * before + switch),
            }
            let mut sum = 0.0;
            for (now, emission) in now.iter_mut().zip(emission) {
                *now *= emission;
                sum += *now;
            }
            let scale = 1.0 / sum;
            now.iter_mut().for_each(|x| *x *= scale);
            out.scale.push(scale);
        }
        out.log_likelihood -= log_product(&out.scale);
        self.backward(n, out);
    }

    /// Backward pass; turns the forward values in `out.state` into posteriors in place.
    fn backward(&self, n: usize, out: &mut Posterior) {
        let k = self.n_states;
        let switch = self.switch();
        let mut stays = 0.0;
        let (beta, weighted) = out.backward.split_at_mut(k);
        for t in (0..n.saturating_sub(1)).rev() {
            let emission = &out.emission[(t + 1) * k..(t + 2) * k];
            let scale = out.scale[t + 1];
            let mut sum = 0.0;
            for state in 0..k {
                weighted[state] = emission[state] * beta[state] * scale;
                sum += weighted[state];
            }
            for state in 0..k {
                let forward = &mut out.state[t * k + state];
                let staying = self.staying() * weighted[state];
                stays += *forward * staying;
                beta[state] = staying + switch * (sum - weighted[state]);
                *forward *= beta[state];
            }
        }
        out.switches = n.saturating_sub(1) as f64 - stays;
    }

    /// `stay`, or 1 for a single state, which has nowhere to go.
    fn staying(&self) -> f64 {
        if self.n_states > 1 { self.stay } else { 1.0 }
    }

    fn switch(&self) -> f64 {
        match self.n_states {
            0 | 1 => 0.0,
            k => (1.0 - self.stay) / (k - 1) as f64,
        }
    }

    /// The same model with explicit transitions.
    pub fn to_hmm(&self) -> Hmm {
        let k = self.n_states;
        let transition = |i: usize| {
            if i / k == i % k {
                self.staying()
            } else {
                self.switch()
            }
        };
        Hmm {
            initial: vec![1.0 / k as f64; k],
            transition: (0..k * k).map(transition).collect(),
        }
    }
}

/// A model with arbitrary transitions.
#[derive(Debug, Clone, PartialEq)]
pub struct Hmm {
    /// Probability of each state at the first step; K values that sum to 1.
    pub initial: Vec<f64>,
    /// `transition[from * K + to]`; each row sums to 1.
    pub transition: Vec<f64>,
}

impl Hmm {
    /// Forward-backward algorithm: posterior probabilities of the states. Returns the
    /// expected number of each transition, `K x K`.
    pub fn posterior(&self, log_emission: &[f64], out: &mut Posterior) -> Vec<f64> {
        let k = self.initial.len();
        out.prepare(log_emission, k);
        let n = log_emission.len() / k.max(1);
        for t in 0..n {
            let (before, now) = out.state.split_at_mut(t * k);
            let emission = &out.emission[t * k..(t + 1) * k];
            for (to, emission) in emission.iter().enumerate() {
                let arriving = match before.len().checked_sub(k) {
                    None => self.initial[to],
                    Some(at) => (0..k)
                        .map(|from| before[at + from] * self.transition[from * k + to])
                        .sum(),
                };
                now[to] = arriving * emission;
            }
            let scale = 1.0 / now[..k].iter().sum::<f64>();
            now[..k].iter_mut().for_each(|x| *x *= scale);
            out.scale.push(scale);
        }
        out.log_likelihood -= log_product(&out.scale);
        self.backward(n, out)
    }

    fn backward(&self, n: usize, out: &mut Posterior) -> Vec<f64> {
        let k = self.initial.len();
        let mut expected = vec![0.0; k * k];
        let (beta, weighted) = out.backward.split_at_mut(k);
        for t in (0..n.saturating_sub(1)).rev() {
            for state in 0..k {
                weighted[state] =
                    out.emission[(t + 1) * k + state] * beta[state] * out.scale[t + 1];
            }
            for from in 0..k {
                let forward = &mut out.state[t * k + from];
                beta[from] = 0.0;
                for to in 0..k {
                    let step = self.transition[from * k + to] * weighted[to];
                    expected[from * k + to] += *forward * step;
                    beta[from] += step;
                }
                *forward *= beta[from];
            }
        }
        let stays: f64 = (0..k).map(|state| expected[state * k + state]).sum();
        out.switches = n.saturating_sub(1) as f64 - stays;
        expected
    }

    /// Viterbi algorithm: the likeliest path. Ties go to the smallest state.
    pub fn best_path(&self, log_emission: &[f64]) -> Vec<usize> {
        let k = self.initial.len();
        let n = log_emission.len() / k.max(1);
        let log: Vec<f64> = self.transition.iter().map(|p| p.ln()).collect();
        let mut best: Vec<f64> = self.initial.iter().map(|p| p.ln()).collect();
        let mut next = vec![0.0; k];
        let mut from = vec![0usize; n * k];
        for t in 0..n {
            for to in 0..k {
                let arrive = |state: usize| best[state] + log[state * k + to];
                let better = |a: usize, b: usize| if arrive(b) > arrive(a) { b } else { a };
                let (before, value) = match t {
                    0 => (to, best[to]),
                    _ => {
                        let before = (1..k).fold(0, better);
                        (before, arrive(before))
                    }
                };
                from[t * k + to] = before;
                next[to] = value + log_emission[t * k + to];
            }
            std::mem::swap(&mut best, &mut next);
        }
        let better = |a: usize, b: usize| if best[b] > best[a] { b } else { a };
        let mut state = (1..k).fold(0, better);
        let mut path = vec![0; n];
        for t in (0..n).rev() {
            path[t] = state;
            state = from[t * k + state];
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Every path with its log probability.
    fn paths(model: &Hmm, log_emission: &[f64]) -> Vec<(Vec<usize>, f64)> {
        let k = model.initial.len();
        let n = log_emission.len() / k;
        let path = |code: usize| -> Vec<usize> {
            (0..n)
                .map(|t| code / k.pow((n - 1 - t) as u32) % k)
                .collect()
        };
        let value = |path: &[usize]| {
            let emitted: f64 = (0..n).map(|t| log_emission[t * k + path[t]]).sum();
            let moved: f64 = path
                .windows(2)
                .map(|two| model.transition[two[0] * k + two[1]].ln())
                .sum();
            model.initial[path[0]].ln() + emitted + moved
        };
        let all = (0..k.pow(n as u32)).map(path);
        all.map(|path| (path.clone(), value(&path))).collect()
    }

    fn check(model: &Hmm, log_emission: &[f64], found: &Posterior) {
        let k = model.initial.len();
        let paths = paths(model, log_emission);
        let most = paths.iter().map(|p| p.1).fold(f64::NEG_INFINITY, f64::max);
        let total: f64 = paths.iter().map(|p| (p.1 - most).exp()).sum();
        assert!((found.log_likelihood - (most + total.ln())).abs() < 1e-9);
        let mut state = vec![0.0; log_emission.len()];
        let mut switches = 0.0;
        for (path, value) in &paths {
            let p = (value - most).exp() / total;
            path.iter()
                .enumerate()
                .for_each(|(t, s)| state[t * k + s] += p);
            switches += p * path.windows(2).filter(|two| two[0] != two[1]).count() as f64;
        }
        state
            .iter()
            .zip(&found.state)
            .for_each(|(a, b)| assert!((a - b).abs() < 1e-9, "{a} is not {b}"));
        assert!((switches - found.switches).abs() < 1e-9);
    }

    proptest! {
        #[test]
        fn posteriors_and_paths_are_those_of_all_paths(
            values in prop::collection::vec(-90.0..0.0f64, 3..18),
            raw in prop::collection::vec(0.05..1.0f64, 12),
            stay in 0.3..0.99f64,
        ) {
            let k = 3;
            let emission = &values[..values.len() / k * k];
            let sticky = Sticky { n_states: k, stay };
            let mut found = Posterior::default();
            sticky.posterior(emission, &mut found);
            check(&sticky.to_hmm(), emission, &found);

            let share = |row: &[f64]| -> Vec<f64> {
                let sum: f64 = row.iter().sum();
                row.iter().map(|x| x / sum).collect()
            };
            let model = Hmm {
                initial: share(&raw[..3]),
                transition: raw[3..].chunks(3).flat_map(share).collect(),
            };
            let expected = model.posterior(emission, &mut found);
            check(&model, emission, &found);
            let steps = emission.len() / k - 1;
            prop_assert!((expected.iter().sum::<f64>() - steps as f64).abs() < 1e-9);
            let all = paths(&model, emission);
            let most = all.iter().map(|p| p.1).fold(f64::NEG_INFINITY, f64::max);
            let path = model.best_path(emission);
            let own = all.iter().find(|p| p.0 == path).expect("a path").1;
            prop_assert!((own - most).abs() < 1e-9);
        }
    }

    #[test]
    fn ties_go_to_the_smallest_state_and_one_state_never_switches() {
        let even = Sticky {
            n_states: 2,
            stay: 0.5,
        }
        .to_hmm();
        assert_eq!(even.best_path(&[0.0; 6]), [0, 0, 0]);
        let mut found = Posterior::default();
        Sticky {
            n_states: 1,
            stay: 0.9,
        }
        .posterior(&[-1.0, -2.0], &mut found);
        assert_eq!(found.state, [1.0, 1.0]);
        assert_eq!((found.switches, found.log_likelihood), (0.0, -3.0));
        Sticky {
            n_states: 2,
            stay: 0.9,
        }
        .posterior(&[], &mut found);
        assert_eq!(found.log_likelihood, 0.0);
    }

    #[test]
    fn long_sequences_and_wild_emissions_stay_finite() {
        let emission: Vec<f64> = (0..40_000)
            .map(|i| if i / 2 % 7 == i % 2 { -2000.0 } else { -1e4 })
            .collect();
        let mut found = Posterior::default();
        Sticky {
            n_states: 2,
            stay: 0.95,
        }
        .posterior(&emission, &mut found);
        assert!(found.log_likelihood.is_finite());
        assert!(found.state.iter().all(|p| (0.0..=1.0 + 1e-9).contains(p)));
    }
}
