//! Rules that turn praise into blame or blame into praise.

use super::Rule;
use super::rules::{INTENSIFIED, Part};
use super::words::{EXPECTATION, MODALS, OTHERS, PAST_MODALS, RELIEF, UNSURPASSED};

/// What was wished for or could have been.
const UNREAL_PRAISE: f64 = -0.6;
/// What was expected, often only told as a story.
const EXPECTED_PRAISE: f64 = -0.4;

impl Part<'_, '_> {
    /// Applies the first rule that reverses the weight; whether one did.
    pub(super) fn reverse(&mut self) -> bool {
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

    pub(super) fn plain_negation(&mut self) {
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
}
