//! Ctrl-C at any moment: code 130, and nothing left behind.
//!
//! How soon a run ends depends on the machine, so no test asserts it: a run that does not stop
//! would finish, with code 0 and an output file.

#![cfg(unix)]

use crate::common::text::{Draw, made};
use crate::common::{Scratch, command, ran};
use std::io::Write;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

const SIZE: usize = 30_000_000;
const MOMENTS: u64 = 10;

/// One text over and over, which is quicker to make than a text of that length.
fn large_file(scratch: &Scratch) -> String {
    let part = made(1_000_000, 1);
    let times = SIZE.div_ceil(part.len());
    scratch.write("large.txt", part.repeat(times))
}

fn start(file: &str, output: &str) -> Child {
    // The fastest method: most of the run is reading and tokenising.
    command(&["segment", file, "--method", "texttiling", "-o", output])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("recto starts")
}

/// Waits until the run handles Ctrl-C; before that the signal would end it like any program.
/// Returns at once when the run has ended.
fn wait_for_handler(child: &mut Child) {
    while child.try_wait().expect("our own child").is_none() && !handles_interrupt(child.id()) {
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Whether the process has a handler for SIGINT, the second bit of the mask of caught signals.
#[cfg(target_os = "linux")]
fn handles_interrupt(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & 0b10 != 0)
}

/// Elsewhere the mask cannot be read: a wait that is long for a start.
#[cfg(not(target_os = "linux"))]
fn handles_interrupt(_process: u32) -> bool {
    std::thread::sleep(Duration::from_secs(2));
    true
}

fn interrupt(child: &Child) {
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.is_ok_and(|status| status.success()), "kill -INT");
}

/// Whether a run that gets the signal `moment` after it can handle it is stopped by it. It may
/// have finished before.
fn is_stopped_after(moment: Duration, scratch: &Scratch, file: &str) -> bool {
    let mut child = start(file, &scratch.arg("out.json"));
    wait_for_handler(&mut child);
    std::thread::sleep(moment);
    interrupt(&child);
    let status = child.wait().expect("our own child");
    if status.success() {
        std::fs::remove_file(scratch.path("out.json")).expect("a whole run writes its file");
        return false;
    }
    assert_eq!(status.code(), Some(130), "after {moment:?}");
    assert_eq!(scratch.names(), ["large.txt"], "after {moment:?}");
    true
}

#[test]
fn ten_interrupts_at_any_moment_leave_nothing_behind() {
    let scratch = Scratch::new();
    let file = large_file(&scratch);
    let begun = Instant::now();
    let whole = start(&file, &scratch.arg("out.json")).wait();
    let length = begun.elapsed();
    assert!(whole.expect("our own child").success());
    std::fs::remove_file(scratch.path("out.json")).expect("a whole run writes its file");

    let mut draw = Draw(20);
    for i in 0..MOMENTS {
        let share = (i * 1000 + draw.below(1000)) as f64 / (MOMENTS * 1000) as f64;
        let mut moment = length.mul_f64(share);
        while !is_stopped_after(moment, &scratch, &file) {
            moment = moment.mul_f64(0.8);
        }
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
    wait_for_handler(&mut child);
    (child, pipe)
}

/// A run that did not stop would wait for ever: the pipe stays open.
#[test]
fn a_run_that_waits_for_standard_input_can_be_stopped() {
    let (mut child, _open) = waiting();
    interrupt(&child);
    let status = child.wait().expect("our own child");
    assert_eq!(status.code(), Some(130));
    let ended = ran(child.wait_with_output().expect("our own child"));
    assert_eq!(ended.err, "");
}

/// Ctrl-C stops the whole pipeline: what the first program had written by then is not
/// the input.
#[test]
fn half_an_input_is_not_answered_when_both_ends_of_a_pipe_are_stopped() {
    let (child, mut pipe) = waiting();
    pipe.write_all(b"Nets dry. Boats rest. The ov")
        .expect("recto reads");
    interrupt(&child);
    drop(pipe);
    let ended = ran(child.wait_with_output().expect("our own child"));
    // Warnings about what was read may have been printed before the run noticed.
    assert_eq!(ended.code, Some(130), "{}", ended.err);
    assert!(
        ended.out.is_empty(),
        "{}",
        String::from_utf8_lossy(&ended.out)
    );
}
