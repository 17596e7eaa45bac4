//! Parameters of the sentence-based topic models.

use crate::{Options, SummarizeError, topics};
use recto_math::em::Stop;
use serde::{Deserialize, Serialize};

/// Which sentences may explain a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Explain {
    /// Those of other documents; what none of them says is background.
    LeaveOwnOut,
    /// All, its own among them, as published.
    Literal,
}

/// From what the topics of documents are updated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Updates {
    /// From the same pass as the sentences of topics.
    Jacobi,
    /// From the new sentences of topics, as published; two passes.
    GaussSeidel,
}

/// By what sentences are chosen from fitted topics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Select {
    /// The most probable sentences of each topic in turn, as published.
    Topic,
    /// Those nearest to the words of each topic in turn.
    TopicCosine,
    /// The most probable sentences of all topics together.
    Mix,
}

/// The prior weight of a topic in a document; 0.01 and 1 were as good.
const ALPHA: f64 = 0.1;

/// How a model is fitted and how its sentences are chosen.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Params {
    pub(crate) topics: Option<usize>,
    /// `None`: the likeliest topics of a document (FGB).
    pub(crate) alpha: Option<f64>,
    pub(crate) explain: Explain,
    pub(crate) updates: Updates,
    pub(crate) select: Select,
    /// `None`: 0.5 for two documents and more, 0 for one.
    pub(crate) position_weight: Option<f64>,
    pub(crate) iterations: usize,
    pub(crate) tolerance: f64,
}

impl Params {
    pub(crate) fn new(options: &Options, is_bayesian: bool) -> Result<Self, SummarizeError> {
        topics::check(options)?;
        if let Some(alpha) = options.alpha.filter(|&alpha| !is_bayesian && alpha < 1.0) {
            let range = "at least 1 (below, the posterior of fgb has no maximum)";
            return Err(SummarizeError::parameter("alpha", alpha, range));
        }
        let explain = options.explain.unwrap_or(if options.paper {
            Explain::Literal
        } else {
            Explain::LeaveOwnOut
        });
        let is_literal = explain == Explain::Literal;
        let (iterations, tolerance) = if is_literal { (500, 1e-8) } else { (200, 1e-7) };
        Ok(Self {
            topics: options.topics,
            alpha: options.alpha.or(is_bayesian.then_some(ALPHA)),
            explain,
            updates: options.updates.unwrap_or(Updates::Jacobi),
            select: options.select.unwrap_or(Select::Topic),
            position_weight: options.position_weight.or(is_literal.then_some(0.0)),
            iterations: options.iterations.unwrap_or(iterations),
            tolerance: options.tolerance.unwrap_or(tolerance),
        })
    }

    pub(crate) fn stop(&self) -> Stop {
        Stop {
            iterations: self.iterations,
            tolerance: self.tolerance,
        }
    }
}
