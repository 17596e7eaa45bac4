//! Linear text segmentation: where topics change, and metrics for it.
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
mod centre_options;
mod chunk;
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

pub use chunk::{Layout, Overlap, pieces};
pub use count::SegmentCount;
pub use error::SegmentError;
pub use similarity::{Preference, SimilarityTable};

use recto_math::{Notice, Run};
use recto_text::Units;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A segmentation method with its parameters.
pub trait Segmenter: Send + Sync {
    /// Segments `units`.
    ///
    /// # Errors
    /// [`SegmentError`] if there are no units, if more segments are asked for than there
    /// are units, or if the observer asks to stop.
    fn segment(&self, units: &Units<'_>, run: &Run<'_>) -> Result<Segmentation, SegmentError>;

    /// The parameters as a JSON object, defaults filled in.
    fn parameters(&self) -> Value;
}

/// A segmentation of a text.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Segmentation {
    /// Exclusive ends of the segments, in units, strictly increasing; the last is the number
    /// of units.
    pub bounds: Vec<usize>,
    /// Confidence in the boundary at the start of each segment, from 0 to 1; `None` for the
    /// first segment, and for methods without confidences.
    pub confidence: Vec<Option<f64>>,
    /// Warnings for the user.
    pub warnings: Vec<Notice>,
    /// Centre unit of each segment; `None` for methods without centres.
    pub centers: Option<Vec<usize>>,
    /// Objective of the segmentation; `None` for methods without one.
    pub net: Option<f64>,
    /// Whether nothing but structure was looked at. Segments are then told by their headings
    /// or first words ([`describe::outline`]), which takes no count of words.
    pub by_structure: bool,
    /// Optimal segmentations for other preferences; empty for methods without them.
    pub path: Vec<PathPoint>,
}

/// A number of segments that is optimal for a range of preferences.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PathPoint {
    /// Number of segments.
    pub segments: usize,
    /// Lowest preference for which it is optimal; `None` if unbounded.
    pub from: Option<f64>,
    /// Highest preference for which it is optimal; `None` if unbounded.
    pub to: Option<f64>,
    /// Objective without the preferences: the total similarity of units to their centres.
    pub score: f64,
}

impl Segmentation {
    /// A segmentation with bounds only.
    pub fn from_bounds(bounds: Vec<usize>) -> Self {
        Self {
            confidence: vec![None; bounds.len()],
            bounds,
            ..Self::default()
        }
    }
}

/// Options of a method, each one optional: `None` takes the method's default.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Options {
    /// Number of segments, or a range; `None` lets the method choose.
    pub segments: Option<SegmentCount>,
    /// Granularity, above 0: below 1 finer, above 1 coarser.
    pub granularity: Option<f64>,
    /// Minimum number of words in a segment, kept where possible.
    pub min_words: Option<usize>,
    /// Maximum number of words in a segment. It holds for units that were cut by [`pieces`];
    /// a longer unit is a segment of its own.
    pub max_words: Option<usize>,
    /// Whether headings count as evidence of a boundary.
    pub headings: Option<bool>,
    /// Concentration of the Dirichlet prior over words.
    pub theta: Option<bayes::Theta>,
    /// Penalty for each segment, in multiples of the logarithm of the number of units.
    pub penalty: Option<f64>,
    /// Use the parameters of the method's paper instead of the best measured.
    pub paper: bool,
    /// Similarities of units to use instead of those computed from the words.
    pub similarity: Option<SimilarityTable>,
    /// Preferences of units for being centres; the lower, the fewer segments.
    pub preference: Option<Preference>,
    /// Maximum distance, in units, of a unit from its centre, or of two compared units.
    pub window: Option<usize>,
    /// Share of a message that is kept from one iteration to the next, from 0 to below 1.
    pub damping: Option<f64>,
}

/// A row of the table of methods.
pub type Method = recto_math::Method<Options, dyn Segmenter, SegmentError>;

/// All segmentation methods, the recommended one first.
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
        summary: "one segment (baseline); with a bound on words, chunks by structure alone, without terms",
        paper: None,
        uses: none::USES,
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

/// Warning for a text without content words.
pub(crate) const NO_CONTENT: &str = "no content words: the text is left in one segment";

/// Whether no unit has a content word.
pub(crate) fn is_without_content(units: &Units<'_>) -> bool {
    units.tokens.iter().all(|token| token.term().is_none())
}

/// Checks that there are units, and at least as many as segments asked for.
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
