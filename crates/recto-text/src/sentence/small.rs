//! Text in small letters: messages, and speech as a machine wrote it down.
//!
//! A capital behind a full stop is what tells its end of a sentence from that of an
//! abbreviation. Where a text has hardly any, a small letter may open a sentence too.

use super::rules::{Context, Follow, Mark};
use crate::document::Span;
use std::sync::OnceLock;

/// Bytes from the start of a text that decide.
const SAMPLE: usize = 64 << 10;

/// One word in so many has a capital in ordinary text, and more than one.
const ONE_IN: usize = 50;

/// Whether a text is in small letters; found when it is first asked, which ordinary text
/// hardly ever does.
pub(super) struct Letters<'t> {
    text: &'t str,
    gaps: &'t [Span],
    small: OnceLock<bool>,
}

impl<'t> Letters<'t> {
    /// The letters of `text`, what stands in `gaps` left out.
    pub(super) fn new(text: &'t str, gaps: &'t [Span]) -> Self {
        Self {
            text,
            gaps,
            small: OnceLock::new(),
        }
    }

    fn are_small(&self) -> bool {
        let measure = || has_small_letters(self.text, self.gaps);
        *self.small.get_or_init(measure)
    }
}

/// Whether hardly a word of a text opens with a capital, what stands in `gaps` and the
/// English `I` left out.
fn has_small_letters(text: &str, gaps: &[Span]) -> bool {
    let sample = &text[..text.floor_char_boundary(SAMPLE)];
    let (mut words, mut capitals, mut from) = (0, 0, 0);
    let end = Span::new(sample.len(), sample.len());
    for gap in gaps.iter().chain([&end]) {
        let stretch = sample.get(from..gap.start).unwrap_or("");
        for word in stretch.split_whitespace() {
            let word = word.trim_start_matches(|c: char| !c.is_alphanumeric());
            words += usize::from(word.starts_with(char::is_lowercase));
            capitals += usize::from(word.starts_with(char::is_uppercase) && !is_pronoun(word));
        }
        from = from.max(gap.end);
    }
    capitals * ONE_IN < words + capitals
}

/// `I`, also in `I'm` and before a comma.
fn is_pronoun(word: &str) -> bool {
    let rest = word.strip_prefix('I');
    rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

impl Context<'_> {
    /// Whether a mark ends a sentence of a text in small letters, where a small letter
    /// follows. An abbreviation never ends one there, nor does a letter alone.
    pub(super) fn ends_small(&self, start: usize, mark: &Mark<'_>, follow: &Follow<'_>) -> bool {
        let ends = self.opens_small(mark.next)
            && match mark.marks {
                "." => {
                    let word = self.word_before(start, mark.at);
                    let is_initial = word.rsplit('.').next().is_some_and(|part| part.len() == 1);
                    let is_pronoun = word == "i" && self.language.code == "en";
                    (is_pronoun || !is_initial || word.ends_with(|c: char| c.is_ascii_digit()))
                        && !self.is_abbreviation(start, mark.at)
                        && self.dot_ends(start, mark, follow)
                }
                // `"stop!" he said`: the speaker follows.
                marks => {
                    marks.chars().all(|c| matches!(c, '!' | '?'))
                        && !mark.closers.contains(['"', '\'', '’', '”', '“', '»'])
                }
            };
        ends && self.letters.are_small()
    }

    /// Whether the text goes on with a letter, quotes and brackets before it left out.
    fn opens_small(&self, next: usize) -> bool {
        let rest = &self.text[next..];
        let rest = rest.trim_start_matches(['"', '\'', '‘', '“', '«', '¿', '¡']);
        rest.starts_with(char::is_lowercase)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_the_pronoun_are_no_capitals() {
        let text = "ANNA: so I went home, and I'm glad.\nBERT: that is what I, too, did.";
        let labels = [Span::new(0, 5), Span::new(36, 41)];
        assert!(has_small_letters(text, &labels));
        assert!(!has_small_letters(text, &[]));
        assert!(!has_small_letters("The ferry left. nobody was on it.", &[]));
        assert!(!has_small_letters("船没有开。他来了！", &[]));
    }
}
