//! Headings as evidence of boundaries: a segment tends to start with a heading and never
//! ends with one.

use recto_text::Units;

/// Maximum number of words of a heading.
const MAX_WORDS: usize = 12;

/// If more than this share of the units look like headings, none are taken as headings: the
/// text is verse, a list or a table.
const MAX_SHARE: f64 = 0.2;

/// Which units are headings.
pub(crate) fn find(units: &Units<'_>) -> Vec<bool> {
    let n = units.len();
    let alone = |i: usize| {
        let closes = i + 1 < n && units.units[i + 1].opens_paragraph;
        (units.units[i].opens_paragraph && closes) || is_line(units, i)
    };
    let found: Vec<bool> = (0..n)
        .map(|i| alone(i) && looks_like_heading(units.text_of(i)))
        .collect();
    let share = found.iter().filter(|&&is| is).count() as f64 / n.max(1) as f64;
    if share > MAX_SHARE || !is_punctuated(units) {
        vec![false; n]
    } else {
        found
    }
}

/// Whether at least half of the units end in a mark: where sentences have none, to lack
/// one says nothing.
fn is_punctuated(units: &Units<'_>) -> bool {
    let ends = |i: usize| !units.text_of(i).ends_with(char::is_alphanumeric);
    (0..units.len()).filter(|&i| ends(i)).count() * 2 >= units.len()
}

/// Whether the unit is a whole line of its own.
fn is_line(units: &Units<'_>, unit: usize) -> bool {
    let span = units.units[unit].span;
    // Only the blanks around it are looked at: a line may be megabytes long.
    let is_edge = |c: Option<char>| c.is_none_or(|c| c == '\n');
    let before = units.text[..span.start]
        .chars()
        .rev()
        .find(|&c| c == '\n' || !c.is_whitespace());
    let after = units.text[span.end..]
        .chars()
        .find(|&c| c == '\n' || !c.is_whitespace());
    is_edge(before) && is_edge(after)
}

fn looks_like_heading(text: &str) -> bool {
    let words = text.split_whitespace().count();
    let opens = text
        .chars()
        .find(|c| c.is_alphanumeric())
        .is_some_and(|c| !c.is_lowercase());
    let ends = text
        .chars()
        .next_back()
        .is_some_and(|c| c.is_alphanumeric() || c == ')');
    (1..=MAX_WORDS).contains(&words) && opens && ends && text.chars().any(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;
    use recto_math::{Run, Silent};
    use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};

    fn headings(text: &str, kind: UnitKind) -> Vec<usize> {
        let document = Document::new("t", text);
        let english = Language::from_code("en").expect("known");
        let units = Analyzer::new(Analysis::Segment, english)
            .units(&document, kind, &Run::new(0, &Silent))
            .expect("nobody cancels");
        let found = find(&units);
        (0..units.len()).filter(|&i| found[i]).collect()
    }

    const PROSE: &str = "Boats come in. Nets dry. Gulls wait. Men talk. Ropes creak. Night falls.";

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
}
