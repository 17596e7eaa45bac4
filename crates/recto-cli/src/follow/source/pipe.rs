//! Standard input, or anything else that comes once and ends.
//!
//! After a restart a producer may go on where it was, or send everything again from the
//! beginning. What begins with the same bytes is the same stream: its lines are passed over
//! up to where the last run stood.

use super::{BLOCK, Passed, Passing, read_some};
use crate::follow::lines::{Lines, Whole};
use crate::follow::position::Position;
use std::io::Read;

/// Reads to the end.
pub(super) fn follow(reader: &mut impl Read, position: Position, limit: usize, passing: &Passing) {
    let mut stream = Pipe {
        lines: Lines::new(limit),
        is_checked: position.offset == 0,
        position,
        start: Vec::new(),
        skip: 0,
    };
    let mut block = vec![0; BLOCK];
    loop {
        let n = match read_some(reader, &mut block) {
            Ok(0) => {
                let rest = stream.end();
                passing.pass_lines(rest, &mut stream.position);
                passing.pass(Passed::End);
                return;
            }
            Ok(n) => n,
            Err(error) => {
                passing.pass(Passed::Failed(format!("cannot be read: {error}")));
                return;
            }
        };
        let whole = stream.push(&block[..n], passing);
        if !passing.pass_lines(whole, &mut stream.position) {
            return;
        }
    }
}

/// A stream, and what is known of its beginning.
struct Pipe {
    lines: Lines,
    position: Position,
    /// Whether it is known if the stream begins as the last time.
    is_checked: bool,
    /// The bytes so far, until that is known.
    start: Vec<u8>,
    /// Bytes that are still to be passed over.
    skip: u64,
}

impl Pipe {
    fn push(&mut self, bytes: &[u8], passing: &Passing) -> Whole {
        if self.is_checked {
            return self.beyond(bytes);
        }
        self.start.extend_from_slice(bytes);
        match self.position.is_of(&self.start) {
            None => Whole::default(),
            Some(is_same) => {
                self.checked(is_same, passing);
                let start = std::mem::take(&mut self.start);
                self.beyond(&start)
            }
        }
    }

    fn checked(&mut self, is_same: bool, passing: &Passing) {
        self.is_checked = true;
        let note = if is_same {
            self.skip = self.position.offset;
            "begins as before: passed over what was read already"
        } else {
            self.position = Position::default();
            "begins otherwise than before: taken for what comes next"
        };
        passing.pass(Passed::Note(note.into()));
    }

    /// The lines behind what is to be passed over.
    fn beyond(&mut self, bytes: &[u8]) -> Whole {
        let n = usize::try_from(self.skip).map_or(bytes.len(), |skip| skip.min(bytes.len()));
        self.skip -= n as u64;
        self.lines.push(&bytes[n..])
    }

    /// What is left at the end. One that ended too soon to tell has nothing new.
    fn end(&mut self) -> Whole {
        self.lines.end()
    }
}

impl Passing {
    /// Passes lines on, if there are any, and moves the position behind them.
    pub(super) fn pass_lines(&self, whole: Whole, position: &mut Position) -> bool {
        if whole.bytes.is_empty() {
            return !self.is_over();
        }
        position.advance(&whole.bytes, whole.n_read);
        self.pass(Passed::Lines {
            bytes: whole.bytes,
            position: position.clone(),
        })
    }
}
