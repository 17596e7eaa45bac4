//! Running heads and page numbers: rows at the head or foot of pages that come back.

use super::rows::Row;
use std::collections::BTreeMap;

/// Rows at either end of a page that may be running ones.
const AT_ENDS: usize = 2;
/// Points that the same row may be higher or lower on another page.
const NEAR: f64 = 6.0;
/// Pages on which a row with words comes back, at least; a number alone needs two.
const LEAST: usize = 3;
/// Characters of a running head at most.
const LONGEST: usize = 120;

/// Takes them out of the pages; how many there were.
pub(super) fn remove(pages: &mut [Vec<Row>]) -> usize {
    let mut known: BTreeMap<(bool, String), Vec<(usize, f64)>> = BTreeMap::new();
    for (page, rows) in pages.iter().enumerate() {
        for (row, is_head) in ends(rows) {
            known
                .entry((is_head, shape(&rows[row])))
                .or_default()
                .push((page, rows[row].y));
        }
    }
    let n_pages = pages.len();
    let mut removed = 0;
    for (page, rows) in pages.iter_mut().enumerate() {
        let mut running: Vec<usize> = ends(rows)
            .into_iter()
            .filter(|(row, is_head)| {
                let shape = shape(&rows[*row]);
                let is_number = !shape.contains(char::is_alphabetic);
                let places = &known[&(*is_head, shape)];
                let y = rows[*row].y;
                let others = places
                    .iter()
                    .filter(|(other, at)| *other != page && (at - y).abs() <= NEAR);
                let least = if is_number || n_pages < LEAST {
                    2
                } else {
                    LEAST
                };
                others.count() + 1 >= least && rows[*row].line().text.chars().count() <= LONGEST
            })
            .map(|(row, _)| row)
            .collect();
        // A page is never furniture alone.
        if running.len() == rows.len() && n_pages > 1 {
            running.clear();
        }
        running.sort_unstable();
        running.dedup();
        removed += running.len();
        for row in running.into_iter().rev() {
            rows.remove(row);
        }
    }
    removed
}

/// The first and last rows of a page; whether each is at its head.
fn ends(rows: &[Row]) -> Vec<(usize, bool)> {
    let head = rows.len().min(AT_ENDS);
    let foot = rows.len().saturating_sub(AT_ENDS).max(head);
    let heads = (0..head).map(|row| (row, true));
    heads
        .chain((foot..rows.len()).map(|row| (row, false)))
        .collect()
}

/// The words of a row with every number made the same.
fn shape(row: &Row) -> String {
    let text = row.line().text;
    let mut shape = String::with_capacity(text.len());
    for c in text.chars() {
        if !c.is_ascii_digit() {
            shape.push(c);
        } else if !shape.ends_with('0') {
            shape.push('0');
        }
    }
    let is_roman = |c: char| "ivxlcIVXLC".contains(c);
    if !shape.is_empty() && shape.len() <= 6 && shape.chars().all(is_roman) {
        return "0".into();
    }
    shape
}
