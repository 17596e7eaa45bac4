//! `segment`: where the topics of each document change.

mod body;
mod chunk;
pub mod eval;
mod likeness;
mod page;
mod pronoun;
mod request;
mod rows;

use crate::capability::{self, Capability};
use crate::report::{Detail, Report};
use crate::{About, Answer, Attachments, Choice, Error, Reading, per_document};
use chunk::Chunking;
use recto_math::{BadParameter, MethodInfo, Run};
pub use recto_segment::bayes::Theta;
use recto_segment::describe::{self, Sides};
pub use recto_segment::{Method, Options, Overlap, PathPoint, Preference, SegmentCount, methods};
use recto_segment::{SegmentError, Segmentation, Segmenter, SimilarityTable, nest};
use recto_text::{Analysis, Units, Warning};
use serde_json::{Map, Value, json};
use std::io;

pub use body::{Body, Evidence, Segment, SegmentedDocument};
pub use likeness::Likeness;
pub use page::report;
pub(crate) use page::{longest, outline};
pub use request::{Headings, Request};

/// Nested levels on a page.
const PAGE_LEVELS: usize = 4;

/// Finds where topics change.
#[derive(Debug, Clone, Copy)]
pub struct Segmenting {
    /// The methods that can be asked for.
    pub methods: &'static [Method],
}

/// The capability `segment`, with the methods of recto.
pub static SEGMENT: Segmenting = Segmenting { methods: methods() };

static ABOUT: About = About {
    name: "segment",
    summary: "Find where topics change",
    examples: EXAMPLES,
    fields: request::FIELDS,
};

impl Capability for Segmenting {
    type Request = Request;
    type Body = Body;

    const ABOUT: &'static About = &ABOUT;
    const PAPER_METHOD: &'static str = "aps";

    fn methods(&self) -> Vec<MethodInfo> {
        self.methods.iter().map(Method::info).collect()
    }

    fn method_of(request: &Request) -> (&str, bool) {
        (&request.method, request.paper)
    }

    /// A page has a slider over the levels and a picture of the text.
    fn prepare(&self, request: &mut Request, detail: Detail) -> bool {
        let is_whole = detail == Detail::Whole;
        if is_whole {
            request.levels.get_or_insert(PAGE_LEVELS);
            request.with_likeness = true;
        }
        is_whole
    }

    fn answer(
        &self,
        reading: &Reading<'_>,
        request: &Request,
        attachments: &Attachments,
        run: &Run<'_>,
    ) -> Result<Answer<Body>, Error> {
        let method = capability::choose(self.methods, Self::chosen(request))?;
        check_overlap(request)?;
        let options = options(request, attachments)?;
        let segmenter = (method.build)(&options).map_err(refused)?;
        let parameters = parameters(method.name, request, reading, &*segmenter, run.seed);
        let mut answer = reading.answer("segment", parameters);
        let found = per_document::run(reading, "segmenting", run, |document, run| {
            let asked = (request, method, &options);
            segment_one(reading, document, asked, run)
        });
        let documents = per_document::collect(reading, found, &mut answer, |error| match error {
            SegmentError::Cancelled(cancelled) => Ok(*cancelled),
            other => Err(other.into()),
        })?;
        Ok(answer.with(Body { documents }))
    }

    fn is_empty(&self, body: &Body) -> bool {
        body.documents.is_empty()
    }

    fn report(&self, answer: &Answer<Body>, reading: &Reading<'_>, detail: Detail) -> Report {
        page::report(answer, reading.documents(), detail)
    }

    fn formats(&self) -> &'static [Choice] {
        FORMATS
    }

    fn write_as(
        &self,
        answer: &Answer<Body>,
        reading: &Reading<'_>,
        _form: &str,
        writer: &mut dyn io::Write,
    ) -> io::Result<()> {
        rows::write(&answer.body, reading, writer)
    }
}

const FORMATS: &[Choice] = &[Choice {
    name: "jsonl",
    help: "A segment a line, with its text, headings and offsets",
}];

/// Refuses an overlap that leaves no room within the bound.
fn check_overlap(request: &Request) -> Result<(), Error> {
    match (request.overlap, request.max_words) {
        (Some(overlap), Some(max)) if overlap.reserved() * 2 > max => {
            let bad = BadParameter::new("overlap", overlap.reserved(), "at most half of max_words");
            Err(refused(bad.into()))
        }
        _ => Ok(()),
    }
}

const EXAMPLES: &str =
    "  recto segment report.txt                        an outline on the terminal
  recto segment report.txt -o report.html         the same as a page, with the text
  recto segment book.txt --segments 12            exactly twelve segments
  recto segment 'minutes/*.txt' --format json     for programs, with byte offsets
  recto segment notes.jsonl --text-field body     a document a row
  recto segment book.txt --max-words 250          chunks for retrieval
  recto segment book.txt --max-words 250 --format jsonl
                                                  the same, a chunk a line with its text
  recto segment book.txt --levels 3 -o book.html  parts, chapters, sections
  cat log.txt | recto segment - --unit line       standard input, a unit a line";

/// Options that a method refuses before it has seen a text.
fn refused(error: SegmentError) -> Error {
    match error {
        SegmentError::Cancelled(cancelled) => cancelled.into(),
        other => Error::request(&other),
    }
}

/// The request as the methods take it, with the files that belong to it.
fn options(request: &Request, attachments: &Attachments) -> Result<Options, Error> {
    let similarity = attachments.file("similarity");
    let similarity = similarity.map(|file| {
        let table = file.text()?.parse::<SimilarityTable>();
        table.map_err(|error| file.problem(&error))
    });
    let each = attachments.file("preference");
    let each =
        each.map(|file| Preference::from_lines(file.text()?).map_err(|error| file.problem(&error)));
    Ok(Options {
        segments: request.segments,
        paper: request.paper,
        granularity: request.granularity,
        min_words: request.min_words,
        max_words: request.max_words,
        headings: request.headings.map(|headings| headings == Headings::Use),
        similarity: similarity.transpose()?,
        preference: each
            .transpose()?
            .or(request.preference.map(Preference::Uniform)),
        window: request.window,
        damping: request.damping,
        theta: request.theta,
        penalty: request.penalty,
    })
}

fn parameters(
    method: &str,
    request: &Request,
    reading: &Reading<'_>,
    segmenter: &dyn Segmenter,
    seed: u64,
) -> Map<String, Value> {
    let mut named = vec![
        ("paper", json!(request.paper)),
        ("unit", json!(request.unit)),
    ];
    if let Some(overlap) = request.overlap {
        named.push(("overlap", json!(overlap)));
    }
    if request.chunk_context {
        named.push(("chunk_context", json!(true)));
    }
    if let Some(n) = request.context_words {
        named.push(("context_words", json!(n)));
    }
    reading.parameters(method, &named, segmenter.parameters(), seed)
}

fn segment_one(
    reading: &Reading<'_>,
    document: usize,
    (request, method, options): (&Request, &Method, &Options),
    run: &Run<'_>,
) -> Result<(SegmentedDocument, Vec<Warning>), SegmentError> {
    let units = reading.units(document, Analysis::Segment, request.unit, run)?;
    let document = &reading.documents()[document];
    let chunking = Chunking::of(request, document, units);
    let units = &*chunking.units;
    let found = (method.build)(&chunking.options(options))?.segment(units, run)?;
    let warnings = per_document::warnings(document, units, found.warnings.clone());
    let mut levels = match request.levels {
        Some(n) => Some(levels(units, &found, n, run)?),
        None => None,
    };
    let likeness = if request.with_likeness {
        likeness::of(units, run)?
    } else {
        None
    };
    let mut segments = chunks(request, &chunking, &found);
    let nested = levels.iter_mut().flatten().flatten();
    for segment in segments.iter_mut().chain(nested) {
        segment.place = document.place(segment.start).map(String::from);
    }
    let segmented = SegmentedDocument {
        id: document.id.clone(),
        title: document.shown_title(),
        language: units.language.code.into(),
        units: units.len(),
        segments,
        levels,
        path: found.path,
        likeness,
        text: request.with_text.then(|| document.text.clone()),
    };
    Ok((segmented, warnings))
}

/// The nested levels with what each segment is about. A coarser boundary is as sure as
/// it is in the finest level.
fn levels(
    units: &Units<'_>,
    found: &Segmentation,
    n: usize,
    run: &Run<'_>,
) -> Result<Vec<Vec<Segment>>, SegmentError> {
    let nested = nest::levels(units, &found.bounds, n, run)?;
    let sure = |bound: usize| {
        let at = found.bounds.binary_search(&bound).ok()?;
        *found.confidence.get(at + 1)?
    };
    let level = |bounds: Vec<usize>| {
        let confidence = [None]
            .into_iter()
            .chain(bounds.iter().map(|&bound| sure(bound)));
        let confidence = confidence.take(bounds.len()).collect();
        segments(
            units,
            &Segmentation {
                bounds,
                confidence,
                ..Segmentation::default()
            },
        )
    };
    Ok(nested.into_iter().map(level).collect())
}

/// The segments, with what they share and what stands above them if asked for.
fn chunks(request: &Request, chunking: &Chunking<'_>, found: &Segmentation) -> Vec<Segment> {
    let mut segments = segments(&chunking.units, found);
    let contexts = chunking.contexts(request, &segments);
    for (segment, context) in segments.iter_mut().zip(contexts) {
        segment.context = context;
    }
    if let Some(starts) = chunking.overlaps(request, &found.bounds) {
        for (segment, start) in segments.iter_mut().zip(starts) {
            segment.overlap_start = Some(start);
        }
    }
    segments
}

fn segments(units: &Units<'_>, found: &Segmentation) -> Vec<Segment> {
    let (described, sides) = if found.by_structure {
        let none = vec![None; found.bounds.len()];
        (describe::outline(units, &found.bounds), none)
    } else {
        let described = describe::describe(units, &found.bounds);
        (described, describe::sides(units, &found.bounds))
    };
    let mut start = 0;
    let mut segments = Vec::with_capacity(found.bounds.len());
    for (i, (about, sides)) in described.into_iter().zip(sides).enumerate() {
        let end = found.bounds[i];
        let chosen = found.centers.as_ref().and_then(|centers| centers.get(i));
        segments.push(Segment {
            start_unit: start,
            end_unit: end,
            start: units.opening(start),
            end: units.units[end - 1].span.end,
            center_unit: chosen.copied().unwrap_or(about.center_unit),
            title: about.title,
            words: about.words,
            terms: about.terms,
            confidence: found.confidence[i],
            evidence: sides.map(|Sides { left, right }| Evidence { left, right }),
            overlap_start: None,
            context: None,
            place: None,
            opening_end: units.units[start].span.end,
        });
        start = end;
    }
    segments
}
