//! Where a source stands, so that a restart goes on there.

use serde::{Deserialize, Serialize};

/// Bytes at the beginning of a source that it is known again by.
const HEAD: usize = 256;

/// Largest offset of a position that was read, so that reading on cannot overflow.
const MOST_READ: u64 = 1 << 62;

/// How far a source was read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Position {
    /// Bytes of whole lines so far.
    pub(super) offset: u64,
    /// The first bytes; of files and pipes alone.
    pub(super) head: Vec<u8>,
    /// What a broker calls the last message; of brokers alone.
    pub(super) mark: String,
}

impl Position {
    /// The position after whole lines of `n_read` bytes that begin with `bytes`.
    pub(super) fn advance(&mut self, bytes: &[u8], n_read: u64) {
        if self.offset == self.head.len() as u64 {
            let missing = HEAD - self.head.len();
            self.head.extend(bytes.iter().take(missing));
        }
        self.offset += n_read;
    }

    /// Whether a position that was read from a file is possible.
    pub(super) fn is_valid(&self) -> bool {
        self.head.len() <= HEAD && self.head.len() as u64 <= self.offset && self.offset <= MOST_READ
    }

    /// Whether a source that begins with `bytes` may be the same; `None` if it is, as far
    /// as that can be told, but more bytes are needed to be sure.
    pub(super) fn is_of(&self, bytes: &[u8]) -> Option<bool> {
        let n = bytes.len().min(self.head.len());
        if bytes[..n] != self.head[..n] {
            Some(false)
        } else if n == self.head.len() {
            Some(true)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_known_by_its_first_bytes() {
        let mut position = Position::default();
        assert_eq!(position.is_of(b""), Some(true));
        position.advance(b"one\n", 4);
        position.advance(b"two\n", 4);
        assert_eq!(
            (position.offset, &position.head[..]),
            (8, &b"one\ntwo\n"[..])
        );
        assert_eq!(position.is_of(b"one\nt"), None);
        assert_eq!(position.is_of(b"one\nthree"), Some(false));
        assert_eq!(position.is_of(b"one\ntwo\nthree"), Some(true));
        position.advance(&[b'x'; 1000], 1000);
        position.advance(b"more", 4);
        assert_eq!((position.offset, position.head.len()), (1012, HEAD));
    }
}
