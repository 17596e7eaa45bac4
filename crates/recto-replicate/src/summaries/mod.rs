//! What the replications of summaries share: piles with human summaries, the systems that
//! are run on them, ROUGE, and paired comparisons.
//!
//! Scores are recall under the rules of ROUGE-1.5.5 with stemming, cut at the budget of the
//! set, hits and counts added up over references (`-m -f A -l W`); words of scripts beyond
//! ASCII are runs of letters and digits and not stemmed. A summary may overshoot its budget
//! by a sentence and is scored in the order of choice.

mod compare;
#[cfg(test)]
pub(super) mod made;
mod page;
mod records;
mod systems;
mod work;

pub(super) use compare::{Pair, compared, macro_mean, spearman};
pub(super) use page::{claims, curve, doubted, mean_table, missing, published_table, set_table};
pub(super) use records::{Corpora, GENERIC, Record, Set};
pub(super) use systems::{System, View};
pub(super) use work::{Figures, Work, mean, part_of};

use super::Files;
use recto_math::sample::Difference;
use serde::Serialize;

/// Seeds of each figure, unless the caller says otherwise.
pub(super) const SEEDS: usize = 3;

/// Recall of the four measures that the papers print.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Recall {
    /// Of single words.
    pub rouge_1: f64,
    /// Of pairs of words in a row.
    pub rouge_2: f64,
    /// Of longest common subsequences.
    pub rouge_l: f64,
    /// Of words and of pairs with at most four words between.
    pub rouge_su4: f64,
}

/// A system on a set, or over all sets.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SystemRow {
    /// Which.
    pub system: &'static str,
    /// Mean over records and seeds.
    pub scores: Recall,
    /// The same of the records that no setting was chosen on.
    pub report: Option<Recall>,
    /// Mean of ROUGE-2 under each seed.
    pub by_seed: Vec<f64>,
}

/// A set with the scores of all systems.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ScoredSet {
    /// The name of its file.
    pub name: &'static str,
    /// What it was read from.
    #[serde(flatten)]
    pub files: Files,
    /// The budget in words.
    pub words: usize,
    /// Summaries that each system made: one a record, or one a question.
    pub records: usize,
    /// How many of them no setting was chosen on.
    pub reported: usize,
    /// A row for each system.
    pub rows: Vec<SystemRow>,
}

/// One system less another, record by record, on records that no setting was chosen on.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Lead {
    /// Of which system.
    pub system: &'static str,
    /// Over which.
    pub over: &'static str,
    /// On which set; `None`: mean over sets.
    pub set: Option<&'static str>,
    /// Which score.
    pub measure: &'static str,
    /// The difference with its doubt; over sets, resampled within each.
    #[serde(flatten)]
    pub difference: Difference,
    /// The difference that the paper prints, on other data.
    pub published: Option<f64>,
}

/// A row of a table that a paper prints, on a collection that is not at hand.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PublishedRow {
    /// On which collection.
    pub collection: &'static str,
    /// Which system, by the paper's name.
    pub system: &'static str,
    /// Recall of ROUGE-1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rouge_1: Option<f64>,
    /// Recall of ROUGE-2.
    pub rouge_2: f64,
    /// Recall of ROUGE-L.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rouge_l: Option<f64>,
    /// Recall of ROUGE-SU; the papers do not say with which gap.
    pub rouge_su: f64,
}
