//! Answers that outlive the call that made them, with the pile that they are about.
//!
//! A program that hands its answers to somebody who asks for more later (the page, a file,
//! another count of offsets) keeps one of these. Nothing is computed twice, except where a
//! page shows more than was asked for at first ([`Capability::prepare`]).

use crate::answer::to_json;
use crate::capability::{Capability, answer_of};
use crate::offsets::{count_code_points, is_ascii};
use crate::report::{Detail, Report};
use crate::{Answer, Attachments, Error, Group, OutputFile, Reading};
use recto_math::{Remedy, Run};
use recto_text::{Document, Failure, Language, Pile, TextPair, Warning};
use serde::{Deserialize, Serialize};
use std::io;
use std::ops::Range;

/// An answer whose type is not known, with the pile that it is about.
pub trait KeptAnswer: Send + Sync {
    /// What the user should know.
    fn warnings(&self) -> &[Warning];

    /// What could not be done.
    fn failed(&self) -> &[Failure];

    /// The documents that it is about.
    fn documents(&self) -> &[Document];

    /// See [`Answer::word`].
    fn word(&mut self, words: &dyn Fn(&Remedy) -> String);

    /// See [`Capability::is_empty`].
    fn is_empty(&self) -> bool;

    /// Writes the answer as one line of JSON, offsets in bytes.
    ///
    /// # Errors
    /// Those of the writer.
    fn write_json(&self, writer: &mut dyn io::Write) -> io::Result<()>;

    /// Writes the same with offsets in code points.
    ///
    /// # Errors
    /// Those of the writer.
    fn write_json_in_code_points(&self, writer: &mut dyn io::Write) -> io::Result<()>;

    /// See [`Capability::write_as`].
    ///
    /// # Errors
    /// Those of the writer.
    fn write_as(&self, form: &str, writer: &mut dyn io::Write) -> io::Result<()>;

    /// See [`Capability::report`]. A page may show more than was asked for at first; then
    /// the request is run once more with that added.
    ///
    /// # Errors
    /// As [`Capability::run`].
    fn report(&self, detail: Detail, run: &Run<'_>) -> Result<Report, Error>;

    /// See [`Capability::files`].
    ///
    /// # Errors
    /// [`Error::Request`] if this answer has no such file.
    fn files(&self, field: &str, ending: &str) -> Result<Vec<OutputFile>, Error>;

    /// All of it as plain data, to be written and restored elsewhere. What is never in the
    /// JSON (a fitted model, a picture) and what only readers of files know of documents
    /// (headings, pages) is not in there.
    fn snapshot(&self) -> Snapshot;
}

/// An answer and its pile as plain data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The name of the capability.
    pub capability: String,
    answer: String,
    documents: Vec<KeptDocument>,
    groups: Vec<(String, Range<usize>)>,
    /// Id, source and summary.
    pairs: Vec<(String, Range<usize>, usize)>,
    language: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct KeptDocument {
    id: String,
    text: String,
    title: Option<String>,
    time: Option<String>,
    file: String,
    labels: Vec<String>,
}

struct Kept<C: Capability + 'static> {
    capability: &'static C,
    pile: Pile,
    /// A reading of nothing, which says how the pile was read.
    how: Reading<'static>,
    answer: Answer<C::Body>,
    /// What was asked; `None` for an answer that was restored.
    asked: Option<(C::Request, Attachments)>,
}

/// Runs a request and keeps its answer.
pub(crate) fn answer<C: Capability>(
    capability: &'static C,
    pile: Pile,
    how: Reading<'static>,
    request: C::Request,
    attachments: Attachments,
    run: &Run<'_>,
) -> Result<Box<dyn KeptAnswer>, Error> {
    let answer = capability.run(&how.over(&pile), &request, &attachments, run)?;
    Ok(Box::new(Kept {
        capability,
        pile,
        how,
        answer,
        asked: Some((request, attachments)),
    }))
}

/// Makes a kept answer of a snapshot.
pub(crate) fn restore<C: Capability>(
    capability: &'static C,
    snapshot: Snapshot,
) -> Result<Box<dyn KeptAnswer>, Error> {
    let answer = answer_of::<C>(&snapshot.answer)?;
    let language = snapshot.language.as_deref();
    let how = Reading::of_nothing()
        .in_language(language.and_then(Language::from_code))
        .with_groups(snapshot.groups.into_iter().map(group).collect());
    let n_documents = snapshot.documents.len();
    let is_inside = |range: &Range<usize>| range.start <= range.end && range.end <= n_documents;
    let is_sound = |(_, source, summary): &(String, Range<usize>, usize)| {
        is_inside(source) && *summary < n_documents
    };
    if !snapshot.pairs.iter().all(is_sound)
        || !how.groups().iter().all(|group| is_inside(&group.documents))
    {
        return Err(Error::input("damaged: it names documents that it lacks"));
    }
    let pile = Pile {
        documents: snapshot.documents.into_iter().map(document).collect(),
        pairs: snapshot.pairs.into_iter().map(pair).collect(),
        ..Pile::default()
    };
    Ok(Box::new(Kept {
        capability,
        pile,
        how,
        answer,
        asked: None,
    }))
}

fn group((name, documents): (String, Range<usize>)) -> Group {
    Group { name, documents }
}

fn pair((id, source, summary): (String, Range<usize>, usize)) -> TextPair {
    TextPair {
        id,
        source,
        summary,
        ..TextPair::default()
    }
}

fn document(kept: KeptDocument) -> Document {
    Document {
        title: kept.title,
        time: kept.time,
        file: kept.file,
        labels: kept.labels,
        ..Document::new(kept.id, kept.text)
    }
}

impl<C: Capability> Kept<C> {
    fn reading(&self) -> Reading<'_> {
        self.how.over(&self.pile)
    }
}

impl<C: Capability> KeptAnswer for Kept<C> {
    fn warnings(&self) -> &[Warning] {
        &self.answer.warnings
    }

    fn failed(&self) -> &[Failure] {
        &self.answer.failed
    }

    fn documents(&self) -> &[Document] {
        &self.pile.documents
    }

    fn word(&mut self, words: &dyn Fn(&Remedy) -> String) {
        self.answer.word(words);
    }

    fn is_empty(&self) -> bool {
        self.capability.is_empty(&self.answer.body)
    }

    fn write_json(&self, writer: &mut dyn io::Write) -> io::Result<()> {
        to_json(&self.answer, writer)
    }

    fn write_json_in_code_points(&self, writer: &mut dyn io::Write) -> io::Result<()> {
        if is_ascii(&self.pile) {
            return self.write_json(writer);
        }
        let mut answer = self.answer.clone();
        count_code_points(&mut answer.body, &self.pile);
        to_json(&answer, writer)
    }

    fn write_as(&self, form: &str, writer: &mut dyn io::Write) -> io::Result<()> {
        self.capability
            .write_as(&self.answer, &self.reading(), form, writer)
    }

    fn report(&self, detail: Detail, run: &Run<'_>) -> Result<Report, Error> {
        let reading = self.reading();
        if let Some((request, attachments)) = &self.asked {
            let mut request = request.clone();
            if self.capability.prepare(&mut request, detail) {
                let answer = self.capability.run(&reading, &request, attachments, run)?;
                return Ok(self.capability.report(&answer, &reading, detail));
            }
        }
        Ok(self.capability.report(&self.answer, &reading, detail))
    }

    fn files(&self, field: &str, ending: &str) -> Result<Vec<OutputFile>, Error> {
        self.capability.files(&self.answer, field, ending)
    }

    fn snapshot(&self) -> Snapshot {
        let mut json = Vec::new();
        to_json(&self.answer, &mut json).expect("memory takes all that is written");
        let groups = self.how.groups().iter();
        let pairs = self.pile.pairs.iter();
        Snapshot {
            capability: C::ABOUT.name.into(),
            answer: String::from_utf8(json).expect("JSON is UTF-8"),
            documents: self.pile.documents.iter().map(keep).collect(),
            groups: groups
                .map(|group| (group.name.clone(), group.documents.clone()))
                .collect(),
            pairs: pairs
                .map(|pair| (pair.id.clone(), pair.source.clone(), pair.summary))
                .collect(),
            language: self
                .how
                .given_language()
                .map(|language| language.code.into()),
        }
    }
}

fn keep(document: &Document) -> KeptDocument {
    KeptDocument {
        id: document.id.clone(),
        text: document.text.clone(),
        title: document.title.clone(),
        time: document.time.clone(),
        file: document.file.clone(),
        labels: document.labels.clone(),
    }
}
