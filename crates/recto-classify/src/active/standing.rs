//! How far labelling has come: accuracy with its interval, cost, advice to stop.

use serde::Serialize;

/// How far labelling has come.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Standing {
    /// Estimated accuracy; `None` without a document that was drawn by lot.
    pub accuracy: Option<Accuracy>,
    /// Price of all answers so far.
    pub cost: f64,
    /// Documents that were answered with a class.
    pub documents: usize,
    /// Words that were answered with a class.
    pub words: usize,
    /// Share of the words asked that nobody could tell; `None` if none was asked.
    pub dont_know: Option<f64>,
    /// Whether to stop, and why.
    pub advice: Advice,
    /// What fifty more answers about documents would add to the accuracy, by the course so
    /// far; `None` while there is too little to tell.
    pub gain_of_fifty: Option<f64>,
}

/// An estimated accuracy on the documents without a label.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Accuracy {
    /// The estimate.
    pub estimate: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end of the 95 % interval.
    pub high: f64,
    /// Documents drawn by lot that it rests on.
    pub n: usize,
}

/// Advice to go on or to stop.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Advice {
    /// Whether further answers are expected to change little.
    pub stop: bool,
    /// What speaks for it and against it.
    pub signs: Vec<Sign>,
}

/// A sign that labelling may stop, or that it should go on.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Sign {
    /// Share of predictions that the last answers changed.
    Changes {
        /// Share of the documents whose class changed, for each answer about a document.
        share: f64,
        /// At most this much speaks for stopping.
        bound: f64,
    },
    /// Documents that were answered.
    Documents {
        /// How many.
        n: usize,
        /// At least this many speak for stopping.
        bound: usize,
    },
    /// Expected gain of going on to twice the labels.
    Gain {
        /// Accuracy gained.
        gain: f64,
        /// At most this much speaks for stopping.
        bound: f64,
    },
}
