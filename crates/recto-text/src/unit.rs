//! Units: the sentences, paragraphs, lines or turns that a text is made of.
//!
//! In prose a single newline is white space and a blank line ends a paragraph. A
//! line of ten equal signs, the mark of segmented reference files, is never part of
//! a unit; units end there, but it is no paragraph break: nothing may learn from it. The
//! label of a speaker is never part of a unit either; it opens a turn, which is a paragraph
//! of its own.

use crate::document::Span;
use crate::sentence::Splitter;
use serde::{Deserialize, Serialize};

/// What a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UnitKind {
    /// A sentence.
    #[default]
    Sentence,
    /// A run of lines up to a blank line.
    Paragraph,
    /// A line that is not blank.
    Line,
    /// A sentence; a newline ends one too.
    LineSentence,
    /// What one speaker says in a row; a paragraph where nobody speaks.
    Turn,
}

impl UnitKind {
    /// The same in a text whose newlines end sentences and paragraphs.
    pub(crate) fn within_lines(self) -> Self {
        match self {
            Self::Sentence | Self::LineSentence => Self::LineSentence,
            Self::Paragraph | Self::Line => Self::Line,
            Self::Turn => Self::Turn,
        }
    }

    fn ends_with_line(self) -> bool {
        matches!(self, Self::Line | Self::LineSentence)
    }
}

/// A sentence, paragraph or line of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unit {
    /// Where it stands, without the blanks around it.
    pub span: Span,
    /// Its first token.
    pub first_token: usize,
    /// One past its last token.
    pub end_token: usize,
    /// Whether a blank line, a speaker's label or the start of the text stands before it.
    pub opens_paragraph: bool,
}

/// The line that separates segments in reference files.
pub const SEPARATOR: &str = "==========";

/// Text is cut into blocks of about this size for parallel work; a block ends where
/// a paragraph does, so that the cut cannot change a unit.
const BLOCK: usize = 1 << 18;

/// The blocks of a text: cut there, it has the same units as whole. A turn goes on over
/// blank lines, so that nothing but the whole will do.
pub(crate) fn blocks(text: &str, kind: UnitKind) -> Vec<Span> {
    if kind == UnitKind::Turn && !text.is_empty() {
        return vec![Span::new(0, text.len())];
    }
    let mut blocks = Vec::with_capacity(text.len() / BLOCK + 1);
    let mut start = 0;
    while start < text.len() {
        let end = block_end(text.as_bytes(), start + BLOCK, kind);
        blocks.push(Span::new(start, end));
        start = end;
    }
    blocks
}

/// The end of the first blank line (or, for lines, of the first line) at or after
/// `from`.
fn block_end(bytes: &[u8], from: usize, kind: UnitKind) -> usize {
    let mut at = from.min(bytes.len());
    while let Some(offset) = memchr::memchr(b'\n', &bytes[at..]) {
        at += offset + 1;
        let rest = bytes[at..]
            .iter()
            .position(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
        let blank_follows = rest.is_some_and(|offset| bytes[at + offset] == b'\n');
        if blank_follows || kind.ends_with_line() {
            return at;
        }
    }
    bytes.len()
}

/// The units of a block, in order, still without tokens. `gaps` are the stretches of the
/// text that are part of none, from the start of a line, in order.
pub(crate) fn find(
    text: &str,
    block: Span,
    kind: UnitKind,
    splitter: &Splitter<'_>,
    gaps: &[Span],
) -> Vec<Unit> {
    let mut units = Vec::with_capacity(block.len() / 80);
    let mut lines = Lines::new(text, block, gaps);
    let mut spans = Vec::new();
    while let Some((span, after_blank)) = lines.next_run(kind) {
        if !matches!(kind, UnitKind::Sentence | UnitKind::LineSentence) {
            units.push(unit(span, after_blank));
            continue;
        }
        spans.clear();
        splitter.split(span, &mut spans);
        let sentences = spans.iter().enumerate();
        units.extend(sentences.map(|(i, &span)| unit(span, after_blank && i == 0)));
    }
    units
}

fn unit(span: Span, opens_paragraph: bool) -> Unit {
    Unit {
        span,
        first_token: 0,
        end_token: 0,
        opens_paragraph,
    }
}

/// A line without the blanks around it.
#[derive(Clone, Copy)]
enum Line {
    /// Its text, and whether a paragraph opens with it.
    Text(Span, bool),
    Blank,
    Separator,
    /// A stretch that is part of no unit; what follows it on the line comes next.
    Gap,
}

/// Walks the lines of a block and knows whether a blank one came before.
struct Lines<'t> {
    text: &'t str,
    at: usize,
    end: usize,
    after_blank: bool,
    /// The gaps that are still to come.
    gaps: &'t [Span],
}

impl<'t> Lines<'t> {
    fn new(text: &'t str, block: Span, gaps: &'t [Span]) -> Self {
        let before = gaps.partition_point(|gap| gap.end <= block.start);
        Self {
            text,
            at: block.start,
            end: block.end,
            after_blank: true,
            gaps: &gaps[before..],
        }
    }

    fn next_line(&mut self) -> Option<Line> {
        if self.at >= self.end {
            return None;
        }
        if let Some((gap, rest)) = self.gaps.split_first()
            && self.text[self.at..gap.start.max(self.at)].trim().is_empty()
        {
            self.at = gap.end.max(self.at);
            self.gaps = rest;
            self.after_blank = true;
            return Some(Line::Gap);
        }
        let rest = &self.text[self.at..self.end];
        let length = memchr::memchr(b'\n', rest.as_bytes()).map_or(rest.len(), |offset| offset + 1);
        let line = &rest[..length];
        let trimmed = line.trim();
        let start = self.at + (line.len() - line.trim_start().len());
        self.at += length;
        Some(match trimmed {
            "" => {
                self.after_blank = true;
                Line::Blank
            }
            SEPARATOR => Line::Separator,
            _ => {
                let after_blank = std::mem::replace(&mut self.after_blank, false);
                Line::Text(Span::new(start, start + trimmed.len()), after_blank)
            }
        })
    }

    /// The next run of text lines, or the next line alone, and whether a paragraph opens
    /// with it. A turn goes on over blank lines.
    fn next_run(&mut self, kind: UnitKind) -> Option<(Span, bool)> {
        let mut run: Option<(Span, bool)> = None;
        while let Some(line) = self.next_line() {
            match (line, &mut run) {
                (Line::Text(span, opens), None) if kind.ends_with_line() => {
                    return Some((span, opens));
                }
                (Line::Text(span, _), Some((whole, _))) => whole.end = span.end,
                (Line::Text(span, opens), None) => run = Some((span, opens)),
                (Line::Blank, Some(_)) if kind == UnitKind::Turn => {}
                (Line::Blank | Line::Separator | Line::Gap, Some(_)) => break,
                (Line::Blank | Line::Separator | Line::Gap, None) => {}
            }
        }
        run
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;
    use crate::speaker;
    use proptest::prelude::*;

    const KINDS: [UnitKind; 5] = [
        UnitKind::Turn,
        UnitKind::Sentence,
        UnitKind::Paragraph,
        UnitKind::Line,
        UnitKind::LineSentence,
    ];

    fn find_all(text: &str, kind: UnitKind) -> Vec<(&str, bool)> {
        let english = Language::from_code("en").expect("English");
        let labels = speaker::labels(text);
        let gaps: Vec<Span> = labels.iter().map(|label| label.span).collect();
        let splitter = Splitter::new(text, english, &gaps);
        blocks(text, kind)
            .into_iter()
            .flat_map(|block| find(text, block, kind, &splitter, &gaps))
            .map(|u| (&text[u.span.range()], u.opens_paragraph))
            .collect()
    }

    #[test]
    fn a_newline_is_white_space_and_a_blank_line_ends_a_paragraph() {
        let text = "One goes\r\non. Two.\r\n \r\nThree";
        assert_eq!(
            find_all(text, UnitKind::Sentence),
            [("One goes\r\non.", true), ("Two.", false), ("Three", true)]
        );
        assert_eq!(
            find_all(text, UnitKind::Paragraph),
            [("One goes\r\non. Two.", true), ("Three", true)]
        );
        assert_eq!(find_all(text, UnitKind::Line).len(), 3);
        assert_eq!(
            find_all(text, UnitKind::LineSentence),
            [
                ("One goes", true),
                ("on.", false),
                ("Two.", false),
                ("Three", true)
            ]
        );
    }

    #[test]
    fn a_separator_line_is_no_unit_and_no_paragraph_break() {
        let text = "==========\nFirst here\n==========\nSecond there\n==========\n";
        for kind in KINDS {
            let expected = [("First here", true), ("Second there", false)];
            assert_eq!(find_all(text, kind), expected);
        }
    }

    #[test]
    fn a_label_ends_a_unit_and_is_in_none() {
        let text = "Notes of a meeting\n\nAnna: The ferry\nis late. We wait.\nTom:\nNo\n\n\
                    more boats?\nAnna: None.\nTom: Right.\n";
        let found = |kind| -> Vec<&str> {
            let units = find_all(text, kind).into_iter();
            units.map(|(unit, _)| unit).collect()
        };
        let sentences = [
            "Notes of a meeting",
            "The ferry\nis late.",
            "We wait.",
            "No",
            "more boats?",
            "None.",
            "Right.",
        ];
        assert_eq!(found(UnitKind::Sentence), sentences);
        let turns = [
            "Notes of a meeting",
            "The ferry\nis late. We wait.",
            "No\n\nmore boats?",
            "None.",
            "Right.",
        ];
        assert_eq!(found(UnitKind::Turn), turns);
        assert_eq!(found(UnitKind::Paragraph).len(), 6);
        let opens: Vec<bool> = find_all(text, UnitKind::Sentence)
            .iter()
            .map(|u| u.1)
            .collect();
        assert_eq!(opens, [true, true, false, true, true, true, true]);
    }

    #[test]
    fn blocks_do_not_change_what_is_found() {
        let paragraph = "Gulls cry over the quay. Nets dry in the wind.\n\n";
        let text = paragraph.repeat(3 * BLOCK / paragraph.len());
        assert!(blocks(&text, UnitKind::Sentence).len() >= 3);
        let units = find_all(&text, UnitKind::Sentence);
        assert_eq!(units.len(), 2 * text.len() / paragraph.len());
        assert!(
            units
                .iter()
                .step_by(2)
                .all(|&unit| unit == ("Gulls cry over the quay.", true))
        );
    }

    proptest! {
        #[test]
        fn units_are_in_order_trimmed_and_lose_only_blanks(text in "([a-c]{1,3}[.!?]?[ \n\r\t]{1,3}|=|…|。|\\PC){0,40}") {
            for kind in KINDS {
                let units = find_all(&text, kind);
                let mut last = 0;
                for (unit, _) in &units {
                    prop_assert_eq!(unit.trim(), *unit);
                    prop_assert!(!unit.is_empty());
                    let at = text[last..].find(unit).map(|offset| last + offset);
                    prop_assert!(at.is_some());
                    last = at.unwrap_or(0) + unit.len();
                }
                let kept: String = units.iter().flat_map(|(u, _)| u.split_whitespace()).collect();
                let all: String = text
                    .lines()
                    .filter(|line| line.trim() != SEPARATOR)
                    .flat_map(str::split_whitespace)
                    .collect();
                prop_assert_eq!(kept, all);
            }
        }
    }
}
