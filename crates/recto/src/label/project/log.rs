//! Rows of the log, to columns and back.

use super::checksums;
use crate::label::{Action, Entry, ItemKey, Origin};
use recto_classify::active::{Drawn, Reply};
use rusqlite::types::Type;
use rusqlite::{Connection, Error, Result, Row, params};

/// Adds a row; returns its number.
pub(super) fn insert(
    connection: &Connection,
    annotator: &str,
    time: i64,
    action: &Action,
) -> Result<u64> {
    let columns = Columns::of(action);
    connection
        .prepare(
            "INSERT INTO log (time, annotator, action, kind, item, reply, class, text, target, \
             drawn, predicted, seconds, origin) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
        )?
        .execute(params![
            time,
            annotator,
            columns.action,
            columns.item.map(ItemKey::kind),
            columns.item.map(ItemKey::name),
            columns.reply,
            columns.class,
            columns.text,
            columns.target,
            columns.drawn,
            columns.predicted,
            columns.seconds,
            columns.origin,
        ])?;
    let number = connection.last_insert_rowid();
    checksums::add_last(connection, checksums::LOG)?;
    Ok(number as u64)
}

/// An action as the columns of its row.
#[derive(Default)]
struct Columns<'a> {
    action: &'static str,
    item: Option<&'a ItemKey>,
    reply: Option<&'static str>,
    class: Option<i64>,
    text: Option<&'a str>,
    target: Option<i64>,
    drawn: Option<&'static str>,
    predicted: Option<String>,
    seconds: Option<f64>,
    origin: Option<&'static str>,
}

impl<'a> Columns<'a> {
    fn of(action: &'a Action) -> Self {
        let (reply, class) = match action.reply() {
            Some(Reply::Class(class)) => (Some("class"), Some(class as i64)),
            Some(Reply::DontKnow) => (Some("dont-know"), None),
            Some(Reply::Skip) => (Some("skip"), None),
            None => (None, None),
        };
        let (item, none) = (action.item(), Self::default());
        match action {
            Action::Answer {
                drawn,
                predicted,
                seconds,
                origin,
                ..
            } => Self {
                action: "answer",
                item,
                reply,
                class,
                drawn: Some(match drawn {
                    Drawn::AtRandom => "at-random",
                    Drawn::Chosen => "chosen",
                }),
                predicted: predicted
                    .as_ref()
                    .map(|row| serde_json::json!(row).to_string()),
                seconds: *seconds,
                origin: Some(match origin {
                    Origin::Session => "session",
                    Origin::Import => "import",
                }),
                ..none
            },
            Action::Undo { target } => Self {
                action: "undo",
                target: Some(*target as i64),
                ..none
            },
            Action::Comment { text, .. } => Self {
                action: "comment",
                item,
                text: Some(text),
                ..none
            },
            Action::AddClass { name } => Self {
                action: "add-class",
                text: Some(name),
                ..none
            },
            Action::RenameClass { class, name } => Self {
                action: "rename-class",
                class: Some(*class as i64),
                text: Some(name),
                ..none
            },
            Action::Settle { .. } => Self {
                action: "settle",
                item,
                reply,
                class,
                ..none
            },
        }
    }
}

/// Rows behind the one with this number, in order.
pub(super) fn after(connection: &Connection, number: u64) -> Result<Vec<Entry>> {
    let mut rows = connection.prepare(
        "SELECT number, time, annotator, action, kind, item, reply, class, text, target, drawn, \
         predicted, seconds, origin FROM log WHERE number > ?1 ORDER BY number",
    )?;
    rows.query_map([number as i64], entry)?.collect()
}

fn entry(row: &Row<'_>) -> Result<Entry> {
    Ok(Entry {
        number: row.get::<_, i64>(0)? as u64,
        time: row.get(1)?,
        annotator: row.get(2)?,
        action: action(row)?,
    })
}

fn action(row: &Row<'_>) -> Result<Action> {
    Ok(match row.get_ref(3)?.as_str()? {
        "answer" => Action::Answer {
            item: item(row)?,
            reply: reply(row)?,
            drawn: match row.get_ref(10)?.as_str()? {
                "at-random" => Drawn::AtRandom,
                _ => Drawn::Chosen,
            },
            predicted: predicted(row)?,
            seconds: row.get(12)?,
            origin: match row.get_ref(13)?.as_str()? {
                "import" => Origin::Import,
                _ => Origin::Session,
            },
        },
        "undo" => Action::Undo {
            target: row.get::<_, i64>(9)? as u64,
        },
        "comment" => Action::Comment {
            item: item(row)?,
            text: row.get(8)?,
        },
        "add-class" => Action::AddClass { name: row.get(8)? },
        "rename-class" => Action::RenameClass {
            class: class(row)?,
            name: row.get(8)?,
        },
        "settle" => Action::Settle {
            item: item(row)?,
            reply: reply(row)?,
        },
        other => return Err(strange(3, format!("action {other}"))),
    })
}

fn item(row: &Row<'_>) -> Result<ItemKey> {
    let kind = row.get_ref(4)?.as_str()?;
    ItemKey::new(kind, row.get(5)?).ok_or_else(|| strange(4, format!("kind {kind}")))
}

fn reply(row: &Row<'_>) -> Result<Reply> {
    Ok(match row.get_ref(6)?.as_str()? {
        "class" => Reply::Class(class(row)?),
        "dont-know" => Reply::DontKnow,
        "skip" => Reply::Skip,
        other => return Err(strange(6, format!("reply {other}"))),
    })
}

fn class(row: &Row<'_>) -> Result<usize> {
    let class: i64 = row.get(7)?;
    usize::try_from(class).map_err(|_| strange(7, format!("class {class}")))
}

fn predicted(row: &Row<'_>) -> Result<Option<Vec<f64>>> {
    let text: Option<String> = row.get(11)?;
    let parsed = text.map(|text| serde_json::from_str(&text));
    parsed
        .transpose()
        .map_err(|error| strange(11, error.to_string()))
}

fn strange(column: usize, what: String) -> Error {
    Error::FromSqlConversionFailure(column, Type::Text, what.into())
}
