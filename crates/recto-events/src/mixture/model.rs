//! The mixture of time and words, as steps of [`recto_math::em`].

use recto_math::em::Iterate;
use serde::{Deserialize, Serialize};

/// A floor of the share of a topic, so that its logarithm is finite.
const LEAST: f64 = 1e-12;
/// Topics whose logarithm is below the best by more than this have no weight in a `f64` sum.
const NEGLIGIBLE: f64 = 60.0;
/// ln √(2π).
const HALF_LN_TAU: f64 = 0.918_938_533_204_672_8;

/// Messages of a stream, or a part of them: times, and words by number.
#[derive(Debug, Clone, Default)]
pub(super) struct Batch {
    /// Seconds from the beginning of the stream.
    pub(super) times: Vec<f64>,
    pub(super) starts: Vec<usize>,
    pub(super) words: Vec<u32>,
}

impl Batch {
    pub(super) fn words(&self, message: usize) -> &[u32] {
        &self.words[self.starts[message]..self.starts[message + 1]]
    }
}

/// What all topics share.
#[derive(Debug, Clone)]
pub(super) struct Model {
    /// Topics with a place in time; the others are background.
    pub(super) n_events: usize,
    pub(super) n_topics: usize,
    pub(super) n_words: usize,
    /// Distribution of the words of the stream.
    pub(super) corpus: Vec<f64>,
    /// Weight of that distribution in each topic's words, in words.
    pub(super) lambda: f64,
    /// Least standard deviation in seconds.
    pub(super) least_sigma: f64,
    /// Seconds from the beginning of the stream to its end.
    pub(super) duration: f64,
}

/// Parameters of the topics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Topics {
    /// Logarithm of the share of each topic.
    pub(super) log_share: Vec<f64>,
    pub(super) mu: Vec<f64>,
    pub(super) sigma: Vec<f64>,
    /// By word, for all topics: the logarithm of its probability.
    pub(super) log_word: Vec<f64>,
}

/// Sums over messages that the parameters are made of.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Sums {
    log_likelihood: f64,
    weight: Vec<f64>,
    /// First and second moment of time about the old mean.
    first: Vec<f64>,
    second: Vec<f64>,
    words: Vec<f64>,
}

impl Model {
    fn zero(&self) -> Sums {
        Sums {
            log_likelihood: 0.0,
            weight: vec![0.0; self.n_topics],
            first: vec![0.0; self.n_events],
            second: vec![0.0; self.n_events],
            words: vec![0.0; self.n_topics * self.n_words],
        }
    }

    /// Parameters from given responsibilities, message by message.
    pub(super) fn start<'b>(
        &self,
        parts: impl IntoIterator<Item = (&'b Batch, &'b Vec<f64>)>,
    ) -> Topics {
        let mut sums = self.zero();
        let middle = vec![0.5 * self.duration; self.n_events];
        for (batch, responsibilities) in parts {
            for (message, r) in responsibilities.chunks(self.n_topics).enumerate() {
                self.add(self.n_topics, &mut sums, batch, message, r, &middle);
            }
        }
        self.maximize(&sums, &middle)
    }

    #[inline(always)]
    fn add(&self, z: usize, sums: &mut Sums, batch: &Batch, message: usize, r: &[f64], mu: &[f64]) {
        let time = batch.times[message];
        for (weight, r) in sums.weight.iter_mut().zip(r) {
            *weight += r;
        }
        for topic in 0..self.n_events {
            let apart = time - mu[topic];
            sums.first[topic] += r[topic] * apart;
            sums.second[topic] += r[topic] * apart * apart;
        }
        for &word in batch.words(message) {
            let row = word as usize * z;
            for (sum, r) in sums.words[row..row + z].iter_mut().zip(r) {
                *sum += r;
            }
        }
    }

    /// PES def. MStep: new parameters.
    ///
    /// The printed denominators of mean and variance run over all topics, which is no
    /// maximiser; here each topic's own weight stands in their place.
    fn maximize(&self, sums: &Sums, mu: &[f64]) -> Topics {
        let total: f64 = sums.weight.iter().map(|weight| weight.max(LEAST)).sum();
        let log_share = sums
            .weight
            .iter()
            .map(|weight| (weight.max(LEAST) / total).ln());
        let moments = (0..self.n_events).map(|topic| {
            let weight = sums.weight[topic].max(LEAST);
            let shift = sums.first[topic] / weight;
            let variance = sums.second[topic] / weight - shift * shift;
            let least = self.least_sigma * self.least_sigma;
            (mu[topic] + shift, variance.max(least).sqrt())
        });
        let (mu, sigma) = moments.unzip();
        Topics {
            log_share: log_share.collect(),
            mu,
            sigma,
            log_word: self.log_words(&sums.words),
        }
    }

    fn log_words(&self, sums: &[f64]) -> Vec<f64> {
        let mut totals = vec![self.lambda; self.n_topics];
        for row in sums.chunks(self.n_topics) {
            for (total, sum) in totals.iter_mut().zip(row) {
                *total += sum;
            }
        }
        let log_totals: Vec<f64> = totals.iter().map(|total| total.ln()).collect();
        let mut log_word = sums.to_vec();
        for (row, corpus) in log_word.chunks_mut(self.n_topics).zip(&self.corpus) {
            for (value, log_total) in row.iter_mut().zip(&log_totals) {
                *value = (*value + self.lambda * corpus).ln() - log_total;
            }
        }
        log_word
    }

    /// PES def. Joint: logarithms of the joint probabilities of a message and each topic.
    #[inline(always)]
    fn log_joint(
        &self,
        z: usize,
        batch: &Batch,
        message: usize,
        topics: &Topics,
        log_norms: &[f64],
        into: &mut [f64],
    ) {
        let time = batch.times[message];
        into.copy_from_slice(&topics.log_share);
        let (events, background) = into.split_at_mut(self.n_events);
        for (topic, value) in events.iter_mut().enumerate() {
            let apart = (time - topics.mu[topic]) / topics.sigma[topic];
            *value -= log_norms[topic] + 0.5 * apart * apart;
        }
        for (value, log_norm) in background.iter_mut().zip(&log_norms[self.n_events..]) {
            *value -= log_norm;
        }
        for &word in batch.words(message) {
            let row = word as usize * z;
            let log_word = &topics.log_word[row..row + z];
            for (value, log_word) in into.iter_mut().zip(log_word) {
                *value += log_word;
            }
        }
    }

    /// What is the same for all messages of the logarithm of each topic's density of time.
    fn log_norms(&self, topics: &Topics) -> Vec<f64> {
        let events = topics.sigma.iter().map(|sigma| HALF_LN_TAU + sigma.ln());
        let n_background = self.n_topics - self.n_events;
        let background = std::iter::repeat_n(self.duration.ln(), n_background);
        events.chain(background).collect()
    }

    /// PES def. EStep: responsibilities from logarithms, in place; returns the logarithm of their
    /// sum.
    #[inline(always)]
    fn normalize(log_joint: &mut [f64]) -> f64 {
        let best = log_joint.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut sum = 0.0;
        for value in log_joint.iter_mut() {
            let apart = *value - best;
            *value = if apart < -NEGLIGIBLE {
                0.0
            } else {
                apart.exp()
            };
            sum += *value;
        }
        log_joint.iter_mut().for_each(|value| *value /= sum);
        best + sum.ln()
    }

    /// One step over a batch. `z` is the number of topics: where the compiler knows it, the
    /// loops over topics, which are short and innermost, are unrolled.
    #[inline(always)]
    fn steps(&self, z: usize, batch: &Batch, state: &mut [f64], topics: &Topics) -> Sums {
        let mut sums = self.zero();
        let log_norms = self.log_norms(topics);
        for (message, r) in state.chunks_exact_mut(z).enumerate() {
            self.log_joint(z, batch, message, topics, &log_norms, r);
            sums.log_likelihood += Self::normalize(r);
            self.add(z, &mut sums, batch, message, r, &topics.mu);
        }
        sums
    }

    /// The prior's part of the objective: λ Σ_z Σ_w p(w) log p_z(w).
    fn penalty(&self, topics: &Topics) -> f64 {
        let rows = topics.log_word.chunks(self.n_topics).zip(&self.corpus);
        let sum: f64 = rows
            .map(|(row, corpus)| corpus * row.iter().sum::<f64>())
            .sum();
        self.lambda * sum
    }
}

impl Iterate for Model {
    type Batch = Batch;
    type State = Vec<f64>;
    type Parameters = Topics;
    type Statistics = Sums;

    fn step(&self, batch: &Batch, mut state: Vec<f64>, topics: &Topics) -> (Sums, Vec<f64>) {
        let sums = match self.n_topics {
            2 => self.steps(2, batch, &mut state, topics),
            3 => self.steps(3, batch, &mut state, topics),
            4 => self.steps(4, batch, &mut state, topics),
            5 => self.steps(5, batch, &mut state, topics),
            6 => self.steps(6, batch, &mut state, topics),
            z => self.steps(z, batch, &mut state, topics),
        };
        (sums, state)
    }

    fn merge(&self, before: &mut Sums, next: Sums) {
        before.log_likelihood += next.log_likelihood;
        let add = |to: &mut [f64], from: &[f64]| {
            to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        };
        add(&mut before.weight, &next.weight);
        add(&mut before.first, &next.first);
        add(&mut before.second, &next.second);
        add(&mut before.words, &next.words);
    }

    fn update(&self, sums: Sums, topics: &mut Topics) -> f64 {
        let objective = sums.log_likelihood + self.penalty(topics);
        *topics = self.maximize(&sums, &topics.mu);
        objective
    }
}
