//! Words in columns: cleaning, measuring, wrapping, cutting.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Text that may be sent to a terminal: blanks are spaces, control characters
/// are shown by their pictures, and marks that turn the direction of writing
/// or separate lines are replaced.
pub(super) fn clean(text: &str) -> String {
    text.chars().map(tame).collect()
}

fn tame(c: char) -> char {
    match c {
        '\t' | '\n' | '\r' | '\u{b}' | '\u{c}' => ' ',
        '\0'..='\u{1f}' => char::from_u32(0x2400 + c as u32).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        c if is_hidden_mark(c) => '\u{fffd}',
        _ => c,
    }
}

/// Marks that do not show and change how what follows is shown: further control
/// characters, directions of writing, separators of lines, tags.
fn is_hidden_mark(c: char) -> bool {
    matches!(
        c,
        '\u{80}'..='\u{9f}'
            | '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// One line for a terminal in which every character shows: control characters, newlines
/// among them, and marks that turn the direction of writing stand as `\u{1b}`.
///
/// ```
/// let name = recto_report::text::visible("a\u{1b}[2J\u{202e}txt.b");
/// assert_eq!(name, r"a\u{1b}[2J\u{202e}txt.b");
/// ```
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() || is_hidden_mark(c) {
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Columns that a text takes.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

/// Lines of at most `columns`, broken at blanks, or inside a word that is
/// longer than a line. Cleans first.
pub(super) fn wrap(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(2);
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in clean(text).split(' ').filter(|word| !word.is_empty()) {
        if !line.is_empty() && width(&line) + 1 + width(word) > columns {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        let mut rest = word;
        while width(&line) + width(rest) > columns {
            let head = take(rest, columns);
            lines.push(head.to_owned());
            rest = &rest[head.len()..];
        }
        line.push_str(rest);
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// As much of the text as fits; at least one character, so that wrapping ends.
fn take(text: &str, columns: usize) -> &str {
    let mut used = 0;
    for (i, c) in text.char_indices() {
        used += c.width().unwrap_or(0);
        if used > columns && i > 0 {
            return &text[..i];
        }
    }
    text
}

/// The text in one line of at most `columns`, an ellipsis where it was cut.
pub(super) fn fit(text: &str, columns: usize) -> String {
    let text = clean(text);
    if width(&text) <= columns {
        return text;
    }
    match columns {
        0 => String::new(),
        1 => "…".into(),
        _ => take(&text, columns - 1).trim_end().to_owned() + "…",
    }
}

/// As [`fit`], but what is cut is the beginning: of a place the line matters.
pub(super) fn fit_end(text: &str, columns: usize) -> String {
    let text = clean(text);
    if width(&text) <= columns || columns < 2 {
        return fit(&text, columns);
    }
    let from = text.char_indices().map(|(i, _)| &text[i..]);
    let rest = from.into_iter().find(|rest| width(rest) < columns);
    format!("…{}", rest.unwrap_or_default())
}

/// Fills up with blanks at the right.
pub(super) fn left(text: &str, columns: usize) -> String {
    let fill = columns.saturating_sub(width(text));
    format!("{text}{}", " ".repeat(fill))
}

/// Fills up with blanks at the left.
pub(super) fn right(text: &str, columns: usize) -> String {
    let fill = columns.saturating_sub(width(text));
    format!("{}{text}", " ".repeat(fill))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_become_pictures() {
        assert_eq!(clean("a\u{1b}[31mb\u{7}\u{9b}c\n"), "a␛[31mb␇\u{fffd}c ");
    }

    #[test]
    fn lines_keep_to_their_columns() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrap("漢字漢字", 4), ["漢字", "漢字"]);
        assert!(wrap("  ", 5).is_empty());
    }

    #[test]
    fn a_cut_text_ends_in_an_ellipsis() {
        assert_eq!(fit("harbour", 7), "harbour");
        assert_eq!(fit("harbour", 5), "harb…");
        assert_eq!(fit("漢字漢字", 4), "漢…");
        assert_eq!(fit_end("notes.txt, line 9", 8), "… line 9");
        assert_eq!(fit_end("漢字漢字", 4), "…字");
    }
}
