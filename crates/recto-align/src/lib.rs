//! Alignment of documents and summaries: which source words support which summary words.
//!
//! A method is an [`Aligner`]; [`methods`] is the table of all of them, from which the
//! choices of front ends, their help, the documentation and the law tests are made. Words
//! come in as [`Pairs`], numbered and stemmed once; what comes out are links with
//! probabilities ([`Alignment`]), which [`Alignment::phrases`] joins into the phrases that
//! a reader sees.
//!
//! ```
//! use recto_align::{Options, Pairs, methods};
//! use recto_math::{Run, Silent};
//! use recto_text::Language;
//!
//! let mut pairs = Pairs::new(Language::from_code("en").expect("a language"));
//! let source = pairs.side("the ferry left the harbour at nine".split(' '), vec![0]);
//! let summary = pairs.side("ferries left at nine".split(' '), vec![0]);
//! pairs.push(source, summary);
//!
//! let method = methods().iter().find(|method| method.name == "stem").expect("a row");
//! let found = (method.build)(&Options::default())?.align(&pairs, &Run::new(0, &Silent))?;
//! let phrases = found.alignments[0].phrases(&pairs, 0);
//! assert_eq!(phrases[0].document, 1..3); // ferry left
//! assert_eq!(phrases[0].summary, 0..2); // ferries left
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(clippy::disallowed_methods)]

mod cut_paste;
mod extract;
mod forms;
pub mod metrics;
mod nearest;
mod options;
mod pair;
mod places;
mod result;
pub mod semi_hmm;
pub mod support;
pub mod syntax;
mod translation;
pub mod wordnet;

pub use extract::over_extracts;
pub use options::{Direction, Jump, Options};
pub use pair::{Pair, Pairs, Side};
pub use result::{Aligned, Alignment, Evidence, Link, Phrase, expand};
pub use semi_hmm::Model;
pub use wordnet::{BadWordNet, WordNet};

use recto_math::{BadParameter, Cancelled, Notice, Remedy, Run};
use serde_json::Value;

/// An alignment method with its parameters.
pub trait Aligner: Send + Sync {
    /// Links the words of every pair. What can be learned is learned from all pairs
    /// together.
    ///
    /// # Errors
    /// [`AlignError::Cancelled`] if the observer asks to stop.
    fn align(&self, pairs: &Pairs, run: &Run<'_>) -> Result<Aligned, AlignError>;

    /// The parameters as a JSON object, defaults filled in.
    fn parameters(&self) -> Value;
}

/// A row of the table of methods.
pub type Method = recto_math::Method<Options, dyn Aligner, AlignError>;

/// All alignment methods, the recommended one first.
pub const fn methods() -> &'static [Method] {
    &METHODS
}

static METHODS: [Method; 7] = [
    Method {
        name: "auto",
        summary: "recommended: semi-hmm with the settings that measured best",
        paper: None,
        uses: semi_hmm::USES,
        build: semi_hmm::build,
    },
    Method {
        name: "semi-hmm",
        summary: "phrases of both sides in a semi-Markov model, learned from the pairs",
        paper: Some("SemiHMM"),
        uses: semi_hmm::USES,
        build: semi_hmm::build,
    },
    Method {
        name: "cut-paste",
        summary: "the likeliest way that the summary was cut out of the document",
        paper: Some("CutPaste"),
        uses: cut_paste::USES,
        build: cut_paste::build,
    },
    Method {
        name: "hmm",
        summary: "translation model of words and jumps, learned from many pairs",
        paper: Some("VogelHMM"),
        uses: translation::USES,
        build: translation::build_hmm,
    },
    Method {
        name: "ibm1",
        summary: "translation model of single words, learned from many pairs",
        paper: Some("IBM1"),
        uses: translation::USES,
        build: translation::build_ibm1,
    },
    Method {
        name: "identity",
        summary: "each word to the nearest equal word (baseline)",
        paper: None,
        uses: &[],
        build: nearest::build_identity,
    },
    Method {
        name: "stem",
        summary: "each word to the nearest word of the same stem (baseline)",
        paper: None,
        uses: &[],
        build: nearest::build_stem,
    },
];

/// An error of an alignment method or its parameters.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AlignError {
    /// Bytes that are no saved model.
    #[error("{0}")]
    Saved(String),
    /// The literal model would not fit into memory.
    #[error(
        "the model as published would need about {mebibytes} MB for {total} pairs of phrases, \
         more than the limit of {limit} MB"
    )]
    TooManyPhrases {
        /// Number of pairs of phrases.
        total: usize,
        /// Memory that they need.
        mebibytes: usize,
        /// Memory that they may need.
        limit: usize,
    },
    /// Files that are no WordNet database.
    #[error(transparent)]
    WordNet(#[from] BadWordNet),
    /// A parameter out of its range.
    #[error(transparent)]
    Parameter(#[from] BadParameter),
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl AlignError {
    /// The parameter that would resolve the error; `None` if none would.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::TooManyPhrases { .. } => Some(Remedy::Omit("paper")),
            Self::WordNet(_) => Some(Remedy::Omit("wordnet")),
            Self::Saved(_) => Some(recto_math::envelope::SAVE_AGAIN),
            Self::Parameter(_) | Self::Cancelled(_) => None,
        }
    }
}

impl From<&AlignError> for Notice {
    fn from(error: &AlignError) -> Self {
        Self {
            message: error.to_string(),
            remedy: error.remedy(),
        }
    }
}

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
