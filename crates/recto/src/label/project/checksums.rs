//! A checksum for every row that is kept.
//!
//! SQLite checks how the pages of a file fit together, but not what the cells hold: a changed
//! bit can turn one class into another. So each row of a table that is only added to has a
//! CRC-32 of all its cells in the table `checksums`.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Result, Row, Statement, params};

/// A table whose rows have checksums.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Table {
    /// Its number in the table `checksums`.
    pub(super) number: i64,
    /// Its name.
    pub(super) name: &'static str,
    /// Its primary key.
    pub(super) key: &'static str,
}

const fn table(number: i64, name: &'static str, key: &'static str) -> Table {
    Table { number, name, key }
}

pub(super) const DOCUMENTS: Table = table(1, "documents", "place");
pub(super) const SETTINGS: Table = table(2, "settings", "number");
pub(super) const ATTACHMENTS: Table = table(3, "attachments", "number");
pub(super) const LOG: Table = table(4, "log", "number");

/// All of them.
pub(super) const TABLES: [Table; 4] = [DOCUMENTS, SETTINGS, ATTACHMENTS, LOG];

/// The checksum of a row: of the kind, length and bytes of each cell.
pub(super) fn of_row(row: &Row<'_>) -> Result<i64> {
    let mut sum = crc32fast::Hasher::new();
    for column in 0..row.as_ref().column_count() {
        let number;
        let (kind, bytes): (u8, &[u8]) = match row.get_ref(column)? {
            ValueRef::Null => (0, &[]),
            ValueRef::Integer(value) => {
                number = value.to_le_bytes();
                (1, &number)
            }
            ValueRef::Real(value) => {
                number = value.to_bits().to_le_bytes();
                (2, &number)
            }
            ValueRef::Text(text) => (3, text),
            ValueRef::Blob(blob) => (4, blob),
        };
        sum.update(&[kind]);
        sum.update(&(bytes.len() as u64).to_le_bytes());
        sum.update(bytes);
    }
    Ok(sum.finalize().into())
}

/// Writes the checksums of new rows.
pub(super) struct Writer<'c> {
    table: Table,
    read: Statement<'c>,
    write: Statement<'c>,
}

impl<'c> Writer<'c> {
    pub(super) fn new(connection: &'c Connection, table: Table) -> Result<Self> {
        let Table { name, key, .. } = table;
        Ok(Self {
            table,
            read: connection.prepare(&format!("SELECT * FROM {name} WHERE {key} = ?1"))?,
            write: connection.prepare("INSERT INTO checksums VALUES (?1, ?2, ?3)")?,
        })
    }

    /// Writes the checksum of the row with this key.
    pub(super) fn add(&mut self, key: i64) -> Result<()> {
        let sum = self.read.query_row([key], of_row)?;
        self.write.execute(params![self.table.number, key, sum])?;
        Ok(())
    }
}

/// Writes the checksum of the row that was added last.
pub(super) fn add_last(connection: &Connection, table: Table) -> Result<()> {
    Writer::new(connection, table)?.add(connection.last_insert_rowid())
}

/// Writes the checksums of all rows of a file that has none.
pub(super) fn add_all(connection: &Connection) -> Result<()> {
    for table in TABLES {
        let Table { name, key, .. } = table;
        let mut writer = Writer::new(connection, table)?;
        let mut keys = connection.prepare(&format!("SELECT {key} FROM {name} ORDER BY {key}"))?;
        for row in keys.query_map([], |row| row.get(0))? {
            writer.add(row?)?;
        }
    }
    Ok(())
}

/// The first row whose checksum is wrong, as a message; `None` if all are right.
pub(super) fn fault(connection: &Connection) -> Result<Option<String>> {
    // Nobody else writes between a row and its checksum.
    let _reading = connection.unchecked_transaction()?;
    for table in TABLES {
        if let Some(key) = first_fault(connection, table)? {
            let name = table.name;
            return Ok(Some(format!(
                "row {key} of table {name} was changed or lost"
            )));
        }
    }
    Ok(None)
}

/// The key of the first row that differs from its checksum, or is there on one side only.
fn first_fault(connection: &Connection, table: Table) -> Result<Option<i64>> {
    let Table { number, name, key } = table;
    let mut rows = connection.prepare(&format!("SELECT * FROM {name} ORDER BY {key}"))?;
    let mut sums = connection.prepare(SUMS)?;
    let mut rows = rows.query_map([], |row| Ok((row.get(key)?, of_row(row)?)))?;
    let mut sums = sums.query_map([number], |row| Ok((row.get(0)?, row.get(1)?)))?;
    loop {
        let (row, sum): (Option<(i64, i64)>, _) = (rows.next().transpose()?, sums.next());
        let sum: Option<(i64, i64)> = sum.transpose()?;
        if row != sum {
            let keys = [row, sum].into_iter().flatten().map(|(key, _)| key);
            return Ok(keys.min());
        }
        if row.is_none() {
            return Ok(None);
        }
    }
}

/// The checksums of a table, in the order of its rows.
const SUMS: &str = "SELECT key, checksum FROM checksums WHERE \"table\" = ?1 ORDER BY key";
