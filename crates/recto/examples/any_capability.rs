//! A front end in thirty lines: any capability by name, the request and the answer as JSON.
//!
//!     cargo run --release -p recto --example any_capability -- segment examples/harbour.txt '{"segments": 4}'

use recto::report::Detail;
use recto::{Attachments, Reading, Run, Silent, SourceOptions, capabilities, source};
use serde_json::{Map, Value};
use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut out = std::io::stdout().lock();
    let [name, path, rest @ ..] = arguments.as_slice() else {
        for capability in capabilities() {
            writeln!(out, "{}: {}", capability.name(), capability.about().summary)?;
        }
        return Ok(());
    };
    let mut known = capabilities().iter();
    let capability = known.find(|row| row.name() == name);
    let capability = capability.ok_or_else(|| format!("there is no capability {name}"))?;
    let request: Map<String, Value> = match rest.first() {
        Some(json) => serde_json::from_str(json)?,
        None => Map::new(),
    };
    let run = Run::new(0, &Silent);
    let pile = source::read(std::slice::from_ref(path), &SourceOptions::default(), &run)?;
    let reading = Reading::for_one_run(&pile);
    let files = Attachments::default();
    let answer = capability.run(&reading, &request, &files, Detail::Outline, &run)?;
    answer.write_json(&mut out)?;
    Ok(())
}
