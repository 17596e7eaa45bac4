//! The words of a unit as rules read them: folded, with the marks between them.

use recto_text::language::StopKind;
use recto_text::{Language, Span, Units, folded};
use std::borrow::Cow;
use std::ops::Range;

/// What stands between a word and the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Break {
    /// Blanks, hyphens, quotation marks.
    None,
    Comma,
    /// A mark that ends a clause or sentence; a bracket; a dash.
    Strong,
}

/// One token.
#[derive(Debug, Clone)]
pub(super) struct Word<'t> {
    pub(super) span: Span,
    /// In lower case, with straight apostrophes.
    pub(super) text: Cow<'t, str>,
    /// What stands before it; [`Break::Strong`] for the first.
    pub(super) before: Break,
    /// Why it is a stop word; `None` for a content word.
    pub(super) stop: Option<StopKind>,
}

/// The words of one unit.
#[derive(Debug, Clone)]
pub(super) struct Words<'t> {
    pub(super) words: Vec<Word<'t>>,
    /// Whether the rules for English apply.
    pub(super) is_english: bool,
}

impl<'t> Words<'t> {
    pub(super) fn of(units: &Units<'t>, unit: usize) -> Self {
        let mut end = None;
        let words = units.tokens_of(unit).iter().map(|token| {
            let span = token.span();
            let text = folded(&units.text[span.range()]);
            let before = match end {
                // Pairs of characters overlap in scripts without blanks.
                Some(end) if end <= span.start => break_in(&units.text[end..span.start]),
                Some(_) => Break::None,
                None => Break::Strong,
            };
            end = Some(span.end);
            Word {
                span,
                stop: stop_kind(units.language, &text),
                text,
                before,
            }
        });
        Self {
            words: words.collect(),
            is_english: units.language.code == "en",
        }
    }

    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    /// The letters of a word; empty outside the unit.
    pub(super) fn text(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| &word.text)
    }

    /// The letters of the word `back` before `at`; empty outside the unit.
    pub(super) fn text_before(&self, at: usize, back: usize) -> &str {
        at.checked_sub(back).map_or("", |at| self.text(at))
    }

    /// Whether a word is there and no mark stands before it.
    pub(super) fn continues(&self, at: usize) -> bool {
        let word = self.words.get(at);
        word.is_some_and(|word| word.before == Break::None)
    }

    /// Whether the words from `at` on are those of `phrase`.
    pub(super) fn reads(&self, at: usize, phrase: &str) -> bool {
        let mut words = phrase.split(' ').zip(at..);
        words.all(|(word, i)| self.text(i) == word)
    }

    /// The words around `at` up to marks on both sides, or up to a word that opens a clause.
    pub(super) fn clause(&self, at: usize, opens_clause: impl Fn(&str) -> bool) -> Range<usize> {
        let opens = |i: &usize| {
            let word = &self.words[*i];
            word.before != Break::None || opens_clause(&word.text)
        };
        let start = (0..=at).rev().find(opens).unwrap_or(0);
        let end = (at + 1..self.len()).find(opens).unwrap_or(self.len());
        start..end
    }
}

fn stop_kind(language: &Language, word: &str) -> Option<StopKind> {
    language.stop_words().get(word).copied()
}

/// A newline inside a unit is white space.
fn break_in(gap: &str) -> Break {
    let is_strong = |c: char| ".!?;:()[]…—–。".contains(c);
    if gap.contains("--") || gap.contains(" - ") || gap.contains(is_strong) {
        Break::Strong
    } else if gap.contains([',', '،', '、']) {
        Break::Comma
    } else {
        Break::None
    }
}
