//! The one place that reads files which flags name: contents for a capability.

use crate::args::Asked;
use crate::exit::Failure;
use crate::words::{self, flag};
use recto::{Attachments, Pile, Run, SourceOptions, source};
use std::path::Path;

/// Reads everything that belongs to a request.
pub(super) fn read(
    asked: &Asked,
    how: &SourceOptions,
    run: &Run<'_>,
) -> Result<Attachments, Failure> {
    let mut attachments = Attachments::default();
    for (field, path) in &asked.files {
        attachments.add_file(*field, path.display().to_string(), bytes(path, field)?);
    }
    for (field, folder, files) in &asked.folders {
        for name in *files {
            let path = folder.join(name);
            let label = path.display().to_string();
            attachments.add_file(format!("{field}/{name}"), label, bytes(&path, field)?);
        }
    }
    for (field, paths) in &asked.documents {
        attachments.add_documents(*field, documents(field, paths, how, run)?);
    }
    Ok(attachments)
}

fn bytes(path: &Path, field: &str) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| {
        let (path, flag) = (path.display(), flag(field));
        let problem = match error.kind() {
            std::io::ErrorKind::NotFound => "no such file".into(),
            _ => format!("cannot be read: {error}"),
        };
        Failure::input(format!("{path}: {problem}; check the name given to {flag}"))
    })
}

/// Documents that a flag names must all be readable: one that is missing would change what
/// the others mean.
fn documents(
    field: &str,
    paths: &[String],
    how: &SourceOptions,
    run: &Run<'_>,
) -> Result<Pile, Failure> {
    let mut pile = source::read(paths, how, run)?;
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
