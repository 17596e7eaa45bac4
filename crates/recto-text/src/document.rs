//! A document and a place in it.

use crate::landmarks::Landmarks;
use crate::lines::LineMap;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// A half-open byte range of a document's text, always on character boundaries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The span from `start` to `end`.
    pub fn new(start: usize, end: usize) -> Self {
        debug_assert!(start <= end);
        Self { start, end }
    }

    /// As a range, for slicing.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// Length in bytes.
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// Whether it holds nothing.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// One text with what is known about it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Document {
    /// Unique within a pile; see the contract for how it is made.
    pub id: String,
    /// The text that all offsets refer to. Immutable once read.
    pub text: String,
    /// A title, where the source carries one.
    pub title: Option<String>,
    /// The time as the source writes it.
    pub time: Option<String>,
    /// Who wrote it, where the source says so: the sender of a message.
    pub sender: Option<String>,
    /// The conversation that a message of a mailbox belongs to; `None` for other documents.
    pub thread: Option<Thread>,
    /// Class labels, where the source carries them.
    pub labels: Vec<String>,
    /// The file it came from, as the user named it; `-` for standard input.
    pub file: String,
    /// The line in that file, for sources with a document a line (1-based).
    pub line: Option<usize>,
    /// Where its headings stand, for sources that mark them (Markdown, HTML).
    pub headings: Vec<Span>,
    /// The depth of each of these headings, 1 for the outermost; 1 where it is missing.
    pub heading_depths: Vec<u8>,
    /// What is no part of the text although it stands in it (a licence, page numbers, a
    /// notice that many documents share), in order: part of no unit.
    pub aside: Vec<Span>,
    /// The lines of the file that the text stands on, for sources whose text is not their
    /// file (Markdown, HTML).
    pub source_lines: Option<LineMap>,
    /// Its named places (pages, chapters, times); empty where lines are the places.
    pub landmarks: Landmarks,
    /// Whether a newline ends a sentence, as inside the rows of a set of piles.
    pub lines: bool,
    /// What is known of a message beside its text; `None` for other documents.
    pub post: Option<Post>,
}

/// A conversation in a mailbox. Messages of one file with the same `first` belong to one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thread {
    /// The number of its first message in the mailbox, from 1.
    pub first: usize,
    /// The subject of that message without `Re:` and the like; `None` if it has none.
    pub title: Option<String>,
}

/// What is known of a message beside its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Post {
    /// When it was written, in microseconds since 1970 (UTC).
    pub micros: i64,
    /// A number that stands for who wrote it; `None` where the source does not say.
    pub user: Option<u64>,
    /// The two-letter code of its language, where the source names it.
    pub language: Option<[u8; 2]>,
    /// Whether it repeats another message word for word.
    pub is_repost: bool,
    /// Whether it answers another message.
    pub is_reply: bool,
}

impl Document {
    /// A document from a text in memory.
    pub fn new(id: impl Into<String>, text: impl Into<String>) -> Self {
        let id = id.into();
        Self {
            file: id.clone(),
            id,
            text: text.into(),
            ..Self::default()
        }
    }

    /// The text without what is set aside, piece by piece.
    pub fn content(&self) -> impl Iterator<Item = &str> + Clone {
        let starts = [0]
            .into_iter()
            .chain(self.aside.iter().map(|aside| aside.end));
        let ends = self.aside.iter().map(|aside| aside.start);
        let pieces = starts.zip(ends.chain([self.text.len()]));
        pieces.map(|(start, end)| &self.text[start..end])
    }

    /// The named place that a byte of the text belongs to, such as `page 3`; `None` for a
    /// document whose places are lines.
    pub fn place(&self, byte: usize) -> Option<&str> {
        self.landmarks.at(byte)
    }

    /// The lines of the file that the text stands on; all on one for a row of a file.
    pub fn line_map(&self) -> LineMap {
        match (&self.source_lines, self.line) {
            (Some(lines), _) => lines.clone(),
            (None, Some(line)) => LineMap::on(line),
            (None, None) => LineMap::of(&self.text),
        }
    }
}
