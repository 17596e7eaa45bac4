//! What `summarize` can be asked.

use super::{Limit, Options, Order, Policy, Size};
use crate::Error;
use crate::field::{self, Choice, Field, Group, Notation};
use recto_math::{NumberOrText, finite_number};
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
            alpha_by_topic: None,
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
            Some(percent) => finite_number(percent).map(Self::Percent),
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

pub(crate) const WORDS: Field = Field::count("words", "Maximum length in words")
    .under(Group::Summary)
    .without(&["bytes", "sentences"]);
pub(crate) const BYTES: Field = Field::count("bytes", "Maximum length in bytes")
    .under(Group::Summary)
    .without(&["words", "sentences"]);
pub(crate) const SENTENCES: Field = Field::notation(
    "sentences",
    &SENTENCES_NOTATION,
    "Maximum number of sentences, or a share of all such as 5%",
)
.called("N|P%")
.under(Group::Summary)
.without(&["words", "bytes"]);
pub(crate) const THRESHOLD: Field = Field::number(
    "threshold",
    "Cosine similarity above which two sentences are neighbours",
)
.within(0.0, 1.0)
.otherwise("0.12; lexrank 0.1")
.by_method();
pub(crate) const MAX_PAIRS: Field = Field::count(
    "max_pairs",
    "Maximum number of neighbour pairs; more is an error",
)
.otherwise("50 million, about 4 GiB")
.by_method();
pub(crate) const POSITION_WEIGHT: Field = Field::number(
    "position_weight",
    "Weight of the position in a document: 0 ignores it, 1 favours the start strongly",
)
.within(0.0, f64::INFINITY)
.called("E")
.otherwise("0.6; less for one document with few capitals")
.by_method();
pub(crate) const OPEN: Field =
    Field::switch("open", "A sentence does not dominate itself, as published").by_method();
pub(crate) const TIES: Field = Field::choice(
    "ties",
    &[
        Choice {
            name: "similarity",
            help: "The one more similar to all others",
        },
        Choice {
            name: "index",
            help: "The first one",
        },
    ],
    "How to break ties between sentences that dominate equally many",
)
.called("RULE")
.by_method();
pub(crate) const UNIT: Field = Field::choice("unit", field::UNITS, "Unit of text that is selected")
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
                help: "Order of selection",
            },
        ],
        "Order of the sentences in the summary",
    )
    .called("ORDER")
    .usually("text")
    .under(Group::Output),
    WORDS,
    BYTES,
    SENTENCES.otherwise("5, if no length is given"),
    Field::switch(
        "overshoot",
        "Allow the last sentence to exceed the limit, for evaluations that truncate",
    )
    .under(Group::Summary),
    Field::text(
        "query",
        "Question or subject that the summary should address",
    )
    .under(Group::Summary)
    .by_method(),
    Field::documents(
        "since",
        "Documents already known: files, folders or globs; may be repeated",
    )
    .under(Group::Summary)
    .by_method(),
    Field::switch(
        "row_query",
        "Use the `query` or `queries` of each row as the query",
    )
    .under(Group::Summary)
    .without(&["query"])
    .by_method_as("query"),
    Field::switch(
        "row_since",
        "Use the `since` of each row as documents already known",
    )
    .under(Group::Summary)
    .without(&["since"])
    .by_method_as("since"),
    Field::method("Summarization method"),
    field::PAPER,
    field::STOP_WORDS,
    THRESHOLD,
    MAX_PAIRS,
    POSITION_WEIGHT.otherwise("0.5; less for one document whose order means nothing"),
    OPEN,
    TIES,
    Field::choice(
        "query_style",
        &[
            Choice {
                name: "question",
                help: "A specific question: the most similar sentences",
            },
            Choice {
                name: "topic",
                help: "A subject: a summary of the sentences about it",
            },
        ],
        "Interpretation of the query",
    )
    .otherwise("a question if it is short")
    .called("STYLE")
    .by_method(),
    Field::switch(
        "fallback",
        "Summarize everything if no sentence shares a word with the query",
    )
    .by_method(),
    Field::switch(
        "continuous",
        "Use cosine weights instead of a threshold (continuous LexRank)",
    )
    .by_method(),
    Field::count("topics", "Number of topics or sentence clusters")
        .called("K")
        .by_method(),
    Field::number("alpha", "Dirichlet prior of topics in a document")
        .within(0.0, f64::INFINITY)
        .by_method(),
    Field::choice(
        "explain",
        &[
            Choice {
                name: "leave-own-out",
                help: "Sentences of other documents",
            },
            Choice {
                name: "literal",
                help: "All sentences, as published",
            },
        ],
        "Which sentences may explain a document (bstm)",
    )
    .called("WHICH")
    .by_method(),
    Field::choice(
        "updates",
        &[
            Choice {
                name: "jacobi",
                help: "Both factors from the previous iteration",
            },
            Choice {
                name: "gauss-seidel",
                help: "Each factor from the latest values of the other, as published",
            },
        ],
        "Order of updates (bstm)",
    )
    .called("ORDER")
    .by_method(),
    Field::choice(
        "select",
        &[
            Choice {
                name: "topic",
                help: "The likeliest sentence of each topic",
            },
            Choice {
                name: "topic-cosine",
                help: "The sentence most similar to each topic's words",
            },
            Choice {
                name: "mix",
                help: "The likeliest sentences over all topics",
            },
        ],
        "How sentences are selected from topics",
    )
    .called("BY")
    .by_method(),
    Field::count("iterations", "Maximum number of iterations").by_method(),
    Field::number(
        "tolerance",
        "Relative improvement below which fitting stops",
    )
    .within(0.0, f64::INFINITY)
    .by_method(),
    UNIT,
];
