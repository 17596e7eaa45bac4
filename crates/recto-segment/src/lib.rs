//! Where topics change: linear segmentation of a text, and its metrics.
//!
//! A method is a [`Segmenter`]; [`methods`] is the table of all of them, from which
//! the choices of front ends, their help, the documentation and the law tests are made. Adding a method is one folder and one row.
//!
//! ```
//! use recto_math::{Run, Silent};
//! use recto_segment::{Options, methods};
//! use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};
//!
//! let document = Document::new("note", "Nets dry. Boats rest. Bread bakes. Ovens glow.");
//! let analyzer = Analyzer::new(Analysis::Segment, Language::detect(&document.text));
//! let run = Run::new(0, &Silent);
//! let units = analyzer.units(&document, UnitKind::Sentence, &run)?;
//!
//! let method = methods().iter().find(|method| method.name == "uniform").expect("a row");
//! let options = Options { segments: Some("2".parse()?), ..Options::default() };
//! let segmentation = (method.build)(&options)?.segment(&units, &run)?;
//! assert_eq!(segmentation.bounds, [2, 4]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(clippy::disallowed_methods)]

pub mod adaptive;
pub mod aps;
pub mod bayes;
pub mod c99;
mod count;
pub mod describe;
mod error;
pub mod exact;
mod limits;
pub mod metrics;
pub mod mincut;
pub mod nest;
mod none;
pub mod similarity;
#[cfg(test)]
mod testing;
pub mod texttiling;
mod uniform;
mod wishes;

pub use count::SegmentCount;
pub use error::SegmentError;
pub use similarity::{Preference, SimilarityTable};

use recto_math::{Notice, Run};
use recto_text::Units;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Cuts a text into segments.
pub trait Segmenter: Send + Sync {
    /// The segments of `units`.
    ///
    /// # Errors
    /// [`SegmentError`] when there is nothing to cut, more segments are asked for than
    /// there are units, or the observer asks to stop.
    fn segment(&self, units: &Units<'_>, run: &Run<'_>) -> Result<Segmentation, SegmentError>;

    /// The parameters that it works with, by name.
    fn parameters(&self) -> Value;
}

/// Where a text was cut.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Segmentation {
    /// The exclusive ends of the segments, strictly increasing; the last is the number
    /// of units.
    pub bounds: Vec<usize>,
    /// For each segment, how sure the boundary at its start is, from 0 to 1; `None` for
    /// the first, and for methods that do not say.
    pub confidence: Vec<Option<f64>>,
    /// What the user should know.
    pub warnings: Vec<Notice>,
    /// The unit that stands for each segment, from methods that choose one.
    pub centers: Option<Vec<usize>>,
    /// The value of the method's objective, where it has one.
    pub net: Option<f64>,
    /// What other numbers of segments would give, from methods that know.
    pub path: Vec<PathPoint>,
}

/// A number of segments that is best for some preferences.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PathPoint {
    /// How many segments.
    pub segments: usize,
    /// The least preference for which it is best; open if `None`.
    pub from: Option<f64>,
    /// The greatest such preference; open if `None`.
    pub to: Option<f64>,
    /// The objective without the preferences: how much the segments hold together.
    pub score: f64,
}

impl Segmentation {
    /// A segmentation that says nothing but where the segments end.
    pub fn from_bounds(bounds: Vec<usize>) -> Self {
        Self {
            confidence: vec![None; bounds.len()],
            bounds,
            ..Self::default()
        }
    }
}

/// What a caller may ask of any method; `None` leaves it to the method.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Options {
    /// How many segments.
    pub segments: Option<SegmentCount>,
    /// Finer below 1, coarser above.
    pub granularity: Option<f64>,
    /// The least number of words in a segment, as far as it can be had.
    pub min_words: Option<usize>,
    /// The greatest number of words in a segment; only a single unit may have more.
    pub max_words: Option<usize>,
    /// Whether headings are evidence of a boundary; `None` leaves it to the method.
    pub headings: Option<bool>,
    /// The concentration of the prior over words.
    pub theta: Option<bayes::Theta>,
    /// What a segment costs, as a multiple of the log of the number of units.
    pub penalty: Option<f64>,
    /// The literal parameters of the method's paper.
    pub paper: bool,
    /// Similarities to use instead of those of the words.
    pub similarity: Option<SimilarityTable>,
    /// How willing units are to be centres of segments.
    pub preference: Option<Preference>,
    /// How many units may lie between a unit and its centre, or between two that are
    /// compared.
    pub window: Option<usize>,
    /// How much of a message stays from one iteration to the next.
    pub damping: Option<f64>,
}

/// A row of the table of methods.
pub type Method = recto_math::Method<Options, dyn Segmenter, SegmentError>;

/// Every method.
pub const fn methods() -> &'static [Method] {
    &METHODS
}

static METHODS: [Method; 9] = [
    Method {
        name: "auto",
        summary: "adapts to the lexical contrast of the text; no settings needed",
        paper: None,
        uses: adaptive::USES,
        build: adaptive::build,
    },
    Method {
        name: "bayes",
        summary: "Bayesian segmentation with Dirichlet-multinomial word distributions",
        paper: Some("Eisenstein08"),
        uses: bayes::USES,
        build: bayes::build,
    },
    Method {
        name: "texttiling",
        summary: "TextTiling: boundaries where adjacent blocks of text are least similar",
        paper: Some("Hearst97"),
        uses: texttiling::USES,
        build: texttiling::build,
    },
    Method {
        name: "uniform",
        summary: "evenly spaced boundaries, as many as TextTiling finds (baseline)",
        paper: None,
        uses: uniform::USES,
        build: uniform::build,
    },
    Method {
        name: "none",
        summary: "no boundaries: the whole text is one segment (baseline)",
        paper: None,
        uses: &[],
        build: none::build,
    },
    Method {
        name: "exact",
        summary: "exact optimum of the affinity propagation objective, by dynamic programming",
        paper: Some("APS"),
        uses: exact::USES,
        build: exact::build,
    },
    Method {
        name: "aps",
        summary: "affinity propagation, as published; exact finds better optima",
        paper: Some("APS"),
        uses: aps::USES,
        build: aps::build,
    },
    Method {
        name: "mincut",
        summary: "minimum-cut segmentation; requires a number of segments",
        paper: Some("Malioutov06"),
        uses: mincut::USES,
        build: mincut::build,
    },
    Method {
        name: "c99",
        summary: "C99: divisive clustering of the similarity rank matrix; up to 5000 units",
        paper: Some("Choi00"),
        uses: c99::USES,
        build: c99::build,
    },
];

/// The warning for a text of function words alone.
pub(crate) const NO_CONTENT: &str = "no content words: the text is left in one segment";

/// Whether no unit has a term.
pub(crate) fn is_without_content(units: &Units<'_>) -> bool {
    units.tokens.iter().all(|token| token.term().is_none())
}

/// Refuses what no method can cut.
pub(crate) fn check_units(
    units: &Units<'_>,
    asked: Option<SegmentCount>,
) -> Result<(), SegmentError> {
    if units.is_empty() {
        return Err(SegmentError::NoUnits);
    }
    match asked {
        Some(count) if count.min() > units.len() => Err(SegmentError::TooManySegments {
            asked: count.min(),
            units: units.len(),
        }),
        _ => Ok(()),
    }
}

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
