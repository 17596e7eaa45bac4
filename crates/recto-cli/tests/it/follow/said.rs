//! What is said of bad input and wrong command lines, and what the status file tells.

use crate::common::{Scratch, recto, recto_with};
use crate::follow::posts::{Follower, made_match, wait_for_lines};
use serde_json::json;
use std::process::Stdio;

#[test]
fn odd_streams_have_defined_results() {
    let header = |ran: &crate::common::Ran| {
        assert!(ran.text().starts_with("{\"type\":\"header\""), "{ran:?}");
        assert_eq!(ran.text().lines().count(), 1);
    };
    let follow = |input: &[u8]| recto_with(&["events", "-", "--follow"], input);
    header(&follow(b"").ends(0));
    header(&follow(b"\n\n\n").ends(0));
    let binary: Vec<u8> = (0..100_000u32)
        .map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    header(&follow(&binary).ends(1).says("not a JSON object"));
    let mixed = b"{\"time\": 1741637940, \"text\": \"a tide\"}\nno message\n";
    header(
        &follow(mixed)
            .ends(0)
            .says("line 2 left out: not a JSON object"),
    );
    let strict = recto_with(&["events", "-", "--follow", "--strict"], mixed);
    header(&strict.ends(1).says("line 2 left out"));
    let same = b"{\"id\": 7, \"time\": 1741637940, \"text\": \"a tide\"}\n".repeat(10_000);
    header(&follow(&same).ends(0));
    let long = format!(
        "{{\"time\": 1741637940, \"text\": \"{}\"}}\n",
        "x".repeat(200_000)
    );
    header(
        &recto_with(
            &["events", "-", "--follow", "--max-line-bytes", "10000"],
            long.as_bytes(),
        )
        .ends(1)
        .says("not a JSON object"),
    );
}

#[test]
fn wrong_command_lines_say_what_to_do() {
    let scratch = Scratch::new();
    let (posts, _) = made_match(&scratch);
    let kept = scratch.arg("kept");
    let other = scratch.write("other.jsonl", "{}\n");
    for (arguments, part) in [
        (vec!["events", &posts, "--checkpoint", &kept], "--follow"),
        (
            vec!["events", &posts, "--follow", "--format", "html"],
            "leave --format out",
        ),
        (
            vec!["events", &posts, "--follow", "--paper"],
            "reads all messages at once",
        ),
        (
            vec!["events", &posts, "--follow", "--method", "spike"],
            "reads all messages at once",
        ),
        (
            vec!["events", &posts, "--follow", "-o", &posts],
            "would replace",
        ),
        (
            vec!["events", &posts, "--follow", "-o", &other],
            "name another file",
        ),
        (vec!["events", "-", "-", "--follow"], "only once"),
    ] {
        recto(&arguments).ends(2).says(part);
    }
    let folder = scratch.path("").display().to_string();
    recto(&["events", &folder, "--follow"])
        .ends(1)
        .says("name the files in it");
}

#[test]
fn a_checkpoint_of_other_parameters_or_in_use_is_refused() {
    let scratch = Scratch::new();
    let (posts, n) = made_match(&scratch);
    let [kept, status] = ["kept", "status.json"].map(|name| scratch.arg(name));
    let arguments = [posts.as_str(), "--checkpoint", &kept, "--status", &status];
    let follower = Follower::start(&arguments, Stdio::null());
    wait_for_lines(&status, n);
    let again = [&["events", "--follow"], &arguments[..]].concat();
    recto(&again).ends(1).says("another process follows");
    follower.signal("-TERM");
    follower.ends();
    let other = [&again[..], &["--false-alarms", "1"]].concat();
    recto(&other).ends(1).says("other parameters");
    let more = [&again[..], &["-"]].concat();
    recto(&more).ends(2).says("made for 1 inputs, not 2");
}

#[test]
fn the_status_file_has_what_a_supervisor_asks_for() {
    let scratch = Scratch::new();
    let (posts, n) = made_match(&scratch);
    let [kept, status] = ["kept", "status.json"].map(|name| scratch.arg(name));
    let arguments = [posts.as_str(), "--checkpoint", &kept, "--status", &status];
    let follower = Follower::start(&arguments, Stdio::null());
    wait_for_lines(&status, n);
    follower.signal("-TERM");
    follower.ends();
    let value = wait_for_lines(&status, n);
    for key in [
        "state",
        "process",
        "started",
        "updated",
        "rate",
        "lag",
        "newest",
        "watermark",
        "open",
        "told",
        "dropped",
        "counts",
        "memory",
        "last_checkpoint",
    ] {
        assert!(!value[key].is_null(), "{key}: {value}");
    }
    assert_eq!(value["dropped"], json!(0));
    assert!(value["last_checkpoint"]["bytes"].as_u64() > Some(1000));
}
