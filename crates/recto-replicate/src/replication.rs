//! The trait of a replication: facts of the paper, experiments, report.

use crate::{Field, ReplicateError, Request, Task};
use recto::{Answer, VERSION};
use recto_math::Run;
use recto_report::Report;
use recto_text::{Failure, Warning};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// A published system whose experiments can be repeated.
///
/// A new paper is a folder with a type that implements this, and a row in
/// [`papers`](crate::papers).
pub trait Replication {
    /// The keys of its answer beside those that all answers have.
    type Body: Serialize + Send;

    /// The key of the paper in docs/PAPERS.md, as it is typed: `APS`.
    const KEY: &'static str;
    /// What the paper is about: one line without a full stop.
    const ABOUT: &'static str;
    /// Authors, year and title, without a full stop.
    const CITATION: &'static str;
    /// How to read its figures: sentences that follow the citation in the report.
    const READING: &'static str;
    /// The paper's corpora that cannot be had; other data stand in for them.
    const MISSING: &'static [&'static str];
    /// Whose folder the sets may stand in.
    const TASK: Task;
    /// What a set is in that folder.
    const FORMAT: SetFormat;
    /// The optional fields of the request that have an effect.
    const USES: &'static [Uses];

    /// Repeats the paper's experiments on the sets of the request's folder.
    ///
    /// # Errors
    /// [`ReplicateError`] when there is no set, or when the observer asks to stop.
    fn measure(request: &Request, run: &Run<'_>) -> Result<Outcome<Self::Body>, ReplicateError>;

    /// Adds the findings to a report: sections, and the sources that they quote.
    fn show(body: &Self::Body, report: &mut Report);

    /// The experiments in the run's threads, as an answer.
    ///
    /// # Errors
    /// Those of [`Replication::measure`].
    fn run(request: &Request, run: &Run<'_>) -> Result<Answer<Self::Body>, ReplicateError> {
        let outcome = run.install(|| Self::measure(request, run))?;
        Ok(outcome.answer(Self::KEY, run.seed))
    }

    /// The report of a finished replication.
    fn report(answer: &Answer<Self::Body>) -> Report {
        let mut report = Report {
            title: format!("Replication of {}", Self::KEY),
            account: format!("{}. {}", Self::CITATION, Self::READING),
            ..answer.report()
        };
        Self::show(&answer.body, &mut report);
        report
    }
}

/// What experiments came to, before it is an answer.
#[derive(Debug, Clone)]
pub struct Outcome<B> {
    /// What the experiments worked with, by name; key and seed are added for all.
    pub parameters: Vec<(&'static str, Value)>,
    /// Warnings for the user.
    pub warnings: Vec<Warning>,
    /// Files and rows that could not be used.
    pub failed: Vec<Failure>,
    /// Measured figures, by their names in JSON.
    pub body: B,
}

impl<B> Outcome<B> {
    /// The outcome of the paper with this key, in the frame of all answers.
    pub(crate) fn answer(self, key: &str, seed: u64) -> Answer<B> {
        let mut parameters = Map::new();
        parameters.insert("paper".into(), json!(key));
        for (name, value) in self.parameters {
            parameters.insert(name.into(), value);
        }
        parameters.insert("seed".into(), json!(seed));
        Answer {
            recto: VERSION.into(),
            command: "replicate".into(),
            parameters,
            warnings: self.warnings,
            failed: self.failed,
            body: self.body,
        }
    }
}

/// How a set of texts is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetFormat {
    /// A folder with a file for each text.
    Folder,
    /// A `.jsonl` file with a document in each row.
    JsonLines,
}

/// An optional field of a request that has an effect on a replication.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Uses {
    /// Which.
    pub field: Field,
    /// What stands for `None`, for help.
    pub default: &'static str,
}
