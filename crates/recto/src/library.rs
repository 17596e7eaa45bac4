//! One line for a program that has a text, or some, and a question.
//!
//! The functions have the names of the modules, so types are named with their path here.

use crate::align::ALIGN;
use crate::authors::AUTHORS;
use crate::classify::CLASSIFY;
use crate::compare::COMPARE;
use crate::segment::SEGMENT;
use crate::summarize::SUMMARIZE;
use crate::topics::TOPICS;
use crate::{Answer, Attachments, Capability, Error, Group, Pile, Reading, Run, Silent, TextPair};

/// Asks a capability about a pile, with seed 0 and nobody watching.
///
/// ```
/// use recto::segment::{Request, SEGMENT};
/// use recto::{Pile, ask};
///
/// let pile = Pile::from(vec!["Nets dry on the quay. Boats come in. The oven glows. Bread bakes."]);
/// let request = Request { method: "uniform".into(), segments: Some("2".parse()?), ..Request::default() };
/// let answer = ask(&SEGMENT, &pile, &request)?;
/// assert_eq!(answer.body.documents[0].segments[1].start_unit, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error`] if there is no answer at all.
pub fn ask<C: Capability>(
    capability: &C,
    pile: &Pile,
    request: &C::Request,
) -> Result<Answer<C::Body>, Error> {
    let reading = Reading::for_one_run(pile);
    let run = Run::new(0, &Silent);
    capability.run(&reading, request, &Attachments::default(), &run)
}

/// Where the topics of a text change.
///
/// ```
/// let text = "Nets dry on the quay. Boats come in with the tide.\n\n\
///             The oven glows all night. Bread bakes slowly.";
/// let document = recto::segment(text)?.body.documents.remove(0);
/// assert_eq!(document.units, 4);
/// assert_eq!(document.segments[0].start, 0);
/// # Ok::<(), recto::Error>(())
/// ```
///
/// # Errors
/// [`Error`] if there is no answer at all; a text of blanks is named in
/// [`Answer::failed`].
pub fn segment(text: &str) -> Result<Answer<crate::segment::Body>, Error> {
    ask(
        &SEGMENT,
        &Pile::from(vec![text]),
        &crate::segment::Request::default(),
    )
}

/// Who wrote which sentences of a text.
///
/// ```
/// let text = "I came, I saw. He, too, saw it. ".repeat(40);
/// let document = recto::authors(&text)?.body.documents.remove(0);
/// assert_eq!(document.labels.len(), document.units);
/// # Ok::<(), recto::Error>(())
/// ```
///
/// # Errors
/// As [`segment`](fn@segment).
pub fn authors(text: &str) -> Result<Answer<crate::authors::Body>, Error> {
    ask(
        &AUTHORS,
        &Pile::from(vec![text]),
        &crate::authors::Request::default(),
    )
}

/// What texts are about.
///
/// ```
/// let texts = ["Crude oil prices rise.", "The wheat harvest is poor.", "Oil exports fall."];
/// let topics = recto::topics(&texts)?.body.topics;
/// assert!(!topics.is_empty());
/// # Ok::<(), recto::Error>(())
/// ```
///
/// # Errors
/// [`Error::Input`] if no word is left to count.
pub fn topics<T: AsRef<str>>(texts: &[T]) -> Result<Answer<crate::topics::Body>, Error> {
    ask(&TOPICS, &pile(texts), &crate::topics::Request::default())
}

/// What is worth reading in texts, in five sentences.
///
/// ```
/// let texts = ["The harbour wall was mended in spring. It rained.", "The wall holds the tide."];
/// let answer = recto::summarize(&texts)?;
/// assert!(answer.body.first().is_some_and(|summary| summary.summary.contains("wall")));
/// # Ok::<(), recto::Error>(())
/// ```
///
/// # Errors
/// [`Error`] if there is no answer at all.
pub fn summarize<T: AsRef<str>>(texts: &[T]) -> Result<Answer<crate::summarize::Body>, Error> {
    ask(
        &SUMMARIZE,
        &pile(texts),
        &crate::summarize::Request::default(),
    )
}

/// How named groups of texts differ.
///
/// ```
/// let then = ["The ferry runs on steam and coal every day."];
/// let now = ["The ferry runs on batteries and never smokes."];
/// let groups = recto::compare(&[("then", &then), ("now", &now)])?.body.groups;
/// assert_eq!(groups[0].name, "then");
/// # Ok::<(), recto::Error>(())
/// ```
///
/// # Errors
/// [`Error`] if there is no answer at all.
pub fn compare<T: AsRef<str>>(
    groups: &[(&str, &[T])],
) -> Result<Answer<crate::compare::Body>, Error> {
    let mut all = Pile::default();
    let mut named = Vec::with_capacity(groups.len());
    for (name, texts) in groups {
        let start = all.documents.len();
        all.append(pile(texts));
        named.push(Group {
            name: name.to_string(),
            documents: start..all.documents.len(),
        });
    }
    for (i, document) in all.documents.iter_mut().enumerate() {
        document.id = (i + 1).to_string();
    }
    let reading = Reading::for_one_run(&all).with_groups(named);
    let (request, run) = (crate::compare::Request::default(), Run::new(0, &Silent));
    COMPARE.run(&reading, &request, &Attachments::default(), &run)
}

/// Which words of a source support which words of its summary.
///
/// ```
/// let source = "The ferry left at nine. It carried forty people and two horses.";
/// let pair = recto::align(source, "The ferry carried forty elephants.")?.body.pairs.remove(0);
/// assert_eq!(pair.unsupported, [4]); // elephants
/// # Ok::<(), recto::Error>(())
/// ```
///
/// # Errors
/// [`Error`] if there is no answer at all.
pub fn align(document: &str, summary: &str) -> Result<Answer<crate::align::Body>, Error> {
    let mut pile: Pile = [("document", document), ("summary", summary)]
        .into_iter()
        .collect();
    pile.pairs.push(TextPair {
        id: "summary".into(),
        source: 0..1,
        summary: 1,
        ..TextPair::default()
    });
    ask(&ALIGN, &pile, &crate::align::Request::default())
}

/// Says of each text whether it is for or against, by the built-in English opinion words.
///
/// ```
/// let found = recto::classify(&["A superb little boat.", "It leaks. A waste of money."])?;
/// let labels: Vec<_> = found.body.documents.iter().map(|one| one.label.as_deref()).collect();
/// assert_eq!(labels, [Some("pos"), Some("neg")]);
/// # Ok::<(), recto::Error>(())
/// ```
///
/// # Errors
/// [`Error`] if there is no answer at all.
pub fn classify<T: AsRef<str>>(texts: &[T]) -> Result<Answer<crate::classify::Body>, Error> {
    ask(
        &CLASSIFY,
        &pile(texts),
        &crate::classify::Request::default(),
    )
}

fn pile<T: AsRef<str>>(texts: &[T]) -> Pile {
    Pile::from(texts.iter().map(AsRef::as_ref).collect::<Vec<&str>>())
}
