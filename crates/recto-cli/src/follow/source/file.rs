//! A file that grows, and that may be rotated: renamed with a new one in its place, or
//! copied and cut to nothing.

use super::{BLOCK, POLL, Passed, Passing, read_some};
use crate::follow::lines::Lines;
use crate::follow::position::Position;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// Follows a file until nobody listens.
pub(super) fn follow(path: &Path, position: Position, limit: usize, passing: &Passing) {
    if let Err(error) = Growing::start(path, position, limit, passing)
        .and_then(|mut growing| growing.read_on(passing))
    {
        passing.pass(Passed::Failed(format!("cannot be read: {error}")));
    }
}

/// The file that is being read.
struct Growing<'p> {
    path: &'p Path,
    file: File,
    position: Position,
    lines: Lines,
    limit: usize,
    /// Bytes read of the file, whole lines or not.
    n_read: u64,
}

impl<'p> Growing<'p> {
    /// Opens the file where it was left, also if it has another name by now.
    fn start(
        path: &'p Path,
        position: Position,
        limit: usize,
        passing: &Passing,
    ) -> io::Result<Self> {
        let at = |place: &Path| Self::at(path, place, position.clone(), limit);
        if position.offset == 0 {
            return Self::anew(path, limit);
        }
        if is_same(path, &position).unwrap_or(false) {
            return at(path);
        }
        if let Some(renamed) = find_renamed(path, &position) {
            return at(&renamed);
        }
        let note = "is another file than before, and the one before it is not beside it: what \
                    came last in that one may be missing";
        passing.pass(Passed::Note(note.into()));
        Self::anew(path, limit)
    }

    fn anew(path: &'p Path, limit: usize) -> io::Result<Self> {
        Self::at(path, path, Position::default(), limit)
    }

    fn at(path: &'p Path, place: &Path, position: Position, limit: usize) -> io::Result<Self> {
        let mut file = File::open(place)?;
        file.seek(SeekFrom::Start(position.offset))?;
        Ok(Self {
            path,
            file,
            n_read: position.offset,
            position,
            lines: Lines::new(limit),
            limit,
        })
    }

    fn read_on(&mut self, passing: &Passing) -> io::Result<()> {
        let mut block = vec![0; BLOCK];
        // A rotated file may still be written to for a moment: it is left when it has been
        // at its end twice.
        let mut was_replaced = false;
        while !passing.is_over() {
            let n = read_some(&mut self.file, &mut block)?;
            if n > 0 {
                self.n_read += n as u64;
                let whole = self.lines.push(&block[..n]);
                passing.pass_lines(whole, &mut self.position);
                was_replaced = false;
                continue;
            }
            if self.file.metadata()?.len() < self.n_read {
                self.turn_to(passing, Self::anew(self.path, self.limit)?);
            } else if was_replaced {
                self.turn_to(passing, Self::anew(self.path, self.limit)?);
                was_replaced = false;
            } else {
                std::thread::sleep(POLL);
                was_replaced = self.is_replaced();
            }
        }
        Ok(())
    }

    /// Passes the last line on and goes over to another file.
    fn turn_to(&mut self, passing: &Passing, next: Self) {
        let rest = self.lines.end();
        passing.pass_lines(rest, &mut self.position);
        *self = next;
    }

    /// Whether another file has the name by now. One that is not there yet will come.
    fn is_replaced(&self) -> bool {
        let (Ok(open), Ok(named)) = (self.file.metadata(), std::fs::metadata(self.path)) else {
            return false;
        };
        identity(&open) != identity(&named)
    }
}

#[cfg(unix)]
fn identity(data: &std::fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (data.dev(), data.ino())
}

#[cfg(not(unix))]
fn identity(data: &std::fs::Metadata) -> Option<std::time::SystemTime> {
    data.created().ok()
}

/// Whether a file begins as before and is at least as long as it was.
fn is_same(path: &Path, position: &Position) -> io::Result<bool> {
    let mut file = File::open(path)?;
    if file.metadata()?.len() < position.offset {
        return Ok(false);
    }
    let mut start = vec![0; position.head.len()];
    match file.read_exact(&mut start) {
        Ok(()) => Ok(start == position.head),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// The file under the name that it was given when it was rotated: `posts.jsonl.1`,
/// `posts.jsonl-20250310`, `posts-1.jsonl`.
fn find_renamed(path: &Path, position: &Position) -> Option<PathBuf> {
    let stem = path.file_stem()?.to_str()?;
    let folder = path.parent().filter(|path| !path.as_os_str().is_empty());
    let entries = std::fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let names = entries.flatten().map(|entry| entry.path());
    let is_kin = |other: &PathBuf| {
        let name = other.file_name().and_then(|name| name.to_str());
        other != path && other.is_file() && name.is_some_and(|name| name.starts_with(stem))
    };
    let mut kin: Vec<PathBuf> = names.filter(is_kin).collect();
    kin.sort();
    kin.into_iter()
        .find(|other| is_same(other, position).unwrap_or(false))
}
