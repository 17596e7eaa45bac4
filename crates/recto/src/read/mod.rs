//! `read`: everything that recto can say about a pile, on one page.
//!
//! What the pile is decides which parts are worth running; each part is the answer
//! of a capability to its default request, on one shared [`Reading`]. A part that makes no
//! sense for the pile is left out and named with the reason.

mod body;
mod facts;
mod leads;
mod news;
mod opinion;
mod page;
mod parts;
mod plan;
mod request;
#[cfg(test)]
mod tests;
mod threads;

use crate::capability::{Capability, Subject};
use crate::report::{Detail, Report};
use crate::{About, Answer, Attachments, Error, Reading, per_document};
use plan::Plan;
use recto_math::{MethodInfo, Run};
use serde_json::{Map, json};

pub use body::{
    Body, CopyGroup, Dates, DocumentFacts, Facts, Folder, Lead, LeftOut, MailThread, News,
    PartAnswer, PileKind, Sampled,
};
pub use opinion::opinion_density;
pub use page::report;
pub use request::{Part, Request};

/// Reads a whole pile.
#[derive(Debug, Clone, Copy)]
pub struct ReadingAll;

/// The capability `read`.
pub static READ: ReadingAll = ReadingAll;

static ABOUT: About = About {
    name: "read",
    summary: "Read a whole pile: what it is, its gist, topics, outlines, opinions and events",
    examples: EXAMPLES,
    fields: request::FIELDS,
};

const EXAMPLES: &str = "  recto read letters/                             a digest on the terminal
  recto read letters/ -o letters.html             everything on one page, to read and to send
  recto read letters/ --format json -o letters.json
                                                  for programs: each part under its command's name
  recto read letters/ --only summarize,topics     these parts alone
  recto read leak/ --budget 2min -o leak.html     what can be had in two minutes
  recto read letters/ --since letters.json        what is new since that reading
  recto read today/ --since yesterday/            what is new since that pile";

/// The only way to read.
const METHOD: MethodInfo = MethodInfo {
    name: "auto",
    summary: "the default method of every part that suits the pile",
    paper: None,
    uses: &[],
};

impl Capability for ReadingAll {
    type Request = Request;
    type Body = Body;

    const ABOUT: &'static About = &ABOUT;
    const SUBJECT: Subject = Subject::Anything;
    const PAPER_METHOD: &'static str = METHOD.name;

    fn methods(&self) -> Vec<MethodInfo> {
        vec![METHOD]
    }

    fn method_of(request: &Request) -> (&str, bool) {
        (&request.method, false)
    }

    fn answer(
        &self,
        reading: &Reading<'_>,
        request: &Request,
        attachments: &Attachments,
        run: &Run<'_>,
    ) -> Result<Answer<Body>, Error> {
        let facts = facts::facts(reading, run)?;
        let plan = Plan::of(reading, &facts, request, run)?;
        let parameters = parameters(reading, request, &plan, run.seed);
        let mut answer = reading.answer("read", parameters);
        if facts.words == 0 {
            let failed =
                |document| per_document::failure(document, "holds no words; name other files");
            answer.failed.extend(reading.documents().iter().map(failed));
        }
        let new = news::find(reading, &facts, attachments, run)?;
        let mut body = Body {
            new,
            left_out: plan.left_out,
            ..Body::about(facts)
        };
        parts::run(&plan.run, reading, request, &mut body, run)?;
        Ok(answer.with(body))
    }

    /// A pile with a word in it always has facts to tell.
    fn is_empty(&self, body: &Body) -> bool {
        body.pile.words == 0
    }

    fn report(&self, answer: &Answer<Body>, reading: &Reading<'_>, detail: Detail) -> Report {
        page::report(answer, reading, detail)
    }
}

fn parameters(
    reading: &Reading<'_>,
    request: &Request,
    plan: &Plan,
    seed: u64,
) -> Map<String, serde_json::Value> {
    let parts: Vec<Part> = plan.run.iter().map(|planned| planned.part).collect();
    let named = [("parts", json!(parts)), ("budget", json!(request.budget))];
    reading.parameters(METHOD.name, &named, serde_json::Value::Null, seed)
}
