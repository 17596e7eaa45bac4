//! Naive Bayes with labelled words, fitted by EM over unlabelled documents.
//!
//! Labelled words are pseudo-counts of their class, shared equally by the words of a class;
//! documents are scaled to the same length, so that none outvotes the others; unlabelled
//! documents count by their posterior, with a smaller weight. The best method measured for
//! news of two subjects.
//!
//! Each of the ten rounds is O(K nnz).
//!
//! # References
//! Nigam, McCallum, Thrun and Mitchell 2000, Text classification from labeled and unlabeled
//! documents using EM; Melville, Gryc and Lawrence 2009, Sentiment analysis of blogs by
//! combining lexical knowledge with text classification (labelled words).

use crate::arithmetic::softmax_rows;
use crate::corpus::{Norm, Scheme};
use crate::engine::{Engine, Input, Solution};
use crate::{ClassifyError, Supervision};
use recto_math::factor::times;
use recto_math::{DenseMatrix, Run};
use serde::Serialize;

/// Parameters of naive Bayes with EM.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Params {
    /// Pseudo-documents of labelled words of a class, as a share of a twentieth of all
    /// documents.
    pub pseudo: f64,
    /// Length that every document is scaled to.
    pub length: f64,
    /// Weight of an unlabelled document against a labelled one, from 0 to 1.
    pub unlabelled: f64,
    /// Smoothing by the background frequencies: mean pseudo-count of a word.
    pub smoothing: f64,
    /// Number of EM rounds.
    pub rounds: usize,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            pseudo: 0.1,
            length: 30.0,
            unlabelled: 0.5,
            smoothing: 1.0,
            rounds: 10,
        }
    }
}

/// The method.
pub(crate) struct NaiveBayesEm(pub(crate) Params);

impl Engine for NaiveBayesEm {
    fn solve(
        &self,
        input: &Input<'_>,
        known: &Supervision,
        run: &Run<'_>,
    ) -> Result<Solution, ClassifyError> {
        let params = &self.0;
        let view = input.view(Scheme::Tf, Norm::L1);
        let (n, m) = (view.rows.n_rows(), view.rows.n_columns());
        let k = known.n_classes();
        let prior = word_counts(known, m, n, params);
        let background = background(&view.rows.column_sums(), params.smoothing);
        let mut counted = responsibilities(known, None, params.unlabelled);
        let mut model = (DenseMatrix::zeros(0, k), vec![0.0; k]);
        for round in 0..=params.rounds {
            run.report("naive Bayes", round as u64, Some(params.rounds as u64 + 1))?;
            let mut counts = times(&view.transposed, &counted);
            for (i, row) in counts.rows_mut().enumerate() {
                for (class, count) in row.iter_mut().enumerate() {
                    *count = *count * params.length + prior[(i, class)] + background[i];
                }
            }
            model = log_probabilities(counts, &counted, params.length);
            if round < params.rounds {
                let mut scores = times(&view.rows, &model.0);
                for row in scores.rows_mut() {
                    recto_math::dense::axpy(1.0, &model.1, row);
                }
                let posterior = softmax_rows(&scores);
                counted = responsibilities(known, Some(&posterior), params.unlabelled);
            }
        }
        Ok(Solution::linear(&view, model.0, model.1))
    }
}

/// Pseudo-counts of labelled words, words by classes.
fn word_counts(known: &Supervision, m: usize, n: usize, params: &Params) -> DenseMatrix {
    let mut mass = vec![0.0; known.n_classes()];
    for row in known.words.values() {
        recto_math::dense::axpy(1.0, row, &mut mass);
    }
    let unit = params.pseudo * params.length * n as f64 / 20.0;
    let mut counts = DenseMatrix::zeros(m, known.n_classes());
    for (&term, label) in &known.words {
        for (class, count) in counts.row_mut(term as usize).iter_mut().enumerate() {
            *count = label[class] * unit / mass[class].max(1.0);
        }
    }
    counts
}

fn background(sums: &[f64], smoothing: f64) -> Vec<f64> {
    let total: f64 = sums.iter().sum();
    let size = sums.len() as f64 * smoothing;
    sums.iter().map(|sum| sum / total * size).collect()
}

/// How much each document counts for each class: its label, or its posterior with a smaller
/// weight; not at all in the first round.
fn responsibilities(
    known: &Supervision,
    posterior: Option<&DenseMatrix>,
    weight: f64,
) -> DenseMatrix {
    let mut table = DenseMatrix::zeros(known.documents.len(), known.n_classes());
    for (j, row) in table.rows_mut().enumerate() {
        match (known.documents[j], posterior) {
            (Some(class), _) => row[class] = 1.0,
            (None, Some(posterior)) => recto_math::dense::axpy(weight, posterior.row(j), row),
            (None, None) => {}
        }
    }
    table
}

/// Log-probabilities of words (times the length of a document) and of classes.
fn log_probabilities(
    mut counts: DenseMatrix,
    counted: &DenseMatrix,
    length: f64,
) -> (DenseMatrix, Vec<f64>) {
    let k = counts.n_columns();
    let totals = counts.column_sums();
    for row in counts.rows_mut() {
        for (count, total) in row.iter_mut().zip(&totals) {
            *count = (*count / total).ln() * length;
        }
    }
    let sizes = counted.column_sums();
    let total: f64 = sizes.iter().sum::<f64>() + k as f64;
    let classes = sizes.iter().map(|size| ((size + 1.0) / total).ln());
    (counts, classes.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Corpus;
    use recto_math::{CsrBuilder, Silent};
    use recto_testing::golden;
    use recto_testing::golden::Tolerance;

    #[test]
    fn posteriors_are_those_of_the_prototype() {
        let file = golden!("nbem");
        let mut builder = CsrBuilder::new(6);
        for row in file.at("counts").matrix() {
            builder.push_weights((0..).zip(row).filter(|(_, n)| *n > 0.0));
        }
        let terms = ["a", "b", "c", "d", "e", "f"].map(String::from).to_vec();
        let corpus = Corpus::new(&builder.finish(), terms).expect("words");
        let mut known = Supervision::new(["no", "yes"], 6);
        known.label_document(1, 0);
        known.label_document(4, 1);
        known.label_word(0, 0);
        known.label_word(3, 1);
        for (key, rounds) in [("posterior_after_first", 0), ("posterior_final", 10)] {
            let method = NaiveBayesEm(Params {
                rounds,
                ..Params::default()
            });
            let input = Input::new(&corpus);
            let found = method
                .solve(&input, &known, &Run::new(0, &Silent))
                .expect("a fit");
            let posterior = softmax_rows(&found.scores);
            for (entry, row) in file.at(key).entries().iter().zip(posterior.rows()) {
                entry.assert_all_near(row, Tolerance::Absolute(1e-8));
            }
        }
    }
}
