//! What the rows of a file are, by the keys of the first ones: documents, documents with their
//! summaries, or messages as a service writes them.
//!
//! Only a caller that has a use for each of them asks. A row that reads as a document stays
//! one: a row with the caller's field of times, with a title or with labels has more to say
//! than a message.

use super::messages;
use super::pairs::SIDES;
use super::{Format, SourceOptions, delimited, filled_lines, jsonl};
use serde_json::{Map, Value};

/// Rows that are looked at.
const FIRST: usize = 20;

/// Microseconds in a day: a time at midnight exactly is a date.
const DAY: i64 = 86_400_000_000;

/// How to read a file of rows: as pairs or as messages, where its first rows are those.
pub(super) fn of(text: &str, format: Format, options: &SourceOptions) -> Format {
    let rows = match format {
        Format::Jsonl => objects(text),
        Format::Csv => records(text),
        _ => return format,
    };
    let is_pair = |row: &Map<String, Value>| {
        format == Format::Jsonl
            && SIDES.iter().all(|side| row.contains_key(*side))
            && !row.contains_key(&options.fields.text)
    };
    if rows.first().is_some_and(is_pair) {
        Format::Pairs
    } else if !rows.iter().any(|row| is_document(row, options))
        && rows.iter().any(|row| is_message(row, options))
    {
        Format::Messages
    } else {
        format
    }
}

fn objects(text: &str) -> Vec<Map<String, Value>> {
    let parsed = |(_, line)| Some(jsonl::parse(line, "").ok()?.object);
    let rows = filled_lines(text).take(FIRST).filter_map(parsed);
    rows.collect()
}

fn records(text: &str) -> Vec<Map<String, Value>> {
    let mut records = delimited::first_records(text, FIRST).into_iter();
    let Some(names) = records.next() else {
        return Vec::new();
    };
    let row = |record: csv::StringRecord| {
        let names = names.iter().map(|name| name.trim().to_owned());
        names.zip(record.iter().map(Value::from)).collect()
    };
    records.map(row).collect()
}

/// Whether a row has what would be lost in a message.
fn is_document(row: &Map<String, Value>, options: &SourceOptions) -> bool {
    let labels = options.fields.label_names();
    let own = [options.fields.time.as_str(), "title"];
    own.iter().chain(&labels).any(|key| row.contains_key(*key))
}

fn is_message(row: &Map<String, Value>, options: &SourceOptions) -> bool {
    let micros = messages::micros(row, options);
    micros.is_some_and(|micros| micros % DAY != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str, format: Format) -> Format {
        of(text, format, &SourceOptions::default())
    }

    #[test]
    fn a_document_with_its_summary_is_a_pair_unless_it_has_a_text() {
        let row = r#"{"id": "a", "document": "Nets dry.", "summary": "Nets."}"#;
        assert_eq!(told(row, Format::Jsonl), Format::Pairs);
        let row = r#"{"text": "Nets dry.", "document": "a", "summary": "Nets."}"#;
        assert_eq!(told(row, Format::Jsonl), Format::Jsonl);
        let row = r#"{"document": "Nets dry."}"#;
        assert_eq!(told(row, Format::Jsonl), Format::Jsonl);
    }

    #[test]
    fn rows_as_a_service_writes_them_are_messages() {
        let post = r#"{"created_at": "2025-03-10T20:19:00Z", "text": "Lights out"}"#;
        assert_eq!(told(post, Format::Jsonl), Format::Messages);
        let like = r#"{"did": "x", "time_us": 1741637940000000, "commit": {"operation": "create", "collection": "app.bsky.feed.like"}}"#;
        assert_eq!(told(like, Format::Jsonl), Format::Jsonl);
        let created = "app.bsky.feed.post\", \"record\": {\"text\": \"Lights out\"}";
        let post = like.replace("app.bsky.feed.like\"", created);
        assert_eq!(
            told(&format!("{like}\n{post}"), Format::Jsonl),
            Format::Messages
        );
        let table = "created_at,user,text\n2025-03-10 20:19:00,ann,Lights out\n";
        assert_eq!(told(table, Format::Csv), Format::Messages);
    }

    #[test]
    fn rows_that_a_message_would_shorten_stay_documents() {
        for row in [
            r#"{"time": "2025-03-10T20:19:00Z", "text": "Lights out"}"#,
            r#"{"created_at": "2025-03-10T20:19:00Z", "title": "Power", "text": "Lights out"}"#,
            r#"{"created_at": "2025-03-10T20:19:00Z", "label": "news", "text": "Lights out"}"#,
            r#"{"date": "2025-03-10", "text": "Lights out"}"#,
            r#"{"text": "Lights out"}"#,
            "not JSON",
            "",
        ] {
            assert_eq!(told(row, Format::Jsonl), Format::Jsonl, "{row}");
        }
        assert_eq!(
            told("text,date\nNets,2025-03-10\n", Format::Csv),
            Format::Csv
        );
        assert_eq!(told("a text", Format::Text), Format::Text);
    }
}
