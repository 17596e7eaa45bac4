//! From a pile to counts of segments, with the place of each segment in its text.

use super::TopicsError;
use crate::per_document::{self, PartObserver};
use crate::{Error, Reading, made};
use recto_math::Run;
use recto_segment::{Method as Segmenting, Options as Wishes, SegmentError, Segmenter};
use recto_text::{
    Analysis, Document, Failure, Landmarks, Language, Pile, UnitKind, Units, Warning,
};
use recto_topics::corpus::{PASSAGE_WORDS, passages};
use recto_topics::{Corpus, CorpusBuilder, Filter};
use std::sync::Arc;

/// What a segment of a document is.
#[derive(Debug, Clone, Copy)]
pub(super) enum Parts<'m> {
    /// Paragraphs, short ones joined.
    Passages,
    /// The whole document.
    Document,
    /// What a method of `recto segment` finds.
    Segments(&'m Segmenting),
}

impl<'m> Parts<'m> {
    /// The parts of that name.
    pub(super) fn named(name: &str, segmenters: &'m [Segmenting]) -> Result<Self, Error> {
        let of_segment = || segmenters.iter().find(|row| row.name == name);
        match name {
            "passages" => Ok(Self::Passages),
            "document" => Ok(Self::Document),
            _ => of_segment().map(Self::Segments).ok_or_else(|| {
                let methods: Vec<&str> = segmenters.iter().map(|row| row.name).collect();
                Error::request(format!(
                    "parts must be passages, document or a method of segment ({}), not `{name}`",
                    methods.join(", ")
                ))
            }),
        }
    }

    /// Its name in a request.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Passages => "passages",
            Self::Document => "document",
            Self::Segments(method) => method.name,
        }
    }
}

/// What was read.
pub(super) struct Read {
    pub(super) corpus: Corpus,
    pub(super) documents: Vec<ReadDocument>,
    /// Bytes of each segment.
    pub(super) spans: Vec<[usize; 2]>,
    pub(super) warnings: Vec<Warning>,
    pub(super) failed: Vec<Failure>,
}

impl Read {
    /// The document of a segment and its bytes.
    pub(super) fn place(&self, segment: usize) -> (usize, [usize; 2]) {
        (self.corpus.document_of(segment), self.spans[segment])
    }
}

/// A document that was counted.
pub(super) struct ReadDocument {
    pub(super) id: String,
    pub(super) landmarks: Landmarks,
    pub(super) title: Option<String>,
    pub(super) time: Option<String>,
    pub(super) language: &'static Language,
}

impl ReadDocument {
    /// The named place of a byte, as [`Document::place`] says.
    pub(super) fn place(&self, byte: usize) -> Option<String> {
        self.landmarks.at(byte).map(String::from)
    }
}

/// A document in units, and where its segments end.
pub(super) struct Analysed<'d> {
    pub(super) units: Arc<Units<'d>>,
    pub(super) bounds: Vec<usize>,
    pub(super) language: &'static Language,
}

impl Analysed<'_> {
    /// The bytes of each segment.
    pub(super) fn spans(&self) -> Vec<[usize; 2]> {
        let mut start = 0;
        let span = |&end: &usize| {
            let units = &self.units;
            let span = [units.opening(start), units.units[end - 1].span.end];
            start = end;
            span
        };
        self.bounds.iter().map(span).collect()
    }
}

/// Documents that are analysed at a time. Their units take many times the memory of their
/// text, and are dropped once they are counted.
const AT_ONCE: usize = 512;

/// Analyses all documents, in parallel, and gives them to `take` in their order, a few at a
/// time; one that cannot be cut into segments is an error of its own.
pub(super) fn for_each<'d>(
    reading: &Reading<'d>,
    parts: &Parts<'_>,
    run: &Run<'_>,
    mut take: impl FnMut(&'d Document, Result<Analysed<'d>, SegmentError>),
) -> Result<(), TopicsError> {
    let segmenter = match parts {
        Parts::Segments(method) => Some((method.build)(&Wishes::default())),
        _ => None,
    };
    let segmenter = segmenter.transpose().map_err(|error| TopicsError::Input {
        what: "parts",
        problem: error.to_string(),
    })?;
    let places: Vec<usize> = (0..reading.documents().len()).collect();
    let work = |&document: &usize, run: &Run<'_>| {
        analyse_one(reading, document, parts, segmenter.as_deref(), run)
    };
    let mut documents = reading.documents().iter();
    per_document::run_in_order(&places, AT_ONCE, ("reading", run), work, |analysed| {
        if let Err(SegmentError::Cancelled(cancelled)) = analysed {
            return Err(cancelled.into());
        }
        let document = documents.next().expect("one for each place");
        take(document, analysed);
        Ok(())
    })
}

fn analyse_one<'d>(
    reading: &Reading<'d>,
    document: usize,
    parts: &Parts<'_>,
    segmenter: Option<&dyn Segmenter>,
    run: &Run<'_>,
) -> Result<Analysed<'d>, SegmentError> {
    let unit = match segmenter {
        Some(_) => UnitKind::Sentence,
        None => UnitKind::Paragraph,
    };
    let units = reading.units(document, Analysis::Topic, unit, run)?;
    let bounds = match (parts, segmenter) {
        (_, _) if units.is_empty() => Vec::new(),
        (Parts::Document, _) => vec![units.len()],
        (_, Some(segmenter)) => segmenter.segment(&units, run)?.bounds,
        _ => passages(&units, PASSAGE_WORDS),
    };
    Ok(Analysed {
        language: units.language,
        units,
        bounds,
    })
}

/// Counts all documents; one that cannot be cut is named and the rest is counted.
pub(super) fn read(
    reading: &Reading<'_>,
    parts: &Parts<'_>,
    filter: &Filter,
    run: &Run<'_>,
) -> Result<Read, TopicsError> {
    let mut counter = Counter::new();
    counter.add(reading, parts, run)?;
    counter.finish(filter)
}

/// Documents that are counted before their texts are dropped.
const DROPPED_AT_ONCE: usize = 8 * AT_ONCE;

/// As [`read`], read as `how` reads; texts are dropped as soon as they are counted.
pub(super) fn read_dropping_texts(
    documents: Vec<Document>,
    how: &Reading<'_>,
    parts: &Parts<'_>,
    filter: &Filter,
    run: &Run<'_>,
) -> Result<Read, TopicsError> {
    let mut counter = Counter::new();
    let total = documents.len();
    let mut rest = documents.into_iter();
    while rest.len() > 0 {
        let part = Pile {
            documents: rest.by_ref().take(DROPPED_AT_ONCE).collect(),
            ..Pile::default()
        };
        let observer = PartObserver {
            observer: run.observer,
            before: total - rest.len() - part.documents.len(),
            total,
        };
        counter.add(&how.over(&part), parts, &run.observed_by(&observer))?;
    }
    // Its memory would still be there while the counts are made.
    drop(rest);
    counter.finish(filter)
}

/// Counts of the documents so far.
struct Counter {
    builder: CorpusBuilder,
    documents: Vec<ReadDocument>,
    spans: Vec<[usize; 2]>,
    warnings: Vec<Warning>,
    failed: Vec<Failure>,
    is_blank: bool,
}

impl Counter {
    fn new() -> Self {
        Self {
            builder: CorpusBuilder::new(),
            documents: Vec::new(),
            spans: Vec::new(),
            warnings: Vec::new(),
            failed: Vec::new(),
            is_blank: true,
        }
    }

    fn add(
        &mut self,
        reading: &Reading<'_>,
        parts: &Parts<'_>,
        run: &Run<'_>,
    ) -> Result<(), TopicsError> {
        for_each(reading, parts, run, |document, analysed| match analysed {
            Ok(analysed) => self.add_one(document, &analysed),
            Err(error) => self.failed.push(per_document::failure(document, &error)),
        })
    }

    fn add_one(&mut self, document: &Document, analysed: &Analysed<'_>) {
        let units = &analysed.units;
        self.is_blank &= units.is_empty();
        self.builder.push(units, &analysed.bounds);
        self.spans.extend(analysed.spans());
        let warnings = per_document::warnings(document, units, Vec::new());
        self.warnings.extend(warnings);
        self.documents.push(ReadDocument {
            id: document.id.clone(),
            landmarks: document.landmarks.clone(),
            title: document.shown_title(),
            time: document.time.clone(),
            language: analysed.language,
        });
    }

    fn finish(self, filter: &Filter) -> Result<Read, TopicsError> {
        if self.is_blank {
            let names = self.documents.iter().map(|document| &*document.id);
            return Err(TopicsError::Input {
                what: "documents",
                problem: format!(
                    "there is nothing but blanks in {}; name other files",
                    made::named(names)
                ),
            });
        }
        Ok(Read {
            corpus: self.builder.finish(filter)?,
            documents: self.documents,
            spans: self.spans,
            warnings: self.warnings,
            failed: self.failed,
        })
    }
}
