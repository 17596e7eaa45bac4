//! Topic coherence: NPMI and C_v.
//!
//! Normalised pointwise mutual information (NPMI) of two words is 1 if they only occur
//! together and -1 if they never do. NPMI coherence is its mean over pairs of a topic's
//! likeliest words, with co-occurrence in documents. C_v takes for each word the vector of
//! its NPMI with all of them, with co-occurrence in segments, and averages the cosine of
//! each vector with their sum. Neither is ever NaN: a pair that never co-occurs has -1, a
//! pair that occurs in every text 1, a zero vector cosine 0.
//!
//! # Departures
//! C_v is published with a sliding window of 110 words. A corpus keeps segments and no word
//! order, so segments are the windows; values are comparable between models on the same
//! corpus, not with those of other tools.
//!
//! # References
//! Bouma 2009, Normalized (pointwise) mutual information in collocation extraction; Röder,
//! Both and Hinneburg 2015, Exploring the space of topic coherence measures.

use crate::describe::top_terms;
use crate::{Corpus, DenseMatrix};
use recto_math::CsrMatrix;
use serde::Serialize;
use std::ops::Range;

/// Coherence of each topic.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Coherence {
    /// Mean NPMI of each topic's words over pairs, from -1 to 1.
    pub npmi: Vec<f64>,
    /// C_v of each topic, from -1 to 1.
    pub c_v: Vec<f64>,
}

impl Coherence {
    /// Means over topics: NPMI, then C_v.
    pub fn means(&self) -> (f64, f64) {
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
        (mean(&self.npmi), mean(&self.c_v))
    }
}

/// Coherence of each topic by its `n` likeliest words.
pub fn coherence(words: &DenseMatrix, corpus: &Corpus, n: usize) -> Coherence {
    let tops: Vec<Vec<usize>> = (0..words.n_columns())
        .map(|z| top_terms(words, z, n).into_iter().map(|(w, _)| w).collect())
        .collect();
    let each_segment = 0..corpus.n_segments();
    let each_document = (0..corpus.n_documents()).map(|document| corpus.segments_of(document));
    let by_document = Postings::new(corpus.segments(), each_document, &tops);
    let by_segment = Postings::new(corpus.segments(), each_segment.map(|s| s..s + 1), &tops);
    Coherence {
        npmi: tops
            .iter()
            .map(|top| mean_npmi(top, &by_document))
            .collect(),
        c_v: tops.iter().map(|top| c_v(top, &by_segment)).collect(),
    }
}

/// Inverted index of the terms that are scored: the texts that have each.
struct Postings {
    n_texts: usize,
    texts: Vec<Vec<u32>>,
}

impl Postings {
    /// Texts are ranges of the rows of `counts`; those without a term count as none.
    fn new(
        counts: &CsrMatrix,
        ranges: impl Iterator<Item = Range<usize>>,
        tops: &[Vec<usize>],
    ) -> Self {
        let mut is_asked = vec![false; counts.n_columns()];
        tops.iter().flatten().for_each(|&w| is_asked[w] = true);
        let mut texts: Vec<Vec<u32>> = vec![Vec::new(); counts.n_columns()];
        let mut n_texts = 0;
        for range in ranges {
            let terms = || range.clone().flat_map(|row| counts.row(row).columns);
            if terms().next().is_none() {
                continue;
            }
            for &w in terms().filter(|&&w| is_asked[w as usize]) {
                let texts = &mut texts[w as usize];
                // A term may stand in several rows of a text.
                if texts.last() != Some(&n_texts) {
                    texts.push(n_texts);
                }
            }
            n_texts += 1;
        }
        Self {
            n_texts: n_texts as usize,
            texts,
        }
    }

    /// Bouma09 def. NPMI: pointwise mutual information over its largest value.
    fn npmi(&self, a: usize, b: usize) -> f64 {
        let n = self.n_texts.max(1) as f64;
        let both = common(&self.texts[a], &self.texts[b]) as f64 / n;
        let (a, b) = (
            self.texts[a].len() as f64 / n,
            self.texts[b].len() as f64 / n,
        );
        if both <= 0.0 {
            return -1.0;
        }
        if both >= 1.0 {
            return 1.0;
        }
        ((both / (a * b)).ln() / -both.ln()).clamp(-1.0, 1.0)
    }
}

/// Size of the intersection of two increasing lists.
fn common(a: &[u32], b: &[u32]) -> usize {
    let (mut i, mut j, mut shared) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                shared += 1;
                i += 1;
                j += 1;
            }
        }
    }
    shared
}

/// Mean NPMI over pairs; 0 for a single word.
fn mean_npmi(top: &[usize], postings: &Postings) -> f64 {
    let (mut sum, mut pairs) = (0.0, 0.0);
    for (i, &a) in top.iter().enumerate() {
        for &b in &top[i + 1..] {
            sum += postings.npmi(a, b);
            pairs += 1.0;
        }
    }
    if pairs > 0.0 { sum / pairs } else { 0.0 }
}

/// Roeder15 def. CV: each word against the set of all, by the cosine of NPMI vectors.
fn c_v(top: &[usize], postings: &Postings) -> f64 {
    let of_word = |&a: &usize| -> Vec<f64> {
        let with = |&b: &usize| if a == b { 1.0 } else { postings.npmi(a, b) };
        top.iter().map(with).collect()
    };
    let vectors: Vec<Vec<f64>> = top.iter().map(of_word).collect();
    let mut whole = vec![0.0; top.len()];
    vectors
        .iter()
        .for_each(|v| crate::arithmetic::add_to(&mut whole, v));
    let length = |v: &[f64]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
    let cosine = |v: &Vec<f64>| {
        let dot: f64 = v.iter().zip(&whole).map(|(a, b)| a * b).sum();
        recto_math::similarity::cosine_of(dot, length(v) * length(&whole))
    };
    vectors.iter().map(cosine).sum::<f64>() / top.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CorpusBuilder, Filter};

    fn corpus(texts: &[&str]) -> Corpus {
        let mut builder = CorpusBuilder::new();
        for text in texts {
            builder.push_terms([text.split(' ')]);
        }
        builder.finish(&Filter::default()).expect("terms")
    }

    #[test]
    fn figures_are_those_worked_out_by_hand() {
        // aa and bb always together in half of the texts: ln(.5 / .25) / -ln .5 = 1.
        // aa and cc never: -1.
        let corpus = corpus(&["aa bb", "aa bb", "cc dd", "cc dd"]);
        let words = DenseMatrix::from_values(2, vec![0.4, 0.5, 0.3, 0.0, 0.2, 0.4, 0.1, 0.1]);
        let two = coherence(&words, &corpus, 2);
        assert!((two.npmi[0] - 1.0).abs() < 1e-12);
        assert!((two.c_v[0] - 1.0).abs() < 1e-12);
        assert!((two.npmi[1] + 1.0).abs() < 1e-12);
        // Vectors (1, -1) and (-1, 1) add up to nothing: no direction, cosine 0.
        assert_eq!(two.c_v[1], 0.0);
    }

    #[test]
    fn no_corpus_gives_nan() {
        for texts in [&["aa"][..], &["aa aa", "aa"], &["aa bb", "aa bb"]] {
            let corpus = corpus(texts);
            let words = DenseMatrix::filled(corpus.n_terms(), 3, 1.0 / corpus.n_terms() as f64);
            let found = coherence(&words, &corpus, 10);
            let all = found.npmi.iter().chain(&found.c_v);
            assert!(all.copied().all(f64::is_finite), "{found:?}");
        }
    }
}
