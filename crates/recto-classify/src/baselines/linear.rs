//! Logistic regression, linear SVM and naive Bayes on labelled documents.

use crate::corpus::{Norm, Scheme};
use crate::distil::regression;
use crate::engine::{Engine, Input, Solution, View};
use crate::fitter::Fitter;
use crate::{Classifier, ClassifyError, Options, Supervision};
use recto_math::dense::{axpy, dot};
use recto_math::factor::times;
use recto_math::minimize::{Stop, minimize};
use recto_math::{BadParameter, CsrBuilder, CsrMatrix, DenseMatrix, Run};
use serde_json::json;

/// The labelled documents and their classes; an error if there is none.
fn labelled(
    known: &Supervision,
    method: &'static str,
) -> Result<(Vec<usize>, Vec<usize>), ClassifyError> {
    let found = known.documents.iter().enumerate();
    let found: (Vec<usize>, Vec<usize>) =
        found.filter_map(|(j, class)| Some((j, (*class)?))).unzip();
    if found.0.is_empty() {
        return Err(ClassifyError::NeedsDocuments { method });
    }
    Ok(found)
}

/// Logistic regression on labelled documents and labelled words, each word a document of
/// its own.
pub(crate) struct Logistic {
    pub(crate) c: f64,
    pub(crate) word_weight: f64,
}

impl Engine for Logistic {
    fn solve(
        &self,
        input: &Input<'_>,
        known: &Supervision,
        run: &Run<'_>,
    ) -> Result<Solution, ClassifyError> {
        run.report("logistic regression", 0, None)?;
        let view = input.default_view();
        let k = known.n_classes();
        let stacked = with_words(&view, known);
        let (mut kept, mut classes) = labelled(known, "logistic").unwrap_or_default();
        let mut weights = vec![1.0; kept.len()];
        if kept.is_empty() && (known.words.is_empty() || self.word_weight == 0.0) {
            return Err(ClassifyError::NeedsDocuments { method: "logistic" });
        }
        for (at, label) in known.words.values().enumerate() {
            for (class, &share) in label.iter().enumerate().filter(|(_, share)| **share > 0.0) {
                kept.push(view.rows.n_rows() + at);
                classes.push(class);
                weights.push(self.word_weight * share);
            }
        }
        let rows = stacked.select_rows(kept);
        let head = regression(&rows, &classes, &weights, k, self.c);
        Ok(Solution::linear(&view, head.weights, head.biases))
    }
}

/// The rows of a view, followed by one for each labelled word.
fn with_words(view: &View, known: &Supervision) -> CsrMatrix {
    let mut builder = CsrBuilder::new(view.rows.n_columns());
    for row in view.rows.rows() {
        builder.push_weights(row.iter());
    }
    for &term in known.words.keys() {
        builder.push_sorted(&[(term, 1.0)]);
    }
    builder.finish()
}

/// Builds logistic regression; the weight of words as pseudo-documents is `pseudo_weight`.
pub(crate) fn build_logistic(options: &Options) -> Result<Box<dyn Classifier>, ClassifyError> {
    let engine = Logistic {
        c: checked_c(options, 10.0)?,
        word_weight: options.pseudo_weight.unwrap_or(0.1),
    };
    let parameters = json!({"c": engine.c, "pseudo_weight": engine.word_weight});
    Fitter::boxed("logistic", engine, parameters, options)
}

fn checked_c(options: &Options, default: f64) -> Result<f64, ClassifyError> {
    let c = options.c.unwrap_or(default);
    if (1e-6..=1e6).contains(&c) {
        Ok(c)
    } else {
        Err(BadParameter::new("c", c, "from 1e-6 to 1e6").into())
    }
}

/// Linear SVM: `||w||^2 / 2 + C Σ max(0, 1 - y s)^2`, one class against the rest.
struct Svm {
    c: f64,
}

impl Engine for Svm {
    fn solve(
        &self,
        input: &Input<'_>,
        known: &Supervision,
        run: &Run<'_>,
    ) -> Result<Solution, ClassifyError> {
        let view = input.default_view();
        let (kept, classes) = labelled(known, "svm")?;
        let rows = view.rows.select_rows(kept);
        let transposed = rows.transpose();
        let (k, m) = (known.n_classes(), rows.n_columns());
        let mut weights = DenseMatrix::zeros(m, k);
        let mut biases = vec![0.0; k];
        // Two classes are one problem, of the second against the first.
        for class in if k == 2 { 1..2 } else { 0..k } {
            run.report("linear SVM", class as u64, Some(k as u64))?;
            let signs: Vec<f64> = classes
                .iter()
                .map(|&own| if own == class { 1.0 } else { -1.0 })
                .collect();
            let objective = |at: &[f64], gradient: &mut [f64]| {
                let (w, bias) = at.split_at(m);
                let scores = times(&rows, &DenseMatrix::from_values(1, w.to_vec()));
                let mut lost = 0.0;
                let slope = |(score, sign): (&f64, &f64)| {
                    let gap = (1.0 - sign * (score + bias[0])).max(0.0);
                    lost += gap * gap;
                    -2.0 * self.c * sign * gap
                };
                let slopes: Vec<f64> = scores.values().iter().zip(&signs).map(slope).collect();
                let products = times(&transposed, &DenseMatrix::from_values(1, slopes.clone()));
                gradient[..m].copy_from_slice(products.values());
                axpy(1.0, w, &mut gradient[..m]);
                gradient[m] = slopes.iter().sum();
                dot(w, w) / 2.0 + self.c * lost
            };
            let stop = Stop {
                tolerance: 1e-4,
                max_steps: 200,
            };
            let found = minimize(objective, vec![0.0; m + 1], &stop);
            (0..m).for_each(|i| weights[(i, class)] = found[i]);
            biases[class] = found[m];
        }
        Ok(Solution::linear(&view, weights, biases))
    }
}

pub(crate) fn build_svm(options: &Options) -> Result<Box<dyn Classifier>, ClassifyError> {
    let c = checked_c(options, 1.0)?;
    Fitter::boxed("svm", Svm { c }, json!({"c": c}), options)
}

/// Multinomial naive Bayes with Laplace smoothing, on labelled documents.
struct NaiveBayes;

impl Engine for NaiveBayes {
    fn solve(
        &self,
        input: &Input<'_>,
        known: &Supervision,
        run: &Run<'_>,
    ) -> Result<Solution, ClassifyError> {
        run.report("naive Bayes", 0, Some(1))?;
        let view = input.view(Scheme::Tf, Norm::None);
        let (kept, classes) = labelled(known, "nb")?;
        let k = known.n_classes();
        let mut counts = DenseMatrix::filled(view.rows.n_columns(), k, 1.0);
        for (&j, &class) in kept.iter().zip(&classes) {
            for (term, n) in view.rows.row(j).iter() {
                counts[(term as usize, class)] += n;
            }
        }
        counts.normalize_columns();
        counts.values_mut().iter_mut().for_each(|p| *p = p.ln());
        let total = kept.len() as f64 + k as f64;
        let sizes = known.class_counts();
        let biases = sizes.iter().map(|n| ((n + 1.0) / total).ln()).collect();
        Ok(Solution::linear(&view, counts, biases))
    }
}

pub(crate) fn build_nb(options: &Options) -> Result<Box<dyn Classifier>, ClassifyError> {
    Fitter::boxed("nb", NaiveBayes, json!({"smoothing": 1.0}), options)
}
