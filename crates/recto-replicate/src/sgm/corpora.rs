//! Sets of labelled documents: a file `*.jsonl` a set, a document a row.
//!
//! Terms are those of recto's topic analysis that stand in at least five documents.
//! Segments are those of TextTiling under its average setting, as in the paper.

use super::Sgm;
use super::tiling::{self, Tilings};
use crate::files::{Files, digest, entries, of_task};
use crate::{ReplicateError, Replication};
use rayon::prelude::*;
use recto_math::{Cancelled, QuietObserver, Run};
use recto_text::source::{self, Format};
use recto_text::{Analysis, Analyzer, Document, Failure, Language, SourceOptions, UnitKind, Units};
use recto_topics::clusters::topic_sets;
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
    pub(super) texts: Texts,
    pub(super) tilings: Tilings,
    /// The documents in segments of the average setting.
    pub(super) corpus: Corpus,
    pub(super) labelled: Option<Labelled>,
}

/// Documents of one language.
pub(super) struct Texts {
    documents: Vec<Document>,
    language: &'static Language,
}

/// The documents whose sets of labels are frequent.
pub(super) struct Labelled {
    pub(super) texts: Texts,
    /// The documents in segments of the average setting.
    pub(super) corpus: Corpus,
    /// The set of each document.
    pub(super) classes: Vec<String>,
    pub(super) n_labels: usize,
    /// Mean number of labels of a document.
    pub(super) labels_per_document: f64,
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
    let texts = Texts {
        documents,
        language,
    };
    match counted(texts, &labels, run)? {
        Ok(counted) => Ok(Some(Set {
            name: path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            files: digest(&pile.documents),
            texts: counted.texts,
            tilings: counted.tilings,
            corpus: counted.corpus,
            labelled: counted.labelled,
        })),
        Err(error) => {
            failed.push(Failure::new(&file.file, error.to_string()));
            Ok(None)
        }
    }
}

struct Counted {
    texts: Texts,
    tilings: Tilings,
    corpus: Corpus,
    labelled: Option<Labelled>,
}

fn counted(
    texts: Texts,
    labels: &[Vec<String>],
    run: &Run<'_>,
) -> Result<Result<Counted, TopicsError>, Cancelled> {
    let tilings = tiling::settings(&texts, run)?;
    let corpus = match tilings.average.corpus(&texts, run)? {
        Ok(corpus) => corpus,
        Err(error) => return Ok(Err(error)),
    };
    let labelled = labelled(&texts, labels, &tilings, run)?;
    Ok(labelled.map(|labelled| Counted {
        texts,
        tilings,
        corpus,
        labelled,
    }))
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
    texts: &Texts,
    labels: &[Vec<String>],
    tilings: &Tilings,
    run: &Run<'_>,
) -> Result<Result<Option<Labelled>, TopicsError>, Cancelled> {
    let sets = topic_sets(labels, LEAST_HOLDERS);
    let kept: Vec<usize> = (0..sets.len()).filter(|&i| sets[i].is_some()).collect();
    let classes: Vec<String> = sets.into_iter().flatten().collect();
    let n_sets = distinct(classes.iter().collect());
    if n_sets < 2 {
        return Ok(Ok(None));
    }
    let texts = Texts {
        documents: kept.iter().map(|&i| texts.documents[i].clone()).collect(),
        language: texts.language,
    };
    let of_each = kept.iter().map(|&i| distinct(labels[i].iter().collect()));
    let labels_per_document = of_each.sum::<usize>() as f64 / kept.len() as f64;
    let corpus = tilings.average.corpus(&texts, run)?;
    Ok(corpus.map(|corpus| {
        Some(Labelled {
            texts,
            corpus,
            n_labels: distinct(kept.iter().flat_map(|&i| &labels[i]).collect()),
            labels_per_document,
            n_sets,
            classes,
        })
    }))
}

fn distinct(mut names: Vec<&String>) -> usize {
    names.sort_unstable();
    names.dedup();
    names.len()
}

impl Texts {
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

    /// The documents with segments of sentences that end where `bounds` says.
    pub(super) fn segmented(
        &self,
        bounds: &(impl Fn(&Units<'_>, &Run<'_>) -> Result<Vec<usize>, Cancelled> + Sync),
        run: &Run<'_>,
    ) -> Result<Result<Corpus, TopicsError>, Cancelled> {
        let muted = QuietObserver(run.observer);
        let inner = run.observed_by(&muted);
        let analyzer = Analyzer::new(Analysis::Topic, self.language);
        let mut builder = CorpusBuilder::new();
        for documents in self.documents.chunks(AT_ONCE) {
            let analyzed = documents.par_iter().map(|document| {
                let units = analyzer.units(document, UnitKind::Sentence, &inner)?;
                let bounds = bounds(&units, &inner)?;
                Ok((units, bounds))
            });
            let analyzed: Vec<(Units<'_>, Vec<usize>)> =
                analyzed.collect::<Result<_, Cancelled>>()?;
            for (units, bounds) in &analyzed {
                builder.push(units, bounds);
            }
        }
        Ok(builder.finish(&Filter {
            min_documents: Some(5),
            ..Filter::default()
        }))
    }
}
