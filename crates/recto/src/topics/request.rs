//! What `topics` can be asked.

use super::output;
use crate::field::{self, Choice, Field, Group, Notation};
use recto_math::NumberOrText;
use recto_topics::Cache;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt;
use std::str::FromStr;

/// What is asked of `topics`; `None` leaves it to the method.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    /// The name of a method.
    pub method: String,
    /// The literal parameters of the method's paper.
    pub paper: bool,
    /// How many topics; `None` chooses by held-out words.
    pub topics: Option<usize>,
    /// Prior counts of each topic in a document.
    pub alpha: Option<f64>,
    /// Prior counts of each word in a topic.
    pub beta: Option<f64>,
    /// How much a segment may deviate from its document, 0 to 1.
    pub eta: Option<f64>,
    /// What is remembered of a text's own words.
    pub cache: Option<Cache>,
    /// Iterations at most.
    pub iterations: Option<usize>,
    /// Relative gain of the objective below which a fit ends.
    pub tolerance: Option<f64>,
    /// Fits from different starts, of which the best is kept.
    pub restarts: Option<usize>,
    /// Whether to give the perplexity that the SGM paper prints, comparable with nothing.
    pub paper_perplexity: bool,
    /// Bytes of memory that a fit may take; `None` takes what is free.
    pub max_memory: Option<usize>,
    /// How many clusters of documents.
    pub clusters: Grouping,
    /// The part of the documents that is held out to measure perplexity, 0 to 1.
    pub held_out: Option<f64>,
    /// Whether to measure how stable the topics are over seeds; costs as much as three fits.
    pub stability: bool,
    /// What a segment is: `passages`, `document`, or a method of `segment`.
    pub parts: String,
    /// Words in fewer documents are left out; `None` decides by the number of documents.
    pub min_documents: Option<usize>,
    /// Words in more than this part of the documents are left out.
    pub max_share: f64,
    /// Whether the topics of segments are left out of the answer.
    pub no_segments: bool,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            method: "auto".into(),
            paper: false,
            topics: None,
            alpha: None,
            beta: None,
            eta: None,
            cache: None,
            iterations: None,
            tolerance: None,
            restarts: None,
            paper_perplexity: false,
            max_memory: None,
            clusters: Grouping::Chosen,
            held_out: None,
            stability: false,
            parts: "passages".into(),
            min_documents: None,
            max_share: 1.0,
            no_segments: false,
        }
    }
}

/// How many clusters of documents: a number, `auto` or `none`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "NumberOrText", into = "NumberOrText")]
pub enum Grouping {
    /// None at all.
    Off,
    /// As many as fit best.
    Chosen,
    /// So many.
    Count(usize),
}

/// What [`Grouping`] must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a whole number from 1, auto or none")]
pub struct BadGrouping;

impl FromStr for Grouping {
    type Err = BadGrouping;

    fn from_str(text: &str) -> Result<Self, BadGrouping> {
        match text {
            "auto" => Ok(Self::Chosen),
            "none" => Ok(Self::Off),
            number => match number.parse() {
                Ok(n) if n > 0 => Ok(Self::Count(n)),
                _ => Err(BadGrouping),
            },
        }
    }
}

impl fmt::Display for Grouping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Off => f.write_str("none"),
            Self::Chosen => f.write_str("auto"),
            Self::Count(n) => n.fmt(f),
        }
    }
}

impl From<Grouping> for NumberOrText {
    fn from(grouping: Grouping) -> Self {
        match grouping {
            Grouping::Count(n) => Self::Whole(n as u64),
            named => Self::Text(named.to_string()),
        }
    }
}

impl TryFrom<NumberOrText> for Grouping {
    type Error = BadGrouping;

    fn try_from(written: NumberOrText) -> Result<Self, BadGrouping> {
        written.to_string().parse()
    }
}

const CACHES: &[Choice] = &[
    Choice {
        name: "off",
        help: "No cache",
    },
    Choice {
        name: "segment",
        help: "The words of the same segment",
    },
    Choice {
        name: "document",
        help: "The words of the same document",
    },
];

static TOPICS: Notation = Notation {
    parse: |text| match text {
        "auto" => Ok(Value::Null),
        number => match number.parse::<usize>() {
            Ok(n) => Ok(json!(n)),
            Err(_) => Err("a whole number, or auto".into()),
        },
    },
    schema: || json!({ "type": "integer", "minimum": 1 }),
};

static CLUSTERS: Notation = Notation {
    parse: |text| match text.parse::<Grouping>() {
        Ok(grouping) => Ok(json!(grouping)),
        Err(error) => Err(error.to_string()),
    },
    schema: || {
        json!({ "anyOf": [
            { "type": "integer", "minimum": 1 },
            { "enum": ["auto", "none"] },
        ] })
    },
};

pub(super) static FIELDS: &[Field] = &[
    Field::switch("no_segments", "Omit the topics of segments from the JSON").under(Group::Output),
    Field::output_file(
        "save_model",
        "Save the topic model to a file, for new documents",
    ),
    Field::output_file(
        "tree",
        "Write the cluster tree: Newick, or JSON if the name ends in .json",
    ),
    Field::output_folder(
        "mallet",
        &output::MALLET,
        "Write MALLET's topic-keys.txt and doc-topics.txt into this folder",
    ),
    Field::method("Topic model").or_named("model"),
    field::PAPER,
    field::STOP_WORDS,
    Field::notation(
        "topics",
        &TOPICS,
        "Number of topics, or auto to choose by held-out fit and agreement of halves",
    )
    .called("K|auto")
    .usually("auto")
    .by_method(),
    Field::file(
        "seed_words",
        "File of seed words: one topic per line; -word is forbidden in it, !word in all others",
    )
    .by_method(),
    Field::number("alpha", "Dirichlet prior of topics in a document").within(0.0, f64::INFINITY)
        .otherwise("0.1")
        .by_method(),
    Field::number("beta", "Dirichlet prior of words in a topic").within(0.0, f64::INFINITY)
        .otherwise("0.01")
        .by_method(),
    Field::number(
        "eta",
        "How far a segment may deviate from its document, 0 to 1",
    ).within(0.0, 1.0)
    .otherwise("0.3")
    .by_method(),
    Field::choice(
        "cache",
        CACHES,
        "Word cache: what is remembered of a text's own words",
    )
    .called("WHAT")
    .otherwise("off")
    .by_method(),
    Field::count("iterations", "Maximum number of iterations")
        .otherwise("200")
        .by_method(),
    Field::number(
        "tolerance",
        "Relative improvement below which fitting stops",
    ).within(0.0, f64::INFINITY)
    .otherwise("0.00001")
    .by_method(),
    Field::count(
        "restarts",
        "Number of fits from different starts; the best is kept",
    )
    .otherwise("1")
    .by_method(),
    Field::switch(
        "paper_perplexity",
        "Also report the perplexity as defined in the SGM paper (not comparable with others)",
    )
    .by_method(),
    Field::count("max_memory", "Maximum memory for fitting, in bytes").otherwise("what is free"),
    Field::notation(
        "clusters",
        &CLUSTERS,
        "Number of document clusters, auto or none",
    )
    .called("C|auto|none")
    .usually("auto"),
    Field::number(
        "held_out",
        "Hold out this fraction of the documents and report perplexity",
    ).within(0.0, 1.0)
    .called("FRACTION"),
    Field::switch(
        "stability",
        "Measure how stable the topics are across three other seeds",
    ),
    Field::text(
        "parts",
        "What a segment is: passages (paragraphs of up to 40 words joined), document, or a segment method",
    )
    .called("KIND")
    .usually("passages"),
    Field::count("min_documents", "Drop words that occur in fewer documents")
        .otherwise("5; 2 below 200 documents, 1 below 20"),
    Field::number(
        "max_share",
        "Drop words that occur in more than this fraction of the documents",
    ).within(0.0, 1.0)
    .called("SHARE")
    .usually("1"),
    Field::file(
        "load_model",
        "Use a saved topic model instead of fitting one",
    )
    .without(&["save_model", "tree", "mallet", "held_out", "stability"]),
];
