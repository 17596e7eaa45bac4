//! Words of short messages, one message at a time.
//!
//! The analysis `message` as a visitor: [`MessageReader::read`] calls back for each word,
//! tag and name with its place, its normal form and whether it carries meaning by itself.
//! Streams have millions of messages of a dozen words: the normal form is written into one
//! buffer that is used again, so that a message costs no allocation.

use crate::document::Span;
use crate::language::Language;
use crate::normal;
use crate::token::{self, Rule, Tokenizer};
use rustc_hash::FxHashSet;
use std::sync::LazyLock;

/// What posts in any language are full of and that says nothing: marks of copies, short
/// forms, and what is left of cut contractions.
static FILLERS: LazyLock<FxHashSet<&str>> = LazyLock::new(|| {
    let words = "rt mt via amp lol lmao omg haha hahaha im ive dont cant didnt doesnt isnt wasnt \
                 wont gonna gotta wanna ur ya yall thats lets let's 'll ll ve re nt n't tho \
                 pls plz";
    words.split_whitespace().collect()
});

/// A word, tag or name of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageWord<'r> {
    /// Where it stands in the message.
    pub span: Span,
    /// Lower case, straight apostrophes, no possessive, runs of three equal letters and
    /// more cut to two. Tags and names keep `#` and `@`.
    pub form: &'r str,
    /// Whether it says something by itself: no function word, no single letter, no `@name`.
    pub is_content: bool,
}

/// Reads messages of one language.
///
/// ```
/// use recto_text::{Language, message::MessageReader};
/// let mut reader = MessageReader::new(Language::from_code("en").expect("English is known"));
/// let mut found = Vec::new();
/// reader.read("Gooooal by the #Hawks! https://example.org", |word| {
///     found.push((word.form.to_string(), word.is_content));
/// });
/// let found: Vec<(&str, bool)> = found.iter().map(|(form, is)| (form.as_str(), *is)).collect();
/// assert_eq!(found, [("gooal", true), ("by", false), ("the", false), ("#hawks", true)]);
/// ```
#[derive(Debug, Clone)]
pub struct MessageReader {
    language: &'static Language,
    tokenizer: Tokenizer,
    form: String,
}

impl MessageReader {
    /// A reader that drops the function words of `language`.
    pub fn new(language: &'static Language) -> Self {
        Self {
            language,
            tokenizer: Tokenizer::new(Rule::Message, language),
            form: String::new(),
        }
    }

    /// Calls `each` for every word of a message, in order.
    pub fn read(&mut self, text: &str, mut each: impl FnMut(MessageWord<'_>)) {
        let (language, form) = (self.language, &mut self.form);
        let whole = Span::new(0, text.len());
        self.tokenizer.tokenize(text, whole, &mut |start, end| {
            normal_form(&text[start..end], form);
            each(MessageWord {
                span: Span::new(start, end),
                form,
                is_content: is_content(form, language),
            });
        });
    }
}

/// Writes the normal form of a word of a message into `form`.
fn normal_form(word: &str, form: &mut String) {
    normal::fold(word, form);
    if form.ends_with("'s") && form.len() > 2 {
        form.truncate(form.len() - 2);
    }
    normal::shorten_runs(form);
}

fn is_content(form: &str, language: &Language) -> bool {
    let mut letters = form.chars();
    let first = letters.next();
    // A character of a script without blanks may be a word, a letter is none.
    let is_short = letters.next().is_none() && !first.is_some_and(token::is_unspaced);
    !is_short
        && first != Some('@')
        && !language.stop_words().contains_key(form)
        && !FILLERS.contains(form)
}

/// Whether a message holds a web address.
///
/// ```
/// assert!(recto_text::message::has_link("look: https://example.org/x"));
/// assert!(!recto_text::message::has_link("http is a protocol"));
/// ```
pub fn has_link(text: &str) -> bool {
    let starts = |at: &usize| text.as_bytes()[*at].is_ascii_alphabetic();
    let after_word = |at: usize| at > 0 && text.as_bytes()[at - 1].is_ascii_alphanumeric();
    let mut opens = memchr::memchr3_iter(b'h', b'w', b't', text.as_bytes())
        .chain(memchr::memchr3_iter(b'H', b'W', b'T', text.as_bytes()))
        .filter(starts);
    opens.any(|at| !after_word(at) && token::address_end(text, at).is_some())
}

/// Whether a message says of itself that it is the copy of another.
///
/// ```
/// assert!(recto_text::message::is_repost("RT @ana: goal"));
/// ```
pub fn is_repost(text: &str) -> bool {
    let start = text.trim_start().get(..4);
    start.is_some_and(|start| start.eq_ignore_ascii_case("rt @"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(text: &str) -> Vec<(String, bool)> {
        let mut reader = MessageReader::new(Language::from_code("en").expect("known"));
        let mut found = Vec::new();
        reader.read(text, |word| {
            found.push((word.form.to_string(), word.is_content));
        });
        found
    }

    fn content(text: &str) -> Vec<String> {
        let words = words(text).into_iter();
        words.filter(|(_, is)| *is).map(|(form, _)| form).collect()
    }

    #[test]
    fn forms_are_folded_and_fillers_names_and_letters_say_nothing() {
        let text = "RT @Ana: Villa’s GOOOOAL, im u a well-known 1-0 #ESP 'll";
        assert_eq!(
            content(text),
            ["villa", "gooal", "well-known", "1-0", "#esp"]
        );
        assert_eq!(words("@Ana_B's"), [("@ana_b".to_string(), false)]);
        assert_eq!(content("60,000 in 20000"), ["60,000", "20000"]);
    }

    #[test]
    fn scripts_without_blanks_are_pairs() {
        assert_eq!(content("海港进球 goal"), ["海港", "港进", "进球", "goal"]);
    }

    #[test]
    fn links_are_told_from_words() {
        for (text, expected) in [
            ("www.a.b", true),
            ("see (HTTP://a.b)", true),
            ("pic t.co/1a", true),
            ("what.co/1a", false),
            ("xhttp://a", false),
            ("", false),
        ] {
            assert_eq!(has_link(text), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_in_order(text in any::<String>()) {
            let mut last = 0;
            let mut reader = MessageReader::new(Language::from_code("en").expect("known"));
            reader.read(&text, |word| {
                assert!(last <= word.span.start && !text[word.span.range()].is_empty());
                last = word.span.start;
            });
            has_link(&text);
            is_repost(&text);
        }
    }
}
