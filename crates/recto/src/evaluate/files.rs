//! Segmentations from files: recto's JSON, Choi, NLTK, segeval.

use super::{EvalError, counted, order_warning, surplus_warning};
use recto_math::Run;
use recto_segment::metrics::formats;
use recto_text::source::{self, Format};
use recto_text::{Document, SourceOptions, Warning};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Deserialize;
use serde::de::IgnoredAny;

/// The segmentation of one document.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Bounds {
    pub(super) id: String,
    /// Who drew them, where the format says.
    pub(super) coder: Option<String>,
    /// Exclusive ends of the segments; the last is the number of units.
    pub(super) bounds: Vec<usize>,
}

impl Bounds {
    pub(super) fn n_units(&self) -> usize {
        self.bounds.last().copied().unwrap_or(0)
    }
}

/// The part of recto's own JSON that matters here.
#[derive(Deserialize)]
struct Own {
    documents: Vec<OwnDocument>,
}

/// Enough of a JSON object to tell whose it is.
#[derive(Deserialize)]
struct Peek {
    documents: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct OwnDocument {
    id: String,
    units: usize,
    segments: Vec<OwnSegment>,
}

#[derive(Deserialize)]
struct OwnSegment {
    end_unit: usize,
}

/// Every segmentation in a file or folder, in order.
pub(super) fn read(
    path: &str,
    options: &SourceOptions,
    run: &Run<'_>,
) -> Result<Vec<Bounds>, EvalError> {
    let options = SourceOptions {
        format: Some(Format::Text),
        ..options.clone()
    };
    let pile = source::read(&[path.to_string()], &options, run)?;
    if let Some(failure) = pile.failed.into_iter().next() {
        return Err(EvalError::File {
            file: failure.file,
            message: failure.message,
        });
    }
    let mut found = Vec::new();
    for document in &pile.documents {
        let parsed = parse(document).map_err(|message| EvalError::File {
            file: document.file.clone(),
            message,
        })?;
        found.extend(parsed);
    }
    match found.is_empty() {
        true => Err(EvalError::File {
            file: path.into(),
            message: "no segmentation in it".into(),
        }),
        false => Ok(found),
    }
}

fn parse(document: &Document) -> Result<Vec<Bounds>, String> {
    let peek = serde_json::from_str::<Peek>(&document.text);
    let is_own = peek.is_ok_and(|peek| peek.documents.is_some());
    if is_own {
        return parse_own(&document.text);
    }
    let references = formats::parse(&document.text, None).map_err(|error| error.to_string())?;
    let only = references.len() == 1;
    let named = references
        .into_iter()
        .enumerate()
        .map(|(i, reference)| Bounds {
            id: reference.id.unwrap_or_else(|| match only {
                true => document.id.clone(),
                false => format!("{}#{}", document.id, i + 1),
            }),
            coder: reference.coder,
            bounds: reference.bounds,
        });
    Ok(named.collect())
}

fn parse_own(text: &str) -> Result<Vec<Bounds>, String> {
    let own: Own = serde_json::from_str(text).map_err(|error| {
        format!("not the JSON of recto segment: {error}; make it with recto segment --format json")
    })?;
    own.documents.into_iter().map(bounds).collect()
}

fn bounds(document: OwnDocument) -> Result<Bounds, String> {
    let bounds: Vec<usize> = document
        .segments
        .iter()
        .map(|segment| segment.end_unit)
        .collect();
    match bounds.last() {
        Some(&last) if last == document.units => Ok(Bounds {
            id: document.id,
            coder: None,
            bounds,
        }),
        last => Err(format!(
            "document {}: its segments end at unit {}, but it has {} units",
            document.id,
            last.unwrap_or(&0),
            document.units
        )),
    }
}

/// The output's segmentation for each reference: by id, or in order where no id fits.
/// Several coders may have drawn references for one document.
pub(super) fn pair<'r>(
    references: &'r [Bounds],
    outputs: Vec<Bounds>,
    file: &str,
    warnings: &mut Vec<Warning>,
) -> Result<Vec<(&'r Bounds, Bounds)>, EvalError> {
    let by_id = by_id(&outputs, file)?;
    let wanted: FxHashSet<&str> = references.iter().map(|r| r.id.as_str()).collect();
    let n_found = wanted.iter().filter(|id| by_id.contains_key(**id)).count();
    if n_found == wanted.len() {
        if by_id.len() > n_found {
            warnings.push(surplus_warning(file, by_id.len() - n_found));
        }
        let both = |reference: &'r Bounds| (reference, by_id[reference.id.as_str()].clone());
        return Ok(references.iter().map(both).collect());
    }
    if n_found > 0 || outputs.len() != references.len() {
        let is_missing = |reference: &&Bounds| !by_id.contains_key(reference.id.as_str());
        let missing = references.iter().find(is_missing);
        return Err(EvalError::Match(format!(
            "{file}: no document `{}`; the reference has {}, the output {}: they must have the \
             same ids, or be as many and in the same order",
            missing.map_or("", |reference| &reference.id),
            counted(references.len(), "document"),
            outputs.len(),
        )));
    }
    if references.len() > 1 {
        warnings.push(order_warning(file));
    }
    Ok(references.iter().zip(outputs).collect())
}

fn by_id<'o>(
    outputs: &'o [Bounds],
    file: &str,
) -> Result<FxHashMap<&'o str, &'o Bounds>, EvalError> {
    let mut by_id = FxHashMap::default();
    for output in outputs {
        if by_id.insert(output.id.as_str(), output).is_some() {
            return Err(EvalError::Match(format!(
                "{file}: two documents are called `{}`; an output has each document once",
                output.id
            )));
        }
    }
    Ok(by_id)
}
