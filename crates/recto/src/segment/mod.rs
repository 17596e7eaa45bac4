//! `recto segment`: a pile of documents, each cut where its topics change.

mod likeness;
mod page;

use crate::{Answer, VERSION, each};
use recto_math::Run;
pub use recto_segment::bayes::Theta;
use recto_segment::describe::{self, Sides};
pub use recto_segment::{
    Method, Options, PathPoint, Preference, SegmentCount, SegmentError, SimilarityTable, methods,
};
use recto_segment::{Segmentation, Segmenter, nest};
use recto_text::{Analysis, Analyzer, Document, Language, Limits, Pile, UnitKind, Units, Warning};
use serde::Serialize;
use serde_json::{Map, Value, json};

pub use likeness::Likeness;
pub use page::report;

/// What is asked.
#[derive(Debug, Clone)]
pub struct Request<'m> {
    /// A row of the table of methods.
    pub method: &'m Method,
    /// What is asked of the method.
    pub options: Options,
    /// What a unit is.
    pub unit: UnitKind,
    /// The language of all documents; `None` detects each one's.
    pub language: Option<&'static Language>,
    /// Limits on the text.
    pub limits: Limits,
    /// Whether the answer holds the documents' text.
    pub with_text: bool,
    /// How many nested levels to give.
    pub levels: Option<usize>,
    /// Whether to compare neighbouring units, for a picture of the text.
    pub with_likeness: bool,
}

impl<'m> Request<'m> {
    /// A request that leaves all to the method.
    pub fn new(method: &'m Method) -> Self {
        Self {
            method,
            options: Options::default(),
            unit: UnitKind::default(),
            language: None,
            limits: Limits::default(),
            with_text: false,
            levels: None,
            with_likeness: false,
        }
    }
}

/// The command's own keys.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Segmented {
    /// Each document that could be cut.
    pub documents: Vec<SegmentedDocument>,
}

/// One document and its segments.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SegmentedDocument {
    /// The document's id.
    pub id: String,
    /// The code of the language that it was analysed in.
    pub language: &'static str,
    /// How many units it has.
    pub units: usize,
    /// The segments in order; they cover all units.
    pub segments: Vec<Segment>,
    /// Nested segmentations, coarsest first, the last one `segments`; if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<Vec<Vec<Segment>>>,
    /// Other numbers of segments and where they are best, from methods that know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<PathPoint>,
    /// How alike neighbouring units are, if asked for; never in the JSON.
    #[serde(skip)]
    pub likeness: Option<Likeness>,
    /// The text that offsets refer to, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// One segment.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Segment {
    /// Its first unit.
    pub start_unit: usize,
    /// One past its last unit.
    pub end_unit: usize,
    /// Its first byte.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// The unit most like the whole of it.
    pub center_unit: usize,
    /// A phrase of the text.
    pub title: String,
    /// How many words, stop words counted.
    pub words: usize,
    /// The words that set it apart, with their weights.
    pub terms: Vec<(String, f64)>,
    /// How sure the boundary at `start` is, from 0 to 1.
    pub confidence: Option<f64>,
    /// The words that differ across the boundary at `start`.
    pub evidence: Option<Evidence>,
    /// One past the last byte of its first unit: what a reader is shown first.
    #[serde(skip)]
    pub opening_end: usize,
}

/// The words that tell a segment from the one before it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Evidence {
    /// Words of the segment before.
    pub left: Vec<(String, f64)>,
    /// Words of this one.
    pub right: Vec<(String, f64)>,
}

/// Segments every document of a pile. A document that cannot be cut is named in
/// `failed`, and the others are done.
///
/// # Errors
/// [`SegmentError::Parameter`] if the method cannot take the options;
/// [`SegmentError::Cancelled`] if the observer asks to stop.
pub fn run(
    pile: &Pile,
    request: &Request<'_>,
    run: &Run<'_>,
) -> Result<Answer<Segmented>, SegmentError> {
    let segmenter = (request.method.build)(&request.options)?;
    let mut answer = Answer {
        recto: VERSION,
        command: "segment",
        parameters: parameters(request, segmenter.as_ref(), run.seed),
        warnings: pile.warnings.clone(),
        failed: pile.failed.clone(),
        body: Segmented {
            documents: Vec::with_capacity(pile.documents.len()),
        },
    };
    let found: Vec<Found> = run.install(|| {
        each::item(&pile.documents, "segmenting", run, |document, run| {
            segment_one(document, request, segmenter.as_ref(), run)
        })
    });
    for (document, found) in pile.documents.iter().zip(found) {
        match found {
            Ok((segmented, warnings)) => {
                answer.warnings.extend(warnings);
                answer.body.documents.push(segmented);
            }
            Err(SegmentError::Cancelled(cancelled)) => return Err(cancelled.into()),
            Err(error) => answer.failed.push(each::failure(document, &error)),
        }
    }
    Ok(answer)
}

fn parameters(request: &Request<'_>, segmenter: &dyn Segmenter, seed: u64) -> Map<String, Value> {
    let named = [
        ("paper", json!(request.options.paper)),
        ("unit", json!(request.unit)),
    ];
    let own = segmenter.parameters();
    each::parameters(request.method.name, &named, request.language, own, seed)
}

type Found = Result<(SegmentedDocument, Vec<Warning>), SegmentError>;

fn segment_one(
    document: &Document,
    request: &Request<'_>,
    segmenter: &dyn Segmenter,
    run: &Run<'_>,
) -> Found {
    let language = request
        .language
        .unwrap_or_else(|| Language::detect(&document.text));
    let analyzer = Analyzer::with_limits(Analysis::Segment, language, &request.limits);
    let units = analyzer
        .units(document, request.unit, run)
        .map_err(SegmentError::from)?;
    let found = segmenter.segment(&units, run)?;
    let warnings = each::warnings(document, &units, found.warnings.clone());
    let levels = match request.levels {
        Some(n) => Some(levels(&units, &found, n, run)?),
        None => None,
    };
    let likeness = match request.with_likeness {
        true => likeness::of(&units, run)?,
        false => None,
    };
    let segmented = SegmentedDocument {
        id: document.id.clone(),
        language: language.code,
        units: units.len(),
        segments: segments(&units, &found),
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

fn segments(units: &Units<'_>, found: &Segmentation) -> Vec<Segment> {
    let described = describe::describe(units, &found.bounds);
    let sides = describe::sides(units, &found.bounds);
    let mut start = 0;
    let mut segments = Vec::with_capacity(found.bounds.len());
    for (i, (about, sides)) in described.into_iter().zip(sides).enumerate() {
        let end = found.bounds[i];
        let chosen = found.centers.as_ref().and_then(|centers| centers.get(i));
        segments.push(Segment {
            start_unit: start,
            end_unit: end,
            start: units.units[start].span.start,
            end: units.units[end - 1].span.end,
            center_unit: chosen.copied().unwrap_or(about.center_unit),
            title: about.title,
            words: about.words,
            terms: about.terms,
            confidence: found.confidence[i],
            evidence: sides.map(|Sides { left, right }| Evidence { left, right }),
            opening_end: units.units[start].span.end,
        });
        start = end;
    }
    segments
}
