//! What is asked and answered.

use serde::{Deserialize, Serialize};

/// What a question is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Item {
    /// The document with this index in the corpus.
    Document(usize),
    /// The term with this id.
    Word(u32),
}

/// What somebody said about an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reply {
    /// It belongs to the class with this index.
    Class(usize),
    /// Nobody can tell: it costs, and the item is never asked again.
    DontKnow,
    /// Not now: it costs nothing, and the item is asked again when nothing else is left.
    Skip,
}

/// How a question was drawn. Documents drawn at random alone say how accurate the model is:
/// chosen ones are harder than most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Drawn {
    /// By lot among all that were not asked yet.
    AtRandom,
    /// By a strategy.
    Chosen,
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// What it is about.
    pub item: Item,
    /// What was said.
    pub reply: Reply,
    /// How the question was drawn.
    pub drawn: Drawn,
    /// Distribution over the classes that the model gave before the answer; `None` if there
    /// was no model yet or nobody kept it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub predicted: Option<Vec<f64>>,
}

impl Answer {
    /// The answer to a question.
    pub fn to(question: &Question, reply: Reply) -> Self {
        Self {
            item: question.item,
            reply,
            drawn: question.drawn,
            predicted: Some(question.posterior.clone()),
        }
    }
}

/// A question.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Question {
    /// What it is about.
    pub item: Item,
    /// How it was drawn.
    pub drawn: Drawn,
    /// Distribution over the classes that the model gives now.
    pub posterior: Vec<f64>,
    /// Why it is asked.
    pub reason: Reason,
}

/// Why a question is asked, with the figures behind it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Reason {
    /// Too little is known for a model: these classes have neither a labelled document nor a
    /// labelled word.
    Start {
        /// Indices of the classes, increasing.
        classes: Vec<usize>,
    },
    /// A document drawn by lot, so that the accuracy can be estimated.
    Estimate {
        /// Documents drawn by lot and answered so far.
        so_far: usize,
    },
    /// Drawn by lot, as the strategy has it.
    Random,
    /// The model hesitates about this document, by `auto` one that is like many others.
    Uncertain {
        /// Probability of the likeliest class minus that of the second.
        margin: f64,
        /// Documents that were compared.
        among: usize,
    },
    /// The model is surest of this word.
    Certain {
        /// Probability of the likeliest class minus that of the second.
        margin: f64,
        /// Words that were compared.
        among: usize,
    },
    /// The word moves the predictions of many documents.
    Telling {
        /// Weight of the word for its likeliest class.
        weight: f64,
        /// Documents that it is in.
        documents: u32,
    },
    /// The answer promises the best model of all candidates.
    Expected {
        /// Expected utility: the negative reconstruction error, or the log-likelihood of the
        /// labelled documents.
        utility: f64,
        /// The same of the worst candidate.
        worst: f64,
        /// Candidates that were compared.
        among: usize,
    },
    /// It was skipped before, and nothing else is left.
    Skipped,
}
