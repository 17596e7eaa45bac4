//! What a command found, as blocks, and the renderers that draw them.
//!
//! A command fills a [`Report`] with plain data: sections that hold
//! [`Block`]s from a short closed list, each in one of four [`State`]s. It
//! never formats anything. Two renderers draw every block: `html::page`
//! (feature `html`) makes one self-contained page, `text::render` (feature
//! `text`) makes lines for a terminal. Thirty methods and two front ends then
//! cost thirty and two, not sixty. Without features there are only the blocks,
//! and what any renderer needs to draw them: [`place`], [`runs`], [`pooled`],
//! [`number`] and [`time`].
//!
//! Evidence is a [`Reference`]: a source of the report and a byte range in its
//! text. File and line, UTF-16 offsets, links and marks are computed from it
//! by the renderers.
//!
//! ```
//! use recto_report::{Column, Number, Reference, Report, Section, SourceText, Table, html};
//!
//! let report = Report {
//!     title: "minutes.txt".into(),
//!     command: "segment".into(),
//!     sources: vec![SourceText::new("minutes.txt", "Present: nine.\n\nThe roof leaks.")],
//!     sections: vec![Section::new("outline", "Outline").account("2 segments").with(Table {
//!         columns: vec![Column::label("Segment"), Column::number("Words", Number::Count)],
//!         rows: vec![vec![Reference::new(0, 0..14).into(), 2.0.into()]],
//!         ..Table::default()
//!     })],
//!     ..Report::default()
//! };
//! assert!(html::page(&report).contains("minutes.txt, line 1"));
//! ```

mod adopt;
pub mod aligned;
mod block;
mod check;
mod figure;
#[cfg(feature = "html")]
pub mod html;
mod marked;
pub mod number;
pub mod place;
pub mod pooled;
pub mod runs;
mod state;
#[cfg(feature = "text")]
pub mod text;
pub mod time;

use std::ops::Range;

use serde::Serialize;

pub use aligned::{AlignedText, PhraseLink, Score, SourcePart, SummaryPart, SupportGap};
pub use block::{Block, Cell, Column, Item, Kind, Quote, Ranked, RowsLink, Table, Voice};
pub use figure::{
    Band, Baseline, Curve, Dot, Event, Lane, Matrix, Part, Piece, Plane, Point, Strip, Timeline,
};
pub use marked::{Cut, Mark, MarkedText, Meaning};
pub use number::Number;
pub use recto_text::Warning;
use recto_text::{Document, Landmarks, LineMap};
pub use runs::letters;
pub use state::{Certainty, Level, Levels, Section, State};

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// How much a report shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// The findings, for a terminal.
    Outline,
    /// The documents' text too, for a page.
    Whole,
}

/// All that a command has to say about a pile, ready to be drawn.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Report {
    /// What was read, as its reader calls it: the title of the only document, or its id.
    pub title: String,
    /// The id of the only document, where the title is another; else empty.
    pub place: String,
    /// The command that made the report, as typed: `segment`.
    pub command: String,
    /// The version of recto that made it.
    pub version: String,
    /// One line under the title: how much was read and what came out.
    pub account: String,
    /// The findings, in reading order.
    pub sections: Vec<Section>,
    /// The texts that references point into.
    pub sources: Vec<SourceText>,
    /// "How it was made": what a reader can use (method, settings, seed, input), as name and
    /// value.
    pub made: Vec<(String, String)>,
    /// The method's other parameters, as name and value: folded away on a page, left to the
    /// JSON on a terminal.
    pub internals: Vec<(String, String)>,
    /// The command that makes the report again; empty where there is none.
    pub again: String,
    /// What the reader must know before trusting the findings.
    pub warnings: Vec<Warning>,
    /// How many documents were read, of which the sources may be a part; 0 where nobody
    /// counted.
    pub read: usize,
}

impl Report {
    /// The same, titled with its only document: the title first, the id as its place.
    #[must_use]
    pub fn of_document(self, id: &str, title: Option<&str>) -> Self {
        let (title, place) = match title {
            Some(title) if title != id => (title, id),
            _ => (id, ""),
        };
        Self {
            title: title.into(),
            place: place.into(),
            ..self
        }
    }

    /// Puts all of [`Report::made`] into one entry named `settings`: a terminal has no room
    /// for a line each.
    pub fn in_a_line(&mut self) {
        let made = self.made.iter();
        let said = made.map(|(name, value)| format!("{} {value}", name.replace('_', " ")));
        let said = said.collect::<Vec<_>>().join(", ");
        self.made = vec![("settings".into(), said)];
    }
}

/// A text that findings refer to.
#[derive(Debug, Clone, Default, Serialize)]
pub struct SourceText {
    /// The document's id, for files their name: the first half of each label.
    pub id: String,
    /// Kind and date or whatever helps a reader to place it; may be empty.
    pub what: String,
    /// The text that byte offsets refer to.
    pub text: String,
    /// On which lines of its file the text stands.
    #[serde(skip)]
    pub lines: LineMap,
    /// Its named places, which stand in labels instead of lines.
    #[serde(skip)]
    pub landmarks: Landmarks,
    /// Findings about this text alone, in a pile too large to show those of every text: a
    /// page opens them when a reader asks for it ([`Cell::Opens`]), a terminal does not show
    /// them.
    pub sections: Vec<Section>,
}

impl SourceText {
    /// A source with nothing said about it.
    pub fn new(id: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        Self {
            id: id.into(),
            what: String::new(),
            lines: LineMap::of(&text),
            landmarks: Landmarks::default(),
            text,
            sections: Vec::new(),
        }
    }

    /// The text of a document, with the lines of its file; its title and its sender stand
    /// before `what_else`.
    pub fn of(document: &Document, what_else: impl Into<String>) -> Self {
        let sender = document.sender.clone();
        let what = document.shown_title().into_iter().chain(sender);
        let what = what.chain([what_else.into()]);
        let what = what.filter(|what| !what.is_empty() && *what != document.id);
        Self {
            id: document.id.clone(),
            what: what.collect::<Vec<_>>().join(", "),
            text: document.text.clone(),
            lines: document.line_map(),
            landmarks: document.landmarks.clone(),
            sections: Vec::new(),
        }
    }
}

/// A half-open byte range in one of the report's sources.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Reference {
    /// Index in [`Report::sources`].
    pub source: usize,
    /// Bytes of that source's text.
    pub span: Range<usize>,
}

impl Reference {
    /// A range of a source.
    #[must_use]
    pub fn new(source: usize, span: Range<usize>) -> Self {
        Self { source, span }
    }
}

/// File and line of a warning as a reader says them; empty when unknown.
#[must_use]
pub fn place_of(warning: &Warning) -> String {
    match (&warning.file, warning.line) {
        (Some(file), Some(line)) => format!("{file}, line {}", number::count(line as f64)),
        (Some(file), None) => file.clone(),
        _ => String::new(),
    }
}
