//! Parameters of the sentence-based topic models.

use super::CUT;
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
    /// The prior weight of each topic, instead of `alpha`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) alpha_by_topic: Option<Vec<f64>>,
    pub(crate) explain: Explain,
    pub(crate) updates: Updates,
    pub(crate) select: Select,
    /// `None`: 0.5 for two documents and more, 0 for one.
    pub(crate) position_weight: Option<f64>,
    pub(crate) iterations: usize,
    pub(crate) tolerance: f64,
    /// Cosine with a chosen sentence above which another is passed over; `None` as
    /// published. Like the next it follows from `paper`, which the answer tells.
    #[serde(skip)]
    pub(crate) cut: Option<f64>,
    /// Whether the prior of FGB is on the sentences of topics, too, as published.
    #[serde(skip)]
    pub(crate) has_prior_on_topics: bool,
}

impl Params {
    pub(crate) fn new(options: &Options, is_bayesian: bool) -> Result<Self, SummarizeError> {
        topics::check(options)?;
        if let Some(alpha) = options.alpha.filter(|&alpha| !is_bayesian && alpha < 1.0) {
            let range = "at least 1 (below, the posterior of fgb has no maximum)";
            return Err(SummarizeError::parameter("alpha", alpha, range));
        }
        let by_topic = options.alpha_by_topic.clone();
        if let Some(bad) = by_topic
            .iter()
            .flatten()
            .find(|a| !(a.is_finite() && **a > 0.0))
        {
            let range = "a finite number above 0 for each topic";
            return Err(SummarizeError::parameter("alpha_by_topic", bad, range));
        }
        let explain = options.explain.unwrap_or(if options.paper {
            Explain::Literal
        } else {
            Explain::LeaveOwnOut
        });
        let is_literal = explain == Explain::Literal;
        let (iterations, tolerance) = if is_literal { (500, 1e-8) } else { (200, 1e-7) };
        let updates = if options.paper {
            Updates::GaussSeidel
        } else {
            Updates::Jacobi
        };
        Ok(Self {
            topics: options.topics.or(by_topic.as_ref().map(Vec::len)),
            alpha: options.alpha.or(is_bayesian.then_some(ALPHA)),
            alpha_by_topic: by_topic.filter(|_| is_bayesian),
            explain,
            updates: options.updates.unwrap_or(updates),
            select: options.select.unwrap_or(Select::Topic),
            position_weight: options.position_weight.or(is_literal.then_some(0.0)),
            iterations: options.iterations.unwrap_or(iterations),
            tolerance: options.tolerance.unwrap_or(tolerance),
            cut: (!options.paper).then_some(CUT),
            has_prior_on_topics: options.paper && !is_bayesian,
        })
    }

    pub(crate) fn stop(&self) -> Stop {
        Stop {
            iterations: self.iterations,
            tolerance: self.tolerance,
        }
    }
}
