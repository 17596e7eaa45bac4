//! Messages with times: JSON lines of several services, or a table.
//!
//! Each line of JSON is recognised by its keys, so that files may be mixed:
//!
//! | written by | time | text |
//! |---|---|---|
//! | anybody | the field that the caller names, `time`, `timestamp`, `created_at` … | `text`, `message`, `body` … |
//! | Twitter 1.1 | `timestamp_ms` or `created_at` | `extended_tweet.full_text`, `full_text`, `text` |
//! | Twitter 2 | `created_at`, also inside `data` | `note_tweet.text`, `text` |
//! | Mastodon | `created_at` | `content`, as HTML |
//! | ActivityPub | `published`, also of the `object` | `content`, as HTML |
//! | Bluesky Jetstream | `createdAt` of the record, or `time_us` where they differ | `text` of the record |
//!
//! Lines that are no messages never end the reading: they are counted by what is wrong, and
//! the first of each kind is named. Only a caller that asks for it gets them as failures.

mod left_out;
mod line;
mod services;
#[cfg(test)]
mod tests;

use super::{FileRows, Row, SourceOptions, Warning, delimited, filled_lines, jsonl};
use crate::document::Post;
use crate::time::Written;
pub use left_out::{LeftOut, LineProblem};
use line::Line;
use recto_math::{Notice, Remedy};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A message of a stream, as one line gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimedMessage {
    /// Its id; `None` if the line has none.
    pub id: Option<String>,
    /// What it says.
    pub text: String,
    /// Time, author and kind.
    pub post: Post,
}

/// Reads one line of JSON, for streams that come line by line; `None` for a record that is
/// no post, such as a like.
///
/// ```
/// use recto_text::SourceOptions;
/// use recto_text::source::{LineProblem, read_message};
/// let options = SourceOptions::default();
/// let line = r#"{"time": "2025-03-10T20:19:00Z", "text": "Lights out"}"#;
/// let message = read_message(line, &options)?.expect("a post");
/// assert_eq!(message.text, "Lights out");
/// assert_eq!(read_message("Lights out", &options), Err(LineProblem::NotAnObject));
/// # Ok::<(), LineProblem>(())
/// ```
///
/// # Errors
/// Why the line is no message.
pub fn read_message(
    line: &str,
    options: &SourceOptions,
) -> Result<Option<TimedMessage>, LineProblem> {
    let message = services::message(&object(line)?, options)?;
    Ok(message.map(|line| TimedMessage {
        id: line.id,
        text: line.text,
        post: line.post,
    }))
}

/// The time of the message that an object is, in microseconds; `None` where it is none.
pub(super) fn micros(object: &Map<String, Value>, options: &SourceOptions) -> Option<i64> {
    let line = services::message(object, options).ok()??;
    Some(line.post.micros)
}

fn object(line: &str) -> Result<Map<String, Value>, LineProblem> {
    let parsed = jsonl::parse(line, "").map_err(|_| LineProblem::NotAnObject)?;
    Ok(parsed.object)
}

/// Reads every line or row that is a message with a time.
pub(super) fn read(text: &str, options: &SourceOptions) -> FileRows {
    let mut found = Found::default();
    let first = filled_lines(text).next();
    if first.is_none_or(|(_, line)| line.trim_start().starts_with(['{', '['])) {
        for (at, line) in filled_lines(text) {
            found.add(at, object(line), options);
        }
    } else if let Err(notice) = read_table(text, options, &mut found) {
        return super::failure(notice);
    }
    found.finish(options.is_strict)
}

/// Reads a table: each row as an object of its columns.
fn read_table(text: &str, options: &SourceOptions, found: &mut Found) -> Result<(), Notice> {
    let mut header: Option<Vec<String>> = None;
    for record in delimited::all_records(text) {
        let (at, record) = record.map_err(|error| format!("not CSV: {error}"))?;
        let Some(names) = &header else {
            let names: Vec<String> = record.iter().map(|name| name.trim().to_string()).collect();
            check_header(&names, options).map_err(|notice| notice.at(format!("line {at}")))?;
            header = Some(names);
            continue;
        };
        if record.len() != names.len() {
            found.left_out.add(at, LineProblem::WrongLength);
            continue;
        }
        let cells = names.iter().cloned().zip(record.iter());
        let filled = cells.filter(|(_, cell)| !cell.is_empty());
        let object = filled
            .map(|(name, cell)| (name, Value::from(cell)))
            .collect();
        found.add(at, Ok(object), options);
    }
    Ok(())
}

/// Refuses a table without a column of texts or of times.
fn check_header(names: &[String], options: &SourceOptions) -> Result<(), Notice> {
    let fields = &options.fields;
    let has = |own: &String, usual: &[&str]| {
        let is_one = |name: &String| name == own || usual.contains(&name.as_str());
        names.iter().any(is_one)
    };
    let present = || names.iter().map(String::as_str);
    if !has(&fields.text, &services::TEXTS) {
        return Err(jsonl::missing(&fields.text, present()));
    }
    if !has(&fields.time, &services::TIMES) {
        let present: Vec<&str> = present().take(8).collect();
        let message = format!(
            "no field `{}` (there are: {})",
            fields.time,
            present.join(", ")
        );
        return Err(Notice::from(message).with(Remedy::Set(&["time_field"])));
    }
    Ok(())
}

/// What was found in a file.
#[derive(Default)]
struct Found {
    rows: Vec<Row>,
    left_out: LeftOut,
    /// Records that are no posts: likes, follows, deletions.
    others: usize,
    /// How often times were written in each way.
    written: BTreeMap<Written, usize>,
}

impl Found {
    fn add(
        &mut self,
        at: usize,
        object: Result<Map<String, Value>, LineProblem>,
        options: &SourceOptions,
    ) {
        match object.and_then(|object| services::message(&object, options)) {
            Ok(Some(message)) => self.push(at, message),
            Ok(None) => self.others += 1,
            Err(reason) => self.left_out.add(at, reason),
        }
    }

    fn push(&mut self, at: usize, message: Line) {
        *self.written.entry(message.moment.written).or_default() += 1;
        self.rows.push(Row {
            id: message.id,
            text: message.text,
            time: Some(message.time),
            line: Some(at),
            post: Some(message.post),
            ..Row::default()
        });
    }

    fn finish(self, is_strict: bool) -> FileRows {
        let mut file = FileRows::default();
        // A file of which nothing could be read is the wrong file, strict or not.
        if is_strict || (self.rows.is_empty() && self.others == 0) {
            file.failures = self.left_out.notices();
        } else {
            file.warnings = self
                .left_out
                .notices()
                .into_iter()
                .map(Warning::new)
                .collect();
        }
        if self.others > 0 {
            let text = format!("{} records are no posts and were passed over", self.others);
            file.warnings.push(Warning::new(text));
        }
        file.warnings.extend(mixed(&self.written).map(Warning::new));
        file.rows = self.rows;
        file
    }
}

/// A warning where more than a hundredth of the times are counts in another unit than most
/// of the counts, which is rarely meant.
fn mixed(written: &BTreeMap<Written, usize>) -> Option<String> {
    let counts = written
        .iter()
        .filter(|(written, _)| !matches!(written, Written::Zoned | Written::Local));
    let (total, most) = counts.fold((0, 0), |(total, most), (_, &n)| (total + n, most.max(n)));
    let others = total - most;
    (100 * others > total).then(|| {
        format!("{others} of {total} times are counts in another unit than the rest; each was read by its size")
    })
}
