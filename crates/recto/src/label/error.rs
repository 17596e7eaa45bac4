//! Why a project cannot be opened, read or written.

use super::Refusal;
use crate::Error;
use recto_math::{Notice, Remedy};
use rusqlite::ErrorCode;
use std::path::{Path, PathBuf};

/// Why a project cannot be opened, read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProjectError {
    /// There is no such file.
    #[error("{}: no such project", .0.display())]
    Missing(PathBuf),
    /// There is a file already.
    #[error("{}: there is a file of that name already; name another, or go on with this one without new documents", .0.display())]
    Exists(PathBuf),
    /// A folder, a text, or a file of another program.
    #[error("{}: not a labelling project ({what}); name a file that was made by recto label", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        what: &'static str,
    },
    /// Written by a later version.
    #[error("{}: written by a later version of recto (schema {found}, this one knows up to {known}); install that version", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its schema.
        found: i64,
        /// The latest schema known here.
        known: i64,
    },
    /// Bytes were changed or lost.
    #[error("{}: damaged ({problem}); restore it from a copy", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was found.
        problem: String,
    },
    /// It cannot be written just now: a full disk, no permission, another process.
    #[error("{}: cannot be written: {problem}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// Why.
        problem: String,
    },
    /// Something was asked that does not fit the state of the project.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Documents, labels or settings cannot be used.
    #[error(transparent)]
    Other(#[from] Error),
}

impl ProjectError {
    /// What an error of SQLite means for the file at `path`.
    pub(super) fn of(path: &Path, error: &rusqlite::Error) -> Self {
        let path = path.to_path_buf();
        let problem = match error {
            rusqlite::Error::SqliteFailure(code, message) => {
                let text = message.clone().unwrap_or_else(|| code.to_string());
                match code.code {
                    ErrorCode::NotADatabase => {
                        let what = "its contents are of another kind";
                        return Self::Foreign { path, what };
                    }
                    // Statements are ours: one that fails meets tables that are not.
                    ErrorCode::DatabaseCorrupt | ErrorCode::Unknown => {
                        let problem = text;
                        return Self::Damaged { path, problem };
                    }
                    ErrorCode::DiskFull => "the disk is full".into(),
                    ErrorCode::ReadOnly => "it is read-only".into(),
                    ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => {
                        "another process is writing to it and does not end".into()
                    }
                    _ => text,
                }
            }
            rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::InvalidColumnName(..)
            | rusqlite::Error::InvalidColumnType(..)
            | rusqlite::Error::QueryReturnedNoRows
            | rusqlite::Error::SqlInputError { .. }
            | rusqlite::Error::Utf8Error(..)
            | rusqlite::Error::IntegralValueOutOfRange(..) => {
                let problem = error.to_string();
                return Self::Damaged { path, problem };
            }
            other => other.to_string(),
        };
        Self::Unwritable { path, problem }
    }

    /// Whether trying again later may help.
    pub fn is_passing(&self) -> bool {
        matches!(self, Self::Unwritable { .. })
    }
}

const SAVE: Remedy = Remedy::Set(&["export"]);

impl From<ProjectError> for Error {
    fn from(error: ProjectError) -> Self {
        match error {
            ProjectError::Other(error) => error,
            ProjectError::Missing(_) => {
                let notice = Notice::from(error.to_string());
                Self::input(notice.with(Remedy::When("to make it", &Remedy::Set(&["from"]))))
            }
            ProjectError::Exists(path) => {
                let text = format!("{}: there is a file of that name already", path.display());
                let remedy = Remedy::When("to go on with it", &Remedy::Omit("from"));
                Self::request(Notice::from(text).with(remedy))
            }
            ProjectError::Damaged { .. } => {
                let save = Remedy::When("to save the answers that can be read", &SAVE);
                Self::input(Notice::from(error.to_string()).with(save))
            }
            ProjectError::Refused(refusal) => Self::request(refusal.to_string()),
            other => Self::input(other.to_string()),
        }
    }
}
