//! Names of people, teams and things.
//!
//! Three sources: words and phrases that are mostly written with a capital ([`Evidence`]);
//! in a stream without capitals, frequent words that are not common ones; and tags and
//! `@names`. A name in a large share of all messages is the term that the stream was
//! searched by and says nothing about a moment.

mod common;
mod evidence;
mod marks;
mod matcher;
#[cfg(test)]
mod tests;

pub(crate) use evidence::{Evidence, capitalized};
pub(crate) use marks::{Marker, Marks};
pub(crate) use matcher::Matcher;

use crate::corpus::Corpus;
use common::CommonWords;
use recto_text::TermId;
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::sync::LazyLock;

/// Share of capitalised words below which a stream has no case.
const CASELESS: f64 = 0.02;
/// Share of the occurrences inside sentences that must have a capital.
const CAPITAL_SHARE: f64 = 0.5;
/// Share of the rarer word's messages that a pair must have in a stream without case.
const PAIR_SHARE: f64 = 0.5;
/// Share of messages that a name must occur in: 200 in the 270,000 of the paper.
const MIN_SHARE: f64 = 0.00075;
/// Least number of messages that a name must occur in.
const MIN_MESSAGES: u32 = 10;
/// Largest number of names: pairs of them are compared.
const MAX_MENTIONS: usize = 1000;

/// Common words: a running stream asks for them again and again.
static COMMON: LazyLock<CommonWords> = LazyLock::new(CommonWords::new);

/// A name as messages write it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mention {
    /// Its words.
    pub(crate) words: Vec<u32>,
    /// Its normal form, words parted by blanks.
    pub(crate) text: String,
    /// Messages that it occurs in.
    pub(crate) messages: u32,
}

/// Which names are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct Rules {
    /// Messages that a name must occur in; `None` for a share of the stream.
    pub(crate) min_messages: Option<usize>,
    /// Share of messages above which a name is a search term.
    pub(crate) max_share: f64,
}

/// The names of a stream in the order of their letters, and whether the stream has case.
pub(crate) fn find(corpus: &Corpus, evidence: &Evidence, rules: &Rules) -> (Vec<Mention>, bool) {
    let least = least_messages(corpus.len(), rules);
    let has_case = evidence.capital_share() >= CASELESS;
    let finder = Finder {
        corpus,
        evidence,
        least,
    };
    let mut found = if has_case {
        finder.by_case()
    } else {
        finder.by_rarity()
    };
    found.extend(finder.tags());
    let most = rules.max_share * corpus.len() as f64;
    found.retain(|mention| f64::from(mention.messages) <= most);
    found.sort_by(|a, b| {
        b.messages
            .cmp(&a.messages)
            .then_with(|| a.text.cmp(&b.text))
    });
    found.truncate(MAX_MENTIONS);
    found.sort_by(|a, b| a.text.cmp(&b.text));
    found.dedup_by(|a, b| a.words == b.words);
    (found, has_case)
}

/// Messages that a name must occur in.
pub(crate) fn least_messages(n_messages: usize, rules: &Rules) -> u32 {
    let usual = || ((MIN_SHARE * n_messages as f64).ceil() as u32).max(MIN_MESSAGES);
    let asked = rules.min_messages.map(|least| least.min(u32::MAX as usize));
    asked.map_or_else(usual, |least| least as u32)
}

struct Finder<'a> {
    corpus: &'a Corpus,
    evidence: &'a Evidence,
    least: u32,
}

impl Finder<'_> {
    fn mention(&self, words: Vec<u32>, messages: u32) -> Mention {
        let spellings: Vec<&str> = words
            .iter()
            .map(|&word| self.corpus.spelling(word))
            .collect();
        Mention {
            text: spellings.join(" "),
            words,
            messages,
        }
    }

    /// Frequent words that carry meaning, tags and numbers left out.
    fn frequent_words(&self) -> impl Iterator<Item = (u32, &str)> {
        let words = (0..).zip(self.corpus.vocabulary.iter());
        words.filter(|&(word, spelling)| {
            self.evidence.messages(word) >= self.least
                && self.corpus.is_content[word as usize]
                && spelling.starts_with(char::is_alphabetic)
        })
    }

    fn by_case(&self) -> Vec<Mention> {
        let evidence = self.evidence;
        let least_inside = (self.least / 4).max(5);
        let is_name = |word: u32| {
            let (inside, capital) = evidence.inside(word);
            inside >= least_inside && f64::from(capital) >= CAPITAL_SHARE * f64::from(inside)
        };
        let words = self.frequent_words().filter(|&(word, _)| is_name(word));
        let words = words.map(|(word, _)| self.mention(vec![word], evidence.messages(word)));
        let phrases = evidence.phrases(self.least).into_iter();
        let phrases = phrases.map(|(words, count)| self.mention(words, count));
        words.chain(phrases).collect()
    }

    /// Names of a stream without case: what is frequent and no common word. Only English
    /// has a list of those; elsewhere every frequent word would count as a name.
    fn by_rarity(&self) -> Vec<Mention> {
        if self
            .corpus
            .language
            .is_none_or(|language| language.code != "en")
        {
            return Vec::new();
        }
        let common = &*COMMON;
        let is_rare = |&(_, word): &(u32, &str)| {
            !word.contains(|c: char| c.is_ascii_digit()) && !common.contains(word)
        };
        let rare: Vec<u32> = self
            .frequent_words()
            .filter(is_rare)
            .map(|(word, _)| word)
            .collect();
        let pairs = self.pairs(&rare);
        let words = rare.into_iter();
        words
            .map(|word| self.mention(vec![word], self.evidence.messages(word)))
            .chain(pairs)
            .collect()
    }

    /// Pairs of adjacent names that belong together.
    fn pairs(&self, names: &[u32]) -> Vec<Mention> {
        let mut is_name = vec![false; self.corpus.n_words()];
        names.iter().for_each(|&word| is_name[word as usize] = true);
        let mut counts: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        for message in 0..self.corpus.len() {
            for pair in self.corpus.words(message).windows(2) {
                let (a, b) = (pair[0], pair[1]);
                if a != b && is_name[a as usize] && is_name[b as usize] {
                    *counts.entry((a, b)).or_insert(0) += 1;
                }
            }
        }
        let of = |word: u32| self.evidence.messages(word);
        let belongs = |&(&(a, b), &count): &(&(u32, u32), &u32)| {
            count >= self.least && f64::from(count) > PAIR_SHARE * f64::from(of(a).min(of(b)))
        };
        let mut pairs: Vec<((u32, u32), u32)> = counts
            .iter()
            .filter(belongs)
            .map(|(&pair, &count)| (pair, count))
            .collect();
        pairs.sort_unstable();
        let pairs = pairs.into_iter();
        pairs
            .map(|((a, b), count)| self.mention(vec![a, b], count))
            .collect()
    }

    fn tags(&self) -> Vec<Mention> {
        let tags = (0..).zip(self.corpus.vocabulary.iter());
        let tags = tags.filter(|&(word, spelling)| {
            spelling.starts_with(['#', '@'])
                && spelling != "@user"
                && self.evidence.messages(word) >= self.least
        });
        tags.map(|(word, _)| self.mention(vec![word], self.evidence.messages(word)))
            .collect()
    }
}

/// The words of a name that the user gives; `None` if one of them is in no message.
pub(crate) fn words_of(corpus: &Corpus, name: &str) -> Option<Vec<u32>> {
    let language = corpus.language?;
    let mut words = Vec::new();
    let mut reader = recto_text::message::MessageReader::new(language);
    reader.read(name, |word| words.push(corpus.vocabulary.get(word.form)));
    let words: Option<Vec<TermId>> = words.into_iter().collect();
    let words = words.filter(|words| !words.is_empty())?;
    Some(words.into_iter().map(|TermId(word)| word).collect())
}
