//! The named place of a finding stands beside its offsets, in every command.

use crate::common::{Scratch, recto, text::made};
use serde_json::Value;

/// Subtitles, a sentence every four seconds.
fn subtitles(words: usize, seed: u64) -> String {
    let text = made(words, seed);
    let said = text.split_inclusive(". ");
    let cue = |(i, said): (usize, &str)| {
        let at = |second: usize| format!("{:02}:{:02}", second / 60, second % 60);
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        let (start, end) = (at(4 * i), at(4 * i + 3));
        format!("{}\n00:{start},000 --> 00:{end},000\n{said}\n\n", i + 1)
    };
    said.enumerate().map(cue).collect()
}

/// Counts the objects that have offsets; each of them has a place.
fn check(value: &Value, path: &str) -> usize {
    match value {
        Value::Array(items) => items.iter().map(|item| check(item, path)).sum(),
        Value::Object(object) => {
            let has_offsets = ["start", "end"]
                .iter()
                .all(|key| object.get(*key).is_some_and(Value::is_u64));
            let place = object.get("place").and_then(Value::as_str);
            if has_offsets {
                let is_time = place.is_some_and(|place| place.starts_with("00:"));
                assert!(is_time, "{path} has no place: {value}");
            }
            let inner = object.iter();
            let inner = inner.map(|(key, value)| check(value, &format!("{path}.{key}")));
            usize::from(has_offsets) + inner.sum::<usize>()
        }
        _ => 0,
    }
}

#[test]
fn every_offset_of_a_document_with_named_places_has_one() {
    let scratch = Scratch::new();
    let one = scratch.write("one.srt", subtitles(3000, 1));
    let two = scratch.write("two.srt", subtitles(800, 2));
    let groups = [format!("a={one}"), format!("b={two}")];
    let model = scratch.arg("topics.model");
    let commands: &[&[&str]] = &[
        &["segment", &one, "--levels", "2"],
        &["segment", &one, "--max-words", "100"],
        &["authors", &one],
        &[
            "topics",
            &one,
            &two,
            "--topics",
            "2",
            "--save-model",
            &model,
        ],
        &["topics", &two, "--load-model", &model],
        &["summarize", &one, &two],
        &["compare", &groups[0], &groups[1]],
        &["align", &one, &two],
        &["align", &one, &two, "--derive", "extract"],
        &["align", &one, &two, "--derive", "deletions"],
        &["read", &one, &two],
    ];
    for command in commands {
        let is_derived = command.contains(&"--derive");
        let format: &[&str] = if is_derived {
            &[]
        } else {
            &["--format", "json"]
        };
        let answer = recto(&[command, format].concat()).ends(0).json();
        assert!(check(&answer, command[0]) > 0, "{command:?}: no offsets");
    }
}

#[test]
fn tables_have_a_column_of_places() {
    let scratch = Scratch::new();
    let one = scratch.write("one.srt", subtitles(800, 1));
    let table = ["--format", "csv", "--table", "documents.segments"];
    let asked = ["topics", one.as_str(), "--topics", "2"];
    let table = recto(&[&asked[..], &table].concat()).ends(0);
    let table = table.text();
    let head = table.lines().next().unwrap_or_default();
    assert!(head.ends_with(",place"), "{head}");
    assert!(table.contains(",00:00:00"), "{table}");
}

fn message(number: usize, more: &str, text: &str) -> String {
    format!(
        "From a@quay Mon Mar  3 10:11:12 2025\nFrom: Ann <a@quay>\n\
         Date: {number} Mar 2025 10:00:00 +0000\nMessage-ID: <{number}@q>\n{more}\n\n{text}\n\n"
    )
}

#[test]
fn threads_of_a_mailbox_are_told_and_joined_on_request() {
    let scratch = Scratch::new();
    let mailbox = [
        message(1, "Subject: Nets", "The nets are not dry yet."),
        message(2, "Subject: Boats", "The boats rest on the quay."),
        message(
            3,
            "Subject: Re: Nets\nIn-Reply-To: <1@q>",
            "The ropes dried in the wind after two warm days.",
        ),
    ];
    let file = scratch.write("in.mbox", mailbox.concat());
    let answer = recto(&["read", &file, "--format", "json"]).ends(0).json();
    let threads = &answer["pile"]["threads"];
    assert_eq!(threads[0]["id"], "in.mbox#1", "{threads}");
    assert_eq!(threads[0]["title"], "Nets");
    assert_eq!(threads[0]["documents"], 2);
    assert_eq!(answer["pile"]["documents"][2]["thread"], "in.mbox#1");
    assert_eq!(answer["pile"]["documents"][2]["sender"], "Ann <a@quay>");
    let joined = [
        "summarize",
        &file,
        "--by-thread",
        "--format",
        "json",
        "--sentences",
        "9",
    ];
    let answer = recto(&joined).ends(0).json();
    let found: Vec<(&str, &str)> = answer["sentences"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|one| Some((one["document"].as_str()?, one["place"].as_str()?)))
        .collect();
    assert_eq!(
        found,
        [
            ("in.mbox#1", "message 1"),
            ("in.mbox#1", "message 3, answer to 1"),
            ("in.mbox#2", "message 2"),
        ]
    );
}
