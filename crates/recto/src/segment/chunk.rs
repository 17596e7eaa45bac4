//! Chunks: segments within a bound, with what a reader needs to know and what they share with
//! the one before.

use super::{Options, Request};
use recto_segment::pieces;
use recto_text::structure::Structure;
use recto_text::{Document, Units};
use std::sync::Arc;

/// The part of a chunk's words that its context may take: one in so many.
const CONTEXT_PART: usize = 2;

/// How a document is cut into chunks.
pub(super) struct Chunking<'d> {
    /// The units, cut so that they fit the bound.
    pub(super) units: Arc<Units<'d>>,
    /// The bound on a chunk's own words; the rest is for context and overlap.
    pub(super) max_words: Option<usize>,
    contexts: Option<Contexts<'d>>,
}

impl<'d> Chunking<'d> {
    pub(super) fn of(request: &Request, document: &'d Document, units: Arc<Units<'d>>) -> Self {
        let limit = request.max_words.unwrap_or(usize::MAX);
        let contexts = request
            .chunk_context
            .then(|| Contexts::of(document, &units, limit / CONTEXT_PART));
        let reserved = request.overlap.map_or(0, |overlap| overlap.reserved());
        let taken = reserved + contexts.as_ref().map_or(0, Contexts::longest);
        let max_words = request
            .max_words
            .map(|max| max.saturating_sub(taken).max(1));
        let units = match max_words {
            Some(max) => Arc::new(pieces(Arc::unwrap_or_clone(units), max)),
            None => units,
        };
        Self {
            units,
            max_words,
            contexts,
        }
    }

    /// The options of the request with the bound of this document.
    pub(super) fn options(&self, options: &Options) -> Options {
        Options {
            max_words: self.max_words,
            ..options.clone()
        }
    }

    /// The first byte of each segment, overlap included; `None` without one.
    pub(super) fn overlaps(&self, request: &Request, bounds: &[usize]) -> Option<Vec<usize>> {
        let longest = self.contexts.as_ref().map_or(0, Contexts::longest);
        let limit = request.max_words.unwrap_or(usize::MAX);
        let starts = |overlap: recto_segment::Overlap| {
            overlap.starts(&self.units, bounds, limit.saturating_sub(longest).max(1))
        };
        request.overlap.map(starts)
    }

    /// The line for each segment that begins at these bytes, rising.
    pub(super) fn contexts(&self, starts: &[usize]) -> Vec<Option<String>> {
        match &self.contexts {
            Some(contexts) => contexts.lines(starts),
            None => vec![None; starts.len()],
        }
    }
}

/// What stands above the parts of a document.
struct Contexts<'d> {
    text: &'d str,
    title: Option<String>,
    structure: Structure,
    /// Words that a line has at most.
    limit: usize,
}

impl<'d> Contexts<'d> {
    fn of(document: &'d Document, units: &Units<'d>, limit: usize) -> Self {
        let structure = Structure::of(units);
        let text = units.text;
        let is_heading = |title: &String| {
            let mut headings = structure.headings.iter();
            headings.any(|heading| text[heading.title.range()] == **title)
        };
        // A title that is a heading of the text stands in the paths below it.
        let title = document.shown_title().filter(|title| !is_heading(title));
        Self {
            text,
            title,
            structure,
            limit,
        }
    }

    /// Words of the longest line.
    fn longest(&self) -> usize {
        let starts: Vec<usize> = self.structure.headings.iter().map(|h| h.at + 1).collect();
        let paths = self.structure.paths([0].into_iter().chain(starts));
        let words = |path: Vec<usize>| words(&self.line(&path));
        paths.into_iter().map(words).max().unwrap_or(0)
    }

    fn lines(&self, starts: &[usize]) -> Vec<Option<String>> {
        let paths = self.structure.paths(starts.iter().copied());
        let line = |(mut path, &start): (Vec<usize>, &usize)| {
            // A heading that the chunk opens with is in its text.
            path.retain(|&heading| self.structure.headings[heading].at < start);
            Some(self.line(&path)).filter(|line| !line.is_empty())
        };
        paths.into_iter().zip(starts).map(line).collect()
    }

    /// Title and headings, outermost first; the outermost go where there is no room.
    fn line(&self, path: &[usize]) -> String {
        let headings = path.iter().map(|&heading| {
            let title = self.structure.headings[heading].title;
            one_line(&self.text[title.range()])
        });
        let parts: Vec<String> = self.title.clone().into_iter().chain(headings).collect();
        let from = (0..parts.len()).find(|&from| words(&parts[from..].join(" > ")) <= self.limit);
        parts[from.unwrap_or(parts.len())..].join(" > ")
    }
}

fn words(line: &str) -> usize {
    line.split_whitespace().count()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
