//! Runs the parts of a reading, each by its capability.

use super::body::{Body, DocumentFacts, Facts, Folder, LeftOut, PartAnswer, PileKind, Sampled};
use super::facts::folders;
use super::leads;
use super::plan::Planned;
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
    parts: &[Planned],
    reading: &Reading<'_>,
    request: &Request,
    body: &mut Body,
    run: &Run<'_>,
) -> Result<(), Error> {
    let is_named = !request.only.is_empty();
    let of = |planned: &Planned| told(planned, is_named, &body.pile);
    let places: Vec<Vec<usize>> = parts.iter().map(of).collect();
    // Parts that tell of the same documents share what is made of them.
    let mut distinct: Vec<&[usize]> = places.iter().map(|places| &places[..]).collect();
    distinct.sort_unstable();
    distinct.dedup();
    distinct.retain(|places| places.len() < reading.documents().len());
    let piles: Vec<Pile> = distinct.iter().map(|own| some(reading, own)).collect();
    let readings: Vec<Reading<'_>> = piles.iter().map(|pile| reading.over(pile)).collect();
    for (&Planned { part, every }, places) in parts.iter().zip(&places) {
        let done = match distinct.iter().position(|own| own == places) {
            Some(at) => one(part, is_named, (&readings[at], reading), body, run),
            None => one(part, is_named, (reading, reading), body, run),
        };
        match done {
            Ok(()) if every > 1 => body.sampled.push(Sampled {
                part,
                documents: places.len(),
                of: told(&Planned { part, every: 1 }, is_named, &body.pile).len(),
            }),
            Ok(()) => {}
            Err(error @ Error::Cancelled(_)) => return Err(error),
            Err(error) => {
                let reason = error.to_string();
                body.left_out.push(LeftOut { part, reason });
            }
        }
    }
    body.left_out.sort_by_key(|left| left.part);
    Ok(())
}

/// The places of the documents that a part tells of.
fn told(planned: &Planned, is_named: bool, facts: &Facts) -> Vec<usize> {
    let is_told = |one: &DocumentFacts| match planned.part {
        _ if is_named => true,
        Part::Align => true,
        Part::Events if facts.kind == PileKind::Mixed => one.is_message,
        _ => facts.kind.tells_of(one),
    };
    let all = facts.documents.iter().enumerate();
    let told = all.filter(|(_, one)| is_told(one)).map(|(at, _)| at);
    told.step_by(planned.every).collect()
}

/// Some documents of a pile.
fn some(reading: &Reading<'_>, places: &[usize]) -> Pile {
    let document = |at: &usize| reading.documents()[*at].clone();
    Pile {
        documents: places.iter().map(document).collect(),
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

/// Runs a part on a reading of its documents, which may be some of the whole.
fn one(
    part: Part,
    is_named: bool,
    (reading, whole): (&Reading<'_>, &Reading<'_>),
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
        Part::Segment => {
            body.segment = ask(&segment::SEGMENT, reading, &Default::default(), run)?;
            if let Some(found) = &body.segment {
                body.leads = leads::find(whole, &found.body, &body.pile, run)?;
            }
        }
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
