//! What a topic is called and shown by: its words, a phrase, documents and segments.

use crate::{Corpus, DenseMatrix, FittedTopics, Model};
use serde::Serialize;

/// A topic for people.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Description {
    /// The topic's number.
    pub topic: usize,
    /// A phrase of the text, or its first words.
    pub label: String,
    /// Its share in all words.
    pub weight: f64,
    /// Its most telling terms, as people spell them, with their probabilities.
    pub terms: Vec<(String, f64)>,
    /// Documents that are most about it, with its share in them.
    pub documents: Vec<(usize, f64)>,
    /// Segments that are most about it, with its share in them.
    pub segments: Vec<(usize, f64)>,
}

/// Terms among which a phrase must have both its words.
const PHRASE_TERMS: usize = 12;

/// How much being common everywhere counts against a term.
const COMMON: f64 = 0.4;

/// Words in a label without a phrase.
const LABEL_WORDS: usize = 3;

/// Tokens that stand against a short document's claim to be all about a topic.
const SHORT: f64 = 10.0;

/// Every topic with `n` terms, documents and segments.
pub fn describe(fitted: &FittedTopics, corpus: &Corpus, n: usize) -> Vec<Description> {
    let segments: Vec<f64> = corpus.segments().rows().map(|row| row.sum()).collect();
    let length = |document| segments[corpus.segments_of(document)].iter().sum();
    let documents: Vec<f64> = (0..corpus.n_documents()).map(length).collect();
    (0..fitted.n_topics())
        .map(|topic| Description {
            topic,
            label: fitted.model.labels.get(topic).cloned().unwrap_or_default(),
            weight: fitted.weights[topic],
            terms: telling_terms(&fitted.model, topic, n)
                .into_iter()
                .map(|(w, p)| (corpus.spelling(w).to_string(), p))
                .collect(),
            documents: top_rows(&fitted.documents, &documents, topic, n),
            segments: top_rows(&fitted.segments, &segments, topic, n),
        })
        .collect()
}

/// The likeliest terms of a topic; ties by id.
pub fn top_terms(words: &DenseMatrix, topic: usize, n: usize) -> Vec<(usize, f64)> {
    let column = words.rows().map(|row| row[topic]).enumerate();
    most(column.collect(), n)
}

/// The terms that tell a topic, with their probabilities: likely in it, and more so than in
/// all texts, `p(w|z) / p(w)^0.4` (the relevance of Sievert and Shirley 2014 with
/// lambda 0.6). By probability alone, every topic of a newswire begins with *said*.
pub fn telling_terms(model: &Model, topic: usize, n: usize) -> Vec<(usize, f64)> {
    let telling = most(tellings(model, topic), n);
    let share = |(w, _): (usize, f64)| (w, model.words.row(w)[topic]);
    telling.into_iter().map(share).collect()
}

fn tellings(model: &Model, topic: usize) -> Vec<(usize, f64)> {
    let rows = model.words.rows().zip(&model.unigram).enumerate();
    rows.map(|(w, (row, p))| (w, row[topic] / p.powf(COMMON)))
        .collect()
}

/// Rows with the largest share of a topic. A few tokens of doubt keep a text of three
/// words from standing before a long one; what is given is the share itself.
fn top_rows(table: &DenseMatrix, lengths: &[f64], topic: usize, n: usize) -> Vec<(usize, f64)> {
    let sure =
        |(row, length): (usize, &f64)| (row, table.row(row)[topic] * length / (length + SHORT));
    let rows: Vec<(usize, f64)> = lengths.iter().enumerate().map(sure).collect();
    let best = most(rows, n).into_iter().filter(|&(_, score)| score > 0.0);
    best.map(|(row, _)| (row, table.row(row)[topic])).collect()
}

/// The `n` pairs with the largest second parts; ties by the first.
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

/// A label for each topic: the phrase of the text that joins telling words of the topic and
/// is not taken by a heavier topic, or else the first words.
pub(crate) fn labels(fitted: &FittedTopics, corpus: &Corpus) -> Vec<String> {
    let words = &fitted.model.words;
    let mut labels = vec![String::new(); fitted.n_topics()];
    let mut taken: Vec<&str> = Vec::new();
    // Of each term, how telling it is if it is one of the topic's most telling.
    let mut likely = vec![0.0; words.n_rows()];
    for topic in fitted.by_weight() {
        let top = most(tellings(&fitted.model, topic), PHRASE_TERMS);
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
