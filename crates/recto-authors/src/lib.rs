//! Who wrote which sentence: a text is divided by style, without samples of its authors.
//!
//! A method is a [`Decomposer`]; [`methods`] is the table of all of them, from which the
//! choices of front ends, their help, the documentation and the law tests are made. Adding a method is one folder and one row.
//!
//! What it cannot do is part of the result: whether a text has more than one author is not
//! decided ([`MoreThanOne`]), because no statistic that was tried tells the texts of one
//! author from those of several; the number of groups is a guess; and how sure a label is
//! comes as three bands, not as a probability.
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

/// Divides a text by author.
pub trait Decomposer: Send + Sync {
    /// The author of each unit. Units should be analysed as
    /// [`recto_text::Analysis::Style`]: words and marks, nothing dropped.
    ///
    /// # Errors
    /// [`AuthorsError`] when there is nothing to divide, more authors are asked for than
    /// there are units, or the observer asks to stop.
    fn decompose(&self, units: &Units<'_>, run: &Run<'_>) -> Result<Authorship, AuthorsError>;

    /// The parameters that it works with, by name.
    fn parameters(&self) -> Value;
}

/// What a caller may ask of any method; `None` leaves it to the method.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Options {
    /// How many authors.
    pub authors: Option<usize>,
    /// The concentration of the prior over words.
    pub theta: Option<Theta>,
    /// The literal parameters of the method's paper.
    pub paper: bool,
}

impl Options {
    /// Refuses a number of authors that no text can have.
    fn check(&self) -> Result<(), AuthorsError> {
        match self.authors {
            Some(0) => Err(BadParameter::new("authors", 0, "a number from 1").into()),
            _ => Ok(()),
        }
    }
}

/// A row of the table of methods.
pub type Method = recto_math::Method<Options, dyn Decomposer, AuthorsError>;

/// Every method.
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

/// Why a text could not be divided.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AuthorsError {
    /// Nothing but blanks.
    #[error("empty document: there is nothing but blanks in it")]
    NoUnits,
    /// More authors than units.
    #[error("{asked} authors asked for, but there are only {units} units")]
    TooManyAuthors {
        /// How many authors were asked for.
        asked: usize,
        /// How many units there are.
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
    /// What can be done about it by a parameter; `None` if nothing.
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

/// Units and tokens below which a text says nothing about its authors.
const MIN_UNITS: usize = 4;
const MIN_TOKENS: usize = 200;

const TOO_SHORT: &str = "too short: fewer than 4 sentences or 200 tokens cannot be divided";

/// Refuses what no method can divide.
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

/// Whether a text is too short to say anything about its authors.
fn is_too_short(units: &Units<'_>) -> bool {
    units.len() < MIN_UNITS || units.tokens.len() < MIN_TOKENS
}

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
