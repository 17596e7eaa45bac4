//! The table of methods.

use crate::baseline::Lead;
use crate::bstm::{Explain, Select, SentenceTopics, Updates};
use crate::{SummarizeError, Summarizer};
use serde::{Deserialize, Serialize};

/// What a question is to the sentences that answer it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum QueryStyle {
    /// Something specific: the sentences nearest to it.
    Question,
    /// A broad subject: what covers the sentences about it.
    Topic,
}

/// What a caller may ask of any method; `None` leaves it to the method.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Options {
    /// The literal parameters of the method's paper.
    pub paper: bool,
    /// Cosine above which two sentences are neighbours.
    pub threshold: Option<f64>,
    /// Exponent of the position weight.
    pub position_weight: Option<f64>,
    /// How a query is answered.
    pub query_style: Option<QueryStyle>,
    /// How many topics or clusters of sentences.
    pub topics: Option<usize>,
    /// Dirichlet prior of the topics of a document.
    pub alpha: Option<f64>,
    /// Iterations at most.
    pub iterations: Option<usize>,
    /// Relative gain of the objective below which a fit ends.
    pub tolerance: Option<f64>,
    /// Which sentences may explain a document (sentence-based topic models).
    pub explain: Option<Explain>,
    /// From what the topics of documents are updated (sentence-based topic models).
    pub updates: Option<Updates>,
    /// By what sentences are chosen from topics.
    pub select: Option<Select>,
}

/// A row of the table of methods.
#[derive(Debug, Clone, Copy)]
pub struct Method {
    /// The value of `--method`.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// The key of its paper in docs/PAPERS.md, where it has one.
    pub paper: Option<&'static str>,
    /// The flags, without dashes, that it listens to.
    pub flags: &'static [&'static str],
    /// Makes the method.
    pub build: fn(&Options) -> Result<Box<dyn Summarizer>, SummarizeError>,
}

/// Every method.
pub fn methods() -> &'static [Method] {
    METHODS
}

/// What the sentence-based topic models listen to.
const TOPIC_FLAGS: &[&str] = &[
    "topics",
    "alpha",
    "explain",
    "updates",
    "select",
    "position-weight",
    "iterations",
    "tolerance",
];

static METHODS: &[Method] = &[
    Method {
        name: "lead",
        summary: "the first sentence of every document, then the second, and so on",
        paper: None,
        flags: &[],
        build: |_| Ok(Box::new(Lead)),
    },
    Method {
        name: "bstm",
        summary: "the likeliest sentences of topics that are mixtures of sentences, Bayesian",
        paper: Some("BSTM"),
        flags: TOPIC_FLAGS,
        build: SentenceTopics::bstm,
    },
    Method {
        name: "fgb",
        summary: "as bstm, each document with its likeliest topics",
        paper: Some("BSTM"),
        flags: TOPIC_FLAGS,
        build: SentenceTopics::fgb,
    },
];
