//! Classification with lexical knowledge (MFLK): Tao Li, Yi Zhang and Vikas Sindhwani,
//! 2009, A Non-negative Matrix Tri-factorization Approach to Sentiment Classification with
//! Lexical Prior Knowledge.
//!
//! Its reviews of films and of Amazon are at hand, two of its corpora and its lexicon are
//! not. Accuracy is measured against the size of the lexicon, of the vocabulary and of the
//! labelled part; on sets whose classes are subjects, with and without the target of the
//! core that ADS adds. The paper's form stands beside that of recto.

mod experiments;
mod given;
mod lexicons;
mod page;
mod published;
mod summary;
mod systems;
#[cfg(test)]
mod tests;

pub use published::PublishedRange;

use crate::two_classes::{self, Set};
use crate::{
    Field, Files, Outcome, ReplicateError, Replication, Request, SetFormat, Task, Uses, warning,
};
use experiments::Work;
use lexicons::WordList;
use recto_classify::metrics::majority;
use recto_math::Run;
use recto_math::sample::Estimate;
use recto_report::Report;
use recto_text::Warning;
use serde::Serialize;
use serde_json::json;

/// Seeds of each figure, where the paper has 20.
pub(crate) const SEEDS: usize = 3;

/// Result of the replication.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Replicated {
    /// What was found on each set.
    pub sets: Vec<ReplicatedSet>,
    /// Lexicons, of which the first is that of all experiments that need one.
    pub lexicons: Vec<LexiconRow>,
    /// Ranges that the paper's curves lie in.
    pub published: Vec<PublishedRange>,
    /// The paper's corpora and lexicon that are not at hand.
    pub missing: Vec<&'static str>,
}

/// A lexicon.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LexiconRow {
    /// Name of its file, or `recto` for the list that recto brings.
    pub name: String,
    /// Number of positive words.
    pub positive: usize,
    /// Number of negative words.
    pub negative: usize,
}

/// What was found on one set.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReplicatedSet {
    /// Name of the set.
    pub name: String,
    /// What it was measured on; for domains together, their digests.
    #[serde(flatten)]
    pub files: Files,
    /// Names of the two classes.
    pub classes: Vec<String>,
    /// Number of documents.
    pub documents: usize,
    /// Size of the vocabulary, where it is not what varies.
    pub terms: usize,
    /// Accuracy of the larger class for every document.
    pub majority: Option<f64>,
    /// Words of the first lexicon in the vocabulary; `None` if classes are no polarities.
    pub lexicon_terms: Option<usize>,
    /// Accuracy of the systems.
    pub experiments: Vec<Experiment>,
    /// Leads of one system over another.
    pub leads: Vec<Lead>,
}

/// What varies in an experiment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The lexicon; no document is labelled.
    Lexicon,
    /// The share of the first lexicon; no document is labelled.
    LexiconSize,
    /// The vocabulary, by information gain about the labels of all documents.
    GainOfAll,
    /// The vocabulary, by information gain about the labels of labelled documents.
    GainOfLabelled,
    /// The vocabulary, by document frequency.
    Frequency,
    /// The share of labelled documents.
    Labels,
    /// Numbers of labelled documents and words, with and without a target of the core.
    Core,
}

/// A table of accuracies.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Experiment {
    /// What varies.
    pub kind: Kind,
    /// What is given in each column.
    pub steps: Vec<String>,
    /// A row for each system.
    pub rows: Vec<SystemRow>,
}

/// The accuracy of a system.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SystemRow {
    /// Its name.
    pub system: &'static str,
    /// Whether recto has it.
    pub is_built: bool,
    /// Mean over seeds at each step; `None` where it was not measured.
    pub accuracy: Vec<Option<Estimate>>,
    /// Under each seed at each step.
    pub by_seed: Vec<Vec<f64>>,
}

/// The accuracy of a system less that of another under the same seeds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Lead {
    /// In which experiment.
    pub kind: Kind,
    /// At which step of it.
    pub step: String,
    /// Which system.
    pub system: &'static str,
    /// The other.
    pub over: &'static str,
    /// The difference.
    pub lead: Estimate,
}

/// The replication of this paper.
#[derive(Debug, Clone, Copy)]
pub struct Mflk;

impl Replication for Mflk {
    type Body = Replicated;

    const KEY: &'static str = "MFLK";
    const ABOUT: &'static str = "Classification with lexical knowledge";
    const CITATION: &'static str = "Li, Zhang and Sindhwani, 2009, A Non-negative Matrix \
        Tri-factorization Approach to Sentiment Classification with Lexical Prior Knowledge";
    const READING: &'static str = "Accuracy on the documents without a label, which the systems \
        see but not their classes. The paper prints curves and no tables: read orders and ranges.";
    const MISSING: &'static [&'static str] = &["Lotus", "Political", "IBM lexicon"];
    const TASK: Task = Task::Classification;
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
    let (mut warnings, mut failed) = (missing(), Vec::new());
    let folder = two_classes::folder(&request.data);
    let sets = two_classes::read(&folder, &mut failed, run)?;
    let lexicons = lexicons::read(&folder, &mut warnings, &mut failed, run)?;
    let seeds = request.seeds.unwrap_or(SEEDS);
    let work = Work::new(&sets, &lexicons, seeds, run);
    let mut measured = Vec::with_capacity(sets.len());
    for set in &sets {
        measured.push(measure(set, &lexicons, &work, &mut warnings)?);
    }
    Ok(Outcome {
        parameters: vec![("seeds", json!(seeds))],
        warnings,
        failed,
        body: Replicated {
            sets: measured,
            lexicons: lexicons.iter().map(lexicon_row).collect(),
            published: published::RANGES.to_vec(),
            missing: Mflk::MISSING.to_vec(),
        },
    })
}

fn missing() -> Vec<Warning> {
    let said = |name: &&str| {
        warning(format!(
            "what the paper has is not at hand: {name}; others stand in"
        ))
    };
    Mflk::MISSING.iter().map(said).collect()
}

fn lexicon_row(list: &WordList) -> LexiconRow {
    let positive = list.words.iter().filter(|(_, positive)| *positive).count();
    LexiconRow {
        name: list.name.clone(),
        positive,
        negative: list.words.len() - positive,
    }
}

fn measure(
    set: &Set,
    lexicons: &[WordList],
    work: &Work<'_>,
    warnings: &mut Vec<Warning>,
) -> Result<ReplicatedSet, ReplicateError> {
    let mut experiments = Vec::new();
    for plan in experiments::plans(set, lexicons) {
        experiments.push(work.measured(set, &plan, warnings)?);
    }
    let listed = |list: &WordList| {
        let words = list.words.iter();
        words
            .filter(|(word, _)| set.corpus.id(word).is_some())
            .count()
    };
    Ok(ReplicatedSet {
        name: set.name.clone(),
        files: set.files.clone(),
        classes: set.classes.clone(),
        documents: set.truth.len(),
        terms: set.corpus.n_terms(),
        majority: majority(&set.truth),
        lexicon_terms: set.positive().map(|_| listed(&lexicons[0])),
        leads: summary::leads(&experiments),
        experiments,
    })
}
