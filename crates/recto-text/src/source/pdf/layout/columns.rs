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

/// The lines of each column, in the order in which columns are read.
pub(super) fn read(rows: Vec<Row>) -> Vec<Vec<Line>> {
    let mut columns = Vec::new();
    split(rows, 0, &mut columns);
    columns
}

fn split(rows: Vec<Row>, depth: usize, columns: &mut Vec<Vec<Line>>) {
    let may_split = depth < DEEPEST && rows.len() <= MOST;
    let mut single: Vec<Line> = Vec::new();
    let mut at = 0;
    while at < rows.len() {
        let band = may_split.then(|| band(&rows[at..])).flatten();
        let Some((length, gutter)) = band else {
            single.push(rows[at].line());
            at += 1;
            continue;
        };
        flush(&mut single, columns);
        let (left, right) = sides(&rows[at..at + length], gutter);
        split(left, depth + 1, columns);
        split(right, depth + 1, columns);
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
fn band(rows: &[Row]) -> Option<(usize, f64)> {
    let least = 0.6 * rows[0].size();
    let mut open = gaps(&rows[0]);
    let mut best = None;
    for (i, row) in rows.iter().enumerate() {
        open = common(&open, &gaps(row), least);
        // What is open to one side only has text on the other alone.
        let gutters = open
            .iter()
            .filter(|(left, right)| left.is_finite() && right.is_finite());
        let widest = gutters.max_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0)));
        if let Some((left, right)) = widest {
            let middle = f64::midpoint(*left, *right);
            if is_of_columns(&rows[..=i], middle) {
                best = Some((i + 1, middle));
            }
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

/// Whether lines of text stand on both sides.
fn is_of_columns(rows: &[Row], gutter: f64) -> bool {
    let is_text = |is_left: bool| {
        let (mut lines, mut wide) = (0, 0);
        for row in rows {
            let own = || {
                row.pieces
                    .iter()
                    .filter(|piece| (piece.left < gutter) == is_left)
            };
            let Some(first) = own().next() else { continue };
            let right = own().map(|piece| piece.right).fold(first.right, f64::max);
            lines += 1;
            wide += usize::from(right - first.left >= WIDE * first.size);
        }
        lines >= LEAST && 2 * wide > lines
    };
    is_text(true) && is_text(false)
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
