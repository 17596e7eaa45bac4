//! The table of methods.

use crate::guide::Guide;
use crate::models::{Auto, ExtPlsa, Lda, Literal, Plsa, Sgm, Vsm};
use crate::{Cache, TopicModel, TopicsError};

/// Options of a method, each one optional: `None` takes the method's default. What they mean and their ranges: [`Params`](crate::Params).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Options {
    /// Number of topics; `None` chooses it ([`crate::model_selection`]).
    pub topics: Option<usize>,
    /// Number of document clusters inside ext-plsa; `None` is half the number of topics.
    pub clusters: Option<usize>,
    /// Dirichlet prior of topics in a document, in pseudo-counts per topic.
    pub alpha: Option<f64>,
    /// Dirichlet prior of words in a topic, in pseudo-counts per term.
    pub beta: Option<f64>,
    /// Weight of a segment's own topics, from 0 to 1 (sgm); `None` is 0.3.
    pub eta: Option<f64>,
    /// Which word frequencies the cache holds.
    pub cache: Option<Cache>,
    /// Maximum number of EM iterations.
    pub iterations: Option<usize>,
    /// Relative gain of the objective below which a fit stops.
    pub tolerance: Option<f64>,
    /// Number of fits from different random starts, of which the best is kept.
    pub restarts: Option<usize>,
    /// Seed words, forbidden words and pinned words of topics; empty guides nothing.
    pub guide: Guide,
    /// Memory limit of a fit in bytes; `None` is no limit.
    pub memory_limit: Option<usize>,
    /// Start from the parameters of the method's paper instead of the best measured.
    pub paper: bool,
    /// Also compute the perplexity as the SGM paper prints it (sgm-literal); it cannot be
    /// compared with other perplexities.
    pub paper_perplexity: bool,
}

/// A row of the table of methods.
pub type Method = recto_math::Method<Options, dyn TopicModel, TopicsError>;

/// All topic models, the recommended one first.
pub const fn methods() -> &'static [Method] {
    &METHODS
}

static METHODS: [Method; 7] = [
    Method {
        name: "auto",
        summary: "PLSA, the best of three fits; one fit of large collections",
        paper: None,
        uses: &["topics", "iterations", "tolerance", "seed_words"],
        build: Auto::build,
    },
    Method {
        name: "plsa",
        summary: "probabilistic latent semantic analysis, smoothed, with an optional word cache",
        paper: Some("Hofmann01"),
        uses: &[
            "topics",
            "alpha",
            "beta",
            "cache",
            "iterations",
            "tolerance",
            "restarts",
            "seed_words",
        ],
        build: Plsa::build,
    },
    Method {
        name: "sgm",
        summary: "PLSA whose segments may deviate from the topics of their document; for long documents",
        paper: Some("SGM"),
        uses: &[
            "topics",
            "alpha",
            "beta",
            "eta",
            "cache",
            "iterations",
            "tolerance",
            "restarts",
            "seed_words",
        ],
        build: Sgm::build,
    },
    Method {
        name: "sgm-literal",
        summary: "segment-based generative model exactly as published; degenerate, for replication only",
        paper: Some("SGM"),
        uses: &[
            "topics",
            "iterations",
            "tolerance",
            "restarts",
            "paper_perplexity",
        ],
        build: Literal::build,
    },
    Method {
        name: "ext-plsa",
        summary: "PLSA with a layer of document clusters between documents and topics",
        paper: Some("Kim08"),
        uses: &[
            "topics",
            "clusters",
            "alpha",
            "beta",
            "iterations",
            "tolerance",
            "restarts",
            "seed_words",
        ],
        build: ExtPlsa::build,
    },
    Method {
        name: "lda",
        summary: "latent Dirichlet allocation by variational Bayes, with learned priors",
        paper: Some("Blei03"),
        uses: &[
            "topics",
            "alpha",
            "beta",
            "iterations",
            "tolerance",
            "restarts",
            "seed_words",
        ],
        build: Lda::build,
    },
    Method {
        name: "vsm",
        summary: "bisecting k-means on the tf-idf vectors of segments (baseline)",
        paper: None,
        uses: &["topics", "restarts"],
        build: Vsm::build,
    },
];
