//! What a labelling session starts from: counts, and what is known before the first answer.

use super::labels;
use super::request::Request;
use super::words::{self, Sides, Words};
use super::{Setting, refused};
use crate::{Attachments, Document, Error, Reading};
use recto_classify::{ClassifyError, Corpus, Supervision};
use recto_math::{Notice, Run};
use recto_text::Warning;

/// What a labelling session starts from.
pub(crate) struct Start {
    pub(crate) corpus: Corpus,
    pub(crate) known: Supervision,
    pub(crate) warnings: Vec<Warning>,
}

/// Counts the documents of a reading and gathers what is known of the classes of `request`.
/// Labels that documents have are learned from.
pub(crate) fn start(
    reading: &Reading<'_>,
    request: &Request,
    attachments: &Attachments,
    run: &Run<'_>,
) -> Result<Start, Error> {
    let (words, mut notices) = fitting_words(request, attachments)?;
    let setting = Setting::new(reading, request, &words, request.classes.clone(), run)?;
    let (known, more) = setting.known(request, &words)?;
    notices.extend(more);
    let notices = notices.into_iter().map(Warning::new);
    Ok(Start {
        warnings: setting.warnings.iter().cloned().chain(notices).collect(),
        corpus: setting.corpus,
        known,
    })
}

/// The words of a request, unless they say nothing of its classes.
fn fitting_words(
    request: &Request,
    attachments: &Attachments,
) -> Result<(Words, Vec<Notice>), Error> {
    let (words, notices) = words::read(request, attachments, &request.classes)?;
    let is_opinion = words.lexicon().is_some();
    match attachments.file("lexicon") {
        Some(file) if is_opinion && Sides::among(&request.classes).is_none() => {
            Err(file.problem(format!(
                "its words have weights for praise and blame, but the classes are {}; give each \
                 word the name of a class",
                request.classes.join(", ")
            )))
        }
        _ => Ok((words, notices)),
    }
}

/// Checks that the words of a request fit its classes.
pub(crate) fn check_words(request: &Request, attachments: &Attachments) -> Result<(), Error> {
    fitting_words(request, attachments).map(drop)
}

/// The classes of a request: those that it names, else those of the labels that documents
/// have, of the lexicon, or praise and blame.
pub(crate) fn classes(
    request: &Request,
    attachments: &Attachments,
    documents: &[Document],
) -> Result<Vec<String>, Error> {
    let names = labels::names(documents);
    let (words, _) = words::read(request, attachments, &names)?;
    Ok(labels::classes(request, names, &words))
}

/// An error of the engine as one of the facade.
pub(crate) fn from_engine(error: ClassifyError) -> Error {
    refused(error)
}
