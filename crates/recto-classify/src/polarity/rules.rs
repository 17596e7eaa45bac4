//! What context does to the weight of one word.
//!
//! Rules apply in a fixed order: what reverses a weight first (at most one of them, so that
//! the reversal has one reason), then what scales it.

use super::context::Context;
use super::occurrences::Occurrence;
use super::words::{
    CONCESSION, CONTRAST, DOUBT, DOWNTONERS, EXPECTATION, INTENSIFIERS, MODALS, OTHERS,
    PAST_MODALS, RELIEF, UNSURPASSED,
};
use super::{Reason, Rule, Rules};
use recto_text::Span;
use std::ops::Range;

/// Reversed praise: `not good` is nearly as bad as `good` is good.
const NEGATED_PRAISE: f64 = -0.8;
/// Reversed blame: `not bad` is half as good as `bad` is bad.
const NEGATED_BLAME: f64 = -0.5;
/// Strong words are reversed as if they were plain: `not perfect` is no insult.
const REVERSIBLE: f64 = 2.0;
/// What was wished for or could have been.
const UNREAL_PRAISE: f64 = -0.6;
/// What was expected, often only told as a story.
const EXPECTED_PRAISE: f64 = -0.4;
/// What may be, what is asked, and what is said of the other side of a comparison.
const DOUBTFUL: f64 = 0.25;
/// `Why is it so slow?` is a complaint more than a question.
const RHETORICAL: f64 = 0.8;
const INTENSIFIED: f64 = 1.3;
const TONED_DOWN: f64 = 0.75;
const EXCLAIMED: f64 = 1.1;
const IN_CAPITALS: f64 = 1.2;

/// Words that a cue is looked for before an opinion, within its clause.
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
struct Part<'a, 't> {
    context: &'a Context<'a, 't>,
    at: usize,
    end: usize,
    /// The words of the clause before and behind it.
    before: Range<usize>,
    behind: Range<usize>,
    is_negated_entry: bool,
    /// The weight of the word without its negation.
    plain_weight: f64,
    value: f64,
    reasons: Vec<Reason>,
}

impl<'a, 't> Part<'a, 't> {
    fn new(context: &'a Context<'a, 't>, found: &Occurrence) -> Self {
        let ends: Vec<&str> = CONTRAST.iter().chain(&CONCESSION).copied().collect();
        let (at, end) = (found.at, found.at + found.length);
        let clause = context.words.clause(at, &ends);
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

    /// Applies the first rule that reverses the weight; whether one did.
    fn reverse(&mut self) -> bool {
        if self.unsurpassed() {
            return true;
        }
        if self.is_negated_entry {
            self.reasons.extend(
                self.negator()
                    .map(|cue| self.reason(Rule::Negation, Some(cue))),
            );
            return true;
        }
        self.negation() || self.excess() || self.relief() || self.unreal()
    }

    fn plain_negation(&mut self) {
        let cue = self.negator();
        match (self.is_negated_entry, cue) {
            (true, cue) => self.reasons.push(self.reason(Rule::Negation, cue)),
            (false, Some(cue)) => self.reversed(Rule::Negation, cue),
            (false, None) => {}
        }
    }

    /// `I have never seen a worse film`, `cannot praise her enough`: stronger, not reversed.
    fn unsurpassed(&mut self) -> bool {
        let Some(cue) = self.negator() else {
            return false;
        };
        let words = self.context.words;
        let could_not =
            words.text(cue) == "not" && matches!(words.text_before(cue, 1), "could" | "can");
        if !could_not && !UNSURPASSED.contains(&words.text(cue)) {
            return false;
        }
        let grows = matches!(
            words.text_before(self.at, 1),
            "get" | "gets" | "got" | "become"
        );
        let has_enough = |at: usize| at > self.end && words.text(at) == "enough";
        let is_enough = self.plain_weight > 0.0 && self.behind.clone().any(has_enough);
        let holds = is_enough || (self.is_comparative() && !grows);
        if holds {
            self.value = self.plain_weight;
            self.multiply(INTENSIFIED, Rule::Comparison, Some(cue));
        }
        holds
    }

    fn negation(&mut self) -> bool {
        match (self.negator(), self.scarcity()) {
            // `no less good`
            (Some(_), Some(_)) | (None, None) => false,
            (Some(cue), None) | (None, Some(cue)) => {
                self.reversed(Rule::Negation, cue);
                true
            }
        }
    }

    /// `less` in `less good` and `less than good`, `few` in `few problems`.
    fn scarcity(&self) -> Option<usize> {
        let words = self.context.words;
        let back = if words.text_before(self.at, 1) == "than" {
            2
        } else {
            1
        };
        let cue = self.at.checked_sub(back)?;
        let is_scarce = match (words.text(cue), words.text_before(cue, 1)) {
            ("least", "at") | ("few", "a" | "the") => false,
            ("less" | "least", _) => true,
            ("few" | "fewer" | "minimal", _) => back == 1,
            _ => false,
        };
        is_scarce.then_some(cue)
    }

    fn excess(&mut self) -> bool {
        let is_excess = self.at > 0 && self.context.words.text(self.at - 1) == "too";
        if is_excess && self.value > 0.0 {
            self.reversed(Rule::Excess, self.at - 1);
        }
        is_excess && self.value < 0.0
    }

    fn relief(&mut self) -> bool {
        let cue = self.cue(&RELIEF);
        // `free` and `fix` are near what they take away.
        let cue = cue.filter(|cue| self.value < 0.0 && self.at - cue <= 4);
        // `They should have fixed this bug` tells of no relief.
        let cue = cue.filter(|_| self.cue(&MODALS).is_none());
        let Some(cue) = cue else { return false };
        self.reversed(Rule::Relief, cue);
        true
    }

    /// Praise of what is not the case.
    fn unreal(&mut self) -> bool {
        if self.value <= 0.0 {
            return false;
        }
        let words = self.context.words;
        let wish = self.cue(&EXPECTATION);
        let modal =
            self.before.clone().rev().find(|&at| {
                MODALS.contains(&words.text(at)) || PAST_MODALS.contains(&words.text(at))
            });
        let modal = modal.filter(|&at| self.is_unreal(at));
        let past = || {
            self.before
                .clone()
                .find(|&at| words.reads(at, "used to be"))
        };
        let modal = modal.or_else(past);
        let other = self.cue(&OTHERS);
        let has_than = self.behind.clone().any(|at| words.text(at) == "than");
        let other = other.filter(|_| self.is_comparative() && !has_than);
        let (factor, rule, cue) = match (modal, wish, other) {
            (Some(cue), _, _) => (UNREAL_PRAISE, Rule::Unreal, cue),
            (_, Some(cue), _) if words.text(cue).starts_with("wish") => {
                (UNREAL_PRAISE, Rule::Unreal, cue)
            }
            (_, Some(cue), _) => (EXPECTED_PRAISE, Rule::Unreal, cue),
            (_, _, Some(cue)) => (UNREAL_PRAISE, Rule::Comparison, cue),
            (None, None, None) => return false,
        };
        self.multiply(factor, rule, Some(cue));
        true
    }

    /// Whether a modal verb makes what follows unreal: `would have been`, `could be better`,
    /// `would be nice if`; `would recommend` does not.
    fn is_unreal(&self, modal: usize) -> bool {
        let words = self.context.words;
        let next = words.text(modal + 1);
        let has_if = || (self.end..words.len()).any(|at| matches!(words.text(at), "if" | "but"));
        PAST_MODALS.contains(&words.text(modal))
            || next == "have"
            || (next == "be" && (self.is_comparative() || has_if()))
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
    fn cue(&self, list: &[&str]) -> Option<usize> {
        let mut before = self.before.clone().rev();
        before.find(|&at| list.contains(&self.context.words.text(at)))
    }

    fn negator(&self) -> Option<usize> {
        self.context.negators[self.at]
    }

    /// `better`, `funnier`, `more useful`.
    fn is_comparative(&self) -> bool {
        let words = self.context.words;
        let word = words.text(self.at);
        let base = |end: &str, with: &str| {
            let base = word.strip_suffix(end).map(|stem| format!("{stem}{with}"));
            base.is_some_and(|base| self.context.lexicon.weight(&base).is_some())
        };
        matches!(word, "better" | "worse")
            || (self.at > 0 && words.text(self.at - 1) == "more")
            || base("er", "")
            || base("er", "e")
            || base("ier", "y")
    }

    fn reversed(&mut self, rule: Rule, cue: usize) {
        let limited = self.value.clamp(-REVERSIBLE, REVERSIBLE);
        let factor = if limited > 0.0 {
            NEGATED_PRAISE
        } else {
            NEGATED_BLAME
        };
        self.value = limited * factor;
        self.reasons.push(self.reason(rule, Some(cue)));
    }

    fn multiply(&mut self, factor: f64, rule: Rule, cue: Option<usize>) {
        self.value *= factor;
        self.reasons.push(self.reason(rule, cue));
    }

    fn reason(&self, rule: Rule, cue: Option<usize>) -> Reason {
        let span = |at: usize| -> Span { self.context.words.words[at].span };
        Reason {
            rule,
            cue: cue.map(span),
        }
    }
}
