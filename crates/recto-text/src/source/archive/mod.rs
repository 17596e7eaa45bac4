//! Archives: each file in them is read as if it lay in a folder.
//!
//! Nothing is ever written to disk, and the names in an archive are labels: a document of
//! `letters.zip` is called `letters.zip/may/ann.txt`, whatever `..` stood in the name. What
//! comes out of an archive is counted while it comes out ([`Budget`]), over all archives
//! inside it, because the sizes that it states may be lies.

mod budget;
mod tar;

use super::foreign;
use super::input::Input;
use super::zip::{Zip, ZipError};
use super::{FileRows, Limits, Opened, SourceOptions, Warning, bytes, failure};
use budget::Budget;
use recto_math::Notice;

/// Bytes of a name, the last of it: each document of a file is named by it, and tar sets no
/// limit.
const LONGEST_NAME: usize = 1000;

/// How files are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Packing {
    Zip,
    Tar,
}

/// What an archive is by how it opens; `None` for what is none, Word documents and the like
/// included.
pub(super) fn of_bytes(bytes: &[u8]) -> Option<Packing> {
    if foreign::is_zip(bytes) {
        Some(Packing::Zip)
    } else {
        foreign::is_tar(bytes).then_some(Packing::Tar)
    }
}

/// The files of an archive, each with what it gave; last the archive itself, if there is
/// something to say of it.
pub(super) fn open(
    input: Input,
    bytes: &[u8],
    packing: Packing,
    options: &SourceOptions,
) -> Vec<Opened> {
    let mut reader = Reader {
        budget: Budget::new(&options.limits, bytes.len() as u64),
        options,
        opened: Vec::new(),
    };
    reader.unpack(&input, bytes, packing, 1);
    reader.opened
}

/// One file of an archive, still packed or not.
struct Member<'b> {
    name: String,
    content: Content<'b>,
}

enum Content<'b> {
    /// An entry of a ZIP archive, by its place in the table.
    Packed(usize),
    Bytes(&'b [u8]),
}

struct Reader<'o> {
    budget: Budget,
    options: &'o SourceOptions,
    opened: Vec<Opened>,
}

impl Reader<'_> {
    /// Reads an archive at this depth, 1 for the outermost.
    fn unpack(&mut self, input: &Input, bytes: &[u8], packing: Packing, depth: usize) {
        let mut told = FileRows::default();
        let mut hidden = 0;
        let ended = self.budget.enter(depth).and_then(|()| {
            let zip = (packing == Packing::Zip)
                .then(|| Zip::open(bytes))
                .transpose();
            let zip = zip.map_err(|error| error.to_string())?;
            let (members, problem) = match &zip {
                Some(zip) => (zip_members(zip), None),
                None => tar::members(bytes),
            };
            for member in members {
                let Some(path) = label(&member.name) else {
                    hidden += 1;
                    continue;
                };
                self.read(&input.inside(&path), &member, zip.as_ref(), depth)?;
            }
            problem.map_or(Ok(()), |problem| Err(Notice::from(problem)))
        });
        if hidden > 0 {
            let message = format!("{hidden} hidden files left out");
            told.warnings.push(Warning::in_file(&input.name, message));
        }
        if ended.is_ok()
            && let Some(notice) = foreign::misnamed_archive(input)
        {
            told.warnings.push(Warning::in_file(&input.name, notice));
        }
        told.failures.extend(ended.err());
        self.opened.push((input.clone(), told));
    }

    /// Reads one file, or the archive that it is; an error ends the archive.
    fn read(
        &mut self,
        input: &Input,
        member: &Member<'_>,
        zip: Option<&Zip<'_>>,
        depth: usize,
    ) -> Result<(), Notice> {
        self.budget.count_file()?;
        let bytes = match (&member.content, zip) {
            (Content::Packed(at), Some(zip)) => {
                let entry = &zip.entries[*at];
                let (room, why) = self.budget.room(entry.packed);
                match zip.read(entry, room) {
                    Ok(bytes) => bytes,
                    Err(ZipError::TooLarge) => return Err(why.at(input.name.as_str())),
                    Err(error) => {
                        self.opened
                            .push((input.clone(), failure(error.to_string())));
                        return Ok(());
                    }
                }
            }
            (Content::Bytes(bytes), _) => bytes.to_vec(),
            (Content::Packed(_), None) => return Ok(()),
        };
        self.budget.take(bytes.len() as u64)?;
        match self.unpacked(input, bytes) {
            Ok(bytes) => self.open_member(input, bytes, depth),
            Err(notice) => {
                self.opened.push((input.clone(), failure(notice)));
                Ok(())
            }
        }
    }

    /// A file that is packed by itself, such as `notes.txt.gz`, counts with what comes out.
    fn unpacked(&mut self, input: &Input, bytes: Vec<u8>) -> Result<Vec<u8>, Notice> {
        let before = bytes.len();
        // The packed bytes are counted already.
        let limits = Limits {
            file: self.budget.left().saturating_add(before as u64),
            ..self.options.limits
        };
        let bytes = bytes::unpacked(input, bytes, &limits)?;
        self.budget
            .take(bytes.len().saturating_sub(before) as u64)?;
        Ok(bytes)
    }

    fn open_member(&mut self, input: &Input, bytes: Vec<u8>, depth: usize) -> Result<(), Notice> {
        match of_bytes(&bytes) {
            Some(packing) => self.unpack(input, &bytes, packing, depth + 1),
            None => {
                let file = super::rows_of(input, bytes, self.options);
                self.opened.push((input.clone(), file));
            }
        }
        Ok(())
    }
}

fn zip_members(zip: &Zip<'_>) -> Vec<Member<'static>> {
    let files = zip.entries.iter().enumerate();
    let files = files.filter(|(_, entry)| !entry.is_folder());
    let mut members: Vec<Member<'_>> = files
        .map(|(at, entry)| Member {
            name: entry.name.clone(),
            content: Content::Packed(at),
        })
        .collect();
    // As in a folder; the order of the table is that of whoever packed it.
    members.sort_by(|a, b| a.name.cmp(&b.name));
    members
}

/// The path of a file without what leads out of the archive; `None` for hidden files.
fn label(name: &str) -> Option<String> {
    let parts: Vec<&str> = name
        .split('/')
        .filter(|part| !matches!(*part, "" | "." | ".."))
        .collect();
    let is_hidden = |part: &&str| part.starts_with('.') || *part == "__MACOSX";
    (!parts.iter().any(is_hidden)).then(|| {
        let path = parts.join("/");
        path[path.ceil_char_boundary(path.len().saturating_sub(LONGEST_NAME))..].to_string()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_with_the_name_of_a_document_is_read_and_named() {
        let bytes = recto_testing::zip::zipped(&[("a.txt", b"Nets dry on the quay.")]);
        let read = |name: &str| {
            let options = SourceOptions::default();
            super::super::read_bytes(name, bytes.clone(), &options)
        };
        let pile = read("letter.docx");
        assert_eq!(pile.documents[0].id, "letter.docx/a.txt");
        let said = pile.warnings[0].to_string();
        assert!(
            said.contains("letter.docx: named .docx, but it is an archive and not a Word document"),
            "{said}"
        );
        assert_eq!(read("letters.zip").warnings, []);
    }

    #[test]
    fn very_long_names_keep_their_end() {
        let name = label(&format!("{}/a.jsonl", "é".repeat(100_000))).expect("a name");
        assert_eq!(name.len(), LONGEST_NAME);
        assert!(name.ends_with("é/a.jsonl"));
    }

    #[test]
    fn names_are_labels_that_lead_nowhere() {
        let labels = [
            "a/b.txt",
            "../../etc/passwd",
            "/abs//c",
            "./d",
            ".git/x",
            "a/.b",
        ];
        assert_eq!(
            labels.map(label),
            [
                Some("a/b.txt".into()),
                Some("etc/passwd".into()),
                Some("abs/c".into()),
                Some("d".into()),
                None,
                None
            ]
        );
    }
}
