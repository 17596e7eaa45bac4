//! Documents as mixtures of topics that all segments share: PLSA, and its extension by
//! segment weights and a word cache.
//!
//! ```text
//! p(w|d,s) = λ ψ(w) + (1-λ) Σ_z [(1-η) θ_dz + η ξ_sz] φ_zw
//! ```
//!
//! | symbol | meaning | name in code | shape |
//! |---|---|---|---|
//! | θ | topics of a document | `theta` | documents x topics |
//! | ξ | topics of a segment's deviation | `xi` | segments x topics |
//! | φ | words of a topic | `phi` | terms x topics |
//! | ψ | words of the text itself, each without itself | `psi` | as the counts |
//! | λ, η | weights of cache and deviation | `lambda`, `eta` | numbers |
//!
//! With λ = η = 0 this is PLSA; with priors α, β it is its maximum a posteriori. The cache
//! leaves each token out of what is remembered for it: without that, λ would go to 1. In
//! training ψ is fixed, so the objective is a leave-one-out pseudo-likelihood,
//!
//! ```text
//! J = Σ n ln p(w|d,s) + α Σ ln θ + α' Σ ln ξ + β Σ ln φ
//! ```
//!
//! and EM never lowers it. An iteration takes O(nnz T); memory O((N + S + V) T + nnz).
//!
//! # References
//! Hofmann 2001, Unsupervised learning by probabilistic latent semantic analysis; Ponti, Tagarelli and Karypis
//! 2011, for segments between documents and words.

mod step;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use step::Mixing;

use crate::guide::Hints;
use crate::table::Table;
use crate::{Cache, Corpus, Params, TopicsError};
use rand_chacha::rand_core::Rng;
use recto_math::em::{self, Fit};
use recto_math::{CsrMatrix, Run, rng};
use std::ops::Range;

/// What is fitted.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Mixture {
    pub(crate) theta: Table,
    /// Only where segments may deviate.
    pub(crate) xi: Option<Table>,
    pub(crate) phi: Table,
    pub(crate) lambda: f64,
    pub(crate) eta: f64,
}

/// The counts as the fit goes through them: rows are segments where those matter, whole
/// documents otherwise.
pub(crate) struct Data {
    pub(crate) rows: CsrMatrix,
    /// Exclusive ends of documents in rows.
    pub(crate) ends: Vec<usize>,
    /// The cache's probability of each count, where there is a cache.
    psi: Option<CsrMatrix>,
    /// Documents of each batch.
    pub(crate) batches: Vec<Range<usize>>,
}

impl Data {
    pub(crate) fn new(corpus: &Corpus, by_segment: bool) -> Self {
        let (rows, ends) = match by_segment {
            true => (corpus.segments().clone(), corpus.ends().to_vec()),
            false => (corpus.documents(), (1..=corpus.n_documents()).collect()),
        };
        let batches = batches(&rows, &ends);
        Self {
            rows,
            ends,
            psi: None,
            batches,
        }
    }

    /// SGM-S as [`Params`] ask for it: with a cache, and by segments where those matter.
    fn of(corpus: &Corpus, params: &Params) -> Self {
        let by_segment = params.eta > 0.0 || params.estimate_eta || params.cache == Cache::Segment;
        let mut data = Self::new(corpus, by_segment);
        if params.cache != Cache::Off {
            let base = corpus.unigram();
            data.psi = Some(data.leave_one_out(corpus, params, &base));
        }
        data
    }

    /// ψ(w) = (n_w − 1 + m base_w) / (n − 1 + m) for the words of the unit itself.
    fn leave_one_out(&self, corpus: &Corpus, params: &Params, base: &[f64]) -> CsrMatrix {
        let m = params.cache_strength;
        let loo =
            |own: f64, total: f64, w: u32| (own - 1.0 + m * base[w as usize]) / (total - 1.0 + m);
        let of_documents =
            params.cache == Cache::Document && self.rows.n_rows() == corpus.n_segments();
        if !of_documents {
            let totals: Vec<f64> = self.rows.rows().map(|row| row.sum()).collect();
            return self.rows.map(|row, w, n| loo(n, totals[row], w));
        }
        let documents = corpus.documents();
        let totals: Vec<f64> = documents.rows().map(|row| row.sum()).collect();
        let mut document_of = vec![0; self.rows.n_rows()];
        for document in 0..corpus.n_documents() {
            document_of[corpus.segments_of(document)].fill(document);
        }
        self.rows.map(|row, w, n| {
            let own = documents.row(document_of[row]);
            let at = own.columns.binary_search(&w);
            loo(
                at.map_or(n, |at| own.values[at]),
                totals[document_of[row]],
                w,
            )
        })
    }

    /// The rows of a document.
    pub(crate) fn rows_of(&self, document: usize) -> Range<usize> {
        let start = document
            .checked_sub(1)
            .map_or(0, |before| self.ends[before]);
        start..self.ends[document]
    }
}

/// Values for each term that a batch has at least: merging two batches costs a value for
/// each term and topic.
const VALUES_PER_TERM: usize = 16;

/// Batches at most.
const MAX_BATCHES: usize = 64;

/// Documents in runs of about as many values each; depends on the counts alone.
fn batches(rows: &CsrMatrix, ends: &[usize]) -> Vec<Range<usize>> {
    let least = (VALUES_PER_TERM * rows.n_columns()).max(20_000);
    let n_batches = (rows.nnz() / least).clamp(1, MAX_BATCHES);
    let share = rows.nnz().div_ceil(n_batches).max(1);
    let mut batches = Vec::with_capacity(n_batches);
    let (mut first, mut row, mut values) = (0, 0, 0);
    for (document, &end) in ends.iter().enumerate() {
        while row < end {
            values += rows.row(row).columns.len();
            row += 1;
        }
        if values >= share {
            batches.push(first..document + 1);
            first = document + 1;
            values = 0;
        }
    }
    if first < ends.len() || batches.is_empty() {
        batches.push(first..ends.len());
    }
    batches
}

/// A start: each topic a random tilt of the corpus' words, all mixtures even.
fn start(
    data: &Data,
    corpus: &Corpus,
    params: &Params,
    hints: &Hints,
    n_topics: usize,
    draws: (u64, u64),
) -> Mixture {
    let (seed, restart) = draws;
    let phi = start_words(corpus, hints, n_topics, (seed, restart));
    let even = 1.0 / n_topics as f64;
    let by_segment = params.eta > 0.0 || params.estimate_eta;
    Mixture {
        theta: Table::filled(corpus.n_documents(), n_topics, even),
        xi: by_segment.then(|| Table::filled(data.rows.n_rows(), n_topics, even)),
        phi,
        lambda: match params.cache {
            Cache::Off => 0.0,
            _ => params.lambda,
        },
        eta: params.eta,
    }
}

/// Documents whose words start a topic.
const STARTERS: usize = 5;

/// Words of topics to start from: each topic leans to the words of a few drawn documents,
/// which breaks the symmetry in directions that the corpus has.
pub(crate) fn start_words(
    corpus: &Corpus,
    hints: &Hints,
    n_topics: usize,
    (seed, restart): (u64, u64),
) -> Table {
    let base = corpus.unigram();
    let mut draw = rng::stream(seed, "topic words", restart);
    let mut phi = Table::filled(corpus.n_terms(), n_topics, 0.0);
    for (w, row) in phi.rows_mut().enumerate() {
        for p in row {
            *p = base[w] * (0.5 + unit(&mut draw));
        }
    }
    let n_tokens = corpus.n_tokens();
    for topic in 0..n_topics {
        let mut words: Vec<(u32, f64)> = Vec::new();
        for _ in 0..STARTERS {
            let document = (draw.next_u64() % corpus.n_documents() as u64) as usize;
            for segment in corpus.segments_of(document) {
                words.extend(corpus.segments().row(segment).iter());
            }
        }
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

/// A number from 0 to 1.
pub(crate) fn unit(draw: &mut impl Rng) -> f64 {
    (draw.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// A few iterations of PLSA from the start of `restart`, for a model that goes on from there.
pub(crate) fn warm_start(
    corpus: &Corpus,
    data: &Data,
    hints: &Hints,
    n_topics: usize,
    (restart, iterations): (u64, usize),
    run: &Run<'_>,
) -> Result<Mixture, TopicsError> {
    let params = Params {
        iterations,
        ..Params::default()
    };
    let start = start(data, corpus, &params, hints, n_topics, (run.seed, restart));
    let model = Mixing {
        data,
        params: &params,
        hints,
        n_tokens: corpus.n_tokens(),
    };
    let fit = em::fit(&model, start, params.stop(), "finding topics", run)?;
    Ok(fit.parameters)
}

/// Fits the model; the best of the restarts.
pub(crate) fn fit(
    corpus: &Corpus,
    params: &Params,
    hints: &Hints,
    n_topics: usize,
    run: &Run<'_>,
) -> Result<Fit<Mixture>, TopicsError> {
    let data = Data::of(corpus, params);
    let model = Mixing {
        data: &data,
        params,
        hints,
        n_tokens: corpus.n_tokens(),
    };
    em::best_of(params.restarts, |restart| {
        let start = start(&data, corpus, params, hints, n_topics, (run.seed, restart));
        Ok(em::fit(
            &model,
            start,
            params.stop(),
            "finding topics",
            run,
        )?)
    })
}
