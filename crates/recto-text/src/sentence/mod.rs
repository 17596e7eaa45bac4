//! Where sentences end.
//!
//! One pass over the bytes of a paragraph stops only at marks that can end a
//! sentence and at line breaks; [`rules`] then looks at the word before the mark and
//! at what follows it. There is no trained model: every decision can be read.

mod dots;
mod lists;
mod openings;
mod quotes;
mod rules;
mod small;

use crate::document::Span;
use crate::language::Language;
use rules::Context;
use small::Letters;

/// Finds the sentences of one text.
pub(crate) struct Splitter<'t> {
    text: &'t str,
    language: &'t Language,
    letters: Letters<'t>,
}

impl<'t> Splitter<'t> {
    /// A splitter of `text`; what stands in `gaps`, in order, is part of no sentence.
    pub(crate) fn new(text: &'t str, language: &'t Language, gaps: &'t [Span]) -> Self {
        Self {
            text,
            language,
            letters: Letters::new(text, gaps),
        }
    }

    /// Appends the sentences of the paragraph `region`, without the blanks around them.
    pub(crate) fn split(&self, region: Span, spans: &mut Vec<Span>) {
        let context = Context {
            text: &self.text[..region.end],
            language: self.language,
            letters: &self.letters,
        };
        split(&context, region, spans);
    }
}

fn split(context: &Context<'_>, region: Span, spans: &mut Vec<Span>) {
    let text = context.text;
    let bytes = &text.as_bytes();
    let mut start = region.start;
    let mut at = region.start;
    while let Some(offset) = next_mark(&bytes[at..]) {
        at += offset;
        match context.decide(start, at) {
            Decision::GoOn(next) => at = next,
            Decision::Cut { end, next } => {
                push(text, start, end, spans);
                start = next;
                at = next;
            }
        }
    }
    push(text, start, region.end, spans);
}

/// What to do at a mark.
enum Decision {
    /// The sentence goes on; look again from here.
    GoOn(usize),
    /// The sentence ends before `end`; the next one opens at `next`.
    Cut { end: usize, next: usize },
}

/// Bytes that open a mark or a line break; everything else is passed over. The last
/// seven are first bytes of … ‼ 。 ！ ؟ ۔ । and the Greek mark.
const MARKS: [u8; 12] = *b".!?;\n\xE2\xE3\xEF\xD8\xDB\xE0\xCD";

/// Where the next of [`MARKS`] stands.
fn next_mark(bytes: &[u8]) -> Option<usize> {
    let (runs, rest) = bytes.as_chunks::<16>();
    for (i, run) in runs.iter().enumerate() {
        let hits = u128::from_le_bytes(marks_in(run));
        if hits != 0 {
            return Some(16 * i + hits.trailing_zeros() as usize / 8);
        }
    }
    let last = rest.iter().position(|byte| MARKS.contains(byte))?;
    Some(16 * runs.len() + last)
}

/// Ones where a mark stands. The loops are nested this way round so that all bytes
/// are compared at once with one mark after the other.
#[inline]
fn marks_in(run: &[u8; 16]) -> [u8; 16] {
    let mut hits = [0; 16];
    for mark in MARKS {
        for (hit, &byte) in hits.iter_mut().zip(run) {
            *hit |= u8::from(byte == mark);
        }
    }
    hits
}

fn push(text: &str, start: usize, end: usize, spans: &mut Vec<Span>) {
    let sentence = &text[start..end];
    let from = start + (sentence.len() - sentence.trim_start().len());
    let length = sentence.trim().len();
    if length > 0 {
        spans.push(Span::new(from, from + length));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn sentences<'t>(text: &'t str, code: &str) -> Vec<&'t str> {
        let language = Language::from_code(code).expect("known");
        let mut spans = Vec::new();
        let whole = Span::new(0, text.len());
        Splitter::new(text, language, &[]).split(whole, &mut spans);
        spans.iter().map(|span| &text[span.range()]).collect()
    }

    #[test]
    fn the_next_mark_is_found_wherever_it_stands() {
        for mark in 0..=u8::MAX {
            for at in 0..40 {
                let mut bytes = vec![b'a'; 50];
                bytes[at] = mark;
                bytes[at + 3] = b'.';
                let expected = if MARKS.contains(&mark) { at } else { at + 3 };
                assert_eq!(next_mark(&bytes), Some(expected));
            }
        }
        assert_eq!(next_mark(&[b'a'; 50]), None);
    }

    #[test]
    fn titles_initials_and_abbreviations_do_not_end_a_sentence() {
        let text = "Dr. A. B. Moor met Mrs. Vane at 5 p.m. She paid 3.50 in the U.S. Embassy, e.g. by card.";
        assert_eq!(sentences(text, "en").len(), 2);
    }

    #[test]
    fn a_year_or_a_number_in_brackets_goes_on_after_an_abbreviation() {
        let text = "We follow Moor et al. (2001) and Vane et al. [12] here. It works for \
                    Lund et al. (Ferries run.) So do we etc. That is all.";
        assert_eq!(
            sentences(text, "en"),
            [
                "We follow Moor et al. (2001) and Vane et al. [12] here.",
                "It works for Lund et al.",
                "(Ferries run.)",
                "So do we etc.",
                "That is all."
            ]
        );
    }

    #[test]
    fn text_without_capitals_has_sentences() {
        let text = "the ferry was late again. nobody said why! was it the fog? so did i. \
                    \"stop!\" he said, and dr. moor of the u.s. embassy paid approx. forty \
                    to j. vane, e.g. by card... or so. the price was 3. then we left.";
        assert_eq!(
            sentences(text, "en"),
            [
                "the ferry was late again.",
                "nobody said why!",
                "was it the fog?",
                "so did i.",
                "\"stop!\" he said, and dr. moor of the u.s. embassy paid approx. forty to \
                 j. vane, e.g. by card... or so.",
                "the price was 3.",
                "then we left.",
            ]
        );
        let text = "The ferry came. it was late! nobody said why, and nobody asked.";
        assert_eq!(sentences(text, "en").len(), 1);
    }

    #[test]
    fn speech_goes_on_after_its_own_mark() {
        let text = "\"Stop!\" he said. “Why?” Anna asked. “Go.” They went.";
        assert_eq!(
            sentences(text, "en"),
            [
                "\"Stop!\" he said.",
                "“Why?” Anna asked.",
                "“Go.”",
                "They went."
            ]
        );
    }

    #[test]
    fn list_items_on_lines_of_their_own_are_sentences() {
        let text = "We need:\n1. a rope\n2. two hooks\n- and luck";
        assert_eq!(
            sentences(text, "en"),
            ["We need:", "1. a rope", "2. two hooks", "- and luck"]
        );
    }

    #[test]
    fn other_scripts_end_sentences_with_their_own_marks() {
        assert_eq!(
            sentences("我们走。他来了！", "zh"),
            ["我们走。", "他来了！"]
        );
        assert_eq!(
            sentences("「行こう。」と彼は言った。次の日。", "ja").len(),
            2
        );
        assert_eq!(sentences("أين الكتاب؟ لا أعرف.", "ar").len(), 2);
        assert_eq!(sentences("« Arrête ! » dit-il. Elle rit.", "fr").len(), 2);
        assert_eq!(sentences("Πού είναι; Δεν ξέρω.", "el").len(), 2);
    }

    #[test]
    fn a_long_run_of_marks_takes_linear_time() {
        let text = ". ".repeat(200_000) + &"( ".repeat(200_000);
        assert!(!sentences(&text, "en").is_empty());
    }
}
