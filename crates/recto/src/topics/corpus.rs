//! From a pile to counts of segments, with the place of each segment in its text.

use super::{Request, TopicsError};
use crate::each;
use recto_math::Run;
use recto_segment::{Method as Segmenting, Options as Wishes, SegmentError, Segmenter};
use recto_text::{Analysis, Analyzer, Document, Failure, Language, UnitKind, Units, Warning};
use recto_topics::corpus::passages;
use recto_topics::{Corpus, CorpusBuilder};

/// Kept words in a passage: paragraphs are joined up to this.
const PASSAGE: usize = 40;

/// What a segment of a document is.
#[derive(Debug, Clone, Copy)]
pub enum Parts<'m> {
    /// Paragraphs, short ones joined.
    Passages,
    /// The whole document.
    Document,
    /// What a method of `recto segment` finds.
    Segments(&'m Segmenting),
}

impl Parts<'_> {
    /// Its name on the command line.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Passages => "passages",
            Self::Document => "document",
            Self::Segments(method) => method.name,
        }
    }
}

/// What was read.
pub(super) struct Read<'d> {
    pub(super) corpus: Corpus,
    pub(super) documents: Vec<ReadDocument<'d>>,
    /// Bytes of each segment.
    pub(super) spans: Vec<[usize; 2]>,
    pub(super) warnings: Vec<Warning>,
    pub(super) failed: Vec<Failure>,
}

impl Read<'_> {
    /// The document of a segment and its bytes.
    pub(super) fn place(&self, segment: usize) -> (usize, [usize; 2]) {
        let ends = self.corpus.ends();
        let document = ends.partition_point(|&end| end <= segment);
        (document, self.spans[segment])
    }
}

/// A document that was counted.
pub(super) struct ReadDocument<'d> {
    pub(super) id: &'d str,
    pub(super) time: Option<&'d str>,
    pub(super) language: &'static Language,
}

/// A document in units, and where its segments end.
pub(super) struct Analysed<'d> {
    pub(super) units: Units<'d>,
    pub(super) bounds: Vec<usize>,
    pub(super) language: &'static Language,
}

impl Analysed<'_> {
    /// The bytes of each segment.
    pub(super) fn spans(&self) -> Vec<[usize; 2]> {
        let mut start = 0;
        let span = |&end: &usize| {
            let units = &self.units.units;
            let span = [units[start].span.start, units[end - 1].span.end];
            start = end;
            span
        };
        self.bounds.iter().map(span).collect()
    }
}

/// Analyses documents, in parallel; one that cannot be cut into segments is an error of
/// its own.
pub(super) fn analyse<'d>(
    documents: &'d [Document],
    request: &Request<'_>,
    run: &Run<'_>,
) -> Result<Vec<Result<Analysed<'d>, SegmentError>>, TopicsError> {
    let segmenter = match request.parts {
        Parts::Segments(method) => Some((method.build)(&Wishes::default())),
        _ => None,
    };
    let segmenter = segmenter.transpose().map_err(|error| TopicsError::Input {
        what: "parts",
        problem: error.to_string(),
    })?;
    // The work borrows from the documents themselves, not from the closure's argument.
    let places: Vec<usize> = (0..documents.len()).collect();
    let numbered = each::item(&places, "reading", run, |&i, run| {
        analyse_one(&documents[i], request, segmenter.as_deref(), run)
    });
    for analysed in &numbered {
        if let Err(SegmentError::Cancelled(cancelled)) = analysed {
            return Err((*cancelled).into());
        }
    }
    Ok(numbered)
}

fn analyse_one<'d>(
    document: &'d Document,
    request: &Request<'_>,
    segmenter: Option<&dyn Segmenter>,
    run: &Run<'_>,
) -> Result<Analysed<'d>, SegmentError> {
    let language = request
        .language
        .unwrap_or_else(|| Language::detect(&document.text));
    let unit = match segmenter {
        Some(_) => UnitKind::Sentence,
        None => UnitKind::Paragraph,
    };
    let analyzer = Analyzer::with_limits(Analysis::Topic, language, &request.limits);
    let units = analyzer.units(document, unit, run)?;
    let bounds = match (request.parts, segmenter) {
        (_, _) if units.is_empty() => Vec::new(),
        (Parts::Document, _) => vec![units.len()],
        (_, Some(segmenter)) => segmenter.segment(&units, run)?.bounds,
        _ => passages(&units, PASSAGE),
    };
    Ok(Analysed {
        units,
        bounds,
        language,
    })
}

/// Counts all documents; one that cannot be cut is named and the rest is counted.
pub(super) fn read<'d>(
    documents: &'d [Document],
    request: &Request<'_>,
    run: &Run<'_>,
) -> Result<Read<'d>, TopicsError> {
    let analysed = analyse(documents, request, run)?;
    if analysed
        .iter()
        .flatten()
        .all(|analysed| analysed.units.is_empty())
    {
        return Err(TopicsError::Input {
            what: "documents",
            problem: "there is nothing but blanks in them; name other files".into(),
        });
    }
    let mut builder = CorpusBuilder::new();
    let (mut kept, mut spans) = (Vec::new(), Vec::new());
    let (mut warnings, mut failed) = (Vec::new(), Vec::new());
    for (document, analysed) in documents.iter().zip(analysed) {
        match analysed {
            Ok(analysed) => {
                builder.push(&analysed.units, &analysed.bounds);
                spans.extend(analysed.spans());
                warnings.extend(each::warnings(document, &analysed.units, Vec::new()));
                kept.push(ReadDocument {
                    id: &document.id,
                    time: document.time.as_deref(),
                    language: analysed.language,
                });
            }
            Err(error) => failed.push(each::failure(document, &error)),
        }
    }
    Ok(Read {
        corpus: builder.finish(&request.filter)?,
        documents: kept,
        spans,
        warnings,
        failed,
    })
}
