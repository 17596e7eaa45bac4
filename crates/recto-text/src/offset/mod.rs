//! Where a byte is, for those who count otherwise.
//!
//! Inside recto every offset counts bytes of UTF-8. Python strings count code
//! points and browsers count UTF-16 units; [`OffsetMap`] converts at that
//! boundary, once, in both directions.
//!
//! A text in ASCII needs no table: all three counts are equal. Any other text
//! gets one checkpoint a [`STRIDE`] bytes, so that a conversion reads at most
//! that many bytes whatever the length of the text.

/// Bytes between two checkpoints. At 1 KiB the table takes 1.6 % of the text
/// and a look-up scans about half a kilobyte.
const STRIDE: usize = 1024;

/// Converts offsets in one text between bytes, code points and UTF-16 units.
///
/// No offset is an error. One beyond the end means the end; one in the middle
/// of a character (a continuation byte, or the second half of a surrogate
/// pair) means the start of that character.
///
/// ```
/// use recto_text::OffsetMap;
/// let map = OffsetMap::new("a😀b");
/// assert_eq!(map.utf16(5), 3); // "b" is byte 5, code point 2, unit 3
/// assert_eq!(map.code_point(5), 2);
/// assert_eq!(map.byte_of_utf16(3), 5);
/// ```
#[derive(Debug, Clone)]
pub struct OffsetMap<'t> {
    text: &'t str,
    /// Counts before byte `i * STRIDE`; empty when the text is ASCII.
    checkpoints: Vec<Counts>,
}

/// How many characters begin before some byte, counted both ways.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Counts {
    code_points: usize,
    utf16: usize,
}

impl Counts {
    /// A character is counted at its first byte; one of four bytes has two
    /// units in UTF-16. Counting first bytes needs no alignment to characters.
    fn add(self, bytes: &[u8]) -> Self {
        let starts = bytes.iter().filter(|&&b| (b & 0xC0) != 0x80).count();
        let wide = bytes.iter().filter(|&&b| b >= 0xF0).count();
        Self {
            code_points: self.code_points + starts,
            utf16: self.utf16 + starts + wide,
        }
    }
}

impl<'t> OffsetMap<'t> {
    /// Reads the text once.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        let mut checkpoints = Vec::new();
        if !text.is_ascii() {
            let mut counts = Counts::default();
            for chunk in text.as_bytes().chunks(STRIDE) {
                checkpoints.push(counts);
                counts = counts.add(chunk);
            }
        }
        Self { text, checkpoints }
    }

    /// The text that the offsets refer to.
    #[must_use]
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The nearest byte offset at or before `byte` where a character starts.
    #[must_use]
    pub fn floor(&self, byte: usize) -> usize {
        self.text.floor_char_boundary(byte)
    }

    /// The code point that starts at, or contains, this byte.
    #[must_use]
    pub fn code_point(&self, byte: usize) -> usize {
        self.counts(byte).code_points
    }

    /// The UTF-16 unit that starts at, or contains, this byte.
    #[must_use]
    pub fn utf16(&self, byte: usize) -> usize {
        self.counts(byte).utf16
    }

    /// The byte at which this code point starts.
    #[must_use]
    pub fn byte_of_code_point(&self, index: usize) -> usize {
        self.byte_of(index, |counts| counts.code_points, |_| 1)
    }

    /// The byte at which the character of this UTF-16 unit starts.
    #[must_use]
    pub fn byte_of_utf16(&self, index: usize) -> usize {
        self.byte_of(index, |counts| counts.utf16, char::len_utf16)
    }

    fn counts(&self, byte: usize) -> Counts {
        let byte = self.floor(byte);
        // Byte `len` may lie one past the last checkpoint's stretch.
        let i = (byte / STRIDE).min(self.checkpoints.len().saturating_sub(1));
        match self.checkpoints.get(i) {
            Some(before) => before.add(&self.text.as_bytes()[i * STRIDE..byte]),
            None => Counts {
                code_points: byte,
                utf16: byte,
            },
        }
    }

    fn byte_of(
        &self,
        index: usize,
        count: impl Fn(&Counts) -> usize,
        width: impl Fn(char) -> usize,
    ) -> usize {
        let after = self.checkpoints.partition_point(|c| count(c) <= index);
        let Some(i) = after.checked_sub(1) else {
            return index.min(self.text.len());
        };
        // A character that straddles the checkpoint is already counted there;
        // going back to the first whole one takes it out again.
        let start = self.text.ceil_char_boundary(i * STRIDE);
        let mut at = count(&self.checkpoints[i]);
        for (offset, c) in self.text[start..].char_indices() {
            at += width(c);
            if at > index {
                return start + offset;
            }
        }
        self.text.len()
    }
}

#[cfg(test)]
mod tests;
