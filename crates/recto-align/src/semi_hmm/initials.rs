//! Names and their initials: *UN* and *United Nations*, *DEA* and *Drug Enforcement
//! Administration*.
//!
//! The words of a name begin with capitals; small function words between them (*of*, *for
//! the*) have no letter in its initials.

use super::inference::Candidate;
use super::kinship::{Class, Kinship};
use crate::{Pair, Side};
use recto_text::TermId;
use rustc_hash::{FxHashMap, FxHashSet};

/// Fewest and most letters of initials.
const LETTERS: std::ops::RangeInclusive<usize> = 2..=6;

/// Most function words in a row within a name.
const SMALL: usize = 2;

/// Names of either side that stand in the other by their initials.
pub(super) struct Initials {
    /// Names of the document, by the letters of words of the summary.
    document: Names,
    /// Words of the document by the names of the summary that they stand for: for each
    /// first word of a name, the number of its words and the place.
    summary: FxHashMap<usize, Vec<(usize, u32)>>,
}

impl Initials {
    /// Only words of the summary that the document lacks are looked for, so that most pairs
    /// cost a glance at their summary. `has` tells whether the document has a form of a key.
    pub(super) fn new(kinship: &Kinship<'_>, pair: &Pair, has: impl Fn(TermId) -> bool) -> Self {
        let (source, summary) = (&pair.document, &pair.summary);
        let is_missing = |at: usize| !has(kinship.key(summary.words[at]));
        let missing = (0..summary.len()).filter(|&at| summary.capitals[at] && is_missing(at));
        let missing: Vec<usize> = missing.collect();
        let wanted = missing.iter();
        let wanted = wanted.filter_map(|&at| letters(kinship, summary, at));
        let wanted: FxHashSet<u64> = wanted.collect();
        let mut names = Names::default();
        for &start in &missing {
            add(kinship, summary, start, &mut names);
        }
        let mut found = Self {
            document: Names::default(),
            summary: FxHashMap::default(),
        };
        for at in (0..source.len()).filter(|&at| source.capitals[at]) {
            if !wanted.is_empty() {
                add(kinship, source, at, &mut found.document);
            }
            if names.is_empty() {
                continue;
            }
            let letters = letters(kinship, source, at);
            let named = letters.and_then(|letters| names.get(&letters));
            for &(start, length) in named.into_iter().flatten() {
                let places = found.summary.entry(start).or_default();
                places.push((length, at as u32 + 1));
            }
        }
        found
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.document.is_empty() && self.summary.is_empty()
    }

    /// What the words of the summary from `j` may stand for; values are still to be set.
    pub(super) fn of(
        &self,
        kinship: &Kinship<'_>,
        summary: &Side,
        j: usize,
    ) -> impl Iterator<Item = Candidate> {
        let letters = letters(kinship, summary, j);
        let names = letters.and_then(|letters| self.document.get(&letters));
        let names = names
            .into_iter()
            .flatten()
            .map(|&(start, length)| Candidate {
                start: start as u32 + 1,
                length: length as u8,
                words: 1,
                value: 0.0,
            });
        let initials = self.summary.get(&j).into_iter().flatten();
        let initials = initials.map(|&(words, start)| Candidate {
            start,
            length: 1,
            words: words as u8,
            value: 0.0,
        });
        names.chain(initials)
    }
}

/// Where names stand in a side, by their initials: first word and number of words.
type Names = FxHashMap<u64, Vec<(usize, usize)>>;

/// The letters of a word that may be initials: written with a capital, no function word.
fn letters(kinship: &Kinship<'_>, side: &Side, at: usize) -> Option<u64> {
    if !side.capitals[at] || kinship.class(side.words[at]) != Class::Content {
        return None;
    }
    let word = kinship.pairs.vocabulary().term(side.words[at]);
    let letters = word.chars().filter(|letter| *letter != '.');
    let mut key = 0;
    let mut count = 0;
    for letter in letters {
        if !letter.is_ascii_lowercase() {
            return None;
        }
        key = append(key, letter);
        count += 1;
    }
    LETTERS.contains(&count).then_some(key)
}

fn append(key: u64, letter: char) -> u64 {
    key << 8 | u64::from(letter as u32 & 0xff)
}

/// Adds the names that start at a word.
fn add(kinship: &Kinship<'_>, side: &Side, start: usize, names: &mut Names) {
    for (key, length) in from(kinship, side, start) {
        names.entry(key).or_default().push((start, length));
    }
}

/// The initials of all names that start here, and their numbers of words.
fn from(kinship: &Kinship<'_>, side: &Side, start: usize) -> Vec<(u64, usize)> {
    let mut found = Vec::new();
    let (mut key, mut count, mut small) = (0, 0, 0);
    for at in start..side.len() {
        let word = side.words[at];
        let first = kinship.pairs.vocabulary().term(word).chars().next();
        let is_name = side.capitals[at] && kinship.class(word) == Class::Content;
        match first.filter(|_| is_name) {
            Some(letter) if letter.is_ascii_lowercase() => {
                (key, count, small) = (append(key, letter), count + 1, 0);
                if LETTERS.contains(&count) {
                    found.push((key, at + 1 - start));
                }
            }
            None if count > 0 && kinship.class(word) == Class::Function => small += 1,
            _ => break,
        }
        if count == *LETTERS.end() || small > SMALL {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::table::Table;
    use super::*;
    use crate::Pairs;
    use recto_testing::text::english;

    #[test]
    fn names_are_found_by_their_initials() {
        let mut pairs = Pairs::new(english());
        let text = "the Drug Enforcement Administration asked the Bank of the North in Rome";
        let name = pairs.side(text.split(' '), vec![0]);
        let short = pairs.side(["DEA", "bn", "B.N.", "The", "Administration"], vec![0]);
        let kinship = Kinship::new(&pairs, Table::new(Vec::new()), None);
        let mut names = Names::default();
        for at in 0..name.len() {
            add(&kinship, &name, at, &mut names);
        }
        let key = |at| letters(&kinship, &short, at);
        assert_eq!(names[&key(0).expect("initials")], [(1, 3)]);
        assert_eq!(names[&key(2).expect("with points")], [(6, 4)]);
        assert_eq!([key(1), key(3), key(4)], [None; 3]);
    }
}
