//! Parameters that topic models share.

use crate::TopicsError;
use crate::guide::Guide;
use recto_math::em::Stop;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// Word cache: mixes the word frequencies of the text itself into the model, because a
/// word that occurred once is likely to occur again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cache {
    /// No cache: topics alone explain the words. Best for clustering.
    #[default]
    Off,
    /// Word frequencies of the segment.
    Segment,
    /// Word frequencies of the document: the lowest held-out perplexity that was measured.
    Document,
}

impl FromStr for Cache {
    type Err = TopicsError;

    fn from_str(text: &str) -> Result<Self, TopicsError> {
        match text {
            "off" => Ok(Self::Off),
            "segment" => Ok(Self::Segment),
            "document" => Ok(Self::Document),
            _ => Err(TopicsError::parameter(
                "cache",
                text,
                "off, segment or document",
            )),
        }
    }
}

/// Parameters of a fit; [`Method::uses`](recto_math::Method::uses) lists those that a
/// method reads.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Params {
    /// Dirichlet prior of topics in a document: pseudo-counts per topic, 0 to 1e6.
    pub alpha: f64,
    /// Dirichlet prior of words in a topic: pseudo-counts per term, 0 to 1e6.
    pub beta: f64,
    /// Dirichlet prior of topics in a segment's deviation, as `alpha`.
    pub segment_alpha: f64,
    /// Weight of a segment's own topics against those of its document, from 0 (none) to 1.
    pub eta: f64,
    /// Whether `eta` is only a start and is estimated by EM.
    pub estimate_eta: bool,
    /// Which word frequencies the cache holds.
    pub cache: Cache,
    /// Weight of the cache at the start, from 0 to 0.99; EM estimates it.
    pub lambda: f64,
    /// Smoothing of the cache: pseudo-tokens with the corpus' frequencies, 0.001 to 1e6.
    pub cache_strength: f64,
    /// Maximum number of EM iterations.
    pub iterations: usize,
    /// The fit stops when an iteration gains less than this part of the objective.
    pub tolerance: f64,
    /// Number of fits from different random starts, of which the best is kept.
    pub restarts: usize,
    /// Clusters of documents inside the model (ext-plsa); half as many as topics if `None`.
    pub clusters: Option<usize>,
    /// Memory limit of a fit in bytes; no limit if `None`.
    pub memory_limit: Option<usize>,
    /// Seed words, forbidden words and pinned words of topics.
    pub guide: Guide,
}

impl Default for Params {
    /// The best measured on Reuters-21578 (bench/README.md).
    fn default() -> Self {
        Self {
            alpha: 0.1,
            beta: 0.01,
            segment_alpha: 0.5,
            eta: 0.0,
            estimate_eta: false,
            cache: Cache::Off,
            lambda: 0.2,
            cache_strength: 5.0,
            iterations: 200,
            tolerance: 1e-5,
            restarts: 1,
            clusters: None,
            memory_limit: None,
            guide: Guide::default(),
        }
    }
}

/// The range of counts that only need a guard against mistyped numbers.
const UP_TO_A_MILLION: &str = "between 1 and 1000000";

impl Params {
    /// Parameters as published: no priors, one start, a hundred iterations.
    pub fn paper() -> Self {
        Self {
            alpha: 0.0,
            beta: 0.0,
            segment_alpha: 0.0,
            iterations: 100,
            ..Self::default()
        }
    }

    /// The stopping rule of the fit.
    pub(crate) fn stop(&self) -> Stop {
        Stop {
            iterations: self.iterations,
            tolerance: self.tolerance,
        }
    }

    /// Checks that every parameter is in its range.
    ///
    /// # Errors
    /// [`TopicsError::Parameter`] for the first that is not.
    pub fn check(&self) -> Result<(), TopicsError> {
        let ranges = [
            ("alpha", self.alpha, 0.0, 1e6, "from 0 to a million"),
            ("beta", self.beta, 0.0, 1e6, "from 0 to a million"),
            (
                "segment_alpha",
                self.segment_alpha,
                0.0,
                1e6,
                "from 0 to a million",
            ),
            ("eta", self.eta, 0.0, 1.0, "from 0 to 1"),
            ("lambda", self.lambda, 0.0, 0.99, "from 0 to 0.99"),
            (
                "cache_strength",
                self.cache_strength,
                1e-3,
                1e6,
                "from 0.001 to a million",
            ),
            ("tolerance", self.tolerance, 0.0, 1.0, "from 0 to 1"),
        ];
        for (name, value, least, most, range) in ranges {
            if !(least..=most).contains(&value) {
                return Err(TopicsError::parameter(name, value, range));
            }
        }
        let counts = [
            ("iterations", self.iterations, 1_000_000, UP_TO_A_MILLION),
            ("restarts", self.restarts, 1000, "between 1 and 1000"),
            (
                "clusters",
                self.clusters.unwrap_or(1),
                1_000_000,
                UP_TO_A_MILLION,
            ),
        ];
        for (name, value, most, range) in counts {
            if value == 0 || value > most {
                return Err(TopicsError::parameter(name, value, range));
            }
        }
        Ok(())
    }
}
