//! `kill -9` at random moments: what is told is to the byte what an uninterrupted run tells.
//!
//! Ten kills in the tests; `cargo xtask follow-kills 100` asks for more by an environment
//! variable.

use crate::common::{Scratch, text::Draw};
use crate::follow::posts::{Follower, bytes, changes, finals, made_match, wait_for_lines};
use std::fs::File;
use std::process::Stdio;
use std::time::Duration;

fn kills() -> u64 {
    let kills = std::env::var("RECTO_FOLLOW_KILLS").ok();
    kills.and_then(|kills| kills.parse().ok()).unwrap_or(10)
}

/// Starts and kills a follower at random moments, `n` times.
fn kill_often(n: u64, draw: &mut Draw, start: impl Fn() -> Follower) {
    for _ in 0..n {
        let follower = start();
        std::thread::sleep(Duration::from_micros(draw.below(600_000)));
        // It may be at its end by then.
        follower.signal("-KILL");
        follower.ends();
    }
}

#[test]
fn a_replayed_pipe_that_is_killed_tells_the_same() {
    let scratch = Scratch::new();
    let (posts, _) = made_match(&scratch);
    let stdin = || Stdio::from(File::open(&posts).expect("just written"));
    let [whole, killed, kept] =
        ["whole.jsonl", "killed.jsonl", "kept"].map(|name| scratch.arg(name));
    let follower = Follower::start(&["-", "-o", &whole], stdin());
    assert_eq!(follower.ends(), (Some(0), String::new()));
    let arguments = [
        "-",
        "-o",
        &killed,
        "--checkpoint",
        &kept,
        "--checkpoint-every",
        "0.05",
    ];
    kill_often(kills(), &mut Draw(7), || {
        Follower::start(&arguments, stdin())
    });
    let follower = Follower::start(&arguments, stdin());
    assert_eq!(follower.ends(), (Some(0), String::new()));
    assert!(finals(&changes(&whole)).len() > 10);
    assert!(bytes(&killed) == bytes(&whole), "not the same bytes");
}

#[test]
fn a_file_whose_follower_is_killed_tells_the_same() {
    let scratch = Scratch::new();
    let (posts, n) = made_match(&scratch);
    let status = scratch.arg("status.json");
    let follow = |out: &str, more: &[&str]| {
        let arguments = [&[posts.as_str(), "-o", out, "--status", &status], more].concat();
        Follower::start(&arguments, Stdio::null())
    };
    let [whole, killed, kept] =
        ["whole.jsonl", "killed.jsonl", "kept"].map(|name| scratch.arg(name));
    let to_the_end = |follower: Follower| {
        wait_for_lines(&status, n);
        follower.signal("-TERM");
        assert_eq!(follower.ends(), (Some(0), String::new()));
        std::fs::remove_file(&status).expect("our own file");
    };
    to_the_end(follow(&whole, &[]));
    let more = ["--checkpoint", &kept, "--checkpoint-every", "0.1"];
    kill_often(kills(), &mut Draw(8), || follow(&killed, &more));
    let _ = std::fs::remove_file(&status);
    to_the_end(follow(&killed, &more));
    assert!(finals(&changes(&whole)).len() > 10);
    assert!(bytes(&killed) == bytes(&whole), "not the same bytes");
}

/// Output without a checkpoint looks like another file, and every later start is refused.
#[test]
fn a_run_that_ends_before_its_first_checkpoint_can_be_started_again() {
    let scratch = Scratch::new();
    let (posts, _) = made_match(&scratch);
    let stdin = || Stdio::from(File::open(&posts).expect("just written"));
    let [out, kept] = ["changes.jsonl", "kept"].map(|name| scratch.arg(name));
    let arguments = ["-", "-o", &out, "--checkpoint", &kept];
    // A folder where the first checkpoint is to be written.
    let obstacle = scratch.path("kept").join(".state-00000001.recto.tmp");
    std::fs::create_dir_all(&obstacle).expect("a scratch folder");
    let (code, message) = Follower::start(&arguments, stdin()).ends();
    assert_eq!(code, Some(1), "{message}");
    assert!(
        message.contains("no checkpoint can be written"),
        "{message}"
    );
    std::fs::remove_dir(&obstacle).expect("our own folder");
    let again = Follower::start(&arguments, stdin()).ends();
    assert_eq!(again, (Some(0), String::new()));
    assert!(finals(&changes(&out)).len() > 10);
}
