//! Latent Dirichlet allocation by variational Bayes, with learned priors.
//!
//! ```text
//! q(θ_d) = Dir(γ_d),  q(φ_z) = Dir(λ_z)
//! q(z | d, w) ∝ exp E[ln θ_dz] exp E[ln φ_zw]
//! γ_dz = α_z + Σ_w n q(z),   λ_zw = β + Σ_d n q(z)
//! ```
//!
//! The evidence lower bound never falls. The fit starts from a few iterations of PLSA; the
//! priors, one α per topic and a single β, maximise the bound by fixed-point iteration.
//! Unlike Gibbs sampling it gives the same bytes for any number of threads, needs no memory
//! per token, and has a stopping rule. Time O(nnz T) per iteration, memory O((N + V) T).
//!
//! | symbol | meaning | name in code | shape |
//! |---|---|---|---|
//! | γ | Dirichlet posterior of topics in documents | `gamma` | documents x topics |
//! | λ | Dirichlet posterior of words in topics | `lambda` | terms x topics |
//! | α, β | Dirichlet priors of topics and words | `alpha`, `beta` | topics, scalar |
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

/// Parameters that all documents share.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Dirichlets {
    pub(crate) lambda: DenseMatrix,
    pub(crate) alpha: Vec<f64>,
    pub(crate) beta: f64,
    /// exp E[ln φ], terms by topics; `words_bound` is the part of λ in the bound.
    weights: DenseMatrix,
    words_bound: f64,
    /// Part of the topic prior in the bound, per document: ln Γ(Σ α) − Σ ln Γ(α).
    topics_bound: f64,
    /// Mean of E[ln φ] over terms and topics.
    mean_ln: f64,
    /// Number of updates so far.
    iteration: usize,
}

/// The fitted model.
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

    /// Mean topic distributions, documents by topics.
    pub(crate) fn documents(&self) -> DenseMatrix {
        let mut documents = self.gamma.clone();
        documents.normalize_rows();
        documents
    }

    /// Mean word distributions, terms by topics.
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

/// The model as an iteration of variational Bayes. The state of a batch is γ - α, the
/// expected counts of topics in its documents, and not γ: α is re-estimated after a step,
/// and the next step must see γ with the new α.
struct Allocation<'a> {
    hints: &'a Hints,
    /// Whether there are seed words; β is then not learned.
    guided: bool,
    /// Number of documents with words, in all batches.
    n_filled: usize,
}

/// Iterations of PLSA before the fit. From random topics, variational Bayes ends in poorer
/// optima, and an iteration of PLSA is cheaper.
const WARM: usize = 30;

/// Smallest start value of the priors, also if 0 is asked for: a Dirichlet distribution
/// needs parameters above 0.
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
