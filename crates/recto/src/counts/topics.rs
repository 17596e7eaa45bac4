//! Topics and groups of documents from counts.

use super::{Counts, names};
use crate::capability::{self, Capability};
use crate::topics::{FindingTopics, Request, options, refused};
use crate::{Attachments, Error};
use rayon::prelude::*;
use recto_math::Run;
use recto_topics::heldout::{self, Split};
use recto_topics::{Corpus, Model, groups, methods};

/// Fits the model that a request asks for; what a request says of texts has no effect.
///
/// ```
/// use recto::counts::{Counts, fit_topics, topic_shares};
/// use recto::{Run, Silent, topics::Request};
/// // Words 0 and 1 stand together, and so do 2 and 3.
/// let columns = [0, 1, 2, 3, 0, 1, 2, 3];
/// let counts = Counts::new(4, &[0, 2, 4, 6, 8], &columns, &[5.0; 8])?;
/// let request = Request { topics: Some(2), ..Request::default() };
/// let model = fit_topics(&counts, &request, &Run::new(0, &Silent))?;
/// let shares = topic_shares(&model, &counts)?;
/// assert!((shares[0][0] - shares[2][0]).abs() < 1e-6);
/// assert!((shares[0][0] - shares[1][0]).abs() > 0.5);
/// # Ok::<(), recto::Error>(())
/// ```
///
/// # Errors
/// [`Error`] for a request that cannot be met, and without counts above 0.
pub fn fit_topics(counts: &Counts, request: &Request, run: &Run<'_>) -> Result<Model, Error> {
    let method = capability::choose(methods(), FindingTopics::chosen(request))?;
    let options = options(request, &Attachments::default())?;
    let model = (method.build)(&options).map_err(refused)?;
    let fitted = model.fit(&corpus(counts)?, run).map_err(refused)?;
    Ok(fitted.model)
}

/// The share of each topic in each document; even where a document has no word.
///
/// # Errors
/// [`Error::Input`] if the model has another number of words.
pub fn topic_shares(model: &Model, counts: &Counts) -> Result<Vec<Vec<f64>>, Error> {
    check(model, counts)?;
    let fold_in = model.fold_in();
    let fold = |row: usize| fold_in.fold(&[counts.0.row(row)]).topics;
    Ok((0..counts.n_documents())
        .into_par_iter()
        .map(fold)
        .collect())
}

/// The probabilities of words in topics, topics by words.
pub fn topic_words(model: &Model) -> Vec<Vec<f64>> {
    let words = |topic: usize| (0..model.terms.len()).map(move |word| model.words[(word, topic)]);
    let topics = 0..model.n_topics();
    topics.map(|topic| words(topic).collect()).collect()
}

/// How well the topics of documents foresee the same documents: the exponential of the mean
/// of -ln p over all words. Lower is better; comparable between models of the same counts.
///
/// # Errors
/// [`Error::Input`] if the model has another number of words, or without counts above 0.
pub fn perplexity(model: &Model, counts: &Counts) -> Result<f64, Error> {
    check(model, counts)?;
    let corpus = corpus(counts)?;
    let split = Split {
        train: corpus.clone(),
        observed: corpus.clone(),
        scored: corpus,
        held_out: (0..counts.n_documents()).collect(),
    };
    Ok(heldout::perplexity(model, &split))
}

/// Groups of documents by their words; `None` for a document without any. Without a number
/// as many groups as the words speak for.
///
/// # Errors
/// [`Error`] for more groups than documents, and without counts above 0.
pub fn group_documents(
    counts: &Counts,
    n_groups: Option<usize>,
    run: &Run<'_>,
) -> Result<Vec<Option<usize>>, Error> {
    let grouped = groups::group(&corpus(counts)?, n_groups, run);
    Ok(grouped.map_err(refused)?.labels)
}

fn corpus(counts: &Counts) -> Result<Corpus, Error> {
    let ends = (1..=counts.n_documents()).collect();
    Corpus::new(counts.0.clone(), ends, names(counts.n_words())).map_err(refused)
}

fn check(model: &Model, counts: &Counts) -> Result<(), Error> {
    let (known, given) = (model.terms.len(), counts.n_words());
    if known == given {
        return Ok(());
    }
    let message = format!("the counts have {given} columns, those of the fit had {known}");
    Err(Error::input(message))
}
