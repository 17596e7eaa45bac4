//! `authors`: who wrote which sentence of each document.

mod body;
pub mod eval;
mod page;
mod request;

use crate::capability::{self, Capability};
use crate::report::{Detail, Report};
use crate::{About, Answer, Attachments, Error, Reading, per_document};
use recto_authors::hmm::NOTE;
pub use recto_authors::{
    Agreement, Alternative, Certainty, Evidence, Method, MoreThanOne, Options, Stability, Theta,
    Third, methods,
};
use recto_authors::{AuthorsError, Authorship, Decomposer};
use recto_math::{MethodInfo, Run};
use recto_text::{Analysis, Document, Units, Warning};
use serde_json::json;

pub use body::{AttributedDocument, Body, Segment};
pub use page::report;
pub use request::Request;

/// Finds who wrote which sentences.
#[derive(Debug, Clone, Copy)]
pub struct Attributing {
    /// The methods that can be asked for.
    pub methods: &'static [Method],
}

/// The capability `authors`, with the methods of recto.
pub static AUTHORS: Attributing = Attributing { methods: methods() };

static ABOUT: About = About {
    name: "authors",
    summary: "Find who wrote which sentences",
    examples: EXAMPLES,
    fields: request::FIELDS,
};

impl Capability for Attributing {
    type Request = Request;
    type Body = Body;

    const ABOUT: &'static About = &ABOUT;
    const PAPER_METHOD: &'static str = "bayes-ad";

    fn methods(&self) -> Vec<MethodInfo> {
        self.methods.iter().map(Method::info).collect()
    }

    fn method_of(request: &Request) -> (&str, bool) {
        (&request.method, request.paper)
    }

    fn answer(
        &self,
        reading: &Reading<'_>,
        request: &Request,
        _: &Attachments,
        run: &Run<'_>,
    ) -> Result<Answer<Body>, Error> {
        let method = capability::choose(self.methods, Self::chosen(request))?;
        let decomposer = (method.build)(&Options {
            authors: request.authors,
            theta: request.theta,
            paper: request.paper,
        });
        let decomposer = decomposer.map_err(refused)?;
        let mut named = vec![
            ("paper", json!(request.paper)),
            ("unit", json!(request.unit)),
        ];
        named.extend(request.min_units.map(|n| ("min_units", json!(n))));
        let own = decomposer.parameters();
        let parameters = reading.parameters(method.name, &named, own, run.seed);
        let mut answer = reading.answer("authors", parameters);
        let found = per_document::run(reading, "comparing styles", run, |document, run| {
            attribute(reading, document, request, &*decomposer, run)
        });
        let documents = per_document::collect(reading, found, &mut answer, |error| match error {
            AuthorsError::Cancelled(cancelled) => Ok(*cancelled),
            other => Err(other.into()),
        })?;
        let documents = documents.into_iter().flatten().collect();
        say_once(&mut answer.warnings);
        Ok(answer.with(Body { documents }))
    }

    fn is_empty(&self, body: &Body) -> bool {
        body.documents.is_empty()
    }

    fn report(&self, answer: &Answer<Body>, reading: &Reading<'_>, detail: Detail) -> Report {
        page::report(answer, reading.documents(), detail)
    }
}

const EXAMPLES: &str =
    "  recto authors report.txt                        groups by style, on the terminal
  recto authors report.txt -o report.html         the same as a page, with the text
  recto authors draft.txt --authors 2             the number of authors is known
  recto authors poem.txt --unit line              a unit a line
  recto authors 'essays/*.txt' --format json      for programs, with byte offsets
  recto authors report.txt --paper                as published (BayesAD)";

/// Options that a method refuses before it has seen a text.
fn refused(error: AuthorsError) -> Error {
    match error {
        AuthorsError::Cancelled(cancelled) => cancelled.into(),
        other => Error::request(&other),
    }
}

/// The note on what grouping by style means is said once, whatever the number of documents.
fn say_once(warnings: &mut Vec<Warning>) {
    let mut is_said = false;
    warnings.retain(|warning| {
        let is_note = warning.message == NOTE;
        let is_kept = !(is_note && is_said);
        is_said |= is_note;
        is_kept
    });
}

/// Who wrote what of a document; `None` for one that is shorter than was asked for.
fn attribute(
    reading: &Reading<'_>,
    document: usize,
    request: &Request,
    decomposer: &dyn Decomposer,
    run: &Run<'_>,
) -> Result<(Option<AttributedDocument>, Vec<Warning>), AuthorsError> {
    let units = reading.units(document, Analysis::Style, request.unit, run)?;
    if request.min_units.is_some_and(|least| units.len() < least) {
        return Ok((None, Vec::new()));
    }
    let found = decomposer.decompose(&units, run)?;
    let document = &reading.documents()[document];
    let warnings = per_document::warnings(document, &units, found.warnings.clone());
    let text = request.with_text.then(|| document.text.clone());
    Ok((Some(attributed(document, &units, found, text)), warnings))
}

fn attributed(
    document: &Document,
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
        place: document
            .place(spans[segment.start_unit][0])
            .map(String::from),
    };
    AttributedDocument {
        id: document.id.clone(),
        title: document.shown_title(),
        language: units.language.code.into(),
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
