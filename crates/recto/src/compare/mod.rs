//! `recto compare`: how groups of documents differ.

mod page;

pub use page::report;

use crate::summarize::{Book, Order, Reader, Size, SummarizeError, SummarySentence, budget};
use crate::{Answer, VERSION, each};
use recto_math::Run;
use recto_summarize::compare::telling_words;
use recto_summarize::{Limit, Options, Policy, PoolBuilder};
use recto_text::{Document, Failure, Language, Limits, Pile, UnitKind, Warning};
use serde::Serialize;
use serde_json::{Map, Value, json};

pub use recto_summarize::{Comparison as Method, comparers as methods};

/// Words that set a group apart, in an answer.
const WORDS: usize = 12;

/// Documents with a name.
#[derive(Debug, Clone, Default)]
pub struct Group {
    /// What the group is called.
    pub name: String,
    /// Its documents.
    pub pile: Pile,
}

/// What is asked.
#[derive(Debug, Clone)]
pub struct Request<'m> {
    /// A row of the table of comparisons.
    pub method: &'m Method,
    /// What is asked of the method.
    pub options: Options,
    /// How much is said of each group.
    pub size: Size,
    /// What may be chosen as a whole.
    pub unit: UnitKind,
    /// The language of all documents; `None` detects it.
    pub language: Option<&'static Language>,
    /// Limits on the text.
    pub limits: Limits,
}

impl<'m> Request<'m> {
    /// A request that leaves all to the method: three sentences for each group.
    pub fn new(method: &'m Method) -> Self {
        Self {
            method,
            options: Options::default(),
            size: Size::Limit(Limit::Sentences(3)),
            unit: UnitKind::Sentence,
            language: None,
            limits: Limits::default(),
        }
    }
}

/// The command's own keys.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Compared {
    /// The groups, in the order given.
    pub groups: Vec<ComparedGroup>,
}

/// What sets a group apart.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ComparedGroup {
    /// Its name.
    pub name: String,
    /// Its documents.
    pub documents: usize,
    /// Its sentences that could have been chosen.
    pub candidates: usize,
    /// The part of them that the chosen ones stand for.
    pub coverage: f64,
    /// The sentences that tell it from the others.
    pub sentences: Vec<SummarySentence>,
    /// The words that it has more often than the others, with how sure that is (z).
    pub terms: Vec<(String, f64)>,
}

/// Compares groups.
///
/// # Errors
/// [`SummarizeError`] if the method cannot take the options, or if the observer asks to
/// stop. A group without a sentence is no error; it is named in [`Answer::failed`].
pub fn run(
    groups: &[Group],
    request: &Request<'_>,
    run: &Run<'_>,
) -> Result<Answer<Compared>, SummarizeError> {
    run.install(|| find(groups, request, run))
}

fn find(
    groups: &[Group],
    request: &Request<'_>,
    run: &Run<'_>,
) -> Result<Answer<Compared>, SummarizeError> {
    let method = (request.method.build)(&request.options)?;
    crate::summarize::check(request.size)?;
    let (language, unit) = (request.language, request.unit);
    let mut reader = Reader::new(documents(groups), language, unit, &request.limits);
    let mut builder = PoolBuilder::new();
    for (i, group) in groups.iter().enumerate() {
        if i > 0 {
            builder.next_group();
        }
        reader.push(&mut builder, group.pile.documents.iter(), run)?;
    }
    let pool = builder.finish();
    let share = reader.n_units / groups.len().max(1);
    let budget = budget(request.size, Policy::Fit, share);
    let found = method.compare(&pool, budget, run)?;
    let book = Book {
        pool: &pool,
        documents: documents(groups).collect(),
        language: reader.language,
    };
    let mut warnings: Vec<Warning> = groups
        .iter()
        .flat_map(|group| group.pile.warnings.clone())
        .collect();
    warnings.extend(reader.warnings);
    let mut compared = Compared::default();
    for (i, (group, summary)) in groups.iter().zip(&found).enumerate() {
        let told = book.summarized(&summary.chosen, i, Order::Choice);
        warnings.extend(said(group, &summary.warnings));
        if told.sentences.is_empty() && summary.warnings.is_empty() && told.candidates > 0 {
            let message = "no sentence fits the budget; allow more with --sentences or --words";
            warnings.extend(said(group, &[message.to_string()]));
        }
        let words = telling_words(&pool, i, WORDS).into_iter();
        compared.groups.push(ComparedGroup {
            name: group.name.clone(),
            documents: group.pile.documents.len(),
            candidates: told.candidates,
            coverage: told.coverage,
            sentences: told.sentences,
            terms: words
                .map(|(term, z)| (pool.spelling(term).to_string(), z))
                .collect(),
        });
    }
    Ok(Answer {
        recto: VERSION,
        command: "compare",
        parameters: parameters(request, method.parameters(), run.seed),
        warnings,
        failed: failed(groups, &compared),
        body: compared,
    })
}

fn documents(groups: &[Group]) -> impl Iterator<Item = &Document> {
    groups.iter().flat_map(|group| &group.pile.documents)
}

fn said(group: &Group, messages: &[String]) -> Vec<Warning> {
    let warn = |message: &String| Warning {
        message: format!("{}: {message}", group.name),
        file: None,
        line: None,
    };
    messages.iter().map(warn).collect()
}

/// Files that could not be read, and groups without a sentence.
fn failed(groups: &[Group], compared: &Compared) -> Vec<Failure> {
    let mut failed: Vec<Failure> = groups
        .iter()
        .flat_map(|group| group.pile.failed.clone())
        .collect();
    for group in compared.groups.iter().filter(|group| group.candidates == 0) {
        failed.push(Failure {
            file: group.name.clone(),
            message:
                "nothing to compare: no sentence of this group has three words, one of them more \
                      than a function word; name other files"
                    .into(),
        });
    }
    failed
}

fn parameters(request: &Request<'_>, own: Value, seed: u64) -> Map<String, Value> {
    let named = [
        ("paper", json!(request.options.paper)),
        crate::summarize::size(request.size),
        ("unit", json!(request.unit)),
    ];
    each::parameters(request.method.name, &named, request.language, own, seed)
}
