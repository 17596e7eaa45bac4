//! Labels of speakers: `Anna:`, `**Anna:**`, `ANNA (12:03):`, `[Anna]` at the start of lines.
//!
//! A word before a colon may be anything, so a label is known by repetition: names come back,
//! there are several of them, and they open a good part of the lines. Then a label is no
//! content, what follows it is a turn, and a turn ends the sentence before it.

use crate::document::Span;
use rustc_hash::FxHashMap;

/// A label of a speaker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Label {
    /// All of it: name, time, brackets, colon.
    pub span: Span,
    /// The name alone.
    pub name: Span,
}

/// Labels that a text has at least.
const LEAST: usize = 4;

/// Names that come back at least; an interview has two.
const NAMES: usize = 2;

/// One line in so many has a label, at least.
const LINES_PER_LABEL: usize = 8;

/// Characters of a name at most.
const LONGEST: usize = 40;

/// Words of a name at most.
const WORDS: usize = 5;

/// The labels of a text in order; none where it is no transcript.
pub fn labels(text: &str) -> Vec<Label> {
    let mut found = Vec::new();
    let (mut at, mut lines) = (0, 0);
    for line in text.split_inclusive('\n') {
        if !line.trim().is_empty() {
            lines += 1;
            found.extend(label(text, at, at + line.len()));
        }
        at += line.len();
    }
    if found.len() < LEAST || found.len() * LINES_PER_LABEL < lines {
        return Vec::new();
    }
    recurring(text, found, lines)
}

/// The labels whose names come back. Where labels open most lines, a speaker who says
/// something once is one too.
fn recurring(text: &str, found: Vec<Label>, lines: usize) -> Vec<Label> {
    let name = |label: &Label| text[label.name.range()].to_lowercase();
    let mut uses: FxHashMap<String, usize> = FxHashMap::default();
    for label in &found {
        *uses.entry(name(label)).or_default() += 1;
    }
    let again = uses.values().filter(|&&n| n > 1);
    let (names, labels) = (again.clone().count(), again.sum::<usize>());
    if names < NAMES || labels < LEAST || labels * LINES_PER_LABEL < lines {
        return Vec::new();
    }
    let is_transcript = 2 * labels > lines;
    let mut found = found;
    found.retain(|label| is_transcript || uses[&name(label)] > 1);
    found
}

/// The label that opens the line at `start..end`.
fn label(text: &str, start: usize, end: usize) -> Option<Label> {
    let line = &text[start..end];
    let rest = line.trim_start();
    let open = start + line.len() - rest.len();
    let rest = after_time(rest).unwrap_or(rest);
    let rest = rest.trim_start_matches(['*', '_']);
    let (name, after) = bracketed(rest).or_else(|| named(rest))?;
    let after = after.trim_start_matches(['*', '_']).trim_start();
    if !is_name(name) {
        return None;
    }
    // Before the name stand at most marks and digits, so this is its first place.
    let at = start + line.find(name)?;
    Some(Label {
        span: Span::new(open, end - after.len()),
        name: Span::new(at, at + name.len()),
    })
}

/// `[Anna]` or `[Anna]:` and what follows it.
fn bracketed(rest: &str) -> Option<(&str, &str)> {
    let (name, after) = rest.strip_prefix('[')?.split_once(']')?;
    let after = after.strip_prefix(':').unwrap_or(after);
    let ends = after.is_empty() || after.starts_with(char::is_whitespace);
    ends.then_some((name.trim(), after))
}

/// `Anna:` or `ANNA (12:03):` or `**Anna**:` and what follows the colon.
fn named(rest: &str) -> Option<(&str, &str)> {
    let head = &rest[..rest.floor_char_boundary(2 * LONGEST)];
    let colon = head.find([':', '：', '(', '\n'])?;
    let (name, mut after) = rest.split_at(colon);
    if after.starts_with('(') {
        after = after.split_once(')')?.1;
    }
    let marked = after.trim_start_matches(['*', '_']);
    let after = marked.strip_prefix([':', '：'])?;
    let ends = after.is_empty() || after.starts_with(|c: char| c.is_whitespace() || c == '*');
    // "12:03" is a time, and "http:" does not get this far.
    let wide = marked.starts_with('：');
    (ends || wide).then_some((name.trim_end_matches(['*', '_', ' ']), after))
}

/// What follows a time such as `[00:12]`, `(1:02:03)` or `12:03`.
fn after_time(rest: &str) -> Option<&str> {
    let inner = rest.trim_start_matches(['[', '(']);
    let end = inner.find(|c: char| !c.is_ascii_digit() && !matches!(c, ':' | '.'))?;
    let (time, after) = inner.split_at(end);
    let is_time = time.contains(':') && time.starts_with(|c: char| c.is_ascii_digit());
    is_time.then(|| after.trim_start_matches([']', ')']).trim_start())
}

/// A few words that could name somebody: they begin with capitals or digits, small words
/// between them aside; or a single word, as in `user:`.
fn is_name(name: &str) -> bool {
    let is_inner = |c: char| {
        c.is_alphanumeric() || matches!(c, ' ' | '.' | '\'' | '’' | '-' | '_' | '&' | ',')
    };
    let words: Vec<&str> = name.split_whitespace().collect();
    let is_small = |word: &&str| word.starts_with(char::is_lowercase);
    let small = words.iter().filter(|word| is_small(word)).count();
    !words.is_empty()
        && words.len() <= WORDS
        && name.chars().count() <= LONGEST
        && name.starts_with(char::is_alphabetic)
        && name.chars().all(is_inner)
        && (words.len() == 1 || (!is_small(&words[0]) && small <= words.len() / 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<&str> {
        let labels = labels(text);
        labels
            .iter()
            .map(|label| &text[label.name.range()])
            .collect()
    }

    /// Four turns, with the labels as `form` writes them.
    fn talk(form: impl Fn(&str) -> String) -> String {
        let turns = [
            ("Anna Berg", "The ferry is late."),
            ("Tom", "It is always late."),
            ("Anna Berg", "Not on Sundays."),
            ("Tom", "Then we go on Sunday: early."),
        ];
        turns
            .map(|(name, said)| format!("{} {said}\n", form(name)))
            .concat()
    }

    #[test]
    fn labels_are_found_in_every_form() {
        type Form = fn(&str) -> String;
        let forms: [Form; 7] = [
            |name| format!("{name}:"),
            |name| format!("**{name}:**"),
            |name| format!("**{name}**:"),
            |name| format!("{} (12:03):", name.to_uppercase()),
            |name| format!("[{name}]"),
            |name| format!("[00:12:03] {name}:"),
            |name| format!("{name} (chair):\n"),
        ];
        for form in forms {
            let text = talk(form);
            let expected = ["anna berg", "tom", "anna berg", "tom"];
            let found: Vec<String> = names(&text)
                .iter()
                .map(|name| name.to_lowercase())
                .collect();
            assert_eq!(found, expected, "{text}");
            let first = labels(&text)[0].span;
            assert!(
                text[first.end..].trim_start().starts_with("The ferry"),
                "{text}"
            );
        }
    }

    #[test]
    fn a_speaker_heard_once_counts_in_a_transcript() {
        let text = talk(|name| format!("{name}:")) + "Mayor: Order!\n";
        assert_eq!(names(&text)[4], "Mayor");
    }

    #[test]
    fn colons_of_prose_are_no_labels() {
        let prose = "Note: the tide is high.\nThe list: nets, ropes.\nNote: bring a lamp.\n\
                     He said: go home.\nIt was late.\nThey went: all of them.\n";
        assert_eq!(names(prose), [""; 0]);
        assert_eq!(
            names("10:15 The tide\n11:15 turns\n12:20 and\n13:40 falls\n"),
            [""; 0]
        );
        assert_eq!(names("Anna: one.\nTom: two.\n"), [""; 0]);
        assert_eq!(names(""), [""; 0]);
    }

    #[test]
    fn a_long_text_with_few_colons_is_no_transcript() {
        let text = talk(|name| format!("{name}:")) + &"Nets dry on the quay.\n".repeat(60);
        assert_eq!(names(&text), [""; 0]);
    }
}
