//! Answers from files, and which of the output belongs to which of the reference.

use super::Side;
use crate::report::number::counted;
use crate::{Error, Notice};
use recto_math::Remedy;
use recto_text::{Document, Warning};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

/// What a file says of one document.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Named<I> {
    pub(crate) id: String,
    /// Who said it, where the format tells.
    pub(crate) coder: Option<String>,
    pub(crate) item: I,
}

impl<I> Named<I> {
    pub(crate) fn new(id: String, item: I) -> Self {
        Self {
            id,
            coder: None,
            item,
        }
    }

    /// What a scored document is called: its id, with the coder where there is one.
    pub(crate) fn name(&self) -> String {
        match &self.coder {
            Some(coder) => format!("{} ({coder})", self.id),
            None => self.id.clone(),
        }
    }
}

/// A reference and what the output says of its document.
pub(crate) type Pair<'r, I> = (&'r Named<I>, Named<I>);

/// The part of recto's own JSON that matters here.
#[derive(Deserialize)]
struct Own<D> {
    #[serde(alias = "pairs")]
    documents: Vec<D>,
}

/// Enough of a JSON object to tell whose it is.
#[derive(Deserialize)]
struct Peek {
    #[serde(alias = "pairs")]
    documents: Option<IgnoredAny>,
}

/// The documents or the pairs of recto's own JSON; `None` if the text is something else.
pub(crate) fn own<D: DeserializeOwned>(
    text: &str,
    capability: &'static str,
) -> Option<Result<Vec<D>, Notice>> {
    let error = match serde_json::from_str::<Own<D>>(text) {
        Ok(own) => return Some(Ok(own.documents)),
        Err(error) => error,
    };
    // Whose it is needs to be known only where it cannot be read.
    serde_json::from_str::<Peek>(text).ok()?.documents?;
    let message = format!("not the JSON of recto {capability}: {error}");
    let with = &[("format", "json")];
    let notice = Notice::from(message).with(Remedy::Make { capability, with });
    Some(Err(notice))
}

/// What the files of a side say of each document, in order; `parse` reads one file.
pub(crate) fn parsed<I>(
    side: &Side,
    parse: impl Fn(&Document) -> Result<Vec<I>, Notice>,
) -> Result<Vec<I>, Error> {
    if let Some(failed) = side.files.failed.first() {
        return Err(Error::Input(failed.notice()));
    }
    let mut found = Vec::new();
    for document in &side.files.documents {
        let parsed = parse(document);
        found.extend(parsed.map_err(|notice| Error::Input(notice.at(&document.file)))?);
    }
    if found.is_empty() {
        return Err(Error::input(format!("{}: no document in it", side.label)));
    }
    Ok(found)
}

/// The output's answer for each reference: by id, or in order where no id fits. Several
/// coders may have made references for one document.
pub(crate) fn pair<'r, I: Clone>(
    references: &'r [Named<I>],
    outputs: Vec<Named<I>>,
    file: &str,
    warnings: &mut Vec<Warning>,
) -> Result<Vec<Pair<'r, I>>, Error> {
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
        return Err(Error::input(format!(
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
) -> Result<FxHashMap<&'o str, &'o Named<I>>, Error> {
    let mut by_id = FxHashMap::default();
    for output in outputs {
        if by_id.insert(output.id.as_str(), output).is_some() {
            return Err(Error::input(format!(
                "{file}: two documents are called `{}`; an output has each document once",
                output.id
            )));
        }
    }
    Ok(by_id)
}

pub(crate) fn order_warning(output: &str) -> Warning {
    let message = "no id is in the reference: documents were matched in their order";
    Warning::in_file(output, message)
}

pub(crate) fn surplus_warning(output: &str, n: usize) -> Warning {
    let documents = counted(n, "document");
    let message = format!("{documents} of it not in the reference, left out");
    Warning::in_file(output, message)
}
