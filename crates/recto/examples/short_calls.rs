//! How cheap a call is: segments 10,000 texts of one sentence each, one library call a text.
//! With a language code the language is given, without it is detected.
//!
//!     cargo run --release -p recto --example short_calls -- en

use recto::segment::{Request, SEGMENT};
use recto::{Attachments, Capability, Language, Pile, Reading, Run, Silent};
use std::io::Write;
use std::time::Instant;

const TEXTS: usize = 10_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let code = std::env::args().nth(1);
    let language = code.map(|code| Language::from_code(&code).ok_or("unknown language"));
    let language = language.transpose()?;
    let text = |i: usize| format!("The harbour master counted {i} boats before the tide came in.");
    let piles: Vec<Pile> = (0..TEXTS).map(|i| Pile::from(vec![text(i)])).collect();
    let (request, files, run) = (
        Request::default(),
        Attachments::default(),
        Run::new(0, &Silent),
    );
    let begun = Instant::now();
    for pile in &piles {
        let reading = Reading::for_one_run(pile).in_language(language);
        SEGMENT.run(&reading, &request, &files, &run)?;
    }
    let seconds = begun.elapsed().as_secs_f64();
    writeln!(std::io::stdout(), "{TEXTS} texts in {seconds:.3} s")?;
    Ok(())
}
