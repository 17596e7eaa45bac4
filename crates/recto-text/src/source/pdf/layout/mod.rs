//! From letters and their places to text: lines, columns, paragraphs, headings, notes.
//!
//! 1. [`rows`]: letters on one baseline are a row, cut into pieces where there is room enough
//!    for a gutter. Raised and lowered letters belong to the row beside them.
//! 2. [`running`]: rows at the head or foot of pages that come back are no part of the text.
//! 3. [`columns`]: rows that leave the same gutter open, with text on both sides, are
//!    columns and are read one after the other.
//! 4. [`paragraphs`]: lines of a column are put together by their distance, indent, size and
//!    end; small lines at its foot that open with a mark are notes.
//! 5. [`compose`]: words broken at the ends of lines are joined, paragraphs go on over
//!    columns and pages, and notes follow the paragraph that they interrupt.
//!
//! Nothing here knows a PDF: it is tested on boxes that are made up.

mod columns;
mod compose;
mod paragraphs;
mod rows;
mod running;

pub(super) use crate::source::composed::Composed as PageText;
use paragraphs::Paragraph;
use rows::Row;

/// A letter, or several that are drawn as one, in points from the lower left.
#[derive(Debug, Clone)]
pub(super) struct Glyph {
    pub(super) text: String,
    pub(super) x: f64,
    /// The baseline.
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) size: f64,
    /// Quarter turns against the clock of the direction in which it is read.
    pub(super) turns: u8,
    pub(super) is_bold: bool,
    /// Whether the file itself says that it is no part of the text.
    pub(super) is_artifact: bool,
}

/// A line of a column.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    /// A raised mark stands between [`RAISED`] and [`LOWERED`].
    text: String,
    left: f64,
    right: f64,
    y: f64,
    size: f64,
    is_bold: bool,
    /// Whether it is a row of a table.
    is_row: bool,
}

/// Signs around raised letters, which no font shows.
const RAISED: char = '\u{F8F0}';
const LOWERED: char = '\u{F8F1}';

/// What was made of all pages.
pub(super) struct Layout {
    pub(super) composed: PageText,
    /// Running heads and page numbers that were left out.
    pub(super) running: usize,
}

/// The rows of the pages so far. Letters are many times as large as rows, so that those of a
/// page are gone before the next one is read.
pub(super) struct Pages {
    keep_all: bool,
    rows: Vec<Vec<Row>>,
    /// Rows of letters that are not upright.
    turned: Vec<Vec<Row>>,
    running: usize,
}

impl Pages {
    /// No page yet; with `keep_all` running heads stay.
    pub(super) fn new(keep_all: bool) -> Self {
        Self {
            keep_all,
            rows: Vec::new(),
            turned: Vec::new(),
            running: 0,
        }
    }

    /// Adds the letters of the next page.
    pub(super) fn add(&mut self, page: &[Glyph]) {
        let (marked, text): (Vec<&Glyph>, Vec<&Glyph>) = page
            .iter()
            .partition(|glyph| glyph.is_artifact && !self.keep_all);
        self.running += rows::read(&rows::upright(&marked, 0)).len();
        self.rows.push(rows::read(&rows::upright(&text, 0)));
        let others = (1..4).flat_map(|turns| rows::read(&rows::upright(&text, turns)));
        self.turned.push(others.collect());
    }

    /// Lays out all pages.
    pub(super) fn finish(mut self) -> Layout {
        let body = body_size(&self.rows);
        if !self.keep_all {
            self.running += running::remove(&mut self.rows);
        }
        let mut paragraphs: Vec<Paragraph> = Vec::new();
        for (number, (rows, turned)) in (1..).zip(self.rows.into_iter().zip(self.turned)) {
            for column in columns::read(rows).into_iter().chain(columns::read(turned)) {
                paragraphs.extend(paragraphs::read(&column, body, number));
            }
        }
        Layout {
            composed: compose::compose(paragraphs, body),
            running: self.running,
        }
    }
}

/// The size that most letters have.
fn body_size(pages: &[Vec<Row>]) -> f64 {
    let mut sizes: std::collections::BTreeMap<i64, usize> = std::collections::BTreeMap::new();
    for row in pages.iter().flatten() {
        for piece in &row.pieces {
            let size = (piece.size * 2.0).round() as i64;
            *sizes.entry(size).or_default() += piece.text.len();
        }
    }
    let most = sizes.iter().max_by_key(|(size, count)| (**count, **size));
    most.map_or(10.0, |(size, _)| *size as f64 / 2.0)
}

#[cfg(test)]
mod tests;
