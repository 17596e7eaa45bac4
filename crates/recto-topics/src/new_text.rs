//! Whether a saved model fits the documents that it is used on.
//!
//! Every second known token of a document is shown, and the others are foreseen from it:
//! document completion, as in [`crate::heldout`]. Where topics foresee words no better than
//! their frequencies in the text that the model was fitted on, the shares of topics say
//! nothing about the new text. Words that the model does not know cannot be foreseen at all
//! and are counted apart.

use crate::model::{FoldIn, Model, TermIds};
use recto_math::{CsrBuilder, Notice, SparseRow};

/// Share of unknown tokens above which the model is said to fit badly. Rare words are not in
/// a model: of thirty short notices it does not know half of the words that it was fitted on.
const MOST_UNKNOWN: f64 = 0.8;

/// Gain in log-likelihood a token over word frequencies below which it is said to fit badly.
const LEAST_GAIN: f64 = 0.02;

/// Tokens below which nothing is said: figures of so few are chance.
const LEAST_TOKENS: usize = 50;

/// Probability of the word frequencies that is mixed in, as in [`crate::heldout`].
const FLOOR: f64 = 0.001;

/// Counts over the new documents so far.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct NewText {
    /// Tokens, stop words left out.
    pub tokens: usize,
    /// Tokens that the model has.
    pub known: usize,
    /// Known tokens that were foreseen.
    pub scored: usize,
    /// Log-likelihood of the foreseen tokens by topics, less that by word frequencies.
    pub gain: f64,
}

impl NewText {
    /// Adds a document, given as its terms.
    pub fn add<'t>(
        &mut self,
        fold_in: &FoldIn<'_>,
        model: &Model,
        term_ids: &TermIds,
        terms: impl IntoIterator<Item = &'t str>,
    ) {
        let mut known: Vec<u32> = Vec::new();
        for term in terms {
            self.tokens += 1;
            known.extend(term_ids.id(term));
        }
        self.known += known.len();
        let shown = known.iter().copied().step_by(2);
        let mut builder = CsrBuilder::new(model.terms.len());
        builder.push_counts(shown);
        let counts = builder.finish();
        let rows: Vec<SparseRow<'_>> = counts.rows().collect();
        let weights = fold_in.weights(&rows);
        for &term in known.iter().skip(1).step_by(2) {
            let base = model.unigram[term as usize];
            let p = fold_in.probability(&weights, 0, term);
            self.gain += (((1.0 - FLOOR) * p + FLOOR * base) / base).ln();
            self.scored += 1;
        }
    }

    /// What a user should know; nothing if the model fits or there is too little text.
    pub fn warnings(&self) -> Vec<Notice> {
        let mut warnings = Vec::new();
        if self.tokens < LEAST_TOKENS {
            return warnings;
        }
        let unknown = 1.0 - self.known as f64 / self.tokens as f64;
        if unknown > MOST_UNKNOWN {
            warnings.push(
                format!(
                    "the saved topics fit this text badly: {:.0} % of its words are unknown to \
                     them; fit topics on text like this",
                    100.0 * unknown
                )
                .into(),
            );
        }
        let gain = self.gain / self.scored.max(1) as f64;
        if self.scored >= LEAST_TOKENS / 2 && gain < LEAST_GAIN {
            let said = if gain <= 0.0 {
                "no better than word frequencies alone do".to_string()
            } else {
                format!(
                    "only {:.1} % better than word frequencies alone do",
                    100.0 * (gain.exp() - 1.0)
                )
            };
            warnings.push(
                format!(
                    "the saved topics fit this text badly: they foresee its words {said}; fit \
                     topics on text like this"
                )
                .into(),
            );
        }
        warnings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Topics of 60 documents about oil or wheat.
    fn model() -> Model {
        let mut builder = crate::CorpusBuilder::new();
        for document in 0..60 {
            builder.push_terms([words(document, 30)]);
        }
        let corpus = builder.finish(&crate::Filter::default()).expect("words");
        let options = crate::Options {
            topics: Some(2),
            ..crate::Options::default()
        };
        let row = crate::methods().iter().find(|row| row.name == "plsa");
        let model = (row.expect("a row").build)(&options).expect("options");
        let run = recto_math::Run::new(0, &recto_math::Silent);
        model.fit(&corpus, &run).expect("a fit").model
    }

    fn words(document: usize, n: usize) -> impl Iterator<Item = &'static str> {
        const SUBJECTS: [[&str; 5]; 2] = [
            ["oil", "crude", "barrel", "well", "rig"],
            ["wheat", "grain", "crop", "field", "mill"],
        ];
        (0..n).map(move |i| SUBJECTS[document % 2][(document / 2 + i * i) % 5])
    }

    fn counted<'t>(documents: impl Iterator<Item = Vec<&'t str>>) -> NewText {
        let model = model();
        let (fold_in, term_ids) = (model.fold_in(), model.term_ids());
        let mut found = NewText::default();
        documents.for_each(|terms| found.add(&fold_in, &model, &term_ids, terms));
        found
    }

    #[test]
    fn text_like_that_of_the_model_fits() {
        let found = counted((0..10).map(|document| words(document, 20).collect()));
        assert_eq!((found.tokens, found.known, found.scored), (200, 200, 100));
        // Each subject has half of the words, so that p doubles: ln 2 a token.
        assert!(
            (found.gain / 100.0 - 2f64.ln()).abs() < 0.05,
            "{}",
            found.gain
        );
        assert!(found.warnings().is_empty());
    }

    #[test]
    fn unknown_words_and_mixed_ones_are_told() {
        let unknown = counted((0..10).map(|_| vec!["cat", "dog", "sun", "oil", "cat", "moon"]));
        let said: Vec<String> = unknown.warnings().iter().map(ToString::to_string).collect();
        assert!(
            said[0].contains("83 % of its words are unknown"),
            "{said:?}"
        );
        // Words shown are of one subject, those foreseen of the other.
        let mixed = counted((0..10).map(|_| ["oil", "wheat"].repeat(10)));
        let said: Vec<String> = mixed.warnings().iter().map(ToString::to_string).collect();
        assert!(
            said[0].contains("no better than word frequencies"),
            "{said:?}"
        );
        let little = counted((0..1).map(|_| vec!["cat"; 9]));
        assert!(little.warnings().is_empty());
    }
}
