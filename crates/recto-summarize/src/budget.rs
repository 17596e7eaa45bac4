//! Length limits of summaries.

use crate::pool::Sentence;
use serde::{Deserialize, Serialize};

/// Maximum length of a summary, in one of three units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// Maximum number of words, as [`recto_text::token::count_words`] counts them.
    Words(usize),
    /// Maximum number of bytes of UTF-8, with a line break between sentences.
    Bytes(usize),
    /// Maximum number of sentences.
    Sentences(usize),
}

/// What to do with a sentence that does not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Policy {
    /// Skip it and try the next: the limit is never exceeded.
    #[default]
    Fit,
    /// Take it as the last one; for evaluations that truncate the text themselves.
    Overshoot,
}

/// A length limit with its policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// Maximum length.
    pub limit: Limit,
    /// Whether the last sentence may exceed it.
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

    /// Cost of `sentence` in units of the limit, when it is not the first.
    pub fn cost(&self, sentence: &Sentence) -> usize {
        match self.limit {
            Limit::Words(_) => sentence.words,
            Limit::Bytes(_) => sentence.bytes + 1,
            Limit::Sentences(_) => 1,
        }
    }

    /// The whole budget, in units of the limit.
    pub fn total(&self) -> usize {
        match self.limit {
            Limit::Words(n) | Limit::Sentences(n) => n,
            // Every sentence costs a line break, but the first has none before it.
            Limit::Bytes(n) => n.saturating_add(1),
        }
    }
}

/// The remaining part of a budget.
#[derive(Debug, Clone, Copy)]
pub struct Purse {
    budget: Budget,
    spent: usize,
}

impl Purse {
    /// The whole of `budget`.
    pub fn new(budget: Budget) -> Self {
        Self { budget, spent: 0 }
    }

    /// Whether the budget is spent.
    pub fn is_empty(&self) -> bool {
        self.spent >= self.budget.total()
    }

    /// Whether `sentence` fits.
    pub fn affords(&self, sentence: &Sentence) -> bool {
        let cost = self.budget.cost(sentence);
        match self.budget.policy {
            Policy::Fit => self.spent.saturating_add(cost) <= self.budget.total(),
            Policy::Overshoot => !self.is_empty(),
        }
    }

    /// Spends the cost of `sentence` if it fits; returns whether it did.
    pub fn buys(&mut self, sentence: &Sentence) -> bool {
        let affords = self.affords(sentence);
        if affords {
            self.pay(sentence);
        }
        affords
    }

    /// Spends the cost of `sentence`.
    pub fn pay(&mut self, sentence: &Sentence) {
        self.spent = self.spent.saturating_add(self.budget.cost(sentence));
    }
}
