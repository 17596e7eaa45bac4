//! Held-out perplexity by document completion, the same protocol for all models.
//!
//! A share of the documents is held out. The tokens of each of their segments are split at
//! random into halves. Topics, segment weights and cache of a document are inferred from
//! one half with the model fixed, and the perplexity `exp(-Σ ln p / tokens)` is that of the
//! other half. Every model is mixed with 0.001 of the unigram, so that no perplexity is
//! infinite. Two baselines without topics are always computed: the unigram, and the
//! document's own word frequencies ("cache only"), which explain most of the gain of a
//! cache.
//!
//! # References
//! Wallach, Murray, Salakhutdinov and Mimno 2009, Evaluation methods for topic models.

use crate::corpus::Forms;
use crate::fit::blank_model;
use crate::guide::Hints;
use crate::mixture;
use crate::model::Caches;
use crate::{Cache, Corpus, Model, Options, Params, TopicModel, TopicsError, methods};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use rayon::prelude::*;
use recto_math::{CsrBuilder, Run, SparseRow, rng};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The weight of the unigram in every model.
const FLOOR: f64 = 0.001;

/// A corpus split into training documents and held-out halves.
#[derive(Debug, Clone, PartialEq)]
pub struct Split {
    /// Documents to fit on.
    pub train: Corpus,
    /// Halves of the held-out documents from which their topics are inferred.
    pub observed: Corpus,
    /// The other halves, which are scored; the same documents and segments.
    pub scored: Corpus,
    /// Indices of the held-out documents in the whole corpus, increasing.
    pub held_out: Vec<usize>,
}

/// Held-out perplexity of a model and of two baselines; lower is better.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Perplexity {
    /// Perplexity of the model.
    pub perplexity: f64,
    /// Perplexity of the corpus' word frequencies.
    pub unigram: f64,
    /// Perplexity of the document's own word frequencies, smoothed by those of the corpus;
    /// no topics.
    pub cache_only: f64,
    /// Number of held-out documents.
    pub documents: usize,
    /// Number of scored tokens.
    pub tokens: f64,
}

/// Splits a corpus, holding out `fraction` of the documents with words (above 0, below 1),
/// at least one.
///
/// # Errors
/// [`TopicsError`] for a fraction out of range, or fewer than two documents with words.
pub fn split(corpus: &Corpus, fraction: f64, seed: u64) -> Result<Split, TopicsError> {
    if !(fraction > 0.0 && fraction < 1.0) {
        let range = "above 0 and below 1";
        return Err(TopicsError::parameter("held_out", fraction, range));
    }
    let empty = corpus.empty_documents();
    let mut filled: Vec<usize> = (0..corpus.n_documents())
        .filter(|document| empty.binary_search(document).is_err())
        .collect();
    if filled.len() < 2 {
        return Err(TopicsError::TooFewToHoldOut {
            documents: filled.len(),
            least: 2,
        });
    }
    let mut draw = rng::stream(seed, "held out", 0);
    shuffle(&mut filled, &mut draw);
    let count = ((fraction * filled.len() as f64).round() as usize).clamp(1, filled.len() - 1);
    let mut held_out = filled[..count].to_vec();
    held_out.sort_unstable();
    let train: Vec<usize> = (0..corpus.n_documents())
        .filter(|document| held_out.binary_search(document).is_err())
        .collect();
    let (observed, scored) = halves(corpus, &held_out, seed);
    Ok(Split {
        train: corpus.subset(&train),
        observed,
        scored,
        held_out,
    })
}

fn shuffle<T>(items: &mut [T], draw: &mut ChaCha8Rng) {
    for i in (1..items.len()).rev() {
        items.swap(i, (draw.next_u64() % (i as u64 + 1)) as usize);
    }
}

/// Splits the tokens of each segment into random halves; which half gets an odd token is
/// random too.
fn halves(corpus: &Corpus, documents: &[usize], seed: u64) -> (Corpus, Corpus) {
    let mut builders = [
        CsrBuilder::new(corpus.n_terms()),
        CsrBuilder::new(corpus.n_terms()),
    ];
    for &document in documents {
        let mut draw = rng::stream(seed, "halves", document as u64);
        for segment in corpus.segments_of(document) {
            let row = corpus.segments().row(segment);
            let mut tokens: Vec<u32> = Vec::new();
            for (w, n) in row.iter() {
                tokens.extend(std::iter::repeat_n(w, n.round() as usize));
            }
            shuffle(&mut tokens, &mut draw);
            let odd = tokens.len() % 2 * (draw.next_u64() % 2) as usize;
            let middle = tokens.len() / 2 + odd;
            builders[0].push_counts(tokens[..middle].iter().copied());
            builders[1].push_counts(tokens[middle..].iter().copied());
        }
    }
    let shape = corpus.subset(documents);
    let [observed, scored] = builders.map(|builder| shape.with_counts(builder.finish()));
    (observed, scored)
}

/// Log-likelihood and number of scored tokens of each held-out document.
pub fn document_scores(model: &Model, split: &Split) -> Vec<(f64, f64)> {
    let fold_in = model.fold_in();
    (0..split.observed.n_documents())
        .into_par_iter()
        .map(|document| {
            let shown = rows(&split.observed, document);
            let asked = rows(&split.scored, document);
            let weights = fold_in.weights(&shown);
            let caches = Caches::new(model, &shown);
            let (mut sum, mut tokens) = (0.0, 0.0);
            for (s, segment) in asked.iter().enumerate() {
                for (w, n) in segment.iter() {
                    let mut p = fold_in.probability(&weights, s, w);
                    if model.cache != Cache::Off {
                        let cached = caches.of_another(s, w, &model.unigram);
                        p = model.lambda * cached + (1.0 - model.lambda) * p;
                    }
                    let p = (1.0 - FLOOR) * p + FLOOR * model.unigram[w as usize];
                    sum += n * p.ln();
                    tokens += n;
                }
            }
            (sum, tokens)
        })
        .collect()
}

fn rows(corpus: &Corpus, document: usize) -> Vec<SparseRow<'_>> {
    let range = corpus.segments_of(document);
    range
        .map(|segment| corpus.segments().row(segment))
        .collect()
}

/// Perplexity of a model on the scored halves.
pub fn perplexity(model: &Model, split: &Split) -> f64 {
    of_scores(&document_scores(model, split))
}

fn of_scores(scores: &[(f64, f64)]) -> f64 {
    let (sum, tokens) = scores
        .iter()
        .fold((0.0, 0.0), |(sum, tokens), (s, n)| (sum + s, tokens + n));
    (-sum / f64::max(tokens, 1.0)).exp()
}

/// Perplexity of the training corpus' word frequencies.
pub fn unigram(split: &Split) -> f64 {
    let base = split.train.unigram();
    let scored = split.scored.segments().column_sums();
    let sum: f64 = scored.iter().zip(&base).map(|(n, p)| n * p.ln()).sum();
    (-sum / split.scored.n_tokens().max(1.0)).exp()
}

/// Perplexity of the document's own word frequencies mixed with those of the corpus; the
/// weight is estimated on the training documents.
///
/// # Errors
/// [`TopicsError::Cancelled`] if the observer asks to stop.
pub fn cache_only(split: &Split, run: &Run<'_>) -> Result<f64, TopicsError> {
    let options = Options {
        topics: Some(1),
        cache: Some(Cache::Document),
        ..Options::default()
    };
    let fitted = plsa(&options)?.fit(&split.train, run)?;
    Ok(perplexity(&fitted.model, split))
}

fn plsa(options: &Options) -> Result<Box<dyn TopicModel>, TopicsError> {
    let row = methods().iter().find(|method| method.name == "plsa");
    let row = row.ok_or_else(|| TopicsError::UnknownMethod("plsa".into()))?;
    (row.build)(options)
}

/// Holds documents out, fits the method on the rest and scores it and the baselines.
///
/// # Errors
/// [`TopicsError`] as for [`split`] and for the fit.
pub fn evaluate(
    method: &dyn TopicModel,
    corpus: &Corpus,
    fraction: f64,
    run: &Run<'_>,
) -> Result<Perplexity, TopicsError> {
    let split = split(corpus, fraction, run.seed)?;
    let fitted = method.fit(&split.train, run)?;
    Ok(Perplexity {
        perplexity: perplexity(&fitted.model, &split),
        unigram: unigram(&split),
        cache_only: cache_only(&split, run)?,
        documents: split.held_out.len(),
        tokens: split.scored.n_tokens(),
    })
}

/// A PLSA fit on the training documents, for the choice of the number of topics.
pub(crate) fn quick_fit(
    split: &Split,
    params: &Params,
    n_topics: usize,
    run: &Run<'_>,
) -> Result<Model, TopicsError> {
    let fit = mixture::fit(&split.train, params, &Hints::default(), n_topics, run)?;
    let (unigram, words) = (split.train.unigram(), fit.parameters.phi);
    Ok(blank_model(
        "plsa",
        params,
        &Forms::default(),
        unigram,
        words,
    ))
}

#[cfg(test)]
mod tests;
