//! A file that is only added to, in frames of length, checksum and bytes.
//!
//! A frame that was not written whole, because the process was killed or the disk is full,
//! is where the file ends: it is cut off before the next one is added, and never read.

use super::files::sync_folder;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Length and checksum before the bytes of a frame.
const OPENING: usize = 8;

/// A file of frames that is being written.
#[derive(Debug)]
pub(in crate::follow) struct Log {
    file: File,
    /// Length of all whole frames.
    length: u64,
    /// Whether an attempt to add left something behind `length`.
    is_torn: bool,
    /// Whether something was added since the last time it was made safe.
    is_dirty: bool,
    frame: Vec<u8>,
}

impl Log {
    /// An empty file in place of what is there.
    pub(super) fn create(place: &Path) -> io::Result<Self> {
        let file = File::create(place)?;
        sync_folder(place)?;
        Ok(Self {
            file,
            length: 0,
            is_torn: false,
            is_dirty: false,
            frame: Vec::new(),
        })
    }

    /// Adds a frame; where that fails, the file ends where it ended before.
    pub(super) fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        let length = u32::try_from(bytes.len()).map_err(|_| io::ErrorKind::FileTooLarge)?;
        self.frame.clear();
        self.frame.extend(length.to_le_bytes());
        self.frame.extend(crc32fast::hash(bytes).to_le_bytes());
        self.frame.extend(bytes);
        if self.is_torn {
            self.file.set_len(self.length)?;
            self.file.seek(SeekFrom::Start(self.length))?;
            self.is_torn = false;
        }
        self.is_torn = true;
        self.file.write_all(&self.frame)?;
        self.is_torn = false;
        self.is_dirty = true;
        self.length += self.frame.len() as u64;
        Ok(())
    }

    pub(super) fn sync(&mut self) -> io::Result<()> {
        if self.is_dirty {
            self.file.sync_data()?;
            self.is_dirty = false;
        }
        Ok(())
    }
}

/// The frames of a file, in order.
#[derive(Debug)]
pub(super) struct Frames {
    reader: Option<io::BufReader<File>>,
    /// Bytes behind the last frame that was read.
    left: u64,
}

impl Frames {
    /// The frames of a file; none if there is no such file.
    pub(super) fn open(place: &Path) -> Self {
        let file = File::open(place).ok();
        let data = file.as_ref().and_then(|file| file.metadata().ok());
        Self {
            reader: file.map(io::BufReader::new),
            left: data.map_or(0, |data| data.len()),
        }
    }

    /// The value of the next frame; `None` at the end, or if the frame is not whole or is
    /// no such value.
    pub(super) fn next<T>(&mut self, decode: impl Fn(&[u8]) -> Option<T>) -> Option<T> {
        let mut opening = [0; OPENING];
        let reader = self.reader.as_mut()?;
        reader.read_exact(&mut opening).ok()?;
        let [a, b, c, d, checksum @ ..] = opening;
        let length = u32::from_le_bytes([a, b, c, d]);
        let left = self.left.checked_sub(OPENING as u64 + u64::from(length))?;
        let mut bytes = vec![0; length as usize];
        reader.read_exact(&mut bytes).ok()?;
        let is_whole = crc32fast::hash(&bytes) == u32::from_le_bytes(checksum);
        let value = decode(&bytes).filter(|_| is_whole)?;
        self.left = left;
        Some(value)
    }

    /// Number of bytes behind the last frame that was read.
    pub(super) fn n_left(&self) -> u64 {
        self.left
    }
}
