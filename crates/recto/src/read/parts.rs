//! Runs the parts of a reading, each by its capability.

use super::body::{Body, DocumentFacts, Facts, Folder, LeftOut, PartAnswer, PileKind};
use super::facts::folders;
use super::request::{Part, Request};
use crate::{
    Attachments, Capability, Error, Group, Reading, align, authors, classify, compare, events,
    segment, summarize, topics,
};
use recto_math::Run;
use recto_text::Pile;
use rustc_hash::FxHashMap;

/// Sentences from which the styles of a document are compared.
const STYLE_UNITS: usize = 60;

/// Runs parts in order and puts their answers into the body. A part that gives no answer is
/// left out with the reason.
///
/// In a pile of messages or summaries and other documents, events are those of the messages,
/// support is that of the summaries, and the other parts tell of the other documents; parts
/// that were asked for by name tell of all.
pub(super) fn run(
    parts: &[Part],
    reading: &Reading<'_>,
    request: &Request,
    body: &mut Body,
    run: &Run<'_>,
) -> Result<(), Error> {
    let is_named = !request.only.is_empty();
    let kind = body.pile.kind;
    let is_split = matches!(kind, PileKind::Mixed | PileKind::Pairs) && !is_named;
    let (messages, others) = if is_split {
        let documents = |is: fn(&DocumentFacts) -> bool| some(reading.pile(), &body.pile, is);
        let messages = documents(|one| one.is_message);
        (messages, documents(DocumentFacts::is_whole))
    } else {
        Default::default()
    };
    let (of_messages, of_others) = (reading.over(&messages), reading.over(&others));
    for &part in parts {
        let done = match part {
            Part::Events if is_split => one(part, is_named, &of_messages, body, run),
            Part::Align => one(part, is_named, reading, body, run),
            _ if is_split => one(part, is_named, &of_others, body, run),
            _ => one(part, is_named, reading, body, run),
        };
        if let Err(error) = done {
            if let Error::Cancelled(_) = error {
                return Err(error);
            }
            let reason = error.to_string();
            body.left_out.push(LeftOut { part, reason });
        }
    }
    body.left_out.sort_by_key(|left| left.part);
    Ok(())
}

/// Some documents of a pile.
fn some(pile: &Pile, facts: &Facts, is_one: fn(&DocumentFacts) -> bool) -> Pile {
    let all = pile.documents.iter().zip(&facts.documents);
    let some = all.filter(|(_, facts)| is_one(facts));
    Pile {
        documents: some.map(|(document, _)| document.clone()).collect(),
        ..Pile::default()
    }
}

/// The documents of each folder.
fn groups(reading: &Reading<'_>, facts: &Facts) -> Vec<Group> {
    let of: FxHashMap<&str, &DocumentFacts> =
        facts.documents.iter().map(|one| (&*one.id, one)).collect();
    let documents = reading.documents();
    let own: Vec<DocumentFacts> = documents.iter().map(|one| of[&*one.id].clone()).collect();
    let group = |folder: Folder| Group {
        documents: folder.first..folder.first + folder.documents,
        name: folder.name,
    };
    folders(documents, &own).into_iter().map(group).collect()
}

fn one(
    part: Part,
    is_named: bool,
    reading: &Reading<'_>,
    body: &mut Body,
    run: &Run<'_>,
) -> Result<(), Error> {
    match part {
        Part::Summarize => {
            body.summarize = ask(&summarize::SUMMARIZE, reading, &Default::default(), run)?;
        }
        Part::Topics => body.topics = ask(&topics::TOPICS, reading, &Default::default(), run)?,
        Part::Compare => {
            let groups = groups(reading, &body.pile);
            let grouped = reading.over(reading.pile()).with_groups(groups);
            body.compare = ask(&compare::COMPARE, &grouped, &Default::default(), run)?;
        }
        Part::Segment => body.segment = ask(&segment::SEGMENT, reading, &Default::default(), run)?,
        Part::Authors => {
            // Asked for by name, it tells of every document, as the command does.
            let request = authors::Request {
                min_units: (!is_named).then_some(STYLE_UNITS),
                ..authors::Request::default()
            };
            body.authors = ask(&authors::AUTHORS, reading, &request, run)?;
        }
        Part::Classify => {
            body.classify = ask(&classify::CLASSIFY, reading, &Default::default(), run)?;
        }
        Part::Events => body.events = ask(&events::EVENTS, reading, &Default::default(), run)?,
        Part::Align => body.align = ask(&align::ALIGN, reading, &Default::default(), run)?,
    }
    Ok(())
}

/// The answer of a capability; an answer that holds nothing is an error with the reason.
fn ask<C: Capability>(
    capability: &C,
    reading: &Reading<'_>,
    request: &C::Request,
    run: &Run<'_>,
) -> Result<Option<PartAnswer<C::Body>>, Error> {
    let answer = capability.run(reading, request, &Attachments::default(), run)?;
    if capability.is_empty(&answer.body) {
        let pile = reading.pile();
        let own = answer
            .failed
            .iter()
            .find(|failure| !pile.failed.contains(failure));
        let reason = own.map_or("no document could be used".into(), |own| {
            own.message.clone()
        });
        return Err(Error::input(reason));
    }
    Ok(Some(PartAnswer::of(answer, reading.pile())))
}
