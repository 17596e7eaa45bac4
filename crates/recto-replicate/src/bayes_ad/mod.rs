//! Authors of a document by Bayesian decomposition (BayesAD): Chris Giannella, 2015, An
//! Improved Algorithm for Unsupervised Decomposition of a Multi-Author Document.
//!
//! The paper's documents are made of columns of a newspaper and of blogs that are not at
//! hand. Its procedure is repeated on other texts: runs of sentences by known authors in
//! random order, for several lengths and numbers of runs, the number of authors unknown
//! and known; the prior's concentration swept; and, for its single-topic blogs, texts of
//! one debate by two authors in turn.

mod corpora;
mod experiments;
mod page;
mod systems;
#[cfg(test)]
mod tests;

use crate::{
    Field, Files, Outcome, ReplicateError, Replication, Request, SetFormat, Task, Trials, Uses,
    warning,
};
use corpora::Set;
use experiments::Work;
use recto_math::Run;
use recto_math::sample::Estimate;
use recto_report::Report;
use recto_text::Warning;
use serde::Serialize;
use serde_json::{Value, json};

pub use systems::System;

/// Documents of each kind, unless the caller says otherwise; the paper has 500.
pub const DOCUMENTS: usize = 40;

/// Seeds of the texts of one debate, unless the caller says otherwise: as in the paper.
pub const SEEDS: usize = 500;

/// Result of the replication.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Replicated {
    /// The sets, in the order of their names.
    pub sets: Vec<ReplicatedSet>,
    /// The paper's corpora, none of which is at hand.
    pub missing: Vec<&'static str>,
}

/// Results on one set of texts.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReplicatedSet {
    /// Name of the set's folder.
    pub name: String,
    /// Files of the set and their digest.
    #[serde(flatten)]
    pub files: Files,
    /// Authors of the texts in the set.
    pub authors: Vec<String>,
    /// Each length and number of runs.
    pub cells: Vec<CellRow>,
    /// The paper's system under several priors, runs of 25, two of each author.
    pub theta: Vec<ThetaRow>,
    /// Texts of one debate by two authors in turn, where the set has single texts.
    pub debate: Option<Debate>,
}

/// Documents of one length and number of runs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CellRow {
    /// Number of authors of each document.
    pub authors: usize,
    /// Mean number of sentences in a run.
    pub run_length: usize,
    /// Number of runs of each author.
    pub runs: usize,
    /// Mean number of changes of author.
    pub transitions: f64,
    /// The same in the paper, where it tells.
    pub published_transitions: Option<f64>,
    /// Each method, the number of authors unknown and known.
    pub methods: Vec<MethodRow>,
}

/// Mean scores of a method over documents.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MethodRow {
    /// The method.
    pub method: System,
    /// Whether it was told the number of authors.
    pub known: bool,
    /// Matching accuracy, with Student's interval of 95 %.
    pub accuracy: Estimate,
    /// Mean number of authors found.
    pub authors: f64,
}

/// The paper's system under one prior.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ThetaRow {
    /// The concentration: a number, `likeliest` (the paper's EM-style choice), or `auto`.
    pub theta: Value,
    /// Matching accuracy, the number of authors unknown.
    pub accuracy: Estimate,
}

/// Texts of one debate by two authors in turn, over many seeds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Debate {
    /// Each document.
    pub documents: Vec<DebateDocument>,
    /// Number of seeds.
    pub seeds: usize,
    /// Each method, the number of authors unknown and known.
    pub methods: Vec<MethodRow>,
}

/// A document of one debate: a bar for each method in the paper's figures 1 and 4.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DebateDocument {
    /// The ids of its texts.
    pub texts: Vec<Value>,
    /// Each method over the seeds, the number of authors unknown and known.
    pub methods: Vec<MethodRow>,
}

/// The replication of this paper.
#[derive(Debug, Clone, Copy)]
pub struct BayesAd;

impl Replication for BayesAd {
    type Body = Replicated;

    const KEY: &'static str = "BayesAD";
    const ABOUT: &'static str = "Authors of a document by Bayesian decomposition";
    const CITATION: &'static str = "Giannella, 2015, An Improved Algorithm for \
        Unsupervised Decomposition of a Multi-Author Document";
    const READING: &'static str = "Accuracy is the share of sentences in the best \
        one-to-one matching of groups and authors; read it beside that of one author for all.";
    const MISSING: &'static [&'static str] = &["NYT-Columnists", "BP-Blog"];
    const TASK: Task = Task::Authors;
    const FORMAT: SetFormat = SetFormat::Folder;
    const USES: &'static [Uses] = &[Uses {
        field: Field::Documents,
        default: "40 and 500",
    }];

    fn measure(request: &Request, run: &Run<'_>) -> Result<Outcome<Replicated>, ReplicateError> {
        replicate(request, run)
    }

    fn show(body: &Replicated, report: &mut Report) {
        page::show(body, report);
    }
}

fn replicate(request: &Request, run: &Run<'_>) -> Result<Outcome<Replicated>, ReplicateError> {
    let mut failed = Vec::new();
    let sets = corpora::read(&request.data, &mut failed, run)?;
    let work = Work::new(&sets, request, run);
    let done = sets.iter().map(|set| work.set(set));
    let sets: Vec<ReplicatedSet> = done.collect::<Result<_, _>>()?;
    Ok(Outcome {
        parameters: vec![
            ("documents", times(request, DOCUMENTS)),
            ("seeds", times(request, SEEDS)),
        ],
        warnings: BayesAd::MISSING
            .iter()
            .map(|name| missing_warning(name))
            .collect(),
        failed,
        body: Replicated {
            sets,
            missing: BayesAd::MISSING.to_vec(),
        },
    })
}

/// How often an experiment is repeated; the paper's numbers differ by experiment.
fn times(request: &Request, default: usize) -> Value {
    match request.documents {
        Some(Trials::Number(n)) => json!(n),
        Some(Trials::Published) => json!("paper"),
        None => json!(default),
    }
}

fn missing_warning(name: &str) -> Warning {
    warning(format!(
        "the paper's corpus is not at hand: {name}; other texts stand in"
    ))
}
