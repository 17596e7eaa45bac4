//! What survives a crash: checkpoints, and a journal of what came after the last one.
//!
//! ```text
//! lock                     held while a process follows the stream
//! state-00000012.recto     the whole state, written beside its place and renamed
//! journal-00000012.log     every batch of lines and every tick since that state, in order
//! ```
//!
//! A batch is in the journal before it is worked on, so that a restart goes through exactly
//! what the process that was killed went through, also where the input was a pipe that is
//! gone. The last two generations are kept: a state that cannot be read leaves the one
//! before it, whose journal and the next lead to the same place.

mod files;
mod frame;
#[cfg(test)]
mod tests;

use super::position::Position;
use files::{generations, journal, state};
use recto_math::envelope::Envelope;
use serde::{Deserialize, Serialize};
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

pub(super) use files::replace;
use frame::Frames;
pub(super) use frame::Log;

const ENVELOPE: Envelope = Envelope {
    magic: b"rctochkp",
    version: 1,
    content: "a checkpoint",
};

/// Generations that are kept.
const KEPT: u64 = 2;

/// Something that happened to the stream, as the journal holds it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) enum Entry {
    /// Whole lines of a source, and where it stands after them.
    Lines {
        source: u32,
        position: Position,
        bytes: Vec<u8>,
    },
    /// Time passed without a message.
    Tick(f64),
    /// All sources ended.
    Finish,
    /// Changes up to this number have been written.
    Told(u64),
}

/// A state with the places of its sources.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Checkpoint {
    /// Where each source stands.
    pub(super) positions: Vec<Position>,
    /// Number of the next change.
    pub(super) next_seq: u64,
    /// State of the follower.
    pub(super) follower: Vec<u8>,
}

/// A folder of checkpoints that this process holds.
#[derive(Debug)]
pub(super) struct Store {
    folder: PathBuf,
    /// Held until the process ends.
    _lock: File,
    generation: u64,
    journal: Log,
}

/// What a store held when it was opened.
#[derive(Debug, Default)]
pub(super) struct Kept {
    /// The newest state that can be read, with its generation.
    pub(super) checkpoint: Option<Checkpoint>,
    /// What came after it, in order.
    pub(super) entries: Vec<Entry>,
    /// What is wrong with newer states.
    pub(super) warnings: Vec<String>,
    /// Generation of the newest file.
    newest: u64,
}

/// Opens a folder, which is made if it is not there, and reads what it holds.
pub(super) fn open(folder: &Path) -> Result<(Opened, Kept), String> {
    let shown = folder.display();
    let created = std::fs::create_dir_all(folder);
    created.map_err(|error| format!("cannot create folder {shown}: {error}; name another"))?;
    let lock = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(folder.join("lock"))
        .map_err(|error| format!("{shown}: cannot be written: {error}; name another folder"))?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(format!(
                "{shown}: another process follows a stream with this folder; stop it or name \
                 another folder"
            ));
        }
        Err(TryLockError::Error(error)) => {
            return Err(format!("{shown}: cannot be locked: {error}"));
        }
    }
    let kept = read(folder).map_err(|problem| format!("{shown}: {problem}"))?;
    let folder = folder.to_path_buf();
    Ok((Opened { folder, lock }, kept))
}

/// A folder that this process holds, before its first checkpoint.
#[derive(Debug)]
pub(super) struct Opened {
    folder: PathBuf,
    lock: File,
}

impl Opened {
    /// Begins a generation of its own behind what was kept.
    pub(super) fn begin(self, kept: &Kept, checkpoint: &Checkpoint) -> io::Result<Store> {
        let generation = kept.newest + 1;
        write_state(&self.folder, generation, checkpoint)?;
        Ok(Store {
            journal: Log::create(&journal(&self.folder, generation))?,
            folder: self.folder,
            _lock: self.lock,
            generation,
        })
    }
}

impl Store {
    /// Adds an entry to the journal; nothing is added where that fails.
    pub(super) fn add(&mut self, entry: &Entry) -> io::Result<()> {
        let bytes = postcard::to_allocvec(entry).expect("plain data with known lengths");
        self.journal.add(&bytes)
    }

    /// Makes sure that the journal survives a power cut.
    pub(super) fn sync(&mut self) -> io::Result<()> {
        self.journal.sync()
    }

    /// Writes a checkpoint and begins a new journal.
    pub(super) fn checkpoint(&mut self, checkpoint: &Checkpoint) -> io::Result<()> {
        let next = self.generation + 1;
        // The journal first: a state without one would take over before it can go on.
        let log = Log::create(&journal(&self.folder, next))?;
        write_state(&self.folder, next, checkpoint)?;
        self.generation = next;
        self.journal = log;
        for old in generations(&self.folder)? {
            if old + KEPT <= next {
                let _ = std::fs::remove_file(state(&self.folder, old));
                let _ = std::fs::remove_file(journal(&self.folder, old));
            }
        }
        Ok(())
    }
}

fn write_state(folder: &Path, generation: u64, checkpoint: &Checkpoint) -> io::Result<()> {
    replace(&state(folder, generation), &ENVELOPE.pack(checkpoint))
}

/// The newest state that can be read, and all journals behind it.
fn read(folder: &Path) -> Result<Kept, String> {
    let all = generations(folder).map_err(|error| error.to_string())?;
    let mut kept = Kept {
        newest: all.last().copied().unwrap_or(0),
        ..Kept::default()
    };
    for &generation in all.iter().rev() {
        let path = state(folder, generation);
        let name = path.file_name().unwrap_or_default().display().to_string();
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            // Killed between the journal and the state of a generation.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(format!("{name}: cannot be read: {error}")),
        };
        match opened(&bytes) {
            Ok(checkpoint) => {
                kept.read_journals(folder, &all, generation, checkpoint.positions.len());
                kept.checkpoint = Some(checkpoint);
                return Ok(kept);
            }
            Err(Refused::Damaged(why)) => kept.warnings.push(format!("{name}: {why}")),
            Err(Refused::Foreign(why)) => {
                return Err(format!("{name}: {why}; name another folder"));
            }
        }
    }
    Ok(kept)
}

/// Why a state is not taken over.
enum Refused {
    /// An older one may serve.
    Damaged(String),
    /// Another program or version wrote it: it is not ours to replace.
    Foreign(String),
}

fn opened(bytes: &[u8]) -> Result<Checkpoint, Refused> {
    let is_ours = bytes.len() < 12
        || bytes[..8] == *ENVELOPE.magic && bytes[8..12] == ENVELOPE.version.to_le_bytes();
    let refused = |why| {
        if is_ours {
            Refused::Damaged(why)
        } else {
            Refused::Foreign(why)
        }
    };
    let checkpoint: Checkpoint = ENVELOPE.unpack(bytes).map_err(refused)?;
    if checkpoint.positions.iter().all(Position::is_valid) {
        Ok(checkpoint)
    } else {
        Err(Refused::Damaged("a position that cannot be".into()))
    }
}

impl Kept {
    /// The entries of the journals from a generation on, for so many sources. A journal ends
    /// where an entry cannot be read: as a rule the process was killed while it wrote it.
    fn read_journals(&mut self, folder: &Path, all: &[u64], first: u64, n_sources: usize) {
        for &generation in all.iter().filter(|&&generation| generation >= first) {
            let path = journal(folder, generation);
            let mut frames = Frames::open(&path);
            let decode = |bytes: &[u8]| {
                let entry: Option<Entry> = postcard::from_bytes(bytes).ok();
                entry.filter(|entry| entry.is_valid(n_sources))
            };
            while let Some(entry) = frames.next(decode) {
                self.entries.push(entry);
            }
            let left = frames.n_left();
            if left > 0 {
                let name = path.file_name().unwrap_or_default().display();
                self.warnings.push(format!(
                    "{name}: the last {left} bytes are not whole entries: the process was killed \
                     while it wrote them, or the file was damaged"
                ));
            }
        }
    }
}

impl Entry {
    /// Whether an entry that was read from a file is possible.
    fn is_valid(&self, n_sources: usize) -> bool {
        match self {
            Self::Lines {
                source, position, ..
            } => (*source as usize) < n_sources && position.is_valid(),
            Self::Tick(watermark) => watermark.is_finite(),
            Self::Finish | Self::Told(_) => true,
        }
    }
}
