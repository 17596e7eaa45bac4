//! How the words of a message are written.

use recto_text::Span;
use serde::{Deserialize, Serialize};

/// How one word is written, as bits: a running stream keeps them for every word it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Marks(u8);

impl Marks {
    /// It begins with a letter.
    pub(crate) const WORD: u8 = 1;
    /// It is the first of a sentence.
    pub(crate) const INITIAL: u8 = 1 << 1;
    /// Only blanks stand between it and the word before.
    pub(crate) const ADJACENT: u8 = 1 << 2;
    /// Its first letter is a capital.
    pub(crate) const CAPITAL: u8 = 1 << 3;
    /// All its letters are capitals.
    pub(crate) const UPPER: u8 = 1 << 4;
    /// It carries meaning by itself.
    pub(crate) const CONTENT: u8 = 1 << 5;
    const ALL: u8 = (1 << 6) - 1;

    /// Whether it has all of some marks.
    pub(crate) fn has(self, bits: u8) -> bool {
        self.0 & bits == bits
    }

    /// Whether there are no other bits than those above.
    pub(crate) fn is_known(self) -> bool {
        self.0 & !Self::ALL == 0
    }
}

/// Marks the words of one message, in order.
#[derive(Debug, Default)]
pub(crate) struct Marker {
    /// End of the word before.
    end: usize,
    is_inside: bool,
}

impl Marker {
    /// The marks of the next word.
    pub(crate) fn mark(&mut self, text: &str, span: Span, is_content: bool) -> Marks {
        // Pairs of characters overlap where a script has no blanks.
        let gap = text.get(self.end..span.start).unwrap_or_default();
        let surface = &text[span.range()];
        let first = surface.chars().next();
        let bits = [
            (Marks::WORD, first.is_some_and(char::is_alphabetic)),
            (
                Marks::INITIAL,
                !self.is_inside || gap.contains(ends_sentence),
            ),
            (Marks::ADJACENT, gap.chars().all(char::is_whitespace)),
            (Marks::CAPITAL, first.is_some_and(char::is_uppercase)),
            (Marks::UPPER, is_upper(surface)),
            (Marks::CONTENT, is_content),
        ];
        (self.end, self.is_inside) = (span.end, true);
        let set = bits.iter().filter(|(_, is_set)| *is_set);
        Marks(set.fold(0, |all, (bit, _)| all | bit))
    }
}

fn ends_sentence(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | ':' | '"' | '“' | '(' | '\n')
}

fn is_upper(surface: &str) -> bool {
    // Most words have a small letter early on.
    let mut letters = surface.chars().filter(|c| c.is_alphabetic());
    surface.len() > 1
        && letters.next().is_some_and(char::is_uppercase)
        && letters.all(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_tell_place_and_capitals() {
        let text = "Goal! VILLA scores, they #say";
        let mut marker = Marker::default();
        let words = ["Goal", "VILLA", "scores", "they", "#say"];
        let marks: Vec<Marks> = words
            .iter()
            .map(|word| {
                let start = text.find(word).expect("in the text");
                marker.mark(text, Span::new(start, start + word.len()), true)
            })
            .collect();
        let with = |bits: u8| -> Vec<usize> { (0..5).filter(|&i| marks[i].has(bits)).collect() };
        assert_eq!(with(Marks::INITIAL), [0, 1]);
        assert_eq!(with(Marks::CAPITAL), [0, 1]);
        assert_eq!(with(Marks::UPPER), [1]);
        assert_eq!(with(Marks::ADJACENT), [0, 2, 4]);
        assert_eq!(with(Marks::WORD), [0, 1, 2, 3]);
        assert!(marks.iter().all(|marks| marks.is_known()));
    }
}
