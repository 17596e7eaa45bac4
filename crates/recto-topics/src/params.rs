//! The numbers that every topic model shares.

use crate::TopicsError;
use crate::guide::Guide;
use recto_math::em::Stop;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// Words that come again because they were there before: what the model remembers of the
/// words of a text itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cache {
    /// Nothing: topics alone explain the words. For clustering.
    #[default]
    Off,
    /// The words of the same segment.
    Segment,
    /// The words of the same document: the best language model that was measured.
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

/// The parameters of a fit; each method says in its documentation which it uses.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Params {
    /// Prior counts of each topic in a document.
    pub alpha: f64,
    /// Prior counts of each term in a topic.
    pub beta: f64,
    /// Prior counts of each topic in a segment's deviation.
    pub segment_alpha: f64,
    /// How much a segment may deviate from its document, from 0 to 1.
    pub eta: f64,
    /// Whether eta is estimated from the text.
    pub estimate_eta: bool,
    /// What is remembered of a text's own words.
    pub cache: Cache,
    /// The weight of the cache to start from; it is estimated.
    pub lambda: f64,
    /// How many tokens of the corpus stand behind a cache.
    pub cache_strength: f64,
    /// Iterations at most.
    pub iterations: usize,
    /// Relative gain of the objective below which a fit ends.
    pub tolerance: f64,
    /// Fits from different starts, of which the best is kept.
    pub restarts: usize,
    /// Clusters of documents inside the model (ext-plsa); half as many as topics if `None`.
    pub clusters: Option<usize>,
    /// Bytes that a fit may take.
    pub memory_limit: Option<usize>,
    /// Words that a topic should have, must not have, or has for itself.
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
            iterations: 100,
            tolerance: 1e-5,
            restarts: 1,
            clusters: None,
            memory_limit: None,
            guide: Guide::default(),
        }
    }
}

impl Params {
    /// What the papers print: no priors, one start.
    pub fn paper() -> Self {
        Self {
            alpha: 0.0,
            beta: 0.0,
            segment_alpha: 0.0,
            ..Self::default()
        }
    }

    /// When a fit ends.
    pub(crate) fn stop(&self) -> Stop {
        Stop {
            iterations: self.iterations,
            tolerance: self.tolerance,
        }
    }

    /// Names the first parameter that is out of its range.
    ///
    /// # Errors
    /// [`TopicsError::Parameter`].
    pub fn check(&self) -> Result<(), TopicsError> {
        let ranges = [
            ("alpha", self.alpha, 0.0, 1e6, "from 0 to a million"),
            ("beta", self.beta, 0.0, 1e6, "from 0 to a million"),
            (
                "segment-alpha",
                self.segment_alpha,
                0.0,
                1e6,
                "from 0 to a million",
            ),
            ("eta", self.eta, 0.0, 1.0, "from 0 to 1"),
            ("lambda", self.lambda, 0.0, 0.99, "from 0 to 0.99"),
            (
                "cache-strength",
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
            ("iterations", self.iterations, 1_000_000),
            ("restarts", self.restarts, 1000),
            ("clusters", self.clusters.unwrap_or(1), 1_000_000),
        ];
        for (name, value, most) in counts {
            if value == 0 || value > most {
                return Err(TopicsError::parameter(name, value, "at least 1, and sane"));
            }
        }
        Ok(())
    }
}
