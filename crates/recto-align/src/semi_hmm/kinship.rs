//! What the pairs alone say of words: which are forms of each other, which often stand for
//! each other, which are spelt alike. Fixed during EM.

use super::table::Table;
use crate::Pairs;
use crate::wordnet::Net;
use recto_text::TermId;

/// What kind of word it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// A word of the stop list.
    Function,
    /// Digits.
    Number,
    /// Letters that are no stop word.
    Content,
    /// No letter and no digit.
    Mark,
}

impl Class {
    fn of(pairs: &Pairs, word: &str) -> Self {
        if pairs.language().stop_words().contains_key(word) {
            Self::Function
        } else if word.starts_with(|first: char| first.is_ascii_digit()) {
            Self::Number
        } else if word.contains(char::is_alphanumeric) {
            Self::Content
        } else {
            Self::Mark
        }
    }
}

/// What is known of the words of all pairs.
#[derive(Debug)]
pub(crate) struct Kinship<'p> {
    pub(crate) pairs: &'p Pairs,
    pub(crate) table: Table,
    pub(crate) net: Option<Net<'p>>,
    /// What each word is a form of, as a number.
    keys: Vec<TermId>,
    /// Number of distinct words of the summary side with a key.
    sizes: Vec<u32>,
    /// For each key, those that often stand for it.
    stand_ins: Vec<Vec<TermId>>,
    classes: Vec<Class>,
    /// The first letters of each content word, as a number; 0 if it is short.
    openings: Vec<u64>,
}

/// Number of letters that words spelt alike must share at their beginning.
const OPENING: usize = 4;

impl<'p> Kinship<'p> {
    pub(crate) fn new(pairs: &'p Pairs, table: Table, net: Option<Net<'p>>) -> Self {
        let words = (0..pairs.vocabulary().len() as u32).map(TermId);
        let keys: Vec<TermId> = words.map(|word| pairs.form(word)).collect();
        let classes: Vec<Class> = pairs
            .vocabulary()
            .iter()
            .map(|word| Class::of(pairs, word))
            .collect();
        let spelling = pairs.vocabulary().iter().zip(&classes);
        Self {
            sizes: sizes(pairs, &keys),
            stand_ins: pairs.stand_ins(),
            openings: spelling
                .map(|(word, &class)| match class {
                    Class::Content => opening(word),
                    _ => 0,
                })
                .collect(),
            keys,
            pairs,
            table,
            net,
            classes,
        }
    }

    /// What a word is a form of.
    pub(crate) fn key(&self, word: TermId) -> TermId {
        self.keys[word.index()]
    }

    /// Number of words that a word of this key may have been, in summaries.
    pub(crate) fn size(&self, key: TermId) -> f64 {
        f64::from(self.sizes[key.index()].max(1))
    }

    /// Keys that often stand for this one.
    pub(crate) fn stand_ins(&self, key: TermId) -> &[TermId] {
        self.stand_ins.get(key.index()).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn class(&self, word: TermId) -> Class {
        self.classes[word.index()]
    }

    /// The first letters of a word as a number, to look words up that are spelt alike; `None`
    /// for what has no such words.
    pub(crate) fn opening(&self, word: TermId) -> Option<u64> {
        Some(self.openings[word.index()]).filter(|&opening| opening > 0)
    }

    /// Whether two words that open alike are likely to be kin: *artist* and *artistic*,
    /// *Potsdam* and *Postdam*.
    pub(crate) fn is_alike(&self, a: TermId, b: TermId) -> bool {
        let word = |word| self.pairs.vocabulary().term(word);
        is_alike(word(a), word(b))
    }
}

/// Number of distinct words of the summary side of each stem.
pub(crate) fn stem_sizes(pairs: &Pairs) -> Vec<u32> {
    let words = (0..pairs.vocabulary().len() as u32).map(TermId);
    let stems: Vec<TermId> = words.map(|word| pairs.stem(word)).collect();
    sizes(pairs, &stems)
}

fn sizes(pairs: &Pairs, keys: &[TermId]) -> Vec<u32> {
    let mut in_summary = vec![false; keys.len()];
    for word in pairs.pairs.iter().flat_map(|pair| &pair.summary.words) {
        in_summary[word.index()] = true;
    }
    let most = keys.iter().map(|key| key.index() + 1).max();
    let mut sizes = vec![0; most.unwrap_or(0)];
    for (key, is_in) in keys.iter().zip(in_summary) {
        sizes[key.index()] += u32::from(is_in);
    }
    sizes
}

fn opening(word: &str) -> u64 {
    let mut letters = word.chars();
    let first = letters.by_ref().take(OPENING);
    let mut opening = 0;
    let mut count = 0;
    for letter in first {
        opening = opening << 16 | u64::from(letter as u32 & 0xffff);
        count += 1;
    }
    if count == OPENING { opening } else { 0 }
}

/// A common beginning of five letters and two thirds of the longer word; or one word is
/// the beginning of the other, which goes on for at most four letters; or one letter is
/// different, missing or doubled in words of five letters and more.
fn is_alike(a: &str, b: &str) -> bool {
    let same = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let (a_len, b_len) = (a.chars().count(), b.chars().count());
    let (short, long) = (a_len.min(b_len), a_len.max(b_len));
    if (same >= 5 && 3 * same >= 2 * long) || (same == short && same >= OPENING && long <= same + 4)
    {
        return true;
    }
    let rest = a.chars().rev().zip(b.chars().rev());
    let tail = rest.take_while(|(a, b)| a == b).count();
    short >= 5 && long <= short + 1 && same + tail + 1 >= long
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_spelt_alike_are_told_from_others() {
        for (a, b) in [
            ("artist", "artistic"),
            ("potsdam", "potsdan"),
            ("arts", "artsy"),
            ("colour", "color"),
            ("production", "productive"),
        ] {
            assert!(is_alike(a, b) && is_alike(b, a), "{a} {b}");
        }
        for (a, b) in [
            ("contract", "continent"),
            ("interest", "internet"),
            ("cat", "cats"),
        ] {
            assert!(!is_alike(a, b) && !is_alike(b, a), "{a} {b}");
        }
    }
}
