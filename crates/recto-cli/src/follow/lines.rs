//! Bytes of a stream, cut into whole lines.

/// What is kept of a line above the limit: it is no message, and is counted as such.
const KEPT: usize = 1024;

/// Bytes that came, up to the last newline and behind it.
#[derive(Debug)]
pub(super) struct Lines {
    /// The beginning of a line whose end has not come yet.
    rest: Vec<u8>,
    /// Bytes of the line that did not fit.
    skipped: u64,
    /// Largest length of a line.
    limit: usize,
}

/// Whole lines, and how many bytes of the stream they were.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Whole {
    pub(super) bytes: Vec<u8>,
    /// More than the length of `bytes` where a line was cut.
    pub(super) n_read: u64,
}

impl Lines {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            rest: Vec::new(),
            skipped: 0,
            limit,
        }
    }

    /// Adds bytes and returns the lines that are whole.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Whole {
        let mut whole = Whole::default();
        let Some(last) = bytes.iter().rposition(|&byte| byte == b'\n') else {
            self.keep(bytes);
            return whole;
        };
        let (lines, rest) = bytes.split_at(last + 1);
        let first = lines.iter().position(|&byte| byte == b'\n').unwrap_or(last) + 1;
        self.keep(&lines[..first]);
        whole = self.end();
        whole.n_read += (lines.len() - first) as u64;
        whole.bytes.extend_from_slice(&lines[first..]);
        self.keep(rest);
        whole
    }

    /// The line that lacks its newline, at the end of the stream.
    pub(super) fn end(&mut self) -> Whole {
        let skipped = std::mem::take(&mut self.skipped);
        let mut bytes = std::mem::take(&mut self.rest);
        let n_read = bytes.len() as u64 + skipped;
        if bytes.last().is_some_and(|&byte| byte != b'\n') {
            bytes.push(b'\n');
        }
        Whole { bytes, n_read }
    }

    fn keep(&mut self, bytes: &[u8]) {
        if self.skipped == 0 && self.rest.len() + bytes.len() <= self.limit {
            self.rest.extend_from_slice(bytes);
            return;
        }
        self.rest.extend_from_slice(bytes);
        let kept = self.rest.len().min(KEPT);
        self.skipped += (self.rest.len() - kept) as u64;
        self.rest.truncate(kept);
        self.rest.shrink_to(2 * KEPT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of a stream that comes in pieces of `size` bytes, and all bytes counted.
    fn in_pieces(text: &[u8], size: usize, limit: usize) -> (Vec<u8>, u64) {
        let mut lines = Lines::new(limit);
        let mut wholes: Vec<Whole> = text.chunks(size).map(|piece| lines.push(piece)).collect();
        wholes.push(lines.end());
        let n_read = wholes.iter().map(|whole| whole.n_read).sum();
        let bytes = wholes.into_iter().flat_map(|whole| whole.bytes);
        (bytes.collect(), n_read)
    }

    #[test]
    fn lines_are_the_same_in_pieces_of_any_size() {
        let text = b"one\ntwo\n\nthree\nand no end";
        for size in 1..=text.len() {
            let (bytes, n_read) = in_pieces(text, size, 1 << 20);
            assert_eq!(bytes, b"one\ntwo\n\nthree\nand no end\n", "{size}");
            assert_eq!(n_read, text.len() as u64, "{size}");
        }
    }

    #[test]
    fn a_line_above_the_limit_is_cut_and_counted_whole() {
        let mut text = b"{\"a\": 1}\n".to_vec();
        text.extend(std::iter::repeat_n(b'x', 100_000));
        text.extend(b"\nlast\n");
        for size in [7, 1000, 4096] {
            let (bytes, n_read) = in_pieces(&text, size, 5000);
            assert_eq!(n_read, text.len() as u64);
            let lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
            assert_eq!(lines[0], b"{\"a\": 1}");
            assert!(lines[1].len() <= 2 * KEPT, "{size}");
            assert_eq!(&bytes[bytes.len() - 5..], b"last\n");
        }
    }
}
