//! ZIP: the table of contents and single files, in memory.
//!
//! Only what the table at the end names is there, as unzip programs have it. Nothing is
//! written to disk and no name is followed: a name is a label. What comes out of a file is
//! limited by the caller, because the sizes that the table states may be lies.

use recto_math::{Notice, Remedy};
use rustc_hash::FxHashMap;
use std::fmt;
use std::io::Read;

/// Files below this many bytes may be packed as tightly as they like.
const SMALL: u64 = 1 << 20;

/// Bytes that a file of so many packed bytes may have.
pub(super) fn room_by_ratio(packed: u64, ratio: u64) -> u64 {
    packed.saturating_mul(ratio).max(SMALL)
}

/// The problem with a file that has more.
pub(super) fn too_tight(ratio: u64) -> Notice {
    let message = format!("unpacks to more than {ratio} times its size, as harmful files do");
    Notice::from(message).with(Remedy::Raise("max_archive_ratio"))
}

/// A ZIP archive in memory.
pub(super) struct Zip<'b> {
    bytes: &'b [u8],
    /// The files and folders, in the order of the table.
    pub(super) entries: Vec<Entry>,
    /// Where the first entry of each name is.
    places: FxHashMap<String, usize>,
}

/// A file or folder of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// Its path as the archive has it, `/` between its parts.
    pub(super) name: String,
    /// Bytes that it takes up in the archive.
    pub(super) packed: u64,
    flags: u16,
    method: u16,
    checksum: u32,
    /// Where its own header stands.
    offset: u64,
}

impl Entry {
    pub(super) fn is_folder(&self) -> bool {
        self.name.ends_with('/')
    }
}

/// Why a file does not come out of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ZipError {
    /// There is no table of contents.
    NoTable,
    /// What is damaged.
    Damaged(&'static str),
    /// It needs a password.
    Encrypted,
    /// It is packed in a way that is not known.
    Method(u16),
    /// More comes out of it than the caller allows.
    TooLarge,
    /// There is no file of this name.
    Missing(&'static str),
}

impl fmt::Display for ZipError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTable => f.write_str(
                "damaged or cut short: the table of contents at its end is missing; fetch or pack the file again",
            ),
            Self::Damaged(what) => {
                write!(f, "damaged: {what}; fetch or pack the file again")
            }
            Self::Encrypted => f.write_str(
                "encrypted; save it without a password, or unpack it and name the folder",
            ),
            Self::Method(method) => write!(
                f,
                "packed by method {method}, which recto does not know; pack it as an ordinary ZIP (deflate)"
            ),
            Self::TooLarge => f.write_str("more comes out of it than is allowed"),
            Self::Missing(name) => write!(f, "damaged: it has no {name}; save it again"),
        }
    }
}

/// Numbers of a record, read in order; `None` at its end.
struct Record<'b>(&'b [u8]);

impl<'b> Record<'b> {
    fn take(&mut self, n: usize) -> Option<&'b [u8]> {
        let (head, rest) = self.0.split_at_checked(n)?;
        self.0 = rest;
        Some(head)
    }

    fn u16(&mut self) -> Option<u16> {
        Some(u16::from_le_bytes(self.take(2)?.try_into().ok()?))
    }

    fn u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }

    fn u64(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }
}

fn from(bytes: &[u8], offset: u64) -> Option<&[u8]> {
    bytes.get(usize::try_from(offset).ok()?..)
}

/// Where the table is: its offset, how many entries it has, and by how much all offsets
/// are shifted because something stands before the archive.
struct Table {
    offset: u64,
    count: u64,
    shift: u64,
}

impl<'b> Zip<'b> {
    /// Reads the table of contents.
    pub(super) fn open(bytes: &'b [u8]) -> Result<Self, ZipError> {
        let table = Table::find(bytes).ok_or(ZipError::NoTable)?;
        let mut record = Record(from(bytes, table.offset).ok_or(ZipError::NoTable)?);
        let mut entries = Vec::new();
        for _ in 0..table.count {
            let entry = entry(&mut record, table.shift);
            entries.push(entry.ok_or(ZipError::Damaged("its table of contents breaks off"))?);
        }
        let mut places = FxHashMap::default();
        for (at, entry) in entries.iter().enumerate() {
            places.entry(entry.name.clone()).or_insert(at);
        }
        Ok(Self {
            bytes,
            entries,
            places,
        })
    }

    /// The entry of this name.
    pub(super) fn entry(&self, name: &str) -> Option<&Entry> {
        self.places.get(name).map(|&at| &self.entries[at])
    }

    /// The contents of a file, at most `limit` bytes of them.
    pub(super) fn read(&self, entry: &Entry, limit: u64) -> Result<Vec<u8>, ZipError> {
        const OF_FILE: &str = "a file in it cannot be unpacked";
        if entry.flags & 1 != 0 {
            return Err(ZipError::Encrypted);
        }
        let packed = self.packed(entry).ok_or(ZipError::Damaged(OF_FILE))?;
        let mut bytes = Vec::new();
        let most = limit.saturating_add(1);
        let done = match entry.method {
            0 => packed.take(most).read_to_end(&mut bytes),
            8 => flate2::read::DeflateDecoder::new(packed)
                .take(most)
                .read_to_end(&mut bytes),
            method => return Err(ZipError::Method(method)),
        };
        if bytes.len() as u64 > limit {
            return Err(ZipError::TooLarge);
        }
        done.map_err(|_| ZipError::Damaged(OF_FILE))?;
        let mut checksum = flate2::Crc::new();
        checksum.update(&bytes);
        if checksum.sum() != entry.checksum {
            return Err(ZipError::Damaged(
                "the checksum of a file in it does not fit",
            ));
        }
        Ok(bytes)
    }

    fn packed(&self, entry: &Entry) -> Option<&'b [u8]> {
        let mut header = Record(from(self.bytes, entry.offset)?);
        (header.take(4)? == b"PK\x03\x04").then_some(())?;
        header.take(22)?;
        let (name, extra) = (header.u16()?, header.u16()?);
        header.take(usize::from(name) + usize::from(extra))?;
        header.take(usize::try_from(entry.packed).ok()?)
    }
}

/// Bytes of the record at the end, and the most that may follow it.
const END: usize = 22;
const COMMENT: usize = 1 << 16;

impl Table {
    fn find(bytes: &[u8]) -> Option<Self> {
        let from = bytes.len().saturating_sub(END + COMMENT);
        let end = from + memchr::memmem::rfind(&bytes[from..], b"PK\x05\x06")?;
        let mut record = Record(&bytes[end + 4..]);
        record.take(6)?;
        let count = u64::from(record.u16()?);
        let (size, offset) = (u64::from(record.u32()?), u64::from(record.u32()?));
        if let Some(large) = Self::large(bytes, end) {
            return Some(large);
        }
        let shift = (end as u64).checked_sub(size.checked_add(offset)?)?;
        Some(Self {
            offset: offset + shift,
            count,
            shift,
        })
    }

    /// The table of an archive with sizes beyond 32 bits.
    fn large(bytes: &[u8], end: usize) -> Option<Self> {
        let mut locator = Record(&bytes[end.checked_sub(20)?..end]);
        (locator.take(4)? == b"PK\x06\x07").then_some(())?;
        locator.take(4)?;
        let mut record = Record(from(bytes, locator.u64()?)?);
        (record.take(4)? == b"PK\x06\x06").then_some(())?;
        record.take(28)?;
        let count = record.u64()?;
        record.take(8)?;
        Some(Self {
            offset: record.u64()?,
            count,
            shift: 0,
        })
    }
}

/// One entry of the table.
fn entry(record: &mut Record<'_>, shift: u64) -> Option<Entry> {
    (record.take(4)? == b"PK\x01\x02").then_some(())?;
    record.take(4)?;
    let (flags, method) = (record.u16()?, record.u16()?);
    record.take(4)?;
    let checksum = record.u32()?;
    let (packed, size) = (record.u32()?, record.u32()?);
    let (name, extra, comment) = (record.u16()?, record.u16()?, record.u16()?);
    record.take(8)?;
    let offset = record.u32()?;
    let name = record.take(usize::from(name))?;
    let mut wide = Wide(Record(record.take(usize::from(extra))?).fields());
    record.take(usize::from(comment))?;
    wide.value(size)?;
    Some(Entry {
        name: label(name),
        packed: wide.value(packed)?,
        flags,
        method,
        checksum,
        offset: wide.value(offset)?.checked_add(shift)?,
    })
}

impl<'b> Record<'b> {
    /// The values beyond 32 bits among extra fields.
    fn fields(mut self) -> Record<'b> {
        while let (Some(kind), Some(size)) = (self.u16(), self.u16()) {
            match self.take(usize::from(size)) {
                Some(field) if kind == 1 => return Record(field),
                Some(_) => {}
                None => break,
            }
        }
        Record(&[])
    }
}

/// Values that did not fit into 32 bits, in order.
struct Wide<'b>(Record<'b>);

impl Wide<'_> {
    fn value(&mut self, short: u32) -> Option<u64> {
        if short == u32::MAX {
            self.0.u64()
        } else {
            Some(u64::from(short))
        }
    }
}

/// A name as a label: UTF-8, or else the code page of western Windows.
fn label(name: &[u8]) -> String {
    let name = match std::str::from_utf8(name) {
        Ok(name) => name.to_string(),
        Err(_) => encoding_rs::WINDOWS_1252.decode(name).0.into_owned(),
    };
    name.replace('\\', "/")
}
