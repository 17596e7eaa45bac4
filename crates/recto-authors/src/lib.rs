//! Authorship decomposition: divides a text by writing style, without samples of its
//! authors.
//!
//! A method is a [`Decomposer`]; [`methods`] is the table of all of them, from which the
//! choices of front ends, their help, the documentation and the law tests are made. Adding a method is one folder and one row.
//!
//! The result states its limits. Whether a text has more than one author is not decided
//! ([`MoreThanOne`]), because no statistic that was tried separates the texts of one author
//! from those of several. The number of groups is a guess. The certainty of a label is one
//! of three bands, not a probability.
//!
//! ```
//! use recto_authors::{Options, methods};
//! use recto_math::{Run, Silent};
//! use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};
//!
//! let text = "I came, I saw. He, too, saw it. ".repeat(40);
//! let document = Document::new("note", text);
//! let analyzer = Analyzer::new(Analysis::Style, Language::detect(&document.text));
//! let run = Run::new(0, &Silent);
//! let units = analyzer.units(&document, UnitKind::Sentence, &run)?;
//!
//! let method = methods().iter().find(|method| method.name == "one").expect("a row");
//! let found = (method.build)(&Options::default())?.decompose(&units, &run)?;
//! assert_eq!(found.count, 1);
//! assert_eq!(found.labels.len(), units.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(clippy::disallowed_methods)]

pub mod ak;
pub mod bayes_ad;
mod evidence;
mod groups;
pub mod hmm;
mod memory;
mod one;
mod result;
mod steps;
pub mod synthetic;
mod text;
pub mod trial;

pub use bayes_ad::Theta;
pub use result::{
    Agreement, Alternative, Authorship, Certainty, Evidence, MoreThanOne, Segment, Stability, Third,
};

use recto_math::{BadParameter, Cancelled, Notice, Remedy, Run};
use recto_text::Units;
use serde_json::Value;

/// A decomposition method with its parameters.
pub trait Decomposer: Send + Sync {
    /// Assigns each unit to an author. Units should be analysed as
    /// [`recto_text::Analysis::Style`]: words and punctuation, nothing dropped.
    ///
    /// # Errors
    /// [`AuthorsError`] if there are no units, if more authors are asked for than there are
    /// units, or if the observer asks to stop.
    fn decompose(&self, units: &Units<'_>, run: &Run<'_>) -> Result<Authorship, AuthorsError>;

    /// The parameters as a JSON object, defaults filled in.
    fn parameters(&self) -> Value;
}

/// Options of a method, each one optional: `None` takes the method's default.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Options {
    /// Number of authors, from 1; `None` lets the method choose.
    pub authors: Option<usize>,
    /// Concentration of the Dirichlet prior over words (bayes-ad).
    pub theta: Option<Theta>,
    /// Use the parameters of the method's paper instead of the best measured.
    pub paper: bool,
}

impl Options {
    /// Checks that the number of authors is at least 1.
    fn check(&self) -> Result<(), AuthorsError> {
        match self.authors {
            Some(0) => Err(BadParameter::new("authors", 0, "at least 1").into()),
            _ => Ok(()),
        }
    }
}

/// A row of the table of methods.
pub type Method = recto_math::Method<Options, dyn Decomposer, AuthorsError>;

/// All decomposition methods, the recommended one first.
pub const fn methods() -> &'static [Method] {
    &METHODS
}

static METHODS: [Method; 5] = [
    Method {
        name: "auto",
        summary: "hidden Markov model over frequent words and punctuation; no settings needed",
        paper: None,
        uses: hmm::USES,
        build: hmm::build,
    },
    Method {
        name: "hmm",
        summary: "hidden Markov model: one state per author, over frequent tokens",
        paper: None,
        uses: hmm::USES,
        build: hmm::build,
    },
    Method {
        name: "bayes-ad",
        summary: "Bayesian segmentation, then spectral clustering of segments, as published",
        paper: Some("BayesAD"),
        uses: bayes_ad::USES,
        build: bayes_ad::build,
    },
    Method {
        name: "ak",
        summary: "clusters fixed-size chunks, then classifies each sentence",
        paper: Some("AkivaKoppel13"),
        uses: ak::USES,
        build: ak::build,
    },
    Method {
        name: "one",
        summary: "the whole text by one author (baseline)",
        paper: None,
        uses: &[],
        build: one::build,
    },
];

/// An error of a decomposition method, its parameters or its input.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AuthorsError {
    /// The text has no units.
    #[error("empty document: there is nothing but blanks in it")]
    NoUnits,
    /// More authors than units.
    #[error("authors must be between 1 and {units}, the number of units, not `{asked}`")]
    TooManyAuthors {
        /// Number of authors asked for.
        asked: usize,
        /// Number of units in the text.
        units: usize,
    },
    /// A comparison of all pairs would not fit into memory.
    #[error("{count} {what} need about {mebibytes} MiB, more than the limit of {limit} MiB")]
    TooMuchMemory {
        /// How many there are.
        count: usize,
        /// What is compared.
        what: &'static str,
        /// What it would take.
        mebibytes: usize,
        /// What it may take.
        limit: usize,
    },
    /// A parameter out of its range.
    #[error(transparent)]
    Parameter(#[from] BadParameter),
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl AuthorsError {
    /// The parameter that would resolve the error; `None` if none would.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::TooManyAuthors { .. } => Some(Remedy::Lower("authors")),
            Self::TooMuchMemory {
                what: memory::AUTHORS,
                ..
            } => Some(Remedy::Lower("authors")),
            Self::TooMuchMemory { .. } => Some(Remedy::Method("auto")),
            Self::NoUnits | Self::Parameter { .. } | Self::Cancelled(_) => None,
        }
    }
}

impl From<&AuthorsError> for Notice {
    fn from(error: &AuthorsError) -> Self {
        Self {
            message: error.to_string(),
            remedy: error.remedy(),
        }
    }
}

/// Numbers of units and tokens below which a text is too short to be decomposed.
const MIN_UNITS: usize = 4;
const MIN_TOKENS: usize = 200;

const TOO_SHORT: &str = "too short: fewer than 4 sentences or 200 tokens cannot be divided";

/// Checks that there are units, and at least as many as authors asked for.
fn check_units(units: &Units<'_>, asked: Option<usize>) -> Result<(), AuthorsError> {
    if units.is_empty() {
        return Err(AuthorsError::NoUnits);
    }
    match asked {
        Some(asked) if asked > units.len() => Err(AuthorsError::TooManyAuthors {
            asked,
            units: units.len(),
        }),
        Some(asked) => memory::check_authors(asked, units.len()),
        None => Ok(()),
    }
}

/// Whether a text is too short to be decomposed.
fn is_too_short(units: &Units<'_>) -> bool {
    units.len() < MIN_UNITS || units.tokens.len() < MIN_TOKENS
}

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
