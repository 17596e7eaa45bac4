//! Marked text: a source with phrases marked and stretches titled.

use std::ops::Range;

use serde::Serialize;

use super::{Certainty, Reference};

/// A source's text, or part of it, with marked phrases and titled cuts.
#[derive(Debug, Clone, Default, Serialize)]
pub struct MarkedText {
    /// How to read the marks.
    pub caption: String,
    /// Index in the report's sources.
    pub source: usize,
    /// The bytes to show; `None` is all of it.
    pub span: Option<Range<usize>>,
    /// Names of the classes that marks speak of, in order of size.
    pub classes: Vec<String>,
    /// Marked phrases. Where two overlap the earlier one stands.
    pub marks: Vec<Mark>,
    /// Places where a new stretch begins.
    pub cuts: Vec<Cut>,
    /// A cut from this p on is filled, under it hollow or dashed.
    pub sure_from: f64,
    /// Each line of the text is a line of its own, as in verse or a log.
    pub keep_lines: bool,
}

/// A marked phrase.
#[derive(Debug, Clone, Serialize)]
pub struct Mark {
    /// Its bytes in the source.
    pub span: Range<usize>,
    /// What is said of it.
    pub meaning: Meaning,
}

/// What a mark says.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Meaning {
    /// It belongs to a class.
    Class {
        /// Index of the class.
        class: usize,
        /// The class that it may belong to instead.
        or: Option<usize>,
        /// How sure that is.
        certainty: Certainty,
    },
    /// It rests on other passages.
    Support {
        /// How sure that is.
        p: f64,
        /// The passages, nearest first.
        to: Vec<Reference>,
    },
    /// Support was looked for and not found.
    Unsupported {
        /// How near the nearest passage came.
        nearest: Option<f64>,
    },
    /// Simply the words that matter.
    Chosen,
}

/// A place where a new stretch of the text begins.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Cut {
    /// Byte offset in the source.
    pub at: usize,
    /// The stretch's title, made of its words.
    pub title: String,
    /// A few words more: "540 words".
    pub note: String,
    /// How sure the boundary is; `None` where there is no boundary to doubt.
    pub p: Option<f64>,
}
