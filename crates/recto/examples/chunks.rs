//! Cuts a file into chunks for retrieval, a line of JSON each, with byte offsets.
//!
//!     cargo run --release -p recto --example chunks -- examples/handbook.md 120

use recto::segment::{Request, SEGMENT};
use recto::{Run, Silent, SourceOptions, ask, source};
use serde_json::json;
use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: chunks FILE [WORDS]")?;
    let max_words = arguments.next().map(|words| words.parse()).transpose()?;
    let run = Run::new(0, &Silent);
    let pile = source::read(&[path], &SourceOptions::default(), &run)?;
    if let Some(failed) = pile.failed.first() {
        return Err(format!("{}: {}", failed.file, failed.message).into());
    }
    let request = Request {
        max_words: max_words.or(Some(200)),
        ..Request::default()
    };
    let answer = ask(&SEGMENT, &pile, &request)?;
    let mut out = std::io::stdout().lock();
    for (document, found) in pile.documents.iter().zip(&answer.body.documents) {
        for segment in &found.segments {
            let (start, end) = (segment.start, segment.end);
            let text = &document.text[start..end];
            let title = &segment.title;
            let chunk = json!({ "document": found.id, "start": start, "end": end, "title": title, "text": text });
            writeln!(out, "{chunk}")?;
        }
    }
    Ok(())
}
