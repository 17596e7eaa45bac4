//! `recto eval`: how good an answer is, beside what trivial answers reach.

mod files;
mod page;
#[cfg(test)]
mod tests;

use crate::{Answer, VERSION};
use files::Bounds;
use indexmap::IndexMap;
use recto_math::{Cancelled, Run};
use recto_segment::metrics::{self, Comparison, Scores};
use recto_text::{SourceOptions, Warning};
use serde::Serialize;
use serde_json::{Map, Value, json};

pub use page::report;

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
    /// The documents of the two sides do not belong together.
    #[error("{0}")]
    Match(String),
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// What is asked.
#[derive(Debug, Clone)]
pub struct Request<'r> {
    /// File or folder of the reference.
    pub reference: &'r str,
    /// Files or folders to score: one, or two to compare.
    pub outputs: &'r [String],
    /// Window of WindowDiff and Pk; `None` takes half the mean reference segment.
    pub k: Option<usize>,
    /// How to read.
    pub source: SourceOptions,
}

impl<'r> Request<'r> {
    /// A request with the usual window.
    pub fn new(reference: &'r str, outputs: &'r [String]) -> Self {
        Self {
            reference,
            outputs,
            k: None,
            source: SourceOptions::default(),
        }
    }
}

/// The command's own keys.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Evaluated {
    /// Means over the documents.
    pub scores: Scores,
    /// Means of trivial answers: no boundary, and evenly spaced ones.
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

/// Scores segmentations against a reference: files or folders, in recto's JSON or in
/// the formats of Choi, NLTK and segeval. A second output is compared with the first.
///
/// # Errors
/// [`EvalError`] when a file cannot be understood, when documents do not match, or
/// when the observer asks to stop.
pub fn segmentation(request: &Request<'_>, run: &Run<'_>) -> Result<Answer<Evaluated>, EvalError> {
    let k = request.k;
    let mut warnings = Vec::new();
    let references = files::read(request.reference, &request.source, run)?;
    if references.iter().all(|document| document.bounds.len() == 1) {
        warnings.push(no_boundary_warning(request.reference));
    }
    let mut scored = Vec::new();
    for output in request.outputs {
        let found = files::read(output, &request.source, run)?;
        let pairs = files::pair(&references, found, output, &mut warnings)?;
        scored.push(score_all(&pairs, output, k)?);
    }
    let mut scored = scored.into_iter();
    let first = scored.next().unwrap_or_default();
    let second = scored.next();
    let none = || EvalError::Match(format!("{}: no document to score", request.reference));
    let ids = references.iter().map(name);
    let document = |(id, &scores)| ScoredDocument { id, scores };
    Ok(Answer {
        recto: VERSION,
        command: "eval",
        parameters: parameters(k, run.seed),
        warnings,
        failed: Vec::new(),
        body: Evaluated {
            scores: metrics::mean(&first).ok_or_else(none)?,
            baselines: baselines(&references, k)?,
            documents: ids.zip(&first).map(document).collect(),
            comparison: second
                .as_ref()
                .map(|second| compare(&first, second, run.seed))
                .transpose()?,
            second: second.and_then(|second| metrics::mean(&second)),
        },
    })
}

/// What a scored document is called: its id, with the coder where there is one.
fn name(reference: &Bounds) -> String {
    match &reference.coder {
        Some(coder) => format!("{} ({coder})", reference.id),
        None => reference.id.clone(),
    }
}

fn counted(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

fn parameters(k: Option<usize>, seed: u64) -> Map<String, Value> {
    let entries = [
        ("task", json!("segmentation")),
        ("k", json!(k)),
        ("seed", json!(seed)),
    ];
    let named = entries.map(|(name, value)| (name.to_string(), value));
    named.into_iter().collect()
}

fn compare(first: &[Scores], second: &[Scores], seed: u64) -> Result<Comparison, EvalError> {
    metrics::compare(first, second, seed).map_err(|error| EvalError::Match(error.to_string()))
}

fn score_all(
    pairs: &[(&Bounds, Bounds)],
    file: &str,
    k: Option<usize>,
) -> Result<Vec<Scores>, EvalError> {
    let score = |(reference, output): &(&Bounds, Bounds)| {
        let n = reference.n_units();
        if n != output.n_units() {
            return Err(lengths_differ(reference, output, file));
        }
        metrics::score(&reference.bounds, &output.bounds, n, k)
            .map_err(|error| EvalError::Match(format!("{}: {error}", reference.id)))
    };
    pairs.iter().map(score).collect()
}

fn lengths_differ(reference: &Bounds, output: &Bounds, file: &str) -> EvalError {
    EvalError::Match(format!(
        "{file}: document `{}`: the reference has {}, the output {}; both must cut the \
         same units (for a reference with a unit a line, segment with --unit line)",
        reference.id,
        counted(reference.n_units(), "unit"),
        output.n_units(),
    ))
}

fn baselines(
    references: &[Bounds],
    k: Option<usize>,
) -> Result<IndexMap<&'static str, Scores>, EvalError> {
    let (mut none, mut even) = (Vec::new(), Vec::new());
    for reference in references {
        let trivial = metrics::baselines(&reference.bounds, reference.n_units(), k)
            .map_err(|error| EvalError::Match(format!("{}: {error}", reference.id)))?;
        none.push(trivial.none);
        even.push(trivial.even);
    }
    let means = [
        ("none", metrics::mean(&none)),
        ("even", metrics::mean(&even)),
    ];
    Ok(means
        .into_iter()
        .filter_map(|(name, mean)| Some((name, mean?)))
        .collect())
}

fn order_warning(output: &str) -> Warning {
    let message = "no id is in the reference: documents were matched in their order";
    Warning::in_file(output, message)
}

fn surplus_warning(output: &str, n: usize) -> Warning {
    let documents = counted(n, "document");
    let message = format!("{documents} of it not in the reference, left out");
    Warning::in_file(output, message)
}

fn no_boundary_warning(reference: &str) -> Warning {
    let message = "no boundary in the reference, so that the scores say little; \
                   plain text needs a line of ten equal signs between segments";
    Warning::in_file(reference, message)
}
