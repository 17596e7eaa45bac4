//! Streams with known sub-events.

use flate2::read::GzDecoder;
use recto_events::{Message, OwnedMessage, synthetic};
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// A stream and what happened in it.
pub(crate) struct Stream {
    pub(crate) name: String,
    pub(crate) messages: Vec<OwnedMessage>,
    /// Peaks that must be found.
    pub(crate) core: Vec<f64>,
    /// Peaks that may be found.
    pub(crate) ext: Vec<f64>,
    /// Part of the stream that is scored.
    pub(crate) span: (f64, f64),
    /// All references in words.
    pub(crate) what: Vec<(f64, String)>,
}

impl Stream {
    /// The peaks inside the part that is scored.
    pub(crate) fn scored(&self, peaks: impl Iterator<Item = f64>) -> Vec<f64> {
        let (from, to) = self.span;
        peaks.filter(|peak| (from..=to).contains(peak)).collect()
    }

    /// The reference nearest to a peak, if it is within three minutes.
    #[allow(dead_code, reason = "the tests do not show timelines")]
    pub(crate) fn nearest(&self, peak: f64) -> String {
        let apart = |time: f64| (time - peak).abs();
        let near = self.what.iter().filter(|(time, _)| apart(*time) <= 180.0);
        let best = near.reduce(|a, b| if apart(b.0) < apart(a.0) { b } else { a });
        best.map_or_else(String::new, |(time, what)| {
            format!("{:+.0} s {what}", peak - time)
        })
    }
}

/// The time of day.
#[allow(dead_code, reason = "the tests do not show timelines")]
pub(crate) fn clock(time: f64) -> String {
    let seconds = time.rem_euclid(86_400.0) as u64;
    format!(
        "{:02}:{:02}:{:02}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}

/// The made stream of a seed.
#[allow(dead_code, reason = "the tests of made streams have their own")]
pub(crate) fn made(seed: u64) -> Stream {
    let parameters = synthetic::Parameters::new(seed);
    let events = synthetic::sub_events();
    Stream {
        name: format!("made {seed}"),
        messages: synthetic::generate(&parameters),
        core: events.iter().map(synthetic::TrueEvent::peak).collect(),
        ext: Vec::new(),
        span: (0.0, parameters.duration),
        what: events
            .iter()
            .map(|e| (e.peak(), e.what.to_string()))
            .collect(),
    }
}

/// Three matches; the last one is scored until 18:00, as few wrote after it.
pub(crate) fn real(folder: &Path) -> Vec<Stream> {
    let names = [
        "worldcup2014-aus-esp",
        "worldcup2014-ned-chi",
        "worldcup2022-qat-ecu",
    ];
    names
        .iter()
        .map(|name| read(&folder.join("events"), name))
        .collect()
}

fn lines(path: &Path) -> Vec<Value> {
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let reader: Box<dyn BufRead> = if path.extension().is_some_and(|end| end == "gz") {
        Box::new(BufReader::new(GzDecoder::new(file)))
    } else {
        Box::new(BufReader::new(file))
    };
    let lines = reader.lines().map(|line| line.expect("UTF-8"));
    lines
        .map(|line| serde_json::from_str(&line).expect("JSON"))
        .collect()
}

fn read(folder: &Path, name: &str) -> Stream {
    let messages: Vec<OwnedMessage> = lines(&folder.join(format!("{name}.jsonl.gz")))
        .iter()
        .map(|row| Message::new(time(&row["time"]), row["text"].as_str().expect("a text")).into())
        .collect();
    let references = lines(&folder.join(format!("{name}.subevents.jsonl")));
    let tier = |tier: &str| -> Vec<f64> {
        let rows = references.iter().filter(|row| row["tier"] == tier);
        rows.map(|row| time(&row["time"])).collect()
    };
    let what = |row: &Value| {
        (
            time(&row["time"]),
            row["what"].as_str().unwrap_or("").to_string(),
        )
    };
    let times = || messages.iter().map(|message| message.time);
    let start = times().fold(f64::INFINITY, f64::min);
    let end = times().fold(f64::NEG_INFINITY, f64::max);
    let until = if name.ends_with("qat-ecu") {
        18.0 * 3600.0
    } else {
        f64::INFINITY
    };
    let midnight = start - start.rem_euclid(86_400.0);
    Stream {
        name: name.to_string(),
        core: tier("core"),
        ext: tier("ext"),
        span: (start, end.min(midnight + until)),
        what: references.iter().map(what).collect(),
        messages,
    }
}

/// Seconds since 1970 of a time such as `2014-06-23T16:00:30Z`.
fn time(value: &Value) -> f64 {
    let text = value.as_str().expect("a time");
    let number = |from: usize, to: usize| text[from..to].parse::<i64>().expect("digits");
    let (year, month, day) = (number(0, 4), number(5, 7), number(8, 10));
    // Days from 1970 with March as the first month, so that leap days come last.
    let (y, m) = if month <= 2 {
        (year - 1, month + 9)
    } else {
        (year, month - 3)
    };
    let days = 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1 - 719_468;
    (days * 86_400 + number(11, 13) * 3600 + number(14, 16) * 60 + number(17, 19)) as f64
}
