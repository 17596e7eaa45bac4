//! Opinion words and their weights: the English list that recto brings, and users' own.
//!
//! A lexicon gives words a weight between -3 (bad) and 3 (good). [`Lexicon::english`] is
//! built in; [`Lexicon::parse`] reads the files of others, [`Lexicon::with_overrides`]
//! changes single words of either. A file whose second column names classes is read by
//! [`class_words`].
//!
//! | line of a file | meaning |
//! |---|---|
//! | `superb` TAB `pos` | a positive word; `neg` or `neutral` likewise |
//! | `superb` TAB `2.5` | a weight; files are scaled so that their largest becomes 3 |
//! | `let down` TAB `neg` | a phrase: words in a row, counted instead of its words |
//! | `as well` TAB `0` | a neutral phrase: keeps its words from counting |
//! | `not_work` TAB `neg` | the word under negation, instead of the reversed weight |
//! | `# …` | a comment |
//!
//! # How the English list was made
//!
//! The words, their weights and the phrases were written for this project from knowledge of
//! English, not taken from another lexicon. Words were listed by weight and part of speech;
//! regular inflections (adverbs, comparatives, forms of verbs) were added by a script and
//! those that are no words, or that mean something else (`fairly`, `roughly`, `hardly`),
//! taken out. Then the frequent words of reviews and posts that are used for no measurement
//! of opinion were looked through for what had been forgotten. Words that are opinions in
//! one use only (`like`, `hard`, `long`, `light`, `mean`, `sharp`) are left out or stand in
//! phrases; words of plots and news (`murder`, `crisis`, `victim`) weigh little, because they
//! tell what happened and not what the writer thinks of it.
//!
//! Soft targets of factorisations are made of weights by [`positive_share`].

mod coverage;
mod parse;

pub use coverage::Coverage;
pub use parse::{ClassWords, LexiconError, class_names, class_words};

use indexmap::IndexMap;
use recto_math::Notice;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::sync::LazyLock;

/// The largest weight: that of the strongest words of any lexicon.
pub const MAX_WEIGHT: f64 = 3.0;

/// What stands before a word in an entry for its use under negation, and before the terms
/// of negated words.
pub const NEGATED_PREFIX: &str = "not_";

static ENGLISH: LazyLock<Lexicon> = LazyLock::new(|| {
    let parsed = Lexicon::parse(include_str!("english.tsv"));
    parsed.expect("a test parses the built-in list").0
});

/// Weights of words and phrases, in lower case.
///
/// ```
/// use recto_classify::lexicon::Lexicon;
///
/// let english = Lexicon::english();
/// assert!(english.weight("superb") > english.weight("decent"));
/// // In this shop "cheap" is praise, and "sick" means nothing.
/// let (own, _) = english.with_overrides("cheap\tpos\nsick\tneutral\n")?;
/// assert_eq!((own.weight("cheap"), own.weight("sick")), (Some(2.0), None));
/// # Ok::<(), recto_classify::lexicon::LexiconError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Lexicon {
    /// All entries, in the order of their letters.
    entries: IndexMap<String, f64, FxBuildHasher>,
    /// By first word: the other words of phrases, longest first, and their weights.
    phrases: FxHashMap<String, Vec<Phrase>>,
    /// What the numbers of the file were multiplied by.
    scale: f64,
}

/// The words of a phrase behind its first, and its weight.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Phrase {
    pub(crate) rest: Vec<String>,
    pub(crate) weight: f64,
}

impl Lexicon {
    /// The English list that recto brings.
    pub fn english() -> &'static Self {
        &ENGLISH
    }

    /// Reads a lexicon. A word that is listed as both positive and negative is left out, and
    /// a notice says so.
    ///
    /// # Errors
    /// [`LexiconError`] with the number of the line that cannot be read, or if there is none.
    pub fn parse(text: &str) -> Result<(Self, Vec<Notice>), LexiconError> {
        let read = parse::weights(text, None)?;
        let (kept, notices) = parse::without_conflicts(read.rows);
        Ok((Self::of(kept, read.scale), notices))
    }

    /// The same lexicon with the words of `text` added or changed, in the units of the file
    /// that this lexicon was read from. The last line about a word counts, and `neutral` or
    /// `0` removes a word.
    ///
    /// # Errors
    /// As for [`Lexicon::parse`].
    pub fn with_overrides(&self, text: &str) -> Result<(Self, Vec<Notice>), LexiconError> {
        let read = parse::weights(text, Some(self.scale))?;
        let unknown = |row: &&parse::Row| row.weight == 0.0 && self.weight(&row.word).is_none();
        let n_unknown = read.rows.iter().filter(unknown).count();
        let notices = (n_unknown > 0).then(|| {
            Notice::from(format!(
                "lexicon: words to remove that it does not have: {n_unknown}"
            ))
        });
        let old = self.entries.iter();
        let old = old.map(|(word, &weight)| (word.clone(), weight));
        let new = read.rows.into_iter().map(|row| (row.word, row.weight));
        let all = old.chain(new).collect();
        Ok((Self::of(all, self.scale), notices.into_iter().collect()))
    }

    /// From words and weights, of which the last about a word counts.
    fn of(rows: Vec<(String, f64)>, scale: f64) -> Self {
        let mut entries: IndexMap<String, f64, FxBuildHasher> = rows.into_iter().collect();
        entries.retain(|word, weight| *weight != 0.0 || word.contains(' '));
        entries.sort_unstable_keys();
        let phrases = phrases(&entries);
        Self {
            entries,
            phrases,
            scale,
        }
    }

    /// The weight of a word or phrase in lower case; `None` if it is not listed.
    pub fn weight(&self, word: &str) -> Option<f64> {
        self.entries.get(word).copied()
    }

    /// All entries in the order of their letters, phrases and negated words included.
    pub fn entries(&self) -> impl Iterator<Item = (&str, f64)> {
        let entries = self.entries.iter();
        entries.map(|(word, &weight)| (word.as_str(), weight))
    }

    /// The entries that are one word, as a bag of words has them; negated words begin with
    /// [`NEGATED_PREFIX`].
    pub fn words(&self) -> impl Iterator<Item = (&str, f64)> {
        self.entries().filter(|(word, _)| !word.contains(' '))
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The phrases that open with a word, longest first.
    pub(crate) fn phrases_from(&self, word: &str) -> &[Phrase] {
        self.phrases.get(word).map_or(&[], Vec::as_slice)
    }
}

fn phrases(entries: &IndexMap<String, f64, FxBuildHasher>) -> FxHashMap<String, Vec<Phrase>> {
    let mut longest_first: Vec<(Vec<&str>, f64)> = entries
        .iter()
        .map(|(entry, &weight)| (entry.split(' ').collect(), weight))
        .collect();
    longest_first.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
    let mut phrases: FxHashMap<String, Vec<Phrase>> = FxHashMap::default();
    for (words, weight) in longest_first {
        if let [first, rest @ ..] = &words[..]
            && !rest.is_empty()
        {
            let rest = rest.iter().map(|word| word.to_string()).collect();
            let list = phrases.entry(first.to_string()).or_default();
            list.push(Phrase { rest, weight });
        }
    }
    phrases
}

/// The share of the positive class in the soft target of a word: 1 for the largest weight,
/// 1/2 for none, 0 for the smallest.
pub fn positive_share(weight: f64) -> f64 {
    0.5 + weight.clamp(-MAX_WEIGHT, MAX_WEIGHT) / (2.0 * MAX_WEIGHT)
}

#[cfg(test)]
mod tests;
