//! What `authors` can be asked.

use crate::field::{self, Choice, Field, Group, Notation};
use recto_authors::Theta;
use recto_text::UnitKind;
use serde::{Deserialize, Serialize};

/// What is asked of `authors`; `None` leaves it to the method.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    /// The name of a method.
    pub method: String,
    /// The literal parameters of the method's paper.
    pub paper: bool,
    /// How many authors there are.
    pub authors: Option<usize>,
    /// The concentration of the prior over words.
    pub theta: Option<Theta>,
    /// What a unit is: a sentence or a line.
    pub unit: UnitKind,
    /// Documents of fewer units are left out; `None` for none.
    pub min_units: Option<usize>,
    /// Whether the answer holds the documents' text.
    pub with_text: bool,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            method: "auto".into(),
            paper: false,
            authors: None,
            theta: None,
            unit: UnitKind::Sentence,
            min_units: None,
            with_text: false,
        }
    }
}

/// A paragraph may well have several authors.
const UNITS: &[Choice] = &[
    Choice {
        name: "sentence",
        help: "Sentences",
    },
    Choice {
        name: "line",
        help: "Lines",
    },
];

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
    Field::method("Method that groups sentences by author"),
    field::PAPER,
    Field::count("authors", "Number of authors, if known")
        .called("K")
        .otherwise("found by the method")
        .by_method(),
    Field::notation(
        "theta",
        &THETA,
        "Concentration of the Dirichlet prior over words, or auto to estimate it",
    )
    .called("X|auto")
    .otherwise("0.1")
    .by_method(),
    Field::choice("unit", UNITS, "Unit of text that has one author")
        .called("KIND")
        .usually("sentence"),
    Field::count("min_units", "Leave out documents of fewer units")
        .from_to(1, u64::MAX)
        .otherwise("none is left out"),
];
