//! Reads the undamaged rows of a damaged project.

use super::checksums::{self, TABLES, Table, Writer};
use super::{Project, connect, schema};
use crate::label::ProjectError;
use recto_text::Warning;
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Result, Row, params, params_from_iter};

impl Project {
    /// The undamaged rows of a project, as a project in memory: changes of it are not
    /// kept, and the file stays as it is. The warnings say how many rows are missing.
    ///
    /// # Errors
    /// [`ProjectError`] if the file cannot be opened.
    pub fn salvage(path: &std::path::Path) -> Result<(Self, Vec<Warning>), ProjectError> {
        let wrong = |error: rusqlite::Error| ProjectError::of(path, &error);
        let damaged = connect(path).map_err(wrong)?;
        let whole = blank().map_err(wrong)?;
        let mut warnings = Vec::new();
        for table in TABLES {
            let missing = copy(&damaged, &whole, table).map_err(wrong)?;
            if missing > 0 {
                let name = table.name;
                let text = format!("damaged: rows of table {name} that cannot be read: {missing}");
                let shown = path.display().to_string();
                warnings.push(Warning::in_file(shown, text.as_str()));
            }
        }
        let mut project = Self::over(path, whole);
        project.refresh()?;
        Ok((project, warnings))
    }
}

/// An empty project in memory.
fn blank() -> Result<Connection> {
    let connection = Connection::open_in_memory()?;
    // A row that is missing may be the target of another.
    connection.pragma_update(None, "foreign_keys", false)?;
    for step in schema::STEPS {
        connection.execute_batch(step)?;
    }
    Ok(connection)
}

/// Copies the rows that have their checksum, from both ends up to what cannot be read;
/// returns the number of those that are missing.
fn copy(from: &Connection, to: &Connection, table: Table) -> Result<usize> {
    let mut sums = Writer::new(to, table)?;
    let mut copied = 0;
    for order in ["ASC", "DESC"] {
        let select = format!(
            "SELECT * FROM {} ORDER BY {} {order}",
            table.name, table.key
        );
        let Ok(mut statement) = from.prepare(&select) else {
            break;
        };
        let mut rows = statement.query([])?;
        let is_at_end = loop {
            let Ok(row) = rows.next() else { break false };
            let Some(row) = row else { break true };
            let Ok(key) = row.get(table.key) else {
                continue;
            };
            if is_whole(from, table, key, row) && insert(to, table, row).is_ok() {
                sums.add(key)?;
                copied += 1;
            }
        };
        if is_at_end {
            break;
        }
    }
    let count = "SELECT count(*) FROM checksums WHERE \"table\" = ?1";
    let expected = from.query_row(count, [table.number], |row| row.get::<_, i64>(0));
    let missing = expected.map_or(1, |expected| expected.saturating_sub(copied));
    Ok(usize::try_from(missing).unwrap_or_default())
}

/// Whether a row has its checksum. Where the checksums cannot be read, it is believed.
fn is_whole(from: &Connection, table: Table, key: i64, row: &Row<'_>) -> bool {
    let select = "SELECT checksum FROM checksums WHERE \"table\" = ?1 AND key = ?2";
    let stored = from.query_row(select, params![table.number, key], |row| row.get(0));
    match stored.optional() {
        Ok(stored) => checksums::of_row(row).ok() == stored,
        Err(_) => true,
    }
}

/// Adds a row as it is; an error where it is there already.
fn insert(to: &Connection, table: Table, row: &Row<'_>) -> Result<()> {
    let columns = row.as_ref().column_count();
    let cells: Vec<Value> = (0..columns).map(|at| row.get(at)).collect::<Result<_>>()?;
    let marks = vec!["?"; columns].join(", ");
    let insert = format!("INSERT INTO {} VALUES ({marks})", table.name);
    to.execute(&insert, params_from_iter(cells)).map(drop)
}
