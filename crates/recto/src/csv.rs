//! CSV: fields, and the tables of an answer.
//!
//! Every list of objects in an answer is a table. Its name is its path in the JSON, keys
//! joined by points: `documents`, `documents.segments`. A row has the id of what it belongs
//! to (its place in the list where there is none) and its own values; an object inside it
//! becomes several columns, a list of numbers or words one, as JSON. Lists of objects inside
//! a row are tables of their own. An object of values (`scores`) is a table of one row.
//!
//! Tables are made from the JSON of an answer, so that they are there for every command and
//! say what the JSON says.

use serde_json::{Map, Value};
use std::borrow::Cow;
use std::io::{self, Write};

/// A field, in quotes where it holds a separator, a quote or a newline.
pub(crate) fn quoted(text: &str) -> Cow<'_, str> {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\"")).into()
    } else {
        text.into()
    }
}

/// Why there is no such table.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// No table has the name.
    #[error("there is no table {name}; the tables are: {}", names.join(", "))]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// The names of all tables.
        names: Vec<String>,
    },
    /// Not the JSON of an answer.
    #[error("not an answer: {0}")]
    Json(#[from] serde_json::Error),
    /// The writer failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Keys of an answer that are about the run, not what was found.
const ENVELOPE: [&str; 5] = ["recto", "command", "parameters", "warnings", "failed"];

/// Writes a table of an answer, given as JSON; without a name the first that is not about
/// the run.
///
/// ```
/// let json = br#"{"recto":"0","documents":[{"id":"a","segments":[{"start":0,"title":"x, y"}]}]}"#;
/// let mut table = Vec::new();
/// recto::write_table(json, Some("documents.segments"), &mut table)?;
/// assert_eq!(String::from_utf8_lossy(&table), "documents,start,title\na,0,\"x, y\"\n");
/// # Ok::<(), recto::TableError>(())
/// ```
///
/// # Errors
/// [`TableError`], which lists the tables that there are.
pub fn write_table(
    json: &[u8],
    name: Option<&str>,
    writer: &mut dyn Write,
) -> Result<(), TableError> {
    let answer: Map<String, Value> = serde_json::from_slice(json)?;
    let tables = tables(&answer);
    chosen(&tables, name)?.write(&mut io::BufWriter::new(writer))?;
    Ok(())
}

/// The columns of the same table, for programs: each a name and a value for every row.
///
/// ```
/// let json = br#"{"documents":[{"id":"a","units":2},{"id":"b","units":null}]}"#;
/// let columns = recto::table_columns(json, None)?;
/// assert_eq!(columns[1].0, "units");
/// assert_eq!(columns[1].1, [serde_json::json!(2), serde_json::Value::Null]);
/// # Ok::<(), recto::TableError>(())
/// ```
///
/// # Errors
/// As [`write_table`].
pub fn table_columns(
    json: &[u8],
    name: Option<&str>,
) -> Result<Vec<(String, Vec<Value>)>, TableError> {
    let answer: Map<String, Value> = serde_json::from_slice(json)?;
    let tables = tables(&answer);
    let table = chosen(&tables, name)?;
    let value = |row: &Vec<Option<Cow<'_, Value>>>, at: usize| {
        let value = row.get(at).and_then(Option::as_deref);
        value.cloned().unwrap_or_default()
    };
    let column = |(at, name): (usize, &String)| {
        let values = table.rows.iter().map(|row| value(row, at));
        (name.clone(), values.collect())
    };
    Ok(table.columns.iter().enumerate().map(column).collect())
}

/// The names of all tables of an answer, given as JSON, in order.
///
/// # Errors
/// [`TableError::Json`].
pub fn table_names(json: &[u8]) -> Result<Vec<String>, TableError> {
    let answer: Map<String, Value> = serde_json::from_slice(json)?;
    Ok(tables(&answer)
        .into_iter()
        .map(|table| table.name)
        .collect())
}

fn chosen<'t, 'a>(
    tables: &'t [Table<'a>],
    name: Option<&str>,
) -> Result<&'t Table<'a>, TableError> {
    let table = tables.iter().find(|table| match name {
        Some(name) => table.name == name,
        None => !ENVELOPE.contains(&table.name.as_str()),
    });
    table.ok_or_else(|| TableError::Unknown {
        name: name.unwrap_or_default().into(),
        names: tables.iter().map(|table| table.name.clone()).collect(),
    })
}

/// Rows with named values.
#[derive(Default)]
struct Table<'a> {
    name: String,
    columns: Vec<String>,
    /// Values by column; a row may have fewer.
    rows: Vec<Vec<Option<Cow<'a, Value>>>>,
}

/// All tables of an answer in the order of their keys, outer ones first.
fn tables(answer: &Map<String, Value>) -> Vec<Table<'_>> {
    let mut tables = Vec::new();
    for (key, value) in answer {
        match value {
            Value::Array(rows) => collect(&mut tables, key, &[], rows),
            Value::Object(values) if key != "parameters" => {
                let table = find(&mut tables, key);
                table.push(&[], values);
            }
            _ => {}
        }
    }
    let names: Vec<String> = tables.iter().map(|table| table.name.clone()).collect();
    for table in &mut tables {
        table.drop_columns(|column, name| names.contains(&format!("{name}.{column}")));
    }
    tables
}

/// What a row belongs to: a column and its value.
type Owner<'a> = (String, Cow<'a, Value>);

/// Adds the rows of a list, and of the lists inside its rows.
fn collect<'a>(tables: &mut Vec<Table<'a>>, name: &str, owners: &[Owner<'a>], rows: &'a [Value]) {
    if !rows.is_empty() && !rows.iter().all(|row| row.is_object() || row.is_array()) {
        return;
    }
    let objects = rows.iter().filter_map(Value::as_object);
    if rows.is_empty() || objects.clone().next().is_some() {
        let table = find(tables, name);
        objects.for_each(|row| table.push(owners, row));
    }
    for (i, row) in rows.iter().enumerate() {
        let id = match row.get("id").or_else(|| row.get("name")) {
            Some(id) => Cow::Borrowed(id),
            None => Cow::Owned(Value::from(i)),
        };
        let owners = [owners, &[(name.to_string(), id)]].concat();
        match row {
            Value::Object(row) => {
                for (key, value) in row {
                    let inner = value.as_array().filter(|inner| has_objects(inner));
                    if let Some(inner) = inner {
                        collect(tables, &format!("{name}.{key}"), &owners, inner);
                    }
                }
            }
            // Lists of lists, as levels of segments are.
            Value::Array(inner) if has_objects(inner) => collect(tables, name, &owners, inner),
            _ => {}
        }
    }
}

/// Whether a list holds objects, at whatever depth.
fn has_objects(list: &[Value]) -> bool {
    list.iter().any(|value| match value {
        Value::Object(_) => true,
        Value::Array(inner) => has_objects(inner),
        _ => false,
    })
}

fn find<'t, 'a>(tables: &'t mut Vec<Table<'a>>, name: &str) -> &'t mut Table<'a> {
    let at = tables.iter().position(|table| table.name == name);
    let at = at.unwrap_or_else(|| {
        tables.push(Table {
            name: name.into(),
            ..Table::default()
        });
        tables.len() - 1
    });
    &mut tables[at]
}

impl<'a> Table<'a> {
    fn push(&mut self, owners: &[Owner<'a>], row: &'a Map<String, Value>) {
        self.rows.push(Vec::new());
        for (column, value) in owners {
            self.set(column, value.clone());
        }
        self.fill("", row);
    }

    /// Drops columns that are tables of their own: in some rows their lists are empty, and
    /// an empty list does not show what it is a list of.
    fn drop_columns(&mut self, is_table: impl Fn(&str, &str) -> bool) {
        for at in (0..self.columns.len()).rev() {
            if is_table(&self.columns[at], &self.name) {
                self.columns.remove(at);
                for row in self.rows.iter_mut().filter(|row| at < row.len()) {
                    row.remove(at);
                }
            }
        }
    }

    /// Sets the values of an object in the last row.
    fn fill(&mut self, before: &str, object: &'a Map<String, Value>) {
        for (key, value) in object {
            let column = format!("{before}{key}");
            match value {
                Value::Object(inner) => self.fill(&format!("{column}."), inner),
                Value::Array(list) if has_objects(list) => {}
                _ => self.set(&column, Cow::Borrowed(value)),
            }
        }
    }

    fn set(&mut self, column: &str, value: Cow<'a, Value>) {
        let at = self.columns.iter().position(|known| known == column);
        let at = at.unwrap_or_else(|| {
            self.columns.push(column.into());
            self.columns.len() - 1
        });
        if let Some(row) = self.rows.last_mut() {
            row.resize(row.len().max(at + 1), None);
            row[at] = Some(value);
        }
    }

    fn write(&self, writer: &mut dyn Write) -> io::Result<()> {
        let columns: Vec<Cow<'_, str>> = self.columns.iter().map(|name| quoted(name)).collect();
        writeln!(writer, "{}", columns.join(","))?;
        for row in &self.rows {
            for at in 0..self.columns.len() {
                let value = row.get(at).and_then(Option::as_ref);
                let field = value.map_or_else(String::new, |value| field(value));
                let comma = if at > 0 { "," } else { "" };
                write!(writer, "{comma}{}", quoted(&field))?;
            }
            writeln!(writer)?;
        }
        writer.flush()
    }
}

fn field(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const JSON: &[u8] = br#"{"recto":"0","parameters":{"a":1},"warnings":[],
        "scores":{"f1":0.5,"pk":null},
        "documents":[{"id":"a","p":{"pos":0.9},"segments":[{"t":[["x",1]]},{"t":[],"c":0.25}]},
                     {"id":"b,c","p":{"neg":1},"segments":[],"levels":[[{"s":1}],[{"s":2}]]}]}"#;

    fn table(name: Option<&str>) -> Result<String, TableError> {
        let mut written = Vec::new();
        write_table(JSON, name, &mut written)?;
        Ok(String::from_utf8(written).expect("text"))
    }

    #[test]
    fn the_first_table_is_taken_and_objects_become_columns() {
        assert_eq!(table(None).expect("a table"), "f1,pk\n0.5,\n");
        let documents = table(Some("documents")).expect("a table");
        assert_eq!(documents, "id,p.pos,p.neg\na,0.9,\n\"b,c\",,1\n");
    }

    #[test]
    fn lists_inside_rows_are_tables_with_the_id_of_the_row() {
        let segments = table(Some("documents.segments")).expect("a table");
        assert_eq!(
            segments,
            "documents,t,c\na,\"[[\"\"x\"\",1]]\",\na,[],0.25\n"
        );
        let levels = table(Some("documents.levels")).expect("a table");
        assert_eq!(
            levels,
            "documents,documents.levels,s\n\"b,c\",0,1\n\"b,c\",1,2\n"
        );
    }

    #[test]
    fn an_unknown_table_is_told_with_those_that_there_are() {
        let error = table(Some("segments")).expect_err("no such table");
        let said = "there is no table segments; the tables are: warnings, scores, documents, \
                    documents.segments, documents.levels";
        assert_eq!(error.to_string(), said);
    }
}
