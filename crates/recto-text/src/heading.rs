//! Headings: units that announce what follows them.
//!
//! Markdown and HTML mark theirs. In plain text a heading is a short line or paragraph of its
//! own that does not end like a sentence, or the number of a chapter: `CHAPTER 2.`, `II.`,
//! `Kapitel 3`. A number and the name that follows it are both headings.

use crate::analysis::Units;
use crate::document::Span;

/// A heading has at most this many words.
const MAX_WORDS: usize = 12;

/// Where more than this share of the units look like headings, they are none: verse, a
/// list, a table.
const MAX_SHARE: f64 = 0.2;

/// Which units are headings; `marked` are those that the source marks.
pub(crate) fn find(units: &Units<'_>, marked: &[Span]) -> Vec<bool> {
    let n = units.len();
    let alone = |i: usize| {
        // A short turn of a speaker is no heading.
        if units.opening(i) < units.units[i].span.start {
            return false;
        }
        let closes = i + 1 < n && units.units[i + 1].opens_paragraph;
        (units.units[i].opens_paragraph && closes) || is_line(units, i)
    };
    let mut found: Vec<bool> = (0..n)
        .map(|i| alone(i) && looks_like_heading(units.text_of(i)))
        .collect();
    let share = found.iter().filter(|&&is| is).count() as f64 / n.max(1) as f64;
    if share > MAX_SHARE || !is_punctuated(units) {
        found = vec![false; n];
    }
    // What nothing follows announces nothing.
    let last = found.iter().rposition(|&is| !is).map_or(0, |last| last + 1);
    found[last..].fill(false);
    mark_chapters(units, &mut found);
    for (unit, found) in units.units.iter().zip(&mut found) {
        let before = marked.partition_point(|heading| heading.end <= unit.span.start);
        *found |= marked
            .get(before)
            .is_some_and(|next| next.start < unit.span.end);
    }
    found
}

/// Marks the lines that number a chapter, and a name on the same line.
fn mark_chapters(units: &Units<'_>, found: &mut [bool]) {
    let mut unit = 0;
    while unit < units.len() {
        let line = line_from(units, unit);
        let end = units
            .units
            .partition_point(|unit| unit.span.start < line.end);
        let opens = units.units[unit].opens_paragraph && starts_line(units, unit);
        if opens && numbers_chapter(&units.text[line.range()]) {
            let is_all = units.units[end - 1].span.end <= line.end;
            if is_all {
                found[unit..end].fill(true);
                end_before(unit, found);
            }
        }
        unit = end.max(unit + 1);
    }
}

/// What looks like a heading right before a chapter closes the one before it: a signature, a
/// date. Only at the start of a text it is a title.
fn end_before(chapter: usize, found: &mut [bool]) {
    let run = found[..chapter].iter().rev().take_while(|&&is| is).count();
    if run < chapter {
        found[chapter - run..chapter].fill(false);
    }
}

/// The rest of the line that a unit begins on, as far as a heading may reach.
fn line_from(units: &Units<'_>, unit: usize) -> Span {
    let start = units.units[unit].span.start;
    let line = &units.text[start..];
    let end = memchr::memchr(b'\n', line.as_bytes()).unwrap_or(line.len());
    Span::new(start, start + line[..end].trim_end().len())
}

/// Words that a number follows, of the languages whose books are most often read, in lower
/// case.
const DIVISIONS: [&str; 26] = [
    "chapter",
    "part",
    "book",
    "section",
    "act",
    "scene",
    "canto",
    "volume",
    "letter",
    "appendix",
    "chapitre",
    "partie",
    "livre",
    "acte",
    "scène",
    "tome",
    "kapitel",
    "teil",
    "buch",
    "abschnitt",
    "capítulo",
    "capitulo",
    "parte",
    "libro",
    "capitolo",
    "hoofdstuk",
];

/// Numbers of chapters in words, as far as books spell them out, by the alphabet.
const ORDINALS: [&str; 24] = [
    "deux",
    "drittes",
    "eight",
    "eleven",
    "erstes",
    "fifth",
    "first",
    "five",
    "four",
    "fourth",
    "last",
    "nine",
    "one",
    "premier",
    "première",
    "second",
    "seven",
    "six",
    "ten",
    "third",
    "three",
    "twelve",
    "two",
    "zweites",
];

/// Whether a line numbers a chapter: `CHAPTER 2.`, `Part One: The quay`, `XIV.`
pub(crate) fn numbers_chapter(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().take(MAX_WORDS + 1).collect();
    let bare = |word: &str| {
        word.trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase()
    };
    match words[..] {
        [] => false,
        [only] => {
            let number = only.trim_end_matches(['.', ')', ':']);
            is_roman(number) && number.len() < only.len()
        }
        [first, second, ..] if words.len() <= MAX_WORDS => {
            let number = bare(second);
            let counts = number.starts_with(|c: char| c.is_ascii_digit())
                || is_roman(&number.to_uppercase())
                || ORDINALS.contains(&number.as_str());
            let divides =
                first.starts_with(char::is_uppercase) && DIVISIONS.contains(&bare(first).as_str());
            // "Chapter 2 is long" goes on like a sentence.
            let goes_on = words
                .get(2)
                .is_some_and(|next| next.starts_with(char::is_lowercase));
            divides && counts && (!goes_on || second.ends_with(['.', ':', ')', '—', '-']))
        }
        _ => false,
    }
}

/// A number in Roman capitals.
fn is_roman(word: &str) -> bool {
    !word.is_empty()
        && word
            .chars()
            .all(|c| matches!(c, 'I' | 'V' | 'X' | 'L' | 'C'))
}

/// Whether at least half of the units end in a mark: where sentences have none, to lack
/// one says nothing.
fn is_punctuated(units: &Units<'_>) -> bool {
    let ends = |i: usize| !units.text_of(i).ends_with(char::is_alphanumeric);
    (0..units.len()).filter(|&i| ends(i)).count() * 2 >= units.len()
}

/// Whether the unit is a whole line of its own.
fn is_line(units: &Units<'_>, unit: usize) -> bool {
    let end = units.units[unit].span.end;
    let mut after = units.text[end..].chars();
    starts_line(units, unit) && is_edge(after.find(|&c| c == '\n' || !c.is_whitespace()))
}

/// Whether the unit begins its line.
fn starts_line(units: &Units<'_>, unit: usize) -> bool {
    let start = units.units[unit].span.start;
    // Only the blanks before it are looked at: a line may be megabytes long.
    let mut before = units.text[..start].chars().rev();
    is_edge(before.find(|&c| c == '\n' || !c.is_whitespace()))
}

fn is_edge(next: Option<char>) -> bool {
    next.is_none_or(|c| c == '\n')
}

pub(crate) fn looks_like_heading(text: &str) -> bool {
    // A sentence may end in a bracket: `(That would be silly.)`
    let last = text.trim_end_matches(')').chars().next_back();
    // Most paragraphs end like a sentence, and few are short: what is cheap to see comes first.
    if !last.is_some_and(char::is_alphanumeric) || is_aside(text) {
        return false;
    }
    let words = text.split_whitespace().take(MAX_WORDS + 1).count();
    let opens = text
        .chars()
        .find(|c| c.is_alphanumeric())
        .is_some_and(|c| !c.is_lowercase());
    (1..=MAX_WORDS).contains(&words) && opens && text.chars().any(char::is_alphabetic)
}

/// `(Applause)`: all of it in brackets, as what happens in a hall.
fn is_aside(text: &str) -> bool {
    let inside = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'));
    inside.is_some_and(|inside| !inside.contains(['(', ')']))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Analysis, Analyzer, Document, Language, UnitKind};
    use recto_math::{Run, Silent};

    fn headings(text: &str, kind: UnitKind) -> Vec<usize> {
        let document = Document::new("t", text);
        let english = Language::from_code("en").expect("known");
        let units = Analyzer::new(Analysis::Segment, english)
            .units(&document, kind, &Run::new(0, &Silent))
            .expect("nobody cancels");
        let found = units.headings();
        (0..units.len()).filter(|&i| found[i]).collect()
    }

    const PROSE: &str = "Boats come in. Nets dry. Gulls wait. Men talk. Ropes creak. Night falls.";

    #[test]
    fn what_stands_in_brackets_is_no_heading() {
        let text = format!("{PROSE}\n\n(Long applause.)\n\n{PROSE}");
        assert!(headings(&text, UnitKind::Sentence).is_empty());
        let text = format!("{PROSE}\n\n(A) Boats (and nets)\n\n{PROSE}");
        assert_eq!(headings(&text, UnitKind::Sentence).len(), 1);
    }

    #[test]
    fn a_sentence_that_ends_in_a_bracket_is_no_heading() {
        for end in ["That would be silly.)", "As she said (\"It would!\")"] {
            let text = format!("{PROSE}\n\n{end}\n\n{PROSE}");
            assert!(headings(&text, UnitKind::Sentence).is_empty(), "{end}");
        }
    }

    #[test]
    fn a_short_paragraph_without_an_end_mark_is_a_heading() {
        let text = format!("{PROSE}\n\nThe bakery\n\n{PROSE}");
        assert_eq!(headings(&text, UnitKind::Sentence), [6]);
    }

    #[test]
    fn a_text_without_end_marks_has_none_that_can_be_told() {
        let line = "the boats come in late and the nets are hung to dry on the quay again\n";
        let text = format!("{}The bakery\n{}", line.repeat(6), line.repeat(6));
        assert_eq!(headings(&text, UnitKind::Line), [0usize; 0]);
    }

    #[test]
    fn sentences_and_verse_are_not() {
        assert_eq!(headings(PROSE, UnitKind::Sentence), [0usize; 0]);
        assert_eq!(
            headings("Roses here\nViolets there\nSugar too\n", UnitKind::Line),
            [0usize; 0]
        );
    }

    #[test]
    fn the_number_and_the_name_of_a_chapter_are_headings() {
        for heading in [
            "CHAPTER 2.\nThe Pool of Tears",
            "CHAPTER 2. The Pool of Tears",
            "Part One: the quay",
            "XIV.",
            "Kapitel 3",
            "CHAPTER II\n\nTHE BAKERY",
        ] {
            let text = format!("{PROSE}\n\n{heading}\n\n{PROSE}\n\n{PROSE}");
            let document = Document::new("t", text.as_str());
            let english = Language::from_code("en").expect("known");
            let units = Analyzer::new(Analysis::Segment, english)
                .units(&document, UnitKind::Sentence, &Run::new(0, &Silent))
                .expect("nobody cancels");
            let found = units.headings();
            let headed: Vec<&str> = (0..units.len())
                .filter(|&unit| found[unit])
                .map(|unit| units.text_of(unit))
                .collect();
            let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(words(&headed.join(" ")), words(heading));
        }
    }

    #[test]
    fn a_signature_is_no_heading() {
        let text = format!("{PROSE}\n\nYours, J. Sayle\n\nCHAPTER 2.\n\n{PROSE}\n\nYours, Kit");
        assert_eq!(headings(&text, UnitKind::Sentence), [7]);
    }

    #[test]
    fn a_sentence_that_speaks_of_a_chapter_is_none() {
        let text = format!("{PROSE}\n\nChapter 2 is long. It rains in it.\n\nI. Then he left.");
        assert_eq!(headings(&text, UnitKind::Sentence), [0usize; 0]);
        assert_eq!(headings("I\n\nwent home.", UnitKind::Sentence), [0usize; 0]);
    }

    #[test]
    fn what_the_source_marks_is_a_heading_whatever_it_looks_like() {
        let document = Document {
            headings: vec![Span::new(0, 22)],
            ..Document::new("t", "what is it? it is this\n\nthe tide rises")
        };
        let english = Language::from_code("en").expect("known");
        let units = Analyzer::new(Analysis::Segment, english)
            .units(&document, UnitKind::Paragraph, &Run::new(0, &Silent))
            .expect("nobody cancels");
        assert_eq!(units.headings(), [true, false]);
    }
}
