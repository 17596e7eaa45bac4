//! The lexical table: which document words a summary word may be a rewriting of.
//!
//! A pair of words is held only if the corpus gives evidence for it: both stand together in
//! at least two pairs, more than twice as often as by chance, with a log-likelihood ratio
//! above 10.83 (one chance in a thousand). Words of one stem need no evidence and are held
//! by the components `identity` and `stem`. A word without evidence must then come from
//! nowhere, instead of from whatever stands near.
//!
//! The co-occurrences of a summary word are counted in one array over the words of the
//! documents that its summaries belong to, so that no table of all pairs is ever made.

use crate::Pairs;
use rayon::prelude::*;
use recto_math::association::signed_g2;
use recto_text::TermId;

/// Pairs of words with evidence, as rows of summary words.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Table {
    offsets: Vec<usize>,
    /// Document words, ascending in each row; an entry is an index into this.
    documents: Vec<TermId>,
}

/// Least log-likelihood ratio of an entry: the 99.9 % point of chi-square with one degree.
const LEAST_RATIO: f64 = 10.83;

impl Table {
    /// A table of given entries: rows of document words by summary word.
    pub(crate) fn new(rows: Vec<Vec<TermId>>) -> Self {
        let mut table = Self {
            offsets: vec![0],
            documents: Vec::new(),
        };
        for mut row in rows {
            row.sort_unstable();
            row.dedup();
            table.documents.extend(row);
            table.offsets.push(table.documents.len());
        }
        table
    }

    /// The entries of a summary word: their indices and document words.
    pub(crate) fn row(&self, summary: TermId) -> impl Iterator<Item = (usize, TermId)> {
        let at = summary.index();
        let range = match self.offsets.get(at..at + 2) {
            Some(ends) => ends[0]..ends[1],
            None => 0..0,
        };
        range.clone().zip(self.documents[range].iter().copied())
    }

    /// The document word of an entry.
    pub(crate) fn document(&self, entry: usize) -> TermId {
        self.documents[entry]
    }

    /// Number of entries.
    pub(crate) fn len(&self) -> usize {
        self.documents.len()
    }

    /// Adds the entries with evidence in `pairs` to rows of document words by summary word.
    pub(crate) fn add_evidence(pairs: &Pairs, rows: &mut [Vec<TermId>]) {
        let words = pairs.vocabulary().len();
        let holders = |side: fn(&crate::Pair) -> &crate::Side| {
            let mut holders = vec![Vec::new(); words];
            for (pair, number) in pairs.pairs.iter().zip(0u32..) {
                for word in distinct(&side(pair).words) {
                    holders[word.index()].push(number);
                }
            }
            holders
        };
        let summaries: Vec<Vec<u32>> = holders(|pair| &pair.summary);
        let documents: Vec<Vec<u32>> = holders(|pair| &pair.document);
        let distinct_words: Vec<Vec<TermId>> = pairs
            .pairs
            .iter()
            .map(|pair| distinct(&pair.document.words))
            .collect();
        let fresh = || (vec![0u32; words], Vec::new());
        let all = summaries.par_iter().zip(rows).enumerate();
        all.for_each_init(fresh, |(together, seen), (word, (with, row))| {
            let word = TermId(word as u32);
            if with.len() < 2 {
                return;
            }
            for &pair in with {
                for &other in &distinct_words[pair as usize] {
                    if together[other.index()] == 0 {
                        seen.push(other);
                    }
                    together[other.index()] += 1;
                }
            }
            for other in seen.drain(..) {
                let both = std::mem::take(&mut together[other.index()]) as usize;
                let n = [
                    with.len(),
                    documents[other.index()].len(),
                    pairs.pairs.len(),
                ];
                let is_same = pairs.stem(word) == pairs.stem(other);
                if !is_same && is_evident(both, n) {
                    row.push(other);
                }
            }
        });
    }
}

fn distinct(words: &[TermId]) -> Vec<TermId> {
    let mut words = words.to_vec();
    words.sort_unstable();
    words.dedup();
    words
}

/// Whether two words stand together in enough pairs: `both` of `all`, where one stands in
/// `summaries` and the other in `documents`.
fn is_evident(both: usize, [summaries, documents, all]: [usize; 3]) -> bool {
    both >= 2
        && both * all > 2 * summaries * documents
        && ratio(both, [summaries, documents, all]) > LEAST_RATIO
}

/// The log-likelihood ratio of one word in pairs with and without the other.
fn ratio(both: usize, [summaries, documents, all]: [usize; 3]) -> f64 {
    let (with, without) = (summaries as f64, (all - summaries) as f64);
    signed_g2(both as f64, with, (documents - both) as f64, without)
}

#[cfg(test)]
mod tests {
    use super::*;
    use recto_testing::text::english;

    #[test]
    fn words_that_keep_company_are_entries_and_others_are_not() {
        let mut pairs = Pairs::new(english());
        for number in 0..40 {
            let (source, summary) = match number % 4 {
                0 => ("the vessel sank", "a ship sank"),
                _ => ("the harbour closed", "a port closed"),
            };
            let source = pairs.side(source.split(' '), vec![0]);
            let summary = pairs.side(summary.split(' '), vec![0]);
            pairs.push(source, summary);
        }
        let mut rows = vec![Vec::new(); pairs.vocabulary().len()];
        Table::add_evidence(&pairs, &mut rows);
        let table = Table::new(rows);
        let id = |word| pairs.vocabulary().get(word).expect("a word");
        let words: Vec<TermId> = table.row(id("ship")).map(|(_, word)| word).collect();
        assert_eq!(words, [id("vessel"), id("sank")]);
        assert_eq!(table.row(id("a")).count(), 0);
    }
}
