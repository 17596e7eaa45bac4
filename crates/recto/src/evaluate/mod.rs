//! How good an answer is, beside what trivial answers reach.
//!
//! The evaluation of a task lives beside its capability (`segment/eval.rs`) and is one row in
//! [`evaluations`]. Most are a `Task`: how its files read, how two answers to one document
//! are scored, and which trivial answers there are; reading, matching, means, comparisons
//! and the report are the same for all.

mod files;
mod page;
mod sheet;
mod task;
#[cfg(test)]
mod tests;

use crate::{About, Answer, Attachments, Error};
pub(crate) use files::{Named, own, pair, parsed, surplus_warning};
use indexmap::IndexMap;
use recto_math::Run;
use recto_text::Pile;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::sync::Arc;

pub use page::report;
pub(crate) use sheet::compare;
pub use sheet::{Comparison, Intervals, Measure, ScoreTable, Scores, Sheet};
#[cfg(test)]
pub(crate) use task::scored;
pub(crate) use task::{Baseline, Task, against, answer, evaluate, units_differ};

/// Scores of the answers to a task.
pub trait Evaluation: Sync {
    /// How answers are scored: plain data, every field with a default.
    type Request: DeserializeOwned + Default + Sync;

    /// What it is called, what it does and what it can be asked.
    const ABOUT: &'static About;

    /// Refuses a request that no files can meet; `attached` are the fields that will come
    /// as attachments.
    ///
    /// # Errors
    /// [`Error::Request`].
    fn check(&self, _request: &Self::Request, _attached: &[&str]) -> Result<(), Error> {
        Ok(())
    }

    /// Scores the outputs against the reference. A second output is compared with the first.
    ///
    /// # Errors
    /// [`Error`] when a file cannot be understood, when documents do not match, or when the
    /// observer asks to stop.
    fn score(
        &self,
        sides: &Sides,
        request: &Self::Request,
        attachments: &Attachments,
        run: &Run<'_>,
    ) -> Result<Answer<Evaluated>, Error>;
}

/// What is scored, and against what.
#[derive(Debug, Clone, Default)]
pub struct Sides {
    /// The reference.
    pub reference: Side,
    /// The outputs to score: one, or two to compare.
    pub outputs: Vec<Side>,
}

/// Files that hold answers, each a document of a pile: its text is the file's.
#[derive(Debug, Clone, Default)]
pub struct Side {
    /// What the user calls it, for messages.
    pub label: String,
    /// The files.
    pub files: Pile,
}

/// An evaluation whose types are not known: requests come as JSON.
pub trait AnyEvaluation: Sync {
    /// See [`Evaluation::ABOUT`].
    fn about(&self) -> &'static About;

    /// Checks a request before anything is read.
    ///
    /// # Errors
    /// [`Error::Request`].
    fn check(&self, request: &Map<String, Value>, attached: &[&str]) -> Result<(), Error>;

    /// Scores as [`Evaluation::score`] does, with a request given as JSON.
    ///
    /// # Errors
    /// As [`Evaluation::score`].
    fn score(
        &self,
        sides: &Sides,
        request: &Map<String, Value>,
        attachments: &Attachments,
        run: &Run<'_>,
    ) -> Result<Answer<Evaluated>, Error>;
}

impl<E: Evaluation> AnyEvaluation for E {
    fn about(&self) -> &'static About {
        E::ABOUT
    }

    fn check(&self, request: &Map<String, Value>, attached: &[&str]) -> Result<(), Error> {
        Evaluation::check(self, &crate::capability::typed(request)?, attached)
    }

    fn score(
        &self,
        sides: &Sides,
        request: &Map<String, Value>,
        attachments: &Attachments,
        run: &Run<'_>,
    ) -> Result<Answer<Evaluated>, Error> {
        let request = crate::capability::typed(request)?;
        Evaluation::score(self, sides, &request, attachments, run)
    }
}

/// Every task whose answers can be scored, in the order of help.
pub fn evaluations() -> &'static [&'static dyn AnyEvaluation] {
    EVALUATIONS
}

static EVALUATIONS: &[&'static dyn AnyEvaluation] = &[
    &crate::segment::eval::SEGMENTATION,
    &crate::authors::eval::AUTHORSHIP,
    &crate::topics::eval::CLUSTERING,
    &crate::summarize::eval::ROUGE,
    &crate::align::eval::ALIGNMENT,
    &crate::classify::eval::CLASSIFICATION,
    &crate::events::eval::TIMELINE,
];

/// Scores, beside those of trivial answers.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Evaluated {
    /// What the scores are.
    #[serde(skip)]
    pub sheet: Arc<Sheet>,
    /// Means over the documents.
    pub scores: Scores,
    /// How far the means may be off, where the task tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intervals: Option<Intervals>,
    /// Means of trivial answers.
    pub baselines: IndexMap<&'static str, Scores>,
    /// Each document's scores.
    pub documents: Vec<ScoredDocument>,
    /// The second output against the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comparison: Option<Comparison>,
    /// Means of the second output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second: Option<Scores>,
    /// What the report shows besides; no part of the JSON.
    #[serde(skip)]
    pub tables: Vec<ScoreTable>,
}

/// One document's scores.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ScoredDocument {
    /// The document's id.
    pub id: String,
    /// Its scores.
    pub scores: Scores,
}
