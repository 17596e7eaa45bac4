//! Prints the text of files, without boilerplate, to measure how well formats are read. With
//! `--json`, prints a line of JSON for each document: its id, title, date, author and text.
//!
//!     cargo run --release -p recto-text --all-features --example extract -- [--json] FILE...

use recto_math::{Run, Silent};
use recto_text::source::{self, SourceOptions};
use std::io::Write;
use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let arguments = std::env::args_os().skip(1);
    let (flags, files): (Vec<_>, Vec<_>) = arguments.partition(|argument| argument == "--json");
    let files: Vec<PathBuf> = files.into_iter().map(PathBuf::from).collect();
    let run = Run::new(0, &Silent);
    let pile = source::read(&files, &SourceOptions::default(), &run).expect("nobody cancels");
    let mut out = std::io::stdout().lock();
    for document in &pile.documents {
        let text: String = document.content().collect();
        if flags.is_empty() {
            writeln!(out, "{text}\n")?;
        } else {
            let fields = serde_json::json!({
                "id": document.id,
                "title": document.title,
                "date": document.time,
                "author": document.sender,
                "text": text,
            });
            writeln!(out, "{fields}")?;
        }
    }
    let mut err = std::io::stderr().lock();
    for failure in &pile.failed {
        writeln!(err, "{failure}")?;
    }
    Ok(())
}
