//! Characteristic tokens of each author, which let a reader see that a group is, say,
//! dialogue and not a person.

use crate::result::Evidence;
use crate::text::Text;
use recto_math::CsrMatrix;

/// Smoothing: pseudo-tokens with the frequencies of the whole text, added to each author's.
const STRENGTH: f64 = 300.0;

/// Number of tokens shown for each author.
const SHOWN: usize = 12;

/// Tokens looked at.
const VOCABULARY: usize = 200;

/// The tokens with the largest log ratio of an author's share to the text's.
pub(crate) fn evidence(text: &Text, labels: &[usize], count: usize) -> Vec<Evidence> {
    let terms = text.frequent(VOCABULARY, 2);
    let counts = text.unit_counts(&terms);
    let base = base(&counts);
    let mut own = vec![vec![0.0; terms.len()]; count];
    for (row, &label) in counts.rows().zip(labels) {
        for (column, x) in row.iter() {
            own[label][column as usize] += x;
        }
    }
    let of_author = |(author, own): (usize, &Vec<f64>)| {
        let total: f64 = own.iter().sum();
        let ratio = |(column, p): (usize, &f64)| {
            let share = (own[column] + STRENGTH * p) / (total + STRENGTH);
            (column, (share / p).ln())
        };
        let mut ratios: Vec<(usize, f64)> = base.iter().enumerate().map(ratio).collect();
        ratios.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        ratios.truncate(SHOWN);
        ratios.retain(|&(_, ratio)| ratio > 0.0);
        let named =
            |&(column, ratio): &(usize, f64)| (text.terms[terms[column] as usize].clone(), ratio);
        Evidence {
            author,
            terms: ratios.iter().map(named).collect(),
        }
    };
    own.iter().enumerate().map(of_author).collect()
}

/// The share of each column, a tenth of a count added to each.
pub(crate) fn base(counts: &CsrMatrix) -> Vec<f64> {
    let mut base: Vec<f64> = counts.column_sums().iter().map(|x| x + 0.1).collect();
    let sum: f64 = base.iter().sum();
    base.iter_mut().for_each(|p| *p /= sum);
    base
}
