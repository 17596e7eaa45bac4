//! PLSA, extended by segment-level topics and a word cache.
//!
//! ```text
//! p(w|d,s) = λ ψ(w) + (1-λ) Σ_z [(1-η) θ_dz + η ξ_sz] φ_zw
//! ```
//!
//! | symbol | meaning | name in code | shape |
//! |---|---|---|---|
//! | θ | topic distribution of a document | `theta` | documents x topics |
//! | ξ | topic distribution of a segment's deviation | `xi` | segments x topics |
//! | φ | word distribution of a topic | `phi` | terms x topics |
//! | ψ | leave-one-out word frequencies of the text itself | `psi` | as the counts |
//! | λ, η | weights of cache and deviation | `lambda`, `eta` | scalars |
//!
//! With λ = η = 0 this is PLSA; with priors α, β the estimate is maximum a posteriori. The
//! cache leaves out the token that it predicts; otherwise λ would go to 1. In training ψ is
//! fixed, so the objective is a leave-one-out pseudo-likelihood,
//!
//! ```text
//! J = Σ n ln p(w|d,s) + α Σ ln θ + α' Σ ln ξ + β Σ ln φ
//! ```
//!
//! and EM never lowers it. Time O(nnz T) per iteration; memory O((N + S + V) T + nnz).
//!
//! # References
//! Hofmann 2001, Unsupervised learning by probabilistic latent semantic analysis; Ponti, Tagarelli and Karypis
//! 2011, for segments between documents and words.

mod batch;
mod step;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use batch::Batch;
pub(crate) use step::{Counts, Mixing};

use crate::guide::Hints;
use crate::{Cache, Corpus, Params, TopicsError};
use rand_chacha::rand_core::Rng;
use recto_math::DenseMatrix;
use recto_math::em::{self, Fit, Start};
use recto_math::{Run, rng};
use serde::{Deserialize, Serialize};

/// Parameters that all documents share.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Topics {
    pub(crate) phi: DenseMatrix,
    pub(crate) lambda: f64,
    pub(crate) eta: f64,
}

/// Parameters of the documents of one batch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Weights {
    pub(crate) theta: DenseMatrix,
    /// `None` if segments do not deviate.
    pub(crate) xi: Option<DenseMatrix>,
}

/// The fitted model, all batches joined.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Mixture {
    pub(crate) theta: DenseMatrix,
    /// `None` if segments do not deviate.
    pub(crate) xi: Option<DenseMatrix>,
    pub(crate) phi: DenseMatrix,
    pub(crate) lambda: f64,
    pub(crate) eta: f64,
}

impl Mixture {
    pub(crate) fn join(topics: Topics, weights: Vec<Weights>) -> Self {
        let (theta, xi): (Vec<DenseMatrix>, Vec<Option<DenseMatrix>>) =
            weights.into_iter().map(|own| (own.theta, own.xi)).unzip();
        let xi: Option<Vec<DenseMatrix>> = xi.into_iter().collect();
        Self {
            theta: DenseMatrix::stacked(theta),
            xi: xi.map(DenseMatrix::stacked),
            phi: topics.phi,
            lambda: topics.lambda,
            eta: topics.eta,
        }
    }
}

/// Start values: words as in [`start_words`], uniform topics in all documents.
fn start(
    batches: &[Batch],
    corpus: &Corpus,
    params: &Params,
    hints: &Hints,
    n_topics: usize,
    draws: (u64, u64),
) -> Start<Topics, Weights> {
    let even = 1.0 / n_topics as f64;
    let by_segment = params.eta > 0.0 || params.estimate_eta;
    let weights = |batch: &Batch| Weights {
        theta: DenseMatrix::filled(batch.n_documents(), n_topics, even),
        xi: by_segment.then(|| DenseMatrix::filled(batch.n_rows(), n_topics, even)),
    };
    Start {
        parameters: Topics {
            phi: start_words(corpus, hints, n_topics, draws),
            lambda: match params.cache {
                Cache::Off => 0.0,
                _ => params.lambda,
            },
            eta: params.eta,
        },
        states: batches.iter().map(weights).collect(),
    }
}

/// Number of random documents whose words a topic starts from.
const STARTERS: usize = 5;

/// Start values of word distributions: the unigram with noise, plus the words of a few
/// random documents for each topic. Noise alone breaks the symmetry too, but in directions
/// that the corpus does not have.
pub(crate) fn start_words(
    corpus: &Corpus,
    hints: &Hints,
    n_topics: usize,
    draws: (u64, u64),
) -> DenseMatrix {
    let start = StartWords::draw(&corpus.unigram(), n_topics, corpus.n_documents(), draws);
    let words_of = |document| {
        let segments = corpus.segments_of(document);
        let words = segments.flat_map(|segment| corpus.segments().row(segment).iter());
        words.collect()
    };
    start.fill(words_of, corpus.n_tokens(), hints)
}

/// Start values before the words of the documents that were drawn are added.
pub(crate) struct StartWords {
    phi: DenseMatrix,
    /// The documents of the first topic, then those of the next: [`STARTERS`] each.
    pub(crate) documents: Vec<usize>,
}

impl StartWords {
    /// Noise around the frequencies `base` of terms, and the documents of each topic.
    pub(crate) fn draw(
        base: &[f64],
        n_topics: usize,
        n_documents: usize,
        (seed, restart): (u64, u64),
    ) -> Self {
        let mut draw = rng::stream(seed, "topic words", restart);
        let mut phi = DenseMatrix::filled(base.len(), n_topics, 0.0);
        for (row, base) in phi.rows_mut().zip(base) {
            row.iter_mut()
                .for_each(|p| *p = base * (0.5 + unit(&mut draw)));
        }
        let document = |_| (draw.next_u64() % n_documents as u64) as usize;
        let documents = (0..n_topics * STARTERS).map(document).collect();
        Self { phi, documents }
    }

    /// Adds the words of the documents, and makes distributions of the sums.
    pub(crate) fn fill(
        self,
        words_of: impl Fn(usize) -> Vec<(u32, f64)>,
        n_tokens: f64,
        hints: &Hints,
    ) -> DenseMatrix {
        let mut phi = self.phi;
        let n_topics = phi.n_columns();
        for (topic, documents) in self.documents.chunks(STARTERS).enumerate() {
            let words: Vec<(u32, f64)> = documents.iter().flat_map(|&d| words_of(d)).collect();
            let total: f64 = words.iter().map(|&(_, n)| n).sum();
            for (w, n) in words {
                phi.row_mut(w as usize)[topic] += n / total.max(1.0);
            }
        }
        phi.values_mut()
            .iter_mut()
            .for_each(|p| *p *= n_tokens / n_topics as f64);
        hints.apply(&mut phi);
        phi.normalize_columns();
        phi
    }
}

/// A uniform random number, from 0 to below 1.
pub(crate) fn unit(draw: &mut impl Rng) -> f64 {
    (draw.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// A few iterations of PLSA as the start of another model.
pub(crate) fn warm_start(
    corpus: &Corpus,
    batches: &[Batch],
    hints: &Hints,
    n_topics: usize,
    (restart, iterations): (u64, usize),
    run: &Run<'_>,
) -> Result<Start<Topics, Weights>, TopicsError> {
    let params = Params {
        iterations,
        ..Params::default()
    };
    let draws = (run.seed, restart);
    let start = start(batches, corpus, &params, hints, n_topics, draws);
    let model = Mixing::new(&params, hints, corpus.n_tokens());
    let fit = em::fit(&model, batches, start, params.stop(), "finding topics", run)?;
    Ok(Start {
        parameters: fit.parameters,
        states: fit.states,
    })
}

/// Fits the model from each start and returns the fit with the best objective.
pub(crate) fn fit(
    corpus: &Corpus,
    params: &Params,
    hints: &Hints,
    n_topics: usize,
    run: &Run<'_>,
) -> Result<Fit<Mixture>, TopicsError> {
    Ok(fit_batches(corpus, params, hints, n_topics, run)?.join(Mixture::join))
}

/// As [`fit`], with the documents still in batches: joining takes room for both.
pub(crate) fn fit_batches(
    corpus: &Corpus,
    params: &Params,
    hints: &Hints,
    n_topics: usize,
    run: &Run<'_>,
) -> Result<Fit<Topics, Weights>, TopicsError> {
    let batches = Batch::of(corpus, params);
    let model = Mixing::new(params, hints, corpus.n_tokens());
    em::best_of(params.restarts, |restart| {
        let draws = (run.seed, restart);
        let start = start(&batches, corpus, params, hints, n_topics, draws);
        let stop = params.stop();
        Ok(em::fit(
            &model,
            &batches,
            start,
            stop,
            "finding topics",
            run,
        )?)
    })
}
