//! Structure: the places of a text where a reader would cut it, and its headings.
//!
//! A place is the first character of a line that opens something: a heading, a paragraph, a
//! list item, a row of a table, a line of code, a line of its own. Sentences lie between
//! places and are found elsewhere ([`crate::UnitKind::Sentence`]); [`clauses`] finds what is
//! smaller, for sentences that are too long to stay whole.
//!
//! A text whose lines were broken at a fixed width says nothing by its line breaks: they are
//! no places there. A line of ten equal signs is passed over, as everywhere.

mod line;

use crate::analysis::Units;
use crate::document::{Document, Span};
use crate::heading;
use crate::unit::SEPARATOR;
use line::Kind;

/// How much of a break a place is, the greater the better to cut at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Between two words of a clause.
    Word,
    /// Behind a comma, a colon or the like.
    Clause,
    /// Between two sentences of a line.
    Sentence,
    /// At the start of a line: a list item, a row of a table, a line of code.
    Line,
    /// Behind a blank line.
    Paragraph,
    /// Before a heading.
    Heading,
}

/// What holds a place and the line before it together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tie {
    /// Nothing.
    Free,
    /// The line before ends in a colon, so that this one is what it announces.
    Announced,
    /// The line before is a heading, or this one a rule below its text.
    Bound,
}

/// Where a line opens something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The first byte that is no blank.
    pub at: usize,
    /// What opens there.
    pub level: Level,
    /// What holds it and the line before together.
    pub tie: Tie,
}

/// A heading of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heading {
    /// The first byte of its line.
    pub at: usize,
    /// Its words, without the marks around them.
    pub title: Span,
    /// 1 for the outermost; 7 where nothing but the line itself says that it is a heading.
    pub depth: u8,
}

/// The places and headings of a text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Structure {
    /// Places in order.
    pub places: Vec<Place>,
    /// Headings in order.
    pub headings: Vec<Heading>,
}

/// The depth of a heading that no mark tells.
const UNMARKED: u8 = 7;

/// Where more than one in so many lines looks like a heading without marks, none is one.
const LINES_PER_TITLE: usize = 5;

impl Structure {
    /// The structure of the text that `units` were found in.
    pub fn of(units: &Units<'_>) -> Self {
        Self::find(units.text, &units.marked_headings())
    }

    /// The structure of a document.
    pub fn of_document(document: &Document) -> Self {
        let depth = |i: usize| document.heading_depths.get(i).copied().unwrap_or(1);
        let marked = document.headings.iter().enumerate();
        let marked: Vec<(Span, u8)> = marked.map(|(i, &span)| (span, depth(i))).collect();
        Self::find(&document.text, &marked)
    }

    /// The structure of a text whose source marks these headings, each with its depth, in
    /// order.
    pub fn find(text: &str, marked: &[(Span, u8)]) -> Self {
        let mut lines = lines(text, marked);
        mark_titles(text, &mut lines);
        let is_wrapped = is_wrapped(text, &lines);
        let mut found = Self::default();
        // What stood on the last line that was not blank; whether a blank one came since.
        let mut before: Option<Line> = None;
        let mut after_blank = true;
        for line in lines {
            if line.kind == Kind::Blank {
                after_blank = true;
                continue;
            }
            let goes_on = is_wrapped && !after_blank && line.continues(before.as_ref());
            if !goes_on {
                found.push(text, &line, before.as_ref(), after_blank);
            }
            after_blank = false;
            before = Some(line);
        }
        found
    }

    fn push(&mut self, text: &str, line: &Line, before: Option<&Line>, after_blank: bool) {
        let level = match line.kind {
            Kind::Heading(_) => Level::Heading,
            _ if after_blank => Level::Paragraph,
            _ => Level::Line,
        };
        if let Kind::Heading(depth) = line.kind {
            self.headings.push(Heading {
                at: line.span.start,
                title: line::title(text, line.span),
                depth,
            });
        }
        let tie = before.map_or(Tie::Free, |before| line.tie(text, before, after_blank));
        self.places.push(Place {
            at: line.span.start,
            level,
            tie,
        });
    }

    /// The greatest break in `gap`, which holds blanks and what is part of no unit.
    pub fn within(&self, gap: Span) -> Option<Place> {
        let first = self.places.partition_point(|place| place.at < gap.start);
        let inside = self.places[first..].iter();
        let inside = inside.take_while(|place| place.at <= gap.end);
        let first = inside.clone().next()?;
        let level = inside.map(|place| place.level).max()?;
        Some(Place { level, ..*first })
    }

    /// For each of the rising offsets, the headings that it stands under, outermost first, as
    /// indices; a heading that opens there is the last of them.
    pub fn paths(&self, offsets: impl IntoIterator<Item = usize>) -> Vec<Vec<usize>> {
        let mut open: Vec<usize> = Vec::new();
        let mut next = 0;
        let path = |at: usize| {
            while self.headings.get(next).is_some_and(|h| h.at <= at) {
                let depth = self.headings[next].depth;
                while open
                    .last()
                    .is_some_and(|&h| self.headings[h].depth >= depth)
                {
                    open.pop();
                }
                open.push(next);
                next += 1;
            }
            open.clone()
        };
        offsets.into_iter().map(path).collect()
    }
}

/// A line without the blanks around it.
#[derive(Debug, Clone, Copy)]
struct Line {
    span: Span,
    kind: Kind,
}

impl Line {
    /// Whether it goes on with the sentence of a line that was broken at a fixed width.
    fn continues(&self, before: Option<&Line>) -> bool {
        let is_text = |line: &Line| matches!(line.kind, Kind::Plain | Kind::Item);
        self.kind == Kind::Plain && before.is_some_and(is_text)
    }

    fn tie(&self, text: &str, before: &Line, after_blank: bool) -> Tie {
        let is_rule = match self.kind {
            Kind::Rule => !after_blank,
            Kind::Row => before.kind == Kind::Row && line::is_row_rule(&text[self.span.range()]),
            _ => false,
        };
        if is_rule || matches!(before.kind, Kind::Heading(_)) {
            Tie::Bound
        } else if text[before.span.range()].ends_with(':') {
            Tie::Announced
        } else {
            Tie::Free
        }
    }
}

fn lines(text: &str, marked: &[(Span, u8)]) -> Vec<Line> {
    let mut lines = Vec::with_capacity(text.len() / 60);
    let (mut at, mut in_fence) = (0, false);
    let mut marked = marked.iter().peekable();
    while at < text.len() {
        let end = memchr::memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |n| at + n + 1);
        let line = &text[at..end];
        let trimmed = line.trim_start();
        let start = end - trimmed.len();
        let span = Span::new(start, start + trimmed.trim_end().len());
        at = end;
        let words = &text[span.range()];
        while marked.next_if(|(span, _)| span.end <= start).is_some() {}
        let heading = marked.peek().filter(|(own, _)| own.start < span.end);
        let kind = match heading {
            _ if words == SEPARATOR => continue,
            Some(&&(_, depth)) if !words.is_empty() => Kind::Heading(depth),
            _ => Kind::of(words, in_fence),
        };
        if line::is_fence(words) {
            in_fence = !in_fence;
        }
        lines.push(Line { span, kind });
    }
    lines
}

/// Marks lines that stand alone and look like headings, unless there are too many of them.
fn mark_titles(text: &str, lines: &mut [Line]) {
    let is_blank = |line: Option<&Line>| line.is_none_or(|line| line.kind == Kind::Blank);
    let looks = |i: &usize| {
        let line = &lines[*i];
        let words = &text[line.span.range()];
        line.kind == Kind::Plain
            && (*i == 0 || is_blank(lines.get(*i - 1)))
            && *i + 1 < lines.len()
            && is_blank(lines.get(*i + 1))
            && (heading::looks_like_heading(words) || heading::numbers_chapter(words))
    };
    let titles: Vec<usize> = (0..lines.len()).filter(looks).collect();
    let filled = lines.iter().filter(|line| line.kind != Kind::Blank).count();
    if titles.len() * LINES_PER_TITLE <= filled {
        titles
            .into_iter()
            .for_each(|i| lines[i].kind = Kind::Heading(UNMARKED));
    }
}

/// Lines that must end somewhere for their width to say anything.
const LEAST_LINES: usize = 10;

/// Characters of the widest lines of a text that was broken at a fixed width.
const WIDEST: usize = 120;

/// Whether lines were broken at a fixed width: most of those that another line follows are
/// nearly as long as the longest and do not end like a sentence.
fn is_wrapped(text: &str, lines: &[Line]) -> bool {
    let followed = lines
        .windows(2)
        .filter(|two| two[1].continues(Some(&two[0])));
    let words = followed.map(|two| &text[two[0].span.range()]);
    let mut widths: Vec<(usize, bool)> = words
        .map(|words| (width(words), !words.ends_with(['.', '!', '?', ':', ';'])))
        .collect();
    if widths.len() < LEAST_LINES {
        return false;
    }
    let place = (widths.len() - 1) * 9 / 10;
    let wide = widths.select_nth_unstable(place).1.0;
    let is_full = |&&(width, goes_on): &&(usize, bool)| goes_on && width * 10 >= wide * 6;
    wide <= WIDEST && widths.iter().filter(is_full).count() * 10 >= widths.len() * 6
}

/// Characters of a line, as far as they matter: a line may be megabytes long.
fn width(words: &str) -> usize {
    words.chars().take(WIDEST + 1).count()
}

/// Where clauses open in `span`: behind a comma, a colon, a semicolon or a dash, with closing
/// quotes and brackets, and before a bracket.
pub fn clauses(text: &str, span: Span) -> Vec<usize> {
    let mut found = Vec::new();
    // Whether the last character that was no closing mark ends a clause, and whether blanks
    // stand behind it.
    let (mut ends, mut blank) = (false, false);
    for (offset, c) in text[span.range()].char_indices() {
        if c.is_whitespace() {
            blank = true;
            continue;
        }
        if blank && offset > 0 && (ends || matches!(c, '(' | '—' | '–')) {
            found.push(span.start + offset);
        }
        let closes = matches!(c, '"' | '\'' | '”' | '’' | '»' | ')' | ']' | '}');
        ends = is_clause_mark(c) || (ends && closes && !blank);
        blank = false;
    }
    found
}

/// Whether a clause ends with it.
pub fn is_clause_mark(c: char) -> bool {
    matches!(
        c,
        ',' | ';' | ':' | '—' | '–' | '，' | '、' | '；' | '：' | '،' | '؛'
    )
}

#[cfg(test)]
mod tests;
