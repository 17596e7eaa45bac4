//! References and summaries from files.
//!
//! A file that begins with `{` is JSON: one object, or one a line. Any other is a text, and
//! belongs to the document that its name tells: `d30001/a.txt` and `d30001.a.txt` to
//! `d30001`.

use super::{Rules, Texts};
use crate::evaluate::Named;
use crate::{Attachments, Error, Notice};
use indexmap::IndexMap;
use recto_math::Remedy;
use recto_text::Document;
use recto_text::source::filled_lines;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

#[derive(Deserialize)]
struct ReferenceRow {
    id: Option<Value>,
    reference: Option<String>,
    references: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct SummaryRow {
    id: Option<Value>,
    summary: Option<String>,
    text: Option<String>,
    summaries: Option<Vec<SummaryRow>>,
}

/// The references in one file.
pub(super) fn references(document: &Document) -> Result<Vec<Named<Texts>>, Notice> {
    if !is_json(document) {
        return if document.text.trim().is_empty() {
            Err("no word in it; a reference has some".into())
        } else {
            Ok(vec![text(document)])
        };
    }
    let rows = rows(
        document,
        "id and references (a list of texts) or reference (a text)",
    )?;
    let only = rows.len() == 1;
    let named = rows.into_iter().map(|(line, row): (usize, ReferenceRow)| {
        let texts = row.references.unwrap_or_default();
        let texts: Vec<String> = texts.into_iter().chain(row.reference).collect();
        if texts.is_empty() {
            return Err(format!(
                "line {line}: no reference in it; a row has id and references (a list of texts) \
                 or reference (a text)"
            ));
        }
        if let Some(at) = texts.iter().position(|text| text.trim().is_empty()) {
            return Err(format!(
                "line {line}: reference {} has no word; leave it out",
                at + 1
            ));
        }
        Ok(Named::new(
            id(row.id, document, line, only),
            Texts::new(texts),
        ))
    });
    let named: Result<Vec<Named<Texts>>, String> = named.collect();
    Ok(named?)
}

/// The summaries in one file.
pub(super) fn summaries(document: &Document) -> Result<Vec<Named<Texts>>, Notice> {
    if !is_json(document) {
        return Ok(vec![text(document)]);
    }
    let rows: Vec<(usize, SummaryRow)> = rows(document, "id and summary")?;
    let only = rows.len() == 1;
    let mut found = Vec::new();
    for (line, row) in rows {
        match row.summaries {
            Some(piles) => {
                for (i, pile) in piles.into_iter().enumerate() {
                    let only = false;
                    found.push(summary(pile, document, i + 1, only).map_err(|notice| {
                        notice.at(format!("line {line}: summary {} of `summaries`", i + 1))
                    })?);
                }
            }
            None => {
                let named = summary(row, document, line, only);
                found.push(named.map_err(|notice| notice.at(format!("line {line}")))?);
            }
        }
    }
    Ok(found)
}

fn summary(
    row: SummaryRow,
    document: &Document,
    line: usize,
    only: bool,
) -> Result<Named<Texts>, Notice> {
    let Some(text) = row.summary.or(row.text) else {
        let notice = Notice::from("neither summary nor text in it; a row has id and summary");
        return Err(notice.with(Remedy::Make {
            capability: "summarize",
            with: &[("format", "json")],
        }));
    };
    Ok(Named::new(
        id(row.id, document, line, only),
        Texts::new(vec![text]),
    ))
}

fn is_json(document: &Document) -> bool {
    document.text.trim_start().starts_with('{')
}

/// One object, or one a line, with the number of its line.
fn rows<R: DeserializeOwned>(document: &Document, wanted: &str) -> Result<Vec<(usize, R)>, String> {
    if let Ok(row) = serde_json::from_str(&document.text) {
        return Ok(vec![(1, row)]);
    }
    let row = |(number, line): (usize, &str)| match serde_json::from_str(line) {
        Ok(row) => Ok((number, row)),
        Err(error) => Err(format!(
            "line {number}: not a JSON object with {wanted}: {error}"
        )),
    };
    filled_lines(&document.text).map(row).collect()
}

fn id(id: Option<Value>, document: &Document, line: usize, only: bool) -> String {
    match id {
        Some(Value::String(id)) => id,
        Some(Value::Null) | None if only => told_by_name(&document.id).into(),
        Some(Value::Null) | None => format!("{}#{line}", document.id),
        Some(other) => other.to_string(),
    }
}

fn text(document: &Document) -> Named<Texts> {
    let id = told_by_name(&document.id);
    Named::new(id.into(), Texts::new(vec![document.text.clone()]))
}

/// The document that a file belongs to: its first folder, or its name up to the first point.
fn told_by_name(path: &str) -> &str {
    let (head, mark) = match path.split_once('/') {
        Some((folder, _)) => (folder, "/"),
        None => (path.split('.').next().unwrap_or(path), "."),
    };
    if head.is_empty() || path.starts_with(mark) {
        path
    } else {
        head
    }
}

/// All references of a document together, in the order in which the documents come.
pub(super) fn merged(rows: Vec<Named<Texts>>) -> Vec<Named<Texts>> {
    let mut all: IndexMap<String, Vec<String>> = IndexMap::new();
    for row in rows {
        all.entry(row.id).or_default().extend(row.item.texts);
    }
    all.into_iter()
        .map(|(id, texts)| Named::new(id, Texts::new(texts)))
        .collect()
}

/// The files of the folder of word lists.
pub(super) const LISTS: &[&str] = &["wordnet20-exceptions.tsv", "smart-stopwords.txt"];

/// The word lists, if they were given.
pub(super) fn rules(attachments: &Attachments) -> Result<Option<Rules>, Error> {
    let mut texts = Vec::new();
    for name in LISTS {
        let Some(file) = attachments.file(&format!("rouge_data/{name}")) else {
            return Ok(None);
        };
        texts.push(file.text()?);
    }
    Ok(Some(Rules::parse(texts[0], texts[1])))
}
