//! What `summarize` can be asked.

use super::{Limit, Options, Order, Policy, Size};
use crate::Error;
use crate::field::{self, Choice, Field, Group, Notation};
use recto_math::NumberOrText;
use recto_summarize::{Explain, QueryStyle, Select, Ties, Updates};
use recto_text::UnitKind;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::str::FromStr;

/// What is asked of `summarize`; `None` leaves it to the method. Documents that are known
/// already come as the attachment `since`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    /// The name of a method.
    pub method: String,
    /// The literal parameters of the method's paper.
    pub paper: bool,
    /// At most so many words.
    pub words: Option<usize>,
    /// At most so many bytes.
    pub bytes: Option<usize>,
    /// At most so many sentences; five if no length is given.
    pub sentences: Option<Sentences>,
    /// Whether the last sentence may exceed the length.
    pub overshoot: bool,
    /// What the summary should answer.
    pub query: Option<String>,
    /// Whether each row of a set is asked its own `query` or `queries`.
    pub row_query: bool,
    /// Whether what each row of a set says is known, its `since`, is taken.
    pub row_since: bool,
    /// In which order sentences are told.
    pub order: Order,
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
    /// What the query is; `None` decides by its length.
    pub query_style: Option<QueryStyle>,
    /// Whether everything is summarised if no sentence shares a word with the query.
    pub fallback: bool,
    /// Steps by cosines, without a threshold.
    pub continuous: bool,
    /// How many topics or clusters of sentences.
    pub topics: Option<usize>,
    /// Prior counts of each topic in a document.
    pub alpha: Option<f64>,
    /// Which sentences may explain a document.
    pub explain: Option<Explain>,
    /// From what the topics of documents are updated.
    pub updates: Option<Updates>,
    /// By what sentences are chosen from topics.
    pub select: Option<Select>,
    /// Iterations at most.
    pub iterations: Option<usize>,
    /// Relative gain of the objective below which a fit ends.
    pub tolerance: Option<f64>,
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
            overshoot: false,
            query: None,
            row_query: false,
            row_since: false,
            order: Order::Text,
            threshold: None,
            max_pairs: None,
            position_weight: None,
            open: false,
            ties: None,
            query_style: None,
            fallback: false,
            continuous: false,
            topics: None,
            alpha: None,
            explain: None,
            updates: None,
            select: None,
            iterations: None,
            tolerance: None,
            unit: UnitKind::Sentence,
        }
    }
}

impl Request {
    /// How long the summary is.
    pub(super) fn size(&self) -> Result<Size, Error> {
        size(self.words, self.bytes, self.sentences, 5)
    }

    pub(super) fn policy(&self) -> Policy {
        if self.overshoot {
            Policy::Overshoot
        } else {
            Policy::Fit
        }
    }

    /// The request as the methods take it.
    pub(super) fn options(&self) -> Options {
        Options {
            paper: self.paper,
            threshold: self.threshold,
            max_pairs: self.max_pairs,
            position_weight: self.position_weight,
            open: self.open,
            ties: self.ties,
            query_style: self.query_style,
            fallback: self.fallback,
            continuous: self.continuous,
            topics: self.topics,
            alpha: self.alpha,
            explain: self.explain,
            updates: self.updates,
            select: self.select,
            iterations: self.iterations,
            tolerance: self.tolerance,
            literal: false,
        }
    }
}

/// The one length that was given, or `usual` sentences.
pub(crate) fn size(
    words: Option<usize>,
    bytes: Option<usize>,
    sentences: Option<Sentences>,
    usual: usize,
) -> Result<Size, Error> {
    match (words, bytes, sentences) {
        (None, None, None) => Ok(Size::Limit(Limit::Sentences(usual))),
        (Some(n), None, None) => Ok(Size::Limit(Limit::Words(n))),
        (None, Some(n), None) => Ok(Size::Limit(Limit::Bytes(n))),
        (None, None, Some(Sentences::Count(n))) => Ok(Size::Limit(Limit::Sentences(n))),
        (None, None, Some(Sentences::Percent(percent))) => Ok(Size::Share(percent / 100.0)),
        _ => Err(Error::request(
            "words, bytes and sentences are three ways to say one length; give one of them",
        )),
    }
}

/// A number of sentences, or a part of all: `5` or `5%`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "NumberOrText", into = "NumberOrText")]
pub enum Sentences {
    /// So many.
    Count(usize),
    /// Per cent of all.
    Percent(f64),
}

/// What [`Sentences`] must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a whole number from 1, or a part such as 5%")]
pub struct BadSentences;

impl FromStr for Sentences {
    type Err = BadSentences;

    fn from_str(text: &str) -> Result<Self, BadSentences> {
        let parsed = match text.strip_suffix('%') {
            Some(percent) => percent.trim().parse().map(Self::Percent).ok(),
            None => text.parse().map(Self::Count).ok(),
        };
        parsed.ok_or(BadSentences)
    }
}

impl From<Sentences> for NumberOrText {
    fn from(sentences: Sentences) -> Self {
        match sentences {
            Sentences::Count(n) => Self::Whole(n as u64),
            Sentences::Percent(percent) => Self::Text(format!("{percent}%")),
        }
    }
}

impl TryFrom<NumberOrText> for Sentences {
    type Error = BadSentences;

    fn try_from(written: NumberOrText) -> Result<Self, BadSentences> {
        written.to_string().parse()
    }
}

static SENTENCES_NOTATION: Notation = Notation {
    parse: |text| match text.parse::<Sentences>() {
        Ok(sentences) => Ok(json!(sentences)),
        Err(error) => Err(error.to_string()),
    },
    schema: || {
        json!({ "anyOf": [
            { "type": "integer", "minimum": 1 },
            { "type": "string", "pattern": "^[0-9.]+ *%$" },
        ] })
    },
};

// Fields that `compare` has too.

pub(crate) const WORDS: Field = Field::count("words", "At most so many words")
    .under(Group::Summary)
    .without(&["bytes", "sentences"]);
pub(crate) const BYTES: Field = Field::count("bytes", "At most so many bytes")
    .under(Group::Summary)
    .without(&["words", "sentences"]);
pub(crate) const SENTENCES: Field = Field::notation(
    "sentences",
    &SENTENCES_NOTATION,
    "At most so many sentences, or a part of them such as 5%",
)
.called("N|P%")
.under(Group::Summary)
.without(&["words", "bytes"]);
pub(crate) const THRESHOLD: Field = Field::number(
    "threshold",
    "Cosine above which two sentences are neighbours",
)
.otherwise("0.12; lexrank 0.1")
.by_method();
pub(crate) const MAX_PAIRS: Field =
    Field::count("max_pairs", "Refuse more pairs of neighbours than this")
        .otherwise("50 million, about 4 GiB")
        .by_method();
pub(crate) const POSITION_WEIGHT: Field = Field::number(
    "position_weight",
    "How much the start of a document counts: 0 not at all, 1 much",
)
.called("E")
.otherwise("0.6; less for one document with few capitals")
.by_method();
pub(crate) const OPEN: Field =
    Field::switch("open", "A sentence does not cover itself, as published").by_method();
pub(crate) const TIES: Field = Field::choice(
    "ties",
    &[
        Choice {
            name: "similarity",
            help: "The one that is more like all others",
        },
        Choice {
            name: "index",
            help: "The first one",
        },
    ],
    "Which of two sentences that cover as many is taken",
)
.called("RULE")
.by_method();
pub(crate) const UNIT: Field = Field::choice("unit", field::UNITS, "What is chosen as a whole")
    .called("KIND")
    .usually("sentence");

pub(super) static FIELDS: &[Field] = &[
    Field::choice(
        "order",
        &[
            Choice {
                name: "text",
                help: "By date, document and position",
            },
            Choice {
                name: "choice",
                help: "As they were chosen",
            },
        ],
        "In which order sentences are told",
    )
    .called("ORDER")
    .usually("text")
    .under(Group::Output),
    WORDS,
    BYTES,
    SENTENCES.otherwise("5, if no length is given"),
    Field::switch(
        "overshoot",
        "Let the last sentence exceed the budget, for evaluations that cut the text themselves",
    )
    .under(Group::Summary),
    Field::text(
        "query",
        "What the summary should answer: a question, or a text about a subject",
    )
    .under(Group::Summary)
    .by_method(),
    Field::documents(
        "since",
        "What you know already: files, folders or globs; may be repeated",
    )
    .under(Group::Summary)
    .by_method(),
    Field::switch(
        "row_query",
        "Ask what each row of a set asks: its `query`, or each of its `queries`",
    )
    .under(Group::Summary)
    .without(&["query"])
    .by_method_as("query"),
    Field::switch(
        "row_since",
        "Take what each row of a set says is known: its `since`",
    )
    .under(Group::Summary)
    .without(&["since"])
    .by_method_as("since"),
    Field::method("How to choose sentences"),
    field::PAPER,
    THRESHOLD,
    MAX_PAIRS,
    POSITION_WEIGHT,
    OPEN,
    TIES,
    Field::choice(
        "query_style",
        &[
            Choice {
                name: "question",
                help: "Something specific: the sentences nearest to it",
            },
            Choice {
                name: "topic",
                help: "A subject: what covers the sentences about it",
            },
        ],
        "What the query is",
    )
    .otherwise("a question if it is short")
    .called("STYLE")
    .by_method(),
    Field::switch(
        "fallback",
        "Summarize everything if no sentence shares a word with the query",
    )
    .by_method(),
    Field::switch("continuous", "Walk by cosines, without a threshold").by_method(),
    Field::count("topics", "How many topics or clusters of sentences")
        .called("K")
        .by_method(),
    Field::number("alpha", "Prior counts of each topic in a document").by_method(),
    Field::choice(
        "explain",
        &[
            Choice {
                name: "leave-own-out",
                help: "Those of other documents",
            },
            Choice {
                name: "literal",
                help: "All, as published",
            },
        ],
        "Which sentences may explain a document",
    )
    .called("WHICH")
    .by_method(),
    Field::choice(
        "updates",
        &[
            Choice {
                name: "jacobi",
                help: "Both sides from the same fit",
            },
            Choice {
                name: "gauss-seidel",
                help: "One side from the other's new values, as published",
            },
        ],
        "From what the topics of documents are updated",
    )
    .called("ORDER")
    .by_method(),
    Field::choice(
        "select",
        &[
            Choice {
                name: "topic",
                help: "The likeliest of each topic",
            },
            Choice {
                name: "topic-cosine",
                help: "The one whose words are most like the topic's",
            },
            Choice {
                name: "mix",
                help: "The likeliest over all topics",
            },
        ],
        "By what sentences are chosen from topics",
    )
    .called("BY")
    .by_method(),
    Field::count("iterations", "Iterations at most").by_method(),
    Field::number("tolerance", "Relative gain below which a fit ends").by_method(),
    UNIT,
];
