//! The documents of a project.

use super::Project;
use crate::label::ProjectError;
use recto_text::{Document, Pile, Span};
use rusqlite::{Connection, Result, Row, params};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// A document of a project.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredDocument {
    /// The document, with the labels that it came with.
    pub document: Document,
    /// SHA-256 of its text, in hexadecimal digits.
    pub digest: String,
}

/// SHA-256 of a text, in hexadecimal digits.
pub(super) fn digest(text: &str) -> String {
    let mut digits = String::with_capacity(64);
    for byte in Sha256::digest(text) {
        // Writing to a String cannot fail.
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

pub(super) fn write(connection: &Connection, pile: &Pile) -> Result<()> {
    let mut insert = connection.prepare(
        "INSERT INTO documents (place, id, text, digest, title, time, given, aside) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    for (place, document) in pile.documents.iter().enumerate() {
        insert.execute(params![
            place as i64,
            document.id,
            document.text,
            digest(&document.text),
            document.title,
            document.time,
            serde_json::json!(document.labels).to_string(),
            serde_json::json!(document.aside).to_string(),
        ])?;
    }
    Ok(())
}

fn read(row: &Row<'_>) -> Result<StoredDocument> {
    let json = |column: usize| row.get::<_, String>(column);
    let mut document = Document::new(row.get::<_, String>(0)?, row.get::<_, String>(1)?);
    document.title = row.get(3)?;
    document.time = row.get(4)?;
    document.labels = serde_json::from_str(&json(5)?).unwrap_or_default();
    let aside: Vec<Span> = serde_json::from_str(&json(6)?).unwrap_or_default();
    let text = &document.text;
    let fits = |span: &Span| text.get(span.start..span.end.max(span.start)).is_some();
    document.aside = aside.into_iter().filter(fits).collect();
    Ok(StoredDocument {
        document,
        digest: row.get(2)?,
    })
}

impl Project {
    /// All documents in their order.
    ///
    /// # Errors
    /// [`ProjectError::Damaged`] if a text is not what was stored.
    pub fn documents(&self) -> Result<Vec<StoredDocument>, ProjectError> {
        let all: Vec<StoredDocument> = self.read(|connection| {
            let mut rows = connection.prepare(
                "SELECT id, text, digest, title, time, given, aside FROM documents ORDER BY place",
            )?;
            rows.query_map([], read)?.collect()
        })?;
        let is_changed = |one: &&StoredDocument| digest(&one.document.text) != one.digest;
        if let Some(changed) = all.iter().find(is_changed) {
            let problem = format!("the text of document {} was changed", changed.document.id);
            let path = self.path.clone();
            return Err(ProjectError::Damaged { path, problem });
        }
        Ok(all)
    }
}
