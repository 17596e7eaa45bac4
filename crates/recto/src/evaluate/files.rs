//! Answers from files, and which of the output belongs to which of the reference.

use super::{EvalError, counted};
use recto_math::Run;
use recto_text::source::{self, Format};
use recto_text::{Document, SourceOptions, Warning};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

/// What a file says of one document.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Named<I> {
    pub(super) id: String,
    /// Who said it, where the format tells.
    pub(super) coder: Option<String>,
    pub(super) item: I,
}

impl<I> Named<I> {
    pub(super) fn new(id: String, item: I) -> Self {
        Self {
            id,
            coder: None,
            item,
        }
    }

    /// What a scored document is called: its id, with the coder where there is one.
    pub(super) fn name(&self) -> String {
        match &self.coder {
            Some(coder) => format!("{} ({coder})", self.id),
            None => self.id.clone(),
        }
    }
}

/// A reference and what the output says of its document.
pub(super) type Pair<'r, I> = (&'r Named<I>, Named<I>);

/// The part of recto's own JSON that matters here.
#[derive(Deserialize)]
struct Own<D> {
    documents: Vec<D>,
}

/// Enough of a JSON object to tell whose it is.
#[derive(Deserialize)]
struct Peek {
    documents: Option<IgnoredAny>,
}

/// The documents of recto's own JSON; `None` if the text is something else.
pub(super) fn own<D: DeserializeOwned>(
    text: &str,
    command: &str,
) -> Option<Result<Vec<D>, String>> {
    serde_json::from_str::<Peek>(text).ok()?.documents?;
    let parsed = serde_json::from_str::<Own<D>>(text);
    Some(parsed.map(|own| own.documents).map_err(|error| {
        format!(
            "not the JSON of recto {command}: {error}; make it with recto {command} --format json"
        )
    }))
}

/// What a file or folder says of each document, in order; `parse` reads one file.
pub(super) fn read<I>(
    parse: impl Fn(&Document) -> Result<Vec<Named<I>>, String>,
    path: &str,
    options: &SourceOptions,
    run: &Run<'_>,
) -> Result<Vec<Named<I>>, EvalError> {
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
            message: "no document in it".into(),
        }),
        false => Ok(found),
    }
}

/// The output's answer for each reference: by id, or in order where no id fits. Several
/// coders may have made references for one document.
pub(super) fn pair<'r, I: Clone>(
    references: &'r [Named<I>],
    outputs: Vec<Named<I>>,
    file: &str,
    warnings: &mut Vec<Warning>,
) -> Result<Vec<Pair<'r, I>>, EvalError> {
    let by_id = by_id(&outputs, file)?;
    let wanted: FxHashSet<&str> = references.iter().map(|r| r.id.as_str()).collect();
    let n_found = wanted.iter().filter(|id| by_id.contains_key(**id)).count();
    if n_found == wanted.len() {
        if by_id.len() > n_found {
            warnings.push(surplus_warning(file, by_id.len() - n_found));
        }
        let both = |reference: &'r Named<I>| (reference, by_id[reference.id.as_str()].clone());
        return Ok(references.iter().map(both).collect());
    }
    if n_found > 0 || outputs.len() != references.len() {
        let is_missing = |reference: &&Named<I>| !by_id.contains_key(reference.id.as_str());
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

fn by_id<'o, I>(
    outputs: &'o [Named<I>],
    file: &str,
) -> Result<FxHashMap<&'o str, &'o Named<I>>, EvalError> {
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

pub(super) fn order_warning(output: &str) -> Warning {
    let message = "no id is in the reference: documents were matched in their order";
    Warning::in_file(output, message)
}

pub(super) fn surplus_warning(output: &str, n: usize) -> Warning {
    let documents = counted(n, "document");
    let message = format!("{documents} of it not in the reference, left out");
    Warning::in_file(output, message)
}
