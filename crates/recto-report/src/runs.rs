//! Cuts a marked text into stretches, paragraphs and runs, for all renderers.

use std::ops::Range;

use super::place::Places;
use super::{Certainty, Cut, Mark, MarkedText};

/// A stretch of a text, from one cut to the next.
#[derive(Debug, Clone)]
pub struct Stretch<'r> {
    /// The cut that it begins with; the first stretch may have none.
    pub cut: Option<&'r Cut>,
    /// Its bytes in the source, on character boundaries.
    pub span: Range<usize>,
}

/// The stretches of a marked text, in order, covering it.
#[must_use]
pub fn stretches<'r>(marked: &'r MarkedText, places: &Places<'_>) -> Vec<Stretch<'r>> {
    let whole = 0..places.text(marked.source).len();
    let shown = places.clamp(marked.source, marked.span.as_ref().unwrap_or(&whole));
    let mut cuts: Vec<&Cut> = marked.cuts.iter().collect();
    cuts.sort_by_key(|cut| cut.at);
    cuts.retain(|cut| shown.contains(&cut.at));
    let starts = cuts.iter().map(|cut| {
        (
            Some(*cut),
            places.clamp(marked.source, &(cut.at..cut.at)).start,
        )
    });
    let mut out = Vec::new();
    let mut open = (None, shown.start);
    for next in starts.chain([(None, shown.end)]) {
        let blank = places.text(marked.source)[open.1..next.1].trim().is_empty();
        if open.0.is_some() || !blank {
            out.push(Stretch {
                cut: open.0,
                span: open.1..next.1,
            });
        }
        open = next;
    }
    out
}

/// Paragraphs of a range: what lies between blank lines, or each line that is
/// not blank (`keep_lines`). Blanks around are left out. The range must lie on
/// character boundaries of the text.
#[must_use]
pub fn paragraphs(text: &str, span: Range<usize>, keep_lines: bool) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    let mut joins = false;
    let mut at = span.start;
    for line in text[span].split_inclusive('\n') {
        let words = line.trim();
        let start = at + (line.len() - line.trim_start().len());
        at += line.len();
        if words.is_empty() {
            joins = false;
            continue;
        }
        let end = start + words.len();
        match out.last_mut() {
            Some(last) if joins => last.end = end,
            _ => out.push(start..end),
        }
        joins = !keep_lines;
    }
    out
}

/// A range cut where marks begin and end. Marks must be in order; one that
/// begins inside another is left out. The range must be one of the source, as
/// [`Places::clamp`] makes it.
#[must_use]
pub fn runs<'r>(
    span: Range<usize>,
    marks: &'r [Mark],
    places: &Places<'_>,
    source: usize,
) -> Vec<(Range<usize>, Option<&'r Mark>)> {
    let mut out = Vec::new();
    let mut at = span.start;
    let first = marks.partition_point(|mark| mark.span.end <= span.start);
    for mark in &marks[first..] {
        let inside = places.clamp(source, &mark.span);
        let (start, end) = (inside.start.max(span.start), inside.end.min(span.end));
        if mark.span.start >= span.end {
            break;
        }
        if start < at || start >= end {
            continue;
        }
        out.push((at..start, None));
        out.push((start..end, Some(mark)));
        at = end;
    }
    out.push((at..span.end, None));
    out.retain(|run| !run.0.is_empty());
    out
}

/// The last end of a word from `start` on that is not behind `end`: where an excerpt stops.
/// A word without an end before that is cut between characters. `start` must be a character
/// boundary.
#[must_use]
pub fn word_end(text: &str, start: usize, end: usize) -> usize {
    let end = text.floor_char_boundary(end).max(start);
    let goes_on = text[end..].starts_with(|c: char| !c.is_whitespace());
    let last = text[start..end].rfind(char::is_whitespace);
    match last {
        Some(blank) if goes_on => start + text[start..start + blank].trim_end().len(),
        _ => start + text[start..end].trim_end().len(),
    }
}

/// Marks in order, without those that begin inside an earlier one.
#[must_use]
pub fn in_order(marks: &[Mark]) -> Vec<Mark> {
    let mut marks: Vec<Mark> = marks.to_vec();
    marks.sort_by_key(|mark| (mark.span.start, mark.span.end));
    let mut end = 0;
    marks.retain(|mark| {
        let keep = mark.span.start >= end && mark.span.start < mark.span.end;
        if keep {
            end = mark.span.end;
        }
        keep
    });
    marks
}

/// The letter of a class, `A` to `H`; classes beyond the eighth have none.
#[must_use]
pub fn letter(class: usize) -> Option<char> {
    "ABCDEFGH".chars().nth(class)
}

/// `A`, `A or B`; `A?` where nothing else is named to doubt it, `?` where it is open.
#[must_use]
pub fn doubted(class: usize, or: Option<usize>, certainty: Certainty) -> String {
    match (or, certainty) {
        (None, Certainty::Hollow) => letters(class, None) + "?",
        (None, Certainty::Dashed) => "?".into(),
        _ => letters(class, or),
    }
}

/// A class and the one that it may be instead: `A`, `A or B`; `other` for a class that has
/// no letter.
#[must_use]
pub fn letters(class: usize, or: Option<usize>) -> String {
    let one = |class| letter(class).map_or_else(|| "other".into(), String::from);
    match or {
        Some(or) => format!("{} or {}", one(class), one(or)),
        None => one(class),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_ends_with_a_word() {
        let text = "one  two three";
        let cut = |end| &text[..word_end(text, 0, end)];
        assert_eq!(
            [cut(14), cut(13), cut(8), cut(7)],
            ["one  two three", "one  two", "one  two", "one"]
        );
        assert_eq!([cut(99), cut(2)], ["one  two three", "on"]);
        assert_eq!(&"漢字漢字"[..word_end("漢字漢字", 0, 7)], "漢字");
        assert_eq!(word_end(text, 5, 5), 5);
    }
}
