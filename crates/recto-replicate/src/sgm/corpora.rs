//! Sets of labelled documents: a file `*.jsonl` a set, a document a row.
//!
//! Terms are those of recto's topic analysis that stand in at least five documents.
//! Segments are paragraphs joined until they have 40 of these words.

use super::Sgm;
use crate::files::{Files, digest, entries, of_task};
use crate::{ReplicateError, Replication};
use rayon::prelude::*;
use recto_math::{Cancelled, QuietObserver, Run};
use recto_text::source::{self, Format};
use recto_text::{Analysis, Analyzer, Document, Failure, Language, SourceOptions, UnitKind, Units};
use recto_topics::clusters::topic_sets;
use recto_topics::corpus::{PASSAGE_WORDS, passages};
use recto_topics::{Corpus, CorpusBuilder, Filter, TopicsError};
use serde::Deserialize;
use std::path::{Path, PathBuf};

const WANTED: &str = "a set is a .jsonl file with rows of id, text and labels";

/// Documents that must hold a set of labels, as in the paper.
const LEAST_HOLDERS: usize = 20;

/// Documents whose units are in memory at the same time.
const AT_ONCE: usize = 256;

/// A set of documents, counted.
pub(super) struct Set {
    pub(super) name: String,
    pub(super) files: Files,
    pub(super) documents: Vec<Document>,
    pub(super) corpus: Corpus,
    pub(super) labelled: Option<Labelled>,
    language: &'static Language,
}

/// The documents whose sets of labels are frequent.
pub(super) struct Labelled {
    pub(super) corpus: Corpus,
    /// The set of each document.
    pub(super) classes: Vec<String>,
    pub(super) n_labels: usize,
    pub(super) n_sets: usize,
}

#[derive(Deserialize)]
struct Row {
    text: String,
    #[serde(default)]
    labels: Vec<String>,
}

/// All sets in the order of their names; the corpora may stand in a folder `topics` among
/// those of other tasks.
pub(super) fn read(
    data: &Path,
    failed: &mut Vec<Failure>,
    run: &Run<'_>,
) -> Result<Vec<Set>, ReplicateError> {
    let folder = of_task(data, Sgm::TASK);
    let is_rows = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "jsonl");
    let mut sets = Vec::new();
    for path in entries(&folder)?.into_iter().filter(is_rows) {
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

/// The set of a file, if it can be counted.
fn set(
    path: &Path,
    failed: &mut Vec<Failure>,
    run: &Run<'_>,
) -> Result<Option<Set>, ReplicateError> {
    let options = SourceOptions {
        format: Some(Format::Text),
        keep_all: true,
        ..SourceOptions::default()
    };
    let pile = source::read(&[path.to_string_lossy().into_owned()], &options, run)?;
    failed.extend(pile.failed);
    let Some(file) = pile.documents.first() else {
        return Ok(None);
    };
    let rows = rows(file, failed);
    let language = Language::detect(rows.first().map_or("", |row| &row.text));
    let (documents, labels): (Vec<Document>, Vec<Vec<String>>) = rows
        .into_iter()
        .map(|row| (Document::new("row", row.text), row.labels))
        .unzip();
    let stem = path.file_stem().unwrap_or_default();
    let all: Vec<&Document> = documents.iter().collect();
    let counted = match paragraphs(&all, language, run)? {
        Ok(corpus) => labelled(&documents, &labels, language, run)?.map(|found| (corpus, found)),
        Err(error) => Err(error),
    };
    match counted {
        Ok((corpus, labelled)) => Ok(Some(Set {
            name: stem.to_string_lossy().into_owned(),
            files: digest(&pile.documents),
            documents,
            corpus,
            labelled,
            language,
        })),
        Err(error) => {
            failed.push(Failure::new(&file.file, error.to_string()));
            Ok(None)
        }
    }
}

fn rows(file: &Document, failed: &mut Vec<Failure>) -> Vec<Row> {
    let mut rows = Vec::new();
    for (i, line) in file.text.lines().enumerate() {
        match serde_json::from_str(line) {
            Ok(row) => rows.push(row),
            Err(error) => failed.push(Failure::new(
                &file.file,
                format!("line {}: {error}; a row has id, text and labels", i + 1),
            )),
        }
    }
    rows
}

/// The documents of frequent sets of labels, if there are two such sets.
fn labelled(
    documents: &[Document],
    labels: &[Vec<String>],
    language: &'static Language,
    run: &Run<'_>,
) -> Result<Result<Option<Labelled>, TopicsError>, Cancelled> {
    let sets = topic_sets(labels, LEAST_HOLDERS);
    let kept: Vec<usize> = (0..sets.len()).filter(|&i| sets[i].is_some()).collect();
    let classes: Vec<String> = sets.into_iter().flatten().collect();
    let distinct = |mut names: Vec<&String>| {
        names.sort_unstable();
        names.dedup();
        names.len()
    };
    let n_sets = distinct(classes.iter().collect());
    if n_sets < 2 {
        return Ok(Ok(None));
    }
    let documents: Vec<&Document> = kept.iter().map(|&i| &documents[i]).collect();
    let corpus = paragraphs(&documents, language, run)?;
    Ok(corpus.map(|corpus| {
        Some(Labelled {
            corpus,
            n_labels: distinct(kept.iter().flat_map(|&i| &labels[i]).collect()),
            n_sets,
            classes,
        })
    }))
}

fn paragraphs(
    documents: &[&Document],
    language: &'static Language,
    run: &Run<'_>,
) -> Result<Result<Corpus, TopicsError>, Cancelled> {
    let bounds = |units: &Units<'_>, _: &Run<'_>| Ok(passages(units, PASSAGE_WORDS));
    counted(documents, language, UnitKind::Paragraph, &bounds, run)
}

/// A corpus of documents whose segments end where `bounds` says.
fn counted(
    documents: &[&Document],
    language: &'static Language,
    kind: UnitKind,
    bounds: &(impl Fn(&Units<'_>, &Run<'_>) -> Result<Vec<usize>, Cancelled> + Sync),
    run: &Run<'_>,
) -> Result<Result<Corpus, TopicsError>, Cancelled> {
    let muted = QuietObserver(run.observer);
    let inner = run.observed_by(&muted);
    let analyzer = Analyzer::new(Analysis::Topic, language);
    let mut builder = CorpusBuilder::new();
    for documents in documents.chunks(AT_ONCE) {
        let analyzed = documents.par_iter().map(|document| {
            let units = analyzer.units(document, kind, &inner)?;
            let bounds = bounds(&units, &inner)?;
            Ok((units, bounds))
        });
        let analyzed: Vec<(Units<'_>, Vec<usize>)> = analyzed.collect::<Result<_, Cancelled>>()?;
        for (units, bounds) in &analyzed {
            builder.push(units, bounds);
        }
    }
    Ok(builder.finish(&Filter {
        min_documents: Some(5),
        ..Filter::default()
    }))
}

impl Set {
    /// What `of` says of each document's sentences, in the order of documents.
    pub(super) fn by_sentences<T: Send>(
        &self,
        of: impl Fn(&Units<'_>, &Run<'_>) -> Result<T, Cancelled> + Sync,
        run: &Run<'_>,
    ) -> Result<Vec<T>, Cancelled> {
        let analyzer = Analyzer::new(Analysis::Topic, self.language);
        let documents = self.documents.par_iter();
        let said = documents.map(|document| {
            let units = analyzer.units(document, UnitKind::Sentence, run)?;
            of(&units, run)
        });
        said.collect()
    }

    /// The same documents with segments of sentences that end where `bounds` says.
    pub(super) fn segmented(
        &self,
        bounds: &(impl Fn(&Units<'_>, &Run<'_>) -> Result<Vec<usize>, Cancelled> + Sync),
        run: &Run<'_>,
    ) -> Result<Result<Corpus, TopicsError>, Cancelled> {
        let documents: Vec<&Document> = self.documents.iter().collect();
        counted(&documents, self.language, UnitKind::Sentence, bounds, run)
    }
}
