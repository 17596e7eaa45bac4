//! Opening words that speak for a change of topic, or against one.
//!
//! Lecturers announce a new topic ("All right, so now …"); a sentence that opens with "he" or
//! "these" goes on with what stands before it. In the development files of lectures on
//! artificial intelligence .45 of the segments open with an announcement and .12 of the other
//! sentences do, in those on physics .69 and .05. References open .06 of the segments of eight
//! kinds of text and .13 of the other units. In written argument the words of announcements
//! are rhetoric: they count only where at least [`SPOKEN`] of the units open with one.
//! Conjunctions ("and", "but") are rarer still at the start of segments, but moved nothing.
//!
//! The lists are English; in other languages nothing is added.

use recto_text::Units;

/// The share of units opening with an announcement from which a text counts as spoken.
const SPOKEN: f64 = 0.03;

/// Openings that announce something new.
const ANNOUNCEMENTS: [&str; 15] = [
    "all right",
    "alright",
    "finally",
    "let me",
    "let us",
    "let's",
    "next",
    "now",
    "ok",
    "okay",
    "so let",
    "so let's",
    "so next",
    "so now",
    "so today",
];

/// Openings that refer to the sentence before.
const REFERENCES: [&str; 18] = [
    "he", "he's", "her", "him", "his", "it", "it's", "its", "she", "she's", "such", "that",
    "their", "these", "they", "they're", "this", "those",
];

/// What each unit's opening words are worth to a segment that starts there: 1, -1 or 0.
pub(super) fn signs(units: &Units<'_>) -> Vec<f64> {
    if units.language.code != "en" {
        return vec![0.0; units.len()];
    }
    let mut signs: Vec<f64> = (0..units.len())
        .map(|unit| sign(units.text_of(unit)))
        .collect();
    let announced = signs.iter().filter(|&&sign| sign > 0.0).count();
    if (announced as f64) < SPOKEN * units.len() as f64 {
        signs.iter_mut().for_each(|sign| *sign = sign.min(0.0));
    }
    signs
}

fn sign(text: &str) -> f64 {
    let mut words = text.split_whitespace().map(folded);
    let first = words.next().unwrap_or_default();
    let pair = words.next().map(|second| format!("{first} {second}"));
    let is_in = |list: &[&str]| {
        let is_listed = |words: &str| list.binary_search(&words).is_ok();
        is_listed(&first) || pair.as_deref().is_some_and(is_listed)
    };
    if is_in(&ANNOUNCEMENTS) {
        1.0
    } else if is_in(&REFERENCES) {
        -1.0
    } else {
        0.0
    }
}

/// A word in small letters, with straight apostrophes and without the marks around it.
fn folded(word: &str) -> String {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    word.to_lowercase().replace('’', "'")
}

#[cfg(test)]
mod tests {
    use super::*;
    use recto_testing::text::{english, with_lines};
    use recto_text::{Analysis, Language};

    #[test]
    fn lists_are_sorted_for_the_search() {
        assert!(ANNOUNCEMENTS.is_sorted() && REFERENCES.is_sorted());
    }

    #[test]
    fn openings_are_read_without_case_and_marks() {
        assert_eq!(sign("“All right, everyone.”"), 1.0);
        assert_eq!(sign("So let’s see."), 1.0);
        assert_eq!(sign("NOW the tide turns."), 1.0);
        assert_eq!(sign("(They rested.)"), -1.0);
        assert_eq!(sign("But it rained."), 0.0);
        assert_eq!(sign("It’s late."), -1.0);
        assert_eq!(sign("Nowhere else."), 0.0);
        assert_eq!(sign("So the boats stayed."), 0.0);
        assert_eq!(sign("—"), 0.0);
    }

    #[test]
    fn announcements_count_in_speech_alone() {
        let spoken = "Now the nets.\nBoats rest.\nThese ovens glow.\n";
        let signs_of = |text: &str, language| with_lines(text, Analysis::Segment, language, signs);
        assert_eq!(signs_of(spoken, english()), [1.0, 0.0, -1.0]);
        let written = spoken.to_string() + &"Bread bakes.\n".repeat(40);
        assert_eq!(signs_of(&written, english())[..3], [0.0, 0.0, -1.0]);
        let german = Language::from_code("de").expect("known");
        assert_eq!(signs_of(spoken, german), [0.0; 3]);
    }
}
