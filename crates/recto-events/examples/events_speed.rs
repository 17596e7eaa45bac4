//! Seconds of each profile on a made stream: `cargo run --release --example events_speed -- 32`
//! makes 32 times as many messages as usual, about 500,000; `auto` or `stream` after it runs
//! one profile alone.

#![expect(clippy::print_stdout, reason = "figures are printed")]

use recto_events::synthetic::{Parameters, generate};
use recto_events::{Message, Options, OwnedMessage, Profile, methods};
use recto_math::{Run, Silent};
use std::time::Instant;

fn main() {
    let scale = std::env::args().nth(1).and_then(|scale| scale.parse().ok());
    let made = generate(&Parameters {
        scale: scale.unwrap_or(1.0),
        ..Parameters::new(1)
    });
    let messages: Vec<Message<'_>> = made.iter().map(OwnedMessage::as_message).collect();
    let is_wanted = |name: &str| std::env::args().nth(2).is_none_or(|wanted| wanted == name);
    for (name, profile) in [("auto", Profile::Auto), ("stream", Profile::Stream)] {
        if !is_wanted(name) {
            continue;
        }
        let options = Options {
            profile,
            ..Options::default()
        };
        let detector = (methods()[0].build)(&options).expect("good options");
        let clock = Instant::now();
        let timeline = detector.detect(&messages, &Run::new(0, &Silent));
        let seconds = clock.elapsed().as_secs_f64();
        let timeline = timeline.expect("a timeline");
        println!(
            "{name}: {} messages, {} sub-events, {seconds:.2} s, {:.0} messages a second",
            messages.len(),
            timeline.events.len(),
            messages.len() as f64 / seconds
        );
    }
}
