//! JSON lines: a document a line, or a set of documents a line.

use super::{Fields, FileRows, Problems, Row, SetRow, Warning, filled_lines};
use recto_math::{Notice, Remedy};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;

/// Reads every line that is an object with a text; names the lines that are not.
pub(super) fn read(text: &str, fields: &Fields) -> FileRows {
    let mut file = FileRows::default();
    let mut problems = Problems::default();
    for (at, line) in filled_lines(text) {
        if let Err(notice) = push(line, at, fields, &mut file) {
            problems.push(|| notice.at(format!("line {at}")));
        }
    }
    file.failures = problems.into_notices();
    file
}

/// Adds the document or the set of a line.
fn push(line: &str, at: usize, fields: &Fields, file: &mut FileRows) -> Result<(), Notice> {
    let Object { object, repeated } = parse(line, "{\"text\": \"…\"}")?;
    if let Some(key) = repeated {
        let message = format!("several keys `{key}`; the last is read");
        file.warnings.push(Warning::new(message).at_line(Some(at)));
    }
    if object.contains_key(SET) && !object.contains_key(&fields.text) {
        push_set(object, at, fields, file)?;
    } else {
        file.rows.push(Row {
            line: Some(at),
            ..row(object, fields)?
        });
    }
    Ok(())
}

/// The object of a line; `example` is what one looks like.
pub(super) fn parse(line: &str, example: &str) -> Result<Object, Notice> {
    serde_json::from_str(line).map_err(|error| {
        if error.is_data() {
            return format!("not an object: each line must be like {example}").into();
        }
        let column = error.column();
        format!("not JSON (column {column}): each line must be one object").into()
    })
}

/// A JSON object, and the first key that it has several times.
pub(super) struct Object {
    pub(super) object: Map<String, Value>,
    pub(super) repeated: Option<String>,
}

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor)
    }
}

struct ObjectVisitor;

impl<'de> Visitor<'de> for ObjectVisitor {
    type Value = Object;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Object, A::Error> {
        let (mut object, mut repeated) = (Map::new(), None);
        while let Some((key, value)) = entries.next_entry::<String, Value>()? {
            if repeated.is_none() && object.contains_key(&key) {
                repeated = Some(key.clone());
            }
            object.insert(key, value);
        }
        Ok(Object { object, repeated })
    }
}

/// Bytes of the id of a set: it is part of the id of each of its documents.
const LONGEST_ID: usize = 1000;

/// The field that makes a row a set.
pub(super) const SET: &str = "documents";

fn push_set(
    object: Map<String, Value>,
    at: usize,
    fields: &Fields,
    file: &mut FileRows,
) -> Result<(), String> {
    let id = scalar(&object, &fields.id)?;
    if id.as_ref().is_some_and(|id| id.len() > LONGEST_ID) {
        let field = &fields.id;
        return Err(format!(
            "field `{field}` of a set is longer than {LONGEST_ID} bytes"
        ));
    }
    let texts = texts(&object, SET)?;
    let titles = beside(&object, "titles", texts.len())?;
    let dates = beside(&object, "dates", texts.len())?;
    let set = SetRow {
        id: id.clone(),
        line: at,
        first_row: file.rows.len(),
        documents: texts.len(),
        queries: queries(&object)?,
        since: texts_if_any(&object, "since")?,
    };
    let row = |(i, text): (usize, String)| Row {
        id: id.clone(),
        text,
        title: titles.get(i).cloned(),
        time: dates.get(i).cloned(),
        line: Some(at),
        part: Some(i + 1),
        ..Row::default()
    };
    file.rows.extend(texts.into_iter().enumerate().map(row));
    file.sets.push(set);
    Ok(())
}

fn texts(object: &Map<String, Value>, field: &str) -> Result<Vec<String>, String> {
    let Some(Value::Array(values)) = object.get(field) else {
        return Err(format!("field `{field}` must be a list of strings"));
    };
    let text = |value: &Value| match value {
        Value::String(text) => Ok(text.clone()),
        other => Err(format!(
            "field `{field}` must be a list of strings, but has {} in it",
            kind(other)
        )),
    };
    values.iter().map(text).collect()
}

fn texts_if_any(object: &Map<String, Value>, field: &str) -> Result<Vec<String>, String> {
    match object.get(field) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(_) => texts(object, field),
    }
}

/// Texts that stand beside the documents, one for each.
fn beside(object: &Map<String, Value>, field: &str, n: usize) -> Result<Vec<String>, String> {
    let found = texts_if_any(object, field)?;
    if found.is_empty() || found.len() == n {
        Ok(found)
    } else {
        Err(format!(
            "field `{field}` has {} entries, but there are {n} documents",
            found.len()
        ))
    }
}

/// The row's `query`, or the `query` of each of its `queries`.
fn queries(object: &Map<String, Value>) -> Result<Vec<String>, String> {
    let Some(Value::Array(values)) = object.get("queries") else {
        return Ok(scalar(object, "query")?.into_iter().collect());
    };
    let query = |value: &Value| match value {
        Value::String(text) => Ok(text.clone()),
        Value::Object(inner) => match inner.get("query") {
            Some(Value::String(text)) => Ok(text.clone()),
            _ => Err("an entry of `queries` has no string `query`".to_string()),
        },
        other => Err(format!("field `queries` has {} in it", kind(other))),
    };
    values.iter().map(query).collect()
}

pub(super) fn row(mut object: Map<String, Value>, fields: &Fields) -> Result<Row, Notice> {
    let text = match object.remove(&fields.text) {
        Some(Value::String(text)) => text,
        Some(other) => {
            let kind = kind(&other);
            return Err(format!("field `{}` is {kind}, not a string", fields.text).into());
        }
        None => return Err(missing(&fields.text, object.keys().map(String::as_str))),
    };
    Ok(Row {
        id: scalar(&object, &fields.id)?,
        text,
        title: scalar(&object, "title").unwrap_or(None),
        time: scalar(&object, &fields.time)?,
        labels: labels(&object, fields)?,
        ..Row::default()
    })
}

/// What is said of a text field that is not there; used for CSV too.
pub(super) fn missing<'a>(field: &str, present: impl Iterator<Item = &'a str>) -> Notice {
    let present: Vec<&str> = present.take(8).collect();
    let message = format!("no field `{field}` (there are: {})", present.join(", "));
    Notice::from(message).with(Remedy::Set(&["text_field"]))
}

pub(super) fn scalar(object: &Map<String, Value>, field: &str) -> Result<Option<String>, String> {
    match object.get(field) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(Value::Number(number)) => Ok(Some(number.to_string())),
        Some(other) => Err(format!(
            "field `{field}` is {}, not a string or number",
            kind(other)
        )),
    }
}

fn labels(object: &Map<String, Value>, fields: &Fields) -> Result<Vec<String>, String> {
    for name in fields.label_names() {
        match object.get(name) {
            Some(Value::Array(values)) => {
                return values.iter().map(|value| label(name, value)).collect();
            }
            Some(Value::Null) | None => {}
            Some(value) => return Ok(vec![label(name, value)?]),
        }
    }
    Ok(Vec::new())
}

fn label(field: &str, value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        Value::Bool(flag) => Ok(flag.to_string()),
        other => Err(format!("field `{field}` is {}, not a label", kind(other))),
    }
}

pub(super) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
