//! One JSON value: a list of documents, or an object with such a list somewhere in it.
//!
//! An entry is an object with a text, as a row of JSON lines is, or a string. Where the list
//! is inside an object, the caller names the way to it (`response.items`); without a way the
//! list is found if there is only one whose entries have a text.

use super::{FileRows, Problems, Row, SourceOptions, failure, filled_lines, jsonl};
use crate::landmarks::Landmarks;
use crate::lines::LineMap;
use recto_math::{Notice, Remedy};
use serde_json::{Map, Value};

/// How deep lists are looked for.
const DEEPEST: usize = 8;
/// Lists that a message names.
const NAMED: usize = 6;

const PATH: Remedy = Remedy::Set(&["json_path"]);

/// Reads every entry that has a text; names those that have none.
pub(super) fn read(text: &str, options: &SourceOptions) -> FileRows {
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => {
            let (line, column) = (error.line(), error.column());
            return failure(format!(
                "not JSON (line {line}, column {column}): cut short, or a comma or quote is missing there; save it again"
            ));
        }
    };
    match found(value, options) {
        Ok(value) => rows(value, options),
        Err(notice) => failure(notice),
    }
}

/// Whether what looks like JSON lines is one object, with the documents somewhere inside it.
pub(super) fn is_one(text: &str, options: &SourceOptions) -> bool {
    let mut lines = filled_lines(text);
    let (Some((_, line)), None) = (lines.next(), lines.next()) else {
        return false;
    };
    let row = |object: &Map<String, Value>| {
        object.contains_key(&options.fields.text) || object.contains_key(jsonl::SET)
    };
    let is_inside = |object: Map<String, Value>| {
        let holds = |value: &Value| value.is_array() || value.is_object();
        !row(&object) && object.values().any(holds)
    };
    options.json_path.is_some() || serde_json::from_str(line).is_ok_and(is_inside)
}

fn found(value: Value, options: &SourceOptions) -> Result<Value, Notice> {
    match (&options.json_path, value) {
        (Some(path), value) => at(value, path),
        (None, Value::Object(object)) if !object.contains_key(&options.fields.text) => {
            the_list(Value::Object(object), &options.fields.text)
        }
        (None, value) => Ok(value),
    }
}

/// What stands at the end of a way.
fn at(mut value: Value, path: &str) -> Result<Value, Notice> {
    for step in path.split('.').filter(|step| !step.is_empty()) {
        let next = match &mut value {
            Value::Object(object) => object.get_mut(step),
            Value::Array(entries) => step.parse::<usize>().ok().and_then(|i| entries.get_mut(i)),
            _ => None,
        };
        value = match next {
            Some(next) => next.take(),
            None => {
                let there = there(&value);
                return Err(
                    Notice::from(format!("nothing at `{step}` of `{path}`{there}")).with(PATH),
                );
            }
        };
    }
    Ok(value)
}

/// What an object or a list offers instead.
fn there(value: &Value) -> String {
    match value {
        Value::Object(object) => {
            let keys: Vec<&str> = object.keys().take(NAMED).map(String::as_str).collect();
            format!(" (there are: {})", keys.join(", "))
        }
        Value::Array(entries) => format!(" (a list of {} entries, from 0)", entries.len()),
        other => format!(" ({} is there)", jsonl::kind(other)),
    }
}

/// The only list of an object whose entries have a text.
fn the_list(value: Value, field: &str) -> Result<Value, Notice> {
    let mut lists = Vec::new();
    find(&value, field, &mut Vec::new(), &mut lists);
    let texts: Vec<&List> = lists.iter().filter(|list| list.has_text).collect();
    if let [only] = texts[..] {
        return at(value, &only.path);
    }
    let shown = if texts.is_empty() {
        lists.iter().collect()
    } else {
        texts
    };
    let names: Vec<String> = shown
        .iter()
        .take(NAMED)
        .map(|list| format!("`{}` with {} entries", list.path, list.entries))
        .collect();
    let message = if names.is_empty() {
        format!("an object without `{field}` and without a list in it")
    } else {
        format!(
            "an object without `{field}`; lists in it: {}",
            names.join(", ")
        )
    };
    let remedy = const { Remedy::Set(&["json_path", "text_field"]) };
    Err(Notice::from(message).with(remedy))
}

/// A list inside an object.
struct List {
    path: String,
    entries: usize,
    has_text: bool,
}

fn find(value: &Value, field: &str, path: &mut Vec<String>, lists: &mut Vec<List>) {
    if path.len() > DEEPEST {
        return;
    }
    match value {
        Value::Object(object) => {
            // A key with a dot cannot be named in a way.
            for (key, inner) in object.iter().filter(|(key, _)| !key.contains('.')) {
                path.push(key.clone());
                find(inner, field, path, lists);
                path.pop();
            }
        }
        Value::Array(entries) if !entries.is_empty() => {
            let has_text = |entry: &Value| entry.get(field).is_some_and(Value::is_string);
            lists.push(List {
                path: path.join("."),
                entries: entries.len(),
                has_text: entries.iter().any(has_text),
            });
        }
        _ => {}
    }
}

fn rows(value: Value, options: &SourceOptions) -> FileRows {
    let (entries, is_list) = match value {
        Value::Array(entries) => (entries, true),
        other => (vec![other], false),
    };
    let mut file = FileRows::default();
    let mut problems = Problems::default();
    for (number, entry) in (1..).zip(entries) {
        match row(entry, options) {
            Ok(row) if is_list => file.rows.push(numbered(row, number)),
            Ok(row) => file.rows.push(row),
            Err(notice) if is_list => problems.push(|| notice.at(format!("entry {number}"))),
            Err(notice) => problems.push(|| notice),
        }
    }
    file.failures = problems.into_notices();
    file
}

fn row(entry: Value, options: &SourceOptions) -> Result<Row, Notice> {
    let row = match entry {
        Value::String(text) => Row {
            text,
            ..Row::default()
        },
        Value::Object(object) => object_row(object, options)?,
        other => {
            let kind = jsonl::kind(&other);
            return Err(
                format!("{kind}, not a document: an object with a text, or a string").into(),
            );
        }
    };
    Ok(Row {
        source_lines: Some(LineMap::on(1)),
        ..row
    })
}

fn object_row(object: Map<String, Value>, options: &SourceOptions) -> Result<Row, Notice> {
    jsonl::row(object, &options.fields)
}

fn numbered(row: Row, number: usize) -> Row {
    let mut landmarks = Landmarks::default();
    landmarks.mark(0, format!("entry {number}"));
    Row {
        number: Some(number),
        landmarks,
        ..row
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_at(text: &str, path: Option<&str>) -> (Vec<String>, Vec<String>) {
        let options = SourceOptions {
            json_path: path.map(String::from),
            ..SourceOptions::default()
        };
        let file = read(text, &options);
        let texts = file.rows.iter().map(|row| row.text.clone());
        let failures = file.failures.iter().map(ToString::to_string);
        (texts.collect(), failures.collect())
    }

    #[test]
    fn a_list_has_objects_and_strings() {
        let (texts, failures) = read_at(r#"["a", {"text": "b", "id": 7}, 3, {"body": "c"}]"#, None);
        assert_eq!(texts, ["a", "b"]);
        assert_eq!(
            failures,
            [
                "entry 3: a number, not a document: an object with a text, or a string",
                "entry 4: no field `text` (there are: body); set `text_field`",
            ]
        );
    }

    #[test]
    fn the_only_list_with_texts_is_found() {
        let text =
            r#"{"n": 2, "tags": ["x"], "response": {"items": [{"text": "a"}, {"text": "b"}]}}"#;
        assert_eq!(read_at(text, None).0, ["a", "b"]);
        assert_eq!(read_at(r#"{"text": "alone"}"#, None).0, ["alone"]);
        let two = r#"{"a": [{"text": "x"}], "b": [{"text": "y"}]}"#;
        let (_, failures) = read_at(two, None);
        assert_eq!(
            failures,
            [
                "an object without `text`; lists in it: `a` with 1 entries, `b` with 1 entries; set `json_path` or `text_field`"
            ]
        );
        assert_eq!(read_at(two, Some("b")).0, ["y"]);
        assert_eq!(read_at(two, Some("b.0.text")).0, ["y"]);
    }

    #[test]
    fn a_way_that_leads_nowhere_says_what_is_there() {
        let (_, failures) = read_at(r#"{"a": {"b": 1, "c": 2}}"#, Some("a.d"));
        assert_eq!(
            failures,
            ["nothing at `d` of `a.d` (there are: b, c); set `json_path`"]
        );
        let (_, failures) = read_at("[\n{\"a\": 1,}]", None);
        assert!(
            failures[0].starts_with("not JSON (line 2, column 9)"),
            "{failures:?}"
        );
    }
}
