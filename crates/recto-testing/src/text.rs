//! Made text, the same on every machine, and text as units.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use recto_math::{Run, Silent, rng};
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind, Units};
use std::fmt::Write;

/// English, for tests that do not detect the language.
pub fn english() -> &'static Language {
    Language::from_code("en").expect("English is known")
}

/// Gives `work` the lines of `text` as units.
pub fn with_lines<R>(
    text: &str,
    analysis: Analysis,
    language: &'static Language,
    work: impl FnOnce(&Units<'_>) -> R,
) -> R {
    let document = Document::new("test", text);
    let analyzer = Analyzer::new(analysis, language);
    let units = analyzer.units(&document, UnitKind::Line, &Run::new(0, &Silent));
    work(&units.expect("nobody cancels"))
}

/// Words that open headings of books.
const HEADS: [&str; 9] = [
    "chapter", "book", "part", "section", "volume", "canto", "letter", "act", "scene",
];

fn is_heading_like(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    if words.is_empty() || words.len() > 12 {
        return false;
    }
    let first = words[0]
        .trim_matches(|c: char| !c.is_alphanumeric())
        .to_lowercase();
    let is_number = !first.is_empty()
        && (first.chars().all(|c| c.is_ascii_digit())
            || first.chars().all(|c| "ivxlcdm".contains(c)));
    let mut letters = line.chars().filter(|c| c.is_alphabetic()).peekable();
    let is_shouted = letters.peek().is_some() && letters.all(char::is_uppercase);
    let is_open = !line
        .trim_end()
        .ends_with(['.', '!', '?', '"', '\'', '”', '’']);
    HEADS.contains(&first.as_str()) || is_number || is_shouted || (words.len() <= 8 && is_open)
}

/// The text of a reference file with a sentence of function words for each line that looks
/// like a heading, so that no method can read where segments start.
pub fn hide_headings(text: &str) -> String {
    let hide = |line| {
        if is_heading_like(line) && line != recto_text::unit::SEPARATOR {
            "and it was so\n".to_string()
        } else {
            format!("{line}\n")
        }
    };
    text.lines().map(hide).collect()
}

/// `length` random characters and an `x`, so that there is always a word: a quarter each
/// of newlines, blanks, letters from a to z, and any character of Unicode.
pub fn random_unicode(stream: &mut ChaCha8Rng, length: usize) -> String {
    let mut draw = || match stream.next_u32() % 4 {
        0 => '\n',
        1 => ' ',
        2 => char::from(b'a' + (stream.next_u32() % 26) as u8),
        _ => char::from_u32(stream.next_u32() % 0x11_0000).unwrap_or('.'),
    };
    (0..length).map(|_| draw()).chain(['x']).collect()
}

/// Lines of nine words in runs of 15 by two hands: both use `w10` to `w15`, the first
/// prefers `w0` to `w9`, the second `w5` to `w14`.
pub fn two_hands(lines: usize) -> String {
    let mut stream = rng::stream(0, "authors laws", 0);
    let mut word = |line: usize| {
        let hand = u32::try_from(line / 15 % 2).expect("0 or 1");
        let drawn = stream.next_u32() % 16;
        format!("w{} ", if drawn < 10 { drawn + hand * 5 } else { drawn })
    };
    (0..lines)
        .map(|line| (0..9).map(|_| word(line)).collect::<String>() + ".\n")
        .collect()
}

/// A small generator; the texts must be the same on every machine and for ever.
#[derive(Debug, Clone)]
pub struct Draw(pub u64);

impl Draw {
    /// A number below `n`, which must not be 0.
    pub fn below(&mut self, n: u64) -> u64 {
        // Knuth's MMIX constants; the high bits are the good ones.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

const COMMON: [&str; 12] = [
    "the", "of", "and", "in", "with", "was", "that", "from", "they", "were", "into", "over",
];
const SYLLABLES: [&str; 16] = [
    "bar", "den", "fil", "gor", "hul", "jem", "kes", "lor", "min", "nal", "pod", "quen", "ras",
    "sel", "tov", "wim",
];

/// At least `bytes` of sentences in paragraphs; the topic changes every six paragraphs.
pub fn made(bytes: usize, seed: u64) -> String {
    let mut draw = Draw(seed);
    let mut text = String::with_capacity(bytes + 1024);
    let mut paragraph = 0;
    while text.len() < bytes {
        let topic = paragraph / 6;
        for _ in 0..4 + draw.below(3) {
            sentence(&mut text, topic, &mut draw);
        }
        text.push_str("\n\n");
        paragraph += 1;
    }
    text
}

fn sentence(text: &mut String, topic: u64, draw: &mut Draw) {
    let begin = ["Then", "Here", "Once", "There", "Soon"];
    text.push_str(begin[draw.below(5) as usize]);
    for _ in 0..8 + draw.below(8) {
        match draw.below(2) {
            0 => write!(text, " {}", COMMON[draw.below(12) as usize]),
            _ => {
                let word = topic * 7 + draw.below(20);
                let part = |shift: u32| SYLLABLES[(word >> shift) as usize % 16];
                write!(text, " {}{}{}", part(8), part(4), part(0))
            }
        }
        .expect("a string takes it");
    }
    text.push_str(". ");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_texts_stay_as_they_are() {
        let text = made(3000, 3);
        assert!(
            text.starts_with("There the barbarwim barbarnal barbargor they "),
            "{}",
            &text[..60]
        );
        assert!((3000..4024).contains(&text.len()));
        let hands = two_hands(31);
        let lines: Vec<&str> = hands.lines().collect();
        assert_eq!(lines[0], "w15 w13 w4 w12 w2 w1 w0 w1 w2 .");
        assert!(
            lines[15]
                .split(' ')
                .all(|word| !["w0", "w1", "w2", "w3", "w4"].contains(&word))
        );
        let mut stream = rng::stream(0, "made text", 0);
        let unicode = random_unicode(&mut stream, 300);
        assert_eq!(unicode.chars().count(), 301);
        assert!(unicode.ends_with('x') && !unicode.is_ascii());
    }

    #[test]
    fn lines_are_units() {
        let found = with_lines(
            "One net.\nTwo boats.\n",
            Analysis::Segment,
            english(),
            |units| units.len(),
        );
        assert_eq!(found, 2);
    }
}
