//! `summarize`: what is worth reading in a pile, for a question, since last time.

mod body;
pub mod eval;
mod page;
mod read;
mod request;
mod resolve;

pub use body::{Body, NamedSummary, Order, Summarized, SummarySentence};
pub use page::report;
pub(crate) use page::{Sources, gist};
pub use read::Reader;
pub(crate) use read::{allow_more, budget, check, new_pool};
pub(crate) use request::{
    BYTES, MAX_PAIRS, OPEN, POSITION_WEIGHT, SENTENCES, THRESHOLD, TIES, UNIT, WORDS,
    size as length,
};
pub use request::{BadSentences, Request, Sentences};
pub(crate) use resolve::SentenceResolver;

use crate::capability::{self, Capability};
use crate::report::{Detail, Report};
use crate::{About, Answer, Attachments, Error, Reading, per_document};
use recto_math::{MethodInfo, Notice, Remedy, Run};
use recto_summarize::SummarizeError;
pub use recto_summarize::{
    Budget, Explain, Limit, Method, Options, Policy, QueryStyle, Select, Ties, Updates, methods,
};
use recto_text::{Document, Failure, Pile, Set, Warning};
use serde_json::{Value, json};
use std::ops::Range;

/// How long a summary is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Size {
    /// So many words, bytes or sentences.
    Limit(Limit),
    /// This part of the sentences, 0 to 1; at least one.
    Share(f64),
}

/// Summarises documents.
#[derive(Debug, Clone, Copy)]
pub struct Summarizing {
    /// The methods that can be asked for.
    pub methods: &'static [Method],
}

/// The capability `summarize`, with the methods of recto.
pub static SUMMARIZE: Summarizing = Summarizing { methods: methods() };

static ABOUT: About = About {
    name: "summarize",
    summary: "Summarise documents; answer a query; show only what is new",
    examples: EXAMPLES,
    fields: request::FIELDS,
};

impl Capability for Summarizing {
    type Request = Request;
    type Body = Body;

    const ABOUT: &'static About = &ABOUT;
    const PAPER_METHOD: &'static str = "mds";

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
        attachments: &Attachments,
        run: &Run<'_>,
    ) -> Result<Answer<Body>, Error> {
        let method = capability::choose(self.methods, Self::chosen(request))?;
        let summarizer = (method.build)(&request.options()).map_err(refused)?;
        check_request(request, reading.pile())?;
        let size = request.size()?;
        check(size).map_err(refused)?;
        let since = attachments.documents("since");
        let known: &[Document] = since.map_or(&[], |pile| &pile.documents);
        let named = [
            ("paper", json!(request.paper)),
            named_size(size),
            ("overshoot", json!(request.overshoot)),
            ("query", json!(request.query)),
            ("since", json!(known.len())),
            ("order", json!(request.order)),
            ("unit", json!(request.unit)),
        ];
        let own = summarizer.parameters();
        let parameters = reading.parameters(method.name, &named, own, run.seed);
        let mut answer = reading.answer("summarize", parameters);
        answer.warnings.extend(unused(reading.pile(), request));
        let tasks = tasks(reading.pile(), request, known);
        let asked = read::Asked {
            reading,
            request,
            size,
            method: &*summarizer,
        };
        let done = per_document::run_all(&tasks, "summarizing", run, |task, run| {
            asked.summarize(task, run)
        });
        let done: Vec<read::Done> = done
            .into_iter()
            .collect::<Result<_, _>>()
            .map_err(refused)?;
        answer.decide(done.iter().map(|done| &done.decided));
        let mut summaries = Vec::new();
        for (task, done) in tasks.iter().zip(done) {
            if done.summary.candidates == 0 {
                answer.failed.push(nothing(task, reading));
                continue;
            }
            answer.warnings.extend(done.warnings);
            summaries.push(NamedSummary {
                id: task.id.clone(),
                summary: done.summary,
            });
        }
        // The documents of a row share their line.
        answer.warnings.dedup();
        if let Some(pile) = since {
            answer.warnings.extend(pile.warnings.iter().cloned());
        }
        let is_set = !reading.pile().sets.is_empty();
        Ok(answer.with(Body::of(summaries, is_set)))
    }

    fn is_empty(&self, body: &Body) -> bool {
        body.is_empty()
    }

    fn report(&self, answer: &Answer<Body>, reading: &Reading<'_>, detail: Detail) -> Report {
        page::report(answer, reading.documents(), detail)
    }
}

const EXAMPLES: &str =
    "  recto summarize articles/                         the gist in five sentences
  recto summarize report.txt --sentences 5%         one sentence in twenty
  recto summarize leak/ --query 'payments to the ministry' -o leak.html
                                                    what answers a question, as a page
  recto summarize today/ --since yesterday/ --words 60
                                                    only what is new
  recto summarize clusters.jsonl --words 200 --format json
                                                    rows with a list `documents`: a summary each
  recto summarize notes.txt --method lexrank        another way to choose";

/// A wrong parameter is the request's, everything else the input's.
pub(crate) fn refused(error: SummarizeError) -> Error {
    match error {
        SummarizeError::Cancelled(cancelled) => cancelled.into(),
        SummarizeError::Parameter(_) | SummarizeError::NoQuery { .. } => Error::request(&error),
        other => Error::input(&other),
    }
}

/// Refuses requests that mean nothing for this pile.
fn check_request(request: &Request, pile: &Pile) -> Result<(), Error> {
    let query = request.query.as_deref();
    if query.is_some_and(|query| query.trim().is_empty()) {
        return Err(Error::request(
            "the query is empty; ask something, or leave it out",
        ));
    }
    let of_rows = match (request.row_query, request.row_since) {
        (true, _) => Some("row_query"),
        (false, true) => Some("row_since"),
        (false, false) => None,
    };
    if let Some(field) = of_rows
        && pile.sets.is_empty()
    {
        let notice = Notice::from("no row of the documents has a list `documents`");
        return Err(Error::request(notice.with(Remedy::Omit(field))));
    }
    Ok(())
}

/// Documents that are summarised together.
struct Task<'p> {
    id: String,
    /// Places in the pile.
    documents: Range<usize>,
    since: &'p [Document],
    query: Option<&'p str>,
    /// Whether it is a row of a set.
    row: bool,
}

fn tasks<'p>(pile: &'p Pile, request: &'p Request, known: &'p [Document]) -> Vec<Task<'p>> {
    let query = request.query.as_deref();
    if pile.sets.is_empty() {
        let id = pile.documents.first().map(|document| document.id.clone());
        return vec![Task {
            id: id.unwrap_or_default(),
            documents: 0..pile.documents.len(),
            since: known,
            query,
            row: false,
        }];
    }
    let of_set = |set: &'p Set| {
        let since = if request.row_since {
            &set.since[..]
        } else {
            known
        };
        let task = move |id: String, query: Option<&'p str>| Task {
            id,
            documents: set.documents.clone(),
            since,
            query,
            row: true,
        };
        let queries: Vec<Task<'p>> = match (request.row_query, &set.queries[..]) {
            (false, _) | (true, []) => vec![task(set.id.clone(), query)],
            (true, [only]) => vec![task(set.id.clone(), Some(only))],
            (true, many) => {
                let numbered = many.iter().enumerate();
                let named =
                    numbered.map(|(i, query)| task(format!("{}/{}", set.id, i + 1), Some(query)));
                named.collect()
            }
        };
        queries
    };
    pile.sets.iter().flat_map(of_set).collect()
}

/// What rows say that was not asked to be used.
fn unused(pile: &Pile, request: &Request) -> Vec<Warning> {
    let sets = &pile.sets;
    let mut notices: Vec<Notice> = Vec::new();
    if !request.row_since && sets.iter().any(|set| !set.since.is_empty()) {
        let set = Remedy::When("to use it", &Remedy::Set(&["row_since"]));
        notices.push(Notice::from("rows contain `since`, which is not used").with(set));
    }
    if !request.row_query && sets.iter().any(|set| set.queries.len() > 1) {
        let set = Remedy::When("to use them", &Remedy::Set(&["row_query"]));
        notices.push(Notice::from("rows contain `queries`, which are not used").with(set));
    }
    let outside = sets.first().is_some_and(|first| first.documents.start > 0)
        || sets
            .last()
            .is_some_and(|last| last.documents.end < pile.documents.len());
    if outside {
        notices.push("documents that are not in a row of `documents` were left out".into());
    }
    notices.into_iter().map(Warning::new).collect()
}

fn nothing(task: &Task<'_>, reading: &Reading<'_>) -> Failure {
    let message = "nothing to summarize: no sentence has a word that is more than a function word; \
                   name other files";
    match reading.documents()[task.documents.clone()].first() {
        Some(document) => per_document::failure(document, message),
        None => Failure::new(&task.id, message),
    }
}

/// A size by the name of its field.
pub(crate) fn named_size(size: Size) -> (&'static str, Value) {
    match size {
        Size::Limit(Limit::Words(n)) => ("words", json!(n)),
        Size::Limit(Limit::Bytes(n)) => ("bytes", json!(n)),
        Size::Limit(Limit::Sentences(n)) => ("sentences", json!(n)),
        Size::Share(share) => ("share", json!(share)),
    }
}
