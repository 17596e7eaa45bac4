//! One iteration of variational Bayes.

use super::{Allocation, Dirichlets, gamma, prior};
use crate::arithmetic::{LnSum, add_to};
use crate::kernel::{Sharing, share_out};
use crate::mixture::Batch;
use recto_math::DenseMatrix;
use recto_math::em::Iterate;
use recto_math::special::{digamma, exp_digamma, gamma_terms, ln_gamma};
use serde::{Deserialize, Serialize};

/// Expected counts of a batch of documents.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Counts {
    /// Counts of terms in topics, without the factor exp E[ln φ], which the update
    /// multiplies in once.
    lambda: Vec<f64>,
    /// Sum of E[ln θ] over documents with words, for each topic.
    ln_theta: Vec<f64>,
    objective: f64,
}

/// Updates before the priors are learned. While topics are still alike, so are all
/// documents, and learned priors would keep them so.
const SHAPING: usize = 20;

/// Priors are re-estimated in every fourth update: they change slowly.
const EVERY: usize = 4;

impl Iterate for Allocation<'_> {
    type Batch = Batch;
    type State = DenseMatrix;
    type Parameters = Dirichlets;
    type Statistics = Counts;

    /// Blei03 eq. 6: distributes each count over topics by their expected logarithms.
    fn step(&self, batch: &Batch, now: DenseMatrix, model: &Dirichlets) -> (Counts, DenseMatrix) {
        let n_topics = model.alpha.len();
        let mut counts = Counts {
            lambda: vec![0.0; model.lambda.values().len()],
            ln_theta: vec![0.0; n_topics],
            objective: 0.0,
        };
        let now = gamma(now, &model.alpha);
        let mut next = DenseMatrix::filled(now.n_rows(), n_topics, 0.0);
        let mut theta = vec![0.0; n_topics];
        let mut likelihood = LnSum::new();
        let documents = now.rows().zip(next.rows_mut()).zip(batch.rows());
        for ((gamma, own), row) in documents {
            if row.columns.is_empty() {
                continue;
            }
            counts.objective += weigh_document(gamma, model, &mut theta, &mut counts.ln_theta);
            let mut sharing = Sharing {
                mix: &theta,
                phi: model.weights.values(),
                gain: own,
                words: &mut counts.lambda,
                likelihood: &mut likelihood,
            };
            share_out(row, None, &mut sharing);
            own.iter_mut().zip(&theta).for_each(|(c, p)| *c *= p);
        }
        counts.objective += likelihood.total();
        (counts, next)
    }

    fn merge(&self, before: &mut Counts, next: Counts) {
        add_to(&mut before.lambda, &next.lambda);
        add_to(&mut before.ln_theta, &next.ln_theta);
        before.objective += next.objective;
    }

    /// Blei03 eq. 7: the new Dirichlet posterior is expected counts plus prior.
    fn update(&self, mut counts: Counts, model: &mut Dirichlets) -> f64 {
        let objective = counts.objective + model.words_bound;
        let n_topics = model.alpha.len();
        model.iteration += 1;
        if model.iteration > SHAPING && model.iteration.is_multiple_of(EVERY) && self.n_filled > 0 {
            let n = self.n_filled as f64;
            counts.ln_theta.iter_mut().for_each(|sum| *sum /= n);
            prior::topics(&mut model.alpha, &counts.ln_theta);
            if !self.guided {
                model.beta = prior::words(model.beta, model.lambda.n_rows(), model.mean_ln);
            }
        }
        let weights = model.weights.values();
        let beta = model.beta;
        let lambda = counts.lambda.iter_mut().zip(weights);
        lambda.for_each(|(count, weight)| *count = *count * weight + beta);
        model.lambda = DenseMatrix::from_values(n_topics, counts.lambda);
        self.hints.apply(&mut model.lambda);
        self.weigh(model);
        objective
    }
}

/// Computes exp E[ln θ] of a document, adds E[ln θ] to the sums, and returns the document's
/// part of the bound.
fn weigh_document(
    gamma: &[f64],
    model: &Dirichlets,
    theta: &mut [f64],
    ln_theta: &mut [f64],
) -> f64 {
    let total: f64 = gamma.iter().sum();
    let whole = digamma(total);
    let scale = (-whole).exp();
    let mut bound = model.topics_bound - ln_gamma(total);
    let topics = gamma.iter().zip(&model.alpha).zip(theta).zip(ln_theta);
    for (((&gamma, &alpha), theta), sum) in topics {
        let terms = gamma_terms(gamma);
        let ln = terms.digamma - whole;
        *theta = terms.exp_digamma * scale;
        *sum += ln;
        bound += (alpha - gamma) * ln + terms.ln_gamma;
    }
    bound
}

impl Allocation<'_> {
    /// Computes exp E[ln φ] and the parts of the bound that do not depend on documents.
    pub(super) fn weigh(&self, model: &mut Dirichlets) {
        let n_topics = model.alpha.len();
        let totals = model.lambda.column_sums();
        let scales: Vec<f64> = totals.iter().map(|&t| exp_digamma(t)).collect();
        let wholes: Vec<f64> = scales.iter().map(|s| s.ln()).collect();
        let mut priors = DenseMatrix::default();
        if self.guided {
            priors = DenseMatrix::filled(model.lambda.n_rows(), n_topics, model.beta);
            self.hints.apply(&mut priors);
        }
        let mut weights = DenseMatrix::filled(model.lambda.n_rows(), n_topics, 0.0);
        let (mut bound, mut ln_sum) = (0.0, 0.0);
        let plain = ln_gamma(model.beta);
        for (w, row) in weights.rows_mut().enumerate() {
            for (z, (weight, &lambda)) in row.iter_mut().zip(model.lambda.row(w)).enumerate() {
                if lambda == 0.0 {
                    continue;
                }
                let terms = gamma_terms(lambda);
                let ln = terms.digamma - wholes[z];
                *weight = terms.exp_digamma / scales[z];
                ln_sum += ln;
                let (prior, own) = if self.guided {
                    (priors.row(w)[z], ln_gamma(priors.row(w)[z]))
                } else {
                    (model.beta, plain)
                };
                bound += (prior - lambda) * ln + terms.ln_gamma - own;
            }
        }
        let prior_totals = if self.guided {
            priors.column_sums()
        } else {
            vec![model.beta * model.lambda.n_rows() as f64; n_topics]
        };
        for (prior, total) in prior_totals.iter().zip(&totals) {
            bound += ln_gamma(*prior) - ln_gamma(*total);
        }
        model.weights = weights;
        let all: f64 = model.alpha.iter().sum();
        let each: f64 = model.alpha.iter().map(|&a| ln_gamma(a)).sum();
        model.topics_bound = ln_gamma(all) - each;
        model.words_bound = bound;
        model.mean_ln = ln_sum / model.lambda.values().len() as f64;
    }
}
