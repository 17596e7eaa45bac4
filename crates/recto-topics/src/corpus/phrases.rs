//! Which two terms follow each other, how often, and how that is written.
//!
//! A large collection has a million such pairs. Their letters stand in one text for all: a
//! string for each would take three times the memory.

use indexmap::IndexMap;
use recto_text::token::without_possessive;
use rustc_hash::FxBuildHasher;
use std::cmp::Reverse;

/// Distinct pairs of terms that are counted at most: 10^6 short documents have more, and
/// the frequent ones come early.
const MAX_PAIRS: usize = 1 << 20;

/// How often a pair must stand to be a phrase.
const MIN_PAIR: u32 = 3;

/// Two terms that stand next to each other in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Phrase<'c> {
    /// The first term.
    pub first: u32,
    /// The second term.
    pub second: u32,
    /// How often they stand so.
    pub count: u32,
    /// As it is written.
    pub text: &'c str,
}

/// Pairs as they are counted.
#[derive(Debug, Clone, Default)]
pub(super) struct Pairs {
    counted: IndexMap<(u32, u32), Counted, FxBuildHasher>,
    text: String,
}

/// How often a pair was seen, and the place of its letters.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Counted {
    count: u32,
    length: u32,
    start: usize,
}

impl Counted {
    fn letters(self, text: &str) -> &str {
        &text[self.start..][..self.length as usize]
    }
}

impl Pairs {
    /// Counts a pair that is written as `form`, where it was not seen before.
    pub(super) fn count(&mut self, pair: (u32, u32), form: &str) {
        if let Some(counted) = self.counted.get_mut(&pair) {
            counted.count += 1;
        } else {
            let form = without_possessive(form).replace('\n', " ");
            self.add(pair, 1, &form.to_lowercase());
        }
    }

    /// Counts a pair `n` times; `form` is how phrases write it.
    pub(super) fn add(&mut self, pair: (u32, u32), n: u32, form: &str) {
        if let Some(counted) = self.counted.get_mut(&pair) {
            counted.count += n;
        } else if self.counted.len() < MAX_PAIRS {
            let length = u32::try_from(form.len());
            let counted = Counted {
                count: n,
                length: length.expect("two tokens have at most 65,535 bytes each"),
                start: self.text.len(),
            };
            self.text.push_str(form);
            self.counted.insert(pair, counted);
        }
    }

    /// Adds pairs that others counted; `ids` are the ids of their terms here.
    pub(super) fn merge(&mut self, next: &Self, ids: &[u32]) {
        for (&(first, second), counted) in &next.counted {
            let pair = (ids[first as usize], ids[second as usize]);
            self.add(pair, counted.count, counted.letters(&next.text));
        }
    }

    /// Terms, count and letters of all pairs in the order in which they were seen.
    pub(super) fn packed(&self) -> Vec<(u32, u32, u32, String)> {
        let pairs = self.counted.iter();
        pairs
            .map(|(&(first, second), counted)| {
                let form = counted.letters(&self.text).to_string();
                (first, second, counted.count, form)
            })
            .collect()
    }

    /// The frequent pairs of terms that have a new id in `kept`, most frequent first.
    pub(super) fn phrases(&self, kept: &[Option<u32>]) -> Phrases {
        let both = |(&(first, second), counted): (&(u32, u32), &Counted)| {
            let pair = (kept[first as usize]?, kept[second as usize]?);
            (counted.count >= MIN_PAIR).then_some((pair, *counted))
        };
        let mut pairs: Vec<_> = self.counted.iter().filter_map(both).collect();
        pairs.sort_by_key(|&(pair, counted)| (Reverse(counted.count), pair));
        let mut text = String::new();
        for (_, counted) in &mut pairs {
            let start = text.len();
            text.push_str(counted.letters(&self.text));
            counted.start = start;
        }
        Phrases { pairs, text }
    }
}

/// The frequent pairs of a corpus, most frequent first.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Phrases {
    pairs: Vec<((u32, u32), Counted)>,
    text: String,
}

impl Phrases {
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = Phrase<'_>> {
        let phrase = |&((first, second), counted): &((u32, u32), Counted)| Phrase {
            first,
            second,
            count: counted.count,
            text: counted.letters(&self.text),
        };
        self.pairs.iter().map(phrase)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequent_pairs_come_first_and_as_they_were_first_written() {
        let mut pairs = Pairs::default();
        for _ in 0..3 {
            pairs.count((0, 1), "Salt\nwind");
            pairs.count((1, 2), "wind vane");
        }
        pairs.count((1, 2), "Wind-Vane");
        pairs.count((2, 3), "vane arm");
        // Term 0 is left out, so that the others move up.
        let phrases = pairs.phrases(&[None, Some(0), Some(1), Some(2)]);
        let found: Vec<Phrase<'_>> = phrases.iter().collect();
        let wind_vane = Phrase {
            first: 0,
            second: 1,
            count: 4,
            text: "wind vane",
        };
        assert_eq!(found, [wind_vane]);
        let all = pairs.phrases(&[Some(0), Some(1), Some(2), Some(3)]);
        let texts: Vec<&str> = all.iter().map(|phrase| phrase.text).collect();
        assert_eq!(texts, ["wind vane", "salt wind"]);
    }
}
