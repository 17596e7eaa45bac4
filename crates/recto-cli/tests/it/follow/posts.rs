//! Streams for the tests, and processes that follow them.

#![allow(dead_code, reason = "each test file uses a part of it")]

use crate::common::{Scratch, command, recto};
use serde_json::Value;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

/// A made match as JSON lines, and how many there are.
pub(crate) fn made_match(scratch: &Scratch) -> (String, u64) {
    let made = recto(&["events", "--synthetic", "1", "--format", "messages", "-q"]).ends(0);
    let n = made.text().lines().count() as u64;
    (scratch.write("posts.jsonl", made.out), n)
}

/// The lines of a file of changes; a torn one fails the test.
pub(crate) fn changes(path: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(path).expect("changes were written");
    assert!(text.is_empty() || text.ends_with('\n'), "torn: {text:?}");
    let parsed = text.lines().map(serde_json::from_str);
    parsed.collect::<Result<_, _>>().expect("JSON lines")
}

/// A file of changes as it is.
pub(crate) fn bytes(path: &str) -> Vec<u8> {
    std::fs::read(path).expect("changes were written")
}

/// The changes that end a sub-event well.
pub(crate) fn finals(changes: &[Value]) -> Vec<&Value> {
    let is_final = |change: &&Value| change["type"] == "final";
    changes.iter().filter(is_final).collect()
}

/// A process that follows a stream.
pub(crate) struct Follower(Option<Child>);

impl Follower {
    pub(crate) fn start(arguments: &[&str], stdin: Stdio) -> Self {
        let mut follower = command(&[&["events", "--follow", "-q"], arguments].concat());
        let started = follower
            .stdin(stdin)
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        Self::of(started)
    }

    pub(crate) fn of(command: &mut Command) -> Self {
        Self(Some(command.spawn().expect("recto starts")))
    }

    /// The standard input, if it is a pipe of ours.
    pub(crate) fn stdin(&mut self) -> ChildStdin {
        let stdin = self.0.as_mut().and_then(|child| child.stdin.take());
        stdin.expect("it was piped and is taken once")
    }

    pub(crate) fn pid(&self) -> u32 {
        self.0.as_ref().map_or(0, Child::id)
    }

    pub(crate) fn signal(&self, name: &str) {
        let sent = Command::new("kill")
            .args([name, &self.pid().to_string()])
            .status();
        assert!(sent.is_ok_and(|status| status.success()), "kill {name}");
    }

    /// Waits for the end: its code, and what was said.
    pub(crate) fn ends(mut self) -> (Option<i32>, String) {
        let child = self.0.take().expect("it is taken here alone");
        let output = child.wait_with_output().expect("our own child");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), said)
    }
}

/// A test that fails leaves no process behind.
impl Drop for Follower {
    fn drop(&mut self) {
        if let Some(mut child) = self.0.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Waits until a status file says that so many lines were read, and returns it.
pub(crate) fn wait_for_lines(status: &str, n: u64) -> Value {
    wait(status, |value| value["counts"]["lines"] == n)
}

/// Waits until a status file is as wanted.
pub(crate) fn wait(status: &str, is_there: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let text = std::fs::read(status).unwrap_or_default();
        // A reader never sees half a file.
        let value = serde_json::from_slice(&text).unwrap_or(Value::Null);
        assert!(value.is_object() || text.is_empty(), "{text:?}");
        if is_there(&value) {
            return value;
        }
        assert!(begun.elapsed() < Duration::from_secs(120), "last: {value}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
