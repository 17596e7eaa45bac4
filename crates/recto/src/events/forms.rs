//! Tables of a timeline, and the messages themselves as plain rows.

use super::body::{Body, Event};
use super::made;
use crate::Reading;
use crate::csv::quoted;
use crate::field::Choice;
use crate::report::number::six_digits;
use recto_text::Document;
use recto_text::time::rfc3339;
use serde_json::json;
use std::io::{self, Write};

/// Formats that an answer can be written in.
pub(super) const FORMATS: &[Choice] = &[
    Choice {
        name: "csv",
        help: "A row for each event",
    },
    Choice {
        name: "messages",
        help: "The messages as they were read, as JSON lines: id, time, text",
    },
    Choice {
        name: "reference",
        help: "The true events of a made stream, as JSON lines for eval events",
    },
];

/// Writes an answer in one of these forms.
pub(super) fn write(
    body: &Body,
    reading: &Reading<'_>,
    form: &str,
    writer: &mut dyn Write,
) -> io::Result<()> {
    let mut writer = io::BufWriter::new(writer);
    match form {
        "messages" => {
            for document in reading.documents() {
                message(document, &mut writer)?;
            }
        }
        "reference" => {
            for row in made::reference(reading.documents()) {
                writeln!(writer, "{row}")?;
            }
        }
        _ => table(&body.events, &mut writer)?,
    }
    writer.flush()
}

fn message(document: &Document, writer: &mut dyn Write) -> io::Result<()> {
    let time = document.post.map(|post| rfc3339(post.micros));
    let mut row = json!({ "id": document.id, "time": time, "text": document.text });
    if let Some(user) = document.post.and_then(|post| post.user) {
        // As text: JSON numbers lose digits in many readers.
        row["user"] = user.to_string().into();
    }
    if let [label] = &document.labels[..] {
        row["label"] = label.as_str().into();
    }
    writeln!(writer, "{row}")
}

const CSV_HEAD: &str = "id,start,peak,end,participants,title,message,messages,importance,share";

fn table(events: &[Event], writer: &mut dyn Write) -> io::Result<()> {
    writeln!(writer, "{CSV_HEAD}")?;
    for event in events {
        let text = event.message.as_ref().map_or("", |message| &message.text);
        writeln!(
            writer,
            "{},{},{},{},{},{},{},{},{},{}",
            event.id,
            event.start,
            event.peak,
            event.end,
            quoted(&event.participants.join("; ")),
            quoted(&event.title),
            quoted(text),
            event.messages,
            six_digits(event.importance),
            six_digits(event.share),
        )?;
    }
    Ok(())
}
