//! `recto eval`: how good an answer is, beside what trivial answers reach.
//!
//! A task says how its files read, how two answers to one document are scored, and which
//! trivial answers there are (`Task`); reading, matching, means, comparisons and the
//! report are the same for all.

mod authors;
mod clustering;
mod files;
mod page;
mod rouge;
mod segmentation;
mod sheet;
#[cfg(test)]
mod tests;

use crate::{Answer, VERSION};
use files::{Named, Pair};
use indexmap::IndexMap;
use rayon::prelude::*;
use recto_math::{Cancelled, Run};
use recto_text::{Document, SourceOptions, Warning};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::sync::Arc;

pub use authors::Authors;
pub use clustering::{Clustering, clustering};
pub use page::report;
pub use rouge::{Rouge, rouge};
pub use segmentation::Segmentation;
pub use sheet::{Comparison, Intervals, Measure, Scores, Sheet};

/// Why an answer cannot be scored. Each message says what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EvalError {
    /// A file could not be read or understood.
    #[error("{file}: {message}")]
    File {
        /// Which file.
        file: String,
        /// What is wrong and what to do.
        message: String,
    },
    /// What was asked for cannot be done, whatever the files say.
    #[error("{0}")]
    Usage(String),
    /// The documents of the two sides do not belong together.
    #[error("{0}")]
    Match(String),
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// What is asked of every task.
#[derive(Debug, Clone)]
pub struct Request<'r> {
    /// File or folder of the reference.
    pub reference: &'r str,
    /// Files or folders to score: one, or two to compare.
    pub outputs: &'r [String],
    /// How to read.
    pub source: SourceOptions,
}

impl<'r> Request<'r> {
    /// A request that reads in the usual way.
    pub fn new(reference: &'r str, outputs: &'r [String]) -> Self {
        Self {
            reference,
            outputs,
            source: SourceOptions::default(),
        }
    }
}

/// The command's own keys.
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
}

/// One document's scores.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ScoredDocument {
    /// The document's id.
    pub id: String,
    /// Its scores.
    pub scores: Scores,
}

/// What is scored document by document.
trait Task: Sync {
    /// What a file says of one document.
    type Item: Clone + Send + Sync;

    fn sheet(&self) -> Arc<Sheet>;

    /// What was asked for, by the names of the command line.
    fn parameters(&self) -> Vec<(&'static str, Value)>;

    /// What one file says.
    fn parse(&self, document: &Document) -> Result<Vec<Named<Self::Item>>, String>;

    /// What a reader should know of such references.
    fn warning(&self, references: &[Named<Self::Item>]) -> Option<&'static str>;

    /// What a reader should know of such outputs.
    fn doubt(&self, _outputs: &[Named<Self::Item>]) -> Option<String> {
        None
    }

    /// Resamples of the documents for intervals of the means; 0 for none.
    fn resamples(&self) -> usize {
        0
    }

    /// The scores of one document, in the order of the sheet.
    fn score(
        &self,
        reference: &Self::Item,
        output: &Self::Item,
    ) -> Result<Vec<Option<f64>>, String>;

    /// Trivial answers to one document.
    fn trivial(&self, reference: &Self::Item) -> Vec<(&'static str, Self::Item)>;

    /// What trivial answers score.
    fn baselines(&self, reference: &Self::Item) -> Result<Vec<Baseline>, String> {
        let trivial = self.trivial(reference).into_iter();
        trivial
            .map(|(name, answer)| Ok((name, self.score(reference, &answer)?)))
            .collect()
    }
}

/// A trivial answer's name and its scores, in the order of the sheet.
type Baseline = (&'static str, Vec<Option<f64>>);

/// Scores segmentations against a reference: files or folders, in recto's JSON or in
/// the formats of Choi, NLTK and segeval. A second output is compared with the first.
///
/// # Errors
/// [`EvalError`] when a file cannot be understood, when documents do not match, or
/// when the observer asks to stop.
pub fn segmentation(
    task: &Segmentation,
    request: &Request<'_>,
    run: &Run<'_>,
) -> Result<Answer<Evaluated>, EvalError> {
    evaluate(task, request, run)
}

/// Scores who wrote which units against a reference: recto's JSON, PAN's JSON, or one
/// label a line. A second output is compared with the first.
///
/// # Errors
/// As [`segmentation`].
pub fn authors(
    task: &Authors,
    request: &Request<'_>,
    run: &Run<'_>,
) -> Result<Answer<Evaluated>, EvalError> {
    evaluate(task, request, run)
}

fn evaluate<T: Task>(
    task: &T,
    request: &Request<'_>,
    run: &Run<'_>,
) -> Result<Answer<Evaluated>, EvalError> {
    let parse = |document: &Document| task.parse(document);
    let references = files::read(parse, request.reference, &request.source, run)?;
    against(task, &references, request, run)
}

/// Scores the outputs of a request against references that were read.
fn against<T: Task>(
    task: &T,
    references: &[Named<T::Item>],
    request: &Request<'_>,
    run: &Run<'_>,
) -> Result<Answer<Evaluated>, EvalError> {
    let mut warnings = Vec::new();
    if let Some(message) = task.warning(references) {
        warnings.push(Warning::in_file(request.reference, message));
    }
    let mut scored = Vec::new();
    for output in request.outputs {
        let parse = |document: &Document| task.parse(document);
        let found = files::read(parse, output, &request.source, run)?;
        if let Some(message) = task.doubt(&found) {
            warnings.push(Warning::in_file(output, message));
        }
        let pairs = files::pair(references, found, output, &mut warnings)?;
        scored.push(score_all(task, &pairs, output)?);
    }
    let mut scored = scored.into_iter();
    let first = scored.next().unwrap_or_default();
    let second = scored.next();
    let none = || EvalError::Match(format!("{}: no document to score", request.reference));
    let ids = references.iter().map(Named::name);
    let document = |(id, scores): (String, &Scores)| ScoredDocument {
        id,
        scores: scores.clone(),
    };
    let body = Evaluated {
        sheet: task.sheet(),
        scores: Scores::mean(&first).ok_or_else(none)?,
        intervals: sheet::intervals(&first, task.resamples(), run.seed),
        baselines: baselines(task, references)?,
        documents: ids.zip(&first).map(document).collect(),
        comparison: second
            .as_ref()
            .map(|second| sheet::compare(&first, second, run.seed)),
        second: second.and_then(|second| Scores::mean(&second)),
    };
    Ok(answer(body, task.parameters(), warnings, run.seed))
}

fn answer(
    body: Evaluated,
    parameters: Vec<(&'static str, Value)>,
    warnings: Vec<Warning>,
    seed: u64,
) -> Answer<Evaluated> {
    let task = [("task", json!(body.sheet.task))];
    let all = task.into_iter().chain(parameters);
    let all = all.chain([("seed", json!(seed))]);
    Answer {
        recto: VERSION.into(),
        command: "eval".into(),
        parameters: all
            .map(|(name, value)| (name.to_string(), value))
            .collect::<Map<_, _>>(),
        warnings,
        failed: Vec::new(),
        body,
    }
}

fn score_all<T: Task>(
    task: &T,
    pairs: &[Pair<'_, T::Item>],
    file: &str,
) -> Result<Vec<Scores>, EvalError> {
    let score = |(reference, output): &Pair<'_, T::Item>| {
        let scores = task.score(&reference.item, &output.item);
        let id = &reference.id;
        let message = |message| EvalError::Match(format!("{file}: document `{id}`: {message}"));
        Ok(Scores::new(task.sheet(), scores.map_err(message)?))
    };
    // All, then the first error: which one is met first must not depend on the threads.
    let scored: Vec<Result<Scores, EvalError>> = pairs.par_iter().map(score).collect();
    scored.into_iter().collect()
}

fn baselines<T: Task>(
    task: &T,
    references: &[Named<T::Item>],
) -> Result<IndexMap<&'static str, Scores>, EvalError> {
    let scored = |reference: &Named<T::Item>| {
        let message = |error| EvalError::Match(format!("{}: {error}", reference.id));
        task.baselines(&reference.item).map_err(message)
    };
    let scored: Vec<Result<_, EvalError>> = references.par_iter().map(scored).collect();
    let mut found: IndexMap<&'static str, Vec<Scores>> = IndexMap::new();
    for baselines in scored {
        for (name, values) in baselines? {
            let scores = Scores::new(task.sheet(), values);
            found.entry(name).or_default().push(scores);
        }
    }
    let means = found.into_iter();
    Ok(means
        .filter_map(|(name, scores)| Some((name, Scores::mean(&scores)?)))
        .collect())
}

fn counted(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

fn units_differ(verb: &str, reference: usize, output: usize, command: &str) -> String {
    format!(
        "the reference has {}, the output {output}; both must {verb} the same units (for a \
         reference with a unit a line, use recto {command} with --unit line)",
        counted(reference, "unit"),
    )
}
