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

/// A row at the head or foot of its page.
struct End {
    row: usize,
    is_head: bool,
    shape: String,
    y: f64,
}

/// Where the rows of each shape stand on all pages, at the head and at the foot, in order.
type Places = BTreeMap<(bool, String), Vec<f64>>;

/// Takes them out of the pages; how many there were.
pub(super) fn remove(pages: &mut [Vec<Row>]) -> usize {
    let mut places = Places::new();
    for end in pages.iter().flat_map(|rows| ends(rows)) {
        let heights = places.entry((end.is_head, end.shape)).or_default();
        heights.push(end.y);
    }
    for heights in places.values_mut() {
        heights.sort_unstable_by(f64::total_cmp);
    }
    let n_pages = pages.len();
    let mut removed = 0;
    for rows in pages.iter_mut() {
        let ends = ends(rows);
        let is_running = |end: &&End| {
            is_on_others(end, &ends, &places, n_pages)
                && rows[end.row].line().text.chars().count() <= LONGEST
        };
        let mut running: Vec<usize> = ends.iter().filter(is_running).map(|end| end.row).collect();
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

/// Whether a row stands at its place on enough other pages; `ends` are those of its page.
fn is_on_others(end: &End, ends: &[End], places: &Places, n_pages: usize) -> bool {
    let Some(places) = places.get(&(end.is_head, end.shape.clone())) else {
        return false;
    };
    let is_number = !end.shape.contains(char::is_alphabetic);
    let least = if is_number || n_pages < LEAST {
        2
    } else {
        LEAST
    };
    let (from, to) = (end.y - NEAR, end.y + NEAR);
    let near = places.partition_point(|y| *y <= to) - places.partition_point(|y| *y < from);
    let is_like = |other: &&End| {
        other.is_head == end.is_head && other.shape == end.shape && (from..=to).contains(&other.y)
    };
    let on_this_page = ends.iter().filter(is_like).count();
    near - on_this_page + 1 >= least
}

/// The first and last rows of a page.
fn ends(rows: &[Row]) -> Vec<End> {
    let head = rows.len().min(AT_ENDS);
    let foot = rows.len().saturating_sub(AT_ENDS).max(head);
    let end = |row: usize| End {
        row,
        is_head: row < head,
        shape: shape(&rows[row]),
        y: rows[row].y,
    };
    (0..head).chain(foot..rows.len()).map(end).collect()
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

#[cfg(test)]
mod tests {
    use super::super::rows::Piece;
    use super::*;

    /// Each page was once compared with all others.
    #[test]
    fn running_heads_of_very_many_pages_are_found() {
        let row = |(i, text): (usize, &str)| Row {
            pieces: vec![Piece {
                text: text.into(),
                left: 50.0,
                right: 100.0,
                size: 10.0,
                is_bold: false,
            }],
            y: 700.0 - 100.0 * i as f64,
        };
        let texts = ["Tides", "of March", "Nets dry.", "Harbour", "7"];
        let page: Vec<Row> = texts.into_iter().enumerate().map(row).collect();
        let mut pages = vec![page; 60_000];
        assert_eq!(remove(&mut pages), 4 * 60_000);
    }
}
