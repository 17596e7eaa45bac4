//! Answers that were given elsewhere: JSON lines, CSV, doccano, or a log of recto.
//!
//! A row names a document by its text or its id, or a word; a label; and where it has them
//! who, when and a remark. Rows are matched by text where there is one, because ids of other
//! tools are their own. Labels that a machine made are left out. An import is added to the
//! log whole or not at all, and a second import of the same file adds nothing.

use super::texts::Wording;
use super::{Action, Drawn, Entry, ItemKey, Origin, Project, ProjectError, Reply};
use crate::{Attachment, Error};
use recto_math::{Notice, Remedy};
use recto_text::time::Zone;
use rustc_hash::FxHashMap;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// What came of an import.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
pub struct Imported {
    /// Rows that were added to the log.
    pub added: usize,
    /// Rows that were there already.
    pub known: usize,
    /// Rows without a label, or with one that a machine made.
    pub without_label: usize,
    /// Rows whose document is not in the project.
    pub unmatched: usize,
}

/// An answer of a file.
#[derive(Debug, Clone, PartialEq)]
struct Row {
    line: usize,
    text: Option<String>,
    id: Option<String>,
    word: Option<String>,
    answers: Vec<GivenAnswer>,
}

/// Who said what of a row.
#[derive(Debug, Clone, PartialEq)]
struct GivenAnswer {
    annotator: Option<String>,
    time: Option<i64>,
    /// A class by its name, or what stands for none.
    label: Label,
    comment: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
enum Label {
    Class(String),
    DontKnow,
}

/// Adds the answers of a file to a project; `annotator` stands for rows that name nobody.
///
/// # Errors
/// [`ProjectError`] if the file cannot be read as answers or holds labels that are no
/// classes; then nothing is added.
pub fn import(
    project: &mut Project,
    file: &Attachment,
    annotator: &str,
    now: i64,
) -> Result<Imported, ProjectError> {
    let text = file.text()?;
    if let Some(log) = as_log(text, file)? {
        return replay(project, log);
    }
    let rows = if is_csv(file, text) {
        csv_rows(text, file)?
    } else {
        json_rows(text, file)?
    };
    add(project, file, &rows, annotator, now)
}

fn is_csv(file: &Attachment, text: &str) -> bool {
    let is_named = file.label.to_lowercase().ends_with(".csv");
    is_named || !text.trim_start().starts_with(['{', '['])
}

/// The rows of a log that recto exported; `None` if the file is something else.
fn as_log(text: &str, file: &Attachment) -> Result<Option<Vec<Entry>>, Error> {
    let lines = || recto_text::source::filled_lines(text);
    let is_log = lines().next().is_some_and(|(_, line)| {
        serde_json::from_str::<Map<String, Value>>(line).is_ok_and(|row| row.contains_key("action"))
    });
    if !is_log {
        return Ok(None);
    }
    let entry = |(at, line): (usize, &str)| {
        let wrong = |error| file.problem(format!("line {at}: not a row of a log: {error}"));
        serde_json::from_str(line).map_err(wrong)
    };
    lines().map(entry).collect::<Result<_, _>>().map(Some)
}

/// Adds the rows of a log behind those of the project. Classes are matched by their names,
/// rows that are there already (same person, time and action) are left out.
fn replay(project: &mut Project, log: Vec<Entry>) -> Result<Imported, ProjectError> {
    let known: BTreeSet<String> = project.log()?.iter().map(fingerprint).collect();
    let mut found = Imported::default();
    let mut rows = Vec::new();
    let mut names = project.state().classes().to_vec();
    // Numbers of classes and rows, from those of the file to those of the project.
    let mut classes: Vec<usize> = Vec::new();
    let mut numbers: FxHashMap<u64, u64> = FxHashMap::default();
    let by_print: FxHashMap<String, u64> = project
        .log()?
        .iter()
        .map(|entry| (fingerprint(entry), entry.number))
        .collect();
    let mut next = project.state().last();
    for entry in log {
        let action = match translated(&entry.action, &mut names, &mut classes, &numbers) {
            Some(action) => action,
            None => {
                found.known += 1;
                continue;
            }
        };
        let entry = Entry { action, ..entry };
        let print = fingerprint(&entry);
        if known.contains(&print) {
            found.known += 1;
            numbers.insert(entry.number, by_print[&print]);
            continue;
        }
        next += 1;
        numbers.insert(entry.number, next);
        found.added += 1;
        rows.push((entry.annotator, entry.time, entry.action));
    }
    project.add_all(&rows)?;
    Ok(found)
}

/// An action of another log in the numbers of this project; `None` for a class that is there
/// and for what was about a row that was left out.
fn translated(
    action: &Action,
    names: &mut Vec<String>,
    classes: &mut Vec<usize>,
    numbers: &FxHashMap<u64, u64>,
) -> Option<Action> {
    let mut action = action.clone();
    match &mut action {
        Action::AddClass { name } => {
            let at = names.iter().position(|own| own == name);
            classes.push(at.unwrap_or(names.len()));
            if at.is_some() {
                return None;
            }
            names.push(name.clone());
        }
        Action::RenameClass { class, name } => {
            *class = *classes.get(*class)?;
            let own = names.get_mut(*class)?;
            if own == name {
                return None;
            }
            own.clone_from(name);
        }
        Action::Undo { target } => *target = *numbers.get(target)?,
        Action::Answer {
            reply: Reply::Class(class),
            ..
        }
        | Action::Settle {
            reply: Reply::Class(class),
            ..
        } => *class = *classes.get(*class)?,
        Action::Answer { .. } | Action::Settle { .. } | Action::Comment { .. } => {}
    }
    Some(action)
}

/// What makes a row the same as another: who, when and what.
fn fingerprint(entry: &Entry) -> String {
    let action = serde_json::to_string(&entry.action).unwrap_or_default();
    format!("{}\n{}\n{action}", entry.annotator, entry.time)
}

fn json_rows(text: &str, file: &Attachment) -> Result<Vec<Row>, Error> {
    let lines = recto_text::source::filled_lines(text);
    let row = |(at, line): (usize, &str)| {
        let wrong = |what: String| file.problem(format!("line {at}: {what}"));
        let object: Map<String, Value> = serde_json::from_str(line).map_err(|error| {
            wrong(format!(
                "not a JSON object ({error}); each line must be one"
            ))
        })?;
        json_row(&object, at).map_err(wrong)
    };
    lines.map(row).collect()
}

fn json_row(object: &Map<String, Value>, line: usize) -> Result<Row, String> {
    let text = |names: &[&str]| {
        let found = names.iter().find_map(|name| object.get(*name))?;
        as_text(found)
    };
    let comment = match object.get("comment").or_else(|| object.get("Comments")) {
        Some(Value::Array(all)) => {
            let all: Vec<&str> = all.iter().filter_map(Value::as_str).collect();
            Some(all.join("; "))
        }
        Some(other) => as_text(other),
        None => None,
    };
    let answers = match object.get("answers") {
        // As recto exports them, each with its own label.
        Some(Value::Array(all)) => {
            let rows = all.iter().filter_map(Value::as_object);
            let rows: Vec<Row> = rows
                .map(|own| json_row(own, line))
                .collect::<Result<_, _>>()?;
            rows.into_iter().flat_map(|row| row.answers).collect()
        }
        _ if text(&["by"]).is_some_and(|by| by != "human") => Vec::new(),
        _ => {
            let value = object.get("label").or_else(|| object.get("labels"));
            let label = json_label(value.unwrap_or(&Value::Null))?;
            let answer = |label| GivenAnswer {
                annotator: text(&["annotator", "user", "username"]),
                time: text(&["time", "updated_at", "created_at"]).and_then(|time| when(&time)),
                label,
                comment: comment.clone().filter(|comment| !comment.is_empty()),
            };
            label.map(answer).into_iter().collect()
        }
    };
    Ok(Row {
        line,
        text: text(&["text", "data"]),
        id: text(&["id"]),
        word: text(&["word"]),
        answers,
    })
}

/// A name, a list with one name, or nothing.
fn json_label(value: &Value) -> Result<Option<Label>, String> {
    match value {
        Value::Null => Ok(None),
        Value::Array(all) => match &all[..] {
            [] => Ok(None),
            [one @ (Value::String(_) | Value::Number(_))] => json_label(one),
            [Value::Array(_), ..] => {
                Err("labels of stretches of text, where one of the whole text is expected".into())
            }
            _ => Err("several labels, where one is expected".into()),
        },
        other => match as_text(other) {
            Some(name) => Ok(label(&name)),
            None => Err("a label that is no text".into()),
        },
    }
}

/// What a label says; `None` if it is empty.
fn label(name: &str) -> Option<Label> {
    match name.trim() {
        // A question that was skipped is not answered.
        "" | "skip" => None,
        "dont-know" | "don't know" => Some(Label::DontKnow),
        name => Some(Label::Class(name.into())),
    }
}

fn as_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Milliseconds since 1970 of a time as other tools write it.
fn when(text: &str) -> Option<i64> {
    let moment = Zone::default().read(text)?;
    Some(moment.micros.div_euclid(1000))
}

fn csv_rows(text: &str, file: &Attachment) -> Result<Vec<Row>, Error> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .from_reader(text.as_bytes());
    let wrong = |error: csv::Error| file.problem(format!("not CSV: {error}"));
    let header = reader.headers().map_err(wrong)?.clone();
    let column = |name: &str| header.iter().position(|own| own.trim() == name);
    let (label_at, by_at) = (column("label"), column("by"));
    if label_at.is_none()
        || [column("text"), column("id"), column("word")]
            .iter()
            .all(Option::is_none)
    {
        let what = "no columns `label` and `text`, `id` or `word` in its first line";
        return Err(file.problem(what));
    }
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(wrong)?;
        let line = record.position().map_or(0, |at| at.line() as usize);
        let cell = |at: Option<usize>| {
            let cell = record.get(at?)?;
            (!cell.is_empty()).then(|| cell.to_owned())
        };
        let is_human = cell(by_at).is_none_or(|by| by == "human");
        let name = cell(label_at).filter(|_| is_human).unwrap_or_default();
        let who = cell(column("annotator"));
        let times = cell(column("time")).unwrap_or_default();
        let mut times = times.split("; ").map(when);
        // Several annotators, each with what they said, as an export has them.
        let each: Vec<(Option<String>, String)> = match &who {
            Some(who) if is_human && who.contains('=') => who
                .split("; ")
                .map(|part| part.rsplit_once('=').unwrap_or((part, &name)))
                .map(|(who, label)| (Some(who.to_owned()), label.to_owned()))
                .collect(),
            _ => vec![(who, name)],
        };
        let mut comment = cell(column("comment"));
        let answers = each.into_iter().filter_map(|(annotator, name)| {
            let time = times.next().flatten();
            Some(GivenAnswer {
                annotator,
                time,
                label: label(&name)?,
                comment: comment.take(),
            })
        });
        let answers = answers.collect();
        rows.push(Row {
            line,
            text: cell(column("text")),
            id: cell(column("id")),
            word: cell(column("word")),
            answers,
        });
    }
    Ok(rows)
}

fn add(
    project: &mut Project,
    file: &Attachment,
    rows: &[Row],
    annotator: &str,
    now: i64,
) -> Result<Imported, ProjectError> {
    let ids = ids(project)?;
    let mut found = Imported::default();
    let mut new = Vec::new();
    for row in rows {
        if row.answers.is_empty() {
            found.without_label += 1;
            continue;
        }
        let Some(item) = item(row, &ids) else {
            found.unmatched += 1;
            continue;
        };
        for answer in &row.answers {
            let reply = reply(answer, project).ok_or_else(|| unknown_class(file, row, answer))?;
            let who = answer.annotator.as_deref().unwrap_or(annotator);
            if is_known(project, &item, who, reply, answer) {
                found.known += 1;
                continue;
            }
            found.added += 1;
            let time = answer.time.unwrap_or(now);
            new.push((who.to_owned(), time, as_answer(item.clone(), reply)));
            if let Some(text) = answer.comment.clone() {
                let item = item.clone();
                new.push((who.to_owned(), time, Action::Comment { item, text }));
            }
        }
    }
    project.add_all(&new)?;
    Ok(found)
}

fn as_answer(item: ItemKey, reply: Reply) -> Action {
    Action::Answer {
        item,
        reply,
        // Nobody knows how a question of another tool came up.
        drawn: Drawn::Chosen,
        predicted: None,
        seconds: None,
        origin: Origin::Import,
    }
}

/// Whether the annotator's last answer says the same, and is no older if the file has times.
fn is_known(
    project: &Project,
    item: &ItemKey,
    who: &str,
    reply: Reply,
    answer: &GivenAnswer,
) -> bool {
    let judged = project.state().item(item);
    let last = judged.and_then(|judged| judged.answer_of(who));
    last.is_some_and(|last| last.reply == reply && answer.time.is_none_or(|time| time <= last.time))
}

/// Documents by their text and by their id.
struct Ids {
    by_text: FxHashMap<Wording, String>,
    all: BTreeSet<String>,
}

fn ids(project: &Project) -> Result<Ids, ProjectError> {
    let mut ids = Ids {
        by_text: FxHashMap::default(),
        all: BTreeSet::new(),
    };
    for one in project.documents()? {
        let document = one.document;
        ids.all.insert(document.id.clone());
        ids.by_text
            .entry(Wording::of(&document.text))
            .or_insert(document.id);
    }
    Ok(ids)
}

fn item(row: &Row, ids: &Ids) -> Option<ItemKey> {
    if let Some(word) = &row.word {
        return Some(ItemKey::Word(word.to_lowercase()));
    }
    let by_text = |text: &String| ids.by_text.get(&Wording::of(text)).cloned();
    let id = match (&row.text, &row.id) {
        (Some(text), _) => by_text(text)?,
        (None, Some(id)) => ids.all.get(id)?.clone(),
        (None, None) => return None,
    };
    Some(ItemKey::Document(id))
}

fn reply(answer: &GivenAnswer, project: &Project) -> Option<Reply> {
    match &answer.label {
        Label::DontKnow => Some(Reply::DontKnow),
        Label::Class(name) => {
            let mut classes = project.state().classes().iter();
            classes.position(|class| class == name).map(Reply::Class)
        }
    }
}

fn unknown_class(file: &Attachment, row: &Row, answer: &GivenAnswer) -> Error {
    let name = match &answer.label {
        Label::Class(name) => name.as_str(),
        Label::DontKnow => "",
    };
    let notice = Notice::from(format!(
        "line {}: {name} is no class of the project",
        row.line
    ));
    let remedy = Remedy::When("to add it", &Remedy::Set(&["classes"]));
    file.problem(notice.with(remedy))
}
