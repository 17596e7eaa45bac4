//! `events`: keys, times, what is left out, and what becomes of lines that are no messages.

use crate::common::{Scratch, recto, repository};
use serde_json::Value;

fn example() -> String {
    repository("examples/vote-night.jsonl")
        .display()
        .to_string()
}

fn events(answer: &Value) -> &Vec<Value> {
    answer["events"].as_array().expect("a list")
}

#[test]
fn a_stream_becomes_participants_events_and_a_summary() {
    let answer = recto(&["events", &example(), "-q", "--format", "json"])
        .ends(0)
        .json();
    assert_eq!(answer["command"], "events");
    let found = events(&answer);
    assert!(found.len() >= 6, "{} events", found.len());
    let mut peaks: Vec<&str> = Vec::new();
    for event in found {
        for key in ["id", "start", "peak", "end", "title"] {
            assert!(event[key].is_string(), "{key} of {event}");
        }
        let [start, peak, end] = ["start", "peak", "end"].map(|key| event[key].as_str().unwrap());
        assert!(start <= peak && peak <= end, "{start} {peak} {end}");
        peaks.push(peak);
        for key in ["id", "text", "time"] {
            assert!(event["message"][key].is_string(), "{key} of {event}");
        }
        assert_eq!(
            event["messages"].as_u64(),
            event["members"].as_array().map(|m| m.len() as u64)
        );
        assert!(event["importance"].as_f64() > Some(0.0));
        for id in event["participants"].as_array().expect("a list") {
            let known = answer["participants"].as_array().expect("a list");
            assert!(known.iter().any(|one| one["id"] == *id), "{id}");
        }
    }
    assert!(peaks.is_sorted());
    for participant in answer["participants"].as_array().expect("a list") {
        assert!(participant["names"].is_array() && participant["messages"].is_u64());
    }
    let summary = answer["summary"].as_str().expect("a text");
    assert_eq!(summary.lines().count(), found.len());
}

#[test]
fn the_vote_of_the_example_is_its_most_important_event() {
    let answer = recto(&["events", &example(), "-q", "--format", "json"])
        .ends(0)
        .json();
    let importance = |event: &&Value| (event["importance"].as_f64().unwrap() * 1e6) as i64;
    let most = events(&answer)
        .iter()
        .max_by_key(importance)
        .expect("events");
    let peak = most["peak"].as_str().unwrap();
    assert!(
        ("2025-03-10T21:18".."2025-03-10T21:22").contains(&peak),
        "{peak}"
    );
    let text = most["message"]["text"].as_str().unwrap().to_lowercase();
    assert!(text.contains("six"), "{text}");
}

#[test]
fn an_empty_stream_is_answered_and_a_file_without_messages_is_not() {
    let scratch = Scratch::new();
    let empty = scratch.write("empty.jsonl", "");
    let ran = recto(&["events", &empty, "--format", "json"]).ends(0);
    let answer = ran.json();
    assert_eq!(events(&answer).len(), 0);
    assert_eq!(answer["summary"], "");
    assert!(!answer["warnings"].as_array().expect("a list").is_empty());
    let prose = scratch.write("prose.txt", "Nets dry on the quay.\nBoats rest.\n");
    recto(&["events", &prose]).ends(1).says("no field `text`");
}

#[test]
fn lines_that_are_no_messages_are_counted_and_fail_only_when_strict() {
    let scratch = Scratch::new();
    let rows =
        "{\"time\": 1741637940, \"text\": \"lights out\"}\nnot json\n{\"text\": \"no time\"}\n";
    let file = scratch.write("posts.jsonl", rows);
    let ran = recto(&["events", &file, "--format", "json"]).ends(0);
    let ran = ran
        .says("line 2 left out: not a JSON object")
        .says("line 3 left out: no time; set --time-field");
    assert_eq!(ran.json()["counts"]["read"], 1);
    let ran = recto(&["events", &file, "--strict", "--format", "json"]).ends(1);
    let ran = ran.says("error: ").says("line 2 left out");
    assert_eq!(ran.json()["counts"]["read"], 1);
}

#[test]
fn what_a_service_wrote_is_written_as_plain_rows() {
    let scratch = Scratch::new();
    let file = scratch.write(
        "dump.jsonl",
        "{\"id\": \"1\", \"created_at\": \"2025-03-10T20:19:00+02:00\", \"content\": \"<p>lights &amp; all</p>\", \"account\": {\"id\": \"5\"}}\n",
    );
    let ran = recto(&["events", &file, "-q", "--format", "messages"]).ends(0);
    let row: Value = serde_json::from_slice(&ran.out).expect("a row");
    assert_eq!(row["time"], "2025-03-10T18:19:00Z");
    assert_eq!(row["text"], "lights & all");
}

#[test]
fn times_without_a_zone_are_read_in_the_one_that_is_given() {
    let scratch = Scratch::new();
    let file = scratch.write("posts.csv", "time,text\n2025-07-01 12:00:00,lights out\n");
    let row = |more: &[&str]| {
        let ran = recto(&[&["events", &file, "-q", "--format", "messages"], more].concat()).ends(0);
        serde_json::from_slice::<Value>(&ran.out).expect("a row")["time"].clone()
    };
    assert_eq!(row(&[]), "2025-07-01T12:00:00Z");
    assert_eq!(row(&["--time-zone", "UTC"]), "2025-07-01T12:00:00Z");
    recto(&["events", &file, "--time-zone", "Europe/Nowhere"])
        .ends(2)
        .says("not a zone");
}

#[test]
fn a_made_stream_has_a_reference_to_be_scored_by() {
    let ran = recto(&["events", "--synthetic", "1", "-q", "--format", "reference"]).ends(0);
    let rows: Vec<Value> = ran
        .out
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).expect("a row"))
        .collect();
    let timed = rows.iter().filter(|row| row["time"].is_string());
    assert_eq!(timed.count(), 15);
    recto(&["events", "--synthetic", "1", &example()]).ends(2);
    recto(&["events"]).ends(2);
}

#[test]
fn the_paper_can_be_asked_for_by_two_names_and_not_as_a_stream() {
    let base = ["events", &example(), "-q", "--format", "json"];
    let by_flag = recto(&[&base[..], &["--paper"]].concat()).ends(0).json();
    let by_profile = recto(&[&base[..], &["--profile", "paper"]].concat())
        .ends(0)
        .json();
    assert_eq!(by_flag, by_profile);
    recto(&[&base[..], &["--paper", "--profile", "stream"]].concat())
        .ends(2)
        .says("leave out --profile");
}

#[test]
fn participants_that_the_user_knows_keep_their_names() {
    let scratch = Scratch::new();
    let who = scratch.write(
        "who.txt",
        "The chair, Merrow, Eleanor Merrow, Cllr Merrow\nMud, copper\n",
    );
    let answer = recto(&[
        "events",
        &example(),
        "-q",
        "--format",
        "json",
        "--participants",
        &who,
    ])
    .ends(0)
    .json();
    let names: Vec<&str> = answer["participants"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|one| one["name"].as_str())
        .collect();
    assert!(
        names.contains(&"The chair") && names.contains(&"Mud"),
        "{names:?}"
    );
    let nobody = scratch.write("nobody.txt", "\n");
    recto(&["events", &example(), "--participants", &nobody])
        .ends(1)
        .says("nobody.txt: holds no names");
}
