//! Where the words of a text begin.

use recto_text::Units;

/// Where words begin, from the opening of the first unit to the end of the last.
#[derive(Debug, Clone)]
pub(super) struct WordStarts {
    /// First bytes, rising. Texts are limited to 4 GiB.
    at: Vec<u32>,
    /// Whether a blank stands before the word; else it is a later token of a run.
    opens_run: Vec<bool>,
}

impl WordStarts {
    pub(super) fn of(units: &Units<'_>) -> Self {
        let mut found = Self {
            at: Vec::with_capacity(units.tokens.len()),
            opens_run: Vec::with_capacity(units.tokens.len()),
        };
        let Some(last) = units.units.last() else {
            return found;
        };
        let (text, mut at) = (&units.text[..last.span.end], units.opening(0));
        let mut tokens = units.tokens.iter().map(|token| token.span().start);
        let mut token = tokens.next();
        while at < text.len() {
            let start = skip(text, at, true);
            at = skip(text, start, false);
            // A run is a word even without a token, and opens with its first token, be there
            // a quote before it or not.
            if start < at {
                found.push(start, true);
            }
            let mut is_first = true;
            while let Some(next) = token.filter(|&next| next < at) {
                if !is_first {
                    found.push(next, false);
                }
                is_first = false;
                token = tokens.next();
            }
        }
        found
    }

    fn push(&mut self, at: usize, opens_run: bool) {
        self.at
            .push(u32::try_from(at).expect("texts are limited to 4 GiB"));
        self.opens_run.push(opens_run);
    }

    /// How many words begin before a byte.
    pub(super) fn before(&self, byte: usize) -> usize {
        self.at.partition_point(|&at| (at as usize) < byte)
    }

    /// How many words begin before each of the bytes, which rise: one walk.
    pub(super) fn before_each(&self, bytes: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut word = 0;
        let before = bytes.map(|byte| {
            let passed = self.at[word..]
                .iter()
                .take_while(|&&at| (at as usize) < byte);
            word += passed.count();
            word
        });
        before.collect()
    }

    /// The first byte of a word.
    pub(super) fn start(&self, word: usize) -> usize {
        self.at[word] as usize
    }

    /// The byte at most `n` words before `byte` where a run between blanks opens.
    pub(super) fn back(&self, byte: usize, n: usize) -> usize {
        let word = self.before(byte);
        let from = word.saturating_sub(n);
        let opening = (from..word).find(|&word| self.opens_run[word]);
        opening.map_or(byte, |word| self.start(word))
    }

    /// The nearest word at or before `word` where a text may be cut: one that opens a run,
    /// or any of a run of more than `most` words.
    pub(super) fn cut_before(&self, word: usize, most: usize) -> usize {
        let run = (0..=word).rev().find(|&word| self.opens_run[word]);
        let run = run.unwrap_or(0);
        let rest = self.opens_run[run + 1..].iter();
        let length = 1 + rest.take(most).take_while(|&&opens| !opens).count();
        if length > most { word } else { run }
    }
}

/// The first byte from `at` on that is no blank, or that is one: texts are mostly ASCII, where
/// a byte tells it.
fn skip(text: &str, mut at: usize, blanks: bool) -> usize {
    let bytes = text.as_bytes();
    while let Some(&byte) = bytes.get(at) {
        let (is_blank, length) = if byte.is_ascii() {
            (byte == b' ' || (b'\t'..=b'\r').contains(&byte), 1)
        } else {
            let c = text[at..].chars().next().unwrap_or_default();
            (c.is_whitespace(), c.len_utf8())
        };
        if is_blank != blanks {
            break;
        }
        at += length;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn runs_are_those_between_blanks(text in "[a-c \t\r\n\u{b}\u{c}\u{1c}\u{85}\u{a0}\u{2003}é漢😀]{0,40}") {
            let mut runs = Vec::new();
            let mut at = 0;
            while at < text.len() {
                let start = skip(&text, at, true);
                at = skip(&text, start, false);
                if start < at {
                    runs.push(&text[start..at]);
                }
            }
            prop_assert_eq!(runs, text.split_whitespace().collect::<Vec<_>>());
        }
    }
}
