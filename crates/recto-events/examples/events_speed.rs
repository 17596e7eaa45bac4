//! Messages a second on made streams.
//!
//! `cargo run --release --example events_speed -- 32` makes 32 times as many messages as
//! usual, about 500,000, and runs the profiles `auto` and `stream` on them as on a file; one
//! of these names after the number runs that profile alone. `load 32` runs the detector of
//! running streams on 32 streams one after the other, each two hours after the one before,
//! in batches; a number after it is the scale of each.

#![expect(clippy::print_stdout, reason = "figures are printed")]

use recto_events::stream::{ChangeKind, StreamDetector};
use recto_events::synthetic::{Parameters, generate};
use recto_events::{Message, Options, OwnedMessage, Profile, methods};
use recto_math::{Run, Silent};
use std::time::Instant;

/// Messages of a batch.
const BATCH: usize = 8192;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize| arguments.get(place).and_then(|text| text.parse().ok());
    if arguments.first().is_some_and(|first| first == "load") {
        load(number(1).unwrap_or(8.0) as u64, number(2).unwrap_or(1.0));
    } else {
        files(number(0).unwrap_or(1.0), arguments.get(1));
    }
}

/// The profiles on one made stream as a file.
fn files(scale: f64, wanted: Option<&String>) {
    let made = generate(&Parameters {
        scale,
        ..Parameters::new(1)
    });
    let messages: Vec<Message<'_>> = made.iter().map(OwnedMessage::as_message).collect();
    for (name, profile) in [("auto", Profile::Auto), ("stream", Profile::Stream)] {
        if wanted.is_some_and(|wanted| wanted != name) {
            continue;
        }
        let options = Options {
            profile,
            ..Options::default()
        };
        let detector = (methods()[0].build)(&options).expect("good options");
        let clock = Instant::now();
        let timeline = detector.detect(&messages, &Run::new(0, &Silent));
        let n_events = timeline.expect("a timeline").events.len();
        show(name, messages.len(), n_events, clock);
    }
}

/// The running detector on several made streams, one after the other.
fn load(n_streams: u64, scale: f64) {
    let streams: Vec<Vec<OwnedMessage>> = (1..=n_streams)
        .map(|seed| {
            let parameters = Parameters::new(seed);
            generate(&Parameters {
                scale,
                start: 1.4e9 + seed as f64 * parameters.duration,
                ..parameters
            })
        })
        .collect();
    let made = streams.iter().flatten();
    let messages: Vec<Message<'_>> = made.map(OwnedMessage::as_message).collect();
    let run = Run::new(0, &Silent);
    let mut detector = StreamDetector::new(&Options::default()).expect("good options");
    let clock = Instant::now();
    let mut changes = Vec::new();
    for batch in messages.chunks(BATCH) {
        changes.extend(detector.push_batch(batch, &run).expect("changes"));
    }
    changes.extend(detector.finish(&run).expect("changes"));
    let finals = changes.iter().filter(|c| c.kind == ChangeKind::Final);
    show("load", messages.len(), finals.count(), clock);
    let kilobytes = detector.save().len() / 1024;
    let held = detector.memory() / 1024;
    println!("  {held} KiB held, {kilobytes} KiB saved");
}

fn show(name: &str, n_messages: usize, n_events: usize, clock: Instant) {
    let seconds = clock.elapsed().as_secs_f64();
    println!(
        "{name}: {n_messages} messages, {n_events} sub-events, {seconds:.2} s, {:.0} messages a second",
        n_messages as f64 / seconds
    );
}
