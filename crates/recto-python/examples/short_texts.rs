//! What a call of the Python package does, without Python: reads a text a line, asks a
//! capability and writes the answer as JSON. For `bench/python/run.py`.

use recto::report::Detail;
use recto::{Attachments, Pile, Reading, Run, Silent, capabilities};
use std::error::Error;
use std::io::Write;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (name, file, request) = (arguments.next(), arguments.next(), arguments.next());
    let name = name.ok_or("name a capability")?;
    let texts = std::fs::read_to_string(file.ok_or("name a file")?)?;
    let request: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(request.as_deref().unwrap_or("{}"))?;
    let capability = capabilities().iter().find(|row| row.name() == name);
    let capability = capability.ok_or("there is no such capability")?;
    let pile = Pile::from(texts.lines().collect::<Vec<&str>>());
    let (reading, files) = (Reading::for_one_run(&pile), Attachments::default());
    let run = Run::new(0, &Silent);
    let mut json = Vec::new();
    run.install(|| -> Result<(), Box<dyn Error + Send + Sync>> {
        let answer = capability.run(&reading, &request, &files, Detail::Outline, &run)?;
        Ok(answer.write_json(&mut json)?)
    })
    .map_err(|error| error.to_string())?;
    writeln!(std::io::stdout(), "{} bytes", json.len())?;
    Ok(())
}
