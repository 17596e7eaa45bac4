//! What a line is, by its marks.

use crate::document::Span;

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Blank,
    /// A heading of this depth.
    Heading(u8),
    /// A list item.
    Item,
    /// A row of a table.
    Row,
    /// A line of code, or the fence around it.
    Code,
    /// A line of nothing but dashes, stars or the like.
    Rule,
    Plain,
}

impl Kind {
    /// The kind of a line, given without the blanks around it.
    pub(super) fn of(line: &str, in_fence: bool) -> Self {
        if line.is_empty() {
            Self::Blank
        } else if in_fence || is_fence(line) {
            Self::Code
        } else if let Some(depth) = hashes(line).or_else(|| equals(line)) {
            Self::Heading(depth)
        } else if is_rule(line) {
            Self::Rule
        } else if is_item(line) {
            Self::Item
        } else if is_row(line) {
            Self::Row
        } else {
            Self::Plain
        }
    }
}

/// Whether a line opens or closes code.
pub(super) fn is_fence(line: &str) -> bool {
    line.starts_with("```") || line.starts_with("~~~")
}

/// The depth of a Markdown heading: `## The quay`.
fn hashes(line: &str) -> Option<u8> {
    let rest = line.trim_start_matches('#');
    let depth = line.len() - rest.len();
    let is_heading = (1..=6).contains(&depth) && rest.starts_with([' ', '\t']);
    is_heading.then_some(depth as u8)
}

/// Words of a heading between equal signs at most.
const WORDS: usize = 30;

/// The depth of a wiki heading: `== The quay ==`, also with blanks between the signs.
fn equals(line: &str) -> Option<u8> {
    let inner = line.strip_prefix('=')?.strip_suffix('=')?;
    if !inner.contains(char::is_alphanumeric) || line.split_whitespace().nth(WORDS).is_some() {
        return None;
    }
    let signs = inner
        .chars()
        .take_while(|&c| c == '=' || c == ' ')
        .filter(|&c| c == '=')
        .count();
    Some(signs.min(5) as u8 + 1)
}

/// Whether a line is made of one mark, three times and more.
fn is_rule(line: &str) -> bool {
    let marks = || line.chars().filter(|c| !c.is_whitespace());
    let is_mark = |c: char| matches!(c, '-' | '*' | '_' | '=');
    marks().all(is_mark) && marks().count() >= 3
}

/// Whether a line opens like a list item: `- x`, `2. x`, `(a) x`.
fn is_item(line: &str) -> bool {
    let Some((mark, rest)) = line.split_once(char::is_whitespace) else {
        return false;
    };
    if rest.trim_start().is_empty() {
        return false;
    }
    if matches!(mark, "-" | "*" | "+" | "•" | "‣" | "·") {
        return true;
    }
    let number = mark.strip_prefix('(').unwrap_or(mark);
    let Some(number) = number.strip_suffix(['.', ')']) else {
        return false;
    };
    let is_number = number.len() <= 3 && number.bytes().all(|b| b.is_ascii_digit());
    let is_letter = number.len() == 1 && number.bytes().all(|b| b.is_ascii_alphabetic());
    !number.is_empty() && (is_number || is_letter)
}

/// Whether a line is a row of a table: bars around it, or two tabs in it.
fn is_row(line: &str) -> bool {
    let has_bars = line.len() > 1 && line.starts_with('|') && line.ends_with('|');
    has_bars || memchr::memchr_iter(b'\t', line.as_bytes()).nth(1).is_some()
}

/// Whether a row is the rule below the head of a table.
pub(super) fn is_row_rule(line: &str) -> bool {
    line.contains('-') && line.chars().all(|c| matches!(c, '|' | ':' | '-' | ' '))
}

/// The words of a heading without the marks around them; the whole of it where there is
/// nothing else.
pub(super) fn title(text: &str, line: Span) -> Span {
    let words = &text[line.range()];
    let mark = |c: char| matches!(c, '#' | '=' | '*' | '_') || c.is_whitespace();
    let opened = words.trim_start_matches(mark);
    let inner = opened.trim_end_matches(mark);
    if inner.is_empty() {
        return line;
    }
    let start = line.end - opened.len();
    Span::new(start, start + inner.len())
}
