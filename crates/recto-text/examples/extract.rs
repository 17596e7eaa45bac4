//! Prints what is read of files: text by text, without what is set aside. For measurements of
//! how well formats are read.
//!
//!     cargo run --release -p recto-text --all-features --example extract -- FILE...

use recto_math::{Run, Silent};
use recto_text::source::{self, SourceOptions};
use std::io::Write;
use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let files: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let run = Run::new(0, &Silent);
    let pile = source::read(&files, &SourceOptions::default(), &run).expect("nobody cancels");
    let mut out = std::io::stdout().lock();
    for document in &pile.documents {
        for piece in document.content() {
            out.write_all(piece.as_bytes())?;
        }
        out.write_all(b"\n\n")?;
    }
    let mut err = std::io::stderr().lock();
    for failure in &pile.failed {
        writeln!(err, "{failure}")?;
    }
    Ok(())
}
