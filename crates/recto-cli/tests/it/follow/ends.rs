//! How following ends: the end of the input, SIGTERM, Ctrl-C, a closed pipe.

use crate::common::{Scratch, recto};
use crate::follow::posts::{Follower, changes, finals, made_match, wait_for_lines};
use serde_json::Value;
use std::fs::File;
use std::process::Stdio;

#[test]
fn a_stream_that_ends_gives_the_finals_of_the_profile_stream() {
    let scratch = Scratch::new();
    let (posts, _) = made_match(&scratch);
    let out = scratch.arg("changes.jsonl");
    let stdin = File::open(&posts).expect("just written");
    let follower = Follower::start(&["-", "-o", &out], stdin.into());
    assert_eq!(follower.ends(), (Some(0), String::new()));
    let lines = changes(&out);
    assert_eq!(lines[0]["type"], "header");
    assert_eq!(lines[0]["command"], "events");
    assert!(lines[0]["resumed_after"].is_null());
    let whole = recto(&["events", &posts, "--profile", "stream", "--format", "json"]);
    let whole = whole.ends(0).json();
    let events = whole["events"].as_array().expect("events");
    let mut told: Vec<(String, String)> = finals(&lines)
        .iter()
        .map(|change| {
            (
                change["subevent"]["peak"].to_string(),
                change["id"].to_string(),
            )
        })
        .collect();
    told.sort();
    let wanted: Vec<(String, String)> = events
        .iter()
        .map(|event| (event["peak"].to_string(), event["id"].to_string()))
        .collect();
    assert_eq!(told, wanted);
    assert!(told.len() > 10);
}

#[test]
fn sigterm_ends_with_0_and_ctrl_c_with_130_and_both_go_on_where_they_were() {
    let scratch = Scratch::new();
    let (posts, n) = made_match(&scratch);
    let [kept, out, status] =
        ["kept", "changes.jsonl", "status.json"].map(|name| scratch.arg(name));
    let arguments = [
        posts.as_str(),
        "--checkpoint",
        &kept,
        "-o",
        &out,
        "--status",
        &status,
    ];
    for (signal, code) in [("-TERM", 0), ("-INT", 130), ("-TERM", 0)] {
        let _ = std::fs::remove_file(&status);
        let follower = Follower::start(&arguments, Stdio::null());
        let value = wait_for_lines(&status, n);
        assert_eq!(value["state"], "following");
        follower.signal(signal);
        assert_eq!(follower.ends(), (Some(code), String::new()), "{signal}");
        let value = wait_for_lines(&status, n);
        assert_eq!(value["state"], "stopped");
    }
    let told = changes(&out);
    assert_eq!(told[0]["type"], "header");
    let seqs: Vec<u64> = told[1..]
        .iter()
        .filter_map(|change| change["seq"].as_u64())
        .collect();
    assert_eq!(seqs, (0..seqs.len() as u64).collect::<Vec<u64>>());
    assert_eq!(seqs.len() + 1, told.len());
}

#[test]
fn a_silent_stream_is_decided_on_by_itself() {
    let scratch = Scratch::new();
    let (posts, n) = made_match(&scratch);
    let text = std::fs::read_to_string(&posts).expect("just written");
    // Two minutes after the first goal: it is told, and about to be decided on.
    let until = text.find("18:27:05").expect("a message of that minute");
    let line = text[..until].rfind('\n').expect("not the first") + 1;
    let first = scratch.write("first.jsonl", &text[..line]);
    let [out, status] = ["changes.jsonl", "status.json"].map(|name| scratch.arg(name));
    let arguments = [
        &first,
        "-o",
        &out,
        "--status",
        &status,
        "--idle-timeout",
        "0",
    ];
    let follower = Follower::start(&arguments, Stdio::null());
    let lines = text[..line].lines().count() as u64;
    assert!(lines < n);
    let before = wait_for_lines(&status, lines);
    assert_ne!(before["open"], 0);
    let decided = || {
        let changes = changes(&out);
        let is_end = |change: &&Value| change["type"] == "final" || change["type"] == "retracted";
        changes.iter().filter(is_end).count()
    };
    let n_decided = decided();
    crate::follow::posts::wait(&status, |value| value["open"] == 0);
    follower.signal("-TERM");
    assert_eq!(follower.ends().0, Some(0));
    assert!(decided() > n_decided);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let scratch = Scratch::new();
    let (posts, _) = made_match(&scratch);
    let stdin = File::open(&posts).expect("just written");
    let mut follower = crate::common::command(&["events", "-", "--follow"]);
    let mut child = follower
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("recto starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("our own child");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
