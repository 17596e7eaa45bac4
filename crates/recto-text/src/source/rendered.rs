//! The text of a marked-up source as a reader sees it.
//!
//! Blocks (headings, paragraphs, list items, table rows) are separated by blank
//! lines, so that units come out right; white space inside a block is collapsed.

use crate::document::Span;

/// Rendered text, its headings and its title.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Rendered {
    pub(super) text: String,
    pub(super) headings: Vec<Span>,
    pub(super) title: Option<String>,
}

impl Rendered {
    /// Appends a block that is not blank.
    pub(super) fn push(&mut self, block: &str, is_heading: bool) {
        let block = block.trim();
        if block.is_empty() {
            return;
        }
        if !self.text.is_empty() {
            self.text.push_str("\n\n");
        }
        let start = self.text.len();
        self.text.push_str(block);
        if is_heading {
            self.headings.push(Span::new(start, self.text.len()));
        }
    }
}

/// A block while it is written.
#[derive(Debug, Default, Clone)]
pub(super) struct Block {
    text: String,
}

impl Block {
    /// Appends text with runs of ASCII white space made one blank.
    pub(super) fn write(&mut self, text: &str) {
        let blank = |c: char| c.is_ascii_whitespace();
        for (i, word) in text.split(blank).enumerate() {
            if i > 0 && !self.ends_blank() {
                self.text.push(' ');
            }
            self.text.push_str(word);
        }
    }

    /// Appends text as it stands, for preformatted parts.
    pub(super) fn write_raw(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// A line break, or a tab between the cells of a table.
    pub(super) fn separate(&mut self, mark: char) {
        while self.text.ends_with(' ') {
            self.text.pop();
        }
        if !self.text.is_empty() {
            self.text.push(mark);
        }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    pub(super) fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    fn ends_blank(&self) -> bool {
        self.text.is_empty() || self.text.ends_with([' ', '\n', '\t'])
    }
}
