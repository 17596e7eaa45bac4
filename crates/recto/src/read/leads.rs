//! A sentence for each segment of the documents that are told by their outlines.
//!
//! The gist of a long document comes mostly from its opening, where people say what they are
//! about to say. What is said later stands here: each segment is summarised by itself, in one
//! sentence.

use super::body::{Facts, Lead};
use super::plan::OUTLINE_WORDS;
use crate::segment::{self, SegmentedDocument};
use crate::summarize::{self, SUMMARIZE, Sentences};
use crate::{Attachments, Capability, Error, Reading};
use recto_math::Run;
use recto_text::{Document, Pile, Set};
use rustc_hash::FxHashMap;

/// Documents whose outlines stand on the page; with more, they open from a list.
pub(super) const SHOWN: usize = 4;

/// Documents that have several segments and are long enough to want an outline, by their
/// places in the pile.
pub(super) fn outlined<'f>(
    found: &'f segment::Body,
    facts: &Facts,
) -> Vec<(usize, &'f SegmentedDocument)> {
    let all = facts.documents.iter().enumerate();
    let place_of: FxHashMap<&str, usize> = all.map(|(at, one)| (&*one.id, at)).collect();
    let is_alone = facts.documents.len() == 1;
    let is_long = |at: usize| is_alone || facts.documents[at].words >= OUTLINE_WORDS;
    found
        .documents
        .iter()
        .filter(|one| one.segments.len() > 1)
        .filter_map(|one| Some((*place_of.get(&*one.id)?, one)))
        .filter(|(at, _)| is_long(*at))
        .collect()
}

/// The sentences, in the order of the text; none where outlines open from a list.
pub(super) fn find(
    reading: &Reading<'_>,
    found: &segment::Body,
    facts: &Facts,
    run: &Run<'_>,
) -> Result<Vec<Lead>, Error> {
    let outlined = outlined(found, facts);
    if outlined.len() > SHOWN {
        return Ok(Vec::new());
    }
    let mut leads = Vec::new();
    for (at, found) in outlined {
        leads.extend(of_document(reading, at, found, run)?);
    }
    Ok(leads)
}

fn of_document(
    reading: &Reading<'_>,
    at: usize,
    found: &SegmentedDocument,
    run: &Run<'_>,
) -> Result<Vec<Lead>, Error> {
    let document = &reading.documents()[at];
    let mut pile = Pile::default();
    for (i, segment) in found.segments.iter().enumerate() {
        let text = &document.text[segment.start..segment.end];
        pile.documents.push(Document::new(i.to_string(), text));
        pile.sets.push(Set {
            id: i.to_string(),
            documents: i..i + 1,
            ..Set::default()
        });
    }
    let request = summarize::Request {
        sentences: Some(Sentences::Count(1)),
        ..summarize::Request::default()
    };
    let reading = reading.over(&pile);
    let answer = SUMMARIZE.run(&reading, &request, &Attachments::default(), run)?;
    let summarize::Body::Set { summaries } = answer.body else {
        return Ok(Vec::new());
    };
    let lead = |one: summarize::NamedSummary| {
        let segment: usize = one.id.parse().ok()?;
        let sentence = one.summary.sentences.into_iter().next()?;
        let first = found.segments.get(segment)?.start;
        Some(Lead {
            document: found.id.clone(),
            segment,
            start: first + sentence.start,
            end: first + sentence.end,
            place: document.place(first + sentence.start).map(String::from),
            text: sentence.text,
        })
    };
    Ok(summaries.into_iter().filter_map(lead).collect())
}
