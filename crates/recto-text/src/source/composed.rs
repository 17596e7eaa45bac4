//! A text that a reader puts together from paragraphs, as it meets them.

use super::Row;
use crate::document::Span;
use crate::landmarks::Landmarks;
use crate::lines::LineMap;

/// Characters of a heading in the name of a place.
const NAME: usize = 60;

/// Paragraphs with a blank line between them, headings and named places.
#[derive(Debug, Default)]
pub(super) struct Composed {
    pub(super) text: String,
    headings: Vec<Span>,
    heading_depths: Vec<u8>,
    pub(super) landmarks: Landmarks,
    pub(super) title: Option<String>,
}

impl Composed {
    /// Appends a paragraph that is not blank: a heading of this depth, if it is one. Returns
    /// where it begins.
    pub(super) fn push(&mut self, paragraph: &str, heading: Option<u8>) -> Option<usize> {
        let paragraph = paragraph.trim();
        if paragraph.is_empty() {
            return None;
        }
        if !self.text.is_empty() {
            self.text.push_str("\n\n");
        }
        let start = self.text.len();
        self.text.push_str(paragraph);
        if let Some(depth) = heading {
            self.headings.push(Span::new(start, self.text.len()));
            self.heading_depths.push(depth);
        }
        Some(start)
    }

    /// Names each heading as the place of what follows it.
    pub(super) fn mark_sections(&mut self) {
        for span in &self.headings {
            let words = self.text[span.range()].split_whitespace();
            let name = words.collect::<Vec<_>>().join(" ");
            let short: String = name.chars().take(NAME).collect();
            let more = if short.len() < name.len() { "…" } else { "" };
            self.landmarks
                .mark(span.start, format!("section {short}{more}"));
        }
    }

    /// The document, which stands on no lines of its file.
    pub(super) fn into_row(self) -> Row {
        Row {
            text: self.text,
            title: self.title,
            headings: self.headings,
            heading_depths: self.heading_depths,
            source_lines: Some(LineMap::on(1)),
            landmarks: self.landmarks,
            ..Row::default()
        }
    }
}

/// A text with runs of blanks as one blank; line breaks and tabs stay.
pub(super) fn collapsed(text: &str) -> String {
    let mut collapsed = Collapsed::default();
    collapsed.push(text);
    collapsed.text
}

/// A text that loses its runs of blanks while it is put together.
#[derive(Debug, Default)]
pub(super) struct Collapsed {
    pub(super) text: String,
}

impl Collapsed {
    pub(super) fn push(&mut self, part: &str) {
        self.text.reserve(part.len());
        for c in part.chars() {
            let is_blank = matches!(c, ' ' | '\r');
            match c {
                _ if is_blank && self.text.ends_with([' ', '\n', '\t']) => {}
                '\n' | '\t' if self.text.ends_with(' ') => {
                    self.text.pop();
                    self.text.push(c);
                }
                _ if is_blank => self.text.push(' '),
                _ => self.text.push(c),
            }
        }
    }
}
