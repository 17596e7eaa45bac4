//! Topics for people: label, characteristic terms, example documents and segments; and words
//! that set groups of documents apart.

mod apart;

pub use apart::{Apart, words_apart};

use crate::corpus::Forms;
use crate::{Corpus, DenseMatrix, FittedTopics, Model};
use rayon::prelude::*;
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

/// Segments whose topics are computed at a time.
const AT_ONCE: usize = 4096;

/// Describes every topic by at most `n` terms, documents and segments each.
pub fn describe(fitted: &FittedTopics, corpus: &Corpus, n: usize) -> Vec<Description> {
    let lengths: Vec<f64> = corpus.segments().rows().map(|row| row.sum()).collect();
    let mut documents = vec![TopRows::default(); fitted.n_topics()];
    let mut segments = documents.clone();
    for (document, topics) in fitted.documents.rows().enumerate() {
        let length = lengths[corpus.segments_of(document)].iter().sum();
        add_row(&mut documents, (document, topics), length, n);
    }
    // Of all segments at once they would take as much memory as those of all documents.
    for first in (0..lengths.len()).step_by(AT_ONCE) {
        let some = first..lengths.len().min(first + AT_ONCE);
        let topics = some.clone().into_par_iter();
        let topics: Vec<_> = topics.map(|s| fitted.segment(corpus, s)).collect();
        for (segment, topics) in some.zip(topics) {
            add_row(&mut segments, (segment, &topics), lengths[segment], n);
        }
    }
    let examples = documents.into_iter().zip(segments).enumerate();
    let describe = |(topic, (documents, segments)): (usize, (TopRows, TopRows))| Description {
        topic,
        label: fitted.model.labels.get(topic).cloned().unwrap_or_default(),
        weight: fitted.weights[topic],
        terms: relevant_terms(&fitted.model, topic, n)
            .into_iter()
            .map(|(w, p)| (corpus.spelling(w).to_string(), p))
            .collect(),
        documents: documents.shares(),
        segments: segments.shares(),
    };
    examples.map(describe).collect()
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

/// The rows with the largest share of a topic, best first; ties by index.
#[derive(Debug, Clone, Default)]
struct TopRows(Vec<TopRow>);

#[derive(Debug, Clone, Copy)]
struct TopRow {
    row: usize,
    share: f64,
    score: f64,
}

impl TopRows {
    /// Adds a row that comes after all before, and keeps the best `n`.
    fn add(&mut self, new: TopRow, n: usize) {
        let at = self.0.partition_point(|other| other.score >= new.score);
        if at < n && new.score > 0.0 {
            self.0.truncate(n - 1);
            self.0.insert(at, new);
        }
    }

    fn shares(self) -> Vec<(usize, f64)> {
        let rows = self.0.into_iter();
        rows.map(|TopRow { row, share, .. }| (row, share)).collect()
    }
}

/// Adds a row to the best rows of each topic. Rows are ranked by a discounted share, so that
/// a text of three words does not come before a long one.
fn add_row(best: &mut [TopRows], (row, topics): (usize, &[f64]), length: f64, n: usize) {
    for (best, &share) in best.iter_mut().zip(topics) {
        let score = share * length / (length + SHORT);
        best.add(TopRow { row, share, score }, n);
    }
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
/// Topics are given by decreasing weight.
pub(crate) fn labels(model: &Model, by_weight: &[usize], forms: &Forms) -> Vec<String> {
    let mut labels = vec![String::new(); model.n_topics()];
    let mut taken: Vec<&str> = Vec::new();
    // Relevance of each term of the topic's first `PHRASE_TERMS`; 0 for all others.
    let mut likely = vec![0.0; model.terms.len()];
    for &topic in by_weight {
        let all = relevances(model, topic);
        let is_name = |&&(w, p): &&(usize, f64)| p > 0.0 && can_name(&forms.terms[w]);
        let names: Vec<(usize, f64)> = all.iter().filter(is_name).copied().collect();
        let top = most(if names.is_empty() { all } else { names }, PHRASE_TERMS);
        top.iter().for_each(|&(w, p)| likely[w] = p);
        let mut best: Option<(f64, &str)> = None;
        for phrase in forms.phrases() {
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
                let words: Vec<&str> = words.map(|&(w, _)| &*forms.spellings[w]).collect();
                words.join(", ")
            }
        };
    }
    labels
}

#[cfg(test)]
mod tests;
