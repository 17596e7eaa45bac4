//! Characteristic tokens of each author, which let a reader see that a group is, say,
//! dialogue and not a person.
//!
//! Only marks and function words are shown. A name or a word of the subject may be far more
//! frequent in a group, but it says what is written about, not who writes.

use crate::result::Evidence;
use crate::text::Text;
use recto_math::CsrMatrix;
use recto_text::Language;

/// Smoothing: pseudo-tokens with the frequencies of the whole text, added to each author's.
const STRENGTH: f64 = 300.0;

/// Number of tokens shown for each author.
const SHOWN: usize = 12;

/// Tokens looked at.
const VOCABULARY: usize = 400;

/// Tokens that are taken for function words in a language without a list of them.
const UNLISTED: usize = 50;

/// The marks and function words with the largest log ratio of an author's share to the
/// text's.
pub(crate) fn evidence(
    text: &Text,
    labels: &[usize],
    count: usize,
    language: &Language,
) -> Vec<Evidence> {
    let terms = style_terms(text, language);
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

/// Frequent tokens that belong to style.
fn style_terms(text: &Text, language: &Language) -> Vec<u32> {
    let listed = language.stop_words();
    if listed.is_empty() {
        return text.frequent(UNLISTED, 2);
    }
    let mut terms = text.frequent(VOCABULARY, 2);
    terms.retain(|&term| {
        let term = text.terms[term as usize].to_lowercase();
        !term.contains(char::is_alphanumeric) || listed.contains_key(term.as_str())
    });
    terms
}

/// The share of each column, a tenth of a count added to each.
pub(crate) fn base(counts: &CsrMatrix) -> Vec<f64> {
    let mut base: Vec<f64> = counts.column_sums().iter().map(|x| x + 0.1).collect();
    let sum: f64 = base.iter().sum();
    base.iter_mut().for_each(|p| *p /= sum);
    base
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(language: &str) -> Vec<Vec<String>> {
        let words = |line: &str| line.split(' ').map(String::from).collect::<Vec<_>>();
        let lines = [words("upon garden ; cat"), words("on moor , dog")];
        let sentences: Vec<Vec<String>> = (0..40).map(|i| lines[i / 20].clone()).collect();
        let labels: Vec<usize> = (0..40).map(|i| i / 20).collect();
        let language = Language::from_code(language).expect("known");
        let found = evidence(&Text::of_words(&sentences), &labels, 2, language);
        let names = |of: &Evidence| of.terms.iter().map(|t| t.0.clone()).collect();
        found.iter().map(names).collect()
    }

    #[test]
    fn words_of_the_subject_are_no_evidence() {
        assert_eq!(of("en"), [vec![";", "upon"], vec![",", "on"]]);
    }

    #[test]
    fn without_a_list_the_most_frequent_tokens_are() {
        assert_eq!(of("und")[0], [";", "cat", "garden", "upon"]);
    }
}
