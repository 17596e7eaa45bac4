//! Methods on made and real streams: `cargo run --release --example streams`.
//!
//! Without `RECTO_DATA` only the made streams are read. `--auto` and `--stream` run one method
//! alone, `--show` and `--show-stream` show its timelines, other words choose streams.

#![expect(clippy::print_stdout, reason = "figures are printed")]

mod data;

use data::Stream;
use recto_events::metrics::{chance, corrected, score_with_neutral};
use recto_events::{Options, Profile, Timeline, methods};
use recto_math::{Run, Silent};

/// A method with its options, by a name.
fn rows() -> Vec<(&'static str, &'static str, Options)> {
    let auto = Options::default;
    let paper = || Options {
        profile: Profile::Paper,
        language: None,
        keep_duplicates: Some(false),
        drop_links: Some(false),
        ..Options::default()
    };
    let stream = || Options {
        profile: Profile::Stream,
        ..Options::default()
    };
    vec![
        ("auto", "auto", auto()),
        ("auto, stream", "auto", stream()),
        ("mixture", "mixture", auto()),
        ("mixture, paper", "mixture", paper()),
        ("spike, tau 4", "spike", paper()),
        ("spike, tau 3", "spike", auto()),
        ("participant-spike, paper", "participant-spike", paper()),
    ]
}

fn detect(method: &str, options: &Options, stream: &Stream) -> Timeline {
    let row = methods().iter().find(|row| row.name == method);
    let detector = (row.expect("a row").build)(options).expect("good options");
    let messages: Vec<_> = stream.messages.iter().map(|m| m.as_message()).collect();
    detector
        .detect(&messages, &Run::new(0, &Silent))
        .expect("a timeline")
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |wanted: &str| arguments.iter().any(|argument| argument == wanted);
    let shows = has("--show") || has("--show-stream");
    let shown = if has("--show") {
        "auto"
    } else {
        "auto, stream"
    };
    let mut streams: Vec<Stream> = (1..=10).map(data::made).collect();
    if let Some(folder) = std::env::var_os("RECTO_DATA") {
        streams.extend(data::real(folder.as_ref()));
    }
    streams.retain(|stream| {
        let wanted: Vec<&String> = arguments.iter().filter(|a| !a.starts_with("--")).collect();
        wanted.is_empty()
            || wanted
                .iter()
                .any(|name| stream.name.contains(name.as_str()))
    });
    for stream in &streams {
        println!("{}: {} messages", stream.name, stream.messages.len());
        let mut n_auto = 0;
        for (label, method, options) in rows() {
            let is_left_out =
                (has("--auto") && label != "auto") || (has("--stream") && label != "auto, stream");
            if is_left_out {
                continue;
            }
            let clock = std::time::Instant::now();
            let timeline = detect(method, &options, stream);
            let seconds = clock.elapsed().as_secs_f64();
            let peaks = stream.scored(timeline.events.iter().map(|event| event.peak));
            print_row(label, &peaks, stream, seconds);
            if label == "auto" {
                n_auto = peaks.len();
            }
            if shows && label == shown {
                show(&timeline, stream);
            }
        }
        print_row("steepest minutes", &steepest(stream, n_auto), stream, 0.0);
    }
}

/// The minutes with the largest rise of volume over the minute before.
fn steepest(stream: &Stream, n: usize) -> Vec<f64> {
    let (start, end) = stream.span;
    let n_minutes = ((end - start) / 60.0).ceil() as usize;
    let mut counts = vec![0i64; n_minutes + 1];
    for message in &stream.messages {
        if (start..=end).contains(&message.time) {
            counts[((message.time - start) / 60.0) as usize] += 1;
        }
    }
    let mut order: Vec<usize> = (1..n_minutes).collect();
    order.sort_by_key(|&minute| (counts[minute - 1] - counts[minute], minute));
    let peaks = order.into_iter().take(n);
    peaks
        .map(|minute| start + 60.0 * minute as f64 + 30.0)
        .collect()
}

fn print_row(label: &str, peaks: &[f64], stream: &Stream, seconds: f64) {
    print!("  {label:26} {:3} peaks", peaks.len());
    for tolerance in [60.0, 90.0, 120.0] {
        let score = score_with_neutral(peaks, &stream.core, &stream.ext, tolerance);
        let by_chance = chance(
            peaks.len(),
            &stream.core,
            &stream.ext,
            stream.span,
            tolerance,
            0,
        );
        print!(
            " | ±{tolerance:3} P {:.2} R {:.2} F {:.2} c {:+.2}",
            score.precision,
            score.recall,
            score.f,
            corrected(score.f, by_chance)
        );
    }
    println!("  {seconds:5.2} s");
}

fn show(timeline: &Timeline, stream: &Stream) {
    for participant in timeline.participants.iter().take(30) {
        let names: Vec<String> = participant
            .names
            .iter()
            .map(|(name, count)| format!("{name} {count}"))
            .collect();
        println!(
            "    {:6} {}: {}",
            participant.messages,
            participant.name,
            names.join(", ")
        );
    }
    for event in &timeline.events {
        let minutes = (event.peak - stream.span.0) / 60.0;
        let near = stream.nearest(event.peak);
        println!(
            "    {} {minutes:6.1} min n {:4} imp {:5.0} p {:6.1} w {:5.0} [{near}] {}",
            data::clock(event.peak),
            event.members.len(),
            event.importance,
            event.log10_p.unwrap_or(0.0),
            event.word_score.unwrap_or(0.0),
            event.title
        );
        for &message in &event.messages {
            println!("          {}", stream.messages[message as usize].text);
        }
    }
    for (time, what) in &stream.what {
        println!("    {} {what}", data::clock(*time));
    }
}
