//! Lines of a column to paragraphs.

use super::{LOWERED, Line, RAISED};

/// Distances between lines, as parts of the usual one, from which on a paragraph ends.
const APART: f64 = 1.3;
/// How much smaller the letters of a note are than those of the text.
const NOTE: f64 = 0.93;
/// Sizes that differ more are of different paragraphs.
const SIZE: f64 = 0.08;
/// An indent, in sizes of the letters.
const INDENT: f64 = 0.8;

/// Lines that belong together.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Paragraph {
    pub(super) lines: Vec<String>,
    pub(super) page: usize,
    pub(super) size: f64,
    pub(super) is_bold: bool,
    pub(super) is_note: bool,
    /// Whether its last line reaches the right edge, so that it may go on elsewhere.
    pub(super) is_full: bool,
    /// Whether it is the last of its column.
    pub(super) ends_column: bool,
    /// Whether it is the first of its column, and not indented.
    pub(super) opens_column: bool,
}

/// The paragraphs of a column; `body` is the size of most letters of the document.
pub(super) fn read(lines: &[Line], body: f64, page: usize) -> Vec<Paragraph> {
    let first_note = notes(lines, body);
    let (text, notes) = lines.split_at(first_note);
    let mut paragraphs = cut(text, page, false);
    paragraphs.extend(cut(notes, page, true));
    paragraphs
}

/// The first line of the notes at the foot of a column.
fn notes(lines: &[Line], body: f64) -> usize {
    let is_small = |line: &Line| line.size <= NOTE * body;
    let small = lines.iter().rev().take_while(|line| is_small(line)).count();
    let from = lines.len() - small;
    let opens = |line: &Line| mark(&line.text).is_some();
    let first = lines[from..].iter().position(opens);
    // No line of the text opens with a raised mark: it would stand behind its word.
    let raised = lines.iter().position(|line| line.text.starts_with(RAISED));
    let small = first.map_or(lines.len(), |at| from + at);
    raised
        .filter(|at| *at > 0)
        .map_or(small, |raised| raised.min(small))
}

/// The mark that a note opens with: raised, or a number or sign before a blank.
pub(super) fn mark(text: &str) -> Option<&str> {
    if let Some(rest) = text.strip_prefix(RAISED) {
        return rest.split(LOWERED).next();
    }
    let word = text.split_whitespace().next()?;
    let digits = word.trim_end_matches(['.', ')']);
    let is_number =
        !digits.is_empty() && digits.len() <= 3 && digits.bytes().all(|b| b.is_ascii_digit());
    let is_sign = word.chars().all(|c| "*†‡§¶".contains(c));
    (is_number || is_sign).then_some(word)
}

fn cut(lines: &[Line], page: usize, is_note: bool) -> Vec<Paragraph> {
    let column = Column::of(lines);
    let mut paragraphs: Vec<Vec<&Line>> = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        match paragraphs.last_mut() {
            Some(paragraph) if !column.ends(&lines[i - 1], line, is_note) => paragraph.push(line),
            _ => paragraphs.push(vec![line]),
        }
    }
    let count = paragraphs.len();
    let paragraph = |(i, lines): (usize, Vec<&Line>)| {
        let last = lines[lines.len() - 1];
        Paragraph {
            page,
            size: lines[0].size,
            is_bold: lines.iter().all(|line| line.is_bold),
            is_note,
            is_full: last.right >= column.right - 2.0 * last.size,
            ends_column: i + 1 == count,
            opens_column: i == 0 && lines[0].left <= column.left + INDENT * lines[0].size,
            lines: lines.iter().map(|line| line.text.clone()).collect(),
        }
    };
    paragraphs.into_iter().enumerate().map(paragraph).collect()
}

/// What is usual in a column.
struct Column {
    left: f64,
    right: f64,
    /// From baseline to baseline, in sizes of the letters.
    leading: f64,
}

impl Column {
    fn of(lines: &[Line]) -> Self {
        let mut leadings: Vec<f64> = lines
            .windows(2)
            .filter(|pair| is_alike(&pair[0], &pair[1]))
            .map(|pair| (pair[0].y - pair[1].y) / pair[1].size)
            .filter(|leading| (0.7..2.6).contains(leading))
            .collect();
        leadings.sort_by(f64::total_cmp);
        let mut lefts: Vec<f64> = lines.iter().map(|line| line.left).collect();
        lefts.sort_by(f64::total_cmp);
        Self {
            left: lefts.get(lefts.len() / 10).copied().unwrap_or(0.0),
            right: lines
                .iter()
                .map(|line| line.right)
                .fold(f64::NEG_INFINITY, f64::max),
            // The lower third: where most paragraphs have one line, gaps are common.
            leading: leadings.get(leadings.len() / 3).copied().unwrap_or(1.2),
        }
    }

    /// Whether a paragraph ends between two lines.
    fn ends(&self, above: &Line, below: &Line, is_note: bool) -> bool {
        let size = below.size;
        if is_note
            && mark(&below.text)
                .is_some_and(|_| below.text.starts_with(RAISED) || below.left >= above.left)
            && opens_note(below)
        {
            return true;
        }
        if above.is_row || below.is_row {
            return true;
        }
        let distance = (above.y - below.y) / size;
        let is_new_size = !is_alike(above, below);
        let is_apart = distance > APART * self.leading || distance < -0.5;
        let is_indented = below.left - above.left > INDENT * size
            && below.left - self.left > INDENT * size
            && above.left - self.left < INDENT * size;
        // The lines of an item stand below its words.
        let is_indented = is_indented && !opens_item(&above.text);
        let is_bullet = opens_item(&below.text);
        let is_short = above.right < self.right - 0.2 * (self.right - self.left);
        let is_ended = above
            .text
            .ends_with(['.', '!', '?', ':', '”', '»', ')', '…']);
        is_new_size || is_apart || is_indented || is_bullet || is_short && is_ended
    }
}

fn opens_note(line: &Line) -> bool {
    line.text.starts_with(RAISED) || opens_item(&line.text)
}

fn is_alike(one: &Line, other: &Line) -> bool {
    (one.size - other.size).abs() <= SIZE * one.size.max(other.size) && one.is_bold == other.is_bold
}

/// `• x`, `– x`, `3. x`, `(a) x`.
fn opens_item(text: &str) -> bool {
    let Some((word, _)) = text.split_once(' ') else {
        return false;
    };
    let is_sign = matches!(
        word,
        "•" | "–" | "—" | "-" | "◦" | "▪" | "■" | "∗" | "*" | "·" | "►" | ""
    );
    let inner = word.trim_start_matches('(').trim_end_matches(['.', ')']);
    let is_number = inner.len() < word.len()
        && (inner.len() <= 3 && !inner.is_empty() && inner.bytes().all(|b| b.is_ascii_digit())
            || inner.len() == 1
                && word.ends_with(')')
                && inner.bytes().all(|b| b.is_ascii_lowercase()));
    is_sign || is_number
}
