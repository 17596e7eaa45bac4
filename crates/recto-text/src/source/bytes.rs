//! From a file to its bytes: size limits, gzip and Zstandard.
//!
//! A file is unpacked when its name ends in `.gz` or `.zst`, or when it opens with
//! the mark of one of these. The limit on a file's size holds for what comes out, and so
//! does the ratio that holds for archives, so that a small file cannot fill the memory.

use super::Limits;
use super::input::{self, Input};
use super::zip::{room_by_ratio, too_tight};
use recto_math::{Notice, Remedy};
use ruzstd::decoding::StreamingDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use std::io::Read;
use std::path::Path;

/// How a file is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Packing {
    Gzip,
    Zstandard,
}

impl Packing {
    /// By the ending of a file's name.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        let ending = name.rsplit_once('.')?.1;
        match ending.to_ascii_lowercase().as_str() {
            "gz" => Some(Self::Gzip),
            "zst" => Some(Self::Zstandard),
            _ => None,
        }
    }

    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0x1F, 0x8B, 8, ..] => Some(Self::Gzip),
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Some(Self::Zstandard),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstandard => "Zstandard",
        }
    }
}

/// The bytes of a file, unpacked.
pub(super) fn read(input: &Input, limits: &Limits) -> Result<Vec<u8>, Notice> {
    let bytes = limited(input.path.as_deref(), limits.file)?;
    unpacked(input, bytes, limits)
}

/// The bytes as they are, or what comes out of them if they are packed.
pub(super) fn unpacked(input: &Input, bytes: Vec<u8>, limits: &Limits) -> Result<Vec<u8>, Notice> {
    check(&bytes, limits.file, "larger than")?;
    match Packing::of_name(&input.id).or(Packing::of_bytes(&bytes)) {
        Some(packing) => unpack(&bytes, packing, limits),
        None => Ok(bytes),
    }
}

/// The bytes of a file, or of standard input where there is no path, as they are; at most
/// `limit` of them.
pub(super) fn limited(path: Option<&Path>, limit: u64) -> Result<Vec<u8>, Notice> {
    let bytes = read_one_more(path, limit).map_err(|error| input::explain(&error))?;
    check(&bytes, limit, "larger than")?;
    Ok(bytes)
}

/// Reads one byte beyond the limit, which tells that there are more.
fn read_one_more(path: Option<&Path>, limit: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match path {
        Some(path) => {
            let file = std::fs::File::open(path)?;
            let size = file.metadata().map_or(0, |data| data.len());
            // One byte more, so that the end is found without growing.
            bytes.reserve(usize::try_from(size.min(limit)).unwrap_or(0) + 1);
            file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?
        }
        None => std::io::stdin()
            .lock()
            .take(limit.saturating_add(1))
            .read_to_end(&mut bytes)?,
    };
    Ok(bytes)
}

fn check(bytes: &[u8], limit: u64, what: &str) -> Result<(), Notice> {
    if bytes.len() as u64 > limit {
        let notice = Notice::from(format!("{what} {limit} bytes"));
        return Err(notice.with(Remedy::Raise("max_file_bytes")));
    }
    Ok(())
}

/// Unpacks a whole file; a stream that breaks off or is damaged is an error.
fn unpack(packed: &[u8], packing: Packing, limits: &Limits) -> Result<Vec<u8>, Notice> {
    let room = room_by_ratio(packed.len() as u64, limits.archive.ratio);
    let limit = room.min(limits.file);
    let mut bytes = Vec::new();
    let done = match packing {
        Packing::Gzip => flate2::read::MultiGzDecoder::new(packed)
            .take(limit.saturating_add(1))
            .read_to_end(&mut bytes)
            .map(|_| ())
            .map_err(|error| error.to_string()),
        Packing::Zstandard => unpack_frames(packed, limit, &mut bytes),
    };
    done.map_err(|error| {
        format!(
            "damaged or cut short: its {} stream cannot be unpacked after {} bytes of text ({error}); fetch or pack the file again",
            packing.name(),
            bytes.len()
        )
    })?;
    if room < limits.file && bytes.len() as u64 > room {
        return Err(too_tight(limits.archive.ratio));
    }
    check(&bytes, limit, "unpacks to more than")?;
    Ok(bytes)
}

/// A file may hold several frames, and frames to skip.
fn unpack_frames(mut packed: &[u8], limit: u64, bytes: &mut Vec<u8>) -> Result<(), String> {
    if packed.is_empty() {
        return Err("the file is empty".into());
    }
    while !packed.is_empty() && bytes.len() as u64 <= limit {
        let left = (limit - bytes.len() as u64).saturating_add(1);
        let mut frame = match StreamingDecoder::new(&mut packed) {
            Ok(frame) => frame,
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length,
                ..
            })) => {
                packed = packed
                    .get(length as usize..)
                    .ok_or("a skipped frame breaks off")?;
                continue;
            }
            Err(error) => return Err(error.to_string()),
        };
        let mut part = frame.by_ref().take(left);
        part.read_to_end(bytes).map_err(|error| error.to_string())?;
        let stated = frame.decoder.get_checksum_from_data();
        let is_whole = bytes.len() as u64 <= limit;
        if is_whole && stated.is_some() && stated != frame.decoder.get_calculated_checksum() {
            return Err("the checksum does not fit".into());
        }
    }
    Ok(())
}

/// Refuses a text with a line above the limit.
pub(super) fn check_lines(text: &str, limit: usize) -> Result<(), Notice> {
    if text.len() <= limit {
        return Ok(());
    }
    let mut start = 0;
    let ends = memchr::memchr_iter(b'\n', text.as_bytes()).chain([text.len()]);
    for (line, end) in (1..).zip(ends) {
        if end - start > limit {
            let notice = Notice::from(format!("line {line} is longer than {limit} bytes"));
            return Err(notice.with(Remedy::Raise("max_line_bytes")));
        }
        start = end + 1;
    }
    Ok(())
}
