//! What an aligner finds: links of words, and the phrases that they form.

use crate::Model;
use crate::pair::{Pair, Pairs};
use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Why a word of the summary is linked to a word of the document.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Evidence {
    /// They are the same word.
    Word,
    /// They are forms of one word.
    Form,
    /// One often stands for the other, or both are spelt alike.
    Related,
    /// It stands in the other's place, between words that are linked. The source does not
    /// support it.
    Place,
}

impl Evidence {
    /// For words of one stem.
    pub(crate) fn of_same(pair: &Pair, document: usize, summary: usize) -> Self {
        Self::of_forms(pair.document.words[document] == pair.summary.words[summary])
    }

    /// For forms of one word.
    pub(crate) fn of_forms(is_equal: bool) -> Self {
        if is_equal { Self::Word } else { Self::Form }
    }

    /// For any words that a model relates.
    pub(crate) fn of_any(pairs: &Pairs, pair: &Pair, document: usize, summary: usize) -> Self {
        if has_one_stem(pairs, pair, document, summary) {
            Self::of_same(pair, document, summary)
        } else {
            Self::Related
        }
    }
}

/// A word of the summary that comes from a word of the document.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Link {
    /// Index of the document's word.
    pub document: usize,
    /// Index of the summary's word.
    pub summary: usize,
    /// Its probability, from 0 to 1; 1 where the method has none.
    pub p: f64,
    /// Why it is linked.
    pub by: Evidence,
}

/// Neighbouring words of the summary that come from neighbouring words of the document.
#[derive(Debug, Clone, PartialEq)]
pub struct Phrase {
    /// Words of the document.
    pub document: Range<usize>,
    /// Words of the summary.
    pub summary: Range<usize>,
    /// The probability of its least certain link.
    pub p: f64,
    /// The weakest evidence of its links.
    pub by: Evidence,
}

/// The alignment of one pair.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Alignment {
    /// The links, ascending by summary word, then document word, each once.
    pub links: Vec<Link>,
    /// The best candidate of a summary word that has no link, ascending by summary word;
    /// none where the method has no probabilities.
    pub rejected: Vec<Link>,
    /// The log-likelihood of the summary; `None` where the method has none.
    pub log_likelihood: Option<f64>,
}

impl Alignment {
    /// Of each of `words` summary words, whether it is linked as initials are to a name:
    /// related to several words of the document, or one of several that are related to one.
    pub(crate) fn shortened(&self, words: usize) -> Vec<bool> {
        let related = || {
            self.links
                .iter()
                .filter(|link| link.by == Evidence::Related)
        };
        let mut here = vec![0; words];
        let mut there: FxHashMap<usize, usize> = FxHashMap::default();
        for link in related() {
            here[link.summary] += 1;
            *there.entry(link.document).or_default() += 1;
        }
        let mut shortened = vec![false; words];
        for link in related() {
            shortened[link.summary] = here[link.summary] > 1 || there[&link.document] > 1;
        }
        shortened
    }

    /// The links as phrases, ascending by summary word. Links that run in parallel and join
    /// words of the same stem are one phrase; every other link is a phrase of its own.
    /// The phrases stand for the same links under the rule of evaluation: a phrase of
    /// pairwise equal stems is linked word by word.
    pub fn phrases(&self, pairs: &Pairs, pair: usize) -> Vec<Phrase> {
        let words = &pairs.pairs[pair];
        let mut phrases: Vec<Phrase> = Vec::new();
        // Phrases that end at the summary word before: the next link may go on with one.
        let mut open: Vec<usize> = Vec::new();
        for link in &self.links {
            let fits = |&&at: &&usize| {
                let phrase: &Phrase = &phrases[at];
                phrase.summary.end == link.summary
                    && phrase.document.end == link.document
                    && has_one_stem(pairs, words, phrase.document.start, phrase.summary.start)
            };
            let same_stem = has_one_stem(pairs, words, link.document, link.summary);
            match open.iter().find(fits).copied().filter(|_| same_stem) {
                Some(at) => {
                    let phrase = &mut phrases[at];
                    phrase.summary.end += 1;
                    phrase.document.end += 1;
                    phrase.p = phrase.p.min(link.p);
                    phrase.by = phrase.by.max(link.by);
                }
                None => {
                    open.push(phrases.len());
                    phrases.push(Phrase {
                        document: link.document..link.document + 1,
                        summary: link.summary..link.summary + 1,
                        p: link.p,
                        by: link.by,
                    });
                }
            }
            open.retain(|&at| phrases[at].summary.end >= link.summary);
        }
        phrases
    }

    /// The summary's words that no link supports, ascending: those without a link, and
    /// those that only stand in another word's place.
    pub fn unsupported(&self, summary_words: usize) -> Vec<usize> {
        let mut is_linked = vec![false; summary_words];
        for link in self.links.iter().filter(|link| link.by < Evidence::Place) {
            is_linked[link.summary] = true;
        }
        (0..summary_words)
            .filter(|&word| !is_linked[word])
            .collect()
    }
}

/// The links that a phrase stands for: word by word where the sides are equally long and
/// their stems agree pairwise, all pairs of words otherwise.
pub fn expand(
    pairs: &Pairs,
    pair: &Pair,
    document: Range<usize>,
    summary: Range<usize>,
) -> Vec<(usize, usize)> {
    let diagonal = document.len() == summary.len()
        && document
            .clone()
            .zip(summary.clone())
            .all(|(i, j)| has_one_stem(pairs, pair, i, j));
    if diagonal {
        return document.zip(summary).collect();
    }
    let across = |j| document.clone().map(move |i| (i, j));
    summary.flat_map(across).collect()
}

fn has_one_stem(pairs: &Pairs, pair: &Pair, document: usize, summary: usize) -> bool {
    pairs.stem(pair.document.words[document]) == pairs.stem(pair.summary.words[summary])
}

/// The alignments of all pairs.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Aligned {
    /// One alignment a pair, in order.
    pub alignments: Vec<Alignment>,
    /// The sentences of each document that were looked at; `None` for all.
    pub extracts: Option<Vec<Vec<usize>>>,
    /// What was learned, where a method learns what can be saved.
    pub model: Option<Model>,
    /// The objective before each iteration; empty where nothing was learned.
    pub history: Vec<f64>,
}
