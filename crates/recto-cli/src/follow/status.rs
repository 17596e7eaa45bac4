//! Counters for a supervisor: one JSON file, written whole about once a second.

use super::store::replace;
use recto::events::follow::{FollowCounts, Follower};
use recto::time::rfc3339;
use serde::Serialize;
use std::collections::VecDeque;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

/// Time between two writings.
const EVERY: Duration = Duration::from_secs(1);
/// Time over which the rate is measured.
const RATE: Duration = Duration::from_secs(10);

/// The file, and what is needed to fill it.
pub(super) struct Status {
    path: PathBuf,
    started: SystemTime,
    last: Option<Instant>,
    /// Number of lines at some moments of the last seconds.
    lines: VecDeque<(Instant, u64)>,
}

/// When the last checkpoint was written, and how large it is.
#[derive(Debug, Clone, Copy)]
pub(super) struct LastCheckpoint {
    pub(super) at: SystemTime,
    pub(super) bytes: usize,
}

/// What is written.
#[derive(Serialize)]
struct Written<'s> {
    /// `following`, `waiting for space`, `ended` or `stopped`.
    state: &'s str,
    process: u32,
    started: String,
    updated: String,
    /// Lines a second, over the last ten seconds.
    rate: f64,
    /// Seconds from the newest message's time until now; null before the first one.
    lag: Option<f64>,
    newest: Option<String>,
    watermark: Option<String>,
    /// Sub-events that may still change.
    open: usize,
    /// Number of changes told.
    told: u64,
    /// Messages and lines that were not used for another reason than being a repeat.
    dropped: u64,
    counts: FollowCounts,
    /// Bytes of memory that the process has; null where the system does not say.
    memory: Option<u64>,
    last_checkpoint: Option<WrittenCheckpoint>,
}

#[derive(Serialize)]
struct WrittenCheckpoint {
    time: String,
    bytes: usize,
}

impl Status {
    pub(super) fn new(path: PathBuf) -> Self {
        Self {
            path,
            started: SystemTime::now(),
            last: None,
            lines: VecDeque::new(),
        }
    }

    /// Writes the file if its time has come, or in any case if `state` has just changed.
    pub(super) fn write(
        &mut self,
        state: &str,
        is_new: bool,
        follower: &Follower,
        told: Option<u64>,
        checkpoint: Option<LastCheckpoint>,
    ) -> io::Result<()> {
        let now = Instant::now();
        let is_due = self.last.is_none_or(|last| now - last >= EVERY);
        if !is_due && !is_new {
            return Ok(());
        }
        self.last = Some(now);
        let counts = follower.counts();
        let detector = follower.detector();
        let at = |seconds: f64| rfc3339((seconds * 1e6).round() as i64);
        let newest = detector.newest();
        let written = Written {
            state,
            process: std::process::id(),
            started: clock(self.started),
            updated: clock(SystemTime::now()),
            rate: self.rate(now, counts.lines),
            lag: newest.map(|newest| seconds(SystemTime::now()) - newest),
            newest: newest.map(at),
            watermark: detector.watermark().map(at),
            open: detector.n_open(),
            told: told.map_or(0, |last| last + 1),
            dropped: counts.left_out + counts.messages.dropped_late as u64,
            counts,
            memory: memory(),
            last_checkpoint: checkpoint.map(|last| WrittenCheckpoint {
                time: clock(last.at),
                bytes: last.bytes,
            }),
        };
        let mut bytes = serde_json::to_vec(&written).map_err(io::Error::from)?;
        bytes.push(b'\n');
        replace(&self.path, &bytes)
    }

    fn rate(&mut self, now: Instant, lines: u64) -> f64 {
        self.lines.push_back((now, lines));
        while self.lines.len() > 2 && now - self.lines[1].0 >= RATE {
            self.lines.pop_front();
        }
        let (then, before) = self.lines[0];
        let passed = (now - then).as_secs_f64();
        if passed > 0.0 {
            (lines - before) as f64 / passed
        } else {
            0.0
        }
    }
}

/// Seconds since 1970.
fn seconds(time: SystemTime) -> f64 {
    let since = time.duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0.0, |since| since.as_secs_f64())
}

fn clock(time: SystemTime) -> String {
    rfc3339((seconds(time) * 1e6) as i64)
}

/// Resident memory of the process in bytes.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kib * 1024)
}
