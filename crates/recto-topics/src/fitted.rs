//! The result of a fit.

use crate::model::responsibilities;
use crate::model_selection::Choice;
use crate::{Corpus, Model};
use recto_math::{DenseMatrix, Notice};
use std::borrow::Cow;

/// A fitted topic model with the topics of the documents it was fitted on.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedTopics {
    /// The model itself, which can fold new documents in.
    pub model: Model,
    /// Topic distributions of documents, documents by topics; uniform for documents
    /// without words.
    pub documents: DenseMatrix,
    /// Topic distributions of segments, segments by topics, where the model finds them;
    /// `None` where they follow from those of their documents. See
    /// [`FittedTopics::segment`], which has either.
    pub segments: Option<DenseMatrix>,
    /// Share of each topic in all tokens; sums to 1.
    pub weights: Vec<f64>,
    /// Topic distributions that clustering compares, of a fit without cache; `None` where
    /// they are those of the documents.
    pub distributions: Option<DenseMatrix>,
    /// Cluster of each document from the model itself; `None` if the model has no clusters.
    pub groups: Option<Vec<usize>>,
    /// Objective before each iteration.
    pub history: Vec<f64>,
    /// Whether the fit reached its tolerance before its maximum of iterations.
    pub has_converged: bool,
    /// Training perplexity as the SGM paper prints it; `None` unless asked for. It mixes
    /// topics by segment and includes Pr(d) and Pr(s|z), so it cannot be compared with
    /// other perplexities.
    pub paper_perplexity: Option<f64>,
    /// How the number of topics was chosen; `None` if it was given.
    pub choice: Option<Choice>,
    /// Indices of documents without words, increasing.
    pub empty: Vec<usize>,
    /// Warnings for the user.
    pub warnings: Vec<Notice>,
}

impl FittedTopics {
    /// Number of topics.
    pub fn n_topics(&self) -> usize {
        self.model.n_topics()
    }

    /// Topic distribution of a segment of the corpus that the model was fitted on. What the
    /// model did not find itself is computed anew: the posterior of the segment's words
    /// under the topics of its document.
    ///
    /// # Panics
    /// If there is no such segment.
    pub fn segment(&self, corpus: &Corpus, segment: usize) -> Cow<'_, [f64]> {
        if let Some(segments) = &self.segments {
            return Cow::Borrowed(segments.row(segment));
        }
        let theta = self.documents.row(corpus.document_of(segment));
        let words = corpus.segments().row(segment);
        Cow::Owned(responsibilities(words, theta, &self.model.words))
    }

    /// The distribution of a document that clustering compares; it sums to 1.
    ///
    /// # Panics
    /// If there is no such document.
    pub fn distribution(&self, document: usize) -> &[f64] {
        let compared = self.distributions.as_ref();
        compared.unwrap_or(&self.documents).row(document)
    }

    /// Topics by decreasing weight; ties by index.
    pub fn by_weight(&self) -> Vec<usize> {
        by_weight(&self.weights)
    }
}

/// Topics by decreasing weight; ties by index.
pub(crate) fn by_weight(weights: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]).then(a.cmp(&b)));
    order
}
