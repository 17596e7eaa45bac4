//! Sets of word-aligned pairs: a file `*.jsonl` a set, a pair a row.

use super::SemiHmm;
use crate::files::{Files, digest, entries, of_task};
use crate::{ReplicateError, Replication};
use recto_align::Pairs;
use recto_align::metrics::{Reference, WordLink};
use recto_math::Run;
use recto_text::source::{self, Format};
use recto_text::{Document, Failure, Language, SourceOptions};
use rustc_hash::FxHashSet;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

const WANTED: &str = "a set is a .jsonl file with rows of id, document, summary (both lists of \
                      tokens) and sure (a list of links)";

/// A set of pairs with the links that people made.
pub(super) struct Set {
    pub(super) name: String,
    pub(super) files: Files,
    pub(super) pairs: Pairs,
    pub(super) gold: Vec<Gold>,
}

/// What people say of one pair.
pub(super) struct Gold {
    /// All people together.
    pub(super) reference: Reference,
    /// Each by themselves, where there are two.
    pub(super) annotators: Option<[Reference; 2]>,
    /// Whether no setting was chosen on it: its SHA-256 ends in an odd byte.
    pub(super) is_reported: bool,
}

/// Links of each pair.
pub(super) type Links = Vec<FxHashSet<WordLink>>;

impl Set {
    /// The sure and possible links of people.
    pub(super) fn people(&self) -> Links {
        self.gold.iter().map(|gold| all(&gold.reference)).collect()
    }
}

/// The sure and the possible links.
pub(super) fn all(reference: &Reference) -> FxHashSet<WordLink> {
    reference.sure.union(&reference.possible).copied().collect()
}

#[derive(Deserialize)]
struct Row {
    id: serde_json::Value,
    document: Vec<String>,
    summary: Vec<String>,
    sure: Option<Vec<WordLink>>,
    #[serde(default)]
    possible: Vec<WordLink>,
    #[serde(default)]
    document_sentences: Vec<usize>,
    #[serde(default)]
    summary_sentences: Vec<usize>,
    #[serde(default)]
    annotators: Vec<Annotator>,
}

#[derive(Deserialize)]
struct Annotator {
    sure: Vec<WordLink>,
    #[serde(default)]
    possible: Vec<WordLink>,
}

/// All sets in the order of their names; the corpora may stand in a folder `alignment` among
/// those of other tasks. A file without links is no set.
pub(super) fn read(
    data: &Path,
    failed: &mut Vec<Failure>,
    run: &Run<'_>,
) -> Result<Vec<Set>, ReplicateError> {
    let folder = of_task(data, SemiHmm::TASK);
    let is_rows = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "jsonl");
    let mut sets = Vec::new();
    for path in entries(&folder)?.into_iter().filter(is_rows) {
        let options = SourceOptions {
            format: Some(Format::Text),
            keep_all: true,
            ..SourceOptions::default()
        };
        let pile = source::read(&[path.to_string_lossy().into_owned()], &options, run)?;
        failed.extend(pile.failed);
        let file = pile.documents.first();
        if let Some(file) = file.filter(|file| has_links(file)) {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            sets.push(set(name.into_owned(), file, failed));
        }
    }
    sets.retain(|set| !set.gold.is_empty());
    if sets.is_empty() {
        return Err(ReplicateError::NoSets {
            folder: folder.display().to_string(),
            wanted: WANTED,
        });
    }
    Ok(sets)
}

/// Whether the first row of a file has links.
fn has_links(file: &Document) -> bool {
    let first = file.text.lines().find(|line| !line.trim().is_empty());
    let row: Option<serde_json::Value> = first.and_then(|line| serde_json::from_str(line).ok());
    row.is_some_and(|row| row.get("sure").is_some() || row.get("annotators").is_some())
}

fn set(name: String, file: &Document, failed: &mut Vec<Failure>) -> Set {
    let mut rows = Vec::new();
    for (line, text) in (1..).zip(file.text.lines()) {
        if text.trim().is_empty() {
            continue;
        }
        match serde_json::from_str::<Row>(text).map_err(|error| error.to_string()) {
            Ok(row) => match row.wrong() {
                None => rows.push(row),
                Some(wrong) => failed.push(failure(file, line, &wrong)),
            },
            Err(error) => failed.push(failure(file, line, &error)),
        }
    }
    let sample: Vec<&str> = rows.iter().flat_map(Row::words).take(2000).collect();
    let language = Language::detect(&sample.join(" "));
    let mut pairs = Pairs::new(language);
    let gold = rows.iter().map(|row| row.push(&mut pairs)).collect();
    Set {
        name,
        files: digest(std::slice::from_ref(file)),
        pairs,
        gold,
    }
}

fn failure(file: &Document, line: usize, problem: &str) -> Failure {
    Failure::new(&file.file, format!("line {line}: {problem}"))
}

impl Row {
    fn words(&self) -> impl Iterator<Item = &str> {
        self.document
            .iter()
            .chain(&self.summary)
            .map(String::as_str)
    }

    /// What is wrong with it, if anything is.
    fn wrong(&self) -> Option<String> {
        if self.sure.is_none() && self.annotators.is_empty() {
            return Some("no links: `sure` is a list of [document token, summary token]".into());
        }
        let (n, m) = (self.document.len(), self.summary.len());
        let own = self.sure.iter().flatten().chain(&self.possible);
        let theirs = self.annotators.iter();
        let theirs = theirs.flat_map(|one| one.sure.iter().chain(&one.possible));
        let (i, j) = own.chain(theirs).find(|(i, j)| *i >= n || *j >= m)?;
        Some(format!(
            "the link [{i}, {j}] is out of range: the document has {n} tokens, the summary {m}"
        ))
    }

    fn push(&self, pairs: &mut Pairs) -> Gold {
        let document = self.document.iter().map(String::as_str);
        let document = pairs.side(document, starts(&self.document_sentences));
        let summary = self.summary.iter().map(String::as_str);
        let summary = pairs.side(summary, starts(&self.summary_sentences));
        pairs.push(document, summary);
        let each: Vec<Reference> = self.annotators.iter().map(Annotator::reference).collect();
        let mut reference = reference(self.sure.as_deref().unwrap_or_default(), &self.possible);
        for one in &each {
            reference.sure.extend(&one.sure);
            reference.possible.extend(&one.possible);
        }
        let id = match &self.id {
            serde_json::Value::String(id) => id.clone(),
            other => other.to_string(),
        };
        Gold {
            reference,
            annotators: each.try_into().ok(),
            is_reported: Sha256::digest(id).last().is_some_and(|byte| byte % 2 == 1),
        }
    }
}

fn starts(given: &[usize]) -> Vec<usize> {
    if given.is_empty() {
        vec![0]
    } else {
        given.to_vec()
    }
}

impl Annotator {
    fn reference(&self) -> Reference {
        reference(&self.sure, &self.possible)
    }
}

fn reference(sure: &[WordLink], possible: &[WordLink]) -> Reference {
    Reference {
        sure: sure.iter().copied().collect(),
        possible: possible.iter().copied().collect(),
    }
}
