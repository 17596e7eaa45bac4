//! Ctrl-C at any moment: a quick end with code 130, and nothing left behind.

#![cfg(unix)]

use crate::common::text::{Draw, made};
use crate::common::{Scratch, command, ran};
use std::io::Write;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

const SIZE: usize = 100_000_000;
const MOMENTS: u64 = 10;
const EARLIEST: Duration = Duration::from_millis(20);
/// How long a stopped run may take to end.
const PATIENCE: Duration = Duration::from_secs(1);

/// One text over and over, which is quicker to make than a text of that length.
fn large_file(scratch: &Scratch) -> String {
    let part = made(1_000_000, 1);
    let times = SIZE.div_ceil(part.len());
    scratch.write("large.txt", part.repeat(times))
}

fn start(file: &str, place: &str) -> Child {
    // The quickest method: reading and finding words are most of the run.
    command(&["segment", file, "--method", "texttiling", "-o", place])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("recto starts")
}

fn interrupt(child: &Child) {
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.is_ok_and(|status| status.success()), "kill -INT");
}

/// What happened to a run that was sent a signal after `moment`: how long it took to
/// end, or `None` when it had ended before.
fn stop_after(moment: Duration, scratch: &Scratch, file: &str) -> Option<Duration> {
    let mut child = start(file, &scratch.arg("out.json"));
    std::thread::sleep(moment);
    if child.try_wait().expect("our own child").is_some() {
        std::fs::remove_file(scratch.path("out.json")).expect("a whole run writes its file");
        return None;
    }
    interrupt(&child);
    let sent = Instant::now();
    let status = child.wait().expect("our own child");
    let took = sent.elapsed();
    if status.code() == Some(0) {
        // It finished while the signal was on its way.
        std::fs::remove_file(scratch.path("out.json")).expect("a whole run writes its file");
        return None;
    }
    assert_eq!(status.code(), Some(130), "after {moment:?}");
    assert_eq!(scratch.names(), ["large.txt"], "after {moment:?}");
    Some(took)
}

#[test]
fn ten_interrupts_at_any_moment_leave_nothing_behind() {
    let scratch = Scratch::new();
    let file = large_file(&scratch);
    let begun = Instant::now();
    let whole = start(&file, &scratch.arg("out.json"))
        .wait()
        .expect("our own child");
    let length = begun.elapsed();
    assert!(whole.success());
    std::fs::remove_file(scratch.path("out.json")).expect("a whole run writes its file");

    let mut draw = Draw(20);
    let span = length.saturating_sub(EARLIEST);
    for i in 0..MOMENTS {
        let place = (i * 1000 + draw.below(1000)) as f64 / (MOMENTS * 1000) as f64;
        let mut moment = EARLIEST + span.mul_f64(place);
        let took = loop {
            match stop_after(moment, &scratch, &file) {
                Some(took) => break took,
                None => moment = moment.mul_f64(0.8),
            }
        };
        println!("of {length:?}: stopped after {moment:?}, ended {took:?} later");
        assert!(took < PATIENCE, "after {moment:?} it took {took:?} to end");
    }
}

/// A run that waits for its standard input, and the pipe to it.
fn waiting() -> (Child, ChildStdin) {
    let mut child = command(&["segment", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("recto starts");
    let pipe = child.stdin.take().expect("it is piped");
    // Long enough to start on a busy machine.
    std::thread::sleep(Duration::from_millis(500));
    (child, pipe)
}

#[test]
fn a_run_that_waits_for_standard_input_can_be_stopped() {
    let (child, _open) = waiting();
    interrupt(&child);
    let sent = Instant::now();
    let ended = ran(child.wait_with_output().expect("our own child"));
    assert!(sent.elapsed() < PATIENCE);
    assert_eq!((ended.code, ended.err.as_str()), (Some(130), ""));
}

/// Ctrl-C stops the whole pipeline: what the first program had written by then is not
/// the input.
#[test]
fn half_an_input_is_not_answered_when_both_ends_of_a_pipe_are_stopped() {
    let (child, mut pipe) = waiting();
    pipe.write_all(b"Nets dry. Boats rest. The ov")
        .expect("recto reads");
    interrupt(&child);
    std::thread::sleep(Duration::from_millis(50));
    drop(pipe);
    let ended = ran(child.wait_with_output().expect("our own child"));
    assert_eq!((ended.code, ended.err.as_str()), (Some(130), ""));
    assert!(
        ended.out.is_empty(),
        "{}",
        String::from_utf8_lossy(&ended.out)
    );
}
