//! JSON lines: a document a line.

use super::{Fields, FileRows, Problems, Row};
use serde_json::{Map, Value};

/// Reads every line that is an object with a text; names the lines that are not.
pub(super) fn read(text: &str, fields: &Fields) -> FileRows {
    let mut file = FileRows::default();
    let mut problems = Problems::default();
    for (at, line) in text
        .lines()
        .enumerate()
        .filter(|(_, l)| !l.trim().is_empty())
    {
        match row(line, fields) {
            Ok(mut row) => {
                row.line = Some(at + 1);
                file.rows.push(row);
            }
            Err(message) => problems.push(|| format!("line {}: {message}", at + 1)),
        }
    }
    file.failures = problems.into_failures();
    file
}

fn row(line: &str, fields: &Fields) -> Result<Row, String> {
    let value: Value = serde_json::from_str(line).map_err(|error| {
        format!(
            "not JSON (column {}): each line must be one object",
            error.column()
        )
    })?;
    let Value::Object(mut object) = value else {
        return Err("not an object: each line must be like {\"text\": \"…\"}".into());
    };
    let text = match object.remove(&fields.text) {
        Some(Value::String(text)) => text,
        Some(other) => {
            return Err(format!(
                "field `{}` is {}, not a string",
                fields.text,
                kind(&other)
            ));
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

/// The message for a text field that is not there; used for CSV too.
pub(super) fn missing<'a>(field: &str, present: impl Iterator<Item = &'a str>) -> String {
    let present: Vec<&str> = present.take(8).collect();
    format!(
        "no field `{field}` (there are: {}); name it with --text-field",
        present.join(", ")
    )
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
