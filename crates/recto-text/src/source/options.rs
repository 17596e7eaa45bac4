//! What the user may say about how to read: format, fields, encoding, limits.

use crate::time::Zone;

/// How the text is laid out in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// The file is one document.
    Text,
    /// A JSON object a line.
    Jsonl,
    /// A table with a header line; the separator is a comma, a semicolon or a tab.
    Csv,
    /// Markdown: the rendered text, without code blocks and addresses.
    Markdown,
    /// A web page: the text of its article.
    Html,
    /// Documents and their summaries, a pair a line; never told by a file's name.
    Pairs,
    /// Messages with times: JSON lines of several services, or a table; never told by a
    /// file's name.
    Messages,
}

/// Sizes above which a file is refused or a token dropped. Remedies name them
/// `max_file_bytes`, `max_line_bytes` and `max_token_bytes`.
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

/// Names of the fields of JSONL rows and CSV columns. Remedies name the first
/// `text_field`.
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
    pub(super) fn label_names(&self) -> Vec<&str> {
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
    /// Whether licences, page numbers, shared notices and the like are read as text;
    /// otherwise they are set aside ([`crate::Document::aside`]).
    pub keep_all: bool,
    /// The zone of times that name none; for messages.
    pub zone: Zone,
    /// Whether a line that is no message is a failure; otherwise it is counted and a warning
    /// tells of it.
    pub is_strict: bool,
}
