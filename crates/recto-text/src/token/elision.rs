//! Elision: the small words of French and Italian that lean on the next by an apostrophe.
//!
//! `l'été` is two words, the article and the summer; `aujourd'hui` is one. What may be
//! cut off is on a list, and every form on it is a stop word of its language.

use crate::language::Language;

const FRENCH: [&str; 12] = [
    "l", "d", "m", "n", "t", "s", "c", "j", "qu", "jusqu", "lorsqu", "puisqu",
];

const ITALIAN: [&str; 9] = [
    "l", "d", "un", "dell", "all", "nell", "sull", "dall", "quell",
];

/// The elided words of a language, in lower case; none for most languages.
pub(super) fn clitics(language: &Language) -> &'static [&'static str] {
    match language.code {
        "fr" => &FRENCH,
        "it" => &ITALIAN,
        _ => &[],
    }
}

/// Where the apostrophe stands, and how long it is, that follows one of `clitics` at the
/// start of `word`.
pub(super) fn cut(word: &str, clitics: &[&str]) -> Option<(usize, usize)> {
    let at = word.find(['\'', '’'])?;
    let is_clitic = |clitic: &&str| clitic.eq_ignore_ascii_case(&word[..at]);
    let length = if word[at..].starts_with('’') {
        '’'.len_utf8()
    } else {
        1
    };
    clitics.iter().any(is_clitic).then_some((at, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_elided_word_is_a_stop_word() {
        for code in ["fr", "it"] {
            let language = Language::from_code(code).expect("known");
            for clitic in clitics(language) {
                assert!(
                    language.stop_words().contains_key(clitic),
                    "{code} {clitic}"
                );
            }
        }
    }

    #[test]
    fn only_elided_words_are_cut_off() {
        assert_eq!(cut("QU’il", &FRENCH), Some((2, 3)));
        assert_eq!(cut("dell'arte", &ITALIAN), Some((4, 1)));
        assert_eq!(cut("aujourd'hui", &FRENCH), None);
        assert_eq!(cut("don't", &[]), None);
    }
}
