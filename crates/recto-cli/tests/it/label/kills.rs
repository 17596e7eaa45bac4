//! `kill -9` at random moments: every answer that the screen acknowledged is in the file.
//!
//! Ten kills in the tests; `cargo xtask label-kills 100` asks for more by an environment
//! variable.

use crate::common::{Scratch, recto, text::Draw};
use crate::label::terminal::Terminal;
use crate::label::texts::made;
use rustix::process::Signal;
use std::time::{Duration, Instant};

/// How many answers the header of a screen counts.
fn acknowledged(screen: &str) -> usize {
    let header = screen.lines().next().unwrap_or_default();
    let count = header.split("answers: ").nth(1);
    let count = count.and_then(|rest| rest.split(',').next());
    count
        .and_then(|count| count.trim().parse().ok())
        .unwrap_or(0)
}

#[test]
fn every_answer_that_was_acknowledged_survives_kill_9() {
    let kills = std::env::var("RECTO_LABEL_KILLS").ok();
    let kills: u64 = kills.and_then(|kills| kills.parse().ok()).unwrap_or(10);
    let scratch = Scratch::new();
    // Enough questions for every run to come.
    let n = 60 + 12 * kills as usize;
    let project = made(&scratch, n);
    let mut draw = Draw(kills);
    let mut sure = 0;
    for kill in 0..kills {
        let mut terminal = Terminal::recto(&["label", &project, "--annotator", "ada"], 80, 24);
        terminal.sees("[1] blame");
        let least = acknowledged(&terminal.screen());
        assert!(
            least >= sure,
            "kill {kill}: {sure} were acknowledged, {least} are there"
        );
        let moment = Duration::from_micros(draw.below(400_000));
        let begun = Instant::now();
        // As fast as the screen acknowledges, until the moment comes; every now and then
        // several keys at once.
        while begun.elapsed() < moment {
            let keys = ["1", "2", "s", "0", "12"][draw.below(5) as usize];
            terminal.press(keys);
            std::thread::sleep(Duration::from_micros(draw.below(30_000) as u64));
        }
        terminal.signal(Signal::KILL);
        terminal.ends();
        let last = acknowledged(&terminal.screen());
        let status = recto(&["label", &project, "--status", "--format", "json"]);
        let status = status.ends(0).json();
        let own = &status["annotators"][0];
        let count = |key: &str| own[key].as_u64().unwrap_or(0) as usize;
        let there: usize = ["documents", "words", "dont_know", "skipped"]
            .iter()
            .map(|key| count(key))
            .sum();
        assert!(
            there >= last,
            "kill {kill}: {last} were acknowledged, {there} are there"
        );
        sure = last;
    }
}
