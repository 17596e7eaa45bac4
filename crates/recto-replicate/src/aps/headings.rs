//! Lines that look like headings, and how they are hidden.
//!
//! In a novel whose reference boundaries are its chapters, most segments open with a
//! heading: a pattern for headings alone scores better than any method that reads the
//! text. What a method knows of the text shows only with the headings hidden.

/// What stands in a heading's place: as many units as before, and nothing to find.
pub(super) const HIDDEN: &str = "and it was so";

/// Words at most in a heading of a known kind.
const MAX_WORDS: usize = 12;

/// Words at most in a heading that is known by its missing end mark alone.
const MAX_OPEN_WORDS: usize = 8;

const OPENERS: [&str; 9] = [
    "chapter", "book", "part", "section", "volume", "canto", "letter", "act", "scene",
];

/// The line, or what hides it if it looks like a heading.
pub(super) fn hidden(line: &str) -> &str {
    if is_heading(line) { HIDDEN } else { line }
}

pub(super) fn is_heading(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let n = words.len();
    (1..=MAX_WORDS).contains(&n)
        && (opens_one(&words) || is_in_capitals(line) || (n <= MAX_OPEN_WORDS && !is_closed(line)))
}

fn opens_one(words: &[&str]) -> bool {
    let first = words[0].trim_end_matches(|c: char| !c.is_alphanumeric());
    OPENERS.contains(&first.to_lowercase().as_str()) || (is_numeral(first) && !is_pronoun(words))
}

fn is_numeral(word: &str) -> bool {
    let is_roman = |c: char| "IVXLCDM".contains(c);
    !word.is_empty() && (word.chars().all(|c| c.is_ascii_digit()) || word.chars().all(is_roman))
}

/// `I` before another word is somebody, not the number one.
fn is_pronoun(words: &[&str]) -> bool {
    words[0] == "I" && words.len() > 1
}

fn is_in_capitals(line: &str) -> bool {
    line.chars().any(char::is_uppercase) && !line.chars().any(char::is_lowercase)
}

/// Whether it ends as a sentence or a speech does.
fn is_closed(line: &str) -> bool {
    line.trim_end().ends_with([
        '.', '!', '?', '"', '\'', '\u{201d}', '\u{2019}', '\u{bb}', '`',
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_known_by_opening_capitals_or_missing_end() {
        for line in [
            "Chapter the First.",
            "XIV. In which a door is opened.",
            "12",
            "I",
            "THE END OF IT.",
            "A walk by the river",
        ] {
            assert!(is_heading(line), "{line}");
        }
    }

    #[test]
    fn sentences_and_speech_are_none() {
        for line in [
            "I went home.",
            "\u{201c}Chapter one?\u{201d}",
            "He said that nothing of the kind had ever been seen in that town before",
            "Nothing was said.",
        ] {
            assert!(!is_heading(line), "{line}");
        }
        assert!(
            !is_heading(HIDDEN) || hidden(HIDDEN) == HIDDEN,
            "hiding twice changes nothing"
        );
    }
}
