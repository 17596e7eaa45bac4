//! A long stream with ever new words, names and ids: memory stays flat.
//!
//! 300,000 messages in the tests; `cargo xtask follow-flood 50` sends fifty million.

use crate::common::{Scratch, command, text::Draw};
use crate::follow::posts::{Follower, wait_for_lines};
use std::io::Write;
use std::process::Stdio;

/// Messages of a batch.
const BATCH: u64 = 10_000;

/// Messages in all: a million for each that the variable asks for.
fn total() -> u64 {
    let millions = std::env::var("RECTO_FOLLOW_MILLIONS").ok();
    let millions: Option<u64> = millions.and_then(|n| n.parse().ok());
    millions.map_or(300_000, |n| n * 1_000_000)
}

/// Messages a second, so that half an hour is a quarter of the stream, and of no more than a
/// million messages.
fn rate(total: u64) -> u64 {
    total.min(1_000_000) / 4 / 1_800
}

/// Messages of common words, among them names and words that come up and go out of use.
fn batch(first: u64, rate: u64, draw: &mut Draw) -> String {
    let mut lines = String::new();
    for number in first..first + BATCH {
        let time = 1_700_000_000_000 + number * 1000 / rate;
        let day = number / 50_000;
        let common = draw.below(3_000);
        let other = draw.below(3_000);
        let name = day * 7 + draw.below(20);
        let new = number / 3;
        lines += &format!(
            "{{\"id\": {number}, \"time\": {time}, \"user\": {}, \"text\": \
             \"word{common} about Name{name} and word{other} new{new} today\"}}\n",
            draw.below(1_000_000)
        );
    }
    lines
}

#[cfg(target_os = "linux")]
#[test]
fn memory_stays_flat_over_a_long_stream() {
    let scratch = Scratch::new();
    let status = scratch.arg("status.json");
    let mut follow = command(&["events", "-", "--follow", "-q", "--status", &status]);
    follow
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let mut follower = Follower::of(&mut follow);
    let mut stdin = follower.stdin();
    let (mut draw, n) = (Draw(1), total());
    let mut memory: Vec<u64> = Vec::new();
    for first in (0..n).step_by(BATCH as usize) {
        let lines = batch(first, rate(n), &mut draw);
        stdin
            .write_all(lines.as_bytes())
            .expect("recto reads all of it");
        if (first + BATCH).is_multiple_of(n / 10) {
            let value = wait_for_lines(&status, first + BATCH);
            memory.push(value["memory"].as_u64().expect("on Linux"));
        }
    }
    drop(stdin);
    assert_eq!(follower.ends(), (Some(0), String::new()));
    println!("memory after each tenth: {memory:?}");
    // The half hour is full well before the middle.
    let (before, after) = memory.split_at(memory.len() / 2);
    let (before, after) = (before.iter().max(), after.iter().max());
    let (before, after) = before.zip(after).expect("ten values");
    assert!(*after < before + before / 4, "{memory:?}");
    assert!(*after < 1_000_000_000, "{memory:?}");
}
