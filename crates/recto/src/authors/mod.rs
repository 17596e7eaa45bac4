//! `recto authors`: a pile of documents, each divided by who wrote which sentence.

mod page;

use crate::{Answer, VERSION, each};
use recto_authors::hmm::NOTE;
pub use recto_authors::{
    Agreement, Alternative, AuthorsError, Certainty, Evidence, Method, MoreThanOne, Options,
    Stability, Theta, Third, methods,
};
use recto_authors::{Authorship, Decomposer};
use recto_math::Run;
use recto_text::{Analysis, Analyzer, Document, Language, Limits, Pile, UnitKind, Units, Warning};
use serde::Serialize;
use serde_json::{Map, Value, json};

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
        }
    }
}

/// The command's own keys.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Attributed {
    /// Each document that could be divided.
    pub documents: Vec<AttributedDocument>,
}

/// One document and who wrote what of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AttributedDocument {
    /// The document's id.
    pub id: String,
    /// The code of the language that it was analysed in.
    pub language: &'static str,
    /// How many groups.
    pub authors: usize,
    /// How many units it has.
    pub units: usize,
    /// The group of each unit, numbered by first appearance.
    pub labels: Vec<usize>,
    /// How sure each label is; `None` from methods that do not say.
    pub certainty: Option<Vec<Certainty>>,
    /// Whether there is more than one author at all.
    pub more_than_one_author: MoreThanOne,
    /// Runs of units of one group.
    pub segments: Vec<Segment>,
    /// What marks each group.
    pub evidence: Vec<Evidence>,
    /// First and last byte, exclusive, of each unit.
    pub spans: Vec<[usize; 2]>,
    /// How well the answer holds when other features are looked at.
    pub agreement: Option<Agreement>,
    /// How much better two styles explain a token than one does, in nats.
    pub style_gain: Option<f64>,
    /// What other numbers of groups would give.
    pub alternatives: Vec<Alternative>,
    /// How much the answer hangs on the prior.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stability: Vec<Stability>,
    /// The text that offsets refer to, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// A run of units of one group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Segment {
    /// Its first unit.
    pub start_unit: usize,
    /// One past its last unit.
    pub end_unit: usize,
    /// Its first byte.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// The group.
    pub author: usize,
}

/// Divides every document of a pile. A document that cannot be divided is named in
/// `failed`, and the others are done.
///
/// # Errors
/// [`AuthorsError::Parameter`] if the method cannot take the options;
/// [`AuthorsError::Cancelled`] if the observer asks to stop.
pub fn run(
    pile: &Pile,
    request: &Request<'_>,
    run: &Run<'_>,
) -> Result<Answer<Attributed>, AuthorsError> {
    let decomposer = (request.method.build)(&request.options)?;
    let mut answer = Answer {
        recto: VERSION,
        command: "authors",
        parameters: parameters(request, decomposer.as_ref(), run.seed),
        warnings: pile.warnings.clone(),
        failed: pile.failed.clone(),
        body: Attributed {
            documents: Vec::with_capacity(pile.documents.len()),
        },
    };
    let found: Vec<Found> = run.install(|| {
        each::item(&pile.documents, "comparing styles", run, |document, run| {
            attribute(document, request, decomposer.as_ref(), run)
        })
    });
    for (document, found) in pile.documents.iter().zip(found) {
        match found {
            Ok((attributed, warnings)) => {
                let is_said = answer.warnings.iter().any(is_note);
                let new = warnings.into_iter().filter(|w| !(is_said && is_note(w)));
                answer.warnings.extend(new);
                answer.body.documents.push(attributed);
            }
            Err(AuthorsError::Cancelled(cancelled)) => return Err(cancelled.into()),
            Err(error) => answer.failed.push(each::failure(document, &error)),
        }
    }
    Ok(answer)
}

/// The note on what grouping by style means is said once, whatever the number of documents.
fn is_note(warning: &Warning) -> bool {
    warning.message == NOTE
}

fn parameters(request: &Request<'_>, decomposer: &dyn Decomposer, seed: u64) -> Map<String, Value> {
    let named = [
        ("paper", json!(request.options.paper)),
        ("unit", json!(request.unit)),
    ];
    let own = decomposer.parameters();
    each::parameters(request.method.name, &named, request.language, own, seed)
}

type Found = Result<(AttributedDocument, Vec<Warning>), AuthorsError>;

fn attribute(
    document: &Document,
    request: &Request<'_>,
    decomposer: &dyn Decomposer,
    run: &Run<'_>,
) -> Found {
    let language = request
        .language
        .unwrap_or_else(|| Language::detect(&document.text));
    let analyzer = Analyzer::with_limits(Analysis::Style, language, &request.limits);
    let units = analyzer
        .units(document, request.unit, run)
        .map_err(AuthorsError::from)?;
    let found = decomposer.decompose(&units, run)?;
    let warnings = each::warnings(document, &units, found.warnings.clone());
    let text = request.with_text.then(|| document.text.clone());
    Ok((
        attributed(document, language, &units, found, text),
        warnings,
    ))
}

fn attributed(
    document: &Document,
    language: &Language,
    units: &Units<'_>,
    found: Authorship,
    text: Option<String>,
) -> AttributedDocument {
    let spans = units.units.iter().map(|unit| unit.span);
    let spans: Vec<[usize; 2]> = spans.map(|span| [span.start, span.end]).collect();
    let segment = |segment: &recto_authors::Segment| Segment {
        start_unit: segment.start_unit,
        end_unit: segment.end_unit,
        start: spans[segment.start_unit][0],
        end: spans[segment.end_unit - 1][1],
        author: segment.author,
    };
    AttributedDocument {
        id: document.id.clone(),
        language: language.code,
        authors: found.count,
        units: units.len(),
        certainty: found.certainty,
        more_than_one_author: found.more_than_one_author,
        segments: found.segments.iter().map(segment).collect(),
        evidence: found.evidence,
        agreement: found.agreement,
        style_gain: found.style_gain,
        alternatives: found.alternatives,
        stability: found.stability,
        labels: found.labels,
        spans,
        text,
    }
}
