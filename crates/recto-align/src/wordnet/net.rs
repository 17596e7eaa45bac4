//! The WordNet component of the rewrite model.
//!
//! ```text
//! p(s|d) = exp(-eta dist(s, d)) / Z_d(eta),   Z_d(eta) = sum over k of H_d(k) exp(-eta k)
//! ```
//!
//! H_d(k) is the number of words of the summaries at distance k from d: with it, Z and its
//! derivative cost seven operations for any decay eta.

use super::{BadWordNet, Chain, FARTHEST, Synset, WordNet};
use crate::Pairs;
use rayon::prelude::*;
use recto_text::TermId;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// Number of words at each distance.
pub(crate) type Histogram = [f64; FARTHEST + 1];

/// A vocabulary of summaries, and how many of its words stand at each distance from a word of
/// a document: means over word alignments of English sentences, with WordNet 3.0. A single
/// pair has few words; without those that could have stood there, each of them would seem to
/// be a likely rewriting.
const USUAL_WORDS: f64 = 6900.0;
const USUAL: Histogram = [1.6, 2.0, 7.9, 15.7, 29.3, 47.2, 68.5];

/// What WordNet says of the words of given pairs.
#[derive(Debug)]
pub(crate) struct Net<'w> {
    wordnet: &'w WordNet,
    /// What each word reaches.
    chains: Vec<Chain>,
    /// The words of the summaries that reach a synset, with their steps.
    summaries: Reached,
    /// Words that summaries of the usual size would have at each distance.
    unseen: Histogram,
    /// For each word of a document, the words of the summaries at each distance.
    histograms: Vec<Histogram>,
}

/// The words that reach a synset, with their steps.
type Reached = FxHashMap<Synset, Vec<(TermId, u8)>>;

impl<'w> Net<'w> {
    pub(crate) fn new(wordnet: &'w WordNet, pairs: &Pairs) -> Result<Self, BadWordNet> {
        let words = pairs.vocabulary().iter();
        let chains: Result<Vec<Chain>, BadWordNet> =
            words.map(|word| wordnet.chain(word)).collect();
        let chains = chains?;
        let summaries = pairs.pairs.iter().flat_map(|pair| &pair.summary.words);
        let documents = pairs.pairs.iter().flat_map(|pair| &pair.document.words);
        let (documents, summaries) = (distinct(documents), distinct(summaries));
        let missing = 1.0 - (summaries.len() as f64 / USUAL_WORDS).min(1.0);
        let mut net = Self {
            wordnet,
            summaries: reached(&chains, &summaries),
            unseen: USUAL.map(|count| count * missing),
            histograms: vec![[0.0; FARTHEST + 1]; chains.len()],
            chains,
        };
        let own = documents
            .par_iter()
            .map(|&word| net.histogram(net.chain(word)));
        let own: Vec<Histogram> = own.collect();
        for (word, histogram) in documents.iter().zip(own) {
            net.histograms[word.index()] = histogram;
        }
        Ok(net)
    }

    /// The words of a document, to be looked up.
    pub(crate) fn index(&self, words: &[TermId]) -> Index<'_> {
        Index {
            net: self,
            words: reached(&self.chains, &distinct(words)),
        }
    }

    /// The words of the summaries at each distance from a word of a document.
    pub(crate) fn words_at(&self, word: TermId) -> &Histogram {
        &self.histograms[word.index()]
    }

    /// What a word reaches.
    pub(crate) fn chain(&self, word: TermId) -> &Chain {
        &self.chains[word.index()]
    }

    /// What a phrase reaches; a single word as such.
    pub(crate) fn phrase(&self, pairs: &Pairs, words: &[TermId]) -> Result<Chain, BadWordNet> {
        if let [word] = words {
            return Ok(self.chain(*word).clone());
        }
        let words: Vec<&str> = words
            .iter()
            .map(|&word| pairs.vocabulary().term(word))
            .collect();
        self.wordnet.chain(&words.join("_"))
    }

    /// The words of the summaries at each distance from what reaches this, filled up to a
    /// vocabulary of the usual size.
    pub(crate) fn histogram(&self, chain: &Chain) -> Histogram {
        let mut histogram = self.unseen;
        for (_, steps) in nearest(chain, &self.summaries) {
            histogram[steps] += 1.0;
        }
        histogram
    }
}

/// The words of one document by what they reach.
pub(crate) struct Index<'n> {
    net: &'n Net<'n>,
    words: Reached,
}

impl Index<'_> {
    /// The words near this one with their distances, ascending by word.
    pub(crate) fn near(&self, word: TermId) -> Vec<(TermId, usize)> {
        nearest(self.net.chain(word), &self.words)
    }
}

/// Distinct words, ascending.
fn distinct<'a>(words: impl IntoIterator<Item = &'a TermId>) -> Vec<TermId> {
    let mut words: Vec<TermId> = words.into_iter().copied().collect();
    words.sort_unstable();
    words.dedup();
    words
}

fn reached(chains: &[Chain], words: &[TermId]) -> Reached {
    let mut reached = Reached::default();
    for &word in words {
        for &(synset, steps) in &chains[word.index()] {
            reached.entry(synset).or_default().push((word, steps));
        }
    }
    reached
}

/// The words within [`FARTHEST`] steps, each with the fewest, ascending by word.
fn nearest(chain: &Chain, reached: &Reached) -> Vec<(TermId, usize)> {
    let mut found = Vec::new();
    for (synset, up) in chain {
        let there = reached.get(synset).into_iter().flatten();
        let steps = there.map(|(word, steps)| (*word, usize::from(up + steps)));
        found.extend(steps.filter(|(_, steps)| *steps <= FARTHEST));
    }
    found.sort_unstable();
    found.dedup_by_key(|(word, _)| *word);
    found
}

/// The decay of the component with the distance.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Decay(pub(crate) f64);

impl Decay {
    /// Probability of one word at a distance (SemiHMM eq. 5).
    pub(crate) fn p(self, steps: usize, histogram: &Histogram) -> f64 {
        let z: f64 = (0..).zip(histogram).map(|(k, h)| h * self.at(k)).sum();
        if z > 0.0 {
            self.at(steps as i32) / z
        } else {
            0.0
        }
    }

    fn at(self, steps: i32) -> f64 {
        (-self.0 * f64::from(steps)).exp()
    }

    /// The decay that maximises the likelihood of expected counts: those of each distance,
    /// and of each document word with its histogram. It is where the expected distance under
    /// the component is the one that was counted; the likelihood is concave, so that bisection
    /// finds it. Unchanged without counts.
    pub(crate) fn learned(self, counts: &Histogram, words: &[(f64, Histogram)]) -> Self {
        let total: f64 = counts.iter().sum();
        if total <= 0.0 {
            return self;
        }
        let counted: f64 = (0..)
            .zip(counts)
            .map(|(k, count)| f64::from(k) * count)
            .sum();
        let (mut low, mut high) = (0.0, 20.0);
        for _ in 0..50 {
            let middle = Self((low + high) / 2.0);
            let expected: f64 = words
                .iter()
                .map(|(count, histogram)| count * middle.mean(histogram))
                .sum();
            if expected > counted {
                low = middle.0;
            } else {
                high = middle.0;
            }
        }
        Self((low + high) / 2.0)
    }

    /// The expected distance.
    fn mean(self, histogram: &Histogram) -> f64 {
        let (mut sum, mut z) = (0.0, 0.0);
        for (k, h) in (0..).zip(histogram) {
            z += h * self.at(k);
            sum += f64::from(k) * h * self.at(k);
        }
        if z > 0.0 { sum / z } else { 0.0 }
    }
}
