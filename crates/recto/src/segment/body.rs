//! What `segment` answers: the keys of the contract.

use super::likeness::Likeness;
use crate::offsets::{self, Offsets, TextOf, VisitOffset};
use recto_segment::PathPoint;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Documents and their segments.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Body {
    /// Each document that could be cut.
    pub documents: Vec<SegmentedDocument>,
}

/// One document and its segments.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SegmentedDocument {
    /// The document's id.
    pub id: String,
    /// Its title, where it has one; see [`Document::shown_title`](crate::Document::shown_title).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The code of the language that it was analysed in.
    pub language: String,
    /// How many units it has.
    pub units: usize,
    /// The segments in order; they cover all units.
    pub segments: Vec<Segment>,
    /// Nested segmentations, coarsest first, the last one `segments`; if asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<Vec<Vec<Segment>>>,
    /// Other numbers of segments and where they are best, from methods that know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<PathPoint>,
    /// How alike neighbouring units are, if asked for; never in the JSON.
    #[serde(skip)]
    pub likeness: Option<Likeness>,
    /// The text that offsets refer to, if asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// One segment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Segment {
    /// Its first unit.
    pub start_unit: usize,
    /// One past its last unit.
    pub end_unit: usize,
    /// Its first byte.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// The unit most like the whole of it.
    pub center_unit: usize,
    /// A phrase of the text.
    pub title: String,
    /// How many words, stop words counted.
    pub words: usize,
    /// The words that set it apart, with their weights.
    pub terms: Vec<(String, f64)>,
    /// How sure the boundary at `start` is, from 0 to 1; null for the first segment.
    pub confidence: Option<f64>,
    /// The words that differ across the boundary at `start`; null for the first segment.
    pub evidence: Option<Evidence>,
    /// Its first byte with the words that it shares with the one before, if asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overlap_start: Option<usize>,
    /// Titles of the document and the headings above it, if asked for and there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// Where it begins, if the document has named places, such as `page 3`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// One past the last byte of its first unit: what a reader is shown first.
    #[serde(skip)]
    pub opening_end: usize,
}

/// The words that tell a segment from the one before it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Evidence {
    /// Words of the segment before.
    pub left: Vec<(String, f64)>,
    /// Words of this one.
    pub right: Vec<(String, f64)>,
}

impl Offsets for Body {
    fn each_offset(&mut self, visit: &mut VisitOffset<'_>) {
        for document in &mut self.documents {
            let text = TextOf::Document(&document.id);
            let levels = document.levels.iter_mut().flatten().flatten();
            for segment in document.segments.iter_mut().chain(levels) {
                offsets::range(visit, text, [&mut segment.start, &mut segment.end]);
                segment
                    .overlap_start
                    .iter_mut()
                    .for_each(|start| visit(text, start));
            }
        }
    }
}
