//! Kinds of words: numbers, names, negations, function words and all others.
//!
//! Marks and clitics (`,`, `'s`) are left out, so that text cut by recto and tokens of a
//! treebank come to the same words.

use crate::{Pairs, Side};
use recto_text::TermId;
use recto_text::language::StopKind;
use rustc_hash::FxHashSet;
use std::ops::Range;

/// What a word does in a sentence, as far as its form tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word of the stop list, or a single letter.
    Function,
    /// "not", "never", "don't".
    Negation,
    /// Digits, or an English number word.
    Number,
    /// A capital that the place in the sentence does not explain.
    Name,
    /// Any other word.
    Word,
}

impl Kind {
    /// Whether the word says something: all but function words and negations.
    pub(super) fn is_content(self) -> bool {
        matches!(self, Self::Number | Self::Name | Self::Word)
    }
}

/// What two words must share to stand for each other.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Key {
    /// The number of its form, see [`Pairs::form`].
    Form(TermId),
    /// Its digits, without separators of thousands and without what follows them (`10m`).
    Number(String),
    /// Negations stand for each other: "did not" is "didn't".
    Negation,
}

/// A word with its kind.
#[derive(Debug, Clone)]
pub(super) struct Token {
    /// Index in [`Side::words`].
    pub(super) at: usize,
    pub(super) kind: Kind,
    pub(super) key: Key,
    /// Whether it opens a sentence, where a capital says little.
    pub(super) opens: bool,
    /// Whether it turns what it goes with into its opposite: negations, and in English
    /// also "without", "failed", "denies".
    pub(super) denies: bool,
}

/// English words other than negations that deny, in the forms that they have.
const DENIALS: &str = "\
    avoid avoided avoids ban banned bans barely block blocked cancel cancelled canceled \
    decline declined declines denied denies deny dismiss dismissed fail failed fails \
    failure hardly impossible lack lacked lacks prevent prevented prevents refusal \
    refuse refused refuses reject rejected rejects scarcely stop stopped unable without";

/// A side of a pair as tokens.
#[derive(Debug, Default)]
pub(super) struct Text {
    pub(super) tokens: Vec<Token>,
    /// The tokens of each sentence of the side; empty where it has marks only.
    pub(super) sentences: Vec<Range<usize>>,
    /// The sentence of each token.
    pub(super) sentence_of: Vec<usize>,
}

/// Finds the kinds of the words of one pair.
pub(super) struct Reader<'p> {
    pairs: &'p Pairs,
    /// Words that stand in lower case somewhere: a capital at the start of a sentence does
    /// not make them names.
    lower: FxHashSet<TermId>,
    /// German writes every noun with a capital, which is then no sign of a name.
    has_names: bool,
}

impl<'p> Reader<'p> {
    pub(super) fn new(pairs: &'p Pairs, pair: usize) -> Self {
        let sides = [&pairs.pairs[pair].document, &pairs.pairs[pair].summary];
        let words = |side: &'p Side| side.words.iter().zip(&side.capitals);
        let lower = sides.into_iter().flat_map(words);
        Self {
            pairs,
            lower: lower
                .filter(|(_, capital)| !**capital)
                .map(|(&word, _)| word)
                .collect(),
            has_names: pairs.language().code != "de",
        }
    }

    pub(super) fn text(&self, side: &Side) -> Text {
        let mut text = Text::default();
        for sentence in 0..side.sentences.len() {
            let first = text.tokens.len();
            for at in side.sentence(sentence) {
                let opens = text.tokens.len() == first;
                text.tokens.extend(self.token(side, at, opens));
            }
            text.sentences.push(first..text.tokens.len());
            text.sentence_of.resize(text.tokens.len(), sentence);
        }
        text
    }

    /// The word as a token; `None` for marks and clitics.
    fn token(&self, side: &Side, at: usize, opens: bool) -> Option<Token> {
        let (word, capital) = (side.words[at], side.capitals[at]);
        let written = self.pairs.vocabulary().term(word);
        if written.starts_with('\'') || !written.contains(char::is_alphanumeric) {
            return None;
        }
        let form = Key::Form(self.pairs.form(word));
        let stop = self.pairs.language().stop_words().get(written);
        let (kind, key) = if let Some(digits) = self.digits(word, written) {
            (Kind::Number, Key::Number(digits))
        } else if stop == Some(&StopKind::Negation) || written == "n't" {
            (Kind::Negation, Key::Negation)
        } else if stop.is_some() || (written.len() == 1 && written.is_ascii()) {
            (Kind::Function, form)
        } else if self.has_names && capital && !(opens && self.lower.contains(&word)) {
            (Kind::Name, form)
        } else {
            (Kind::Word, form)
        };
        let is_denial =
            self.pairs.language().code == "en" && DENIALS.split(' ').any(|word| word == written);
        Some(Token {
            at,
            kind,
            key,
            opens,
            denies: kind == Kind::Negation || is_denial,
        })
    }

    /// The digits of a number, or of a word that stands for one.
    fn digits(&self, word: TermId, written: &str) -> Option<String> {
        if written.starts_with(char::is_numeric) {
            return Some(joined(&groups(written)));
        }
        let form = self.pairs.form_text(word);
        form.bytes()
            .all(|byte| byte.is_ascii_digit())
            .then(|| form.to_owned())
    }
}

/// The runs of digits at the start of a number: `56` and `000` of "56,000".
pub(super) fn groups(written: &str) -> Vec<&str> {
    let is_inside = |c: char| c.is_numeric() || matches!(c, '.' | ',' | ':');
    let end = written.find(|c| !is_inside(c)).unwrap_or(written.len());
    let groups = written[..end].split(['.', ',', ':']);
    groups.filter(|group| !group.is_empty()).collect()
}

/// Groups as one number: three digits behind a separator are thousands.
fn joined(groups: &[&str]) -> String {
    let mut digits = String::new();
    for group in groups {
        if !digits.is_empty() && group.len() != 3 {
            digits.push('.');
        }
        digits.push_str(group);
    }
    digits
}
