//! What `authors` answers: the keys of the contract.

use crate::offsets::{self, Offsets, TextOf, VisitOffset};
use recto_authors::{Agreement, Alternative, Certainty, Evidence, MoreThanOne, Stability};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Documents and who wrote what of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Body {
    /// Each document that could be divided.
    pub documents: Vec<AttributedDocument>,
}

/// One document and who wrote what of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AttributedDocument {
    /// The document's id.
    pub id: String,
    /// Its title, where it has one; see [`Document::shown_title`](crate::Document::shown_title).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The code of the language that it was analysed in.
    pub language: String,
    /// How many groups.
    pub authors: usize,
    /// How many units it has.
    pub units: usize,
    /// The group of each unit, numbered by first appearance.
    pub labels: Vec<usize>,
    /// How sure each label is; `None` from methods that do not say.
    pub certainty: Option<Vec<Certainty>>,
    /// Whether there is more than one author at all.
    pub more_than_one_author: MoreThanOne,
    /// Runs of units of one group.
    pub segments: Vec<Segment>,
    /// What marks each group.
    pub evidence: Vec<Evidence>,
    /// First and last byte, exclusive, of each unit.
    pub spans: Vec<[usize; 2]>,
    /// How well the answer holds when other features are looked at.
    pub agreement: Option<Agreement>,
    /// How much better two styles explain a token than one does, in nats.
    pub style_gain: Option<f64>,
    /// What other numbers of groups would give.
    pub alternatives: Vec<Alternative>,
    /// How much the answer hangs on the prior.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stability: Vec<Stability>,
    /// The text that offsets refer to, if asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// A run of units of one group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Segment {
    /// Its first unit.
    pub start_unit: usize,
    /// One past its last unit.
    pub end_unit: usize,
    /// Its first byte.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// The group.
    pub author: usize,
    /// Where it begins, if the document has named places, such as `page 3`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}

impl Offsets for Body {
    fn each_offset(&mut self, visit: &mut VisitOffset<'_>) {
        for document in &mut self.documents {
            let text = TextOf::Document(&document.id);
            for segment in &mut document.segments {
                offsets::range(visit, text, [&mut segment.start, &mut segment.end]);
            }
            for span in &mut document.spans {
                offsets::range(visit, text, span.each_mut());
            }
        }
    }
}
