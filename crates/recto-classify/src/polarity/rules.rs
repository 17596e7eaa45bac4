//! What context does to the weight of one word.
//!
//! Rules apply in a fixed order: what reverses a weight first (at most one of them, so that
//! the reversal has one reason), then what scales it.

use super::context::Context;
use super::occurrences::Occurrence;
use super::words::{CONCESSION, CONTRAST, DOUBT, DOWNTONERS, INTENSIFIERS};
use super::{Reason, Rule, Rules, negation};
use recto_text::Span;
use std::ops::Range;

/// What may be, what is asked, and what is said of the other side of a comparison.
const DOUBTFUL: f64 = 0.25;
/// `Why is it so slow?` is a complaint more than a question.
const RHETORICAL: f64 = 0.8;
/// `very` and `a bit`; modest, because strong words have larger weights already.
pub(super) const INTENSIFIED: f64 = 1.3;
const TONED_DOWN: f64 = 0.75;
/// Marks and capitals are a habit of some writers, so that they say little.
const EXCLAIMED: f64 = 1.1;
const IN_CAPITALS: f64 = 1.2;

/// How many words before an opinion a cue is looked for, within the clause.
const REACH: usize = 8;

/// The weight of an occurrence after all rules, and why.
pub(super) fn apply(context: &Context<'_, '_>, found: &Occurrence) -> (f64, Vec<Reason>) {
    let mut part = Part::new(context, found);
    if context.rules == Rules::All && context.words.is_english {
        let is_reversed = part.reverse();
        if !is_reversed {
            part.degree();
        }
        part.scale();
    } else {
        part.plain_negation();
    }
    (part.value, part.reasons)
}

/// An occurrence on its way through the rules.
pub(super) struct Part<'a, 't> {
    pub(super) context: &'a Context<'a, 't>,
    pub(super) at: usize,
    pub(super) end: usize,
    /// The words of the clause before and behind it.
    pub(super) before: Range<usize>,
    pub(super) behind: Range<usize>,
    pub(super) is_negated_entry: bool,
    /// The weight of the word without its negation.
    pub(super) plain_weight: f64,
    pub(super) value: f64,
    pub(super) reasons: Vec<Reason>,
}

impl<'a, 't> Part<'a, 't> {
    fn new(context: &'a Context<'a, 't>, found: &Occurrence) -> Self {
        let opens_clause = |word: &str| CONTRAST.contains(&word) || CONCESSION.contains(&word);
        let (at, end) = (found.at, found.at + found.length);
        let clause = context.words.clause(at, opens_clause);
        Self {
            context,
            at,
            end,
            before: clause.start.max(at.saturating_sub(REACH))..at,
            behind: end..clause.end.max(end),
            is_negated_entry: found.is_negated_entry,
            plain_weight: if found.is_negated_entry {
                context
                    .lexicon
                    .weight(context.words.text(at))
                    .unwrap_or(0.0)
            } else {
                found.weight
            },
            value: found.weight,
            reasons: Vec::new(),
        }
    }

    /// `very good`, `a bit dull`: the words right before.
    fn degree(&mut self) {
        let words = self.context.words;
        let mut at = self.at;
        while at > 0 && self.at - at < 2 && words.continues(at) {
            at -= 1;
            let (word, before) = (words.text(at), words.text_before(at, 1));
            let is_kind_of = word == "of" && matches!(before, "kind" | "sort");
            if is_kind_of || DOWNTONERS.contains(&word) {
                self.multiply(TONED_DOWN, Rule::Degree, Some(at));
                return;
            } else if INTENSIFIERS.contains(&word) {
                self.multiply(INTENSIFIED, Rule::Degree, Some(at));
            } else if !matches!(word, "a" | "an" | "the") {
                return;
            }
        }
    }

    /// Rules that make a weight larger or smaller.
    fn scale(&mut self) {
        let words = self.context.words;
        if let Some(contrast) = self.context.contrast[self.at] {
            self.multiply(contrast.factor, Rule::Contrast, Some(contrast.cue));
        }
        let is_settled = self
            .reasons
            .iter()
            .any(|reason| reason.rule == Rule::Unreal);
        let doubt = self.cue(&DOUBT).filter(|&at| !self.is_settled_doubt(at));
        let could = || self.before.clone().find(|&at| words.reads(at, "could be"));
        if let Some(cue) = doubt.or_else(could).filter(|_| !is_settled) {
            self.multiply(DOUBTFUL, Rule::Doubt, Some(cue));
        }
        // `more than happy` compares with nothing.
        let than = self.cue(&["than"]).filter(|&at| at + 1 < self.at);
        if let Some(cue) = than {
            self.multiply(DOUBTFUL, Rule::Comparison, Some(cue));
        }
        self.marks();
    }

    /// `even if` concedes, it does not doubt.
    fn is_settled_doubt(&self, at: usize) -> bool {
        let words = self.context.words;
        words.text(at) == "if" && words.text_before(at, 1) == "even"
    }

    /// Question marks, exclamation marks and capitals.
    fn marks(&mut self) {
        let text = self
            .context
            .text
            .trim_end_matches(['"', '\'', ')', ' ', '”']);
        if text.ends_with('?') {
            let opener = self.context.words.text(0);
            let complains = self.value < 0.0 && matches!(opener, "why" | "how" | "what");
            let factor = if complains { RHETORICAL } else { DOUBTFUL };
            self.multiply(factor, Rule::Question, None);
        } else if text.ends_with('!') {
            self.multiply(EXCLAIMED, Rule::Emphasis, None);
        }
        if self.is_in_capitals() {
            self.multiply(IN_CAPITALS, Rule::Emphasis, None);
        }
    }

    /// Whether the word is in capitals and the unit is not: a headline says nothing.
    fn is_in_capitals(&self) -> bool {
        let unit = self.context.text;
        let start = self.context.start;
        let word = self.context.words.words[self.at].span;
        let letters = unit.get(word.start - start..word.end - start);
        let is_capitals = |text: &str| !text.contains(char::is_lowercase);
        letters.is_some_and(|word| word.chars().nth(1).is_some() && is_capitals(word))
            && !is_capitals(unit)
    }

    /// The nearest word of `list` before the occurrence in its clause.
    pub(super) fn cue(&self, list: &[&str]) -> Option<usize> {
        let mut before = self.before.clone().rev();
        before.find(|&at| list.contains(&self.context.words.text(at)))
    }

    pub(super) fn negator(&self) -> Option<usize> {
        self.context.negators[self.at]
    }

    pub(super) fn reversed(&mut self, rule: Rule, cue: usize) {
        self.value = negation::reversed(self.value);
        self.reasons.push(self.reason(rule, Some(cue)));
    }

    pub(super) fn multiply(&mut self, factor: f64, rule: Rule, cue: Option<usize>) {
        self.value *= factor;
        self.reasons.push(self.reason(rule, cue));
    }

    pub(super) fn reason(&self, rule: Rule, cue: Option<usize>) -> Reason {
        let span = |at: usize| -> Span { self.context.words.words[at].span };
        Reason {
            rule,
            cue: cue.map(span),
        }
    }
}
