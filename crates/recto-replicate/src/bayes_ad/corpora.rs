//! Sets of texts by known authors: a folder a set.
//!
//! Files `*.txt` hold an author each, a sentence a line. Files `*.jsonl` hold a text a
//! line, `{id, author, sentences}`, of which the two authors with most sentences are taken:
//! texts of disputed or joint authorship are no ground truth.

use super::BayesAd;
use crate::files::{Files, digest, entries, of_task};
use crate::{ReplicateError, Replication};
use recto_math::Run;
use recto_text::source::{self, Format};
use recto_text::{Document, Failure, Language, SourceOptions};
use serde::Deserialize;
use serde_json::Value;
use std::path::Path;

const WANTED: &str = "a set is a folder of .txt files, an author a file and a sentence a line, or of \
     .jsonl files with rows of id, author and sentences";

/// A set: the sentences of each author.
pub(super) struct Set {
    pub(super) name: String,
    pub(super) files: Files,
    pub(super) authors: Vec<String>,
    pub(super) sources: Vec<Vec<String>>,
    /// Single texts with their author, where the set has them.
    pub(super) essays: Vec<Essay>,
    pub(super) language: &'static Language,
}

/// A text by one author.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Essay {
    #[serde(default)]
    pub(super) id: Value,
    pub(super) author: String,
    pub(super) sentences: Vec<String>,
}

/// All sets in the order of their names; the corpora may stand in a folder `authors`
/// among those of other tasks.
pub(super) fn read(
    data: &Path,
    failed: &mut Vec<Failure>,
    run: &Run<'_>,
) -> Result<Vec<Set>, ReplicateError> {
    let folder = of_task(data, BayesAd::TASK);
    let mut sets = Vec::new();
    for path in entries(&folder)?.into_iter().filter(|path| path.is_dir()) {
        sets.extend(set(&path, failed, run)?);
    }
    if sets.is_empty() {
        Err(ReplicateError::NoSets {
            folder: folder.display().to_string(),
            wanted: WANTED,
        })
    } else {
        Ok(sets)
    }
}

/// The set of a folder, if it has two authors or more.
fn set(
    folder: &Path,
    failed: &mut Vec<Failure>,
    run: &Run<'_>,
) -> Result<Option<Set>, ReplicateError> {
    let is_source = |path: &std::path::PathBuf| {
        let ending = path.extension().and_then(|ending| ending.to_str());
        matches!(ending, Some("txt" | "jsonl"))
    };
    let paths = entries(folder)?.into_iter().filter(is_source);
    let paths: Vec<String> = paths
        .map(|path| path.to_string_lossy().into_owned())
        .collect();
    let options = SourceOptions {
        format: Some(Format::Text),
        keep_all: true,
        ..SourceOptions::default()
    };
    let pile = source::read(&paths, &options, run)?;
    failed.extend(pile.failed);
    let name = folder
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    let mut set = Set {
        name: name.unwrap_or_default(),
        files: digest(&pile.documents),
        authors: Vec::new(),
        sources: Vec::new(),
        essays: Vec::new(),
        language: Language::detect(pile.documents.first().map_or("", |first| &first.text)),
    };
    for document in &pile.documents {
        if document.file.ends_with(".jsonl") {
            set.essays.extend(essays(document, failed))
        } else {
            set.push(author(document), sentences(&document.text))
        }
    }
    set.take_largest();
    Ok((set.sources.len() > 1).then_some(set))
}

impl Set {
    fn push(&mut self, author: String, sentences: Vec<String>) {
        if !sentences.is_empty() {
            self.authors.push(author);
            self.sources.push(sentences);
        }
    }

    /// The two authors with most sentences in single texts, the largest first.
    fn take_largest(&mut self) {
        let mut by_author: Vec<(String, Vec<String>)> = Vec::new();
        for essay in &self.essays {
            let known = by_author
                .iter_mut()
                .find(|(author, _)| *author == essay.author);
            let own = essay
                .sentences
                .iter()
                .filter(|s| !s.trim().is_empty())
                .cloned();
            match known {
                Some((_, sentences)) => sentences.extend(own),
                None => by_author.push((essay.author.clone(), own.collect())),
            }
        }
        by_author.sort_by_key(|(_, sentences)| std::cmp::Reverse(sentences.len()));
        for (author, sentences) in by_author.into_iter().take(2) {
            self.push(author, sentences);
        }
    }
}

/// The name of a file without its ending.
fn author(document: &Document) -> String {
    let stem = Path::new(&document.file).file_stem();
    stem.map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

fn sentences(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(String::from).collect()
}

fn essays(document: &Document, failed: &mut Vec<Failure>) -> Vec<Essay> {
    let mut essays = Vec::new();
    for (i, line) in document.text.lines().enumerate() {
        match serde_json::from_str(line) {
            Ok(essay) => essays.push(essay),
            Err(error) => failed.push(Failure::new(
                &document.file,
                format!(
                    "line {}: {error}; a row has id, author and sentences",
                    i + 1
                ),
            )),
        }
    }
    essays
}
