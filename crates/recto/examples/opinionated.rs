//! How opinionated piles are: `cargo run -p recto --example opinionated -- PILE...`, a row each.
//!
//! The bound of `recto read` between reviews and other text was chosen with it.

use recto::{Reading, Run, Silent, SourceOptions, read, source};
use std::path::PathBuf;

fn main() {
    let run = Run::new(0, &Silent);
    for path in std::env::args_os().skip(1).map(PathBuf::from) {
        let found = source::find(&[&path]);
        let pile = found
            .read(&SourceOptions::default(), &run)
            .expect("nobody cancels");
        let reading = Reading::for_one_run(&pile);
        let density = read::opinion_density(&reading, &run).expect("nobody cancels");
        let n = pile.documents.len();
        println!("{density:6.2} in {n:5} documents  {}", path.display());
    }
}
