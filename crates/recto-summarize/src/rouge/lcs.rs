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
    /// Words of the reference's sentence that the summary's sentence has, and their places.
    rows: Vec<(u32, u32)>,
    before: Vec<u32>,
    row: Vec<u32>,
    ways: Ways,
    left: Counts,
}

/// For each cell of the table, whether the longest subsequence comes from the left.
#[derive(Debug, Default)]
struct Ways {
    bits: Vec<u64>,
    width: usize,
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
}

/// How often a word may still be hit, in the reference and in the summary.
#[derive(Debug, Default)]
struct Counts {
    reference: Vec<u32>,
    summary: Vec<u32>,
    seen: Vec<bool>,
}

impl Counts {
    fn reset(&mut self, reference: &Text, summary: &Text, n_words: usize) {
        count(&mut self.reference, &reference.words, n_words);
        count(&mut self.summary, &summary.words, n_words);
        self.seen.clear();
        self.seen.resize(n_words, false);
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
    let (mut hits, mut total) = (0, 0);
    for sentence in sentences(reference, as_one) {
        total += sentence.len() as u64;
        w.clear_marks(sentence.len());
        for other in sentences(summary, as_one) {
            w.mark(sentence, other);
        }
        for (&word, &is_marked) in sentence.iter().zip(&w.marks) {
            hits += u64::from(is_marked && w.left.take(word));
        }
    }
    Tally::subsequence(hits, total, summary.words.len() as u64)
}

fn sentences(text: &Text, as_one: bool) -> &[Vec<u32>] {
    match as_one {
        true => std::slice::from_ref(&text.words),
        false => &text.sentences,
    }
}

impl Workspace {
    fn clear_marks(&mut self, n: usize) {
        self.marks.clear();
        self.marks.resize(n, false);
    }

    /// Marks a longest common subsequence in the reference's sentence. Words that the other
    /// sentence lacks are left out of the table: there the way always leads up.
    fn mark(&mut self, sentence: &[u32], other: &[u32]) {
        let known = |word: &&u32| **word != UNKNOWN;
        for &word in other.iter().filter(known) {
            self.left.seen[word as usize] = true;
        }
        let seen = &self.left.seen;
        self.rows.clear();
        let shared = (0u32..)
            .zip(sentence)
            .filter(|(_, word)| seen[**word as usize]);
        self.rows.extend(shared.map(|(place, &word)| (place, word)));
        for &word in other.iter().filter(known) {
            self.left.seen[word as usize] = false;
        }
        self.fill(other);
        let (mut i, mut j) = (self.rows.len(), other.len());
        while i > 0 && j > 0 {
            let (place, word) = self.rows[i - 1];
            if word == other[j - 1] {
                self.marks[place as usize] = true;
                (i, j) = (i - 1, j - 1);
            } else if self.ways.is_left(i - 1, j - 1) {
                j -= 1;
            } else {
                i -= 1;
            }
        }
    }

    /// c_ij = c_(i-1)(j-1) + 1 where the words agree, else the larger of above and left.
    fn fill(&mut self, other: &[u32]) {
        self.ways.reset(self.rows.len(), other.len());
        self.before.clear();
        self.before.resize(other.len() + 1, 0);
        self.row.clear();
        self.row.resize(other.len() + 1, 0);
        for (i, &(_, word)) in self.rows.iter().enumerate() {
            for (j, &right) in other.iter().enumerate() {
                let (above, left) = (self.before[j + 1], self.row[j]);
                self.row[j + 1] = if word == right {
                    self.before[j] + 1
                } else {
                    self.ways.set(i, j, left > above);
                    above.max(left)
                };
            }
            std::mem::swap(&mut self.before, &mut self.row);
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
