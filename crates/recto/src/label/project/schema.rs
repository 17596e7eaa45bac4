//! Tables of a project, and how files of older versions are brought up to date.
//!
//! `user_version` is the number of steps of [`STEPS`] that a file has been through. A step is
//! never edited once a version with it was released: a later change is a further step.

use super::checksums;
use rusqlite::{Connection, Result, Row, TransactionBehavior};

/// Tells a project from other SQLite files: "rcto".
pub(super) const APPLICATION: i64 = 0x7263_746f;

/// From an empty file to the present tables, a step a schema version.
pub(super) const STEPS: &[&str] = &[V1, V2];

/// The version from which on rows have checksums.
const CHECKED: i64 = 2;

/// The log and what settings and attachments were before stay as they were written.
const V1: &str = "
CREATE TABLE documents (
    place INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL,
    digest TEXT NOT NULL,
    title TEXT,
    time TEXT,
    given TEXT NOT NULL CHECK (json_valid(given)),
    aside TEXT NOT NULL CHECK (json_valid(aside))
) STRICT;
CREATE TABLE settings (
    number INTEGER PRIMARY KEY,
    time INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL
) STRICT;
CREATE TABLE attachments (
    number INTEGER PRIMARY KEY,
    time INTEGER NOT NULL,
    field TEXT NOT NULL,
    label TEXT NOT NULL,
    contents BLOB NOT NULL
) STRICT;
CREATE TABLE log (
    number INTEGER PRIMARY KEY,
    time INTEGER NOT NULL,
    annotator TEXT NOT NULL,
    action TEXT NOT NULL CHECK (action IN
        ('answer', 'undo', 'comment', 'add-class', 'rename-class', 'settle')),
    kind TEXT CHECK (kind IN ('document', 'word')),
    item TEXT,
    reply TEXT CHECK (reply IN ('class', 'dont-know', 'skip')),
    class INTEGER,
    text TEXT,
    target INTEGER REFERENCES log (number),
    drawn TEXT CHECK (drawn IN ('at-random', 'chosen')),
    predicted TEXT,
    seconds REAL,
    origin TEXT CHECK (origin IN ('session', 'import'))
) STRICT;
CREATE TABLE reservations (
    kind TEXT NOT NULL,
    item TEXT NOT NULL,
    session TEXT NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (kind, item)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER log_stays BEFORE UPDATE ON log
    BEGIN SELECT RAISE(ABORT, 'rows of the log are never changed'); END;
CREATE TRIGGER log_is_kept BEFORE DELETE ON log
    BEGIN SELECT RAISE(ABORT, 'rows of the log are never removed'); END;
CREATE TRIGGER documents_stay BEFORE UPDATE ON documents
    BEGIN SELECT RAISE(ABORT, 'documents are never changed'); END;
CREATE TRIGGER documents_are_kept BEFORE DELETE ON documents
    BEGIN SELECT RAISE(ABORT, 'documents are never removed'); END;
";

/// Checksums of rows; the numbers of tables are those of [`checksums`].
const V2: &str = "
CREATE TABLE checksums (
    \"table\" INTEGER NOT NULL,
    key INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (\"table\", key)
) STRICT, WITHOUT ROWID;
";

/// Brings a file to the last of `steps`, all in one transaction; returns the version that it
/// had.
pub(super) fn migrate(connection: &mut Connection, steps: &[&str]) -> Result<i64> {
    let found = version(connection)?;
    let missing = steps
        .iter()
        .skip(usize::try_from(found).unwrap_or(usize::MAX));
    if missing.len() == 0 {
        return Ok(found);
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have been faster.
    let now = version(&transaction)?;
    for step in steps
        .iter()
        .skip(usize::try_from(now).unwrap_or(usize::MAX))
    {
        transaction.execute_batch(step)?;
    }
    if now < CHECKED {
        checksums::add_all(&transaction)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", now.max(steps.len() as i64))?;
    transaction.commit()?;
    Ok(found)
}

/// Whether tables and triggers are those of the file's version, as they were written.
pub(super) fn is_whole(connection: &Connection) -> Result<bool> {
    let blank = Connection::open_in_memory()?;
    let version = usize::try_from(version(connection)?).unwrap_or(usize::MAX);
    for step in STEPS.iter().take(version) {
        blank.execute_batch(step)?;
    }
    Ok(objects(connection)? == objects(&blank)?)
}

/// Kind, name, table and statement of everything in a file.
fn objects(connection: &Connection) -> Result<Vec<[Option<String>; 4]>> {
    let mut rows = connection
        .prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name")?;
    let object = |row: &Row<'_>| Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?]);
    rows.query_map([], object)?.collect()
}

/// The schema version of a file.
pub(super) fn version(connection: &Connection) -> Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Which program a file belongs to; 0 if it does not say.
pub(super) fn application(connection: &Connection) -> Result<i64> {
    connection.pragma_query_value(None, "application_id", |row| row.get(0))
}

/// Whether there is no table at all.
pub(super) fn is_empty(connection: &Connection) -> Result<bool> {
    let tables = "SELECT count(*) FROM sqlite_schema";
    connection.query_row(tables, [], |row| Ok(row.get::<_, i64>(0)? == 0))
}
