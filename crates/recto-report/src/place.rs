//! From a byte range to what a reader is shown: file and line, words, links.

use std::ops::Range;

use recto_text::{Landmarks, LineMap, OffsetMap};

use super::number::count;
use super::{Reference, SourceText};

/// The sources of a report, indexed for look-ups. Nothing that is asked of it panics:
/// ranges are clamped and missing sources are empty.
#[derive(Debug)]
pub struct Places<'r> {
    sources: Vec<Indexed<'r>>,
}

#[derive(Debug)]
struct Indexed<'r> {
    id: &'r str,
    map: OffsetMap<'r>,
    lines: &'r LineMap,
    landmarks: &'r Landmarks,
}

impl<'r> Places<'r> {
    /// Indexes all sources; takes time linear in their length.
    #[must_use]
    pub fn new(sources: &'r [SourceText]) -> Self {
        let index = |source: &'r SourceText| Indexed {
            id: &source.id,
            map: OffsetMap::new(&source.text),
            lines: &source.lines,
            landmarks: &source.landmarks,
        };
        Self {
            sources: sources.iter().map(index).collect(),
        }
    }

    /// The whole text of a source; empty when there is no such source.
    #[must_use]
    pub fn text(&self, source: usize) -> &'r str {
        self.sources.get(source).map_or("", |s| s.map.text())
    }

    /// The name of a source; empty when there is no such source.
    #[must_use]
    pub fn id(&self, source: usize) -> &'r str {
        self.sources.get(source).map_or("", |s| s.id)
    }

    /// The range inside the text and on character boundaries.
    #[must_use]
    pub fn clamp(&self, source: usize, span: &Range<usize>) -> Range<usize> {
        let text = self.text(source);
        let start = text.floor_char_boundary(span.start);
        start..text.ceil_char_boundary(span.end).max(start)
    }

    /// The words at a reference; empty when there is no such source.
    #[must_use]
    pub fn words(&self, at: &Reference) -> &'r str {
        &self.text(at.source)[self.clamp(at.source, &at.span)]
    }

    /// Where a byte stands, as a reader finds it again: `page 3` where the source has named
    /// places, otherwise the line of the file, `line 4`.
    #[must_use]
    pub fn place(&self, source: usize, byte: usize) -> String {
        let named = self.named(source, byte).map(String::from);
        named.unwrap_or_else(|| {
            let line = self.sources.get(source).map_or(1, |s| s.lines.at(byte));
            format!("line {}", count(line as f64))
        })
    }

    fn named(&self, source: usize, byte: usize) -> Option<&'r str> {
        self.sources.get(source)?.landmarks.at(byte)
    }

    /// `minutes.txt, line 4` or `paper.pdf, page 3`. A source of one line needs no line
    /// number; `None` when there is no such source.
    #[must_use]
    pub fn label(&self, at: &Reference) -> Option<String> {
        let source = self.sources.get(at.source)?;
        let start = self.clamp(at.source, &at.span).start;
        if source.lines.is_single() && self.named(at.source, start).is_none() {
            return Some(source.id.to_owned());
        }
        Some(format!("{}, {}", source.id, self.place(at.source, start)))
    }

    /// A range on character boundaries in UTF-16 units: `770-905`.
    pub(crate) fn utf16(&self, source: usize, span: &Range<usize>) -> String {
        let unit = |byte| self.sources.get(source).map_or(0, |s| s.map.utf16(byte));
        format!("{}-{}", unit(span.start), unit(span.end))
    }

    /// `#d9@770-905`, in UTF-16 units. A range of nothing cannot be marked, so
    /// it takes in the character that follows it, or else the one before. `None`
    /// when there is no such source.
    #[must_use]
    pub fn href(&self, at: &Reference) -> Option<String> {
        let map = &self.sources.get(at.source)?.map;
        let mut span = self.clamp(at.source, &at.span);
        if span.is_empty() {
            span.end = map.text().ceil_char_boundary(span.end + 1);
        }
        if span.is_empty() {
            span.start = map.floor(span.start.saturating_sub(1));
        }
        Some(format!("#d{}@{}", at.source, self.utf16(at.source, &span)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_is_a_file_and_a_line_and_a_range_in_utf16() {
        let sources = [SourceText::new("a.txt", "😀 one\r\ntwo\n")];
        let places = Places::new(&sources);
        let at = Reference::new(0, 10..13);
        assert_eq!(places.words(&at), "two");
        assert_eq!(places.label(&at).unwrap(), "a.txt, line 2");
        assert_eq!(places.href(&at).unwrap(), "#d0@8-11");
    }

    #[test]
    fn a_named_place_stands_instead_of_a_line() {
        let mut source = SourceText::new("a.pdf", "one\ntwo\n");
        source.landmarks.mark(4, "page 2");
        let sources = [source];
        let places = Places::new(&sources);
        let label = |start| places.label(&Reference::new(0, start..start + 1)).unwrap();
        assert_eq!(
            (label(0), label(5)),
            ("a.pdf, line 1".into(), "a.pdf, page 2".into())
        );
        assert_eq!(places.place(0, 4), "page 2");
    }

    #[test]
    fn bad_ranges_become_good_ones_and_missing_sources_nothing() {
        let sources = [SourceText::new("a.txt", "é😀")];
        let places = Places::new(&sources);
        assert_eq!(places.words(&Reference::new(0, 1..3)), "é😀");
        assert_eq!(places.href(&Reference::new(0, 99..99)).unwrap(), "#d0@1-3");
        assert_eq!(places.label(&Reference::new(0, 0..1)).unwrap(), "a.txt");
        assert!(places.href(&Reference::new(1, 0..1)).is_none());
        assert_eq!(places.words(&Reference::new(1, 0..1)), "");
    }
}
