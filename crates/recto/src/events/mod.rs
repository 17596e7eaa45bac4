//! `events`: what happened in a stream of messages, when, and about whom.

mod body;
pub mod eval;
pub mod follow;
mod forms;
pub mod made;
mod page;
mod participants;
mod request;
mod stream;
mod summary;
#[cfg(test)]
mod tests;

use crate::capability::{self, Capability, Subject};
use crate::field::Choice;
use crate::report::{Detail, Report};
use crate::{About, Answer, Attachments, Error, Reading};
use recto_events::EventsError;
pub use recto_events::{Context, Method, Options, Profile, methods};
use recto_math::{MethodInfo, Notice, Remedy, Run};
use recto_text::Warning;
use serde_json::{Map, Value, json};
use std::io;
use stream::Stream;

pub use body::{Body, Event, MessageCounts, Participant, Quoted, Volume};
pub use page::report;
pub use request::Request;

/// Finds what happened in a stream.
#[derive(Debug, Clone, Copy)]
pub struct Detecting {
    /// The methods that can be asked for.
    pub methods: &'static [Method],
}

/// The capability `events`, with the methods of recto.
pub static EVENTS: Detecting = Detecting { methods: methods() };

static ABOUT: About = About {
    name: "events",
    summary: "Find what happened in a stream of messages, when, and about whom",
    examples: EXAMPLES,
    fields: request::FIELDS,
};

const EXAMPLES: &str =
    "  recto events posts.jsonl                        what happened, in order of time
  recto events posts.jsonl -o posts.html          the same as lanes on a page
  recto events posts.csv --participants who.txt   people and things that you know
  recto events posts.jsonl --false-alarms 1       more events, some of them by chance
  recto events posts.jsonl --time-zone Europe/Lisbon
                                                  times that name no zone are local there
  recto events dump.jsonl.gz --format messages    read what a service wrote, write plain rows
  recto events --synthetic 1                      a made match whose events are known
  recto events - --follow                         changes as they happen, as JSON lines
  recto events posts.jsonl --follow --checkpoint state/ -o changes.jsonl
                                                  a stream for months, resumed after a crash";

impl Capability for Detecting {
    type Request = Request;
    type Body = Body;

    const ABOUT: &'static About = &ABOUT;
    const SUBJECT: Subject = Subject::Messages;
    const PAPER_METHOD: &'static str = "mixture";

    fn methods(&self) -> Vec<MethodInfo> {
        self.methods.iter().map(Method::info).collect()
    }

    fn method_of(request: &Request) -> (&str, bool) {
        (&request.method, request.is_paper())
    }

    fn answer(
        &self,
        reading: &Reading<'_>,
        request: &Request,
        attachments: &Attachments,
        run: &Run<'_>,
    ) -> Result<Answer<Body>, Error> {
        let method = capability::choose(self.methods, Self::chosen(request))?;
        let options = options(reading, request, attachments)?;
        let detector = (method.build)(&options).map_err(refused)?;
        let parameters = parameters(reading, request, (method.name, detector.parameters()), run);
        let mut answer = reading.answer("events", parameters);
        let stream = Stream::of(reading.documents());
        answer.warnings.extend(untimed(&stream));
        let timeline = detector.detect(&stream.messages(), run).map_err(refused)?;
        let own = timeline.warnings.iter().cloned().map(Warning::new);
        answer.warnings.extend(own);
        Ok(answer.with(stream.body(&timeline)))
    }

    /// A stream in which nothing happened has an answer: that nothing happened.
    fn is_empty(&self, _: &Body) -> bool {
        false
    }

    fn report(&self, answer: &Answer<Body>, reading: &Reading<'_>, detail: Detail) -> Report {
        page::report(answer, reading, detail)
    }

    fn formats(&self) -> &'static [Choice] {
        forms::FORMATS
    }

    fn write_as(
        &self,
        answer: &Answer<Body>,
        reading: &Reading<'_>,
        form: &str,
        writer: &mut dyn io::Write,
    ) -> io::Result<()> {
        forms::write(&answer.body, reading, form, writer)
    }
}

/// A wrong parameter is the request's, everything else the input's.
fn refused(error: EventsError) -> Error {
    match error {
        EventsError::Cancelled(cancelled) => cancelled.into(),
        EventsError::Parameter(_) => Error::request(&error),
        other => Error::input(&other),
    }
}

/// The request as the methods take it.
fn options(
    reading: &Reading<'_>,
    request: &Request,
    attachments: &Attachments,
) -> Result<Options, Error> {
    if request.paper && request.profile == Some(Profile::Stream) {
        let notice = Notice::from("the published method reads all messages at once");
        return Err(Error::request(notice.with(Remedy::Omit("profile"))));
    }
    let usual = Options::default();
    let language = reading.given_language().map(|language| language.code);
    Ok(Options {
        profile: if request.is_paper() {
            Profile::Paper
        } else {
            request.profile.unwrap_or_default()
        },
        participants: participants::read(attachments)?,
        context: request.context.unwrap_or_default(),
        false_alarms: request.false_alarms.unwrap_or(usual.false_alarms),
        lateness: request.lateness.unwrap_or(usual.lateness),
        n_messages: request.quotes,
        language: language.and_then(|code| code.as_bytes().try_into().ok()),
        keep_reposts: request.keep_reposts.then_some(true),
        keep_duplicates: request.keep_duplicates.then_some(true),
        ..usual
    })
}

fn parameters(
    reading: &Reading<'_>,
    request: &Request,
    (method, own): (&str, Value),
    run: &Run<'_>,
) -> Map<String, Value> {
    let named = [("paper", json!(request.is_paper()))];
    reading.parameters(method, &named, own, run.seed)
}

/// A warning of documents without a time.
fn untimed(stream: &Stream<'_>) -> Option<Warning> {
    let n = stream.without_time();
    (n > 0).then(|| {
        let notice = Notice::from(format!("{n} documents have no time and were left out"));
        Warning::new(notice.with(Remedy::Set(&["time_field"])))
    })
}
