//! Extracts: the sentences of a document that its summary may have been made from.
//!
//! The paper aligns summaries with extracts instead of documents, because its inference was
//! slow. Here it is an option, for long documents and for replications: each summary sentence
//! chooses the document sentences that together cover most of its weight,
//!
//! ```text
//! sum over stems of min(w_x, w_chosen) / sum over stems of w_x - 0.001 position,
//! ```
//!
//! with w = tf ln((1 + m) / (1 + df)) over the m sentences of the document; what stands in the
//! list of ignored words has no weight. When no sentence adds anything, those after the last
//! chosen follow, then the first of the document.

use crate::metrics::is_ignored;
use crate::{AlignError, Aligned, Aligner, Pair, Pairs, Side};
use recto_math::Run;
use recto_text::TermId;
use rustc_hash::FxHashMap;
use serde_json::{Value, json};
use std::ops::Range;

/// Cost of each sentence that stands before a chosen one.
const POSITION: f64 = 0.001;

/// Aligns with extracts of `sentences` sentences for each sentence of a summary.
pub fn over_extracts(inner: Box<dyn Aligner>, sentences: usize) -> Box<dyn Aligner> {
    Box::new(Extracted { inner, sentences })
}

struct Extracted {
    inner: Box<dyn Aligner>,
    sentences: usize,
}

impl Aligner for Extracted {
    fn align(&self, pairs: &Pairs, run: &Run<'_>) -> Result<Aligned, AlignError> {
        let of = |pair: &Pair| chosen(pairs, pair, self.sentences);
        let extracts: Vec<Vec<usize>> = pairs.pairs.iter().map(of).collect();
        let documents = pairs.pairs.iter().zip(&extracts);
        let documents = documents.map(|(pair, extract)| pair.document.only(extract));
        let (documents, places): (Vec<Side>, Vec<Vec<usize>>) = documents.unzip();
        let mut aligned = self.inner.align(&pairs.with_documents(documents), run)?;
        for (alignment, places) in aligned.alignments.iter_mut().zip(places) {
            let links = alignment.links.iter_mut().chain(&mut alignment.rejected);
            links.for_each(|link| link.document = places[link.document]);
        }
        aligned.extracts = Some(extracts);
        Ok(aligned)
    }

    fn parameters(&self) -> Value {
        let mut parameters = self.inner.parameters();
        parameters["extract"] = json!(self.sentences);
        parameters
    }
}

/// The sentences of a pair's document, ascending.
fn chosen(pairs: &Pairs, pair: &Pair, most: usize) -> Vec<usize> {
    let (document, summary) = (&pair.document, &pair.summary);
    let sentences: Vec<Counts> = (0..document.sentences.len())
        .map(|sentence| counts(pairs, document, document.sentence(sentence)))
        .collect();
    let weights = Weights::new(&sentences);
    let mut is_chosen = vec![false; sentences.len()];
    for sentence in 0..summary.sentences.len() {
        let wanted = counts(pairs, summary, summary.sentence(sentence));
        for one in weights.cover(&wanted, &sentences, most) {
            is_chosen[one] = true;
        }
    }
    let all = 0..sentences.len();
    all.filter(|&one| is_chosen[one]).collect()
}

/// How often stems stand in a sentence, ascending by stem.
type Counts = Vec<(TermId, f64)>;

fn counts(pairs: &Pairs, side: &Side, words: Range<usize>) -> Counts {
    let words = side.words[words].iter();
    let counted = words.filter(|&&word| !is_ignored(pairs.vocabulary().term(word)));
    let mut stems: Vec<TermId> = counted.map(|&word| pairs.stem(word)).collect();
    stems.sort_unstable();
    let runs = stems.chunk_by(|a, b| a == b);
    runs.map(|run| (run[0], run.len() as f64)).collect()
}

/// The weight of a stem in one sentence.
struct Weights {
    sentences: f64,
    /// Number of sentences that have a stem.
    holders: FxHashMap<TermId, f64>,
}

impl Weights {
    fn new(sentences: &[Counts]) -> Self {
        let mut holders = FxHashMap::default();
        for (stem, _) in sentences.iter().flatten() {
            *holders.entry(*stem).or_insert(0.0) += 1.0;
        }
        Self {
            sentences: sentences.len() as f64,
            holders,
        }
    }

    fn of(&self, stem: TermId) -> f64 {
        let holders = self.holders.get(&stem).copied().unwrap_or(0.0);
        ((1.0 + self.sentences) / (1.0 + holders)).ln()
    }

    /// The sentences that cover most of what is wanted, at most `most`.
    fn cover(&self, wanted: &Counts, sentences: &[Counts], most: usize) -> Vec<usize> {
        let total: f64 = wanted.iter().map(|(stem, tf)| tf * self.of(*stem)).sum();
        let mut open: FxHashMap<TermId, f64> = wanted.iter().copied().collect();
        let mut chosen = Vec::new();
        while chosen.len() < most.min(sentences.len()) {
            let gain = |one: usize| -> f64 {
                let stems = sentences[one].iter();
                let gains = stems.map(|(stem, tf)| {
                    let left = open.get(stem).copied().unwrap_or(0.0);
                    left.min(*tf) * self.of(*stem)
                });
                gains.sum::<f64>() / total.max(f64::MIN_POSITIVE)
            };
            let rest = (0..sentences.len()).filter(|one| !chosen.contains(one));
            let valued = rest.map(|one| (one, gain(one)));
            let useful = valued.filter(|(_, gain)| *gain > 0.0);
            let value = |(one, gain): &(usize, f64)| gain - POSITION * *one as f64;
            let best = useful.reduce(|best, one| {
                if value(&one) > value(&best) {
                    one
                } else {
                    best
                }
            });
            let next = best
                .map(|(one, _)| one)
                .or_else(|| next_of(&chosen, sentences.len()));
            let Some(next) = next else {
                break;
            };
            for (stem, tf) in &sentences[next] {
                if let Some(left) = open.get_mut(stem) {
                    *left = (*left - tf).max(0.0);
                }
            }
            chosen.push(next);
        }
        chosen
    }
}

/// The sentence after the last chosen, else the first that is left.
fn next_of(chosen: &[usize], sentences: usize) -> Option<usize> {
    let is_free = |one: &usize| !chosen.contains(one);
    let after = chosen.last().map_or(0, |last| last + 1);
    (after..sentences)
        .find(is_free)
        .or_else(|| (0..sentences).find(is_free))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, methods};
    use recto_math::Silent;
    use recto_testing::text::english;

    fn pairs() -> Pairs {
        let mut pairs = Pairs::new(english());
        let text = "the mill burned down . rain fell all day . nobody was hurt at the mill . \
                    the mayor thanked the crews .";
        let words: Vec<&str> = text.split_whitespace().collect();
        let source = pairs.side(words, vec![0, 5, 10, 17]);
        let summary = pairs.side("mayor thanked crews at burned mill".split(' '), vec![0]);
        pairs.push(source, summary);
        pairs
    }

    #[test]
    fn sentences_are_chosen_by_what_they_add() {
        let pairs = pairs();
        assert_eq!(chosen(&pairs, &pairs.pairs[0], 1), [3]);
        assert_eq!(chosen(&pairs, &pairs.pairs[0], 2), [0, 3]);
        // Nothing is left to cover: the sentence after the last, then the first.
        assert_eq!(chosen(&pairs, &pairs.pairs[0], 3), [0, 1, 3]);
        assert_eq!(chosen(&pairs, &pairs.pairs[0], 9), [0, 1, 2, 3]);
    }

    #[test]
    fn links_keep_the_places_of_the_document() {
        let pairs = pairs();
        for method in methods() {
            let build = || (method.build)(&Options::default()).expect("defaults");
            let run = Run::new(0, &Silent);
            let whole = over_extracts(build(), 9)
                .align(&pairs, &run)
                .expect("small");
            let plain = build().align(&pairs, &run).expect("small");
            assert_eq!(whole.alignments, plain.alignments, "{}", method.name);
            let some = over_extracts(build(), 1)
                .align(&pairs, &run)
                .expect("small");
            let links = &some.alignments[0].links;
            assert!(
                links.iter().all(|link| link.document >= 17),
                "{}",
                method.name
            );
        }
    }
}
