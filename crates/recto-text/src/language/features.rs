//! Features of a text: hashed runs of one to four letters within words, and whole words.
//!
//! Words are runs of letters of one script, in lower case, with a boundary before and behind.
//! Links, `@names` and `#tags` are left out: they are in no language. The hash of a run is
//! computed letter by letter, `h = (h ^ letter) * MULTIPLIER`, so that the runs that end at a
//! letter follow from those that end at the letter before.
//!
//! `bench/text/fit_languages.py` computes the same features; both must change together.

use super::script::{Script, script_of};

const MULTIPLIER: u32 = 0x9E37_79B1;

/// The character before and behind a word.
const BOUNDARY: u32 = ' ' as u32;

/// Letters from which a word is a feature as a whole; shorter ones are runs already.
const SHORTEST_WORD: usize = 3;

/// Hands the hash of every feature of `text` to `emit`. Only words in `script` count.
pub(super) fn for_each_feature(text: &str, script: Script, mut emit: impl FnMut(u32)) {
    let mut word = Word::default();
    let mut chars = text.chars();
    loop {
        let rest = chars.as_str();
        let Some(char) = chars.next() else {
            break;
        };
        match letter(char, script) {
            Some(letter) if word.length > 0 || !begins_link(rest) => word.push(letter, &mut emit),
            None if matches!(char, '\u{300}'..='\u{36F}') => {}
            other => {
                word.end(&mut emit);
                if other.is_some() || matches!(char, '@' | '#') {
                    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                    chars = rest[end..].chars();
                }
            }
        }
    }
    word.end(&mut emit);
}

/// The letter in lower case, if it is one of `script`.
fn letter(char: char, script: Script) -> Option<u32> {
    if char.is_ascii() {
        let is_letter = char.is_ascii_alphabetic() && script == Script::Latin;
        return is_letter.then(|| u32::from(char.to_ascii_lowercase()));
    }
    if script_of(char) != Some(script) {
        return None;
    }
    let lower = char.to_lowercase().next().unwrap_or(char);
    Some(u32::from(lower))
}

fn begins_link(text: &str) -> bool {
    match text.as_bytes().first() {
        Some(b'h') => text.starts_with("http://") || text.starts_with("https://"),
        Some(b'w') => text.starts_with("www."),
        _ => false,
    }
}

/// A word as far as it was read.
#[derive(Default)]
struct Word {
    length: usize,
    /// Hashes of the last character, the last two and the last three.
    last: [u32; 3],
    /// Hash of the boundary and all letters so far.
    whole: u32,
}

impl Word {
    fn push(&mut self, letter: u32, emit: &mut impl FnMut(u32)) {
        if self.length == 0 {
            let boundary = step(0, BOUNDARY);
            self.last[0] = boundary;
            self.whole = boundary;
        }
        let [one, two, three] = self.last;
        let pair = step(one, letter);
        let triple = step(two, letter);
        self.last = [step(0, letter), pair, triple];
        emit(self.last[0]);
        emit(pair);
        if self.length >= 1 {
            emit(triple);
        }
        if self.length >= 2 {
            emit(step(three, letter));
        }
        self.whole = step(self.whole, letter);
        self.length += 1;
    }

    fn end(&mut self, emit: &mut impl FnMut(u32)) {
        if self.length == 0 {
            return;
        }
        let [one, two, three] = self.last;
        emit(step(one, BOUNDARY));
        emit(step(two, BOUNDARY));
        if self.length >= 2 {
            emit(step(three, BOUNDARY));
        }
        if self.length >= SHORTEST_WORD {
            emit(step(self.whole, BOUNDARY));
        }
        self.length = 0;
    }
}

fn step(hash: u32, letter: u32) -> u32 {
    (hash ^ letter).wrapping_mul(MULTIPLIER)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features(text: &str) -> Vec<u32> {
        let mut hashes = Vec::new();
        for_each_feature(text, Script::Latin, |hash| hashes.push(hash));
        hashes
    }

    fn hash(text: &str) -> u32 {
        text.chars()
            .fold(0, |hash, char| step(hash, u32::from(char)))
    }

    #[test]
    fn a_word_has_its_runs_with_boundaries_and_itself() {
        let mut expected = [
            "t", " t", "h", "th", " th", "e", "he", "the", " the", "e ", "he ", "the ", " the ",
        ]
        .map(hash);
        let mut actual = features("The");
        expected.sort_unstable();
        actual.sort_unstable();
        assert_eq!(actual, expected);
        assert_eq!(features("a"), ["a", " a", "a ", " a "].map(hash));
    }

    #[test]
    fn links_names_and_tags_are_left_out() {
        let words = features("so far");
        for text in [
            "so far https://example.org/a?b=the",
            "@someone so far",
            "so #tagged far",
            "so www.example.org far",
            "so, 42 far!",
            "so лодка far",
        ] {
            assert_eq!(features(text), words, "{text}");
        }
        assert_ne!(features("so far www"), words);
    }

    #[test]
    fn an_accent_behind_its_letter_does_not_cut_the_word() {
        assert_eq!(features("cafe\u{301}s"), features("cafes"));
    }

    /// The values were printed by `featurise` of the fitting script.
    #[test]
    fn features_are_those_of_the_fitting_script() {
        let mut buckets: Vec<u32> = features("Été 42, l'île!")
            .iter()
            .map(|hash| hash >> 18)
            .collect();
        buckets.sort_unstable();
        assert_eq!(buckets, FROM_SCRIPT);
    }

    const FROM_SCRIPT: [u32; 30] = [
        31, 31, 1508, 2571, 2968, 2971, 4295, 4605, 6565, 6604, 6904, 6935, 7006, 7134, 8611, 9835,
        11263, 11263, 11294, 11336, 12095, 12249, 12249, 12603, 13489, 13520, 14284, 14441, 15433,
        15599,
    ];
}
