//! Topics for people: label, characteristic terms, example documents and segments.

use crate::{Corpus, DenseMatrix, FittedTopics, Model};
use recto_text::token::can_name;
use serde::Serialize;

/// Label, terms and examples of a topic.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Description {
    /// Index of the topic.
    pub topic: usize,
    /// A phrase of the text, or the first terms.
    pub label: String,
    /// Share of the topic in all tokens.
    pub weight: f64,
    /// The most relevant terms as spelled in the text, with their probability in the topic.
    pub terms: Vec<(String, f64)>,
    /// Documents with the largest share of the topic, and that share.
    pub documents: Vec<(usize, f64)>,
    /// Segments with the largest share of the topic, and that share.
    pub segments: Vec<(usize, f64)>,
}

/// A phrase can be a label if both its words are among this many terms of the topic.
const PHRASE_TERMS: usize = 12;

/// Exponent of the corpus frequency in the relevance of a term.
const COMMON: f64 = 0.4;

/// Number of terms in a label without a phrase.
const LABEL_WORDS: usize = 3;

/// Pseudo-tokens that discount the share of a topic in short texts.
const SHORT: f64 = 10.0;

/// Describes every topic by at most `n` terms, documents and segments each.
pub fn describe(fitted: &FittedTopics, corpus: &Corpus, n: usize) -> Vec<Description> {
    let segments: Vec<f64> = corpus.segments().rows().map(|row| row.sum()).collect();
    let length = |document| segments[corpus.segments_of(document)].iter().sum();
    let documents: Vec<f64> = (0..corpus.n_documents()).map(length).collect();
    (0..fitted.n_topics())
        .map(|topic| Description {
            topic,
            label: fitted.model.labels.get(topic).cloned().unwrap_or_default(),
            weight: fitted.weights[topic],
            terms: relevant_terms(&fitted.model, topic, n)
                .into_iter()
                .map(|(w, p)| (corpus.spelling(w).to_string(), p))
                .collect(),
            documents: top_rows(&fitted.documents, &documents, topic, n),
            segments: top_rows(&fitted.segments, &segments, topic, n),
        })
        .collect()
}

/// The `n` likeliest terms of a topic with their probabilities; ties by id.
pub fn top_terms(words: &DenseMatrix, topic: usize, n: usize) -> Vec<(usize, f64)> {
    let column = words.rows().map(|row| row[topic]).enumerate();
    most(column.collect(), n)
}

/// The `n` most relevant terms of a topic with their probabilities in it: likely there, and
/// more so than in all texts, `p(w|z) / p(w)^0.4` (Sievert and Shirley 2014 with λ = 0.6).
/// By probability alone, every topic of a newswire begins with *said*.
pub fn relevant_terms(model: &Model, topic: usize, n: usize) -> Vec<(usize, f64)> {
    let relevant = most(relevances(model, topic), n);
    let share = |(w, _): (usize, f64)| (w, model.words.row(w)[topic]);
    relevant.into_iter().map(share).collect()
}

fn relevances(model: &Model, topic: usize) -> Vec<(usize, f64)> {
    let rows = model.words.rows().zip(&model.unigram).enumerate();
    rows.map(|(w, (row, p))| (w, row[topic] / p.powf(COMMON)))
        .collect()
}

/// Rows with the largest share of a topic. They are ranked by a discounted share, so that a
/// text of three words does not come before a long one; the share itself is returned.
fn top_rows(table: &DenseMatrix, lengths: &[f64], topic: usize, n: usize) -> Vec<(usize, f64)> {
    let sure =
        |(row, length): (usize, &f64)| (row, table.row(row)[topic] * length / (length + SHORT));
    let rows: Vec<(usize, f64)> = lengths.iter().enumerate().map(sure).collect();
    let best = most(rows, n).into_iter().filter(|&(_, score)| score > 0.0);
    best.map(|(row, _)| (row, table.row(row)[topic])).collect()
}

/// The `n` pairs with the largest values; ties by index.
fn most(mut pairs: Vec<(usize, f64)>, n: usize) -> Vec<(usize, f64)> {
    let order = |a: &(usize, f64), b: &(usize, f64)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
    if pairs.len() > n && n > 0 {
        pairs.select_nth_unstable_by(n - 1, order);
    }
    pairs.truncate(n);
    // What is collected from it later may take over its memory, room for all pairs and all.
    pairs.shrink_to_fit();
    pairs.sort_by(order);
    pairs
}

/// A label for each topic: a phrase of two of its relevant terms that no heavier topic has
/// taken, else its first terms; numbers and initials only where it has nothing else.
pub(crate) fn labels(fitted: &FittedTopics, corpus: &Corpus) -> Vec<String> {
    let words = &fitted.model.words;
    let mut labels = vec![String::new(); fitted.n_topics()];
    let mut taken: Vec<&str> = Vec::new();
    // Relevance of each term of the topic's first `PHRASE_TERMS`; 0 for all others.
    let mut likely = vec![0.0; words.n_rows()];
    for topic in fitted.by_weight() {
        let all = relevances(&fitted.model, topic);
        let is_name = |&&(w, p): &&(usize, f64)| p > 0.0 && can_name(&corpus.terms()[w]);
        let names: Vec<(usize, f64)> = all.iter().filter(is_name).copied().collect();
        let top = most(if names.is_empty() { all } else { names }, PHRASE_TERMS);
        top.iter().for_each(|&(w, p)| likely[w] = p);
        let mut best: Option<(f64, &str)> = None;
        for phrase in corpus.phrases() {
            let both = likely[phrase.first as usize] * likely[phrase.second as usize];
            if both == 0.0 {
                continue;
            }
            let score = both.sqrt() * f64::from(phrase.count).ln_1p();
            let is_new = phrase.first != phrase.second && !taken.contains(&phrase.text);
            if is_new && best.is_none_or(|(most, _)| score > most) {
                best = Some((score, phrase.text));
            }
        }
        top.iter().for_each(|&(w, _)| likely[w] = 0.0);
        labels[topic] = match best {
            Some((_, phrase)) => {
                taken.push(phrase);
                phrase.to_string()
            }
            None => {
                let words = top.iter().take(LABEL_WORDS).filter(|&&(_, p)| p > 0.0);
                let words: Vec<&str> = words.map(|&(w, _)| corpus.spelling(w)).collect();
                words.join(", ")
            }
        };
    }
    labels
}

#[cfg(test)]
mod tests;
