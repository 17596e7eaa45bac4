//! The result of a fit.

use crate::Model;
use crate::model_selection::Choice;
use recto_math::DenseMatrix;
use recto_math::Notice;

/// Topics of a corpus, and what they were found by.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedTopics {
    /// The topics, ready for new documents.
    pub model: Model,
    /// Documents by topics; uniform for documents without words.
    pub documents: DenseMatrix,
    /// Segments by topics.
    pub segments: DenseMatrix,
    /// The share of each topic in all words.
    pub weights: Vec<f64>,
    /// Documents by outcomes of the distributions that clustering compares. They are those
    /// of a fit without cache; several fits stand side by side where that is better.
    pub pmfs: DenseMatrix,
    /// The method's own grouping of documents, where it has one.
    pub groups: Option<Vec<usize>>,
    /// The objective before each iteration.
    pub history: Vec<f64>,
    /// Whether the fit came to rest before its limit of iterations.
    pub has_converged: bool,
    /// The perplexity that the SGM paper prints, on the training words, where it was asked
    /// for. It mixes topics by segment and counts Pr(d) and Pr(s|z) in: comparable with no
    /// other figure.
    pub paper_perplexity: Option<f64>,
    /// How the number of topics was chosen, where it was not given.
    pub choice: Option<Choice>,
    /// Documents without a kept word.
    pub empty: Vec<usize>,
    /// What the user should know.
    pub warnings: Vec<Notice>,
}

impl FittedTopics {
    /// How many topics.
    pub fn n_topics(&self) -> usize {
        self.model.n_topics()
    }

    /// Topics by falling weight; ties in their order.
    pub fn by_weight(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.n_topics()).collect();
        order.sort_by(|&a, &b| self.weights[b].total_cmp(&self.weights[a]).then(a.cmp(&b)));
        order
    }
}
