//! What every method computes: scores of documents, and scorers of new ones.

use crate::blend::spread;
use crate::corpus::{Norm, Scheme, Weighting};
use crate::distil::bias_shifts;
use crate::model::Part;
use crate::tri::Targets;
use crate::{ClassifyError, Corpus, Supervision};
use recto_math::dense::axpy;
use recto_math::{CsrMatrix, DenseMatrix, Notice, Run};
use std::sync::{Arc, Mutex};

/// A method without what all methods share (calibration, abstention, explanation).
pub(crate) trait Engine: Send + Sync {
    /// Scores from the labels in `known`, which are checked.
    fn solve(
        &self,
        input: &Input<'_>,
        known: &Supervision,
        run: &Run<'_>,
    ) -> Result<Solution, ClassifyError>;

    /// The engine that this one would solve by, if it has to choose, and its name:
    /// calibration then leaves the choice alone.
    fn chosen(
        &self,
        _input: &Input<'_>,
        _known: &Supervision,
        _run: &Run<'_>,
    ) -> Result<Option<Chosen>, ClassifyError> {
        Ok(None)
    }

    /// Whether scores depend on labelled documents, so that leaving some out is a test of
    /// the method. Otherwise the scores of the labelled documents themselves are.
    fn learns_from_documents(&self) -> bool {
        true
    }
}

/// The name of a way that a method chose, and the way.
pub(crate) type Chosen = (&'static str, Box<dyn Engine>);

/// What a method found.
pub(crate) struct Solution {
    /// Scores of the documents of the corpus, documents by classes; a posterior is in
    /// proportion to their `exp`.
    pub(crate) scores: DenseMatrix,
    /// Scorers of new documents, whose scores add up.
    pub(crate) parts: Vec<Part>,
    /// What the logarithm of a first guess is multiplied by before it is added.
    pub(crate) guess_weight: f64,
    /// Class distributions of words, words by classes; `None` if the method has none.
    pub(crate) words: Option<DenseMatrix>,
    /// The objective at the start and after each iteration; empty if there is none.
    pub(crate) history: Vec<f64>,
    /// Warnings.
    pub(crate) warnings: Vec<Notice>,
}

impl Solution {
    /// The solution of a single linear part that scores the documents of the corpus alike.
    pub(crate) fn linear(view: &View, weights: DenseMatrix, biases: Vec<f64>) -> Self {
        let part = Part::linear(view.weighting.clone(), weights, biases);
        Self {
            scores: part.scores(&view.rows),
            parts: vec![part],
            guess_weight: 0.0,
            words: None,
            history: Vec::new(),
            warnings: Vec::new(),
        }
    }
}

impl Solution {
    /// Adds the logarithm of a first guess, `weight` as much as the scores by their spread.
    pub(crate) fn add_guess(&mut self, guesses: &DenseMatrix, weight: f64) {
        let guesses = logarithms(guesses);
        let factor = weight * spread(&self.scores) / spread(&guesses);
        axpy(factor, guesses.values(), self.scores.values_mut());
        self.guess_weight += factor;
    }

    /// Shifts the scores so that the classes predicted for unlabelled documents have the
    /// given shares.
    pub(crate) fn cut(&mut self, input: &Input<'_>, known: &Supervision, shares: &[f64]) {
        let counts = input.corpus.counts();
        let is_asked =
            |j: &usize| known.documents[*j].is_none() && !counts.row(*j).columns.is_empty();
        let asked = (0..counts.n_rows()).filter(is_asked);
        let rows: Vec<&[f64]> = asked.map(|j| self.scores.row(j)).collect();
        let shifts = bias_shifts(&rows, shares);
        self.scores
            .rows_mut()
            .for_each(|row| axpy(1.0, &shifts, row));
        match self.parts.iter_mut().find(|part| !part.is_factors) {
            Some(part) => axpy(1.0, &shifts, &mut part.biases),
            // Factors have no bias: a part without weights carries it.
            None => self.parts.extend(self.parts.first().map(|part| {
                let weights = DenseMatrix::zeros(part.weights.n_rows(), shifts.len());
                Part::linear(part.weighting.clone(), weights, shifts)
            })),
        }
    }
}

/// Logarithms of probabilities, those of 0 as those of very small ones.
pub(crate) fn logarithms(probabilities: &DenseMatrix) -> DenseMatrix {
    let mut logarithms = probabilities.clone();
    let values = logarithms.values_mut().iter_mut();
    values.for_each(|p| *p = p.max(SMALLEST).ln());
    logarithms
}

/// Least probability that is told from 0 in a logarithm.
const SMALLEST: f64 = 1e-12;

/// Whether a guess prefers any class.
pub(crate) fn says_something(guess: &[f64]) -> bool {
    guess.iter().any(|p| (p - guess[0]).abs() > 1e-9)
}

/// A weighted corpus and its transpose.
#[derive(Debug)]
pub(crate) struct View {
    pub(crate) weighting: Weighting,
    pub(crate) rows: CsrMatrix,
    pub(crate) transposed: CsrMatrix,
}

/// A corpus with its weighted forms, each made once.
pub(crate) struct Input<'a> {
    pub(crate) corpus: &'a Corpus,
    views: Mutex<Vec<Arc<View>>>,
}

impl<'a> Input<'a> {
    pub(crate) fn new(corpus: &'a Corpus) -> Self {
        Self {
            corpus,
            views: Mutex::new(Vec::new()),
        }
    }

    /// A corpus with forms of it that were made before.
    pub(crate) fn with_views(corpus: &'a Corpus, views: Vec<Arc<View>>) -> Self {
        Self {
            corpus,
            views: Mutex::new(views),
        }
    }

    /// The forms that were made.
    pub(crate) fn into_views(self) -> Vec<Arc<View>> {
        self.views.into_inner().expect("no holder panics")
    }

    /// The corpus in the given weighting.
    pub(crate) fn view(&self, scheme: Scheme, norm: Norm) -> Arc<View> {
        let mut views = self.views.lock().expect("no holder panics");
        let is_it =
            |view: &&Arc<View>| (view.weighting.scheme, view.weighting.norm) == (scheme, norm);
        if let Some(view) = views.iter().find(is_it) {
            return Arc::clone(view);
        }
        let counts = self.corpus.counts();
        let weighting = Weighting::new(counts, scheme, norm);
        let rows = weighting.apply(counts);
        let transposed = rows.transpose();
        let view = Arc::new(View {
            weighting,
            rows,
            transposed,
        });
        views.push(Arc::clone(&view));
        view
    }

    /// The corpus in the default weighting.
    pub(crate) fn default_view(&self) -> Arc<View> {
        self.view(Scheme::default(), Norm::default())
    }
}

/// Targets of the labelled words of a corpus.
pub(crate) fn word_targets(known: &Supervision, n_terms: usize) -> Targets {
    let labelled = known.words.iter();
    let labelled = labelled.map(|(&term, row)| (term as usize, &row[..]));
    Targets::new(n_terms, known.n_classes(), labelled)
}
