//! `recto eval`: how good an answer is, beside what trivial answers reach.

mod files;
mod page;

use crate::{Answer, VERSION};
use files::Bounds;
use indexmap::IndexMap;
use recto_math::{Cancelled, Run};
use recto_segment::metrics::{self, Comparison, Scores};
use recto_text::{SourceOptions, Warning};
use serde::Serialize;
use serde_json::{Map, json};

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
pub fn segmentation(
    reference: &str,
    outputs: &[String],
    k: Option<usize>,
    run: &Run<'_>,
) -> Result<Answer<Evaluated>, EvalError> {
    let mut warnings = Vec::new();
    let options = SourceOptions::default();
    let references = files::read(reference, &options, run)?;
    let mut scored = Vec::new();
    for output in outputs {
        let found = files::read(output, &options, run)?;
        let pairs = files::pair(&references, found, output, &mut warnings)?;
        scored.push(score_all(&pairs, k)?);
    }
    let baselines = baselines(&references, k)?;
    let mut scored = scored.into_iter();
    let first = scored.next().unwrap_or_default();
    let comparison = match scored.next() {
        Some(second) => {
            let compared = metrics::compare(&first, &second, run.seed);
            Some(compared.map_err(|error| EvalError::Match(error.to_string()))?)
        }
        None => None,
    };
    let mut parameters = Map::new();
    parameters.insert("task".into(), json!("segmentation"));
    parameters.insert("k".into(), json!(k));
    parameters.insert("seed".into(), json!(run.seed));
    let ids = references.iter().map(|document| document.id.clone());
    let scores = metrics::mean(&first)
        .ok_or_else(|| EvalError::Match(format!("{reference}: no document to score")))?;
    Ok(Answer {
        recto: VERSION,
        command: "eval",
        parameters,
        warnings,
        failed: Vec::new(),
        body: Evaluated {
            scores,
            baselines,
            documents: ids
                .zip(first)
                .map(|(id, scores)| ScoredDocument { id, scores })
                .collect(),
            comparison,
        },
    })
}

fn score_all(pairs: &[(&Bounds, Bounds)], k: Option<usize>) -> Result<Vec<Scores>, EvalError> {
    let score = |(reference, output): &(&Bounds, Bounds)| {
        let (n, m) = (reference.n_units(), output.n_units());
        if n != m {
            return Err(EvalError::Match(format!(
                "{}: the reference has {n} units, the output {m}; both must cut the same units \
                 (for a file with a unit a line, segment with --unit line)",
                reference.id
            )));
        }
        metrics::score(&reference.bounds, &output.bounds, n, k)
            .map_err(|error| EvalError::Match(format!("{}: {error}", reference.id)))
    };
    pairs.iter().map(score).collect()
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
