//! What may still come out of an archive.

use crate::source::Limits;
use crate::source::zip::{room_by_ratio, too_tight};
use recto_math::{Notice, Remedy};

/// Counts files and bytes over an archive and all archives inside it.
pub(super) struct Budget {
    limits: Limits,
    files: usize,
    bytes: u64,
    /// Bytes that may come out by the ratio: files of an archive may lie over each other.
    room: u64,
}

impl Budget {
    /// The limits of an archive of so many bytes.
    pub(super) fn new(limits: &Limits, packed: u64) -> Self {
        Self {
            room: room_by_ratio(packed, limits.archive.ratio),
            limits: *limits,
            files: 0,
            bytes: 0,
        }
    }

    /// Whether an archive may lie so deep, 1 being the outermost.
    pub(super) fn enter(&self, depth: usize) -> Result<(), Notice> {
        let limit = self.limits.archive.depth;
        if depth > limit {
            let message = format!("archives inside archives, more than {limit} deep");
            return Err(Notice::from(message).with(Remedy::Raise("max_archive_depth")));
        }
        Ok(())
    }

    pub(super) fn count_file(&mut self) -> Result<(), Notice> {
        self.files += 1;
        let limit = self.limits.archive.files;
        if self.files > limit {
            let message = format!("holds more than {limit} files; those beyond are not read");
            return Err(Notice::from(message).with(Remedy::Raise("max_archive_files")));
        }
        Ok(())
    }

    /// Bytes that a file of so many packed bytes may have, and what is said if it has more.
    pub(super) fn room(&self, packed: u64) -> (u64, Notice) {
        let ratio = self.limits.archive.ratio;
        let by_ratio = room_by_ratio(packed, ratio);
        if by_ratio < self.left() {
            (by_ratio, too_tight(ratio))
        } else {
            (self.left(), self.too_large())
        }
    }

    /// Bytes that may still come out.
    pub(super) fn left(&self) -> u64 {
        self.limits.file.min(self.room).saturating_sub(self.bytes)
    }

    pub(super) fn take(&mut self, bytes: u64) -> Result<(), Notice> {
        if bytes > self.left() {
            return Err(self.too_large());
        }
        self.bytes += bytes;
        Ok(())
    }

    fn too_large(&self) -> Notice {
        let limit = self.limits.file;
        if self.room < limit {
            return too_tight(self.limits.archive.ratio);
        }
        let message = format!("unpacks to more than {limit} bytes; what is beyond is not read");
        Notice::from(message).with(Remedy::Raise("max_file_bytes"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_beyond_the_limit_are_refused() {
        let mut limits = Limits::default();
        limits.archive.files = 2;
        let mut budget = Budget::new(&limits, 1000);
        assert!(budget.count_file().is_ok());
        assert!(budget.count_file().is_ok());
        let notice = budget.count_file().expect_err("the third of two");
        assert!(format!("{notice:?}").contains("more than 2 files"));
    }

    #[test]
    fn bytes_beyond_the_limit_are_refused() {
        let limits = Limits {
            file: 10,
            ..Limits::default()
        };
        let mut budget = Budget::new(&limits, 1000);
        assert!(budget.take(7).is_ok());
        assert_eq!(budget.left(), 3);
        assert!(budget.take(4).is_err());
        assert!(budget.take(3).is_ok());
        assert_eq!(budget.left(), 0);
    }
}
