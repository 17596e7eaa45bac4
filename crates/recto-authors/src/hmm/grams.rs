//! Counts of character 3-grams of `_token_`: features that words do not decide.

use crate::text::Text;
use recto_math::{CsrBuilder, CsrMatrix};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// How often each of the `size` most frequent 3-grams that occur twice stands in each
/// unit; ties by first appearance in the vocabulary.
pub(super) fn counts(text: &Text, size: usize) -> CsrMatrix {
    let (of_term, n_grams) = grams(&text.terms);
    let mut totals = vec![0u32; n_grams];
    for (grams, count) in of_term.iter().zip(text.lists.counts()) {
        grams
            .iter()
            .for_each(|&gram| totals[gram as usize] += count);
    }
    let mut frequent: Vec<u32> = (0..).take(n_grams).collect();
    frequent.retain(|&gram| totals[gram as usize] >= 2);
    frequent.sort_by_key(|&gram| (Reverse(totals[gram as usize]), gram));
    frequent.truncate(size);
    let mut column = vec![u32::MAX; n_grams];
    for (at, &gram) in (0..).zip(&frequent) {
        column[gram as usize] = at;
    }
    let kept = |grams: &Vec<u32>| -> Vec<u32> {
        let columns = grams.iter().map(|&gram| column[gram as usize]);
        columns.filter(|&column| column != u32::MAX).collect()
    };
    let of_term: Vec<Vec<u32>> = of_term.iter().map(kept).collect();
    let mut rows = CsrBuilder::new(frequent.len());
    for unit in 0..text.len() {
        let terms = text.lists.unit(unit).iter();
        rows.push_counts(terms.flat_map(|&term| of_term[term as usize].iter().copied()));
    }
    rows.finish()
}

/// The 3-grams of each term, numbered by first appearance, and how many there are.
fn grams(terms: &[String]) -> (Vec<Vec<u32>>, usize) {
    let mut ids: FxHashMap<[char; 3], u32> = FxHashMap::default();
    let mut of_term = |term: &String| {
        let letters: Vec<char> = ['_'].into_iter().chain(term.chars()).chain(['_']).collect();
        let id = |gram: &[char; 3]| {
            let next = u32::try_from(ids.len()).expect("3-grams are counted by u32");
            *ids.entry(*gram).or_insert(next)
        };
        letters.array_windows::<3>().map(id).collect()
    };
    let grams = terms.iter().map(&mut of_term).collect();
    (grams, ids.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use recto_math::seq::dirichlet::TermLists;

    #[test]
    fn grams_of_a_small_text() {
        let text = Text {
            lists: TermLists::new([vec![0, 1], vec![0], vec![2]], 3),
            terms: vec!["the".into(), ".".into(), "he".into()],
        };
        // _th the he_ twice, _._ once, _he once, he_ a third time.
        let counts = counts(&text, 10);
        assert_eq!(counts.n_columns(), 3);
        assert_eq!(counts.row(0).sum(), 3.0);
        assert_eq!(counts.row(2).columns, [0], "he_ is the most frequent");
    }
}
