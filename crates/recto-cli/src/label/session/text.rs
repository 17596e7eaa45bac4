//! Text of documents for a terminal: every character visible, in lines that fit.

use recto::one_line;
use recto_report::text::visible;
use unicode_width::UnicodeWidthChar;

/// Marks around a word that is asked about; colour is never the only sign.
pub(super) const OPEN: char = '»';
pub(super) const CLOSE: char = '«';

/// Columns that a text takes.
pub(super) fn width(text: &str) -> usize {
    text.chars().map(char_width).sum()
}

fn char_width(c: char) -> usize {
    c.width().unwrap_or(0)
}

/// A text in one line in which every character shows.
pub(super) fn in_line(text: &str) -> String {
    visible(&one_line(text))
}

/// The beginning of a line that fits, with a sign where it was cut.
pub(super) fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut taken = head(text, columns.saturating_sub(1)).to_owned();
    if columns > 0 {
        taken.push('…');
    }
    taken
}

/// As much of the beginning as fits into `columns`.
fn head(text: &str, columns: usize) -> &str {
    let mut used = 0;
    for (at, c) in text.char_indices() {
        used += char_width(c);
        if used > columns {
            return &text[..at];
        }
    }
    text
}

/// Lines of at most `columns`, broken at blanks or inside words that are longer; lines of the
/// text stay lines.
pub(super) fn wrap(text: &str, columns: usize) -> Vec<String> {
    // A wide character needs two.
    let columns = columns.max(2);
    let mut lines = Vec::new();
    for line in text.lines() {
        // Blanks of any kind are one blank, except at the beginning.
        let indent = line.len() - line.trim_start_matches(' ').len();
        let indent = " ".repeat(indent.min(columns / 4));
        wrap_line(
            &visible(&line.replace('\t', " ")),
            &indent,
            columns,
            &mut lines,
        );
    }
    lines
}

fn wrap_line(text: &str, indent: &str, columns: usize, lines: &mut Vec<String>) {
    let mut line = indent.to_owned();
    let mut used = indent.len();
    let mut is_blank = true;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let needed = width(word);
        if !is_blank && used + 1 + needed > columns {
            lines.push(std::mem::take(&mut line));
            used = 0;
        } else if !is_blank {
            line.push(' ');
            used += 1;
        }
        let mut rest = word;
        while used + width(rest) > columns {
            let part = head(rest, columns - used);
            line.push_str(part);
            rest = &rest[part.len()..];
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        line.push_str(rest);
        used += width(rest);
        is_blank = false;
    }
    lines.push(line);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_whatever_they_hold() {
        let texts = [
            "The net is strong and light.\n\nIt floats.",
            "網は強くて軽い。とても長い一行の文章です。",
            "supercalifragilisticexpialidocious and more",
            "a\u{1b}[2Jb\tc\u{202e}d",
            "  two blanks before",
            "e\u{301}e\u{301}e\u{301} 👩\u{200d}🚒 x",
            "",
        ];
        for text in texts {
            for columns in 2..50 {
                for line in wrap(text, columns) {
                    assert!(width(&line) <= columns, "{columns}: {line:?}");
                    assert!(!line.chars().any(char::is_control), "{line:?}");
                }
            }
        }
    }

    #[test]
    fn no_word_is_lost() {
        let text = "The net is strong and light.\nIt floats on water for days.";
        for columns in 4..60 {
            let shown = wrap(text, columns).join(" ");
            let (shown, text) = (shown.replace(' ', ""), text.replace([' ', '\n'], ""));
            assert_eq!(shown, text, "{columns}");
        }
        assert_eq!(wrap(text, 80).len(), 2, "lines stay lines");
    }

    #[test]
    fn what_is_cut_says_so() {
        assert_eq!(cut("harbour", 7), "harbour");
        assert_eq!(cut("harbour", 6), "harbo…");
        assert_eq!(cut("網網網", 4), "網…");
        assert_eq!(cut("net", 0), "");
    }
}
