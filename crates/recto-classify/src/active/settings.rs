//! Settings of active labelling.

use super::Strategy;
use crate::ClassifyError;
use recto_math::BadParameter;
use serde::{Deserialize, Serialize};

/// The model that learns from the answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Learner {
    /// The recommended classifier.
    #[default]
    Head,
    /// The tri-factorisation of ADS.
    Tri,
    /// Least squares on the graph of documents and words (GRADS), for comparison.
    Grads,
}

/// Settings of active labelling.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// How questions are chosen.
    pub strategy: Strategy,
    /// The model that learns from the answers.
    pub learner: Learner,
    /// Price of an answer about a word, above 0.
    pub word_cost: f64,
    /// Price of an answer about a document, above 0.
    pub document_cost: f64,
    /// Candidates of each kind that the strategies with an expected utility compare.
    pub pool: usize,
    /// One document in so many is drawn by lot, to estimate the accuracy; 0 for none.
    pub random_every: usize,
    /// Documents worked on at once; of a larger corpus a sample is.
    pub sample: usize,
    /// Seed of all draws.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            strategy: Strategy::Auto,
            learner: Learner::Head,
            word_cost: 1.0,
            document_cost: 5.0,
            pool: 100,
            random_every: 5,
            sample: 20_000,
            seed: 0,
        }
    }
}

impl Settings {
    /// Checks that every setting is in its range.
    ///
    /// # Errors
    /// [`ClassifyError::Parameter`] for the first that is not.
    pub fn check(&self) -> Result<(), ClassifyError> {
        for (name, cost) in [
            ("word_cost", self.word_cost),
            ("document_cost", self.document_cost),
        ] {
            if !(cost > 0.0 && cost <= 1e6) {
                return Err(BadParameter::new(name, cost, "above 0, at most a million").into());
            }
        }
        if !(1..=100_000).contains(&self.pool) {
            return Err(BadParameter::new("pool", self.pool, "from 1 to 100000").into());
        }
        if self.sample < 100 {
            return Err(BadParameter::new("sample", self.sample, "100 or more").into());
        }
        match self.strategy {
            Strategy::Interleave(p) | Strategy::InterleaveEre(p) if !(0.0..=1.0).contains(&p) => {
                Err(
                    BadParameter::new("strategy", self.strategy, "a probability from 0 to 1")
                        .into(),
                )
            }
            _ => Ok(()),
        }
    }
}
