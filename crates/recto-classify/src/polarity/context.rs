//! What the rules know of a unit: negations, contrasts, marks.

use super::clause::{Break, Words};
use super::words::{CONCESSION, CONTRAST};
use super::{Rules, negation};
use crate::lexicon::Lexicon;
use recto_text::Units;

/// Before `but`, after it, and in what is granted: the point that a writer ends on counts
/// about three times as much.
const BEFORE_CONTRAST: f64 = 0.5;
const AFTER_CONTRAST: f64 = 1.5;
const CONCEDED: f64 = 0.4;

/// Content words behind `despite` where no comma ends what is granted.
const CONCEDED_WORDS: usize = 3;

/// A factor and the word that it comes from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Factor {
    pub(super) factor: f64,
    pub(super) cue: usize,
}

/// One unit as rules see it.
pub(super) struct Context<'a, 't> {
    pub(super) words: &'a Words<'t>,
    /// The text of the unit.
    pub(super) text: &'a str,
    /// Where the unit starts in the document.
    pub(super) start: usize,
    pub(super) lexicon: &'a Lexicon,
    pub(super) rules: Rules,
    /// For each word the one that negates it.
    pub(super) negators: Vec<Option<usize>>,
    /// For each word what contrast does to it.
    pub(super) contrast: Vec<Option<Factor>>,
}

impl<'a, 't> Context<'a, 't> {
    pub(super) fn of(
        units: &'a Units<'t>,
        unit: usize,
        words: &'a Words<'t>,
        lexicon: &'a Lexicon,
        rules: Rules,
    ) -> Self {
        let has_rules = rules == Rules::All && words.is_english;
        Self {
            words,
            text: units.text_of(unit),
            start: units.units[unit].span.start,
            lexicon,
            rules,
            negators: match rules {
                Rules::Plain => vec![None; words.len()],
                Rules::Negation | Rules::All => negation::of_words(words),
            },
            contrast: if has_rules {
                contrast(words)
            } else {
                vec![None; words.len()]
            },
        }
    }
}

/// What contrast and concession do to each word.
fn contrast(words: &Words<'_>) -> Vec<Option<Factor>> {
    let mut factors = vec![None; words.len()];
    if let Some(cue) = (1..words.len()).rev().find(|&at| is_contrast(words, at)) {
        for (at, slot) in factors.iter_mut().enumerate() {
            let factor = if at < cue {
                BEFORE_CONTRAST
            } else {
                AFTER_CONTRAST
            };
            *slot = Some(Factor { factor, cue });
        }
    }
    for cue in 0..words.len() {
        if is_concession(words, cue) {
            let end = end_of_concession(words, cue);
            let factor = CONCEDED;
            factors[cue..end].fill(Some(Factor { factor, cue }));
        }
    }
    factors
}

fn is_contrast(words: &Words<'_>, at: usize) -> bool {
    let word = words.text(at);
    let before = words.text_before(at, 1);
    match word {
        "but" if matches!(before, "anything" | "nothing" | "all" | "help") => false,
        // `not only good but also cheap` adds, it does not contrast.
        "but" => !(0..at).any(|i| is_addition(words, i)),
        "yet" => words.words[at].before != Break::None || before == "and",
        word => CONTRAST.contains(&word),
    }
}

fn is_addition(words: &Words<'_>, at: usize) -> bool {
    let next = words.text(at + 1);
    words.text(at) == "not" && matches!(next, "only" | "just" | "merely" | "simply")
}

fn is_concession(words: &Words<'_>, at: usize) -> bool {
    let opens = words.words[at].before != Break::None;
    match words.text(at) {
        // At the end of a clause, `though` is an afterthought; `as though` compares.
        "though" => words.continues(at + 1) && words.text_before(at, 1) != "as",
        "while" => opens,
        "spite" => words.text_before(at, 1) == "in",
        "if" => words.text_before(at, 1) == "even",
        word => CONCESSION.contains(&word),
    }
}

/// A concession ends at the next mark; one that opens a sentence without a mark is short.
fn end_of_concession(words: &Words<'_>, cue: usize) -> usize {
    let breaks = |at: &usize| words.words[*at].before != Break::None;
    if let Some(end) = (cue + 1..words.len()).find(breaks) {
        return end;
    }
    let is_noun_phrase = matches!(words.text(cue), "despite" | "spite");
    if !is_noun_phrase || words.words[cue].before == Break::None && cue > 1 {
        return words.len();
    }
    let contents = (cue + 1..words.len()).filter(|&at| words.words[at].stop.is_none());
    contents
        .take(CONCEDED_WORDS)
        .last()
        .map_or(words.len(), |at| at + 1)
}
