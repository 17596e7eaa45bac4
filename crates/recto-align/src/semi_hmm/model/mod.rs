//! What was learned, with words as words: it can be saved, loaded and used for other pairs.
//!
//! The built-in model makes a single pair work at once. Its numbers were fitted on word
//! alignments of sentences and stitched documents in English; its words are those of recto's
//! stop list and marks.

mod saved;

use super::kinship::{Class, Kinship};
use super::parameters::{COMPONENTS, JumpLaw, Parameters};
use crate::wordnet::Decay;
use crate::{Jump, Pairs};
use recto_text::{Language, TermId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Parameters that were learned from pairs, with the words that they are about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// Number of pairs that it was learned from.
    pub pairs: usize,
    weights: [f64; COMPONENTS],
    #[serde(default = "decay")]
    decay: Decay,
    p_null: f64,
    jump: JumpLaw,
    background: Background,
    /// Expected counts of rewritings: summary word, document word, count.
    table: Vec<(String, String, f64)>,
}

/// How frequent words are in summaries.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Background {
    /// Words that have a probability of their own.
    words: BTreeMap<String, f64>,
    /// Any other word of the stop list, number, content word and mark.
    others: [f64; 4],
    /// Share of content words among all words.
    content: f64,
}

/// The built-in model: one for all, and a law of jumps by name.
#[derive(Deserialize)]
struct Builtin {
    model: Model,
    jumps: BTreeMap<String, JumpLaw>,
}

fn jump_name(jump: Jump) -> &'static str {
    match jump {
        Jump::Relative => "relative",
        Jump::Sentence => "sentence",
        Jump::Gaussian => "gaussian",
        Jump::Laplace => "laplace",
        Jump::Syntax => "syntax",
        Jump::SyntaxLiteral => "syntax-literal",
    }
}

/// The component of WordNet, its usual weight, and how it falls with the distance: what EM
/// learns on word alignments of English sentences.
const NET: usize = 2;
const NET_SHARE: f64 = 0.024;

fn decay() -> Decay {
    Decay(1.28)
}

/// Number of words that the background of a model counts for, beside the pairs at hand.
const BACKGROUND_WORDS: f64 = 2000.0;

impl Model {
    /// The built-in model, with the jumps asked for.
    pub(crate) fn builtin(jump: Jump) -> Self {
        let bytes = include_bytes!("builtin.json");
        let mut builtin: Builtin = serde_json::from_slice(bytes).expect("the file is valid");
        let law = builtin.jumps.remove(jump_name(jump));
        builtin.model.jump = law.expect("the file has every law");
        builtin.model
    }

    /// The model without its words, but for those of the stop list and marks, and without its
    /// lexical table: what of it holds for any text in the language.
    pub fn without_words(&self, language: &Language) -> Self {
        let is_kept = |word: &str| {
            language.stop_words().contains_key(word) || !word.contains(char::is_alphanumeric)
        };
        let mut bare = self.clone();
        bare.background.words.retain(|word, _| is_kept(word));
        bare.table.clear();
        bare
    }

    /// Which jumps it has learned.
    pub(crate) fn jump(&self) -> Jump {
        self.jump.name()
    }

    /// What was learned from pairs, with their words.
    pub(crate) fn learned(kinship: &Kinship<'_>, parameters: &Parameters) -> Self {
        let vocabulary = kinship.pairs.vocabulary();
        let word = |id| vocabulary.term(id).to_owned();
        let mut words = BTreeMap::new();
        let mut others = [(0.0, 0.0); 4];
        let seen = counted(kinship.pairs);
        for (id, count) in (0..).map(TermId).zip(&seen) {
            let p = parameters.null(id);
            if *count >= 2.0 {
                words.insert(word(id), p);
            } else if *count > 0.0 {
                let (sum, n) = &mut others[kinship.class(id) as usize];
                *sum += p;
                *n += 1.0;
            }
        }
        let mut table = Vec::new();
        for summary in (0..vocabulary.len() as u32).map(TermId) {
            for (entry, document) in kinship.table.row(summary) {
                let count = parameters.counts[entry];
                if count > 1e-6 {
                    table.push((word(summary), word(document), count));
                }
            }
        }
        Self {
            pairs: kinship.pairs.pairs.len(),
            weights: parameters.weights,
            decay: parameters.decay,
            p_null: parameters.p_null,
            jump: parameters.jump.clone(),
            background: Background {
                words,
                content: parameters.content_mass,
                others: others.map(|(sum, n): (f64, f64)| if n > 0.0 { sum / n } else { 1e-4 }),
            },
            table,
        }
    }

    /// The entries of the lexical table that concern these pairs, as rows of summary words.
    pub(crate) fn rows(&self, pairs: &Pairs) -> Vec<Vec<TermId>> {
        let mut rows = vec![Vec::new(); pairs.vocabulary().len()];
        for (summary, document, _) in &self.table {
            let id = |word: &str| pairs.vocabulary().get(word);
            if let (Some(summary), Some(document)) = (id(summary), id(document)) {
                rows[summary.index()].push(document);
            }
        }
        rows
    }

    /// The parameters for these pairs: what words come from nowhere is that of the model and
    /// of the summaries at hand together.
    pub(crate) fn parameters(&self, kinship: &Kinship<'_>, unknown: f64) -> Parameters {
        let pairs = kinship.pairs;
        let mut parameters = Parameters {
            weights: self.weights_with(kinship.net.is_some()),
            decay: self.decay,
            p_null: self.p_null,
            content_mass: self.content_mass(kinship),
            null: self.null(kinship),
            jump: self.jump.for_labels(pairs.labels()),
            counts: vec![unknown; kinship.table.len()],
            totals: vec![0.0; pairs.vocabulary().len()],
        };
        for (summary, document, count) in &self.table {
            let id = |word: &str| pairs.vocabulary().get(word);
            let Some((summary, document)) = id(summary).zip(id(document)) else {
                continue;
            };
            let mut row = kinship.table.row(summary);
            if let Some((entry, _)) = row.find(|&(_, other)| other == document) {
                parameters.counts[entry] = *count;
            }
        }
        parameters.add_totals(&kinship.table);
        parameters
    }

    /// The weights; where WordNet is used and played no part before, with its usual share.
    fn weights_with(&self, net: bool) -> [f64; COMPONENTS] {
        let mut weights = self.weights;
        if net && weights[NET] <= 0.0 {
            weights
                .iter_mut()
                .for_each(|weight| *weight *= 1.0 - NET_SHARE);
            weights[NET] = NET_SHARE;
        }
        weights
    }

    fn content_mass(&self, kinship: &Kinship<'_>) -> f64 {
        let seen = counted(kinship.pairs);
        let words = seen.iter().zip((0..).map(TermId));
        let content = words.filter(|&(_, word)| kinship.class(word) == Class::Content);
        let count: f64 = content.map(|(count, _)| count).sum();
        let total: f64 = seen.iter().sum();
        (count + BACKGROUND_WORDS * self.background.content) / (total + BACKGROUND_WORDS)
    }

    fn null(&self, kinship: &Kinship<'_>) -> Vec<f64> {
        let seen = counted(kinship.pairs);
        let total: f64 = seen.iter().sum();
        let words = kinship.pairs.vocabulary().iter().zip(seen);
        words
            .zip((0..).map(TermId))
            .map(|((word, count), id)| {
                let class = kinship.class(id);
                let other = self.background.others[class as usize];
                let model = self.background.words.get(word).copied().unwrap_or(other);
                (count + BACKGROUND_WORDS * model) / (total + BACKGROUND_WORDS)
            })
            .collect()
    }
}

/// How often each word stands in the summaries.
fn counted(pairs: &Pairs) -> Vec<f64> {
    let mut counts = vec![0.0; pairs.vocabulary().len()];
    for word in pairs.pairs.iter().flat_map(|pair| &pair.summary.words) {
        counts[word.index()] += 1.0;
    }
    counts
}
