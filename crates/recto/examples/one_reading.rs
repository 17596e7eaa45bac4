//! Reads a folder once and asks three questions about it: what it is about, what is worth
//! reading, and where the topics of its longest document change.
//!
//!     cargo run --release -p recto --example one_reading -- examples/letters

use recto::{
    Attachments, Capability, Reading, Run, Silent, SourceOptions, segment, source, summarize,
    topics,
};
use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: one_reading PATH")?;
    let run = Run::new(0, &Silent);
    let pile = source::read(&[path], &SourceOptions::default(), &run)?;
    let reading = Reading::new(&pile);
    let files = Attachments::default();
    let mut out = std::io::stdout().lock();

    let about = topics::TOPICS.run(&reading, &topics::Request::default(), &files, &run)?;
    for topic in &about.body.topics {
        writeln!(out, "{:.0} % {}", 100.0 * topic.weight, topic.label)?;
    }
    let request = summarize::Request {
        words: Some(60),
        ..summarize::Request::default()
    };
    let gist = summarize::SUMMARIZE.run(&reading, &request, &files, &run)?;
    if let Some(gist) = gist.body.first() {
        writeln!(out, "\n{}\n", gist.summary)?;
    }
    let parts = segment::SEGMENT.run(&reading, &segment::Request::default(), &files, &run)?;
    let longest = parts.body.documents.iter().max_by_key(|found| found.units);
    for segment in longest.into_iter().flat_map(|found| &found.segments) {
        writeln!(out, "{} words: {}", segment.words, segment.title)?;
    }
    Ok(())
}
