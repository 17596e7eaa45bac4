//! `compare`: how groups of documents differ.

mod body;
mod page;
mod request;

pub use body::{Body, ComparedGroup};
pub use page::report;
pub use request::Request;

use crate::capability::{self, Capability, Subject};
use crate::reading::Group;
use crate::report::{Detail, Report};
use crate::summarize::{self, Order, Reader, SentenceResolver, Size, budget, named_size, refused};
use crate::{About, Answer, Attachments, Error, Reading};
use recto_math::{MethodInfo, Notice, Run};
use recto_summarize::compare::{Comparer, telling_words};
use recto_summarize::{Policy, SummarizeError};
use recto_text::{Failure, Warning};
use serde_json::{Map, Value, json};

pub use recto_summarize::{Comparison as Method, comparers as methods};

/// Words that set a group apart, in an answer.
const WORDS: usize = 12;

/// Finds how groups of documents differ.
#[derive(Debug, Clone, Copy)]
pub struct Comparing {
    /// The methods that can be asked for.
    pub methods: &'static [Method],
}

/// The capability `compare`, with the methods of recto.
pub static COMPARE: Comparing = Comparing { methods: methods() };

static ABOUT: About = About {
    name: "compare",
    summary: "Find how groups of documents differ",
    examples: EXAMPLES,
    fields: request::FIELDS,
};

impl Capability for Comparing {
    type Request = Request;
    type Body = Body;

    const ABOUT: &'static About = &ABOUT;
    const SUBJECT: Subject = Subject::Groups;
    const PAPER_METHOD: &'static str = "cds";

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
        let comparer = (method.build)(&request.options()).map_err(refused)?;
        let (words, bytes, sentences) = (request.words, request.bytes, request.sentences);
        let size = summarize::length(words, bytes, sentences, 3)?;
        summarize::check(size).map_err(refused)?;
        let named = [
            ("paper", json!(request.paper)),
            named_size(size),
            ("unit", json!(request.unit)),
        ];
        let own = comparer.parameters();
        let parameters = reading.parameters(method.name, &named, own, run.seed);
        let mut answer = reading.answer("compare", parameters);
        let found = find(reading, request, size, &*comparer, run).map_err(refused)?;
        let compared = found.body;
        answer.decide(found.decided.iter());
        answer.warnings.extend(found.warnings);
        answer.failed.extend(failed(&compared));
        Ok(answer.with(compared))
    }

    fn is_empty(&self, body: &Body) -> bool {
        body.groups.iter().all(|group| group.candidates == 0)
    }

    fn report(&self, answer: &Answer<Body>, reading: &Reading<'_>, detail: Detail) -> Report {
        page::report(answer, reading.documents(), detail)
    }
}

const EXAMPLES: &str =
    "  recto compare before=2019/ after=2021/            what was said only then, and only now
  recto compare for=yes.txt against=no.txt --sentences 5 -o debate.html
                                                    side by side, as a page
  recto compare a=one.jsonl b=two.jsonl c=three.jsonl --format json
  recto compare a=x/ b=y/ --method cds --paper      as published";

/// A comparison and what to know about it.
struct Found {
    body: Body,
    warnings: Vec<Warning>,
    /// Parameters that each group decided.
    decided: Vec<Map<String, Value>>,
}

fn find(
    reading: &Reading<'_>,
    request: &Request,
    size: Size,
    comparer: &dyn Comparer,
    run: &Run<'_>,
) -> Result<Found, SummarizeError> {
    let groups = reading.groups();
    let mut reader = Reader::of(reading, 0..reading.documents().len(), request.unit);
    let mut builder = summarize::new_pool(request.paper);
    for (i, group) in groups.iter().enumerate() {
        if i > 0 {
            builder.next_group();
        }
        reader.push_read(&mut builder, reading, group.documents.clone(), run)?;
    }
    let pool = builder.finish();
    let share = reader.n_units / groups.len().max(1);
    let budget = budget(size, Policy::Fit, share);
    let found = comparer.compare(&pool, budget, run)?;
    let resolver = SentenceResolver {
        pool: &pool,
        // In the order in which the pool was filled: groups may leave documents out.
        documents: groups
            .iter()
            .flat_map(|group| &reading.documents()[group.documents.clone()])
            .collect(),
        language: reader.language,
    };
    let counts = |term: usize| -> Vec<u32> {
        let of = |group| pool.group_counts(group)[term];
        (0..groups.len()).map(of).collect()
    };
    let mut warnings = reader.warnings;
    let mut compared = Body::default();
    for (i, (group, summary)) in groups.iter().zip(&found).enumerate() {
        let told = resolver.summarized(&summary.chosen, i, Order::Choice);
        warnings.extend(said(group, &summary.warnings));
        if told.sentences.is_empty() && summary.warnings.is_empty() && told.candidates > 0 {
            let notice = Notice::from("no sentence fits the budget");
            warnings.extend(said(group, &[notice.with(summarize::allow_more(budget))]));
        }
        let words = telling_words(&pool, i, WORDS).into_iter();
        compared.groups.push(ComparedGroup {
            name: group.name.clone(),
            documents: group.documents.len(),
            candidates: told.candidates,
            coverage: told.coverage,
            sentences: told.sentences,
            terms: words
                .map(|(term, z)| (pool.spelling(term).to_string(), z, counts(term)))
                .collect(),
        });
    }
    Ok(Found {
        body: compared,
        warnings,
        decided: found.into_iter().map(|summary| summary.decided).collect(),
    })
}

fn said(group: &Group, notices: &[Notice]) -> Vec<Warning> {
    let warn = |notice: &Notice| Warning::new(notice.clone().at(&group.name));
    notices.iter().map(warn).collect()
}

/// Groups without a sentence.
fn failed(compared: &Body) -> Vec<Failure> {
    let empty = compared.groups.iter().filter(|group| group.candidates == 0);
    let message = "nothing to compare: no sentence of this group has a word that is more than a \
                   function word; name other files";
    empty
        .map(|group| Failure::new(&group.name, message))
        .collect()
}
