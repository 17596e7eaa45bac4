//! Latent Dirichlet allocation by variational Bayes with priors learned from the text.
//!
//! ```text
//! q(θ_d) = Dir(γ_d),  q(φ_z) = Dir(λ_z)
//! q(z | d, w) ∝ exp E[ln θ_dz] exp E[ln φ_zw]
//! γ_dz = α_z + Σ_w n q(z),   λ_zw = β + Σ_d n q(z)
//! ```
//!
//! The bound on the likelihood never falls. A few iterations of PLSA give the topics their
//! first shape; the priors, one α for each topic and one β, are set to what maximises the
//! bound, by fixed points.
//! Unlike a sampler it gives the same bytes for any number of threads, needs no memory for
//! each token, and knows when it is done. Time O(nnz T) an iteration, memory O((N + V) T).
//!
//! | symbol | meaning | name in code | shape |
//! |---|---|---|---|
//! | γ | counts of topics in documents | `gamma` | documents x topics |
//! | λ | counts of words in topics | `lambda` | terms x topics |
//! | α, β | prior counts | `alpha`, `beta` | topics, a number |
//!
//! # References
//! Blei, Ng and Jordan 2003, Latent Dirichlet allocation; Minka 2000, Estimating a
//! Dirichlet distribution; Wallach, Mimno and McCallum 2009, Rethinking LDA: why priors
//! matter (asymmetric α, symmetric β).

mod prior;
mod step;
#[cfg(test)]
mod tests;

use crate::arithmetic::add_to;
use crate::guide::Hints;
use crate::mixture::{self, Batch, Topics, Weights};
use crate::{Corpus, Params, TopicsError};
use recto_math::DenseMatrix;
use recto_math::Run;
use recto_math::em::{self, Fit, Start};
use serde::{Deserialize, Serialize};

/// What is fitted and all documents share.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Dirichlets {
    pub(crate) lambda: DenseMatrix,
    pub(crate) alpha: Vec<f64>,
    pub(crate) beta: f64,
    /// exp E[ln φ], terms by topics, and what λ adds to the objective.
    weights: DenseMatrix,
    words_bound: f64,
    /// What the prior of topics adds for each document: ln Γ(Σ α) − Σ ln Γ(α).
    topics_bound: f64,
    /// The mean of E[ln φ] over words and topics.
    mean_ln: f64,
    /// Updates so far.
    iteration: usize,
}

/// All that is fitted.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Allocated {
    pub(crate) gamma: DenseMatrix,
    pub(crate) lambda: DenseMatrix,
    pub(crate) alpha: Vec<f64>,
}

impl Allocated {
    fn join(shared: Dirichlets, counts: Vec<DenseMatrix>) -> Self {
        Self {
            gamma: gamma(DenseMatrix::stacked(counts), &shared.alpha),
            lambda: shared.lambda,
            alpha: shared.alpha,
        }
    }

    /// Documents by topics.
    pub(crate) fn documents(&self) -> DenseMatrix {
        let mut documents = self.gamma.clone();
        documents.normalize_rows();
        documents
    }

    /// Terms by topics.
    pub(crate) fn words(&self) -> DenseMatrix {
        let mut words = self.lambda.clone();
        words.normalize_columns();
        words
    }
}

/// γ of documents from their expected counts of topics.
fn gamma(mut counts: DenseMatrix, alpha: &[f64]) -> DenseMatrix {
    counts.rows_mut().for_each(|row| add_to(row, alpha));
    counts
}

/// The model. The state of a batch is the expected counts of topics in its documents, γ
/// without α: the priors are learned after a step, and γ has the new ones.
struct Allocation<'a> {
    hints: &'a Hints,
    /// Prior counts of words where the user gave some.
    guided: bool,
    /// Documents with a word, in all batches.
    n_filled: usize,
}

/// Iterations of PLSA that give the topics their first shape: from random topics the bound
/// leads to poorer ones, and an iteration of PLSA is cheaper.
const WARM: usize = 30;

/// Prior counts of a topic to start from where 0 was asked for: the model has none without.
const LEAST_PRIOR: f64 = 1e-3;

pub(crate) fn fit(
    corpus: &Corpus,
    params: &Params,
    hints: &Hints,
    n_topics: usize,
    run: &Run<'_>,
) -> Result<Fit<Allocated>, TopicsError> {
    let batches = Batch::all(corpus, false);
    let rows = batches.iter().flat_map(|batch| batch.rows());
    let model = Allocation {
        hints,
        guided: *hints != Hints::default(),
        n_filled: rows.filter(|row| !row.columns.is_empty()).count(),
    };
    let best: Result<_, TopicsError> = em::best_of(params.restarts, |restart| {
        let warm = (restart, WARM);
        let shaped = mixture::warm_start(corpus, &batches, hints, n_topics, warm, run)?;
        let start = model.start(params, &batches, shaped);
        let stop = params.stop();
        Ok(em::fit(
            &model,
            &batches,
            start,
            stop,
            "finding topics",
            run,
        )?)
    });
    Ok(best?.join(Allocated::join))
}

impl Allocation<'_> {
    fn start(
        &self,
        params: &Params,
        batches: &[Batch],
        shaped: Start<Topics, Weights>,
    ) -> Start<Dirichlets, DenseMatrix> {
        let mut lambda = shaped.parameters.phi;
        let mut states: Vec<DenseMatrix> = shaped.states.into_iter().map(|own| own.theta).collect();
        let n_topics = lambda.n_columns();
        let beta = params.beta.max(LEAST_PRIOR);
        let alpha = params.alpha.max(LEAST_PRIOR);
        let mut tokens = vec![0.0; n_topics];
        for (counts, batch) in states.iter_mut().zip(batches) {
            for (row, words) in counts.rows_mut().zip(batch.rows()) {
                let length = words.sum();
                row.iter_mut().for_each(|p| *p *= length);
                add_to(&mut tokens, row);
            }
        }
        for row in lambda.rows_mut() {
            let counts = row.iter_mut().zip(&tokens);
            counts.for_each(|(p, tokens)| *p = *p * tokens + beta);
        }
        self.hints.apply(&mut lambda);
        let mut parameters = Dirichlets {
            lambda,
            alpha: vec![alpha; n_topics],
            beta,
            weights: DenseMatrix::default(),
            words_bound: 0.0,
            topics_bound: 0.0,
            mean_ln: 0.0,
            iteration: 0,
        };
        self.weigh(&mut parameters);
        Start { parameters, states }
    }
}
