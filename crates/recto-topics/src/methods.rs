//! The table of methods.

use crate::guide::Guide;
use crate::models::{Auto, ExtPlsa, Lda, Literal, Plsa, Sgm, Vsm};
use crate::{Cache, TopicModel, TopicsError};

/// What a caller may ask of any method; `None` leaves it to the method.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Options {
    /// How many topics; `None` chooses by held-out words.
    pub topics: Option<usize>,
    /// Clusters of documents inside ext-plsa.
    pub clusters: Option<usize>,
    /// Prior counts of each topic in a document.
    pub alpha: Option<f64>,
    /// Prior counts of each term in a topic.
    pub beta: Option<f64>,
    /// How much a segment may deviate from its document.
    pub eta: Option<f64>,
    /// What is remembered of a text's own words.
    pub cache: Option<Cache>,
    /// Iterations at most.
    pub iterations: Option<usize>,
    /// Relative gain of the objective below which a fit ends.
    pub tolerance: Option<f64>,
    /// Fits from different starts.
    pub restarts: Option<usize>,
    /// Words that topics should have, must not have, or have for themselves.
    pub guide: Guide,
    /// Bytes that a fit may take.
    pub memory_limit: Option<usize>,
    /// The literal parameters of the method's paper.
    pub paper: bool,
    /// The perplexity that the SGM paper prints, comparable with nothing (sgm-literal).
    pub paper_perplexity: bool,
}

/// A row of the table of methods.
pub type Method = recto_math::Method<Options, dyn TopicModel, TopicsError>;

/// Every method.
pub const fn methods() -> &'static [Method] {
    &METHODS
}

static METHODS: [Method; 7] = [
    Method {
        name: "auto",
        summary: "PLSA fitted five times: topics of the best fit, document clusters from all",
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
