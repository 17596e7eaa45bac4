//! From the letters of a token to its term: case, possessives, stop words, stems.

use crate::language::{Language, StopKind};
use crate::stop_words::StopWords;
use crate::token::is_unspaced;
use rust_stemmers::Stemmer;
use std::borrow::Cow;
use std::sync::Arc;
use unicode_normalization::UnicodeNormalization;

/// What happens to stop words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stops {
    Keep,
    Drop,
    DropButNegation,
}

/// How a token's letters become a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Forms {
    /// Lower case, straight apostrophes, composed accents, no possessive `'s`.
    pub(crate) fold: bool,
    pub(crate) stops: Stops,
    pub(crate) stem: bool,
    /// `goooal` becomes `gooal`: runs of three equal letters and more become two.
    pub(crate) shorten_runs: bool,
}

/// Turns tokens of one language into terms.
pub(crate) struct Normalizer {
    forms: Forms,
    language: &'static Language,
    /// The user's own, which come before those of the language.
    stop_words: Option<Arc<StopWords>>,
    stemmer: Option<Stemmer>,
    folded: String,
}

impl Normalizer {
    pub(crate) fn new(
        forms: Forms,
        language: &'static Language,
        stop_words: Option<Arc<StopWords>>,
    ) -> Self {
        let algorithm = language.stemmer.filter(|_| forms.stem);
        Self {
            forms,
            language,
            stop_words,
            stemmer: algorithm.map(Stemmer::create),
            folded: String::new(),
        }
    }

    /// The term of a token, or `None` if the analysis drops it.
    pub(crate) fn term<'a>(&'a mut self, surface: &'a str) -> Option<Cow<'a, str>> {
        if !self.forms.fold {
            return (!self.is_dropped(surface)).then_some(Cow::Borrowed(surface));
        }
        self.fold(surface);
        if self.is_dropped(&self.folded) {
            return None;
        }
        if self.folded.ends_with("'s") {
            self.folded.truncate(self.folded.len() - 2);
            if self.is_dropped(&self.folded) {
                return None;
            }
        }
        let term = match &self.stemmer {
            Some(stemmer) => stemmer.stem(&self.folded),
            None => Cow::Borrowed(self.folded.as_str()),
        };
        (!term.is_empty()).then_some(term)
    }

    fn fold(&mut self, surface: &str) {
        fold(surface, &mut self.folded);
        if self.forms.shorten_runs {
            shorten_runs(&mut self.folded);
        }
    }

    fn is_dropped(&self, word: &str) -> bool {
        let stops = self.language.stop_words();
        let own = |word: &str| self.stop_words.as_ref()?.get(word);
        let is_stop = |word: &str| match (self.forms.stops, own(word), stops.get(word)) {
            (Stops::Keep, _, _) => false,
            (_, Some(is_stop), _) => is_stop,
            (_, None, None) => false,
            (Stops::DropButNegation, None, Some(kind)) => *kind != StopKind::Negation,
            (Stops::Drop, None, Some(_)) => true,
        };
        match own(word) {
            Some(_) => is_stop(word),
            None => is_stop(word) || is_stop_pair(word, is_stop),
        }
    }
}

/// A word in lower case, with straight apostrophes and composed accents: how lists of words
/// and the words of a text are compared.
///
/// ```
/// assert_eq!(recto_text::folded("DON’T"), "don't");
/// ```
pub fn folded(word: &str) -> Cow<'_, str> {
    let is_plain = |byte: &u8| byte.is_ascii() && !byte.is_ascii_uppercase();
    if word.as_bytes().iter().all(is_plain) {
        return Cow::Borrowed(word);
    }
    let mut folded = String::new();
    fold(word, &mut folded);
    Cow::Owned(folded)
}

/// Puts a word in lower case, with straight apostrophes and composed accents, into `folded`.
pub(crate) fn fold(surface: &str, folded: &mut String) {
    folded.clear();
    if surface.is_ascii() {
        folded.push_str(surface);
        folded.make_ascii_lowercase();
    } else {
        let letters = surface.nfc().flat_map(char::to_lowercase);
        let shown = letters.filter(|c| !matches!(c, '\u{AD}' | '\u{2060}'));
        folded.extend(shown.map(|c| if c == '’' { '\'' } else { c }));
    }
}

/// A pair of unspaced characters that are both function words is one too.
fn is_stop_pair(word: &str, is_stop: impl Fn(&str) -> bool) -> bool {
    let mut characters = word.char_indices();
    let (Some((_, first)), Some((at, _)), None) =
        (characters.next(), characters.next(), characters.next())
    else {
        return false;
    };
    is_unspaced(first) && is_stop(&word[..at]) && is_stop(&word[at..])
}

pub(crate) fn shorten_runs(word: &mut String) {
    let (mut last, mut run) = (None, 0);
    word.retain(|c| {
        run = if last == Some(c) { run + 1 } else { 1 };
        last = Some(c);
        // The noughts of 60,000 are no drawn-out letters.
        run <= 2 || c.is_numeric()
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(code: &str, forms: Forms, words: &[&str]) -> Vec<Option<String>> {
        let language = Language::from_code(code).expect("known");
        let mut normalizer = Normalizer::new(forms, language, None);
        words
            .iter()
            .map(|word| normalizer.term(word).map(Cow::into_owned))
            .collect()
    }

    const STEMS: Forms = Forms {
        fold: true,
        stops: Stops::Drop,
        stem: true,
        shorten_runs: false,
    };

    #[test]
    fn case_apostrophes_possessives_and_stems_are_one_term() {
        let found = terms(
            "en",
            STEMS,
            &["Harbour’s", "harbours", "HARBOUR", "It's", "the"],
        );
        let harbour = Some("harbour".to_string());
        assert_eq!(
            found,
            [harbour.clone(), harbour.clone(), harbour, None, None]
        );
    }

    #[test]
    fn composed_and_decomposed_letters_are_one_term() {
        let found = terms("fr", STEMS, &["Été", "E\u{301}te\u{301}"]);
        assert_eq!(found[0], found[1]);
    }

    #[test]
    fn negation_survives_where_opinion_counts() {
        let forms = Forms {
            stops: Stops::DropButNegation,
            stem: false,
            ..STEMS
        };
        let found = terms("en", forms, &["not", "the"]);
        assert_eq!(found, [Some("not".to_string()), None]);
    }

    #[test]
    fn pairs_of_function_characters_are_dropped() {
        let found = terms("zh", STEMS, &["的我", "海港"]);
        assert_eq!(found, [None, Some("海港".to_string())]);
    }

    #[test]
    fn long_runs_of_a_letter_are_cut_to_two() {
        let forms = Forms {
            shorten_runs: true,
            stem: false,
            ..STEMS
        };
        assert_eq!(terms("en", forms, &["Goooal"]), [Some("gooal".to_string())]);
    }
}
