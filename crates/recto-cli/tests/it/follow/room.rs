//! A full disk holds a stream up, and nothing is torn or lost.

use crate::common::{Scratch, command};
use crate::follow::posts::{Follower, bytes, changes, made_match, wait, wait_for_lines};
use std::process::{Command, Stdio};

/// A limit on the size of files stands for a full disk: both let a write fail half-way.
#[cfg(target_os = "linux")]
#[test]
fn a_stream_waits_for_room_and_goes_on() {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let scratch = Scratch::new();
    let (posts, n) = made_match(&scratch);
    let names = [
        "changes.jsonl",
        "status.json",
        "kept",
        "whole.jsonl",
        "growing.jsonl",
    ];
    let [out, status, kept, whole, growing] = names.map(|name| scratch.arg(name));
    let text = std::fs::read_to_string(&posts).expect("just written");
    let half = text[..text.len() / 2].rfind('\n').expect("many lines") + 1;
    std::fs::write(&growing, &text[..half]).expect("room");
    let arguments = [
        "events",
        &growing,
        "--follow",
        "-o",
        &out,
        "--status",
        &status,
        "--checkpoint",
        &kept,
    ];
    // Without the trap the limit would end the process instead of failing the write.
    let recto = command(&arguments);
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' XFSZ; exec \"$@\"", "sh"]);
    shell.arg(recto.get_program()).args(recto.get_args());
    shell
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let follower = Follower::of(&mut shell);
    wait_for_lines(&status, text[..half].lines().count() as u64);
    let limit = |bytes| {
        let pid = Pid::from_raw(follower.pid() as i32);
        let limit = Rlimit {
            current: bytes,
            maximum: None,
        };
        prlimit(pid, Resource::Fsize, limit).expect("our own child");
    };
    // Enough for the status file, not for the journal.
    limit(Some(5_000));
    std::fs::write(&growing, &text).expect("room for us");
    let value = wait(&status, |value| value["state"] == "waiting for space");
    assert!(value["counts"]["lines"].as_u64() < Some(n));
    changes(&out);
    limit(None);
    wait_for_lines(&status, n);
    follower.signal("-TERM");
    let (code, said) = follower.ends();
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("waiting for room") && said.contains("going on"),
        "{said}"
    );

    let other = scratch.arg("other.json");
    let follower = Follower::start(&[&posts, "-o", &whole, "--status", &other], Stdio::null());
    wait_for_lines(&other, n);
    follower.signal("-TERM");
    follower.ends();
    assert!(bytes(&out) == bytes(&whole), "not the same bytes");
}
