//! ROUGE-L and ROUGE-W: longest common subsequences (Lin 2004, sections 3 and 4).
//!
//! For each sentence of the reference, a longest common subsequence with every sentence of
//! the summary is marked in it; what is marked by any counts, as long as both texts still
//! have the word (1.5.5 takes each hit off the counts of both). Of several longest ones,
//! that is marked which goes back in the reference first.
//!
//! # Departures
//! W follows the program, not the paper: the weight is put on the lengths of the
//! reference's sentences and once more on their sum; a run of hits whose last word both
//! texts have used up goes on in the next run, or is lost at the end of the sentence.

use super::tally::Tally;
use super::text::{Text, UNKNOWN};

/// What is used again from pair to pair.
#[derive(Debug, Default)]
pub(super) struct Workspace {
    marks: Vec<bool>,
    columns: Columns,
    ways: Ways,
    left: Counts,
}

/// Where the words of a sentence of the summary stand in it, as bits.
#[derive(Debug, Default)]
struct Columns {
    n: usize,
    width: usize,
    /// The mask of each word; [`UNKNOWN`] where the sentence lacks it.
    slots: Vec<u32>,
    masks: Vec<u64>,
}

impl Columns {
    fn index(&mut self, sentence: &[u32], n_words: usize) {
        self.n = sentence.len();
        self.width = self.n.div_ceil(64);
        self.slots.clear();
        self.slots.resize(n_words, UNKNOWN);
        self.masks.clear();
        for (place, &word) in sentence.iter().enumerate() {
            if word == UNKNOWN {
                continue;
            }
            let slot = &mut self.slots[word as usize];
            if *slot == UNKNOWN {
                *slot = (self.masks.len() / self.width) as u32;
                self.masks.resize(self.masks.len() + self.width, 0);
            }
            let at = *slot as usize * self.width + place / 64;
            self.masks[at] |= 1 << (place % 64);
        }
    }

    fn mask(&self, slot: u32) -> &[u64] {
        let from = slot as usize * self.width;
        &self.masks[from..from + self.width]
    }
}

/// For each cell of the table, whether the longest subsequence comes from the left.
#[derive(Debug, Default)]
struct Ways {
    bits: Vec<u64>,
    width: usize,
    /// Places in the reference's sentence of the rows, and the masks of their words.
    rows: Vec<(u32, u32)>,
    /// Zero where the row before grows from one column to the next.
    flat: Vec<u64>,
}

impl Ways {
    fn reset(&mut self, n_rows: usize, n_columns: usize) {
        self.width = n_columns.div_ceil(64);
        self.bits.clear();
        self.bits.resize(n_rows * self.width, 0);
    }

    fn set(&mut self, row: usize, column: usize, from_left: bool) {
        self.bits[row * self.width + column / 64] |= u64::from(from_left) << (column % 64);
    }

    fn is_left(&self, row: usize, column: usize) -> bool {
        self.bits[row * self.width + column / 64] >> (column % 64) & 1 == 1
    }

    /// c_ij = c_(i-1)(j-1) + 1 where the words agree, else the larger of above and left, for
    /// 64 columns at once. A row is kept as its steps, bits that are 0 where c_ij exceeds
    /// c_i(j-1): adding the matches to them moves each step to the first match before it
    /// (Hyyrö 2004, Bit-parallel LCS-length computation revisited). The way leads left where
    /// c_i(j-1) exceeds c_(i-1)j, that is, where the row has risen over the one before at
    /// j - 1 and that one does not step at j; a row's rise is the parity of the steps that
    /// the two do not share.
    fn fill(&mut self, columns: &Columns) {
        self.reset(self.rows.len(), columns.n);
        self.flat.clear();
        self.flat.resize(self.width, u64::MAX);
        for (i, &(_, slot)) in self.rows.iter().enumerate() {
            let (mut carry, mut risen) = (false, 0u64);
            let bits = &mut self.bits[i * self.width..(i + 1) * self.width];
            let words = bits.iter_mut().zip(&mut self.flat);
            for ((bits, flat), matches) in words.zip(columns.mask(slot)) {
                let before = *flat;
                let shared = before & matches;
                let (sum, over) = before.overflowing_add(shared);
                let (sum, more) = sum.overflowing_add(u64::from(carry));
                carry = over || more;
                *flat = sum | (before & !matches);
                let rise = parity(before ^ *flat) ^ risen.wrapping_neg();
                *bits = (rise << 1 | risen) & before;
                risen = rise >> 63;
            }
        }
    }
}

/// Bit j: the parity of the bits up to j.
fn parity(mut bits: u64) -> u64 {
    for shift in [1, 2, 4, 8, 16, 32] {
        bits ^= bits << shift;
    }
    bits
}

/// How often a word may still be hit, in the reference and in the summary.
#[derive(Debug, Default)]
struct Counts {
    reference: Vec<u32>,
    summary: Vec<u32>,
}

impl Counts {
    fn reset(&mut self, reference: &Text, summary: &Text, n_words: usize) {
        count(&mut self.reference, &reference.words, n_words);
        count(&mut self.summary, &summary.words, n_words);
    }

    /// Takes one of `word` off both, if both have it.
    fn take(&mut self, word: u32) -> bool {
        let (a, b) = (
            &mut self.reference[word as usize],
            &mut self.summary[word as usize],
        );
        let both = *a > 0 && *b > 0;
        if both {
            (*a, *b) = (*a - 1, *b - 1);
        }
        both
    }
}

fn count(counts: &mut Vec<u32>, words: &[u32], n_words: usize) {
    counts.clear();
    counts.resize(n_words, 0);
    for &word in words.iter().filter(|&&word| word != UNKNOWN) {
        counts[word as usize] += 1;
    }
}

/// Lin04 sec. 3.2: ROUGE-L of a reference and a summary, sentence by sentence, or as one
/// sentence each.
pub(super) fn plain(
    reference: &Text,
    summary: &Text,
    as_one: bool,
    n_words: usize,
    w: &mut Workspace,
) -> Tally {
    w.left.reset(reference, summary, n_words);
    let reference = sentences(reference, as_one);
    let total = reference.iter().map(Vec::len).sum();
    w.clear_marks(total);
    for other in sentences(summary, as_one) {
        w.columns.index(other, n_words);
        let mut first = 0;
        for sentence in reference {
            w.mark(sentence, first);
            first += sentence.len();
        }
    }
    let words = reference.iter().flatten().zip(&w.marks);
    let hits = words.filter(|(word, is_marked)| **is_marked && w.left.take(**word));
    let hits = hits.count() as u64;
    Tally::subsequence(hits, total as u64, summary.words.len() as u64)
}

fn sentences(text: &Text, as_one: bool) -> &[Vec<u32>] {
    if as_one {
        std::slice::from_ref(&text.words)
    } else {
        &text.sentences
    }
}

impl Workspace {
    fn clear_marks(&mut self, n: usize) {
        self.marks.clear();
        self.marks.resize(n, false);
    }

    /// Marks a longest common subsequence in the reference's sentence, whose first word is
    /// that of mark `first`. Words that the other sentence lacks are left out of the table:
    /// there the way always leads up.
    fn mark(&mut self, sentence: &[u32], first: usize) {
        let Self { columns, ways, .. } = self;
        let slots = (first as u32..).zip(sentence);
        let slots = slots.map(|(place, &word)| (place, columns.slots[word as usize]));
        ways.rows.clear();
        ways.rows.extend(slots.filter(|&(_, slot)| slot != UNKNOWN));
        ways.fill(columns);
        let (mut i, mut j) = (ways.rows.len(), columns.n);
        while i > 0 && j > 0 {
            let (place, slot) = ways.rows[i - 1];
            if columns.mask(slot)[(j - 1) / 64] >> ((j - 1) % 64) & 1 == 1 {
                self.marks[place as usize] = true;
                (i, j) = (i - 1, j - 1);
            } else if ways.is_left(i - 1, j - 1) {
                j -= 1;
            } else {
                i -= 1;
            }
        }
    }

    /// As [`Workspace::mark`], with the weights of W: k words in a row count k^weight.
    fn mark_weighted(&mut self, sentence: &[u32], other: &[u32], powers: &[f64]) {
        self.ways.reset(sentence.len(), other.len());
        let mut before = vec![(0.0f64, 0usize); other.len() + 1];
        let mut row = before.clone();
        for (i, word) in sentence.iter().enumerate() {
            for (j, right) in other.iter().enumerate() {
                let (above, left) = (before[j + 1].0, row[j].0);
                row[j + 1] = if word == right {
                    let (length, run) = before[j];
                    (length + powers[run + 1] - powers[run], run + 1)
                } else {
                    self.ways.set(i, j, left > above);
                    (above.max(left), 0)
                };
            }
            std::mem::swap(&mut before, &mut row);
        }
        let (mut i, mut j) = (sentence.len(), other.len());
        while i > 0 && j > 0 {
            if sentence[i - 1] == other[j - 1] {
                (i, j) = (i - 1, j - 1);
                self.marks[i] = true;
            } else if self.ways.is_left(i - 1, j - 1) {
                j -= 1;
            } else {
                i -= 1;
            }
        }
    }
}

/// Lin04 sec. 4: ROUGE-W of a reference and a summary, as 1.5.5 computes it.
pub(super) fn weighted(
    reference: &Text,
    summary: &Text,
    weight: f64,
    n_words: usize,
    w: &mut Workspace,
) -> Tally {
    w.left.reset(reference, summary, n_words);
    let longest = reference.sentences.iter().map(Vec::len).max().unwrap_or(0);
    let powers: Vec<f64> = (0..=longest).map(|k| (k as f64).powf(weight)).collect();
    let (mut hits, mut base) = (0.0, 0.0);
    for sentence in &reference.sentences {
        base += powers[sentence.len()];
        w.clear_marks(sentence.len());
        for other in &summary.sentences {
            w.mark_weighted(sentence, other, &powers);
        }
        let mut run = 0;
        for (place, &word) in sentence.iter().enumerate() {
            if !w.marks[place] || !w.left.take(word) {
                continue;
            }
            run += 1;
            if !w.marks.get(place + 1).copied().unwrap_or(false) {
                hits += powers[run];
                run = 0;
            }
        }
    }
    let of = |part: f64| if base > 0.0 { part / base } else { 0.0 };
    Tally {
        hits,
        reference: base.powf(weight),
        summary: (summary.words.len() as f64).powf(weight),
        rank: of(hits).powf(1.0 / weight),
    }
}
