//! Choice of the number of topics by held-out perplexity, and stability of the topics.
//!
//! PLSA is fitted with each number of topics of a fixed grid on 90 % of the documents and
//! scored by document completion on the other 10 %. The smallest number is chosen whose
//! perplexity is at most 10 % above the best, or whose loss against the best is within one
//! standard error over documents. The minimum itself is no good choice: perplexity keeps
//! falling slowly far beyond what people can read (Reuters: 587 with 45 topics, 544 with
//! 100).
//!
//! Stability is measured by refitting with other seeds: topics of two fits are matched one
//! to one by the Hellinger distance of their word distributions.

use crate::heldout::{self, Split};
use crate::{Cache, Corpus, DenseMatrix, Model, Params, TopicModel, TopicsError};
use rand_chacha::rand_core::Rng;
use recto_math::{Run, assign, rng, similarity};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Candidate numbers of topics, each about half as large again as the one before.
const GRID: [usize; 10] = [2, 3, 5, 8, 12, 20, 30, 45, 70, 100];

/// The largest number of topics that is ever chosen: the end of [`GRID`].
pub(crate) const MAX_TOPICS: usize = 100;

/// Larger corpora are sampled down to this many documents; more do not change the choice.
const SAMPLE: usize = 2000;

/// The search stops after this many candidates in a row that do not improve on the best.
const PATIENCE: usize = 2;

/// A perplexity up to this factor above the best is accepted for fewer topics.
const TOLERANCE: f64 = 1.1;

/// Fits that are compared for [`Choice::stability`].
const STABILITY_FITS: u64 = 3;

/// A candidate number of topics and its score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Tried {
    /// Number of topics.
    pub topics: usize,
    /// Perplexity on the held-out documents, by document completion.
    pub perplexity: f64,
}

/// The chosen number of topics and the scores behind the choice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Choice {
    /// The chosen number of topics.
    pub n_topics: usize,
    /// One sentence that justifies the choice.
    pub reason: String,
    /// Every candidate that was scored, by rising number; empty if there were too few
    /// documents to hold any out.
    pub tried: Vec<Tried>,
    /// Agreement of topics over three fits from other seeds, from 0 to 1 (identical).
    pub stability: f64,
}

/// Chooses the number of topics for a corpus.
///
/// # Errors
/// [`TopicsError::Cancelled`] if the observer asks to stop.
pub fn choose_n_topics(
    corpus: &Corpus,
    params: &Params,
    run: &Run<'_>,
) -> Result<Choice, TopicsError> {
    let sample = sampled(corpus, run.seed);
    let most = max_topics_for(&sample);
    let split = match heldout::split(&sample, 0.1, run.seed) {
        Ok(split) => split,
        Err(TopicsError::TooFewToHoldOut { .. }) => return Ok(unmeasured(most)),
        Err(error) => return Err(error),
    };
    let params = Params {
        iterations: 30,
        restarts: 1,
        eta: 0.0,
        estimate_eta: false,
        cache: Cache::Off,
        guide: crate::Guide::default(),
        ..params.clone()
    };
    let mut scores: Vec<(usize, Vec<(f64, f64)>)> = Vec::new();
    let mut best = (f64::INFINITY, 0);
    for (i, &n) in GRID.iter().filter(|&&n| n <= most).enumerate() {
        let model = heldout::quick_fit(&split, &params, n, run)?;
        let documents = heldout::document_scores(&model, &split);
        let perplexity = perplexity_of(&documents);
        scores.push((n, documents));
        if perplexity < best.0 {
            best = (perplexity, i);
        } else if i >= best.1 + PATIENCE {
            break;
        }
    }
    let chosen = smallest_as_good(&scores, best.1);
    let n_topics = scores[chosen].0;
    let stability = measured_stability(&split, &params, n_topics, run)?;
    let tried: Vec<Tried> = scores
        .iter()
        .map(|(topics, documents)| Tried {
            topics: *topics,
            perplexity: perplexity_of(documents),
        })
        .collect();
    Ok(Choice {
        n_topics,
        reason: reason(&tried[chosen], &tried[best.1]),
        tried,
        stability,
    })
}

fn reason(chosen: &Tried, best: &Tried) -> String {
    let (topics, perplexity) = (chosen.topics, chosen.perplexity);
    if topics == best.topics {
        format!(
            "{topics} topics have the lowest held-out perplexity of all numbers tried: {perplexity:.0}"
        )
    } else {
        format!(
            "{topics} topics: held-out perplexity {perplexity:.0}; {} topics reach {:.0}, too small a gain for so many",
            best.topics, best.perplexity
        )
    }
}

/// The choice for a corpus that is too small to hold documents out.
fn unmeasured(most: usize) -> Choice {
    Choice {
        n_topics: most.min(2),
        reason: "too few documents to measure held-out perplexity".into(),
        tried: Vec::new(),
        stability: 0.0,
    }
}

/// At most one topic for every five documents, and never more topics than tokens.
fn max_topics_for(corpus: &Corpus) -> usize {
    let by_documents = (corpus.n_documents() / 5).max(2);
    let tokens = corpus.n_tokens() as usize;
    by_documents.min(MAX_TOPICS).min(tokens).max(1)
}

/// A random subset of [`SAMPLE`] documents in their original order; all of them if fewer.
fn sampled(corpus: &Corpus, seed: u64) -> Corpus {
    let n = corpus.n_documents();
    let mut draw = rng::stream(seed, "sample of documents", 0);
    let mut order: Vec<usize> = (0..n).collect();
    if n > SAMPLE {
        for i in 0..SAMPLE {
            let other = i + (draw.next_u64() % (n - i) as u64) as usize;
            order.swap(i, other);
        }
        order.truncate(SAMPLE);
        order.sort_unstable();
    }
    corpus.subset(&order)
}

/// Perplexity from the log-likelihood and token count of each document.
fn perplexity_of(documents: &[(f64, f64)]) -> f64 {
    let sum: f64 = documents.iter().map(|d| d.0).sum();
    let tokens: f64 = documents.iter().map(|d| d.1).sum();
    (-sum / tokens.max(1.0)).exp()
}

/// Index of the smallest candidate that is as good as the best: within [`TOLERANCE`] of its
/// perplexity, or by the one-standard-error rule on the loss per token and document. Losses
/// are paired by document, because documents differ far more than candidates do.
fn smallest_as_good(scores: &[(usize, Vec<(f64, f64)>)], best: usize) -> usize {
    let within_one_standard_error = |candidate: usize| {
        let pairs = scores[candidate].1.iter().zip(&scores[best].1);
        let losses: Vec<f64> = pairs.map(|(a, b)| (b.0 - a.0) / b.1.max(1.0)).collect();
        let n = losses.len() as f64;
        let mean = losses.iter().sum::<f64>() / n;
        let spread: f64 = losses.iter().map(|loss| (loss - mean).powi(2)).sum();
        mean <= (spread / (n * (n - 1.0).max(1.0))).sqrt()
    };
    let most = TOLERANCE * perplexity_of(&scores[best].1);
    let is_near = |i: usize| perplexity_of(&scores[i].1) <= most;
    (0..best)
        .find(|&i| is_near(i) || within_one_standard_error(i))
        .unwrap_or(best)
}

fn measured_stability(
    split: &Split,
    params: &Params,
    n_topics: usize,
    run: &Run<'_>,
) -> Result<f64, TopicsError> {
    let mut models: Vec<Model> = Vec::new();
    for start in 0..STABILITY_FITS {
        let own = Run {
            seed: run.seed.wrapping_add(start + 1),
            ..*run
        };
        models.push(heldout::quick_fit(split, params, n_topics, &own)?);
    }
    let words: Vec<&DenseMatrix> = models.iter().map(|model| &model.words).collect();
    Ok(stability(&words))
}

/// Stability of a method's topics on a corpus: `n_fits` fits with other seeds than the
/// run's, compared by [`stability`].
///
/// # Errors
/// [`TopicsError`] as for the fits.
pub fn stability_of(
    model: &dyn TopicModel,
    corpus: &Corpus,
    n_fits: u64,
    run: &Run<'_>,
) -> Result<f64, TopicsError> {
    let mut words = Vec::new();
    for fit in 0..n_fits {
        let own = Run {
            seed: run.seed.wrapping_add(fit + 1),
            ..*run
        };
        words.push(model.fit(corpus, &own)?.model.words);
    }
    Ok(stability(&words.iter().collect::<Vec<_>>()))
}

/// Mean agreement of topics over all pairs of fits, from 0 to 1.
///
/// `fits` are word distributions, terms by topics. Topics of two fits are matched one to
/// one so that their agreement, 1 minus the Hellinger distance, is largest.
pub fn stability(fits: &[&DenseMatrix]) -> f64 {
    let (mut sum, mut pairs) = (0.0, 0.0);
    for (i, a) in fits.iter().enumerate() {
        for b in &fits[i + 1..] {
            let (a, b) = (columns(a), columns(b));
            let agreement = |x: usize, y: usize| 1.0 - similarity::hellinger(&a[x], &b[y]);
            let partners = assign::maximum(a.len(), b.len(), agreement);
            for (x, partner) in partners.iter().enumerate() {
                sum += partner.map_or(0.0, |y| agreement(x, y));
                pairs += 1.0;
            }
        }
    }
    if pairs > 0.0 { sum / pairs } else { 1.0 }
}

/// The word distribution of each topic as a row: `words` transposed.
pub(crate) fn columns(words: &DenseMatrix) -> Vec<Vec<f64>> {
    let column = |z: usize| words.rows().map(|row| row[z]).collect();
    (0..words.n_columns()).map(column).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fits_with_the_same_topics_in_another_order_are_stable() {
        let a = DenseMatrix::from_values(2, vec![0.9, 0.0, 0.1, 0.2, 0.0, 0.8]);
        let b = DenseMatrix::from_values(2, vec![0.0, 0.9, 0.2, 0.1, 0.8, 0.0]);
        assert!(stability(&[&a, &b]) > 1.0 - 1e-7);
        assert_eq!(stability(&[&a]), 1.0);
        let other = DenseMatrix::from_values(2, vec![0.3, 0.3, 0.4, 0.4, 0.3, 0.3]);
        assert!(stability(&[&a, &other]) < 0.8);
    }

    #[test]
    fn the_smallest_number_that_is_near_the_best_is_taken() {
        let scores = |losses: [f64; 4]| losses.map(|loss| (-100.0 - loss, 10.0)).to_vec();
        let table = [
            (2, scores([50.0, 60.0, 40.0, 50.0])),
            (3, scores([0.2, -0.3, 0.4, 0.0])),
            (5, scores([0.0, 0.0, 0.0, 0.0])),
        ];
        assert_eq!(smallest_as_good(&table, 2), 1);
        assert_eq!(smallest_as_good(&table, 0), 0);
    }
}
