//! The file of a project.
//!
//! One SQLite database with a rollback journal, not a write-ahead log: the log would live in
//! two files beside the project, so that a copy taken during a session lacks the last
//! answers, and it needs shared memory, which network drives do not have. `synchronous =
//! EXTRA` waits for the disk and for the folder entry of the removed journal: when a row has
//! been added, a power cut does not take it back.

mod checksums;
mod documents;
mod log;
mod reserve;
mod salvage;
mod schema;
mod settings;

pub use documents::{Added, StoredDocument};
pub use reserve::Reservation;
pub use settings::{Given, LexiconChoice, Setup};

use super::state::Effect;
use super::{Action, Entry, ProjectError, State};
use recto_text::Pile;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long another process may hold the file.
const PATIENCE: Duration = Duration::from_secs(5);

/// The first bytes of every SQLite file.
const MAGIC: &[u8] = b"SQLite format 3\0";

/// A labelling project that is open.
pub struct Project {
    path: PathBuf,
    connection: Connection,
    state: State,
    /// What rows since the last [`Project::take_effects`] changed.
    effects: Vec<Effect>,
}

impl Project {
    /// Makes a project of these documents; all of it is written or none.
    ///
    /// # Errors
    /// [`ProjectError`] if there is a file already or it cannot be written.
    pub fn create(
        path: &Path,
        pile: &Pile,
        setup: &Setup,
        annotator: &str,
        now: i64,
    ) -> Result<Self, ProjectError> {
        setup.check(pile)?;
        let connection = Self::blank(path)?;
        let mut project = Self::over(path, connection);
        let written = project.fill(pile, setup, annotator, now);
        if let Err(error) = written {
            drop(project);
            // It is ours and empty.
            let _ = std::fs::remove_file(path);
            return Err(error);
        }
        project.refresh()?;
        Ok(project)
    }

    /// A new file, or one that a process left empty when it was stopped while making it.
    fn blank(path: &Path) -> Result<Connection, ProjectError> {
        let taken = || ProjectError::Exists(path.to_path_buf());
        if let Err(error) = std::fs::File::create_new(path) {
            if error.kind() != std::io::ErrorKind::AlreadyExists {
                return Err(ProjectError::Unwritable {
                    path: path.to_path_buf(),
                    problem: error.to_string(),
                });
            }
            let is_unfinished = std::fs::metadata(path).is_ok_and(|data| data.is_file())
                && connect(path)
                    .and_then(|connection| schema::is_empty(&connection))
                    .is_ok_and(|is_empty| is_empty);
            if !is_unfinished {
                return Err(taken());
            }
        }
        connect(path).map_err(|error| ProjectError::of(path, &error))
    }

    fn fill(
        &mut self,
        pile: &Pile,
        setup: &Setup,
        annotator: &str,
        now: i64,
    ) -> Result<(), ProjectError> {
        let wrong = |error: &rusqlite::Error| ProjectError::of(&self.path, error);
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(|error| wrong(&error))?;
        let written = (|| {
            for step in schema::STEPS {
                transaction.execute_batch(step)?;
            }
            transaction.pragma_update(None, "application_id", schema::APPLICATION)?;
            transaction.pragma_update(None, "user_version", schema::STEPS.len() as i64)?;
            documents::write(&transaction, pile)?;
            settings::write(&transaction, setup, now)?;
            for name in &setup.classes {
                let action = Action::AddClass { name: name.clone() };
                log::insert(&transaction, annotator, now, &action)?;
            }
            transaction.commit()
        })();
        written.map_err(|error| wrong(&error))
    }

    /// Opens a project, brings it to the present schema and reads its log.
    ///
    /// # Errors
    /// [`ProjectError`] if there is none, if it is something else, damaged, or from a later
    /// version.
    pub fn open(path: &Path) -> Result<Self, ProjectError> {
        check_kind(path)?;
        let wrong = |error: &rusqlite::Error| ProjectError::of(path, error);
        let connection = connect(path).map_err(|error| wrong(&error))?;
        let mut project = Self::over(path, connection);
        project.check_schema()?;
        project.check_definitions()?;
        project.check_pages()?;
        schema::migrate(&mut project.connection, schema::STEPS).map_err(|error| wrong(&error))?;
        project.check_rows()?;
        project.refresh()?;
        Ok(project)
    }

    fn over(path: &Path, connection: Connection) -> Self {
        Self {
            path: path.to_path_buf(),
            connection,
            state: State::default(),
            effects: Vec::new(),
        }
    }

    fn check_schema(&self) -> Result<(), ProjectError> {
        let path = || self.path.clone();
        let foreign = |what| Err(ProjectError::Foreign { path: path(), what });
        if self.read(schema::application)? != schema::APPLICATION {
            return if self.read(schema::is_empty)? {
                foreign("it is empty")
            } else {
                foreign("a SQLite file of another program")
            };
        }
        let (found, known) = (self.read(schema::version)?, schema::STEPS.len() as i64);
        if found > known {
            let path = path();
            return Err(ProjectError::Newer { path, found, known });
        }
        if found < 1 {
            return Err(self.damaged(format!("schema {found}")));
        }
        Ok(())
    }

    /// Refuses a file whose pages do not fit together.
    fn check_pages(&self) -> Result<(), ProjectError> {
        let check = |connection: &Connection| {
            connection.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0))
        };
        match self.read(check)? {
            found if found == "ok" => Ok(()),
            // SQLite names the database, which is always `main`, in a line of its own.
            found => Err(self.damaged(found.lines().last().unwrap_or_default().to_owned())),
        }
    }

    /// Refuses a file with other tables and triggers, before one of them does anything.
    fn check_definitions(&self) -> Result<(), ProjectError> {
        if self.read(schema::is_whole)? {
            return Ok(());
        }
        Err(self.damaged("the definition of a table was changed".into()))
    }

    /// Refuses a file with a row that is not as it was written.
    fn check_rows(&self) -> Result<(), ProjectError> {
        let fault = self.read(checksums::fault)?;
        fault.map_or(Ok(()), |problem| Err(self.damaged(problem)))
    }

    fn damaged(&self, problem: String) -> ProjectError {
        let path = self.path.clone();
        ProjectError::Damaged { path, problem }
    }

    fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, ProjectError> {
        read(&self.connection).map_err(|error| ProjectError::of(&self.path, &error))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The schema version of the file.
    ///
    /// # Errors
    /// [`ProjectError`] if it cannot be read.
    pub fn schema(&self) -> Result<i64, ProjectError> {
        self.read(schema::version)
    }

    /// What was said so far.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The whole log.
    ///
    /// # Errors
    /// [`ProjectError`] if it cannot be read.
    pub fn log(&self) -> Result<Vec<Entry>, ProjectError> {
        self.read(|connection| log::after(connection, 0))
    }

    /// Reads what other processes wrote; returns how many rows.
    ///
    /// # Errors
    /// [`ProjectError`] if it cannot be read.
    pub fn refresh(&mut self) -> Result<usize, ProjectError> {
        let new = self.read(|connection| log::after(connection, self.state.last()))?;
        self.take(&new);
        Ok(new.len())
    }

    fn take(&mut self, entries: &[Entry]) {
        for entry in entries {
            let effect = self.state.apply(entry);
            self.effects.push(effect);
        }
    }

    /// What rows since the last call changed, in their order.
    pub(super) fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// Adds a row to the log: when this returns, it is on the disk. Returns its number.
    ///
    /// # Errors
    /// [`ProjectError::Refused`] if it does not fit the state; [`ProjectError::Unwritable`]
    /// if it cannot be written just now, and nothing was.
    pub fn add(&mut self, annotator: &str, action: &Action, now: i64) -> Result<u64, ProjectError> {
        let one = [(annotator.to_owned(), now, action.clone())];
        let numbers = self.add_all(&one)?;
        Ok(numbers.first().copied().unwrap_or_default())
    }

    /// Adds rows (who, when, what), all of them or none; returns their numbers.
    ///
    /// # Errors
    /// As [`Project::add`].
    pub fn add_all(&mut self, rows: &[(String, i64, Action)]) -> Result<Vec<u64>, ProjectError> {
        let Self {
            path,
            connection,
            state,
            effects,
        } = self;
        let wrong = |error: rusqlite::Error| ProjectError::of(path, &error);
        let transaction = connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(wrong)?;
        // What others wrote counts, and from here on nobody else writes.
        for entry in log::after(&transaction, state.last()).map_err(wrong)? {
            effects.push(state.apply(&entry));
        }
        // A single row is checked against the state itself, as a copy of it takes a while.
        let mut ahead = (rows.len() > 1).then(|| state.clone());
        let mut entries = Vec::with_capacity(rows.len());
        for (annotator, time, action) in rows {
            ahead.as_ref().unwrap_or(state).check(annotator, action)?;
            let action = action.rounded();
            let number = log::insert(&transaction, annotator, *time, &action).map_err(wrong)?;
            let entry = Entry {
                number,
                time: *time,
                annotator: annotator.clone(),
                action,
            };
            if let Some(ahead) = &mut ahead {
                ahead.apply(&entry);
            }
            entries.push(entry);
        }
        transaction.commit().map_err(wrong)?;
        effects.extend(entries.iter().map(|entry| state.apply(entry)));
        Ok(entries.iter().map(|entry| entry.number).collect())
    }

    /// Limits the file to so many pages, which is what a full disk looks like: for tests.
    #[doc(hidden)]
    pub fn limit_pages(&self, pages: u32) -> Result<(), ProjectError> {
        self.read(|connection| connection.pragma_update(None, "max_page_count", pages))
    }
}

/// Opens a file that is there.
fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "synchronous", "EXTRA")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // A project from elsewhere runs no code of its own.
    connection.pragma_update(None, "trusted_schema", false)?;
    Ok(connection)
}

/// Refuses what is no SQLite file before SQLite sees it, for clearer words.
fn check_kind(path: &Path) -> Result<(), ProjectError> {
    let foreign = |what| {
        let path = path.to_path_buf();
        Err(ProjectError::Foreign { path, what })
    };
    let data = match std::fs::metadata(path) {
        Ok(data) => data,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(ProjectError::Missing(path.to_path_buf()));
        }
        Err(error) => {
            let (path, problem) = (path.to_path_buf(), error.to_string());
            return Err(ProjectError::Unwritable { path, problem });
        }
    };
    if data.is_dir() {
        return foreign("it is a folder");
    }
    if data.is_file() && data.len() == 0 {
        return foreign("it is empty");
    }
    let mut start = [0; MAGIC.len()];
    let read = std::fs::File::open(path)
        .and_then(|mut file| std::io::Read::read_exact(&mut file, &mut start));
    match read {
        Ok(()) if start == MAGIC => Ok(()),
        Ok(()) => foreign("its contents are of another kind"),
        Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
            foreign("its contents are of another kind")
        }
        Err(error) => Err(ProjectError::Unwritable {
            path: path.to_path_buf(),
            problem: error.to_string(),
        }),
    }
}

#[cfg(test)]
mod tests;
