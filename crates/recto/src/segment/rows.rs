//! Chunks as JSON lines: one a line, for programs that store and look up passages.

use super::body::{Body, Segment, SegmentedDocument};
use crate::{Document, Reading};
use recto_text::OffsetMap;
use recto_text::structure::Structure;
use serde::Serialize;
use std::io::{self, Write};

/// One chunk of a document.
#[derive(Serialize)]
struct Row<'a> {
    id: String,
    document: &'a str,
    document_title: Option<&'a str>,
    title: &'a str,
    headings: Vec<&'a str>,
    start: usize,
    end: usize,
    start_char: usize,
    end_char: usize,
    words: usize,
    /// Bytes at the start that the chunk before has too.
    #[serde(skip_serializing_if = "Option::is_none")]
    overlap: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    context: Option<&'a str>,
    /// Where it begins, if the document has named places.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<&'a str>,
    text: String,
}

/// Writes the segments of all documents.
pub(super) fn write(body: &Body, reading: &Reading<'_>, writer: &mut dyn Write) -> io::Result<()> {
    let mut writer = io::BufWriter::new(writer);
    let mut documents = reading.documents().iter();
    for segmented in &body.documents {
        // Both are in the order of the pile; what failed is missing.
        let document = documents.find(|document| document.id == segmented.id);
        if let Some(document) = document {
            write_document(segmented, document, &mut writer)?;
        }
    }
    writer.flush()
}

fn write_document(
    segmented: &SegmentedDocument,
    document: &Document,
    writer: &mut dyn Write,
) -> io::Result<()> {
    let structure = Structure::of_document(document);
    let offsets = OffsetMap::new(&document.text);
    let starts = segmented.segments.iter().map(|segment| segment.start);
    let paths = structure.paths(starts);
    for (i, (segment, path)) in segmented.segments.iter().zip(paths).enumerate() {
        let start = segment.overlap_start.unwrap_or(segment.start);
        let title = |&heading: &usize| {
            let title = structure.headings[heading].title;
            &document.text[title.range()]
        };
        let row = Row {
            id: format!("{}#{i}", segmented.id),
            document: &segmented.id,
            document_title: segmented.title.as_deref(),
            title: &segment.title,
            headings: path.iter().map(title).collect(),
            start,
            end: segment.end,
            start_char: offsets.code_point(start),
            end_char: offsets.code_point(segment.end),
            words: segment.words,
            overlap: segment.overlap_start.map(|start| segment.start - start),
            context: segment.context.as_deref(),
            place: document.place(start),
            text: text(segment, &document.text[start..segment.end]),
        };
        serde_json::to_writer(&mut *writer, &row)?;
        writer.write_all(b"\n")?;
    }
    Ok(())
}

/// The text of a chunk below its context, if it has one.
fn text(segment: &Segment, text: &str) -> String {
    match &segment.context {
        Some(context) => format!("{context}\n{text}"),
        None => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segment::{Request, SEGMENT};
    use crate::{Pile, ask};
    use serde_json::Value;

    const TEXT: &str = "# Häfen\n\n## Der Kai\n\nNetze trocknen am Kai. Boote ruhen in der Bucht. \
                        Taue hängen an der Wand.\n\n## Bäckerei\n\nBrot backt im Ofen. Mehl liegt \
                        auf dem Boden. Teig geht in der Schüssel auf.\n";

    fn rows(request: &Request) -> Vec<Value> {
        let pile: Pile = [("note", TEXT)].into_iter().collect();
        let answer = ask(&SEGMENT, &pile, request).expect("a text");
        let mut written = Vec::new();
        write(&answer.body, &Reading::new(&pile), &mut written).expect("a buffer");
        let lines = String::from_utf8(written).expect("text");
        let row = |line: &str| serde_json::from_str(line).expect("JSON");
        lines.lines().map(row).collect()
    }

    fn bounded(max: usize) -> Request {
        Request {
            max_words: Some(max),
            ..Request::default()
        }
    }

    /// A number of a row.
    fn number(row: &Value, key: &str) -> usize {
        row[key].as_u64().expect("a number") as usize
    }

    #[test]
    fn offsets_slice_the_text_in_bytes_and_in_characters() {
        for row in rows(&bounded(12)) {
            let text = row["text"].as_str().expect("text");
            assert_eq!(&TEXT[number(&row, "start")..number(&row, "end")], text);
            let chars = TEXT.chars().skip(number(&row, "start_char"));
            let length = number(&row, "end_char") - number(&row, "start_char");
            assert_eq!(chars.take(length).collect::<String>(), text);
            assert!(text.split_whitespace().count() <= 12);
        }
    }

    #[test]
    fn rows_say_the_headings_that_they_stand_under() {
        let rows = rows(&bounded(12));
        let last = rows.last().expect("rows");
        assert_eq!(last["headings"], serde_json::json!(["Häfen", "Bäckerei"]));
        let id = format!("note#{}", rows.len() - 1);
        assert_eq!(
            (&last["id"], &last["document"]),
            (&id.into(), &"note".into())
        );
    }

    #[test]
    fn context_stands_above_the_text_and_counts() {
        let request = Request {
            chunk_context: true,
            ..bounded(16)
        };
        let rows = rows(&request);
        let last = rows.last().expect("rows");
        assert_eq!(last["context"], "Häfen > Bäckerei");
        for row in &rows {
            let text = row["text"].as_str().expect("text");
            assert!(text.split_whitespace().count() <= 16, "{text}");
        }
    }

    #[test]
    fn overlap_is_in_the_text_and_counts() {
        let request = Request {
            overlap: Some("3".parse().expect("an overlap")),
            ..bounded(12)
        };
        let rows = rows(&request);
        assert_eq!(rows[0]["overlap"], 0);
        for (before, row) in rows.iter().zip(&rows[1..]) {
            let start = number(row, "start");
            assert!(start < number(before, "end"));
            let own = start + number(row, "overlap");
            assert_eq!(TEXT[start..own].split_whitespace().count(), 3);
            let text = row["text"].as_str().expect("text");
            assert!(text.split_whitespace().count() <= 12, "{text}");
        }
    }

    #[test]
    fn an_overlap_above_half_of_the_bound_is_refused() {
        let request = Request {
            overlap: Some("7".parse().expect("an overlap")),
            ..bounded(12)
        };
        let pile: Pile = [("note", TEXT)].into_iter().collect();
        let error = ask(&SEGMENT, &pile, &request).expect_err("too much overlap");
        assert!(error.to_string().contains("at most half of max_words"));
    }
}
