//! ROUGE-S and ROUGE-SU: pairs of words in their order, with a gap (Lin 2004, section 5).
//!
//! For each word that both texts have, the words that follow it within reach in the one are
//! counted in a row, from which those of the other are taken: no pair is ever stored. A text
//! of n words costs O(n reach); without a limit on the gap, O(n) for each word that both
//! texts have.

use super::text::{Places, Text, UNKNOWN};

/// Which pairs count.
#[derive(Debug, Clone, Copy)]
pub(super) struct Skip {
    /// Words between the two of a pair, at most; `None`: any number.
    pub(super) gap: Option<usize>,
    /// Whether single words count too. 1.5.5 leaves out the last word of a text here.
    pub(super) singles: bool,
}

impl Skip {
    /// How many pairs (and single words) a text of `n` words has.
    pub(super) fn total(self, n: usize) -> u64 {
        let n = n as u64;
        let last = n.saturating_sub(1);
        // The first n - 1 - reach words have a full reach after them, the others less.
        let reach = self.gap.map_or(last, |gap| last.min(gap as u64 + 1));
        let pairs = reach * (last - reach) + reach * (reach + 1) / 2;
        pairs + if self.singles { last } else { 0 }
    }

    /// Lin04 sec. 5: what two texts have in common, each pair at most as often as in the one
    /// that has it less often. The same either way round.
    pub(super) fn shared(self, reference: &Text, summary: &Text, row: &mut Row) -> u64 {
        let mut hits = 0;
        for (place, &word) in (0..).zip(&summary.words) {
            if word == UNKNOWN {
                continue;
            }
            let (left, right) = (reference.places.places(word), summary.places.places(word));
            // A word is looked at where it stands first.
            if left.is_empty() || right[0] != place {
                continue;
            }
            if self.singles {
                hits += before_last(left, reference).min(before_last(right, summary));
            }
            hits += self.pairs([left, right], [reference, summary], row);
        }
        hits
    }

    /// Pairs whose first word stands at these places.
    fn pairs(self, [left, right]: [&[u32]; 2], [a, b]: [&Text; 2], row: &mut Row) -> u64 {
        let mut hits = 0;
        self.following(left, a, |word, n| {
            if let Some(count) = row.counts.get_mut(word as usize) {
                *count += n;
            }
        });
        self.following(right, b, |word, n| {
            // Words that no reference has lie outside the row.
            if let Some(count) = row.counts.get_mut(word as usize) {
                let taken = n.min(*count);
                *count -= taken;
                hits += taken;
            }
        });
        self.following(left, a, |word, _| {
            if let Some(count) = row.counts.get_mut(word as usize) {
                *count = 0;
            }
        });
        hits
    }

    /// Tells each word within reach of the places, with how often it is.
    fn following(self, places: &[u32], text: &Text, mut tell: impl FnMut(u32, u64)) {
        let Some(gap) = self.gap else {
            return sweep(places, text, tell);
        };
        let n = text.words.len();
        for &place in places {
            let from = place as usize + 1;
            let to = n.min(from.saturating_add(gap).saturating_add(1));
            for &word in &text.words[from..to] {
                tell(word, 1);
            }
        }
    }
}

/// Every later word follows all places before it.
fn sweep(places: &[u32], text: &Text, mut tell: impl FnMut(u32, u64)) {
    let ends = places.iter().skip(1).map(|&place| place as usize + 1);
    let ends = ends.chain([text.words.len()]);
    for ((&place, end), before) in places.iter().zip(ends).zip(1..) {
        for &word in &text.words[place as usize + 1..end] {
            tell(word, before);
        }
    }
}

/// How many of a word's places are not the last of its text.
fn before_last(places: &[u32], text: &Text) -> u64 {
    let is_last = places.last().map(|&at| at as usize + 1) == Some(text.words.len());
    (places.len() - usize::from(is_last)) as u64
}

/// How often each word follows the one that is looked at; zeros in between.
#[derive(Debug)]
pub(super) struct Row {
    counts: Vec<u64>,
}

impl Row {
    pub(super) fn new(n_words: usize) -> Self {
        Self {
            counts: vec![0; n_words],
        }
    }
}

/// Keeps what is needed of a text: where its words stand.
pub(super) fn index(text: &mut Text, n_words: usize) {
    text.places = Places::of(&text.words, n_words);
}
