//! `recto summarize`: what is worth reading in a pile, for a question, since last time.

mod found;
mod page;
mod read;

pub(crate) use found::Book;
pub use found::{Found, NamedSummary, Order, Summarized, SummarySentence};
pub use page::report;
pub(crate) use page::{Sources, counted, gist};
pub(crate) use read::{Reader, budget, check};

use crate::{Answer, VERSION, each};
use recto_math::Run;
pub use recto_summarize::{
    Budget, Explain, Limit, Method, Options, Policy, QueryStyle, Select, SummarizeError, Ties,
    Updates, methods,
};
use recto_text::{Document, Failure, Language, Limits, Pile, Set, UnitKind, Warning};
use serde_json::{Map, Value, json};

/// How long a summary is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Size {
    /// So many words, bytes or sentences.
    Limit(Limit),
    /// This part of the sentences, 0 to 1; at least one.
    Share(f64),
}

impl Default for Size {
    fn default() -> Self {
        Self::Limit(Limit::Sentences(5))
    }
}

/// Which words of a row of a set are heeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OfRows {
    /// Its `query` or `queries`.
    pub query: bool,
    /// Its `since`.
    pub since: bool,
}

/// What is asked.
#[derive(Debug, Clone)]
pub struct Request<'m> {
    /// A row of the table of methods.
    pub method: &'m Method,
    /// What is asked of the method.
    pub options: Options,
    /// How long the summary is.
    pub size: Size,
    /// Whether the last sentence may exceed it.
    pub policy: Policy,
    /// What the summary should answer.
    pub query: Option<String>,
    /// What the reader knows already.
    pub since: Vec<Document>,
    /// What is taken from the rows of a set.
    pub of_rows: OfRows,
    /// In which order sentences are told.
    pub order: Order,
    /// What may be chosen as a whole.
    pub unit: UnitKind,
    /// The language of all documents; `None` detects that of each pile.
    pub language: Option<&'static Language>,
    /// Limits on the text.
    pub limits: Limits,
}

impl<'m> Request<'m> {
    /// A request that leaves all to the method.
    pub fn new(method: &'m Method) -> Self {
        Self {
            method,
            options: Options::default(),
            size: Size::default(),
            policy: Policy::Fit,
            query: None,
            since: Vec::new(),
            of_rows: OfRows::default(),
            order: Order::Text,
            unit: UnitKind::Sentence,
            language: None,
            limits: Limits::default(),
        }
    }
}

/// Documents that are summarised together.
struct Task<'p> {
    id: String,
    documents: &'p [Document],
    since: &'p [Document],
    query: Option<&'p str>,
    /// Whether it is a row of a set.
    row: bool,
}

/// Summarises a pile, or each row of a set of piles.
///
/// # Errors
/// [`SummarizeError`] if the method cannot take the options, or if the observer asks to
/// stop. A pile without a sentence is no error; it is named in [`Answer::failed`].
pub fn run(
    pile: &Pile,
    request: &Request<'_>,
    run: &Run<'_>,
) -> Result<Answer<Found>, SummarizeError> {
    run.install(|| find(pile, request, run))
}

fn find(
    pile: &Pile,
    request: &Request<'_>,
    run: &Run<'_>,
) -> Result<Answer<Found>, SummarizeError> {
    let method = (request.method.build)(&request.options)?;
    check(request.size)?;
    let tasks = tasks(pile, request);
    let done = each::item(&tasks, "summarizing", run, |task, run| {
        read::summarize(task, method.as_ref(), request, run)
    });
    let mut failed = pile.failed.clone();
    let mut warnings = pile.warnings.clone();
    warnings.extend(unused(pile, request));
    let mut summaries = Vec::new();
    for (task, done) in tasks.iter().zip(done) {
        let done = done?;
        if done.summary.candidates == 0 {
            failed.push(nothing(task));
            continue;
        }
        warnings.extend(done.warnings);
        summaries.push(NamedSummary {
            id: task.id.clone(),
            summary: done.summary,
        });
    }
    // The documents of a row share their line.
    warnings.dedup();
    let is_set = !pile.sets.is_empty();
    Ok(Answer {
        recto: VERSION,
        command: "summarize",
        parameters: parameters(request, method.parameters(), run.seed),
        warnings,
        failed,
        body: Found::of(summaries, is_set),
    })
}

fn tasks<'p>(pile: &'p Pile, request: &'p Request<'_>) -> Vec<Task<'p>> {
    let query = request.query.as_deref();
    if pile.sets.is_empty() {
        let id = pile.documents.first().map(|document| document.id.clone());
        return vec![Task {
            id: id.unwrap_or_default(),
            documents: &pile.documents,
            since: &request.since,
            query,
            row: false,
        }];
    }
    let of_set = |set: &'p Set| {
        let since = match request.of_rows.since {
            true => &set.since[..],
            false => &request.since[..],
        };
        let task = move |id: String, query: Option<&'p str>| Task {
            id,
            documents: &pile.documents[set.documents.clone()],
            since,
            query,
            row: true,
        };
        let queries: Vec<Task<'p>> = match (request.of_rows.query, &set.queries[..]) {
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

/// What rows say that was not asked to be heeded.
fn unused(pile: &Pile, request: &Request<'_>) -> Vec<Warning> {
    let sets = &pile.sets;
    let mut messages = Vec::new();
    if !request.of_rows.since && sets.iter().any(|set| !set.since.is_empty()) {
        messages.push("rows have `since`, which is not heeded without --row-since");
    }
    if !request.of_rows.query && sets.iter().any(|set| set.queries.len() > 1) {
        messages.push("rows have `queries`, which are not heeded without --row-query");
    }
    let outside = sets.first().is_some_and(|first| first.documents.start > 0)
        || sets
            .last()
            .is_some_and(|last| last.documents.end < pile.documents.len());
    if outside {
        messages.push("documents that are not in a row of `documents` were left out");
    }
    let warn = |message: &str| Warning {
        message: message.into(),
        file: None,
        line: None,
    };
    messages.into_iter().map(warn).collect()
}

fn nothing(task: &Task<'_>) -> Failure {
    let message = "nothing to summarize: no sentence has three words, one of them more than a function \
                   word; name other files";
    match task.documents.first() {
        Some(document) => each::failure(document, &message),
        None => Failure {
            file: task.id.clone(),
            message: message.into(),
        },
    }
}

fn parameters(request: &Request<'_>, own: Value, seed: u64) -> Map<String, Value> {
    let named = [
        ("paper", json!(request.options.paper)),
        size(request.size),
        ("overshoot", json!(request.policy == Policy::Overshoot)),
        ("query", json!(request.query)),
        ("since", json!(request.since.len())),
        ("order", json!(request.order)),
        ("unit", json!(request.unit)),
    ];
    each::parameters(request.method.name, &named, request.language, own, seed)
}

/// A size by the name of its flag.
pub(crate) fn size(size: Size) -> (&'static str, Value) {
    match size {
        Size::Limit(Limit::Words(n)) => ("words", json!(n)),
        Size::Limit(Limit::Bytes(n)) => ("bytes", json!(n)),
        Size::Limit(Limit::Sentences(n)) => ("sentences", json!(n)),
        Size::Share(share) => ("share", json!(share)),
    }
}
