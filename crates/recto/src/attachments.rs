//! Contents that belong to a request but are too large to stand in it: files and documents,
//! by the name of their field.
//!
//! A request never holds a path: a front end reads what its user named, wherever that is,
//! and passes the contents.

use crate::Error;
use recto_math::Notice;
use recto_text::Pile;
use std::collections::BTreeMap;

/// Named contents beside a request.
#[derive(Debug, Clone, Default)]
pub struct Attachments {
    files: BTreeMap<String, Attachment>,
    documents: BTreeMap<String, Pile>,
}

/// The contents of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// What its user calls it, for messages.
    pub label: String,
    /// The contents.
    pub bytes: Vec<u8>,
}

impl Attachment {
    /// The contents as text.
    ///
    /// # Errors
    /// [`Error::Input`] if they are not UTF-8.
    pub fn text(&self) -> Result<&str, Error> {
        let text = std::str::from_utf8(&self.bytes);
        text.map_err(|error| {
            let at = error.valid_up_to();
            self.problem(format!("not UTF-8 at byte {at}; save the file as UTF-8"))
        })
    }

    /// An error about this file.
    pub fn problem(&self, problem: impl Into<Notice>) -> Error {
        Error::input(problem.into().at(&self.label))
    }
}

impl Attachments {
    /// Adds the contents of a file under the name of a field.
    pub fn add_file(
        &mut self,
        field: impl Into<String>,
        label: impl Into<String>,
        bytes: impl Into<Vec<u8>>,
    ) {
        let (label, bytes) = (label.into(), bytes.into());
        self.files.insert(field.into(), Attachment { label, bytes });
    }

    /// Adds documents under the name of a field.
    pub fn add_documents(&mut self, field: impl Into<String>, pile: Pile) {
        self.documents.insert(field.into(), pile);
    }

    /// The contents of a file; `None` if none was given.
    pub fn file(&self, field: &str) -> Option<&Attachment> {
        self.files.get(field)
    }

    /// Documents; `None` if none were given.
    pub fn documents(&self, field: &str) -> Option<&Pile> {
        self.documents.get(field)
    }

    /// The names of all fields that were given.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files
            .keys()
            .chain(self.documents.keys())
            .map(String::as_str)
    }
}
