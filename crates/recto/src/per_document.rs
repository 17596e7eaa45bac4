//! What every capability does that answers document by document: all in parallel, one that
//! fails named and the others done.

use crate::report::{Cell, Column, Detail, Kind, Report, Section, SourceText, Table};
use crate::{Answer, Error, Reading};
use rayon::prelude::*;
use recto_math::{Cancelled, Notice, Observer, Progress, QuietObserver, Remedy, Run};
use recto_text::{Document, Failure, Units, Warning};
use std::sync::atomic::{AtomicU64, Ordering};

/// Works on each document of a reading, by its place; see [`run_all`].
pub(crate) fn run<R: Send, E: Send + From<Cancelled>>(
    reading: &Reading<'_>,
    stage: &str,
    run: &Run<'_>,
    work: impl Fn(usize, &Run<'_>) -> Result<R, E> + Sync + Send,
) -> Vec<Result<R, E>> {
    let places: Vec<usize> = (0..reading.documents().len()).collect();
    run_all(&places, stage, run, |&document, run| work(document, run))
}

/// Works on each item, in parallel where there are several; `stage` names the work to the
/// observer.
pub(crate) fn run_all<T: Sync, R: Send, E: Send + From<Cancelled>>(
    items: &[T],
    stage: &str,
    run: &Run<'_>,
    work: impl Fn(&T, &Run<'_>) -> Result<R, E> + Sync + Send,
) -> Vec<Result<R, E>> {
    let mut all = Vec::with_capacity(items.len());
    let take = |found| {
        all.push(found);
        Ok::<(), Cancelled>(())
    };
    run_in_order(items, items.len(), (stage, run), work, take).expect("nothing is refused");
    all
}

/// Works on `n_at_once` items at a time, in parallel, and gives what was found to `take` in
/// the order of items: no more of it is alive than that. Ends with the first error of
/// `take`.
pub(crate) fn run_in_order<T: Sync, R: Send, E: Send + From<Cancelled>, F>(
    items: &[T],
    n_at_once: usize,
    (stage, run): (&str, &Run<'_>),
    work: impl Fn(&T, &Run<'_>) -> Result<R, E> + Sync + Send,
    mut take: impl FnMut(Result<R, E>) -> Result<(), F>,
) -> Result<(), F> {
    // A single document reports its own progress.
    if let [item] = items {
        return take(work(item, run));
    }
    let done = AtomicU64::new(0);
    let total = Some(items.len() as u64);
    let muted = QuietObserver(run.observer);
    let inner = run.observed_by(&muted);
    for some in items.chunks(n_at_once.max(1)) {
        let found: Vec<Result<R, E>> = some
            .par_iter()
            .map(|item| {
                let done = done.fetch_add(1, Ordering::Relaxed);
                run.report(stage, done, total)?;
                work(item, &inner)
            })
            .collect();
        found.into_iter().try_for_each(&mut take)?;
    }
    Ok(())
}

/// Shows the progress on a part of all documents as progress on all.
pub(crate) struct PartObserver<'a> {
    /// Who sees it.
    pub(crate) observer: &'a dyn Observer,
    /// Documents before the part.
    pub(crate) before: usize,
    /// All documents.
    pub(crate) total: usize,
}

impl Observer for PartObserver<'_> {
    fn on_progress(&self, progress: &Progress<'_>) -> bool {
        self.observer.on_progress(&Progress {
            done: self.before as u64 + progress.done,
            total: Some(self.total as u64),
            ..*progress
        })
    }
}

/// Collects what was found of each document: warnings and failures go into the answer, what
/// was found is returned. `why` says why a document failed, or that the run was cancelled.
pub(crate) fn collect<R, E>(
    reading: &Reading<'_>,
    found: Vec<Result<(R, Vec<Warning>), E>>,
    answer: &mut Answer<()>,
    why: impl Fn(&E) -> Result<Cancelled, Notice>,
) -> Result<Vec<R>, Error> {
    let mut kept = Vec::with_capacity(found.len());
    for (document, found) in reading.documents().iter().zip(found) {
        match found {
            Ok((found, warnings)) => {
                answer.warnings.extend(warnings);
                kept.push(found);
            }
            Err(error) => match why(&error) {
                Ok(cancelled) => return Err(cancelled.into()),
                Err(notice) => answer.failed.push(failure(document, notice)),
            },
        }
    }
    Ok(kept)
}

/// A document that could not be done, and why.
pub(crate) fn failure(document: &Document, notice: impl Into<Notice>) -> Failure {
    let notice = notice.into();
    let notice = match document.line {
        Some(line) => notice.at(format!("line {line}")),
        None => notice,
    };
    Failure::new(&document.file, notice)
}

/// Messages about a document, and what happened to its words.
pub(crate) fn warnings(
    document: &Document,
    units: &Units<'_>,
    mut notices: Vec<Notice>,
) -> Vec<Warning> {
    if units.overlong > 0 {
        let n = units.overlong;
        let notice = Notice::from(format!(
            "words above the limit of length were left out: {n}"
        ));
        notices.push(notice.with(Remedy::Raise("max_token_bytes")));
    }
    if units.unspaced {
        notices.push(
            "written without blanks between words: pairs of characters stand for words".into(),
        );
    }
    let warn = |notice: Notice| Warning::in_file(&document.file, notice).at_line(document.line);
    notices.into_iter().map(warn).collect()
}

/// Pages of more documents than this, or of several with more bytes than this, show a list of
/// them, from which each opens.
const MOST_DOCUMENTS: usize = 20;
const MOST_BYTES: usize = 1_000_000;

/// Whether a report lists its documents instead of showing what was found in each.
pub(crate) fn is_folded(documents: &[Document], detail: Detail) -> bool {
    let bytes = documents.iter().map(|document| document.text.len());
    let is_large = documents.len() > MOST_DOCUMENTS || bytes.sum::<usize>() > MOST_BYTES;
    detail == Detail::Whole && documents.len() > 1 && is_large
}

/// The list of documents that open on demand: columns that say what was found in each stand
/// behind its name. `row` gives title, id and cells of a document, in the order of the
/// report's sources.
pub(crate) fn list<F>(
    found: &[F],
    columns: Vec<Column>,
    row: impl Fn(&F) -> (Option<&str>, &str, Vec<Cell>),
) -> Section {
    let mut has_titles = false;
    for (title, id, _) in found.iter().map(&row) {
        has_titles |= title.is_some_and(|title| title != id);
    }
    let mut all = vec![Column::label("Document")];
    all.extend(has_titles.then(|| Column::of("Place", Kind::File)));
    all.extend(columns);
    let rows = found.iter().enumerate().map(|(source, found)| {
        let (title, id, cells) = row(found);
        let text = title.unwrap_or(id).to_owned();
        let place = has_titles.then(|| id.into());
        let start = [Cell::Opens { text, source }].into_iter().chain(place);
        start.chain(cells).collect()
    });
    Section::new("documents", "Documents").with(Table {
        caption: "Choose a document to read what was found in it, and its text, below.".into(),
        columns: all,
        rows: rows.collect(),
    })
}

/// Fills a report with the text of each document that was answered, and with the sections
/// that are made of it. `name` gives a document's id and what its text is called.
pub(crate) fn section<F>(
    report: &mut Report,
    found: &[F],
    documents: &[Document],
    is_folded: bool,
    name: impl Fn(&F) -> (String, String),
    sections: impl Fn(&F, &Document, usize) -> Vec<Section>,
) {
    // Answers keep the order of the documents, so one walk meets them all.
    let mut documents = documents.iter();
    for found in found {
        let (id, what) = name(found);
        let Some(document) = documents.find(|document| document.id == id) else {
            break;
        };
        let source = report.sources.len();
        let mut text = SourceText::of(document, what);
        let sections = sections(found, document, source);
        if is_folded {
            text.sections = sections;
        } else {
            report.sections.extend(sections);
        }
        report.sources.push(text);
    }
}
