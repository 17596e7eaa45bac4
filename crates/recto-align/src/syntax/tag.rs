//! A tag for each word: from the closed classes of English, else from its form and from the
//! word before.
//!
//! The tags are those of the Penn Treebank, without number and tense: what matters is which
//! kinds of words a jump skips. In other languages only marks, numbers, stop words and
//! capitals are told apart.

use recto_text::Language;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// Lines of a tag and its words.
const CLOSED: &str = include_str!("words.en.txt");

static ENGLISH: LazyLock<FxHashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let mut tags = FxHashMap::default();
    for line in CLOSED.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split(' ');
        let tag = words.next().unwrap_or_default();
        for word in words {
            tags.entry(word).or_insert(tag);
        }
    }
    tags
});

/// Endings and the tag that they give a word of five letters or more.
const ENDINGS: [(&str, &str); 20] = [
    ("ly", "RB"),
    ("ing", "VB"),
    ("ed", "VB"),
    ("ise", "VB"),
    ("ize", "VB"),
    ("ify", "VB"),
    ("ous", "JJ"),
    ("ful", "JJ"),
    ("ive", "JJ"),
    ("able", "JJ"),
    ("ible", "JJ"),
    ("ical", "JJ"),
    ("ial", "JJ"),
    ("less", "JJ"),
    ("ish", "JJ"),
    ("ian", "JJ"),
    ("tion", "NN"),
    ("ment", "NN"),
    ("ness", "NN"),
    ("ity", "NN"),
];

/// A word to be tagged.
pub(super) struct Word<'w> {
    /// In lower case.
    pub(super) text: &'w str,
    pub(super) is_capital: bool,
    /// The tag of the word before in the sentence; `None` for the first.
    pub(super) before: Option<&'static str>,
}

/// The tag of a word.
pub(super) fn tag(word: &Word<'_>, language: &Language) -> &'static str {
    let text = word.text;
    if !text.contains(char::is_alphanumeric) {
        return mark(text);
    }
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        return "CD";
    }
    if language.code == "en" {
        return ENGLISH.get(text).copied().unwrap_or_else(|| open(word));
    }
    match (language.stop_words().contains_key(text), word.is_capital) {
        (true, _) => "DT",
        (false, true) => "NNP",
        (false, false) => "NN",
    }
}

/// Marks that end a sentence, and all others.
fn mark(text: &str) -> &'static str {
    if text.contains(['.', '!', '?']) {
        "."
    } else {
        ","
    }
}

/// The tag of a word of an open class.
fn open(word: &Word<'_>) -> &'static str {
    if word.is_capital && word.before.is_some() {
        return "NNP";
    }
    if matches!(word.before, Some("MD" | "TO" | "PRP")) {
        return "VB";
    }
    let ending = ENDINGS
        .iter()
        .find(|(ending, _)| word.text.len() >= 5 && word.text.ends_with(ending));
    ending.map_or("NN", |(_, tag)| tag)
}

#[cfg(test)]
mod tests {
    use super::super::LABELS;
    use super::*;

    fn english() -> &'static Language {
        Language::from_code("en").expect("a language")
    }

    #[test]
    fn every_tag_is_a_label_and_no_word_stands_twice_in_a_class() {
        for line in CLOSED.lines().filter(|line| !line.starts_with('#')) {
            let words: Vec<&str> = line.split(' ').collect();
            assert!(LABELS.contains(&words[0]), "{line}");
            let distinct: std::collections::BTreeSet<&str> = words.iter().copied().collect();
            assert_eq!(distinct.len(), words.len(), "{line}");
        }
        assert!(ENDINGS.iter().all(|(_, tag)| LABELS.contains(tag)));
    }

    #[test]
    fn words_are_tagged_by_class_form_and_neighbour() {
        let tag_of = |text, is_capital, before| {
            tag(
                &Word {
                    text,
                    is_capital,
                    before,
                },
                english(),
            )
        };
        assert_eq!(tag_of("the", true, None), "DT");
        assert_eq!(tag_of("quickly", false, Some("NN")), "RB");
        assert_eq!(tag_of("mill", false, Some("TO")), "VB");
        assert_eq!(tag_of("mill", false, Some("DT")), "NN");
        assert_eq!(tag_of("antwerp", true, Some("IN")), "NNP");
        assert_eq!(tag_of("1,200", false, Some("IN")), "CD");
        assert_eq!(tag_of(".", false, Some("NN")), ".");
        assert_eq!(tag_of(";", false, Some("NN")), ",");
    }
}
