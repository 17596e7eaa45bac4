//! Minimum dominating sets (MDS): Chao Shen and Tao Li, 2010, Multi-Document Summarization
//! via the Minimum Dominating Set.
//!
//! The paper's collections are given out under a licence only; its experiments are repeated
//! on other piles with human summaries: summaries of everything, the threshold of the
//! graph, questions, updates, and what sets groups of documents apart. For the last there
//! are no human summaries: how well a test document finds its group by the summaries is
//! measured, and the paper's case study is made of the user's documents.

mod apart;
mod case;
mod contrast;
mod experiments;
mod page;
mod published;
#[cfg(test)]
mod tests;
mod thresholds;

use super::summaries::{self, Corpora, Figures, GENERIC, SEEDS, Set, Work};
pub use super::summaries::{Lead, PublishedRow, Recall, ScoredSet, SystemRow};
use crate::{
    Field, Files, Outcome, ReplicateError, Replication, Request, SetFormat, Uses, warning,
};
use contrast::Library;
use recto_math::Run;
use recto_math::sample::{Difference, Estimate};
use recto_report::{Report, SourceText};
use recto_text::{Failure, Warning};
use serde::Serialize;
use serde_json::json;

/// Result of the replication.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Replicated {
    /// Generic summaries.
    pub generic: Part,
    /// Query-focused summaries.
    pub query: Part,
    /// Update summaries.
    pub update: Part,
    /// ROUGE-2 for each threshold of the similarity graph.
    pub thresholds: Vec<ThresholdSet>,
    /// What sets groups of documents apart; `None` without labelled documents.
    pub comparative: Option<Comparative>,
    /// Figures that the paper reports.
    pub published: Vec<PublishedRow>,
    /// The paper's collections, none of which is at hand.
    pub missing: Vec<&'static str>,
}

/// Results on one of the paper's tasks.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Part {
    /// Scores of the systems on each set.
    pub sets: Vec<ScoredSet>,
    /// Mean scores of the systems over sets.
    pub mean: Vec<SystemRow>,
    /// Leads of one system over another.
    pub leads: Vec<Lead>,
}

/// Which task a threshold is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// Generic summaries.
    Generic,
    /// Query-focused summaries.
    Query,
}

/// Which form of `mds` a curve is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// As published, with open neighbourhoods.
    Paper,
    /// recto's.
    Recto,
}

/// Scores on a set for each threshold.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ThresholdSet {
    /// Name of the set.
    pub set: &'static str,
    /// Task that the set belongs to.
    pub task: Task,
    /// Form of the method.
    pub form: Form,
    /// Scores by increasing threshold.
    pub points: Vec<ThresholdPoint>,
    /// ROUGE-2 of `lead` on the same records.
    pub lead: f64,
    /// What choosing by cross-validation gives.
    pub chosen: Option<CrossValidated>,
}

/// ROUGE-2 at one threshold.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ThresholdPoint {
    /// Cosine above which sentences are neighbours.
    pub threshold: f64,
    /// Recall of ROUGE-2.
    pub rouge_2: f64,
    /// 95 % of resamples of the records.
    pub interval: [f64; 2],
}

/// The threshold that was best on the other parts of a set, on each part.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CrossValidated {
    /// For each part, the threshold that the others chose.
    pub thresholds: Vec<f64>,
    /// Held-out recall, mean over records.
    pub held_out: Recall,
    /// The same under recto's threshold.
    pub fixed: Recall,
    /// Held-out ROUGE-2 less that under recto's threshold.
    pub difference: Difference,
}

/// What sets groups of documents apart.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparative {
    /// The name of the file of labelled documents.
    pub name: &'static str,
    /// Files of the set and their digest.
    #[serde(flatten)]
    pub files: Files,
    /// Draws of groups: of all labels, and of those alike.
    pub draws: Vec<DrawnGroups>,
    /// One sentence a group, as in the paper's case study.
    pub case_study: CaseStudy,
}

/// Systems on groups that were drawn.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DrawnGroups {
    /// From which labels: `all` or `related`.
    pub labels: &'static str,
    /// Number of labels.
    pub n_labels: usize,
    /// Number of random draws of groups.
    pub draws: usize,
    /// Scores of each system.
    pub rows: Vec<ContrastRow>,
    /// Accuracy of one system less that of another, draw by draw.
    pub leads: Vec<ContrastLead>,
}

/// A system that tells groups apart.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ContrastRow {
    /// Name of the system.
    pub system: &'static str,
    /// The share of test documents that are nearest to the summary of their group.
    pub accuracy: Estimate,
    /// How like a sentence is to the most alike one of another group's summary.
    pub overlap: Option<Estimate>,
    /// How like a sentence of the group is to the most alike one of its summary.
    pub coverage: Option<Estimate>,
}

/// Difference in accuracy between two systems.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ContrastLead {
    /// Name of the system.
    pub system: &'static str,
    /// Name of the system that it is compared with.
    pub over: &'static str,
    /// The difference with its doubt.
    #[serde(flatten)]
    pub difference: Difference,
}

/// One sentence a group by each method.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct CaseStudy {
    /// The groups, the largest label first.
    pub groups: Vec<CaseGroup>,
}

/// A group of the case study.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CaseGroup {
    /// Label of the group.
    pub label: String,
    /// How many documents were drawn.
    pub documents: usize,
    /// The sentence that each method chose for the group.
    pub sentences: Vec<CaseSentence>,
}

/// A sentence that stands for a group.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CaseSentence {
    /// Name of the method.
    pub system: &'static str,
    /// Id of the document.
    pub document: String,
    /// First byte of the sentence in the document.
    pub start: usize,
    /// Byte after the last of the sentence.
    pub end: usize,
    /// Text of the sentence.
    pub text: String,
    /// The whole document, for the report.
    #[serde(skip)]
    whole: String,
}

impl CaseSentence {
    fn source(&self) -> SourceText {
        SourceText::new(&self.document, &self.whole)
    }
}

/// The replication of this paper.
#[derive(Debug, Clone, Copy)]
pub struct Mds;

impl Replication for Mds {
    type Body = Replicated;

    const KEY: &'static str = "MDS";
    const ABOUT: &'static str = "Summaries by minimum dominating sets";
    const CITATION: &'static str =
        "Shen and Li, 2010, Multi-Document Summarization via the Minimum Dominating Set";
    const READING: &'static str = "Recall of ROUGE, cut at the budget of each set; read it \
        beside random and lead. mds (paper) is the published form, mwds (paper) the same with \
        weights, mds recto's.";
    const MISSING: &'static [&'static str] = &published::COLLECTIONS;
    const TASK: crate::Task = crate::Task::Summarization;
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

/// All that is there.
struct Sets {
    generic: Vec<Set>,
    query: Vec<Set>,
    update: Vec<Set>,
    library: Option<Library>,
}

/// Sets of questions and of updates, with their budgets in words.
const QUERY: [(&str, usize); 3] = [("en-qmsum", 60), ("en-quotesum", 40), ("en-timelines", 150)];
const UPDATE: [(&str, usize); 1] = [("en-updates", 100)];

fn read(
    request: &Request,
    corpora: &Corpora,
    warnings: &mut Vec<Warning>,
    failed: &mut Vec<Failure>,
    run: &Run<'_>,
) -> Result<Sets, ReplicateError> {
    let mut part = |rows: &[(&'static str, usize)], asked: bool| {
        let sets = rows
            .iter()
            .map(|row| corpora.set(*row, asked, warnings, failed, run));
        let sets: Result<Vec<Option<Set>>, ReplicateError> = sets.map(|set| Ok(set?)).collect();
        sets.map(|sets| sets.into_iter().flatten().collect::<Vec<Set>>())
    };
    let generic = part(&GENERIC, false)?;
    let query = part(&QUERY, true)?;
    let update = part(&UPDATE, false)?;
    let sets = Sets {
        generic,
        query,
        update,
        library: Library::read(&request.data, warnings, failed, run)?,
    };
    let none = [&sets.generic, &sets.query, &sets.update];
    if none.iter().all(|sets| sets.is_empty()) && sets.library.is_none() {
        Err(corpora.nothing())
    } else {
        Ok(sets)
    }
}

fn replicate(request: &Request, run: &Run<'_>) -> Result<Outcome<Replicated>, ReplicateError> {
    let (mut warnings, mut failed) = (Vec::new(), Vec::new());
    let corpora = Corpora::open(&request.data, &mut warnings)?;
    let sets = read(request, &corpora, &mut warnings, &mut failed, run)?;
    warnings.extend(Mds::MISSING.iter().map(|name| {
        warning(format!(
            "the paper's collection is not at hand: {name}; other sets stand in"
        ))
    }));
    let not_built = published::NOT_BUILT.iter();
    warnings.extend(not_built.map(|(name, what)| warning(format!("{name} is not built: {what}"))));
    let records = |sets: &[Set]| sets.iter().map(|set| set.records.len()).sum::<usize>();
    let steps = 3 * (records(&sets.generic) + records(&sets.query)) + records(&sets.update);
    let draws = sets.library.as_ref().map_or(0, Library::n_draws);
    let work = Work::new(request.seeds.unwrap_or(SEEDS), steps + draws, run);
    let mut part = |sets: &[Set], systems: &[summaries::System], pairs: &[summaries::Pair]| {
        let figures = sets
            .iter()
            .map(|set| work.figures(&corpora, set, systems, &mut warnings));
        let figures: Vec<Figures> = figures.collect::<Result<_, _>>()?;
        let scored: Vec<ScoredSet> = sets
            .iter()
            .zip(&figures)
            .map(|(set, figures)| figures.scored(set))
            .collect();
        Ok::<Part, ReplicateError>(Part {
            mean: summaries::macro_mean(&scored),
            leads: summaries::compared(&figures, pairs, run.seed),
            sets: scored,
        })
    };
    let generic = part(
        &sets.generic,
        &experiments::generic(),
        &experiments::generic_pairs(),
    )?;
    let query = part(
        &sets.query,
        &experiments::query(),
        &experiments::query_pairs(),
    )?;
    let update = part(
        &sets.update,
        &experiments::update(),
        &experiments::update_pairs(),
    )?;
    let mut thresholds = Vec::new();
    for (task, sets) in [(Task::Generic, &sets.generic), (Task::Query, &sets.query)] {
        for set in sets {
            for form in [Form::Paper, Form::Recto] {
                let what = (task, form);
                let found = thresholds::of(&work, &corpora, set, what, &mut warnings)?;
                thresholds.extend(found);
            }
        }
    }
    let comparative = match &sets.library {
        Some(library) => library.compared(&work, &mut warnings)?,
        None => None,
    };
    Ok(Outcome {
        parameters: vec![("seeds", json!(request.seeds.unwrap_or(SEEDS)))],
        warnings,
        failed,
        body: Replicated {
            generic,
            query,
            update,
            thresholds,
            comparative,
            published: published::tables(),
            missing: Mds::MISSING.to_vec(),
        },
    })
}
