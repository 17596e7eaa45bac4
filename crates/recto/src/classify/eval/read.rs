//! Labels from files: recto's own JSON, JSON lines, CSV with a header.

use crate::Notice;
use crate::evaluate::{Named, own};
use recto_text::Document;
use recto_text::source::{self, Fields, Format, Limits, SourceOptions, filled_lines};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a file is read for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// True labels.
    Reference,
    /// Answers: one label at most.
    Output,
}

/// What a file says of one document.
#[derive(Debug, Clone)]
pub(super) struct Labelled {
    /// The true labels, or the answer; empty for none.
    pub(super) labels: Vec<String>,
    /// The probability of each class; `None` where the file has none.
    pub(super) p: Option<BTreeMap<String, f64>>,
    /// Whether the output would rather not answer.
    pub(super) abstain: bool,
    /// Whether the classifier learned from its label.
    pub(super) is_learned: bool,
    pub(super) text: Option<String>,
    pub(super) file: Arc<str>,
    /// `None` in recto's own JSON.
    pub(super) line: Option<usize>,
}

/// A row of JSON lines, or a document of recto's own JSON.
#[derive(Deserialize)]
struct Row {
    id: Option<Value>,
    /// `Some(Null)` for no answer, `None` where the row says nothing of labels.
    #[serde(default, deserialize_with = "present")]
    label: Option<Value>,
    labels: Option<Vec<Value>>,
    p: Option<BTreeMap<String, f64>>,
    abstain: Option<bool>,
    /// The label that came with the document; learned from, unless the next says otherwise.
    given: Option<Value>,
    learned_from: Option<bool>,
    text: Option<String>,
}

fn present<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(value).map(Some)
}

/// What one file says of each document.
pub(super) fn parse(document: &Document, role: Role) -> Result<Vec<Named<Labelled>>, Notice> {
    let file: Arc<str> = document.file.as_str().into();
    if let Some(parsed) = own::<Row>(&document.text, "classify") {
        let rows = (1..).zip(parsed?).map(|(number, mut row)| {
            // What a person said of a document is nearer to the truth than the answer.
            if role == Role::Reference && row.given.is_some() {
                row.label = row.given.take();
            }
            let id = format!("{}#{number}", document.id);
            row.labelled(id, role, &file, None)
                .map_err(|message| Notice::from(message).at(format!("document {number}")))
        });
        return rows.collect();
    }
    if document.text.trim().is_empty() {
        return Ok(Vec::new());
    }
    if !document.text.trim_start().starts_with('{') {
        return table(document, &file);
    }
    let row = |(line, text): (usize, &str)| {
        let row = serde_json::from_str::<Row>(text)
            .map_err(|error| format!("not a JSON object with id and label or labels: {error}"));
        let id = format!("{}#{line}", document.id);
        row.and_then(|row| row.labelled(id, role, &file, Some(line)))
            .map_err(|message| Notice::from(message).at(format!("line {line}")))
    };
    filled_lines(&document.text).map(row).collect()
}

impl Row {
    /// The row as [`Labelled`]; `id` is for a row without one.
    fn labelled(
        self,
        id: String,
        role: Role,
        file: &Arc<str>,
        line: Option<usize>,
    ) -> Result<Named<Labelled>, String> {
        let id = self.id.map_or(Ok(id), |id| name("id", id))?;
        let labels = match (self.label, self.labels) {
            (None | Some(Value::Null), Some(labels)) => labels,
            (Some(Value::Null), None) => Vec::new(),
            (Some(label), _) => vec![label],
            (None, None) if role == Role::Reference => Vec::new(),
            (None, None) => return Err("no label in it; null stands for no answer".into()),
        };
        let labels = labels.into_iter().map(|label| name("a label", label));
        let mut labels: Vec<String> = labels.collect::<Result<_, _>>()?;
        labels.retain(|label| !label.trim().is_empty());
        if role == Role::Output && labels.len() > 1 {
            return Err(format!("{} labels; an answer has one", labels.len()));
        }
        let labelled = Labelled {
            labels,
            p: self.p,
            abstain: self.abstain.unwrap_or(false),
            is_learned: self.learned_from.unwrap_or(self.given.is_some()),
            text: self.text.filter(|_| role == Role::Reference),
            file: Arc::clone(file),
            line,
        };
        Ok(Named::new(id, labelled))
    }
}

fn name(what: &str, value: Value) -> Result<String, String> {
    match value {
        Value::String(name) => Ok(name),
        Value::Number(_) | Value::Bool(_) => Ok(value.to_string()),
        _ => Err(format!("{what} is a text or a number, not `{value}`")),
    }
}

/// What [`source::read_bytes`] is told of the file's name: its own may say that it is packed,
/// which it no longer is.
const TABLE: &str = "table";

/// The rows of a CSV file.
fn table(document: &Document, file: &Arc<str>) -> Result<Vec<Named<Labelled>>, Notice> {
    let header = document.text.lines().next().unwrap_or_default();
    let columns: Vec<&str> = header
        .split([',', ';', '\t'])
        .map(|column| column.trim().trim_matches('"'))
        .collect();
    let has = |name: &&&str| columns.contains(*name);
    if !["label", "labels"].iter().any(|name| has(&name)) {
        let message = "neither JSON lines with label nor CSV with a column `label`";
        return Err(Notice::from(message).at("line 1"));
    }
    // The reader wants a column of texts; any serves where there are none.
    let candidates = ["text", "label", "labels"];
    let text = candidates.iter().find(has).expect("a column of labels");
    let pile = source::read_bytes(TABLE, document.text.clone().into_bytes(), &options(text));
    if let Some(failed) = pile.failed.first() {
        return Err(failed.message.clone().into());
    }
    // Quotes that are not closed, columns of one name: which label is meant is uncertain.
    if let Some(warning) = pile.warnings.first() {
        let notice = Notice::from(warning.message.clone());
        return Err(match warning.line {
            Some(line) => notice.at(format!("line {line}")),
            None => notice,
        });
    }
    let named = |row: Document| {
        let line = row.line.unwrap_or_default();
        let id = if row.id == format!("{TABLE}#{line}") {
            format!("{}#{line}", document.id)
        } else {
            row.id
        };
        let labelled = Labelled {
            labels: row.labels,
            p: None,
            abstain: false,
            is_learned: false,
            text: (*text == "text").then_some(row.text),
            file: Arc::clone(file),
            line: Some(line),
        };
        Named::new(id, labelled)
    };
    Ok(pile.documents.into_iter().map(named).collect())
}

fn options(text: &str) -> SourceOptions {
    SourceOptions {
        fields: Fields {
            text: text.into(),
            ..Fields::default()
        },
        // The file has been read: no limit holds any more.
        limits: Limits {
            file: u64::MAX,
            line: usize::MAX,
            ..Limits::default()
        },
        format: Some(Format::Csv),
        keep_all: true,
        ..SourceOptions::default()
    }
}
