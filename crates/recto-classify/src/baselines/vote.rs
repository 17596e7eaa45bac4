//! Vote of labelled words, and the majority class.

use crate::corpus::{Norm, Scheme};
use crate::engine::{Engine, Input, Solution};
use crate::fitter::Fitter;
use crate::{Classifier, ClassifyError, Options, Supervision};
use recto_math::{DenseMatrix, Run};
use serde_json::json;

/// Words of each class counted, relative to the length of the document.
struct Vote;

impl Engine for Vote {
    fn solve(
        &self,
        input: &Input<'_>,
        known: &Supervision,
        run: &Run<'_>,
    ) -> Result<Solution, ClassifyError> {
        run.report("counting words", 0, Some(1))?;
        if known.words.is_empty() {
            return Err(ClassifyError::NeedsWords { method: "vote" });
        }
        let view = input.view(Scheme::Tf, Norm::L2);
        let mut weights = DenseMatrix::zeros(view.rows.n_columns(), known.n_classes());
        for (&term, label) in &known.words {
            weights.row_mut(term as usize).copy_from_slice(label);
        }
        let biases = vec![0.0; known.n_classes()];
        Ok(Solution::linear(&view, weights, biases))
    }

    fn learns_from_documents(&self) -> bool {
        false
    }
}

pub(crate) fn build_vote(options: &Options) -> Result<Box<dyn Classifier>, ClassifyError> {
    Fitter::boxed("vote", Vote, json!({}), options)
}

/// The class of most labelled documents, or the largest known share.
struct Majority;

impl Engine for Majority {
    fn solve(
        &self,
        input: &Input<'_>,
        known: &Supervision,
        run: &Run<'_>,
    ) -> Result<Solution, ClassifyError> {
        run.report("counting labels", 0, Some(1))?;
        let view = input.default_view();
        let total = (known.n_labelled() + known.n_classes()) as f64;
        let counts = known.class_counts();
        let counted = || counts.iter().map(|n| (n + 1.0) / total).collect::<Vec<_>>();
        let shares = known.prior.clone().unwrap_or_else(counted);
        let weights = DenseMatrix::zeros(view.rows.n_columns(), known.n_classes());
        let biases = shares.iter().map(|share| share.ln()).collect();
        Ok(Solution::linear(&view, weights, biases))
    }

    fn learns_from_documents(&self) -> bool {
        false
    }
}

pub(crate) fn build_majority(options: &Options) -> Result<Box<dyn Classifier>, ClassifyError> {
    Fitter::boxed("majority", Majority, json!({}), options)
}
