//! Which words of a unit stand under negation.
//!
//! A negation covers the words behind it up to a mark, a word of contrast or a number of
//! content words. In English a second negation inside the first takes it back (`I wouldn't
//! say it is not good`); `nor`, `no` and `nothing` do not, because they repeat a negation
//! rather than reverse it. Some phrases negate nothing (`not only`, `no doubt`, `nothing
//! but`), and some words negate without being on the stop list (`without`, `hardly`, `lacks`,
//! `far from`, `anything but`, `failed to`). In other languages the negations of the stop list
//! count alone, and never take each other back: `ne … pas` is one negation.
//!
//! The opinion of a text is made with it ([`super::score`]), and so are terms for a bag of
//! words, in which `not good` is the term `not_good` ([`terms`]).

use super::clause::{Break, Words};
use super::words::{
    ABSENCE, CLAUSE_OPENERS, FAILING, NEAR_NEGATIONS, NOT_NEGATED, SCOPE_ENDS, UNMARKED_NEGATIONS,
};
use crate::lexicon::{Lexicon, NEGATED_PREFIX};
use recto_text::Units;
use recto_text::language::StopKind;
use std::borrow::Cow;

/// Content words that `not`, `never` and verbs of absence cover: enough for `I don't think
/// this phone is any good`.
const WIDE: usize = 4;

/// Content words that `no` and `without` cover: a noun and what stands before it.
const NARROW: usize = 2;

/// Reversed praise: `not good` is nearly as bad as `good` is good.
const NEGATED_PRAISE: f64 = -0.8;
/// Reversed blame: `not bad` is half as good as `bad` is bad.
const NEGATED_BLAME: f64 = -0.5;
/// Strong words are reversed as if they were plain: `not perfect` is no insult.
const REVERSIBLE: f64 = 2.0;

/// The weight of a word under negation that the lexicon does not list as such.
pub(super) fn reversed(weight: f64) -> f64 {
    let limited = weight.clamp(-REVERSIBLE, REVERSIBLE);
    if limited > 0.0 {
        limited * NEGATED_PRAISE
    } else {
        limited * NEGATED_BLAME
    }
}

/// The weight of a term that [`terms`] gives: a negated term has the weight that the lexicon
/// lists for it, or the reversed weight of its word. `None` if the lexicon has neither.
pub fn weight_of_term(lexicon: &Lexicon, term: &str) -> Option<f64> {
    let word = || term.strip_prefix(NEGATED_PREFIX);
    let negated = || Some(reversed(lexicon.weight(word()?)?));
    lexicon.weight(term).or_else(negated)
}

/// For each token of a unit the token that negates it, both counted from the unit's first;
/// `None` for tokens that are not negated and for negations themselves.
pub fn negators(units: &Units<'_>, unit: usize) -> Vec<Option<usize>> {
    of_words(&Words::of(units, unit))
}

/// The terms of the tokens of a unit, those under negation with [`NEGATED_PREFIX`] before
/// them; `None` where the analysis drops a token.
///
/// ```
/// use recto_classify::polarity::negation;
/// use recto_math::{Run, Silent};
/// use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};
///
/// let document = Document::new("a", "Not a good phone, but cheap.");
/// let english = Language::from_code("en").expect("a language");
/// let analyzer = Analyzer::new(Analysis::Sentiment, english);
/// let units = analyzer.units(&document, UnitKind::Sentence, &Run::new(0, &Silent))?;
/// let terms: Vec<_> = negation::terms(&units, 0).into_iter().flatten().collect();
/// assert_eq!(terms, ["not", "not_good", "not_phone", "cheap"]);
/// # Ok::<(), recto_math::Cancelled>(())
/// ```
pub fn terms<'u>(units: &'u Units<'_>, unit: usize) -> Vec<Option<Cow<'u, str>>> {
    let tokens = units.tokens_of(unit).iter();
    let negators = negators(units, unit);
    let terms = tokens.zip(negators).map(|(token, negator)| {
        let term = units.vocabulary.term(token.term()?);
        Some(match negator {
            Some(_) => Cow::Owned(format!("{NEGATED_PREFIX}{term}")),
            None => Cow::Borrowed(term),
        })
    });
    terms.collect()
}

/// A negation that still covers words.
#[derive(Clone, Copy)]
struct Scope {
    cue: usize,
    /// Content words that it may still cover.
    left: usize,
    /// Whether an even number of negations was taken together: nothing is negated.
    is_taken_back: bool,
    /// Whether `and` ends it.
    is_narrow: bool,
}

pub(super) fn of_words(words: &Words<'_>) -> Vec<Option<usize>> {
    let mut scope: Option<Scope> = None;
    let negators = (0..words.len()).map(|at| {
        if scope.is_some_and(|scope| ends(words, at, scope)) {
            scope = None;
        }
        let cue = Cue::at(words, at);
        let is_negated = cue.is_none_or(Cue::is_content) && cover(words, at, &mut scope);
        let negator = scope.filter(|_| is_negated).map(|scope| scope.cue);
        if let Some(cue) = cue {
            scope = Some(cue.scope(at, scope.filter(|_| words.is_english)));
        }
        negator
    });
    negators.collect()
}

/// Counts a word against the scope; whether the word is negated.
fn cover(words: &Words<'_>, at: usize, scope: &mut Option<Scope>) -> bool {
    let Some(open) = scope else { return false };
    if words.words[at].stop.is_none() {
        if open.left == 0 {
            *scope = None;
            return false;
        }
        open.left -= 1;
    }
    !open.is_taken_back
}

/// Whether the word at `at` is behind the end of a scope.
fn ends(words: &Words<'_>, at: usize, scope: Scope) -> bool {
    if words.words[at].before != Break::None {
        return true;
    }
    if !words.is_english {
        return false;
    }
    let opens_clause =
        || CLAUSE_OPENERS.contains(&words.text(at + 1)) || Cue::at(words, at + 1).is_some();
    match words.text(at) {
        "but" if words.text_before(at, 1) == "anything" => false,
        "and" => scope.is_narrow || opens_clause(),
        "or" => opens_clause(),
        word => SCOPE_ENDS.contains(&word),
    }
}

/// What negates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cue {
    /// `not`, `never`, `nobody`.
    Not,
    /// `no`, `nor`, `nothing`: inside a scope they repeat it.
    Again,
    /// `no`, `without`.
    Narrow,
    /// `hardly`, `far from`, `anything but`.
    Near,
    /// `lacks`, `failed to`: words of content, which can be negated themselves.
    Absence,
}

impl Cue {
    fn at(words: &Words<'_>, at: usize) -> Option<Self> {
        let word = words.words.get(at)?;
        let negates = word.stop == Some(StopKind::Negation);
        if !words.is_english {
            return negates.then_some(Self::Not);
        }
        if is_excepted(words, at) {
            return None;
        }
        match word.text.as_ref() {
            "no" => Some(match words.text(at + 1) {
                "longer" | "one" => Self::Not,
                _ => Self::Narrow,
            }),
            "without" | "zero" => Some(Self::Narrow),
            "nor" | "nothing" | "none" | "nobody" | "neither" | "nowhere" => Some(Self::Again),
            "from" if words.text_before(at, 1) == "far" => Some(Self::Near),
            "but" if words.text_before(at, 1) == "anything" => Some(Self::Near),
            text if NEAR_NEGATIONS.contains(&text) => Some(Self::Near),
            text if ABSENCE.contains(&text) => Some(Self::Absence),
            text if FAILING.contains(&text) && words.text(at + 1) == "to" => Some(Self::Absence),
            text => (negates || UNMARKED_NEGATIONS.contains(&text)).then_some(Self::Not),
        }
    }

    /// What it covers from `at` on, inside the scope of another negation or outside all.
    fn scope(self, at: usize, outer: Option<Scope>) -> Scope {
        let is_outer_negative = outer.is_some_and(|outer| !outer.is_taken_back);
        Scope {
            cue: at,
            left: if self == Self::Narrow { NARROW } else { WIDE },
            is_taken_back: is_outer_negative && self.takes_back(),
            is_narrow: self == Self::Narrow,
        }
    }

    /// Whether it reverses a negation that it stands under. `no` and the like repeat one.
    fn takes_back(self) -> bool {
        matches!(self, Self::Not | Self::Narrow | Self::Absence)
    }

    fn is_content(self) -> bool {
        self == Self::Absence
    }
}

/// Whether what follows a negation makes it none.
fn is_excepted(words: &Words<'_>, at: usize) -> bool {
    let rows = NOT_NEGATED.iter();
    let mut rows = rows.filter(|(word, _)| *word == words.text(at));
    let is_followed = |phrases: &[&str]| phrases.iter().any(|next| words.reads(at + 1, next));
    let or_not = ["or", "if", "why"].contains(&words.text_before(at, 1));
    rows.any(|(_, phrases)| is_followed(phrases)) || (words.text(at) == "not" && or_not)
}
