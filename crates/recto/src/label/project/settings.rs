//! Settings and files that belong to a project: the last that was written counts, the others
//! stay.

use super::{Project, checksums};
use crate::classify::{self, LexiconName, Request};
use crate::label::{Action, ProjectError};
use crate::{Attachment, Attachments, Error, VERSION};
use recto_classify::active::Strategy;
use recto_math::{Notice, Remedy};
use recto_text::{Language, Pile};
use rusqlite::{Connection, OptionalExtension, Result, params};
use std::collections::BTreeSet;

/// What a project is made with.
#[derive(Debug, Clone, Default)]
pub struct Setup {
    /// The classes, in the order of their keys.
    pub classes: Vec<String>,
    /// Words of praise and blame, or of the classes.
    pub lexicon: LexiconChoice,
    /// What the labels are for that documents came with.
    pub given: Given,
    /// How questions are chosen.
    pub strategy: Strategy,
    /// Share of the documents that everybody is asked about, from 0 to 1.
    pub overlap: f64,
    /// Seed of all draws.
    pub seed: u64,
    /// The language of all documents; `None` detects each one's.
    pub language: Option<&'static Language>,
    /// What annotators should go by.
    pub guidelines: Option<Attachment>,
}

impl Setup {
    /// Takes classes from labels, the lexicon, or praise and blame, where none are named.
    ///
    /// # Errors
    /// [`Error`] if the lexicon cannot be read.
    pub fn with_classes_of(self, pile: &Pile) -> Result<Self, Error> {
        let (request, attachments) = self.lexicon.request(self.classes.clone());
        let classes = classify::classes(&request, &attachments, &pile.documents)?;
        Ok(Self { classes, ..self })
    }
}

impl LexiconChoice {
    /// As the request of `classify` has it.
    pub(in crate::label) fn request(&self, classes: Vec<String>) -> (Request, Attachments) {
        let mut attachments = Attachments::default();
        let lexicon = match self {
            Self::Auto => None,
            Self::Builtin => Some(LexiconName::Builtin),
            Self::None => Some(LexiconName::None),
            Self::File(file) => {
                attachments.add_file("lexicon", &file.label, file.bytes.clone());
                None
            }
        };
        let request = Request {
            classes,
            lexicon,
            allow_unlabelled_class: true,
            // Labels of the documents are learned from, also where every document has one.
            labels: Some("label".into()),
            ..Request::default()
        };
        (request, attachments)
    }
}

/// Which words are known before the first answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum LexiconChoice {
    /// The built-in one if the classes are praise and blame, else none.
    #[default]
    Auto,
    /// The built-in one.
    Builtin,
    /// None.
    None,
    /// This file.
    File(Attachment),
}

/// What the labels are for that documents came with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Given {
    /// Learned from where some documents lack one, kept aside where every document has one.
    #[default]
    Auto,
    /// Learned from.
    Known,
    /// Kept aside: to simulate answers, and to compare with.
    Aside,
}

impl Given {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Known => "known",
            Self::Aside => "aside",
        }
    }

    /// What is decided for `all` documents of which `labelled` have a label; `None` if none
    /// has one.
    pub(in crate::label) fn of(self, all: usize, labelled: usize) -> Option<Self> {
        match self {
            Self::Auto if labelled == 0 => None,
            Self::Auto if labelled < all => Some(Self::Known),
            Self::Auto => Some(Self::Aside),
            decided => Some(decided),
        }
    }
}

impl Setup {
    /// Checks what can be checked before anything is written.
    pub(super) fn check(&self, pile: &Pile) -> Result<(), ProjectError> {
        if pile.documents.is_empty() {
            return Err(Error::input("there are no documents to label").into());
        }
        if let [] | [_] = &self.classes[..] {
            let found = self.classes.first();
            let found = found.map_or("no class".into(), |only| format!("one class only, {only}"));
            let notice = Notice::from(format!("there is {found}; at least two are needed"));
            return Err(Error::request(notice.with(Remedy::Set(&["classes"]))).into());
        }
        let distinct: BTreeSet<&String> = self.classes.iter().collect();
        if distinct.len() < self.classes.len() || distinct.iter().any(|name| name.trim().is_empty())
        {
            let notice = Notice::from("every class needs a name of its own");
            return Err(Error::request(notice.with(Remedy::Set(&["classes"]))).into());
        }
        let (documents, classes) = (pile.documents.len(), self.classes.len());
        if documents < classes {
            let plural = if documents == 1 { "" } else { "s" };
            return Err(Error::input(format!(
                "{documents} document{plural} for {classes} classes; there must be at least as \
                 many documents as classes"
            ))
            .into());
        }
        if !(0.0..=1.0).contains(&self.overlap) {
            let notice = Notice::from(format!("{} is no share from 0 to 1", self.overlap));
            return Err(Error::request(notice.with(Remedy::Set(&["overlap"]))).into());
        }
        Ok(())
    }
}

pub(super) fn write(connection: &Connection, setup: &Setup, now: i64) -> Result<()> {
    let set = |name: &str, value: &str| put(connection, name, value, now);
    set("made_by", VERSION)?;
    set("strategy", &setup.strategy.to_string())?;
    set("first_classes", &setup.classes.len().to_string())?;
    set("overlap", &setup.overlap.to_string())?;
    set("seed", &setup.seed.to_string())?;
    set(
        "language",
        setup.language.map_or("", |language| language.code),
    )?;
    set("given", setup.given.name())?;
    let lexicon = match &setup.lexicon {
        LexiconChoice::Auto => "auto",
        LexiconChoice::Builtin => "builtin",
        LexiconChoice::None => "none",
        LexiconChoice::File(_) => "file",
    };
    set("lexicon", lexicon)?;
    if let LexiconChoice::File(file) = &setup.lexicon {
        attach(connection, "lexicon", file, now)?;
    }
    if let Some(file) = &setup.guidelines {
        attach(connection, "guidelines", file, now)?;
    }
    Ok(())
}

pub(super) fn put(connection: &Connection, name: &str, value: &str, now: i64) -> Result<()> {
    let insert = "INSERT INTO settings (time, name, value) VALUES (?1, ?2, ?3)";
    connection.execute(insert, params![now, name, value])?;
    checksums::add_last(connection, checksums::SETTINGS)
}

fn attach(connection: &Connection, field: &str, file: &Attachment, now: i64) -> Result<()> {
    let insert = "INSERT INTO attachments (time, field, label, contents) VALUES (?1, ?2, ?3, ?4)";
    connection.execute(insert, params![now, field, file.label, file.bytes])?;
    checksums::add_last(connection, checksums::ATTACHMENTS)
}

impl Project {
    /// A setting by its name; `None` if it was never set.
    ///
    /// # Errors
    /// [`ProjectError`] if it cannot be read.
    pub fn setting(&self, name: &str) -> Result<Option<String>, ProjectError> {
        let last = "SELECT value FROM settings WHERE name = ?1 ORDER BY number DESC LIMIT 1";
        self.read(|connection| {
            connection
                .query_row(last, [name], |row| row.get(0))
                .optional()
        })
    }

    /// Changes a setting; what it was before stays in the file.
    ///
    /// # Errors
    /// [`ProjectError`] if it cannot be written.
    pub fn set(&mut self, name: &str, value: &str, now: i64) -> Result<(), ProjectError> {
        if self.setting(name)?.as_deref() == Some(value) {
            return Ok(());
        }
        self.read(|connection| put(connection, name, value, now))
    }

    /// A file that belongs to the project (`guidelines`, `lexicon`).
    ///
    /// # Errors
    /// [`ProjectError`] if it cannot be read.
    pub fn attachment(&self, field: &str) -> Result<Option<Attachment>, ProjectError> {
        let last =
            "SELECT label, contents FROM attachments WHERE field = ?1 ORDER BY number DESC LIMIT 1";
        self.read(|connection| {
            let read = |row: &rusqlite::Row<'_>| {
                Ok(Attachment {
                    label: row.get(0)?,
                    bytes: row.get(1)?,
                })
            };
            connection.query_row(last, [field], read).optional()
        })
    }

    /// Replaces a file that belongs to the project; what it was before stays.
    ///
    /// # Errors
    /// [`ProjectError`] if it cannot be written.
    pub fn attach(&mut self, field: &str, file: &Attachment, now: i64) -> Result<(), ProjectError> {
        if self.attachment(field)?.as_ref() == Some(file) {
            return Ok(());
        }
        self.read(|connection| attach(connection, field, file, now))
    }

    /// Which words are known before the first answer.
    ///
    /// # Errors
    /// [`ProjectError`] if it cannot be read.
    pub fn lexicon(&self) -> Result<LexiconChoice, ProjectError> {
        Ok(match self.setting("lexicon")?.as_deref() {
            Some("builtin") => LexiconChoice::Builtin,
            Some("none") => LexiconChoice::None,
            Some("file") => match self.attachment("lexicon")? {
                Some(file) => LexiconChoice::File(file),
                None => LexiconChoice::None,
            },
            _ => LexiconChoice::Auto,
        })
    }

    /// What the labels are for that documents came with.
    ///
    /// # Errors
    /// [`ProjectError`] if it cannot be read.
    pub fn given(&self) -> Result<Given, ProjectError> {
        Ok(match self.setting("given")?.as_deref() {
            Some("known") => Given::Known,
            Some("aside") => Given::Aside,
            _ => Given::Auto,
        })
    }

    /// A setting that is a number or has another form of text; its default if it is missing
    /// or was written by hand and cannot be read.
    pub(in crate::label) fn parsed<T: std::str::FromStr + Default>(
        &self,
        name: &str,
    ) -> Result<T, ProjectError> {
        let value = self.setting(name)?;
        Ok(value
            .and_then(|value| value.parse().ok())
            .unwrap_or_default())
    }
}

impl Project {
    /// Checks that words fit the classes that the project began with.
    ///
    /// # Errors
    /// [`ProjectError`] if they do not.
    pub fn check_lexicon(&self, lexicon: &LexiconChoice) -> Result<(), ProjectError> {
        let (request, attachments) = lexicon.request(self.first_classes()?);
        Ok(classify::check_words(&request, &attachments)?)
    }

    /// The classes that the project began with, by their first names.
    pub(in crate::label) fn first_classes(&self) -> Result<Vec<String>, ProjectError> {
        let n: usize = self.parsed("first_classes")?;
        let log = self.log()?;
        let names = log.into_iter().filter_map(|entry| match entry.action {
            Action::AddClass { name } => Some(name),
            _ => None,
        });
        Ok(names.take(n.max(2)).collect())
    }
}
