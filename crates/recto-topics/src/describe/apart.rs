//! Words that set groups of documents apart.
//!
//! A word is judged by the documents that it is in, not by how often it is used: one document
//! that repeats a name would otherwise speak for its whole group. Words are ordered by their
//! log-likelihood ratio against the documents of all other groups (Dunning93).

use crate::Corpus;
use recto_math::association::signed_g2;
use recto_text::token::can_name;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Least log-likelihood ratio of a word: chance gives it to one word of ten thousand, and a
/// collection has some thousands.
const LEAST_RATIO: f64 = 15.14;

/// A word that sets a group of documents apart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Apart {
    /// The word as the text spells it.
    pub term: String,
    /// Share of the group's documents that have it.
    pub inside: f64,
    /// Share of the documents of the other groups that have it.
    pub outside: f64,
}

/// The words, at most `n` of each group, that set groups of documents apart, most telling
/// first; none where no word is surely more frequent in a group than elsewhere. `labels` are
/// the groups of all documents, below `n_groups`.
pub fn words_apart(
    corpus: &Corpus,
    labels: &[Option<usize>],
    n_groups: usize,
    n: usize,
) -> Vec<Vec<Apart>> {
    let mut sizes = vec![0usize; n_groups];
    labels.iter().flatten().for_each(|&label| sizes[label] += 1);
    let all: usize = sizes.iter().sum();
    let counts = document_counts(corpus, labels, n_groups);
    let group = |label: usize| {
        let (own, others) = (sizes[label] as f64, (all - sizes[label]) as f64);
        let word = |(term, counts): (usize, &[u32])| {
            let inside = f64::from(counts[label]);
            let outside = f64::from(counts.iter().sum::<u32>()) - inside;
            let ratio = signed_g2(inside, own, outside, others);
            let is_told = ratio >= LEAST_RATIO && can_name(&corpus.terms()[term]);
            is_told.then_some((ratio, term, inside / own, outside / others))
        };
        let words = counts.chunks_exact(n_groups).enumerate();
        let mut words: Vec<_> = words.filter_map(word).collect();
        words.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let apart = |&(_, term, inside, outside): &(f64, usize, f64, f64)| Apart {
            term: corpus.spelling(term).to_owned(),
            inside,
            outside,
        };
        words.iter().take(n).map(apart).collect()
    };
    (0..n_groups).map(group).collect()
}

/// In how many documents of each group each term is: rows of terms.
fn document_counts(corpus: &Corpus, labels: &[Option<usize>], n_groups: usize) -> Vec<u32> {
    let mut counts = vec![0; corpus.n_terms() * n_groups];
    // The last document that a term was seen in.
    let mut seen = vec![usize::MAX; corpus.n_terms()];
    for (document, label) in labels.iter().enumerate() {
        let Some(label) = *label else {
            continue;
        };
        for segment in corpus.segments_of(document) {
            for &term in corpus.segments().row(segment).columns {
                let term = term as usize;
                if seen[term] != document {
                    seen[term] = document;
                    counts[term * n_groups + label] += 1;
                }
            }
        }
    }
    counts
}
