//! Sentence-based topics (BSTM): Dingding Wang, Shenghuo Zhu, Tao Li and Yihong Gong, 2009,
//! Multi-Document Summarization using Sentence-based Topic Models.
//!
//! The paper's collections are given out under a licence only; its two tables are repeated
//! on other piles with human summaries. Beside the published form stands the repaired one,
//! in which a sentence does not explain its own document, and how much either ranks
//! sentences by their length.

mod experiments;
mod page;
mod published;
#[cfg(test)]
mod tests;

use super::summaries::{self, Corpora, Figures, GENERIC, SEEDS, Set, Work};
pub use super::summaries::{Lead, PublishedRow, Recall, ScoredSet, SystemRow};
use crate::{Field, Outcome, ReplicateError, Replication, Request, SetFormat, Task, Uses, warning};
use recto_math::Run;
use recto_report::Report;
use serde::Serialize;
use serde_json::json;

/// Result of the replication.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Replicated {
    /// Scores of the systems on each set.
    pub sets: Vec<ScoredSet>,
    /// Mean scores of the systems over sets.
    pub mean: Vec<SystemRow>,
    /// How much the topics rank sentences by their length.
    pub length: Vec<LengthRow>,
    /// How alike the paper's systems are ordered here and there, by ROUGE-2.
    pub order: Vec<OrderRow>,
    /// Leads of the two forms of BSTM over others.
    pub leads: Vec<Lead>,
    /// Figures that the paper reports.
    pub published: Vec<PublishedRow>,
    /// The paper's collections, none of which is at hand.
    pub missing: Vec<&'static str>,
}

/// The rank correlation of a sentence's probability over all topics with its number of
/// terms.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LengthRow {
    /// Name of the set.
    pub set: &'static str,
    /// Number of records with enough sentences.
    pub records: usize,
    /// Of the published form, mean over piles.
    pub paper: Option<f64>,
    /// Correlation for the repaired form.
    pub repaired: Option<f64>,
}

/// The rank correlation of systems by ROUGE-2, here and in a collection of the paper.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OrderRow {
    /// Name of the collection in the paper.
    pub collection: &'static str,
    /// Number of systems.
    pub systems: usize,
    /// From -1, the order turned round, to 1, the same order.
    pub correlation: Option<f64>,
}

/// The replication of this paper.
#[derive(Debug, Clone, Copy)]
pub struct Bstm;

impl Replication for Bstm {
    type Body = Replicated;

    const KEY: &'static str = "BSTM";
    const ABOUT: &'static str = "Summaries by Bayesian sentence-based topics";
    const CITATION: &'static str = "Wang, Zhu, Li and Gong, 2009, Multi-Document \
        Summarization using Sentence-based Topic Models";
    const READING: &'static str = "Recall of ROUGE, cut at the budget of each set; read it \
        beside random and lead. bstm (paper) and fgb (paper) are the published forms, bstm the \
        repaired one.";
    const MISSING: &'static [&'static str] = &published::COLLECTIONS;
    const TASK: Task = Task::Summarization;
    const FORMAT: SetFormat = SetFormat::JsonLines;
    const USES: &'static [Uses] = &[Uses {
        field: Field::Seeds,
        default: "3",
    }];

    fn measure(request: &Request, run: &Run<'_>) -> Result<Outcome<Replicated>, ReplicateError> {
        replicate(request, run)
    }

    fn show(body: &Replicated, report: &mut Report) {
        page::show(body, report);
    }
}

fn replicate(request: &Request, run: &Run<'_>) -> Result<Outcome<Replicated>, ReplicateError> {
    let (mut warnings, mut failed) = (Vec::new(), Vec::new());
    let corpora = Corpora::open(&request.data, &mut warnings)?;
    let mut sets: Vec<Set> = Vec::new();
    for row in GENERIC {
        sets.extend(corpora.set(row, false, &mut warnings, &mut failed, run)?);
    }
    if sets.is_empty() {
        return Err(corpora.nothing());
    }
    warnings.extend(Bstm::MISSING.iter().map(|name| {
        warning(format!(
            "the paper's collection is not at hand: {name}; other sets stand in"
        ))
    }));
    let steps = 2 * sets.iter().map(|set| set.records.len()).sum::<usize>();
    let work = Work::new(request.seeds.unwrap_or(SEEDS), steps, run);
    let systems = experiments::systems();
    let mut figures: Vec<Figures> = Vec::with_capacity(sets.len());
    let mut length = Vec::with_capacity(sets.len());
    for set in &sets {
        figures.push(work.figures(&corpora, set, &systems, &mut warnings)?);
        length.push(experiments::length(&work, set)?);
    }
    let scored: Vec<ScoredSet> = sets
        .iter()
        .zip(&figures)
        .map(|(set, figures)| figures.scored(set))
        .collect();
    let mean = summaries::macro_mean(&scored);
    Ok(Outcome {
        parameters: vec![("seeds", json!(request.seeds.unwrap_or(SEEDS)))],
        warnings,
        failed,
        body: Replicated {
            order: experiments::order(&mean),
            leads: summaries::compared(&figures, &experiments::pairs(), run.seed),
            sets: scored,
            mean,
            length,
            published: published::tables(),
            missing: Bstm::MISSING.to_vec(),
        },
    })
}
