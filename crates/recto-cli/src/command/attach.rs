//! The one place that reads files which flags name: contents for a capability.

use crate::args::Asked;
use crate::exit::Failure;
use crate::words::{self, flag};
use recto::source::{self, FileIdentity, Found};
use recto::{Attachments, Pile, Run, SourceOptions};
use std::path::PathBuf;

/// The files that flags name, found and not yet read.
#[derive(Default)]
pub(crate) struct Attached {
    files: Vec<AttachedFile>,
    documents: Vec<(&'static str, Found)>,
}

/// A file whose contents belong to a request.
struct AttachedFile {
    field: &'static str,
    /// What the contents are called among the attachments.
    key: String,
    path: PathBuf,
    name: String,
    /// `None` if it is not there.
    identity: Option<FileIdentity>,
}

impl AttachedFile {
    fn new(field: &'static str, key: String, path: PathBuf) -> Self {
        Self {
            field,
            key,
            name: path.display().to_string(),
            identity: FileIdentity::of(&path),
            path,
        }
    }
}

/// Finds everything that belongs to a request.
pub(crate) fn find(asked: &Asked) -> Attached {
    let mut attached = Attached::default();
    for (field, path) in &asked.files {
        let file = AttachedFile::new(field, (*field).into(), path.clone());
        attached.files.push(file);
    }
    for (field, folder, files) in &asked.folders {
        let file = |name: &&str| {
            let key = format!("{field}/{name}");
            AttachedFile::new(field, key, folder.join(name))
        };
        attached.files.extend(files.iter().map(file));
    }
    for (field, paths) in &asked.documents {
        attached.documents.push((field, source::find(paths)));
    }
    attached
}

impl Attached {
    /// Every file, as messages name it.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&str, &FileIdentity)> {
        let own = self.files.iter();
        let own = own.filter_map(|file| Some((file.name.as_str(), file.identity.as_ref()?)));
        own.chain(self.documents.iter().flat_map(|(_, found)| found.files()))
    }

    /// Reads all of it.
    pub(crate) fn read(self, how: &SourceOptions, run: &Run<'_>) -> Result<Attachments, Failure> {
        let mut attachments = Attachments::default();
        for file in self.files {
            let bytes = bytes(&file, how.limits.file)?;
            attachments.add_file(file.key, file.name, bytes);
        }
        for (field, found) in self.documents {
            attachments.add_documents(field, documents(field, found, how, run)?);
        }
        Ok(attachments)
    }
}

fn bytes(file: &AttachedFile, limit: u64) -> Result<Vec<u8>, Failure> {
    let (name, flag) = (&file.name, flag(file.field));
    let is_missing = file.identity.is_none() && !file.path.exists();
    source::contents(&file.path, limit).map_err(|notice| {
        Failure::input(if is_missing {
            format!("{name}: no such file; check the name given to {flag}")
        } else {
            format!("{flag} {name}: {}", words::notice(&notice))
        })
    })
}

/// Documents that a flag names must all be readable: one that is missing would change what
/// the others mean.
fn documents(
    field: &str,
    found: Found,
    how: &SourceOptions,
    run: &Run<'_>,
) -> Result<Pile, Failure> {
    let mut pile = found.read(how, run)?;
    pile.word(words::remedy);
    match pile.failed.first() {
        Some(failed) => Err(Failure::input(format!(
            "{} {}: {}",
            flag(field),
            failed.file,
            failed.message
        ))),
        None => Ok(pile),
    }
}
