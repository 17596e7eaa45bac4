//! Where changes are written: standard output, or a file that is only added to.
//!
//! A file is its own record of what was told: after a restart a torn last line is cut off,
//! and changes up to the last number in it are not written again. Of standard output nobody
//! knows how much of it arrived; there the journal says what was written.

use recto::events::follow::{Header, Record};
use serde_json::Value;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Bytes at the end of a file in which its last line is looked for first.
const TAIL: u64 = 1 << 16;

/// A place for changes.
pub(super) struct Output<'s> {
    place: Place<'s>,
    /// Number of the last change that was written.
    told: Option<u64>,
    /// What is being written, and how much of it is.
    pending: Vec<u8>,
    done: usize,
}

enum Place<'s> {
    Stdout(&'s mut (dyn Write + Send)),
    /// A file, and the length of its whole lines.
    File(File, u64),
}

impl<'s> Output<'s> {
    /// Standard output; `told` is the last change that an earlier run wrote.
    pub(super) fn stdout(writer: &'s mut (dyn Write + Send), told: Option<u64>) -> Self {
        Self::at(Place::Stdout(writer), told)
    }

    /// A file, with what an earlier run wrote into it.
    pub(super) fn file(path: &Path, told: Option<u64>) -> io::Result<Self> {
        let mut file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        let (length, last) = last_line(&mut file)?;
        file.set_len(length)?;
        file.seek(SeekFrom::Start(length))?;
        Ok(Self::at(Place::File(file, length), last.max(told)))
    }

    fn at(place: Place<'s>, told: Option<u64>) -> Self {
        Self {
            place,
            told,
            pending: Vec::new(),
            done: 0,
        }
    }

    /// Number of the last change that was written.
    pub(super) fn told(&self) -> Option<u64> {
        self.told
    }

    pub(super) fn is_stdout(&self) -> bool {
        matches!(self.place, Place::Stdout(_))
    }

    /// Adds the header where there is none yet.
    pub(super) fn put_header(&mut self, header: &Header) -> io::Result<()> {
        match self.place {
            Place::File(_, length) if length > 0 => Ok(()),
            _ => header.write(&mut self.pending),
        }
    }

    /// Adds changes that were not told before.
    pub(super) fn put(&mut self, records: &[Record]) -> io::Result<()> {
        for record in records {
            if self.told.is_none_or(|told| record.seq > told) {
                record.write(&mut self.pending)?;
                self.told = Some(record.seq);
            }
        }
        Ok(())
    }

    /// Whether there is something to write.
    pub(super) fn is_pending(&self) -> bool {
        self.done < self.pending.len()
    }

    /// Writes what was added. Where that fails it can be tried again: a file then ends with
    /// a whole line, and standard output goes on where it stopped.
    pub(super) fn write(&mut self) -> io::Result<()> {
        match &mut self.place {
            Place::Stdout(writer) => {
                while self.done < self.pending.len() {
                    self.done += writer.write(&self.pending[self.done..])?;
                }
                writer.flush()?;
            }
            Place::File(file, length) => {
                let written = file
                    .write_all(&self.pending)
                    .and_then(|()| file.sync_data());
                if let Err(error) = written {
                    file.set_len(*length)?;
                    file.seek(SeekFrom::Start(*length))?;
                    return Err(error);
                }
                *length += self.pending.len() as u64;
            }
        }
        self.pending.clear();
        self.done = 0;
        Ok(())
    }
}

/// Where the last whole line of a file ends, and the number of the change on it.
fn last_line(file: &mut File) -> io::Result<(u64, Option<u64>)> {
    let length = file.metadata()?.len();
    let mut size = TAIL;
    loop {
        let start = length.saturating_sub(size);
        file.seek(SeekFrom::Start(start))?;
        let mut tail = Vec::new();
        file.read_to_end(&mut tail)?;
        let end = tail.iter().rposition(|&byte| byte == b'\n');
        let lines = &tail[..end.unwrap_or(0)];
        let first = lines.iter().rposition(|&byte| byte == b'\n');
        // The last line is whole if what comes before it is in sight, too.
        if start == 0 || first.is_some() {
            let line = &lines[first.map_or(0, |at| at + 1)..];
            let whole = end.map_or(start, |at| start + at as u64 + 1);
            return Ok((whole, seq(line)));
        }
        size *= 4;
    }
}

fn seq(line: &[u8]) -> Option<u64> {
    let value: Value = serde_json::from_slice(line).ok()?;
    value.get("seq")?.as_u64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use recto_testing::Scratch;

    fn last(text: &str) -> (u64, Option<u64>) {
        let scratch = Scratch::new();
        let path = scratch.write("changes.jsonl", text);
        last_line(&mut File::open(path).expect("just written")).expect("a file")
    }

    #[test]
    fn the_last_whole_line_says_what_was_told() {
        assert_eq!(last(""), (0, None));
        assert_eq!(last("{\"type\": \"hea"), (0, None));
        let header = "{\"type\":\"header\"}\n";
        assert_eq!(last(header), (header.len() as u64, None));
        let two = format!("{header}{{\"seq\":0}}\n{{\"seq\":1}}\n");
        assert_eq!(last(&two), (two.len() as u64, Some(1)));
        let torn = format!("{two}{{\"seq\":2,\"ti");
        assert_eq!(last(&torn), (two.len() as u64, Some(1)));
        let long = "x".repeat(300_000);
        let far = format!("{two}{{\"long\":\"{long}\",\"seq\":7}}\n{{\"torn\":\"{long}");
        let whole = far.rfind('\n').expect("a line") as u64 + 1;
        assert_eq!(last(&far), (whole, Some(7)));
    }
}
