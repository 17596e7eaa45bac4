//! Options of methods.

use crate::corpus::Scheme;
use crate::tri::{Constraint, Rule, Start};

/// Options of a method, each one optional: `None` takes the method's default.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Options {
    /// Penalty of words that leave their label (tri-factorisation).
    pub alpha: Option<f64>,
    /// Penalty of documents that leave their label (tri-factorisation).
    pub beta: Option<f64>,
    /// Penalty of the core that leaves its target (tri-factorisation).
    pub gamma: Option<f64>,
    /// Number of iterations; `Some(0)` runs the tri-factorisation until it converges.
    pub iterations: Option<usize>,
    /// Update rule of the tri-factorisation.
    pub rule: Option<Rule>,
    /// Start of the tri-factorisation.
    pub start: Option<Start>,
    /// Target of the core of the tri-factorisation.
    pub constraint: Option<Constraint>,
    /// Weighting of the tri-factorisation.
    pub weighting: Option<Scheme>,
    /// Share of the unlabelled documents that get a pseudo-label (distil).
    pub share: Option<f64>,
    /// Weight of a pseudo-label against a label (distil).
    pub pseudo_weight: Option<f64>,
    /// Weight of the losses against the penalty (distil, logistic, svm).
    pub c: Option<f64>,
    /// Number of rounds of pseudo-labels (distil) or of EM (nbem).
    pub rounds: Option<usize>,
    /// Number of word clusters (itcc, ecc).
    pub word_clusters: Option<usize>,
    /// Number of nearest documents in the graph (consistency, harmonic, green); `Some(0)`
    /// links all documents.
    pub neighbours: Option<usize>,
    /// Probability of the predicted class below which a document gets none; `None` answers
    /// always.
    pub threshold: Option<f64>,
    /// Cut scores so that all classes are predicted equally often. For a lexicon on balanced
    /// data; wrong where classes are not balanced.
    pub balanced: bool,
    /// Skip the calibration, which costs five further fits.
    pub uncalibrated: bool,
    /// Start from the parameters of the method's paper instead of the best measured.
    pub paper: bool,
}
