//! Where lines come from: standard input, files that grow and are rotated, brokers.
//!
//! Each source has a thread that waits for bytes and passes whole lines on through a channel
//! with few places, so that a follower that cannot keep up, or cannot write, holds up the
//! producer instead of filling memory.

mod broker;
mod file;
mod pipe;
#[cfg(test)]
mod tests;

use super::position::Position;
use broker::Address;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::time::Duration;

/// Bytes that are read at once.
const BLOCK: usize = 1 << 18;
/// Blocks that may wait.
const WAITING: usize = 4;
/// How often a file that has ended is looked at.
const POLL: Duration = Duration::from_millis(100);

/// What a source passes on.
#[derive(Debug)]
pub(super) enum Passed {
    /// Whole lines, and where the source stands after them.
    Lines { bytes: Vec<u8>, position: Position },
    /// Something to tell the user.
    Note(String),
    /// The end; a file that is followed has none.
    End,
    /// It cannot be read any more.
    Failed(String),
}

/// All sources of a command.
pub(super) struct Sources {
    receiver: Receiver<(u32, Passed)>,
    /// Where each source learns how far its messages are safe.
    safe: Vec<Sender<Position>>,
    is_over: Arc<AtomicBool>,
}

/// A source as it was named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Named {
    Stdin,
    File(PathBuf),
    Broker(Address),
}

impl Named {
    /// The source that an argument stands for.
    pub(super) fn of(argument: &Path) -> Result<Self, String> {
        if argument == Path::new("-") {
            return Ok(Self::Stdin);
        }
        if let Some(address) = argument.to_str().and_then(Address::parse) {
            return address.map(Self::Broker);
        }
        let shown = argument.display();
        match std::fs::metadata(argument) {
            Ok(data) if data.is_dir() => Err(format!("{shown}: a folder; name the files in it")),
            Ok(data) if !data.is_file() => Err(format!(
                "{shown}: not a file; pipe it in and name - instead"
            )),
            Ok(_) => check_is_text(argument).map(|()| Self::File(argument.to_path_buf())),
            Err(error) => Err(format!("{shown}: cannot be read: {error}")),
        }
    }

    pub(super) fn is_broker(&self) -> bool {
        matches!(self, Self::Broker(_))
    }

    /// As messages name it.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Stdin => "standard input".into(),
            Self::File(path) => path.display().to_string(),
            Self::Broker(address) => address.shown(),
        }
    }
}

/// Refuses what does not grow line by line.
fn check_is_text(path: &Path) -> Result<(), String> {
    let shown = path.display();
    let mut start = [0; 4];
    let read = std::fs::File::open(path).and_then(|mut file| io::Read::read(&mut file, &mut start));
    let n = read.map_err(|error| format!("{shown}: cannot be read: {error}"))?;
    let start = &start[..n];
    let is_packed = start.starts_with(&[0x1f, 0x8b]) || start == [0x28, 0xb5, 0x2f, 0xfd];
    if is_packed {
        return Err(format!(
            "{shown}: a compressed file does not grow; unpack it to standard input and name - \
             instead, or leave out --follow"
        ));
    }
    Ok(())
}

impl Sources {
    /// Begins to read; each source goes on where its position says.
    pub(super) fn start(named: &[Named], positions: &[Position], limit: usize) -> Self {
        let (sender, receiver) = sync_channel(WAITING);
        let is_over = Arc::new(AtomicBool::new(false));
        let mut safe = Vec::new();
        for (number, (named, position)) in (0..).zip(named.iter().zip(positions)) {
            let passing = Passing {
                number,
                sender: sender.clone(),
                is_over: is_over.clone(),
            };
            let (sender, told) = channel();
            safe.push(sender);
            let (named, position) = (named.clone(), position.clone());
            std::thread::spawn(move || match named {
                Named::Stdin => pipe::follow(&mut io::stdin().lock(), position, limit, &passing),
                Named::File(path) => file::follow(&path, position, limit, &passing),
                #[cfg(feature = "any-broker")]
                Named::Broker(address) => address.follow(position, &told, &passing),
                #[cfg(not(feature = "any-broker"))]
                Named::Broker(_) => drop(told),
            });
        }
        Self {
            receiver,
            safe,
            is_over,
        }
    }

    /// Tells each source that a checkpoint holds its messages up to this position.
    pub(super) fn are_safe(&self, positions: &[Position]) {
        for (safe, position) in self.safe.iter().zip(positions) {
            // A file and a pipe do not listen, and one that failed is gone.
            let _ = safe.send(position.clone());
        }
    }

    /// What a source passed on, or `None` after `patience`.
    pub(super) fn next(&self, patience: Duration) -> Option<(u32, Passed)> {
        self.receiver.recv_timeout(patience).ok()
    }
}

impl Drop for Sources {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

/// The way from a source to the follower.
pub(super) struct Passing {
    number: u32,
    sender: SyncSender<(u32, Passed)>,
    is_over: Arc<AtomicBool>,
}

impl Passing {
    /// Passes something on; `false` if nobody takes it any more.
    fn pass(&self, passed: Passed) -> bool {
        !self.is_over() && self.sender.send((self.number, passed)).is_ok()
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }
}

/// Reads once, also where a signal comes in between.
fn read_some(reader: &mut impl io::Read, block: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(block) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => return read,
        }
    }
}
