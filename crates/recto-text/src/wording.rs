//! Wording: what two sentences must share to be copies of each other.
//!
//! Case, punctuation, layout and the two spellings of English (`colour`, `color`) are put
//! aside; every word stays, in order, and so do numbers with their signs and a question
//! mark at the end. Terms will not do for this: "has resigned" and "has not resigned" have
//! the same ones. Accents stay, because many languages tell words apart by them.

use crate::language::Language;
use unicode_normalization::UnicodeNormalization;

/// The wording of a sentence; equal for copies, empty where there is no word.
///
/// ```
/// use recto_text::{Language, wording};
/// let english = Language::from_code("en").expect("English is known");
/// let said = |text| wording(text, english);
/// assert_eq!(said("The COLOUR has gone!"), said("The color has gone."));
/// assert_ne!(said("She has resigned."), said("She has not resigned."));
/// ```
pub fn wording(text: &str, language: &Language) -> String {
    let mut words = Words {
        text: String::with_capacity(text.len()),
        start: 0,
        is_english: language.code == "en",
    };
    if text.is_ascii() {
        words.write(text.chars().map(|c| c.to_ascii_lowercase()));
    } else {
        words.write(text.nfc().flat_map(char::to_lowercase));
    }
    let mut wording = words.text;
    if asks(text) && !wording.is_empty() {
        wording.push('?');
    }
    wording
}

/// Words under way, a blank between them.
struct Words {
    text: String,
    /// Where the last word begins.
    start: usize,
    is_english: bool,
}

impl Words {
    fn write(&mut self, letters: impl Iterator<Item = char>) {
        let mut letters = letters.peekable();
        let mut before = None;
        while let Some(c) = letters.next() {
            match kept(c, before, letters.peek().copied()) {
                Some(c) => self.text.push(c),
                None if c.is_whitespace() || is_joint(c) => self.end_word(),
                None => {}
            }
            before = Some(c);
        }
        self.end_word();
        self.text.truncate(self.text.trim_end().len());
    }

    fn end_word(&mut self) {
        if self.text.len() == self.start {
            return;
        }
        if self.is_english {
            american(&mut self.text, self.start);
        }
        self.text.push(' ');
        self.start = self.text.len();
    }
}

/// The character as a wording has it; `None` for one that does not count between these two.
fn kept(c: char, before: Option<char>, after: Option<char>) -> Option<char> {
    let is = |side: Option<char>, test: fn(char) -> bool| side.is_some_and(test);
    let in_number = is(before, char::is_numeric) || is(after, char::is_numeric);
    let between = |test: fn(char) -> bool| is(before, test) && is(after, test);
    match c {
        '\'' | '’' if between(char::is_alphabetic) => Some('\''),
        '.' | ',' | ':' | '/' if between(char::is_numeric) => Some(c),
        // A sign, not the dash of a range: it has a blank, or nothing, before it.
        '-' | '−' | '+' if is(after, char::is_numeric) && !is(before, char::is_alphanumeric) => {
            Some(if c == '−' { '-' } else { c })
        }
        '%' | '$' | '#' | '‰' if in_number => Some(c),
        _ if c.is_whitespace() || c.is_control() || is_punctuation(c) => None,
        _ => Some(c),
    }
}

/// Marks that stand between two words.
fn is_joint(c: char) -> bool {
    matches!(c, '-' | '/' | '‐'..='―' | '…' | '_')
}

fn is_punctuation(c: char) -> bool {
    c.is_ascii_punctuation()
        || matches!(
            c,
            '¡' | '¿'
                | '«'
                | '»'
                | '·'
                | '\u{AD}'
                | '\u{2000}'..='\u{206F}'
                | '\u{3000}'..='\u{303F}'
                | '！'..='／'
                | '：'..='＠'
                | '؟'
                | '،'
        )
}

fn asks(text: &str) -> bool {
    let end =
        text.trim_end_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '?' | '？' | '؟'));
    end.ends_with(['?', '？', '؟'])
}

/// British endings and the American ones, longest first.
const ENDINGS: [(&str, &str); 33] = [
    ("isations", "izations"),
    ("isation", "ization"),
    ("ourhood", "orhood"),
    ("ourable", "orable"),
    ("ourites", "orites"),
    ("ourite", "orite"),
    ("ouring", "oring"),
    ("ourful", "orful"),
    ("ellers", "elers"),
    ("elling", "eling"),
    ("ences", "enses"),
    ("ising", "izing"),
    ("ysing", "yzing"),
    ("isers", "izers"),
    ("oured", "ored"),
    ("elled", "eled"),
    ("eller", "eler"),
    ("ogues", "ogs"),
    ("ence", "ense"),
    ("ises", "izes"),
    ("ised", "ized"),
    ("iser", "izer"),
    ("yses", "yzes"),
    ("ysed", "yzed"),
    ("ours", "ors"),
    ("ogue", "og"),
    ("tres", "ters"),
    ("bres", "bers"),
    ("ise", "ize"),
    ("yse", "yze"),
    ("our", "or"),
    ("tre", "ter"),
    ("bre", "ber"),
];

/// Letters before an ending: shorter words (`pour` and `por`, `prise` and `prize`) are
/// left as they are, because there the ending may be all that tells two words apart.
const STEM: usize = 3;

/// Rewrites the British spelling of the word from `start` as the American one.
fn american(text: &mut String, start: usize) {
    let word = &text[start..];
    // No ending has fewer than three letters.
    if word.len() < STEM + 3 || !word.is_ascii() {
        return;
    }
    let found = ENDINGS.iter().find(|(british, _)| word.ends_with(british));
    if let Some((british, american)) = found
        && word.len() >= STEM + british.len()
    {
        let stem = text.len() - british.len();
        text.replace_range(stem.., american);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> String {
        wording(text, Language::from_code("en").expect("English is known"))
    }

    #[test]
    fn case_punctuation_layout_and_spelling_do_not_matter() {
        for (a, b) in [
            ("The harbour is closed.", "THE HARBOR IS CLOSED!"),
            ("They organised the ferry", "They organized  the\nferry."),
            ("“It’s late,” she said.", "It's late, she said"),
            ("_They_ came home.", "They came home."),
            (
                "The theatre — again — opened",
                "The theater, again, opened.",
            ),
        ] {
            assert_eq!(of(a), of(b));
        }
    }

    #[test]
    fn a_negation_a_number_a_name_and_a_question_matter() {
        for (a, b) in [
            ("The minister resigned.", "The minister never resigned."),
            ("The minister resigned.", "The minister resigned?"),
            ("The line lost 40 boats.", "The line lost 41 boats."),
            ("It fell to -5 degrees.", "It fell to 5 degrees."),
            ("It cost $5 then.", "It cost £5 then."),
            ("It rose 3.5% in May.", "It rose 35% in May."),
            ("Anna Berg won the seat.", "Anna Borg won the seat."),
            ("They came fourth.", "They came forth."),
            ("She poured over it.", "She pored over it."),
            ("They can do it.", "They can't do it."),
        ] {
            assert_ne!(of(a), of(b));
        }
    }

    #[test]
    fn accents_and_scripts_without_blanks_are_kept() {
        let german = Language::from_code("de").expect("German is known");
        assert_ne!(
            wording("Es war schön.", german),
            wording("Es war schon.", german)
        );
        let chinese = Language::from_code("zh").expect("Chinese is known");
        assert_eq!(wording("船没有开。", chinese), "船没有开");
        assert_eq!(of("…!?."), "");
    }
}
