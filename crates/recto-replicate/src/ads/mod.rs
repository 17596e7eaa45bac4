//! Active dual supervision (ADS): Chao Shen and Tao Li, 2011, A Non-negative Matrix
//! Factorization Based Approach for Active Dual Supervision from Document and Word Labels.
//!
//! Learning curves of its strategies on pairs of newsgroups and on reviews, as the paper has
//! them: 30 % of the documents kept back, ten labelled documents and ten labelled words to
//! start with, a word at the price of 1 and a document at 5. Beside them GRADS, and recto's
//! own model and strategy from several starts and at several prices.

mod page;
mod plan;
mod published;
mod summary;
#[cfg(test)]
mod tests;
mod work;

pub use published::PublishedRange;

use crate::two_classes::{self, Set};
use crate::{Field, Files, Outcome, ReplicateError, Replication, Request, SetFormat, Task, Uses};
use recto_classify::metrics::majority;
use recto_math::Run;
use recto_math::sample::Estimate;
use recto_report::Report;
use serde::Serialize;
use serde_json::json;
use work::Work;

/// Splits of each figure, as in the paper.
pub(crate) const SPLITS: usize = 10;

/// Result of the replication.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Replicated {
    /// What was found on each set.
    pub sets: Vec<ReplicatedSet>,
    /// Ranges that the paper's curves lie in.
    pub published: Vec<PublishedRange>,
}

/// What was found on one set.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReplicatedSet {
    /// Name of the set.
    pub name: String,
    /// What it was measured on.
    #[serde(flatten)]
    pub files: Files,
    /// Names of the two classes.
    pub classes: Vec<String>,
    /// Number of documents.
    pub documents: usize,
    /// Size of the vocabulary.
    pub terms: usize,
    /// Accuracy of the larger class for every document.
    pub majority: Option<f64>,
    /// The splits that every strategy was played on, so that others can be.
    pub splits: Vec<SplitRow>,
    /// Learning curves.
    pub experiments: Vec<Experiment>,
    /// Leads of one strategy over another.
    pub leads: Vec<Lead>,
}

/// A split of the documents of a set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SplitRow {
    /// A character for each document in the order of the file: `1` if it is kept back, `0` if
    /// it may be asked.
    pub kept_back: String,
    /// Places of the documents whose class is known at the start.
    pub start: Vec<usize>,
}

/// What is compared in an experiment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Strategies with the tri-factorisation.
    Factorisation,
    /// Strategies with GRADS.
    Graph,
    /// Strategies with recto's model.
    Model,
    /// recto's model from nothing.
    FromNothing,
    /// recto's model from the lexicon that recto brings.
    FromLexicon,
    /// recto's strategy at several prices of a word.
    Prices,
}

/// Learning curves that are compared.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Experiment {
    /// What is compared.
    pub kind: Kind,
    /// Costs at which accuracy is measured.
    pub costs: Vec<f64>,
    /// A row for each strategy.
    pub rows: Vec<StrategyRow>,
}

/// The learning curve of a strategy.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StrategyRow {
    /// Its name, and the price of a word where it is not 1.
    pub strategy: String,
    /// Mean accuracy over splits at each cost.
    pub accuracy: Vec<Option<Estimate>>,
    /// Accuracy of each split at each cost.
    pub by_split: Vec<Vec<f64>>,
    /// Mean over splits of the mean accuracy over the costs from 50 to 400.
    pub mean: Option<Estimate>,
    /// Documents, words and words that the oracle did not know: how many were asked, mean
    /// over splits.
    pub asked: [f64; 3],
    /// Share of the questions about documents in each eighth of the budget, mean over splits.
    pub sequence: Vec<f64>,
}

/// The accuracy of a strategy less that of another on the same splits.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Lead {
    /// In which experiment.
    pub kind: Kind,
    /// Which strategy.
    pub strategy: String,
    /// In which experiment the other is.
    pub over_kind: Kind,
    /// The other.
    pub over: String,
    /// The difference of the means over the costs from 50 to 400.
    pub lead: Estimate,
    /// Costs at which the whole 95 % interval of the difference is below 0.
    pub behind_at: Vec<f64>,
}

/// The replication of this paper.
#[derive(Debug, Clone, Copy)]
pub struct Ads;

impl Replication for Ads {
    type Body = Replicated;

    const KEY: &'static str = "ADS";
    const ABOUT: &'static str = "Active dual supervision";
    const CITATION: &'static str = "Shen and Li, 2011, A Non-negative Matrix Factorization Based \
        Approach for Active Dual Supervision from Document and Word Labels";
    const READING: &'static str = "Accuracy on 30 % of the documents, which are never asked but \
        belong to the corpus, by the price of the answers. The paper prints curves and no \
        tables: read orders and ranges.";
    const MISSING: &'static [&'static str] = &[];
    const TASK: Task = Task::Classification;
    const FORMAT: SetFormat = SetFormat::JsonLines;
    const USES: &'static [Uses] = &[Uses {
        field: Field::Seeds,
        default: "10",
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
    let folder = two_classes::folder(&request.data);
    let mut sets = two_classes::read(&folder, &mut failed, run)?;
    sets.retain(|set| !set.is_pooled);
    let splits = request.seeds.unwrap_or(SPLITS);
    let work = Work::new(&sets, splits, run);
    let mut measured = Vec::with_capacity(sets.len());
    for set in &sets {
        measured.push(measure(set, &work, &mut warnings)?);
    }
    Ok(Outcome {
        parameters: vec![("seeds", json!(splits))],
        warnings,
        failed,
        body: Replicated {
            sets: measured,
            published: published::RANGES.to_vec(),
        },
    })
}

fn measure(
    set: &Set,
    work: &Work<'_>,
    warnings: &mut Vec<recto_text::Warning>,
) -> Result<ReplicatedSet, ReplicateError> {
    let mut experiments = Vec::new();
    for plan in plan::plans(set) {
        experiments.push(work.measured(set, &plan, warnings)?);
    }
    Ok(ReplicatedSet {
        name: set.name.clone(),
        files: set.files.clone(),
        classes: set.classes.clone(),
        documents: set.truth.len(),
        terms: set.corpus.n_terms(),
        majority: majority(&set.truth),
        splits: work.splits(set),
        leads: summary::leads(&experiments),
        experiments,
    })
}
