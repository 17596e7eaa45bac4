//! How much a summary may hold, and how it is filled.

use crate::pool::Sentence;
use serde::{Deserialize, Serialize};

/// What is counted, and up to which number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// Runs of non-blanks.
    Words(usize),
    /// Bytes of UTF-8, the line ends between sentences among them.
    Bytes(usize),
    /// Sentences.
    Sentences(usize),
}

/// What happens to a sentence that does not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Policy {
    /// It is passed over and the next is tried: the budget is never exceeded.
    #[default]
    Fit,
    /// It is taken as the last one; for evaluations that cut the text themselves.
    Overshoot,
}

/// A limit and how it is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// How much.
    pub limit: Limit,
    /// How strictly.
    pub policy: Policy,
}

impl Budget {
    /// A budget that is never exceeded.
    pub fn fit(limit: Limit) -> Self {
        Self {
            limit,
            policy: Policy::Fit,
        }
    }

    /// A budget that the last sentence may exceed.
    pub fn overshoot(limit: Limit) -> Self {
        Self {
            limit,
            policy: Policy::Overshoot,
        }
    }

    /// What `sentence` costs when it is not the first.
    pub fn cost(&self, sentence: &Sentence) -> usize {
        match self.limit {
            Limit::Words(_) => sentence.words,
            Limit::Bytes(_) => sentence.bytes + 1,
            Limit::Sentences(_) => 1,
        }
    }

    /// All that may be spent.
    pub fn total(&self) -> usize {
        match self.limit {
            Limit::Words(n) | Limit::Sentences(n) => n,
            // The first sentence has no line end before it.
            Limit::Bytes(n) => n.saturating_add(1),
        }
    }
}

/// What is left of a budget.
#[derive(Debug, Clone, Copy)]
pub struct Purse {
    budget: Budget,
    spent: usize,
}

impl Purse {
    /// A purse with all of `budget` in it.
    pub fn new(budget: Budget) -> Self {
        Self { budget, spent: 0 }
    }

    /// Whether nothing more can be bought.
    pub fn is_empty(&self) -> bool {
        self.spent >= self.budget.total()
    }

    /// Whether it pays for `sentence`.
    pub fn affords(&self, sentence: &Sentence) -> bool {
        let cost = self.budget.cost(sentence);
        match self.budget.policy {
            Policy::Fit => self.spent.saturating_add(cost) <= self.budget.total(),
            Policy::Overshoot => !self.is_empty(),
        }
    }

    /// Pays for `sentence` if that is possible; says whether it was.
    pub fn buys(&mut self, sentence: &Sentence) -> bool {
        let affords = self.affords(sentence);
        if affords {
            self.pay(sentence);
        }
        affords
    }

    /// Pays for `sentence`.
    pub fn pay(&mut self, sentence: &Sentence) {
        self.spent = self.spent.saturating_add(self.budget.cost(sentence));
    }
}
