//! The words of sentences in the order of the text, terms and stop words by number.

/// Numbers from here on are those of stop words, which have no term.
pub(super) const STOP: u32 = 1 << 31;

/// Whether a word is a stop word.
pub(crate) fn is_stop(word: u32) -> bool {
    word >= STOP
}

/// The words of each row, one row after the other.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Words {
    ends: Vec<usize>,
    all: Vec<u32>,
}

impl Words {
    pub(super) fn push(&mut self, row: &[u32]) {
        self.all.extend_from_slice(row);
        self.ends.push(self.all.len());
    }

    pub(super) fn row(&self, row: usize) -> &[u32] {
        let start = row.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.all[start..self.ends[row]]
    }
}
