//! From what the user names to documents: files, folders, globs and standard input.
//!
//! One file a format; each turns decoded text into rows and says what it could not
//! read. A bad file or row never stops the others: it is named in [`Pile::failed`].

mod delimited;
mod input;
mod jsonl;

use crate::decode;
use crate::document::Document;
use input::Input;
use rayon::prelude::*;
use recto_math::{Cancelled, Run};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use std::io::Read;
use std::sync::atomic::{AtomicU64, Ordering};

/// What was read, and what was not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pile {
    /// The documents in the order of the arguments, folders sorted by path.
    pub documents: Vec<Document>,
    /// What the user should know.
    pub warnings: Vec<Warning>,
    /// Files and rows that could not be read.
    pub failed: Vec<Failure>,
}

/// Something to know about the input; the work goes on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// What it is.
    pub message: String,
    /// Where.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// In which line (1-based).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
}

impl Warning {
    /// A warning about a file.
    pub fn in_file(file: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            file: Some(file.into()),
            line: None,
        }
    }
}

/// A file, or a row of it, that could not be used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// Which file.
    pub file: String,
    /// What is wrong, in which line, and what to do.
    pub message: String,
}

/// How the text is laid out in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// The file is one document.
    Text,
    /// A JSON object a line.
    Jsonl,
    /// A table with a header line; the separator is a comma, a semicolon or a tab.
    Csv,
}

/// Sizes above which a file is refused or a token dropped; each has a flag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes in a file.
    pub file: u64,
    /// Bytes in a line.
    pub line: usize,
    /// Bytes in a token.
    pub token: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file: 1 << 30,
            line: 64 << 20,
            token: 1 << 10,
        }
    }
}

/// Names of the fields of JSONL rows and CSV columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fields {
    /// The text; required.
    pub text: String,
    /// The id.
    pub id: String,
    /// The time.
    pub time: String,
    /// The label or labels; `None` looks for `label`, then `labels`.
    pub label: Option<String>,
}

impl Default for Fields {
    fn default() -> Self {
        Self {
            text: "text".into(),
            id: "id".into(),
            time: "time".into(),
            label: None,
        }
    }
}

impl Fields {
    fn label_names(&self) -> Vec<&str> {
        match &self.label {
            Some(name) => vec![name],
            None => vec!["label", "labels"],
        }
    }
}

/// How to read.
#[derive(Debug, Clone, Default)]
pub struct SourceOptions {
    /// Field names for JSONL and CSV.
    pub fields: Fields,
    /// The encoding that the user named.
    pub encoding: Option<&'static encoding_rs::Encoding>,
    /// Size limits.
    pub limits: Limits,
    /// The format that the user named; by default the file's ending tells.
    pub format: Option<Format>,
}

/// One document as a format reader found it, before it has its final id.
#[derive(Debug, Default, PartialEq)]
struct Row {
    id: Option<String>,
    text: String,
    title: Option<String>,
    time: Option<String>,
    labels: Vec<String>,
    line: Option<usize>,
}

/// What one file gave.
#[derive(Debug, Default)]
struct FileRows {
    rows: Vec<Row>,
    warnings: Vec<Warning>,
    failures: Vec<String>,
}

/// Reads everything that `arguments` name: files, folders, globs, and `-` for
/// standard input.
///
/// # Errors
/// [`Cancelled`] if the observer asks to stop. Files that cannot be read are no
/// error: they are named in [`Pile::failed`].
pub fn read(
    arguments: &[String],
    options: &SourceOptions,
    run: &Run<'_>,
) -> Result<Pile, Cancelled> {
    let mut pile = Pile::default();
    let inputs = input::resolve(arguments, &mut pile);
    let done = AtomicU64::new(0);
    let files: Vec<FileRows> = inputs
        .par_iter()
        .map(|input| {
            let done = done.fetch_add(1, Ordering::Relaxed);
            run.report("reading", done, Some(inputs.len() as u64))?;
            Ok(read_file(input, options))
        })
        .collect::<Result<_, Cancelled>>()?;
    collect(inputs, files, &mut pile);
    Ok(pile)
}

fn read_file(input: &Input, options: &SourceOptions) -> FileRows {
    let text = bytes_of(input, options.limits.file)
        .and_then(|bytes| decode::decode(bytes, options.encoding).map_err(|e| e.to_string()));
    let decoded = match text {
        Ok(decoded) => decoded,
        Err(message) => return failure(message),
    };
    if let Err(message) = check_lines(&decoded.text, options.limits.line) {
        return failure(message);
    }
    let format = options
        .format
        .unwrap_or_else(|| input.format(&decoded.text));
    let mut file = match format {
        Format::Text => plain(decoded.text),
        Format::Jsonl => jsonl::read(&decoded.text, &options.fields),
        Format::Csv => delimited::read(&decoded.text, &options.fields),
    };
    if let Some(message) = decoded.warning {
        file.warnings.push(Warning::in_file(&input.name, message));
    }
    file
}

fn failure(message: String) -> FileRows {
    FileRows {
        failures: vec![message],
        ..FileRows::default()
    }
}

fn plain(text: String) -> FileRows {
    let row = Row {
        text,
        ..Row::default()
    };
    FileRows {
        rows: vec![row],
        ..FileRows::default()
    }
}

fn bytes_of(input: &Input, limit: u64) -> Result<Vec<u8>, String> {
    let read = || -> std::io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        match &input.path {
            Some(path) => {
                let file = std::fs::File::open(path)?;
                let size = file.metadata().map_or(0, |data| data.len());
                bytes.reserve(usize::try_from(size.min(limit)).unwrap_or(0));
                file.take(limit + 1).read_to_end(&mut bytes)?
            }
            None => std::io::stdin()
                .lock()
                .take(limit + 1)
                .read_to_end(&mut bytes)?,
        };
        Ok(bytes)
    };
    let bytes = read().map_err(|error| input::explain(&error))?;
    if bytes.len() as u64 > limit {
        return Err(format!(
            "larger than {limit} bytes; raise the limit with --max-file-bytes"
        ));
    }
    Ok(bytes)
}

fn check_lines(text: &str, limit: usize) -> Result<(), String> {
    if text.len() <= limit {
        return Ok(());
    }
    match text.split('\n').position(|line| line.len() > limit) {
        Some(at) => Err(format!(
            "line {} is longer than {limit} bytes; raise the limit with --max-line-bytes",
            at + 1
        )),
        None => Ok(()),
    }
}

/// Gives every row its id and moves it into the pile. Ids that clash get the
/// argument in front; what still clashes gets a number behind.
fn collect(inputs: Vec<Input>, files: Vec<FileRows>, pile: &mut Pile) {
    let mut uses: FxHashMap<String, usize> = FxHashMap::default();
    for (input, file) in inputs.iter().zip(&files) {
        for row in &file.rows {
            *uses.entry(short_id(input, row)).or_default() += 1;
        }
    }
    let mut taken: FxHashSet<String> = FxHashSet::default();
    for (input, file) in inputs.iter().zip(files) {
        for row in file.rows {
            let mut id = short_id(input, &row);
            if uses[&id] > 1 {
                id = input.in_front_of(&id);
            }
            let id = free_id(id, &taken);
            taken.insert(id.clone());
            pile.documents.push(Document {
                id,
                text: row.text,
                title: row.title,
                time: row.time,
                labels: row.labels,
                file: input.name.clone(),
                line: row.line,
            });
        }
        pile.warnings.extend(file.warnings);
        pile.failed
            .extend(file.failures.into_iter().map(|message| Failure {
                file: input.name.clone(),
                message,
            }));
    }
}

fn short_id(input: &Input, row: &Row) -> String {
    match (&row.id, row.line) {
        (Some(id), _) => id.clone(),
        (None, Some(line)) => format!("{}#{line}", input.id),
        (None, None) => input.id.clone(),
    }
}

fn free_id(id: String, taken: &FxHashSet<String>) -> String {
    if !taken.contains(&id) {
        return id;
    }
    (2..)
        .map(|n| format!("{id} ({n})"))
        .find(|candidate| !taken.contains(candidate))
        .expect("there are more numbers than documents")
}

#[cfg(test)]
mod tests;
