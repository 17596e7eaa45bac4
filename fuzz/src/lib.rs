//! What the fuzz targets share.

use recto_math::{Run, Silent};
use recto_testing::spans::assert_spans_fit;
use recto_text::Limits;
use recto_text::source::{SourceOptions, read_bytes};
use std::path::PathBuf;

/// Bytes of an envelope before the checksum, and with it.
const CHECKSUM: std::ops::Range<usize> = 12..16;

/// Options with limits that keep a round short.
pub fn options() -> SourceOptions {
    SourceOptions {
        limits: Limits {
            file: 4 << 20,
            ..Limits::default()
        },
        ..SourceOptions::default()
    }
}

/// Reads bytes as a file of this name; spans of all documents must fit.
pub fn read(name: &str, bytes: &[u8]) {
    read_with(name, bytes, &options());
}

/// As [`read`], with options.
pub fn read_with(name: &str, bytes: &[u8], options: &SourceOptions) {
    assert_spans_fit(&read_bytes(name, bytes.to_vec(), options));
}

/// A run that nobody watches.
pub fn run() -> Run<'static> {
    Run::new(0, &Silent)
}

/// The bytes of a saved file with the checksum that fits, so that what it holds is read.
pub fn with_checksum(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if let Some((opening, body)) = bytes.split_at_mut_checked(CHECKSUM.end) {
        opening[CHECKSUM].copy_from_slice(&crc32fast::hash(body).to_le_bytes());
    }
    bytes
}

/// A path for a file of this process, in memory where the system has such a folder.
pub fn scratch(name: &str) -> PathBuf {
    let memory = PathBuf::from("/dev/shm");
    let folder = if memory.is_dir() {
        memory
    } else {
        std::env::temp_dir()
    };
    folder.join(format!("recto-fuzz-{}-{name}", std::process::id()))
}
