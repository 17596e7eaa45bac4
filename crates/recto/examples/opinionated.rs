//! How opinionated piles are: `cargo run -p recto --example opinionated -- PILE...`, a row each.
//!
//! The bound of `recto read` between reviews and other text was chosen with it.

use recto::{Reading, Run, Silent, SourceOptions, read, source};
use std::io::Write;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let run = Run::new(0, &Silent);
    for path in std::env::args_os().skip(1).map(PathBuf::from) {
        let pile = source::find(&[&path]).read(&SourceOptions::default(), &run)?;
        let reading = Reading::for_one_run(&pile);
        let density = read::opinion_density(&reading, &run)?;
        let (n, name) = (pile.documents.len(), path.display());
        writeln!(
            std::io::stdout(),
            "{density:6.2} in {n:5} documents  {name}"
        )?;
    }
    Ok(())
}
