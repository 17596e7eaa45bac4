//! A text as lists of term ids, the input of all methods.

use recto_math::seq::dirichlet::TermLists;
use recto_math::{CsrBuilder, CsrMatrix};
use recto_text::Units;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// Units as lists of term ids, and what the terms are.
pub(crate) struct Text {
    pub(crate) lists: TermLists,
    pub(crate) terms: Vec<String>,
}

impl Text {
    /// The terms of each unit as they stand, or with capitals as small letters.
    pub(crate) fn of(units: &Units<'_>, fold: bool) -> Self {
        let mut terms: Vec<String> = Vec::new();
        let mut ids: FxHashMap<String, u32> = FxHashMap::default();
        let mut id_of = |term: &str| {
            let term = if fold {
                term.to_lowercase()
            } else {
                term.to_owned()
            };
            let next = u32::try_from(terms.len()).expect("terms are counted by u32");
            *ids.entry(term.clone()).or_insert_with(|| {
                terms.push(term);
                next
            })
        };
        let ids: Vec<u32> = units.vocabulary.iter().map(&mut id_of).collect();
        let unit = |unit: usize| units.terms(unit).map(|term| ids[term.index()]);
        let lists = TermLists::new((0..units.len()).map(unit), terms.len());
        Self { lists, terms }
    }

    /// The text of given words, sentence by sentence.
    #[cfg(test)]
    pub(crate) fn of_words(sentences: &[Vec<String>]) -> Self {
        let mut terms: Vec<String> = sentences.concat();
        terms.sort();
        terms.dedup();
        let id_of = |word: &String| terms.binary_search(word).expect("it is there") as u32;
        let lists: Vec<Vec<u32>> = sentences
            .iter()
            .map(|sentence| sentence.iter().map(id_of).collect())
            .collect();
        Self {
            lists: TermLists::new(lists, terms.len()),
            terms,
        }
    }

    /// How many units.
    pub(crate) fn len(&self) -> usize {
        self.lists.n_units()
    }

    /// The most frequent terms with `min_count` or more, at most `size`; ties by first
    /// appearance.
    pub(crate) fn frequent(&self, size: usize, min_count: u32) -> Vec<u32> {
        let counts = self.lists.counts();
        let mut terms: Vec<u32> = (0..).take(counts.len()).collect();
        terms.retain(|&term| counts[term as usize] >= min_count);
        // Ids are given in the order of first appearance.
        terms.sort_by_key(|&term| (Reverse(counts[term as usize]), term));
        terms.truncate(size);
        terms
    }

    /// How often each of `terms` stands in each run of units; `bounds` are their ends.
    pub(crate) fn counts(&self, terms: &[u32], bounds: impl Iterator<Item = usize>) -> CsrMatrix {
        let mut column = vec![u32::MAX; self.terms.len()];
        for (at, &term) in (0..).zip(terms) {
            column[term as usize] = at;
        }
        let mut rows = CsrBuilder::new(terms.len());
        let mut start = 0;
        for end in bounds {
            let columns = self.lists.run(start, end).iter();
            let columns = columns.map(|&term| column[term as usize]);
            rows.push_counts(columns.filter(|&column| column != u32::MAX));
            start = end;
        }
        rows.finish()
    }

    /// How often each of `terms` stands in each unit.
    pub(crate) fn unit_counts(&self, terms: &[u32]) -> CsrMatrix {
        self.counts(terms, 1..=self.len())
    }
}

/// The ends of chunks of `size` units; a last one under half of the size joins the one
/// before.
pub(crate) fn chunk_bounds(n: usize, size: usize) -> Vec<usize> {
    let size = size.max(1);
    let mut bounds: Vec<usize> = (size..=n).step_by(size).collect();
    let rest = n % size;
    match bounds.last_mut() {
        Some(last) if rest < size / 2 => *last = n,
        _ if rest > 0 => bounds.push(n),
        _ => {}
    }
    bounds
}

/// Spreads a label for each run of units over the units.
pub(crate) fn spread(labels: &[usize], bounds: &[usize]) -> Vec<usize> {
    let mut start = 0;
    let mut spread = Vec::with_capacity(bounds.last().copied().unwrap_or(0));
    for (&label, &end) in labels.iter().zip(bounds) {
        spread.extend(std::iter::repeat_n(label, end - start));
        start = end;
    }
    spread
}

#[cfg(test)]
mod tests {
    use super::*;
    use recto_testing::golden;

    fn text(sentences: &[Vec<String>]) -> Text {
        let mut terms: Vec<String> = Vec::new();
        let mut id_of = |word: &String| match terms.iter().position(|term| term == word) {
            Some(id) => id as u32,
            None => {
                terms.push(word.clone());
                terms.len() as u32 - 1
            }
        };
        let lists: Vec<Vec<u32>> = sentences
            .iter()
            .map(|sentence| sentence.iter().map(&mut id_of).collect())
            .collect();
        Text {
            lists: TermLists::new(lists, terms.len()),
            terms,
        }
    }

    #[test]
    fn vocabulary_and_chunks_equal_the_golden_vectors() {
        let golden = golden!("auto");
        let vocabulary = golden.at("vocabulary");
        let text = text(&vocabulary.at("sentences").read::<Vec<Vec<String>>>());
        let (size, min_count) = (vocabulary.at("size").count(), vocabulary.at("min_count"));
        let frequent = text.frequent(size, min_count.read());
        let words = frequent
            .iter()
            .map(|&term| text.terms[term as usize].clone());
        let words: Vec<String> = words.collect();
        vocabulary.at("expected").assert_equal(&words);
        for chunks in golden.at("chunks").entries() {
            let (n, size) = (chunks.at("n").count(), chunks.at("size").count());
            let bounds = chunks.at("bounds").counts();
            assert_eq!(chunk_bounds(n, size), bounds[1..], "{n} by {size}");
        }
    }

    #[test]
    fn counts_and_labels_of_runs() {
        let words = |line: &str| line.split(' ').map(String::from).collect();
        let text = text(&[words("a b a"), words("c"), words("b c c")]);
        let counts = text.counts(&[2, 0], [2, 3].into_iter());
        assert_eq!(counts.row(0).values, [1.0, 2.0]);
        assert_eq!(counts.row(1).columns, [0]);
        assert_eq!(spread(&[1, 0], &[2, 3]), [1, 1, 0]);
    }
}
