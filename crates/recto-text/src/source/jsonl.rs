//! JSON lines: a document a line, or a set of documents a line.

use super::{Fields, FileRows, Problems, Row, SetRow, filled_lines};
use recto_math::{Notice, Remedy};
use serde_json::{Map, Value};

/// Reads every line that is an object with a text; names the lines that are not.
pub(super) fn read(text: &str, fields: &Fields) -> FileRows {
    let mut file = FileRows::default();
    let mut problems = Problems::default();
    for (at, line) in filled_lines(text) {
        if let Err(notice) = push(line, at, fields, &mut file) {
            problems.push(|| notice.at(format!("line {at}")));
        }
    }
    file.failures = problems.into_failures();
    file
}

/// Adds the document or the set of a line.
fn push(line: &str, at: usize, fields: &Fields, file: &mut FileRows) -> Result<(), Notice> {
    let value: Value = serde_json::from_str(line).map_err(|error| {
        format!(
            "not JSON (column {}): each line must be one object",
            error.column()
        )
    })?;
    let Value::Object(object) = value else {
        return Err("not an object: each line must be like {\"text\": \"…\"}".into());
    };
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

/// The field that makes a row a set.
const SET: &str = "documents";

fn push_set(
    object: Map<String, Value>,
    at: usize,
    fields: &Fields,
    file: &mut FileRows,
) -> Result<(), String> {
    let id = scalar(&object, &fields.id)?;
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

fn row(mut object: Map<String, Value>, fields: &Fields) -> Result<Row, Notice> {
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

fn scalar(object: &Map<String, Value>, field: &str) -> Result<Option<String>, String> {
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

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
