//! Classes of documents from counts.

use super::{Counts, names};
use crate::Error;
use crate::capability::{self, Capability};
use crate::classify::{Classifying, Request, labels, options, refused};
use recto_classify::{Corpus, Model, Supervision, methods};
use recto_math::{CsrBuilder, CsrMatrix, Run};

/// What is known of documents and words before a fit, by the places of the classes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CountLabels {
    /// Names of the classes.
    pub classes: Vec<String>,
    /// The class of each document; `None` if it is not known.
    pub documents: Vec<Option<usize>>,
    /// Columns whose class is known.
    pub words: Vec<(usize, usize)>,
}

/// Fits the classifier that a request asks for; what a request says of texts, of the lexicon
/// and of the vocabulary has no effect.
///
/// ```
/// use recto::counts::{CountLabels, Counts, class_probabilities, fit_classes};
/// use recto::{Run, Silent, classify::Request};
/// let counts = Counts::new(2, &[0, 1, 2, 3, 4], &[0, 1, 0, 1], &[3.0; 4])?;
/// let known = CountLabels {
///     classes: vec!["neg".into(), "pos".into()],
///     documents: vec![Some(0), Some(1), None, None],
///     words: Vec::new(),
/// };
/// let model = fit_classes(&counts, &known, &Request::default(), &Run::new(0, &Silent))?;
/// let p = class_probabilities(&model, &counts);
/// assert!(p[2][0] > 0.5 && p[3][1] > 0.5);
/// # Ok::<(), recto::Error>(())
/// ```
///
/// # Errors
/// [`Error`] for labels that are not there, a request that cannot be met, and without counts
/// above 0.
pub fn fit_classes(
    counts: &Counts,
    labelled: &CountLabels,
    request: &Request,
    run: &Run<'_>,
) -> Result<Model, Error> {
    let method = capability::choose(methods(), Classifying::chosen(request))?;
    let classifier = (method.build)(&options(request)).map_err(refused)?;
    let filled = filled(counts, labelled.classes.len());
    let corpus = Corpus::new(&filled, names(filled.n_columns())).map_err(refused)?;
    let mut known = Supervision::new(labelled.classes.clone(), counts.n_documents());
    known.prior = labels::prior(request, &labelled.classes)?;
    known.allows_unlabelled_class = request.allow_unlabelled_class;
    let n_classes = labelled.classes.len();
    let is_class = |class: &usize| *class < n_classes;
    let classes = labelled.documents.iter().flatten();
    if labelled.documents.len() != counts.n_documents() || !classes.clone().all(is_class) {
        return Err(Error::input(
            "the labels do not fit the documents or the classes",
        ));
    }
    for (document, class) in labelled.documents.iter().enumerate() {
        if let Some(class) = class {
            known.label_document(document, *class);
        }
    }
    for (column, class) in labelled.words.iter().filter(|(_, class)| is_class(class)) {
        // A word that no document has says nothing.
        if let Some(term) = corpus.id(&column.to_string()) {
            known.label_word(term, *class);
        }
    }
    let fitted = classifier.fit(&corpus, &known, run).map_err(refused)?;
    Ok(fitted.model)
}

/// The probability of each class for each document; columns that the fit did not see are
/// passed over.
pub fn class_probabilities(model: &Model, counts: &Counts) -> Vec<Vec<f64>> {
    let ids = model.term_ids();
    let counts = filled(counts, model.n_classes());
    let columns = names(counts.n_columns());
    let terms: Vec<Option<u32>> = columns
        .iter()
        .map(|name| ids.get(name.as_str()).copied())
        .collect();
    let mut builder = CsrBuilder::new(model.terms.len());
    for row in counts.rows() {
        let known = row
            .iter()
            .filter_map(|(column, n)| Some((terms[column as usize]?, n)));
        builder.push_weights(known);
    }
    let predicted = model.predict(&builder.finish(), None);
    predicted.into_iter().map(|one| one.posterior).collect()
}

/// The same counts with at least as many words as classes, which the methods need. A word
/// that is added stands once in every document, and so speaks for no class.
fn filled(counts: &Counts, n_classes: usize) -> CsrMatrix {
    let n_words = counts.n_words();
    let added = n_words..n_words.max(n_classes);
    if added.is_empty() {
        return counts.0.clone();
    }
    let mut builder = CsrBuilder::new(added.end);
    for row in counts.0.rows() {
        let added = added.clone().map(|column| (column as u32, 1.0));
        builder.push_weights(row.iter().chain(added));
    }
    builder.finish()
}
