//! The one place that writes to stderr. Names, keys and ids of others may hold escape
//! sequences or marks that turn the direction of writing: here they are made visible.

use crate::Streams;
use recto_report::text::visible;
use std::fmt::Display;

impl Streams<'_> {
    /// Writes one line; a newline in it is made visible too.
    pub(crate) fn tell(&mut self, line: impl Display) {
        // There is nobody to tell that nobody can be told.
        let _ = writeln!(self.err, "{}", visible(&line.to_string()));
    }

    /// Writes several lines.
    pub(crate) fn tell_lines(&mut self, text: impl Display) {
        text.to_string().lines().for_each(|line| self.tell(line));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_told_moves_the_cursor_or_turns_the_text() {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut streams = Streams {
            out: &mut out,
            err: &mut err,
        };
        streams.tell("a\u{1b}[31m\r\n\u{9b}b\u{202e}\u{2066}");
        streams.tell_lines("c\nd\u{7}\n");
        let told = String::from_utf8(err).expect("it is text");
        let shown = r"a\u{1b}[31m\u{d}\u{a}\u{9b}b\u{202e}\u{2066}";
        assert_eq!(told, format!("{shown}\nc\nd\\u{{7}}\n"));
    }
}
