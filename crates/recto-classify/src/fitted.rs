//! The result of a fit.

use crate::calibration::OutOfFold;
use crate::{Corpus, Explanation, Model};
use recto_math::{DenseMatrix, Notice};

/// Why a document gets no class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Abstention {
    /// It has no word of the vocabulary.
    NoKnownWord,
    /// The probability of its class is below the threshold.
    BelowThreshold,
}

impl Abstention {
    /// The reason in words.
    pub fn reason(self) -> &'static str {
        match self {
            Self::NoKnownWord => "no known word",
            Self::BelowThreshold => "probability below the threshold",
        }
    }
}

/// A fitted classifier with the classes of the documents it was fitted on.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedClasses {
    /// The model, which classifies new documents and explains.
    pub model: Model,
    /// Class scores of documents before calibration, documents by classes.
    pub scores: DenseMatrix,
    /// Class probabilities of documents, documents by classes; the prior for documents
    /// without known words. Labelled documents have them too: a label that the model doubts
    /// is worth a second look.
    pub documents: DenseMatrix,
    /// Likeliest class of each document, the lowest of equals.
    pub classes: Vec<usize>,
    /// Indices of documents with several likeliest classes, increasing.
    pub ties: Vec<usize>,
    /// Why a document should get no class; `None` if it gets one.
    pub abstentions: Vec<Option<Abstention>>,
    /// Class probabilities of words, words by classes; `None` if the method has none.
    pub words: Option<DenseMatrix>,
    /// Objective at the start and after each iteration; empty if the method has none.
    pub history: Vec<f64>,
    /// What calibration found on labelled documents that a fit did not see; `None` if the
    /// probabilities are not calibrated.
    pub out_of_fold: Option<OutOfFold>,
    /// Which way `auto` took: `distil`, `distil and nbem` or `nbem`; `None` for methods that
    /// have no choice.
    pub chosen: Option<&'static str>,
    /// Indices of documents without known words, increasing.
    pub empty: Vec<usize>,
    /// Warnings for the user.
    pub warnings: Vec<Notice>,
}

impl FittedClasses {
    /// Number of classes.
    pub fn n_classes(&self) -> usize {
        self.model.n_classes()
    }

    /// Whether the probabilities are calibrated.
    pub fn is_calibrated(&self) -> bool {
        self.model.calibration.is_some()
    }

    /// The words that speak for and against the class of a document of the corpus.
    ///
    /// # Panics
    /// If there is no such document.
    pub fn explain(&self, corpus: &Corpus, document: usize) -> Explanation {
        let explainer = self.model.explainer();
        explainer.explain(corpus.counts().row(document))
    }
}
