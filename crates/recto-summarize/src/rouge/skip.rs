//! ROUGE-S and ROUGE-SU: pairs of words in their order, with a gap (Lin 2004, section 5).
//!
//! For each word that both texts have, the words that follow it within reach are counted
//! in two rows, and the rows are compared: no pair is ever stored. A text of n words costs
//! O(n reach); without a limit on the gap, O(n) for each word that both texts have.

use super::text::{Places, Text};

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
    /// that has it less often.
    pub(super) fn shared(self, reference: &Text, summary: &Text, rows: &mut Rows) -> u64 {
        let mut hits = 0;
        for word in 0..rows.a.counts.len() as u32 {
            let (left, right) = (reference.places.places(word), summary.places.places(word));
            if left.is_empty() || right.is_empty() {
                continue;
            }
            if self.singles {
                let before_last = |places: &[u32], text: &Text| {
                    let is_last =
                        places.last().map(|&at| at as usize + 1) == Some(text.words.len());
                    (places.len() - usize::from(is_last)) as u64
                };
                hits += before_last(left, reference).min(before_last(right, summary));
            }
            rows.a.fill(left, reference, self.gap);
            rows.b.fill(right, summary, self.gap);
            hits += rows.compare();
        }
        hits
    }
}

/// How often each word follows the one that is looked at, in both texts.
#[derive(Debug)]
pub(super) struct Rows {
    a: Row,
    b: Row,
}

impl Rows {
    pub(super) fn new(n_words: usize) -> Self {
        let row = || Row {
            counts: vec![0; n_words],
            touched: Vec::new(),
        };
        Self { a: row(), b: row() }
    }

    /// Adds up what the rows share and empties them.
    fn compare(&mut self) -> u64 {
        let mut hits = 0;
        for word in self.b.touched.drain(..) {
            let count = std::mem::take(&mut self.b.counts[word as usize]);
            hits += count.min(self.a.counts[word as usize]);
        }
        for word in self.a.touched.drain(..) {
            self.a.counts[word as usize] = 0;
        }
        hits
    }
}

#[derive(Debug)]
struct Row {
    counts: Vec<u64>,
    touched: Vec<u32>,
}

impl Row {
    fn fill(&mut self, places: &[u32], text: &Text, gap: Option<usize>) {
        match gap {
            Some(gap) => {
                for &place in places {
                    let from = place as usize + 1;
                    let to = text
                        .words
                        .len()
                        .min(from.saturating_add(gap).saturating_add(1));
                    for &word in &text.words[from..to] {
                        self.add(word, 1);
                    }
                }
            }
            None => self.sweep(places, text),
        }
    }

    /// Every later word follows all places before it.
    fn sweep(&mut self, places: &[u32], text: &Text) {
        let ends = places.iter().skip(1).map(|&place| place as usize + 1);
        let ends = ends.chain([text.words.len()]);
        for ((&place, end), before) in places.iter().zip(ends).zip(1..) {
            for &word in &text.words[place as usize + 1..end] {
                self.add(word, before);
            }
        }
    }

    fn add(&mut self, word: u32, n: u64) {
        // Words that no reference has lie outside the row.
        if let Some(count) = self.counts.get_mut(word as usize) {
            if *count == 0 {
                self.touched.push(word);
            }
            *count += n;
        }
    }
}

/// Keeps what is needed of a text: where its words stand.
pub(super) fn index(text: &mut Text, n_words: usize) {
    text.places = Places::of(&text.words, n_words);
}
