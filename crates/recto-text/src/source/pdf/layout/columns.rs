//! Columns: rows that leave the same gutter open.
//!
//! From a row on, the gaps that all rows so far have in common are followed downwards until
//! none is left. If the widest gap that was common to the longest run has lines of text on
//! both sides, the run is a band of columns: the left side is read before the right, each
//! again in the same way. A row that starts no band is a line of the text. What stands in
//! short cells side by side is a table and is read row by row.

use super::Line;
use super::rows::{Piece, Row};

/// Rows with text on either side of a gutter, at least.
const LEAST: usize = 3;
/// Widths of a line of a column, in sizes of its letters: cells of tables are shorter.
const WIDE: f64 = 9.0;
/// Rows of a page beyond which no columns are looked for, as no page has so many.
const MOST: usize = 400;
/// Pieces of a row beyond which it is drawn letter by letter and leaves no gutter.
const PIECES: usize = 16;
/// Columns inside columns.
const DEEPEST: usize = 4;
/// Rows of a page that are held against gutters, over all starts of bands: a page of 80 rows
/// whose gutter changes with each row has some 90,000.
const WORK: usize = 200_000;

/// The lines of each column, in the order in which columns are read.
pub(super) fn read(rows: Vec<Row>) -> Vec<Vec<Line>> {
    let mut columns = Vec::new();
    split(rows, 0, &mut { WORK }, &mut columns);
    columns
}

/// `left` is how many rows may still be held against a gutter.
fn split(rows: Vec<Row>, depth: usize, left: &mut usize, columns: &mut Vec<Vec<Line>>) {
    let may_split = depth < DEEPEST && rows.len() <= MOST;
    let mut single: Vec<Line> = Vec::new();
    let mut at = 0;
    while at < rows.len() {
        let band = may_split.then(|| band(&rows[at..], left)).flatten();
        let Some((length, gutter)) = band else {
            single.push(rows[at].line());
            at += 1;
            continue;
        };
        flush(&mut single, columns);
        let (before, behind) = sides(&rows[at..at + length], gutter);
        split(before, depth + 1, left, columns);
        split(behind, depth + 1, left, columns);
        at += length;
    }
    flush(&mut single, columns);
}

fn flush(single: &mut Vec<Line>, columns: &mut Vec<Vec<Line>>) {
    if !single.is_empty() {
        columns.push(std::mem::take(single));
    }
}

/// A stretch of the page from left to right that is free of text.
type Gap = (f64, f64);

/// The gaps of a row between the ends of the text, and before and behind it.
fn gaps(row: &Row) -> Vec<Gap> {
    if row.pieces.len() > PIECES {
        return vec![
            (f64::NEG_INFINITY, row.left()),
            (row.right(), f64::INFINITY),
        ];
    }
    let mut gaps = Vec::with_capacity(row.pieces.len() + 1);
    let mut left = f64::NEG_INFINITY;
    for piece in &row.pieces {
        gaps.push((left, piece.left));
        left = left.max(piece.right);
    }
    gaps.push((left, f64::INFINITY));
    gaps
}

fn common(one: &[Gap], other: &[Gap], least: f64) -> Vec<Gap> {
    let mut common = Vec::new();
    for (left, right) in one {
        for (from, to) in other {
            let gap = (left.max(*from), right.min(*to));
            if gap.1 - gap.0 >= least {
                common.push(gap);
            }
        }
    }
    common
}

/// How many rows from the first are columns, and the middle of their gutter.
fn band(rows: &[Row], left: &mut usize) -> Option<(usize, f64)> {
    let least = 0.6 * rows[0].size();
    let mut open = gaps(&rows[0]);
    let mut best = None;
    let mut sides = Sides::default();
    for (i, row) in rows.iter().enumerate() {
        open = common(&open, &gaps(row), least);
        // What is open to one side only has text on the other alone.
        let gutters = open
            .iter()
            .filter(|(left, right)| left.is_finite() && right.is_finite());
        let widest = gutters.max_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0)));
        if let Some((from, to)) = widest {
            let middle = f64::midpoint(*from, *to);
            *left = left.saturating_sub(sides.count(&rows[..=i], middle));
            if sides.are_columns() {
                best = Some((i + 1, middle));
            }
        }
        if *left == 0 {
            break;
        }
        if !open
            .iter()
            .any(|(left, right)| left.is_finite() || right.is_finite())
        {
            break;
        }
    }
    best
}

/// The lines to the left and to the right of a gutter, as rows are added below.
#[derive(Default)]
struct Sides {
    gutter: f64,
    rows: usize,
    /// Of each side, the lines and those that are wide.
    lines: [(usize, usize); 2],
}

impl Sides {
    /// Counts the rows that are not counted yet, or all of them for another gutter. Returns how
    /// many those are.
    fn count(&mut self, rows: &[Row], gutter: f64) -> usize {
        if gutter != self.gutter {
            *self = Self {
                gutter,
                ..Self::default()
            };
        }
        let new = &rows[self.rows..];
        self.rows = rows.len();
        for row in new {
            for (side, lines) in [true, false].into_iter().zip(&mut self.lines) {
                let side_pieces = || {
                    row.pieces
                        .iter()
                        .filter(|piece| (piece.left < gutter) == side)
                };
                let Some(first) = side_pieces().next() else {
                    continue;
                };
                let right = side_pieces()
                    .map(|piece| piece.right)
                    .fold(first.right, f64::max);
                lines.0 += 1;
                lines.1 += usize::from(right - first.left >= WIDE * first.size);
            }
        }
        new.len()
    }

    /// Whether lines of text stand on both sides.
    fn are_columns(&self) -> bool {
        let mut sides = self.lines.iter();
        sides.all(|(lines, wide)| *lines >= LEAST && 2 * wide > *lines)
    }
}

/// What stands to the left and to the right of a gutter.
fn sides(rows: &[Row], gutter: f64) -> (Vec<Row>, Vec<Row>) {
    let side = |keep: &dyn Fn(&Piece) -> bool| -> Vec<Row> {
        let rows = rows.iter().map(|row| Row {
            pieces: row
                .pieces
                .iter()
                .filter(|piece| keep(piece))
                .cloned()
                .collect(),
            y: row.y,
        });
        rows.filter(|row| !row.pieces.is_empty()).collect()
    };
    (
        side(&|piece| piece.left < gutter),
        side(&|piece| piece.left >= gutter),
    )
}
