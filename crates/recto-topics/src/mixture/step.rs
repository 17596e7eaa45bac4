//! One iteration of EM.

use super::{Data, Mixture};
use crate::Params;
use crate::guide::Hints;
use crate::kernel::{Sharing, share_out};
use crate::table::{LnSum, Table, normalize};
use recto_math::em::Iterate;

/// The model over its counts.
pub(crate) struct Mixing<'a> {
    pub(crate) data: &'a Data,
    pub(crate) params: &'a Params,
    pub(crate) hints: &'a Hints,
    pub(crate) n_tokens: f64,
}

/// Expected counts of a batch.
pub(crate) struct Counts {
    /// Terms by topics.
    phi: Vec<f64>,
    /// Documents by topics.
    theta: Vec<f64>,
    /// Segments by topics.
    xi: Vec<f64>,
    /// Tokens that came from the cache.
    cached: f64,
    /// Tokens that came from the mixture of the document, and of the segment.
    shares: [f64; 2],
    objective: f64,
}

impl Iterate for Mixing<'_> {
    type Parameters = Mixture;
    type Statistics = Counts;

    fn n_batches(&self) -> usize {
        self.data.batches.len()
    }

    /// Hofmann01 def. EStep: each count is shared out among the topics in proportion to what
    /// they give it; the cache and the segment take theirs.
    fn step(&self, batch: usize, mixture: &Mixture) -> Counts {
        let documents = self.data.batches[batch].clone();
        let n_topics = mixture.phi.width();
        let mut counts = Counts {
            phi: vec![0.0; mixture.phi.values().len()],
            theta: Vec::with_capacity(documents.len() * n_topics),
            xi: Vec::new(),
            cached: 0.0,
            shares: [0.0; 2],
            objective: 0.0,
        };
        let mut work = Work {
            mix: vec![0.0; n_topics],
            gain: vec![0.0; n_topics],
            likelihood: LnSum::new(),
            prior: LnSum::new(),
            segment_prior: LnSum::new(),
        };
        for document in documents {
            self.document(document, mixture, &mut counts, &mut work);
        }
        counts.objective = work.likelihood.total()
            + self.params.alpha * work.prior.total()
            + self.params.segment_alpha * work.segment_prior.total();
        counts
    }

    fn merge(&self, before: &mut Counts, next: Counts) {
        crate::table::add_to(&mut before.phi, &next.phi);
        before.theta.extend(next.theta);
        before.xi.extend(next.xi);
        before.cached += next.cached;
        before.shares[0] += next.shares[0];
        before.shares[1] += next.shares[1];
        before.objective += next.objective;
    }

    /// Hofmann01 def. MStep: the shares of counts, with the prior counts, become probabilities.
    fn update(&self, counts: Counts, mixture: &mut Mixture) -> f64 {
        let objective = counts.objective + self.ln_prior_words(&mixture.phi);
        let n_topics = mixture.phi.width();
        mixture.theta = smoothed(n_topics, counts.theta, self.params.alpha);
        if let Some(xi) = &mut mixture.xi {
            *xi = smoothed(n_topics, counts.xi, self.params.segment_alpha);
        }
        let mut phi = Table::from_values(n_topics, counts.phi);
        let old = mixture.phi.values();
        phi.values_mut()
            .iter_mut()
            .zip(old)
            .for_each(|(c, p)| *c *= p);
        let beta = self.params.beta;
        phi.values_mut().iter_mut().for_each(|c| *c += beta);
        self.hints.apply(&mut phi);
        phi.normalize_columns();
        mixture.phi = phi;
        if mixture.lambda > 0.0 {
            mixture.lambda = (counts.cached / self.n_tokens).clamp(0.0, 0.999);
        }
        if self.params.estimate_eta {
            let [own, deviating] = counts.shares;
            mixture.eta = deviating / (own + deviating).max(f64::MIN_POSITIVE);
        }
        objective
    }
}

fn smoothed(n_topics: usize, counts: Vec<f64>, prior: f64) -> Table {
    let mut table = Table::from_values(n_topics, counts);
    for row in table.rows_mut() {
        row.iter_mut().for_each(|c| *c += prior);
        normalize(row);
    }
    table
}

/// Working memory of a batch.
struct Work {
    /// The mixture of a row.
    mix: Vec<f64>,
    /// What its counts say for each topic, before the mixture's weight.
    gain: Vec<f64>,
    likelihood: LnSum,
    prior: LnSum,
    segment_prior: LnSum,
}

impl Mixing<'_> {
    fn document(&self, document: usize, mixture: &Mixture, counts: &mut Counts, work: &mut Work) {
        let theta = mixture.theta.row(document);
        let at = counts.theta.len();
        counts.theta.resize(at + theta.len(), 0.0);
        if self.params.alpha > 0.0 {
            theta.iter().for_each(|&p| work.prior.add(p, 1.0));
        }
        for row in self.data.rows_of(document) {
            let xi = mixture.xi.as_ref().map(|xi| xi.row(row));
            mix_into(&mut work.mix, theta, xi, mixture.eta);
            work.gain.fill(0.0);
            self.row(row, mixture, counts, work);
            let own = match xi {
                Some(_) => 1.0 - mixture.eta,
                None => 1.0,
            };
            let expected = counts.theta[at..].iter_mut().zip(theta).zip(&work.gain);
            for ((count, p), gain) in expected {
                *count += own * p * gain;
                counts.shares[0] += own * p * gain;
            }
            if let Some(xi) = xi {
                if self.params.segment_alpha > 0.0 {
                    xi.iter().for_each(|&p| work.segment_prior.add(p, 1.0));
                }
                for (p, gain) in xi.iter().zip(&work.gain) {
                    counts.xi.push(mixture.eta * p * gain);
                    counts.shares[1] += mixture.eta * p * gain;
                }
            }
        }
    }

    /// The counts of one row. The share of a topic in a word's count is mix * phi: phi is
    /// the same for all rows and multiplied in once, in `update`.
    fn row(&self, row: usize, mixture: &Mixture, counts: &mut Counts, work: &mut Work) {
        let psi = self.data.psi.as_ref().map(|psi| psi.row(row).values);
        let mut sharing = Sharing {
            mix: &work.mix,
            phi: mixture.phi.values(),
            gain: &mut work.gain,
            words: &mut counts.phi,
            likelihood: &mut work.likelihood,
        };
        let cached = psi.map(|psi| (mixture.lambda, psi));
        counts.cached += share_out(self.data.rows.row(row), cached, &mut sharing);
    }

    fn ln_prior_words(&self, phi: &Table) -> f64 {
        let mut sum = LnSum::new();
        if self.params.beta > 0.0 {
            phi.values().iter().for_each(|&p| sum.add(p, 1.0));
        }
        self.params.beta * sum.total() + self.hints.ln_prior(phi, self.params.beta)
    }
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
