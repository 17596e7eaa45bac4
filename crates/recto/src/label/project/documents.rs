//! The documents of a project.

use super::{Given, Project, checksums, settings};
use crate::Error;
use crate::label::ProjectError;
use recto_text::{Document, Pile, Span};
use rusqlite::{
    Connection, OptionalExtension, Result, Row, Statement, TransactionBehavior, params,
};
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

/// What became of documents that were offered to a project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Added {
    /// Documents that are new.
    pub added: usize,
    /// Documents that were there already, with the same id and text.
    pub there: usize,
}

/// Why documents were not added.
enum Stopped {
    /// This id is there with another text.
    OtherText(String),
    File(rusqlite::Error),
}

impl From<rusqlite::Error> for Stopped {
    fn from(error: rusqlite::Error) -> Self {
        Self::File(error)
    }
}

const INSERT: &str = "INSERT INTO documents (place, id, text, digest, title, time, given, aside) \
                      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";

/// Writes the documents of a new project.
pub(super) fn write(connection: &Connection, pile: &Pile) -> Result<()> {
    let mut statement = connection.prepare(INSERT)?;
    let mut sums = checksums::Writer::new(connection, checksums::DOCUMENTS)?;
    for (place, document) in (0..).zip(&pile.documents) {
        insert(&mut statement, place, document, &digest(&document.text))?;
        sums.add(place)?;
    }
    Ok(())
}

fn insert(
    statement: &mut Statement<'_>,
    place: i64,
    document: &Document,
    digest: &str,
) -> Result<()> {
    statement.execute(params![
        place,
        document.id,
        document.text,
        digest,
        document.title,
        document.time,
        serde_json::json!(document.labels).to_string(),
        serde_json::json!(document.aside).to_string(),
    ])?;
    Ok(())
}

/// Appends the documents that are not there yet.
fn append(connection: &Connection, pile: &Pile) -> std::result::Result<Added, Stopped> {
    let next = "SELECT coalesce(max(place) + 1, 0) FROM documents";
    let mut place: i64 = connection.query_row(next, [], |row| row.get(0))?;
    let mut stored = connection.prepare("SELECT digest FROM documents WHERE id = ?1")?;
    let mut statement = connection.prepare(INSERT)?;
    let mut sums = checksums::Writer::new(connection, checksums::DOCUMENTS)?;
    let mut found = Added::default();
    for document in &pile.documents {
        let digest = digest(&document.text);
        let stored: Option<String> = stored
            .query_row([&document.id], |row| row.get(0))
            .optional()?;
        match stored {
            Some(stored) if stored == digest => found.there += 1,
            Some(_) => return Err(Stopped::OtherText(document.id.clone())),
            None => {
                insert(&mut statement, place, document, &digest)?;
                sums.add(place)?;
                place += 1;
                found.added += 1;
            }
        }
    }
    Ok(found)
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
    /// Adds documents behind those that are there, all that are new or none. Answers stay as
    /// they are; sessions that are open see the new documents when they are opened again.
    ///
    /// # Errors
    /// [`ProjectError`] if a document has the id of another text, or the file cannot be
    /// written; then nothing is added.
    pub fn add_documents(&mut self, pile: &Pile, now: i64) -> Result<Added, ProjectError> {
        let given = self.given_now()?;
        let Self {
            path, connection, ..
        } = self;
        let added = (|| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let found = append(&transaction, pile)?;
            if found.added > 0 {
                settings::put(&transaction, "added", &found.added.to_string(), now)?;
                // Whether labels are learned from was decided by the first documents.
                if let Some(given) = given {
                    settings::put(&transaction, "given", given.name(), now)?;
                }
            }
            transaction.commit()?;
            Ok(found)
        })();
        added.map_err(|stopped| match stopped {
            Stopped::File(error) => ProjectError::of(path, &error),
            Stopped::OtherText(id) => Error::input(format!(
                "{}: document {id} is there already with another text, and nothing was added; \
                 give the new document another id",
                path.display()
            ))
            .into(),
        })
    }

    /// What the labels of the present documents are for, where further documents could
    /// change it.
    fn given_now(&self) -> Result<Option<Given>, ProjectError> {
        if self.given()? != Given::Auto {
            return Ok(None);
        }
        let count = "SELECT count(*), count(*) FILTER (WHERE given <> '[]') FROM documents";
        let (all, labelled): (i64, i64) = self.read(|connection| {
            connection.query_row(count, [], |row| Ok((row.get(0)?, row.get(1)?)))
        })?;
        Ok(Given::Auto.of(all as usize, labelled as usize))
    }

    /// All documents in their order.
    ///
    /// # Errors
    /// [`ProjectError`] if they cannot be read.
    pub fn documents(&self) -> Result<Vec<StoredDocument>, ProjectError> {
        self.read(|connection| {
            let mut rows = connection.prepare(
                "SELECT id, text, digest, title, time, given, aside FROM documents ORDER BY place",
            )?;
            rows.query_map([], read)?.collect()
        })
    }
}
