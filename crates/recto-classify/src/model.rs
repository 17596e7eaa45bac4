//! A fitted model: scores of new documents, and the words that make them.

use crate::arithmetic::{inverse, softmax};
use crate::calibration::Calibration;
use crate::corpus::Weighting;
use crate::engine::{logarithms, says_something};
use crate::tri::{Factors, fold};
use rayon::prelude::*;
use recto_math::dense::axpy;
use recto_math::factor::{gram, times};
use recto_math::{CsrBuilder, CsrMatrix, DenseMatrix};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A model that classifies documents it was not fitted on.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// Name of the method in the table.
    pub method: String,
    /// Parameters of the fit.
    pub parameters: Value,
    /// Names of the classes.
    pub classes: Vec<String>,
    /// Terms in the order of their ids.
    pub terms: Vec<String>,
    /// Class shares; what a document without known words gets.
    pub prior: Vec<f64>,
    /// Scorers whose scores add up.
    pub parts: Vec<Part>,
    /// How scores become probabilities that can be believed; `None` below
    /// [`MIN_LABELS`](crate::calibration::MIN_LABELS) labelled documents.
    pub calibration: Option<Calibration>,
    /// Sum of contributions below which a document counts as neutral.
    pub neutral_evidence: f64,
    /// What the logarithm of a first guess is multiplied by before it is added to the scores;
    /// 0 if the model was fitted without guesses.
    pub guess_weight: f64,
}

/// A scorer with the weighting of its rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    pub(crate) weighting: Weighting,
    /// Terms by classes: weights of a linear scorer, or `F S'` of factors.
    pub(crate) weights: DenseMatrix,
    /// Bias of each class of a linear scorer; row sums of the core of factors.
    pub(crate) biases: Vec<f64>,
    /// Whether the scores are logarithms of a fold-in by non-negative least squares.
    pub(crate) is_factors: bool,
}

/// Prediction for one document.
#[derive(Debug, Clone, PartialEq)]
pub struct Prediction {
    /// Probability of each class; sums to 1. Not to be read as a percentage unless the
    /// model is calibrated.
    pub posterior: Vec<f64>,
    /// Whether the document has a word of the vocabulary, or a first guess that says
    /// something. Otherwise the posterior is the prior.
    pub has_words: bool,
}

impl Part {
    pub(crate) fn linear(weighting: Weighting, weights: DenseMatrix, biases: Vec<f64>) -> Self {
        Self {
            weighting,
            weights,
            biases,
            is_factors: false,
        }
    }

    pub(crate) fn factors(weighting: Weighting, factors: &Factors) -> Self {
        Self {
            weighting,
            weights: factors.words.times(&factors.core.transpose()),
            biases: factors.core.rows().map(|row| row.iter().sum()).collect(),
            is_factors: true,
        }
    }

    /// The same part with all scores multiplied.
    pub(crate) fn scaled(mut self, factor: f64) -> Self {
        self.weights
            .values_mut()
            .iter_mut()
            .for_each(|w| *w *= factor);
        self.biases.iter_mut().for_each(|b| *b *= factor);
        self
    }

    /// Scores of weighted rows, rows by classes.
    pub(crate) fn scores(&self, rows: &CsrMatrix) -> DenseMatrix {
        if !self.is_factors {
            let mut scores = times(rows, &self.weights);
            scores
                .rows_mut()
                .for_each(|row| axpy(1.0, &self.biases, row));
            return scores;
        }
        let squares = gram(&self.weights);
        recto_math::factor::by_rows(rows.n_rows(), self.biases.len(), |i, row| {
            row.copy_from_slice(&fold(rows.row(i), &self.weights, &squares, &self.biases));
            row.iter_mut().for_each(|p| *p = p.max(1e-12).ln());
        })
    }

    /// Linear weights of the words: those of the scorer, or of the least-squares projection
    /// whose non-negative form the factors use.
    pub(crate) fn linear_weights(&self) -> DenseMatrix {
        if self.is_factors {
            self.weights.times(&inverse(&gram(&self.weights)))
        } else {
            self.weights.clone()
        }
    }
}

impl Model {
    /// Number of classes.
    pub fn n_classes(&self) -> usize {
        self.classes.len()
    }

    /// Ids of the terms, for [`Model::counts`].
    pub fn term_ids(&self) -> FxHashMap<&str, u32> {
        self.terms.iter().map(String::as_str).zip(0..).collect()
    }

    /// Counts of the known terms of documents, documents by terms.
    pub fn counts<'t, D, T>(&self, documents: D) -> CsrMatrix
    where
        D: IntoIterator<Item = T>,
        T: IntoIterator<Item = &'t str>,
    {
        let ids = self.term_ids();
        let mut builder = CsrBuilder::new(self.terms.len());
        for terms in documents {
            builder.push_counts(terms.into_iter().filter_map(|term| ids.get(term).copied()));
        }
        builder.finish()
    }

    /// Classifies documents, given as counts of the model's terms, with first guesses of their
    /// classes if the model was fitted with such.
    ///
    /// # Panics
    /// If there are not as many columns as terms, or not a guess for each document.
    pub fn predict(&self, counts: &CsrMatrix, guesses: Option<&DenseMatrix>) -> Vec<Prediction> {
        assert_eq!(counts.n_columns(), self.terms.len(), "a column a term");
        let mut scores = self.scores(counts);
        if let Some(guesses) = guesses {
            let guesses = logarithms(guesses);
            axpy(self.guess_weight, guesses.values(), scores.values_mut());
        }
        let rows: Vec<usize> = (0..counts.n_rows()).collect();
        let predict = |&i: &usize| {
            let guess = guesses.filter(|_| self.guess_weight > 0.0);
            let is_guessed = guess.is_some_and(|guesses| says_something(guesses.row(i)));
            let has_words = !counts.row(i).columns.is_empty() || is_guessed;
            let posterior = if has_words {
                self.posterior(scores.row(i))
            } else {
                self.prior.clone()
            };
            Prediction {
                posterior,
                has_words,
            }
        };
        rows.par_iter().map(predict).collect()
    }

    /// Class scores of documents before calibration, documents by classes.
    pub fn scores(&self, counts: &CsrMatrix) -> DenseMatrix {
        let mut sum = DenseMatrix::zeros(counts.n_rows(), self.n_classes());
        for part in &self.parts {
            let rows = part.weighting.apply(counts);
            axpy(1.0, part.scores(&rows).values(), sum.values_mut());
        }
        sum
    }

    /// The probabilities of scores, calibrated where the model is.
    pub fn posterior(&self, scores: &[f64]) -> Vec<f64> {
        match &self.calibration {
            Some(calibration) => calibration.posterior(scores),
            None => {
                let mut posterior = scores.to_vec();
                softmax(&mut posterior);
                posterior
            }
        }
    }

    /// Whether contributions of words add up to the scores exactly.
    pub fn is_linear(&self) -> bool {
        self.parts.iter().all(|part| !part.is_factors)
    }

    /// Bias of each class, before any word.
    pub fn biases(&self) -> Vec<f64> {
        let mut sum = vec![0.0; self.n_classes()];
        for part in self.parts.iter().filter(|part| !part.is_factors) {
            axpy(1.0, &part.biases, &mut sum);
        }
        sum
    }

    /// Weight of each word for each class, words by classes: the contribution of a word
    /// that makes up a document alone, without its length normalisation.
    pub fn word_weights(&self) -> DenseMatrix {
        let mut sum = DenseMatrix::zeros(self.terms.len(), self.n_classes());
        for part in &self.parts {
            axpy(1.0, part.linear_weights().values(), sum.values_mut());
        }
        sum
    }
}
