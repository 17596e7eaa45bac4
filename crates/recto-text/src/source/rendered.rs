//! The text of a marked-up source as a reader sees it.
//!
//! Blocks (headings, paragraphs, list items, table rows) are separated by blank
//! lines, so that units come out right; white space inside a block is collapsed.

use crate::document::Span;
use crate::lines::LineMap;

/// Rendered text, its headings and its title.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Rendered {
    pub(super) text: String,
    pub(super) headings: Vec<Span>,
    /// The depth of each heading, 1 for the outermost.
    pub(super) heading_depths: Vec<u8>,
    pub(super) title: Option<String>,
    /// On which lines of the file the text stands.
    pub(super) lines: LineMap,
}

impl Rendered {
    /// Appends a block that is not blank: a heading of this depth, if it is one.
    pub(super) fn push(&mut self, block: &Block, heading: Option<u8>) {
        let text = block.text.trim_start();
        let trimmed = block.text.len() - text.len();
        let text = text.trim_end();
        if text.is_empty() {
            return;
        }
        if !self.text.is_empty() {
            self.text.push_str("\n\n");
        }
        let start = self.text.len();
        self.text.push_str(text);
        self.lines
            .append(start, &block.lines.without_first(trimmed));
        if let Some(depth) = heading {
            self.headings.push(Span::new(start, self.text.len()));
            self.heading_depths.push(depth);
        }
    }
}

/// A block while it is written.
#[derive(Debug, Default, Clone)]
pub(super) struct Block {
    text: String,
    lines: LineMap,
}

impl Block {
    /// Appends text that stands on this line of the file, runs of ASCII white space made
    /// one blank.
    pub(super) fn write(&mut self, text: &str, line: usize) {
        self.mark(text, line);
        let blank = |c: char| c.is_ascii_whitespace();
        for (i, word) in text.split(blank).enumerate() {
            if i > 0 && !self.ends_blank() {
                self.text.push(' ');
            }
            self.text.push_str(word);
        }
    }

    /// Appends text as it stands, for preformatted parts.
    pub(super) fn write_raw(&mut self, text: &str, line: usize) {
        self.mark(text, line);
        self.text.push_str(text);
    }

    /// Blanks alone do not tell where the words after them stand.
    fn mark(&mut self, text: &str, line: usize) {
        if !text.trim().is_empty() {
            self.lines.mark(self.text.len(), line);
        }
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

    /// The block, without the room that it had to grow: a page may have millions.
    pub(super) fn take(&mut self) -> Block {
        let mut block = std::mem::take(self);
        block.text.shrink_to_fit();
        block.lines.shrink_to_fit();
        block
    }

    fn ends_blank(&self) -> bool {
        self.text.is_empty() || self.text.ends_with([' ', '\n', '\t'])
    }
}
