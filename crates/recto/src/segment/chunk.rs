//! Chunks: segments within a bound, with what a reader needs to know and what they share with
//! the one before.

use super::pronoun::Names;
use super::{Options, Request, Segment};
use recto_segment::{Layout, pieces};
use recto_text::structure::Structure;
use recto_text::{Document, Units, one_line};
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
        let with_context = request.chunk_context || request.context_words.is_some();
        let n_words = request.context_words.unwrap_or(0);
        let contexts =
            with_context.then(|| Contexts::of(document, &units, limit / CONTEXT_PART, n_words));
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

    /// The line for each segment: titles, its words if asked for, and whom it means.
    pub(super) fn contexts(&self, request: &Request, segments: &[Segment]) -> Vec<Option<String>> {
        let Some(contexts) = &self.contexts else {
            return vec![None; segments.len()];
        };
        let starts: Vec<usize> = segments.iter().map(|segment| segment.start).collect();
        let mut lines = contexts.lines(&starts);
        for (line, segment) in lines.iter_mut().zip(segments) {
            let words = contexts.words_of(segment);
            add(line, words);
        }
        // What an overlap repeats says whom it means.
        if request.overlap.is_none() {
            self.add_names(request, segments, &mut lines);
        }
        lines
    }

    /// Adds whom a pronoun stands for, where the bound leaves room.
    fn add_names(&self, request: &Request, segments: &[Segment], lines: &mut [Option<String>]) {
        let names = Names::of(&self.units);
        let limit = request.max_words.unwrap_or(usize::MAX);
        let mut layout = None;
        for (line, segment) in lines.iter_mut().zip(segments) {
            let Some(name) = names.named(segment.start_unit) else {
                continue;
            };
            let layout = layout.get_or_insert_with(|| Layout::of(&self.units, true));
            let own = layout.words(segment.start_unit, segment.end_unit);
            let above = line.as_deref().map_or(0, words);
            if own + above + words(&name) <= limit {
                add(line, Some(name));
            }
        }
    }
}

/// What stands above the parts of a document.
struct Contexts<'d> {
    text: &'d str,
    title: Option<String>,
    structure: Structure,
    /// Words that titles and headings have at most.
    limit: usize,
    /// Distinctive words of a segment that a line has at most.
    n_words: usize,
}

impl<'d> Contexts<'d> {
    fn of(document: &'d Document, units: &Units<'d>, limit: usize, n_words: usize) -> Self {
        let n_words = n_words.min(limit);
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
            limit: limit - n_words,
            n_words,
        }
    }

    /// Words of the longest line.
    fn longest(&self) -> usize {
        let starts: Vec<usize> = self.structure.headings.iter().map(|h| h.at + 1).collect();
        let paths = self.structure.paths([0].into_iter().chain(starts));
        let words = |path: Vec<usize>| words(&self.line(&path));
        paths.into_iter().map(words).max().unwrap_or(0) + self.n_words
    }

    /// The most distinctive words of a segment, as many as were asked for and have room: a
    /// term may be of several words.
    fn words_of(&self, segment: &Segment) -> Option<String> {
        let mut said = String::new();
        for (term, _) in segment.terms.iter().take(self.n_words) {
            let longer = if said.is_empty() {
                term.clone()
            } else {
                format!("{said}, {term}")
            };
            if words(&longer) > self.n_words {
                break;
            }
            said = longer;
        }
        Some(said).filter(|said| !said.is_empty())
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

/// Puts more behind a line, or makes it one.
fn add(line: &mut Option<String>, more: Option<String>) {
    *line = match (line.take(), more) {
        (Some(line), Some(more)) => Some(format!("{line}; {more}")),
        (line, more) => line.or(more),
    };
}

fn words(line: &str) -> usize {
    line.split_whitespace().count()
}
