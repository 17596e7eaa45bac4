//! Options of the methods, and the choices that some of them offer.

use crate::{Model, WordNet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Options of a method, each one optional: `None` takes the method's default.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Options {
    /// How the next phrase of the document is chosen (semi-hmm).
    pub jump: Option<Jump>,
    /// Number of EM iterations; 0 uses the parameters as they are.
    pub iterations: Option<usize>,
    /// Links of at least this probability are kept, from 0 to 1.
    pub threshold: Option<f64>,
    /// Longest phrase of either side in words, from 1 to 3 (semi-hmm).
    pub longest_phrase: Option<usize>,
    /// Which direction is aligned, or how both are joined (ibm1, hmm).
    pub direction: Option<Direction>,
    /// Shortest run of words that is kept (cut-paste).
    pub cutoff: Option<usize>,
    /// What was learned from other pairs (semi-hmm); `None` takes the built-in model.
    pub model: Option<Arc<Model>>,
    /// Relates words by their senses (semi-hmm).
    pub wordnet: Option<Arc<WordNet>>,
    /// Use the parameters of the method's paper instead of the best measured.
    pub paper: bool,
}

/// How a semi-Markov aligner moves from one phrase of the document to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Jump {
    /// A probability for each distance.
    Relative,
    /// As `Relative` within a sentence; leaving it costs the same however far.
    Sentence,
    /// A Gaussian over distances.
    Gaussian,
    /// A two-sided exponential over distances.
    Laplace,
    /// A probability for each kind of constituent that is skipped.
    Syntax,
    /// As `Syntax`, without a probability of stopping: the paper to the letter.
    SyntaxLiteral,
}

/// Which direction a translation model is used in, or how two are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// The summary is generated from the document.
    Forward,
    /// The document is generated from the summary.
    Reverse,
    /// Links that both directions find.
    Intersection,
    /// The intersection, grown by neighbouring links of either direction.
    GrowDiagFinal,
}
