//! One EM iteration of the mixture.

use super::{Batch, Topics, Weights};
use crate::Params;
use crate::arithmetic::{LnSum, add_to};
use crate::guide::Hints;
use crate::kernel::{Sharing, share_out};
use rayon::prelude::*;
use recto_math::DenseMatrix;
use recto_math::dense::normalize;
use recto_math::em::Iterate;
use serde::{Deserialize, Serialize};
use std::sync::Mutex;

/// Values of a table that one task works on.
const AT_ONCE: usize = 1 << 14;

/// The model as an EM iteration.
pub(crate) struct Mixing<'a> {
    pub(crate) params: &'a Params,
    pub(crate) hints: &'a Hints,
    /// Number of tokens in all batches.
    pub(crate) n_tokens: f64,
    /// Tables of counts and of topics that were replaced, used again by later steps: each is as large as the word
    /// distributions, and the system maps blocks of that size anew each time they are asked for.
    spare: Mutex<Vec<Vec<f64>>>,
}

impl<'a> Mixing<'a> {
    pub(crate) fn new(params: &'a Params, hints: &'a Hints, n_tokens: f64) -> Self {
        Self {
            params,
            hints,
            n_tokens,
            spare: Mutex::default(),
        }
    }

    /// Keeps a table for later.
    fn spare(&self, table: Vec<f64>) {
        if let Ok(mut spare) = self.spare.lock() {
            spare.push(table);
        }
    }

    /// A table of zeros.
    fn zeros(&self, length: usize) -> Vec<f64> {
        let spare = self.spare.lock().map_or(None, |mut spare| spare.pop());
        match spare {
            Some(mut table) => {
                table.fill(0.0);
                table
            }
            None => vec![0.0; length],
        }
    }
}

/// Expected counts of a batch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Counts {
    /// Counts of terms in topics, without the factor φ, which the M step multiplies in.
    phi: Vec<f64>,
    /// Expected tokens from the cache.
    cached: f64,
    /// Expected tokens from the topics of documents, and from those of segments.
    shares: [f64; 2],
    objective: f64,
}

impl Counts {
    /// Number of terms times topics.
    pub(crate) fn n_values(&self) -> usize {
        self.phi.len()
    }
}

impl Iterate for Mixing<'_> {
    type Batch = Batch;
    type State = Weights;
    type Parameters = Topics;
    type Statistics = Counts;

    /// Hofmann01 def. EStep: distributes each count over topics, cache and segment deviation
    /// by their posterior probability.
    fn step(&self, batch: &Batch, mut weights: Weights, topics: &Topics) -> (Counts, Weights) {
        let n_topics = topics.phi.n_columns();
        let mut work = Work {
            theta: vec![0.0; n_topics],
            mix: vec![0.0; n_topics],
            gain: vec![0.0; n_topics],
            likelihood: LnSum::new(),
            prior: LnSum::new(),
            segment_prior: LnSum::new(),
            counts: Counts {
                phi: self.zeros(topics.phi.values().len()),
                cached: 0.0,
                shares: [0.0; 2],
                objective: 0.0,
            },
        };
        for document in 0..batch.n_documents() {
            self.document(batch, document, &mut weights, topics, &mut work);
        }
        let mut counts = work.counts;
        counts.objective = work.likelihood.total()
            + self.params.alpha * work.prior.total()
            + self.params.segment_alpha * work.segment_prior.total();
        (counts, weights)
    }

    fn merge(&self, before: &mut Counts, next: Counts) {
        let parts = before.phi.par_chunks_mut(AT_ONCE);
        parts
            .zip(next.phi.par_chunks(AT_ONCE))
            .for_each(|(sums, part)| add_to(sums, part));
        before.cached += next.cached;
        before.shares[0] += next.shares[0];
        before.shares[1] += next.shares[1];
        before.objective += next.objective;
        self.spare(next.phi);
    }

    /// Hofmann01 def. MStep: normalises expected counts plus prior.
    fn update(&self, counts: Counts, topics: &mut Topics) -> f64 {
        let objective = counts.objective + self.ln_prior_words(&topics.phi);
        let mut phi = DenseMatrix::from_values(topics.phi.n_columns(), counts.phi);
        let beta = self.params.beta;
        let old = topics.phi.values().par_chunks(AT_ONCE);
        let parts = phi.values_mut().par_chunks_mut(AT_ONCE).zip(old);
        parts.for_each(|(counts, old)| {
            let both = counts.iter_mut().zip(old);
            both.for_each(|(c, p)| *c = *c * p + beta);
        });
        self.hints.apply(&mut phi);
        phi.normalize_columns();
        self.spare(std::mem::replace(&mut topics.phi, phi).into_values());
        if topics.lambda > 0.0 {
            topics.lambda = (counts.cached / self.n_tokens).clamp(0.0, 0.999);
        }
        if self.params.estimate_eta {
            let [own, deviating] = counts.shares;
            topics.eta = deviating / (own + deviating).max(f64::MIN_POSITIVE);
        }
        objective
    }
}

/// A distribution from expected counts and their prior.
fn smooth(counts: &mut [f64], prior: f64) {
    counts.iter_mut().for_each(|c| *c += prior);
    normalize(counts);
}

/// Buffers and accumulators of a batch.
struct Work {
    /// Topics of the current document before the step.
    theta: Vec<f64>,
    /// Topic mixture of the current row.
    mix: Vec<f64>,
    /// Expected counts of topics in the row, without the factor of the mixture weight.
    gain: Vec<f64>,
    likelihood: LnSum,
    prior: LnSum,
    segment_prior: LnSum,
    counts: Counts,
}

impl Mixing<'_> {
    /// Counts a document and replaces its weights by the next ones. Nothing else reads them,
    /// so that a step needs no second table of them.
    fn document(
        &self,
        batch: &Batch,
        document: usize,
        weights: &mut Weights,
        topics: &Topics,
        work: &mut Work,
    ) {
        let next = weights.theta.row_mut(document);
        work.theta.copy_from_slice(next);
        next.fill(0.0);
        if self.params.alpha > 0.0 {
            work.theta.iter().for_each(|&p| work.prior.add(p, 1.0));
        }
        for row in batch.rows_of(document) {
            let xi = weights.xi.as_mut().map(|xi| xi.row_mut(row));
            mix_into(&mut work.mix, &work.theta, xi.as_deref(), topics.eta);
            work.gain.fill(0.0);
            share_row(batch, row, topics, work);
            let own = match xi {
                Some(_) => 1.0 - topics.eta,
                None => 1.0,
            };
            let shares = &mut work.counts.shares;
            let expected = next.iter_mut().zip(&work.theta).zip(&work.gain);
            for ((count, p), gain) in expected {
                *count += own * p * gain;
                shares[0] += own * p * gain;
            }
            if let Some(xi) = xi {
                if self.params.segment_alpha > 0.0 {
                    xi.iter().for_each(|&p| work.segment_prior.add(p, 1.0));
                }
                for (p, gain) in xi.iter_mut().zip(&work.gain) {
                    *p = topics.eta * *p * gain;
                    shares[1] += *p;
                }
                smooth(xi, self.params.segment_alpha);
            }
        }
        smooth(next, self.params.alpha);
    }

    fn ln_prior_words(&self, phi: &DenseMatrix) -> f64 {
        let ln_of_part = |part: &[f64]| {
            let mut sum = LnSum::new();
            part.iter().for_each(|&p| sum.add(p, 1.0));
            sum.total()
        };
        let parts: Vec<f64> = if self.params.beta > 0.0 {
            phi.values().par_chunks(AT_ONCE).map(ln_of_part).collect()
        } else {
            Vec::new()
        };
        let sum: f64 = parts.iter().sum();
        self.params.beta * sum + self.hints.ln_prior(phi, self.params.beta)
    }
}

/// Distributes the counts of one row. The posterior of a topic is mix * phi / p; phi is the
/// same for all rows, so `update` multiplies it in once.
fn share_row(batch: &Batch, row: usize, topics: &Topics, work: &mut Work) {
    let psi = batch.psi.as_ref().map(|psi| psi.row(row).values);
    let mut sharing = Sharing {
        mix: &work.mix,
        phi: topics.phi.values(),
        gain: &mut work.gain,
        words: &mut work.counts.phi,
        likelihood: &mut work.likelihood,
    };
    let cached = psi.map(|psi| (topics.lambda, psi));
    work.counts.cached += share_out(batch.row(row), cached, &mut sharing);
}

fn mix_into(mix: &mut [f64], theta: &[f64], xi: Option<&[f64]>, eta: f64) {
    match xi {
        None => mix.copy_from_slice(theta),
        Some(xi) => {
            for ((mix, theta), xi) in mix.iter_mut().zip(theta).zip(xi) {
                *mix = (1.0 - eta) * theta + eta * xi;
            }
        }
    }
}
