//! Generalised expectation: logistic regression whose mean predictions match word labels.
//!
//! For every labelled word in three documents or more, the mean prediction over the
//! documents that contain it should be the word's class nine times in ten:
//!
//! ```text
//! (100 / |W|) Σ_words H(reference, mean p over documents with the word)
//!     + Σ_labelled -ln p(class) + λ/2 ||w||^2
//! ```
//!
//! Time O(nnz) per step of L-BFGS, sixty steps.
//!
//! # References
//! Druck, Mann and McCallum 2008, Learning from labeled features using generalized
//! expectation criteria.

use crate::arithmetic::softmax_rows;
use crate::engine::{Engine, Input, Solution, View};
use crate::{ClassifyError, Supervision};
use recto_math::dense::{axpy, dot};
use recto_math::factor::times;
use recto_math::minimize::{Stop, minimize};
use recto_math::{DenseMatrix, Run};
use serde::Serialize;

/// Parameters of generalised expectation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Params {
    /// Strength of the L2 penalty.
    pub lambda: f64,
    /// Share of a word's documents that are expected in its class.
    pub reference: f64,
    /// Documents that a labelled word must be in to count.
    pub min_documents: usize,
    /// Maximum number of steps.
    pub steps: usize,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            lambda: 0.1,
            reference: 0.9,
            min_documents: 3,
            steps: 60,
        }
    }
}

/// Weight of all word terms together, in labelled documents.
const WORD_MASS: f64 = 100.0;

/// Bounds of a mean prediction, so that its logarithm is finite.
const TINY: f64 = 1e-6;

/// The method.
pub(crate) struct GeneralizedExpectation(pub(crate) Params);

impl Engine for GeneralizedExpectation {
    fn solve(
        &self,
        input: &Input<'_>,
        known: &Supervision,
        run: &Run<'_>,
    ) -> Result<Solution, ClassifyError> {
        let view = input.default_view();
        let k = known.n_classes();
        let terms = expected(&view, known, &self.0);
        let size = (view.rows.n_columns() + 1) * k;
        let stop = Stop {
            tolerance: 1e-4,
            max_steps: self.0.steps,
        };
        run.report("generalised expectation", 0, None)?;
        let mut is_stopped = false;
        let objective = |at: &[f64], gradient: &mut [f64]| {
            is_stopped |= run.report("generalised expectation", 0, None).is_err();
            if is_stopped {
                // A gradient of zero ends the search.
                gradient.fill(0.0);
                return f64::MIN;
            }
            value(&view, known, &terms, self.0.lambda, at, gradient)
        };
        let found = minimize(objective, vec![0.0; size], &stop);
        run.report("generalised expectation", 1, Some(1))?;
        let (weights, biases) = found.split_at(size - k);
        let weights = DenseMatrix::from_values(k, weights.to_vec());
        Ok(Solution::linear(&view, weights, biases.to_vec()))
    }
}

/// A labelled word with the distribution that its documents should have.
struct Expected {
    term: usize,
    reference: Vec<f64>,
}

fn expected(view: &View, known: &Supervision, params: &Params) -> Vec<Expected> {
    let k = known.n_classes() as f64;
    let df = |term: u32| view.transposed.row(term as usize).columns.len();
    let labelled = known.words.iter();
    let frequent = labelled.filter(|(term, _)| df(**term) >= params.min_documents.max(1));
    let soften = |p: f64| (1.0 - params.reference) / (k - 1.0) * (1.0 - p) + params.reference * p;
    let word = |(term, label): (&u32, &Vec<f64>)| Expected {
        term: *term as usize,
        reference: label.iter().map(|&p| soften(p)).collect(),
    };
    frequent.map(word).collect()
}

/// The objective at `at` (words by classes, then biases) and its gradient.
fn value(
    view: &View,
    known: &Supervision,
    words: &[Expected],
    lambda: f64,
    at: &[f64],
    gradient: &mut [f64],
) -> f64 {
    let k = known.n_classes();
    let (weights, biases) = at.split_at(at.len() - k);
    let mut scores = times(&view.rows, &DenseMatrix::from_values(k, weights.to_vec()));
    scores.rows_mut().for_each(|row| axpy(1.0, biases, row));
    let p = softmax_rows(&scores);
    let mut errors = DenseMatrix::zeros(p.n_rows(), k);
    let mut sum = lambda / 2.0 * dot(weights, weights);
    for word in words {
        let documents = view.transposed.row(word.term).columns;
        let share = 1.0 / documents.len() as f64;
        let mut mean = vec![0.0; k];
        documents
            .iter()
            .for_each(|&j| axpy(share, p.row(j as usize), &mut mean));
        let strength = WORD_MASS / words.len() as f64;
        let mut slopes = vec![0.0; k];
        for class in 0..k {
            let bounded = mean[class].clamp(TINY, 1.0 - TINY);
            sum -= strength * word.reference[class] * bounded.ln();
            slopes[class] = -strength * word.reference[class] / bounded * share;
        }
        for &j in documents {
            let own = p.row(j as usize);
            let inner = dot(own, &slopes);
            let row = errors.row_mut(j as usize);
            for class in 0..k {
                row[class] += own[class] * (slopes[class] - inner);
            }
        }
    }
    for (j, class) in known.documents.iter().enumerate() {
        let Some(class) = *class else { continue };
        sum -= p.row(j)[class].max(1e-300).ln();
        axpy(1.0, p.row(j), errors.row_mut(j));
        errors.row_mut(j)[class] -= 1.0;
    }
    let products = times(&view.transposed, &errors);
    let (of_weights, of_biases) = gradient.split_at_mut(weights.len());
    of_weights.copy_from_slice(products.values());
    axpy(lambda, weights, of_weights);
    of_biases.copy_from_slice(&errors.column_sums());
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Corpus, CorpusBuilder, Filter};
    use recto_math::rng;

    fn corpus() -> Corpus {
        let mut builder = CorpusBuilder::new();
        for text in ["a b c", "a c", "b d", "a d e", "b c e", "e d"] {
            builder.push_terms(text.split(' '));
        }
        builder.finish(&Filter::default()).expect("words")
    }

    #[test]
    fn the_gradient_is_that_of_central_differences() {
        for k in [2, 3] {
            let corpus = corpus();
            let names: Vec<String> = (0..k).map(|class| class.to_string()).collect();
            let mut known = Supervision::new(names, 6);
            known.label_document(0, 0);
            known.label_document(2, 1);
            known.label_word(0, 0);
            known.label_word(3, k - 1);
            let input = Input::new(&corpus);
            let view = input.default_view();
            let words = expected(&view, &known, &Params::default());
            let mut stream = rng::stream(1, "ge", 0);
            let mut at: Vec<f64> = (0..6 * k).map(|_| rng::normal(&mut stream)).collect();
            let mut gradient = vec![0.0; at.len()];
            let mut unused = gradient.clone();
            value(&view, &known, &words, 0.1, &at, &mut gradient);
            for (i, expected) in gradient.iter().enumerate() {
                let mut shifted = |by: f64| {
                    at[i] += by;
                    let found = value(&view, &known, &words, 0.1, &at, &mut unused);
                    at[i] -= by;
                    found
                };
                let slope = (shifted(1e-5) - shifted(-1e-5)) / 2e-5;
                assert!((slope - expected).abs() < 1e-5, "{slope} {expected}");
            }
        }
    }
}
