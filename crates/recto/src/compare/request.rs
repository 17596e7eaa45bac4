//! What `compare` can be asked.

use crate::field::{self, Field};
use crate::summarize::{
    BYTES, MAX_PAIRS, OPEN, Options, POSITION_WEIGHT, SENTENCES, Sentences, THRESHOLD, TIES, Ties,
    UNIT, WORDS,
};
use recto_text::UnitKind;
use serde::{Deserialize, Serialize};

/// What is asked of `compare`; `None` leaves it to the method.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    /// The name of a method.
    pub method: String,
    /// The literal parameters of the method's paper.
    pub paper: bool,
    /// At most so many words for each group.
    pub words: Option<usize>,
    /// At most so many bytes for each group.
    pub bytes: Option<usize>,
    /// At most so many sentences for each group; three if no length is given.
    pub sentences: Option<Sentences>,
    /// Cosine above which two sentences are neighbours.
    pub threshold: Option<f64>,
    /// How many pairs of neighbours there may be.
    pub max_pairs: Option<usize>,
    /// How much the start of a document counts: 0 not at all, 1 much.
    pub position_weight: Option<f64>,
    /// A sentence covers its neighbours but not itself, as published.
    pub open: bool,
    /// Which of two sentences that cover as many others is taken.
    pub ties: Option<Ties>,
    /// What is covered counts in all groups, as published.
    pub literal: bool,
    /// What may be chosen as a whole.
    pub unit: UnitKind,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            method: "auto".into(),
            paper: false,
            words: None,
            bytes: None,
            sentences: None,
            threshold: None,
            max_pairs: None,
            position_weight: None,
            open: false,
            ties: None,
            literal: false,
            unit: UnitKind::Sentence,
        }
    }
}

impl Request {
    /// The request as the methods take it.
    pub(super) fn options(&self) -> Options {
        Options {
            paper: self.paper,
            threshold: self.threshold,
            max_pairs: self.max_pairs,
            position_weight: self.position_weight,
            open: self.open,
            ties: self.ties,
            literal: self.literal,
            ..Options::default()
        }
    }
}

pub(super) static FIELDS: &[Field] = &[
    WORDS,
    BYTES,
    SENTENCES.otherwise("3, if no length is given"),
    Field::method("Comparison method"),
    field::PAPER,
    field::STOP_WORDS,
    THRESHOLD,
    MAX_PAIRS,
    POSITION_WEIGHT,
    OPEN,
    TIES,
    Field::switch("literal", "Count coverage over all groups, as published").by_method(),
    UNIT,
];
