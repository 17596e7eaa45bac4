//! What `classify` answers: the keys of the contract.

use crate::offsets::Offsets;
use recto_classify::Model;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Documents and their classes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Body {
    /// Each document, in the order in which they were read.
    pub documents: Vec<ClassifiedDocument>,
    /// The words that decide, strongest first, for each class in turn.
    pub terms: Vec<DecidingTerm>,
    /// Words of the lexicon whose class the documents overruled, firmest first.
    pub switched: Vec<SwitchedTerm>,
    /// The classes.
    pub classes: Vec<ClassSummary>,
    /// Whether probabilities were calibrated on labelled documents.
    pub calibrated: bool,
    /// What calibration found on labelled documents that a fit did not see; null below 20.
    pub out_of_fold: Option<OutOfFold>,
    /// How far the classes agree with labels that were not learned from; null without such.
    pub agreement: Option<Agreement>,
    /// How much of the text the lexicon knows; null without one.
    pub lexicon: Option<LexiconUse>,
    /// The classifier, which can be saved; not part of the JSON.
    #[serde(skip)]
    #[schemars(skip)]
    pub model: Option<Model>,
}

/// One document and its class.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClassifiedDocument {
    /// The document's id.
    pub id: String,
    /// Its title, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The code of the language that it was analysed in.
    pub language: String,
    /// The class; null if it gets none.
    pub label: Option<String>,
    /// Probability of each class.
    pub p: BTreeMap<String, f64>,
    /// Whether it gets no class.
    pub abstain: bool,
    /// Why it gets no class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Whether the evidence is clear, mixed or too little.
    pub leaning: Leaning,
    /// Words that speak for (above 0) and against the likeliest class, strongest first.
    pub because: Vec<(String, f64)>,
    /// The label that came with it; null if there was none.
    pub given: Option<String>,
    /// Whether that label was learned from.
    pub learned_from: bool,
}

/// What the evidence of a document is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Leaning {
    /// Most of it speaks for one class.
    Clear,
    /// Much of it speaks for each of two classes.
    Mixed,
    /// There is too little of it.
    Neutral,
}

/// A word that decides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DecidingTerm {
    /// The word; `not_word` is the word under negation.
    pub term: String,
    /// The class that it speaks for.
    pub class: String,
    /// Probability of that class given the word alone; null if the method has none.
    pub p: Option<f64>,
    /// Its weight for that class over the next.
    pub weight: f64,
    /// Documents that have it.
    pub documents: usize,
    /// Whether it was labelled, in the lexicon or by a user.
    pub labelled: bool,
}

/// A labelled word that the documents use otherwise.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SwitchedTerm {
    /// The word.
    pub term: String,
    /// The class of its label.
    pub from: String,
    /// The class that the documents say.
    pub to: String,
    /// `firm`, `probable` or `weak`.
    pub evidence: String,
    /// Log odds of its presence in labelled documents over their standard error; null if too
    /// few have it.
    pub z: Option<f64>,
    /// Documents that have it.
    pub documents: usize,
}

/// A class and its documents.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClassSummary {
    /// The name.
    pub name: String,
    /// Documents that get it.
    pub documents: usize,
    /// Documents whose label was learned from.
    pub labelled: usize,
    /// Words that are labelled with it and occur in the documents.
    pub words: usize,
}

/// Labelled documents, each scored by a fit that had not seen its label.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OutOfFold {
    /// Number of documents.
    pub documents: usize,
    /// Share that gets its label.
    pub accuracy: f64,
    /// Accuracy if only the surest documents get a class.
    pub risk_coverage: Vec<Coverage>,
}

/// Accuracy of the surest documents.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Coverage {
    /// Share of the documents that get a class.
    pub coverage: f64,
    /// Share of those that is right.
    pub accuracy: f64,
    /// The threshold that gives this share.
    pub threshold: f64,
}

/// Agreement with labels that were not learned from.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Agreement {
    /// Number of documents with such a label.
    pub documents: usize,
    /// Share of them that gets its label; one without a class counts as wrong.
    pub accuracy: f64,
    /// Mean over classes of the share that gets its label.
    pub balanced_accuracy: Option<f64>,
    /// Agreement beyond chance.
    pub kappa: Option<f64>,
}

/// How much of the text a lexicon knows.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LexiconUse {
    /// Words of the lexicon that occur.
    pub words: usize,
    /// Documents with at least one of them.
    pub documents: usize,
}

/// Words stand for themselves: there are no offsets.
impl Offsets for Body {}
