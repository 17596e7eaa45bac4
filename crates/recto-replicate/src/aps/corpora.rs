//! Sets of texts in a folder: their files, contents and digests.

use super::headings;
use super::{Aps, Files, Headings, ReplicateError, Replication};
use crate::files::{digest, entries, of_task};
use recto_math::Run;
use recto_segment::metrics::formats::choi;
use recto_text::source::{self, Format};
use recto_text::{Document, Failure, SourceOptions};
use std::path::{Path, PathBuf};

/// What a folder of corpora should hold.
const WANTED: &str = "a set is a folder of .txt files, a unit a line, with lines of ten equal signs between \
     segments (the paper's sets are ai, clinical and fiction)";

/// A text and where its segments end.
pub(super) struct Text {
    pub(super) document: Document,
    pub(super) bounds: Vec<usize>,
}

/// A set of texts, with its headings as they are or hidden.
pub(super) struct Set {
    pub(super) name: String,
    pub(super) headings: Headings,
    pub(super) test: Vec<Text>,
    pub(super) development: Vec<Text>,
    pub(super) test_files: Files,
    pub(super) development_files: Files,
}

/// Folders of sets in the order of their names; the corpora may stand in a folder
/// `segmentation` among those of other tasks.
pub(super) fn folders(data: &Path) -> Result<Vec<(String, PathBuf)>, ReplicateError> {
    let folder = of_task(data, Aps::TASK);
    let mut found = Vec::new();
    for path in entries(&folder)? {
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        match name {
            Some(name) if path.is_dir() && !texts(&path)?.is_empty() => found.push((name, path)),
            _ => {}
        }
    }
    if found.is_empty() {
        Err(ReplicateError::NoSets {
            folder: folder.display().to_string(),
            wanted: WANTED,
        })
    } else {
        Ok(found)
    }
}

fn texts(folder: &Path) -> Result<Vec<String>, ReplicateError> {
    let paths = entries(folder)?.into_iter();
    let is_text = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "txt");
    Ok(paths
        .filter(is_text)
        .map(|path| path.to_string_lossy().into_owned())
        .collect())
}

/// Reads a set; files that cannot be used go to `failed`.
pub(super) fn read(
    (name, folder): &(String, PathBuf),
    failed: &mut Vec<Failure>,
    run: &Run<'_>,
) -> Result<Set, ReplicateError> {
    let options = SourceOptions {
        format: Some(Format::Text),
        ..SourceOptions::default()
    };
    let pile = source::read(&texts(folder)?, &options, run)?;
    failed.extend(pile.failed);
    let is_development = |document: &Document| document.file.ends_with(".dev.txt");
    let (development, test): (Vec<_>, Vec<_>) =
        pile.documents.into_iter().partition(is_development);
    Ok(Set {
        name: name.clone(),
        headings: Headings::Visible,
        test_files: digest(&test),
        development_files: digest(&development),
        test: parse_all(&test, failed),
        development: parse_all(&development, failed),
    })
}

fn parse_all(documents: &[Document], failed: &mut Vec<Failure>) -> Vec<Text> {
    let mut texts = Vec::with_capacity(documents.len());
    for document in documents {
        match choi::parse(&document.text) {
            Ok(read) => texts.push(text(document, &read.units, read.bounds)),
            Err(error) => failed.push(Failure::new(&document.file, error.to_string())),
        }
    }
    texts
}

/// A text without the separators, a unit a line.
fn text(document: &Document, units: &[&str], bounds: Vec<usize>) -> Text {
    Text {
        document: Document {
            text: units.join("\n"),
            ..document.clone()
        },
        bounds,
    }
}

impl Set {
    /// The same set with everything that looks like a heading hidden.
    pub(super) fn with_headings_hidden(&self) -> Self {
        let hide = |texts: &[Text]| texts.iter().map(Text::with_headings_hidden).collect();
        Self {
            name: self.name.clone(),
            headings: Headings::Hidden,
            test: hide(&self.test),
            development: hide(&self.development),
            test_files: self.test_files.clone(),
            development_files: self.development_files.clone(),
        }
    }
}

impl Text {
    fn with_headings_hidden(&self) -> Self {
        let lines: Vec<&str> = self.document.text.lines().map(headings::hidden).collect();
        text(&self.document, &lines, self.bounds.clone())
    }
}
