//! Documents that are packed as ZIP archives (DOCX, ODT, EPUB): their parts, under a limit.

use super::Limits;
use super::zip::{Zip, ZipError, room_by_ratio, too_tight};
use recto_math::{Notice, Remedy};
use std::cell::Cell;

/// Bytes that all parts of a document may unpack to. The text is in memory several times
/// while it is read; the longest books and standards have some 60 MB of XML.
const MOST: u64 = 128 << 20;

/// The parts of a document.
pub(super) struct Parts<'b> {
    zip: Zip<'b>,
    /// Bytes that may still come out.
    left: Cell<u64>,
    most: u64,
    /// How many times its packed size a part may have.
    ratio: u64,
}

/// Why a part cannot be read.
#[derive(Debug)]
pub(super) enum PartError {
    Zip(ZipError),
    /// More comes out of a part than is allowed.
    Limit(Notice),
}

impl From<ZipError> for PartError {
    fn from(error: ZipError) -> Self {
        Self::Zip(error)
    }
}

impl From<PartError> for Notice {
    fn from(error: PartError) -> Self {
        match error {
            PartError::Zip(error) => error.to_string().into(),
            PartError::Limit(notice) => notice,
        }
    }
}

impl<'b> Parts<'b> {
    pub(super) fn open(bytes: &'b [u8], limits: &Limits) -> Result<Self, PartError> {
        let most = limits.file.min(MOST);
        Ok(Self {
            zip: Zip::open(bytes)?,
            left: Cell::new(most),
            most,
            ratio: limits.archive.ratio,
        })
    }

    #[cfg_attr(not(feature = "office"), allow(dead_code))]
    pub(super) fn has(&self, name: &str) -> bool {
        self.zip.entry(name).is_some()
    }

    /// A part that a format cannot do without.
    pub(super) fn read(&self, name: &'static str) -> Result<Vec<u8>, PartError> {
        self.read_or(name, ZipError::Missing(name))
    }

    /// A part of a document; `missing` is the error where there is none of this name.
    pub(super) fn read_or(&self, name: &str, missing: ZipError) -> Result<Vec<u8>, PartError> {
        let entry = self.zip.entry(name).ok_or(missing)?;
        let left = self.left.get();
        let room = room_by_ratio(entry.packed, self.ratio);
        let bytes = match self.zip.read(entry, room.min(left)) {
            Err(ZipError::TooLarge) if room < left => {
                return Err(PartError::Limit(too_tight(self.ratio).at(name)));
            }
            Err(ZipError::TooLarge) => return Err(PartError::Limit(self.too_large().at(name))),
            read => read?,
        };
        self.left.set(left - bytes.len() as u64);
        Ok(bytes)
    }

    fn too_large(&self) -> Notice {
        let notice = Notice::from(format!("unpacks to more than {} bytes", self.most));
        if self.most < MOST {
            return notice.with(Remedy::Raise("max_file_bytes"));
        }
        let message = format!(
            "{}; split the document, or convert it to text",
            notice.message
        );
        message.into()
    }
}
