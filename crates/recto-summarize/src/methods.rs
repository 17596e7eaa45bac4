//! The table of methods.

use crate::baseline::{Lead, Random};
use crate::blend::Blend;
use crate::bstm::{Explain, Select, SentenceTopics, Updates};
use crate::centroid::Centroid;
use crate::degree::MaxDegree;
use crate::facility::Facility;
use crate::frobenius::Frobenius;
use crate::klsum::KlSum;
use crate::kmeans::KMeans;
use crate::lsa::Lsa;
use crate::mds::Mds;
use crate::mmr::Mmr;
use crate::nmf::Nmf;
use crate::similarity_graph::SimilarityGraph;
use crate::snmf::Snmf;
use crate::sumbasic::SumBasic;
use crate::tmr::Tmr;
use crate::walk::{LexRank, TextRank};
use crate::{SummarizeError, Summarizer};
use serde::{Deserialize, Serialize};

/// How a query is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum QueryStyle {
    /// As a specific question: the most relevant sentences.
    Question,
    /// As a broad topic: sentences that cover all that is said about it.
    Topic,
}

/// Tie rule between sentences that cover equally many others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ties {
    /// The sentence with the larger sum of cosines with all others.
    Similarity,
    /// The sentence that comes first.
    Index,
}

/// Options of a method, each one optional: `None` takes the method's default.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Options {
    /// Use the parameters of the method's paper instead of the best measured.
    pub paper: bool,
    /// Cosine above which two sentences are neighbours, from 0 to below 1.
    pub threshold: Option<f64>,
    /// Maximum number of edges of the similarity graph; `None` is 50 million.
    pub max_pairs: Option<usize>,
    /// Exponent of the position weight `(1 + position)^-e`, from 0 (none).
    pub position_weight: Option<f64>,
    /// How a query is answered; `None` decides by its length.
    pub query_style: Option<QueryStyle>,
    /// Number of topics or clusters; `None` is the number of sentences that fill the budget.
    pub topics: Option<usize>,
    /// Dirichlet prior of the topics of a document, above 0.
    pub alpha: Option<f64>,
    /// The same for each topic, instead of `alpha`; as many as topics (bstm).
    pub alpha_by_topic: Option<Vec<f64>>,
    /// Maximum number of iterations of a fit.
    pub iterations: Option<usize>,
    /// Relative gain of the objective below which a fit stops, from 0 to below 1.
    pub tolerance: Option<f64>,
    /// Which sentences may explain a document (sentence-based topic models).
    pub explain: Option<Explain>,
    /// Order of the updates of a fit (sentence-based topic models).
    pub updates: Option<Updates>,
    /// Score by which sentences are chosen from topics.
    pub select: Option<Select>,
    /// Open neighbourhoods, as published: a sentence covers its neighbours but not itself.
    pub open: bool,
    /// Tie rule between sentences that cover equally many others.
    pub ties: Option<Ties>,
    /// Weight edges by cosine instead of a threshold (continuous LexRank).
    pub continuous: bool,
    /// Summarise without the query if no sentence shares a word with it.
    pub fallback: bool,
    /// Count gains in all groups, as published (complementary dominating sets).
    pub literal: bool,
}

impl Options {
    /// The similarity graph with the given threshold, or `usual` if there is none.
    pub(crate) fn near_or(&self, usual: f64) -> Result<SimilarityGraph, SummarizeError> {
        let threshold = self.threshold.unwrap_or(usual);
        if (0.0..1.0).contains(&threshold) {
            Ok(SimilarityGraph::new(threshold, self.max_pairs))
        } else {
            let range = "at least 0 and below 1";
            Err(SummarizeError::parameter("threshold", threshold, range))
        }
    }
}

/// A row of the table of methods.
pub type Method = recto_math::Method<Options, dyn Summarizer, SummarizeError>;

/// All summarisers, the recommended one first.
pub const fn methods() -> &'static [Method] {
    METHODS
}

/// Parameters of the sentence-based topic models.
const TOPIC_USES: &[&str] = &[
    "topics",
    "alpha",
    "explain",
    "updates",
    "select",
    "position_weight",
    "iterations",
    "tolerance",
];

/// Parameters of facility location.
const COVERAGE_USES: &[&str] = &[
    "query",
    "since",
    "query_style",
    "fallback",
    "position_weight",
];

static METHODS: &[Method] = &[
    Method {
        name: "auto",
        summary: "coverage of similar sentences, word pairs and words, or what answers the query",
        paper: None,
        uses: COVERAGE_USES,
        build: Blend::build,
    },
    Method {
        name: "facility",
        summary: "facility location: every sentence is covered by its most similar chosen one",
        paper: None,
        uses: COVERAGE_USES,
        build: Facility::plain,
    },
    Method {
        name: "mds",
        summary: "minimum dominating set of the sentence similarity graph",
        paper: Some("MDS"),
        uses: &[
            "query",
            "since",
            "fallback",
            "threshold",
            "max_pairs",
            "open",
            "ties",
        ],
        build: Mds::build,
    },
    Method {
        name: "max-degree",
        summary: "sentences with the most neighbours in the similarity graph (baseline)",
        paper: None,
        uses: &["threshold", "max_pairs"],
        build: MaxDegree::build,
    },
    Method {
        name: "lexrank",
        summary: "LexRank: PageRank over the sentence similarity graph",
        paper: Some("ErkanRadev04"),
        uses: &["threshold", "max_pairs", "continuous"],
        build: LexRank::build,
    },
    Method {
        name: "textrank",
        summary: "TextRank: PageRank over the word overlap of sentences",
        paper: Some("MihalceaTarau04"),
        uses: &[],
        build: TextRank::build,
    },
    Method {
        name: "centroid",
        summary: "sentences near the centroid and near the start of a document (MEAD)",
        paper: Some("Radev04"),
        uses: &[],
        build: |_| Ok(Box::new(Centroid)),
    },
    Method {
        name: "mmr",
        summary: "maximal marginal relevance: relevant and not redundant",
        paper: Some("CarbonellGoldstein98"),
        uses: &["query", "since", "fallback"],
        build: Mmr::build,
    },
    Method {
        name: "sumbasic",
        summary: "SumBasic: sentences with the most frequent words, each word counted once",
        paper: Some("NenkovaVanderwende05"),
        uses: &[],
        build: |_| Ok(Box::new(SumBasic)),
    },
    Method {
        name: "klsum",
        summary: "KL-Sum: word distribution closest to that of all documents",
        paper: Some("HaghighiVanderwende09"),
        uses: &[],
        build: |_| Ok(Box::new(KlSum)),
    },
    Method {
        name: "lead",
        summary: "first sentence of every document, then the second, and so on (baseline)",
        paper: None,
        uses: &[],
        build: |_| Ok(Box::new(Lead)),
    },
    Method {
        name: "bstm",
        summary: "Bayesian sentence-based topic model: the likeliest sentences of its topics",
        paper: Some("BSTM"),
        uses: TOPIC_USES,
        build: SentenceTopics::bstm,
    },
    Method {
        name: "fgb",
        summary: "factorisation with given bases, the maximum-likelihood variant of bstm",
        paper: Some("BSTM"),
        uses: TOPIC_USES,
        build: SentenceTopics::fgb,
    },
    Method {
        name: "frobenius",
        summary: "sentence-based topics fitted by least squares (Frobenius norm)",
        paper: Some("BSTM"),
        uses: &[
            "topics",
            "select",
            "position_weight",
            "iterations",
            "tolerance",
        ],
        build: Frobenius::build,
    },
    Method {
        name: "lsa",
        summary: "latent semantic analysis: one sentence for each singular vector",
        paper: Some("GongLiu01"),
        uses: &["topics"],
        build: Lsa::build,
    },
    Method {
        name: "nmf",
        summary: "non-negative matrix factorisation: sentences with the largest weights",
        paper: Some("LeePark09"),
        uses: &["topics", "iterations", "tolerance"],
        build: Nmf::build,
    },
    Method {
        name: "snmf",
        summary: "symmetric NMF clusters of sentences, the most central one of each",
        paper: None,
        uses: &["query", "topics", "iterations", "tolerance"],
        build: Snmf::build,
    },
    Method {
        name: "kmeans",
        summary: "k-means clusters of sentences, the one nearest to each centroid",
        paper: None,
        uses: &["topics"],
        build: KMeans::build,
    },
    Method {
        name: "tmr",
        summary: "topic-model relevance: sentences whose topics and words match the query",
        paper: None,
        uses: &["query", "topics", "alpha", "iterations", "tolerance"],
        build: Tmr::build,
    },
    Method {
        name: "random",
        summary: "sentences in random order (baseline)",
        paper: None,
        uses: &["seed"],
        build: |_| Ok(Box::new(Random)),
    },
];
