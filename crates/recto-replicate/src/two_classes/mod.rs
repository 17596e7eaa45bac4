//! Sets of documents with two classes: a file `*.jsonl` a set, a document a row.

#[cfg(test)]
pub(crate) mod made;
pub(crate) mod page;

use crate::files::{Files, digest, entries, of_task};
use crate::{ReplicateError, Task};
use rayon::prelude::*;
use recto_classify::corpus::Choice;
use recto_classify::{ClassifyError, Corpus, CorpusBuilder, Filter};
use recto_math::{Cancelled, QuietObserver, Run};
use recto_text::source::{self, Format};
use recto_text::{
    Analysis, Analyzer, Document, Failure, Language, SourceOptions, UnitKind, Vocabulary,
};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const WANTED: &str = "a set is a .jsonl or .jsonl.gz file with rows of id, label and text, and \
                      two different labels";

/// Size of the vocabulary of reviews, and of other sets, as in the papers.
const TERMS: [usize; 2] = [5000, 1500];

/// Words that the language of a set is told from.
const SAMPLE: usize = 2000;

/// Documents of two classes.
pub(crate) struct Set {
    pub(crate) name: String,
    pub(crate) files: Files,
    /// Names of the classes in the order of their letters.
    pub(crate) classes: Vec<String>,
    /// Class of each document.
    pub(crate) truth: Vec<usize>,
    /// Whether it is the files of several domains together.
    pub(crate) is_pooled: bool,
    /// The most frequent terms, counted.
    pub(crate) corpus: Corpus,
    terms: Terms,
}

/// Terms of documents, numbered once.
#[derive(Default)]
struct Terms {
    vocabulary: Vocabulary,
    documents: Vec<Vec<u32>>,
}

#[derive(Deserialize)]
struct Row {
    label: String,
    text: String,
}

/// All sets in the order of their names, then domains of one collection together.
pub(crate) fn read(
    folder: &Path,
    failed: &mut Vec<Failure>,
    run: &Run<'_>,
) -> Result<Vec<Set>, ReplicateError> {
    let mut sets = Vec::new();
    for path in entries(folder)?.iter().filter(|path| is_rows(path)) {
        sets.extend(set(path, failed, run)?);
    }
    if sets.is_empty() {
        return Err(ReplicateError::NoSets {
            folder: folder.display().to_string(),
            wanted: WANTED,
        });
    }
    sets.extend(pooled(&sets));
    Ok(sets)
}

/// The folder of the sets.
pub(crate) fn folder(data: &Path) -> PathBuf {
    of_task(data, Task::Classification)
}

pub(crate) fn file_name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// The name of a file without its endings.
pub(crate) fn name_of(path: &Path) -> String {
    let name = file_name(path);
    name.split('.').next().unwrap_or_default().into()
}

fn is_rows(path: &Path) -> bool {
    let name = file_name(path);
    name.ends_with(".jsonl") || name.ends_with(".jsonl.gz")
}

/// The text of a file; `None`, and a failure, if it cannot be read.
pub(crate) fn file(
    path: &Path,
    failed: &mut Vec<Failure>,
    run: &Run<'_>,
) -> Result<Option<Document>, Cancelled> {
    let options = SourceOptions {
        format: Some(Format::Text),
        keep_all: true,
        ..SourceOptions::default()
    };
    let pile = source::read(&[path.to_string_lossy().into_owned()], &options, run)?;
    failed.extend(pile.failed);
    Ok(pile.documents.into_iter().next())
}

/// The set of a file; `None` if it has not two labels or no words.
fn set(path: &Path, failed: &mut Vec<Failure>, run: &Run<'_>) -> Result<Option<Set>, Cancelled> {
    let Some(file) = file(path, failed, run)? else {
        return Ok(None);
    };
    let (mut rows, mut wrong) = (Vec::new(), Vec::new());
    for (line, text) in (1..).zip(file.text.lines()) {
        match serde_json::from_str::<Row>(text) {
            Ok(row) => rows.push(row),
            Err(_) if text.trim().is_empty() => {}
            Err(error) => wrong.push(Failure::new(
                &file.file,
                format!("line {line}: {error}; a row has id, label and text"),
            )),
        }
    }
    let classes: BTreeSet<&String> = rows.iter().map(|row| &row.label).collect();
    let classes: Vec<String> = classes.into_iter().cloned().collect();
    if classes.len() != 2 {
        return Ok(None);
    }
    failed.extend(wrong);
    let truth = rows.iter().map(|row| usize::from(row.label == classes[1]));
    let truth = truth.collect();
    let files = digest(std::slice::from_ref(&file));
    let found = Set::new(name_of(path), files, classes, truth, terms(rows, run)?);
    Ok(found
        .map_err(|error| failed.push(Failure::new(&file.file, error.to_string())))
        .ok())
}

fn terms(rows: Vec<Row>, run: &Run<'_>) -> Result<Terms, Cancelled> {
    let words = rows.iter().flat_map(|row| row.text.split_whitespace());
    let language = Language::detect(&words.take(SAMPLE).collect::<Vec<_>>().join(" "));
    let analyzer = Analyzer::new(Analysis::Sentiment, language);
    let muted = QuietObserver(run.observer);
    let inner = run.observed_by(&muted);
    let one = |row: Row| -> Result<Vec<String>, Cancelled> {
        let document = Document::new("row", row.text);
        let units = analyzer.units(&document, UnitKind::Paragraph, &inner)?;
        let ids = (0..units.len()).flat_map(|unit| units.terms(unit));
        let word = |id| units.vocabulary.term(id).to_string();
        Ok(ids.map(word).collect())
    };
    let documents: Vec<Vec<String>> = rows
        .into_par_iter()
        .map(one)
        .collect::<Result<_, Cancelled>>()?;
    let mut terms = Terms::default();
    for document in &documents {
        terms.push(document.iter().map(String::as_str));
    }
    Ok(terms)
}

/// Reviews whose file names share what stands before the first `_`: domains of one
/// collection, as one set.
fn pooled(sets: &[Set]) -> Vec<Set> {
    let collection = |set: &Set| {
        let (collection, _) = set.name.split_once('_')?;
        set.positive().map(|_| collection.to_string())
    };
    let collections: BTreeSet<String> = sets.iter().filter_map(collection).collect();
    let pool = |name: String| {
        let parts = sets
            .iter()
            .filter(|set| collection(set).as_ref() == Some(&name));
        let parts: Vec<&Set> = parts.collect();
        let same = parts.iter().all(|set| set.classes == parts[0].classes);
        (parts.len() > 1 && same).then(|| Set::pooled(format!("{name} pooled"), &parts))?
    };
    collections.into_iter().filter_map(pool).collect()
}

impl Terms {
    fn push<'t>(&mut self, terms: impl Iterator<Item = &'t str>) {
        let ids = terms.map(|term| self.vocabulary.intern(term).0);
        self.documents.push(ids.collect());
    }

    fn of(&self, document: usize) -> impl Iterator<Item = &str> {
        let ids = self.documents[document].iter();
        ids.map(|&id| self.vocabulary.term(recto_text::TermId(id)))
    }

    fn corpus(&self, filter: &Filter) -> Result<Corpus, ClassifyError> {
        let mut builder = CorpusBuilder::new();
        for document in 0..self.documents.len() {
            builder.push_terms(self.of(document));
        }
        builder.finish(filter)
    }
}

impl Set {
    fn new(
        name: String,
        files: Files,
        classes: Vec<String>,
        truth: Vec<usize>,
        terms: Terms,
    ) -> Result<Self, ClassifyError> {
        let max_terms = TERMS[usize::from(positive(&classes).is_none())];
        let filter = Filter {
            max_terms,
            ..Filter::default()
        };
        Ok(Self {
            corpus: terms.corpus(&filter)?,
            name,
            files,
            classes,
            truth,
            is_pooled: false,
            terms,
        })
    }

    fn pooled(name: String, parts: &[&Set]) -> Option<Self> {
        let mut terms = Terms::default();
        for part in parts {
            (0..part.truth.len()).for_each(|j| terms.push(part.terms.of(j)));
        }
        let truth = parts.iter().flat_map(|part| part.truth.iter().copied());
        let digests = parts
            .iter()
            .map(|part| Document::new(&part.name, part.files.digest.as_str()));
        let files = digest(&digests.collect::<Vec<_>>());
        let classes = parts[0].classes.clone();
        let pooled = Self::new(name, files, classes, truth.collect(), terms).ok()?;
        Some(Self {
            is_pooled: true,
            ..pooled
        })
    }

    /// The positive class of reviews; `None` for classes that are no polarities.
    pub(crate) fn positive(&self) -> Option<usize> {
        positive(&self.classes)
    }

    /// A corpus of at most `size` terms.
    pub(crate) fn corpus_of(&self, size: usize, choice: Choice) -> Result<Corpus, ClassifyError> {
        self.terms.corpus(&Filter {
            max_terms: size,
            choice,
            ..Filter::default()
        })
    }
}

fn positive(classes: &[String]) -> Option<usize> {
    let is = |class: &String, names: [&str; 2]| {
        names.iter().any(|name| class.eq_ignore_ascii_case(name))
    };
    let negative = classes.iter().any(|class| is(class, ["neg", "negative"]));
    let positive = classes
        .iter()
        .position(|class| is(class, ["pos", "positive"]));
    positive.filter(|_| negative)
}
