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
