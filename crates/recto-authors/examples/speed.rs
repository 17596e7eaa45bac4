//! Measures how long a method takes on a made document of N sentences.
//!
//! ```text
//! RECTO_DATA=FOLDER cargo run --release -p recto-authors --example speed -- [N] [METHOD]
//! ```

#![expect(clippy::print_stdout, reason = "it prints a figure")]
#![expect(clippy::disallowed_methods, reason = "it measures time")]

use recto_authors::{Options, methods};
use recto_math::{Run, Silent};
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};
use std::time::Instant;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let n: usize = arguments
        .next()
        .and_then(|n| n.parse().ok())
        .unwrap_or(1000);
    let name = arguments.next().unwrap_or_else(|| "auto".into());
    let Some(folder) = std::env::var_os("RECTO_DATA") else {
        println!("set RECTO_DATA to the folder of corpora");
        return;
    };
    let folder = std::path::Path::new(&folder).join("authors/essays");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("UTF-8");
    let texts = ["belloc.txt", "chesterton.txt", "jerome.txt", "milne.txt"].map(read);
    let mut sources: Vec<Vec<&str>> = texts.iter().map(|text| text.lines().collect()).collect();
    let mut lines: Vec<&str> = Vec::new();
    while lines.len() < n && sources.iter().any(|source| !source.is_empty()) {
        for source in &mut sources {
            let run = source.len().min(25);
            lines.extend(source.drain(..run));
        }
    }
    lines.truncate(n);
    let document = Document::new("speed", lines.join("\n"));
    let english = Language::from_code("en").expect("known");
    let run = Run::new(0, &Silent);
    let row = methods()
        .iter()
        .find(|row| row.name == name)
        .expect("a method");
    let decomposer = (row.build)(&Options::default()).expect("in range");
    run.install(|| {
        let begun = Instant::now();
        let units = Analyzer::new(Analysis::Style, english).units(&document, UnitKind::Line, &run);
        let units = units.expect("nobody cancels");
        let analysed = begun.elapsed();
        let found = decomposer.decompose(&units, &run).expect("a text");
        println!(
            "{name}: {} sentences, {} threads: {:.3} s, of it reading {:.3} s; {} groups",
            units.len(),
            run.threads,
            begun.elapsed().as_secs_f64(),
            analysed.as_secs_f64(),
            found.count
        );
    });
}
