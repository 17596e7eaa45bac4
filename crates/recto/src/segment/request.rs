//! What `segment` can be asked.

use crate::field::{self, Choice, Field, Group, Notation};
use recto_segment::bayes::Theta;
use recto_segment::{Overlap, SegmentCount, SegmentError};
use recto_text::UnitKind;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// What is asked of `segment`; `None` leaves it to the method.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    /// The name of a method.
    pub method: String,
    /// The literal parameters of the method's paper.
    pub paper: bool,
    /// How many segments.
    pub segments: Option<SegmentCount>,
    /// Finer below 1, coarser above.
    pub granularity: Option<f64>,
    /// The least number of words in a segment, as far as it can be had.
    pub min_words: Option<usize>,
    /// The greatest number of words in a segment, overlap and context counted.
    pub max_words: Option<usize>,
    /// How much of the text before a segment is repeated in it.
    pub overlap: Option<Overlap>,
    /// Whether each segment comes with the titles above it.
    pub chunk_context: bool,
    /// How many distinctive words of each segment stand with those titles; none without a
    /// number.
    pub context_words: Option<usize>,
    /// Whether headings are evidence of a boundary.
    pub headings: Option<Headings>,
    /// How willing every unit is to be the centre of a segment. A number for each unit comes
    /// as the attachment of that name.
    pub preference: Option<f64>,
    /// How many units may lie between a unit and its centre.
    pub window: Option<usize>,
    /// How much of a message stays from one iteration to the next.
    pub damping: Option<f64>,
    /// The concentration of the prior over words.
    pub theta: Option<Theta>,
    /// What a segment costs, as a multiple of the log of the number of units.
    pub penalty: Option<f64>,
    /// How many nested levels to give.
    pub levels: Option<usize>,
    /// What a unit is.
    pub unit: UnitKind,
    /// Whether the answer holds the documents' text.
    pub with_text: bool,
    /// Whether to compare neighbouring units, for a picture of the text on a page.
    #[serde(skip)]
    pub with_likeness: bool,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            method: "auto".into(),
            paper: false,
            segments: None,
            granularity: None,
            min_words: None,
            max_words: None,
            overlap: None,
            chunk_context: false,
            context_words: None,
            headings: None,
            preference: None,
            window: None,
            damping: None,
            theta: None,
            penalty: None,
            levels: None,
            unit: UnitKind::Sentence,
            with_text: false,
            with_likeness: false,
        }
    }
}

/// Whether headings are evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Headings {
    /// A segment likes to open with a heading.
    Use,
    /// Headings are text like any other.
    Ignore,
}

const HEADINGS: &[Choice] = &[
    Choice {
        name: "use",
        help: "Prefer segments that start with a heading",
    },
    Choice {
        name: "ignore",
        help: "Treat headings as ordinary text",
    },
];

static SEGMENTS: Notation = Notation {
    parse: |text| match text.parse::<SegmentCount>() {
        Ok(count) => Ok(json!(count)),
        // The front end has named the field and the value already.
        Err(SegmentError::Parameter(bad)) => Err(format!("must be {}", bad.range)),
        Err(other) => Err(other.to_string()),
    },
    schema: || {
        json!({ "anyOf": [
            { "type": "integer", "minimum": 1 },
            { "type": "string", "pattern": "^[0-9]+\\.\\.=?[0-9]+$" },
        ] })
    },
};

static OVERLAP: Notation = Notation {
    parse: |text| match text.parse::<Overlap>() {
        Ok(overlap) => Ok(json!(overlap)),
        Err(SegmentError::Parameter(bad)) => Err(format!("must be {}", bad.range)),
        Err(other) => Err(other.to_string()),
    },
    schema: || {
        json!({ "anyOf": [
            { "type": "integer", "minimum": 0 },
            { "type": "string", "pattern": "^[0-9]+s?$" },
        ] })
    },
};

static THETA: Notation = Notation {
    parse: |text| field::number_or_auto(text, |text| text.parse::<Theta>().is_ok()),
    schema: field::number_or_auto_schema,
};

pub(super) static FIELDS: &[Field] = &[
    Field::switch(
        "with_text",
        "Include the text that offsets refer to in the JSON",
    )
    .under(Group::Output),
    Field::method("Segmentation method"),
    field::PAPER,
    field::STOP_WORDS,
    Field::notation(
        "segments",
        &SEGMENTS,
        "Number of segments, or a range such as 8..15 (both ends included)",
    )
    .called("K|A..B")
    .otherwise("found by the method")
    .by_method(),
    Field::number(
        "granularity",
        "Below 1 gives more segments, above 1 fewer; useful range 0.5 to 2",
    )
    .within(0.0, f64::INFINITY)
    .called("G")
    .otherwise("1")
    .by_method(),
    Field::count(
        "min_words",
        "Minimum number of words in a segment, where possible",
    )
    .by_method(),
    Field::count(
        "max_words",
        "Maximum number of words in a segment, never exceeded: cuts chunks for retrieval",
    )
    .by_method(),
    Field::notation(
        "overlap",
        &OVERLAP,
        "Repeat the last words of a segment in the next one: 20, or sentences: 2s",
    )
    .called("N|Ns")
    .otherwise("none"),
    Field::switch(
        "chunk_context",
        "Give each segment the title of its document and the headings above it",
    ),
    Field::count(
        "context_words",
        "The same, with so many distinctive words of the segment",
    )
    .otherwise("none")
    .from_to(1, 20),
    Field::choice(
        "headings",
        HEADINGS,
        "Whether headings count as evidence of a boundary",
    )
    .otherwise("use")
    .called("HOW")
    .by_method(),
    Field::file(
        "similarity",
        "File with your own similarities of units: unit, unit, value, tab-separated, one per line",
    )
    .otherwise("from the words")
    .by_method(),
    Field::number_or_file(
        "preference",
        "Preference of units to be segment centres: a number, or a file with one number per line",
    )
    .otherwise("by a rule")
    .by_method(),
    Field::count(
        "window",
        "Maximum distance between a unit and its centre, in units",
    )
    .called("H")
    .otherwise("100")
    .by_method(),
    Field::number(
        "damping",
        "Damping of messages between iterations, 0 to below 1 (published: 0.5 to below 1)",
    )
    .within(0.0, 1.0)
    .otherwise("0.9")
    .by_method(),
    Field::notation(
        "theta",
        &THETA,
        "Concentration of the Dirichlet prior over words, or auto to estimate it",
    )
    .called("X|auto")
    .otherwise("0.2; 0.1 with a number of segments")
    .by_method(),
    Field::number(
        "penalty",
        "Cost of a segment, as a multiple of the log of the number of units",
    )
    .within(0.0, 1e6)
    .otherwise("12")
    .by_method(),
    Field::count(
        "levels",
        "Number of nested levels to output, coarsest first",
    )
    .called("L")
    .otherwise("none; 4 on a page")
    .from_to(1, 12),
    Field::choice("unit", field::UNITS, "Unit of text that is never split")
        .called("KIND")
        .usually("sentence"),
];
