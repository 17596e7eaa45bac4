//! What rules read in each text, and nothing else: the first guess as it is.
//!
//! Needs no other documents, so it answers for a single one, where there is nothing to learn
//! from.

use crate::engine::{Engine, Input, Solution, logarithms};
use crate::fitter::Fitter;
use crate::{Classifier, ClassifyError, Options, Supervision};
use recto_math::{DenseMatrix, Run};
use serde_json::json;

/// The method.
pub(crate) struct Rules;

impl Engine for Rules {
    fn solve(
        &self,
        input: &Input<'_>,
        known: &Supervision,
        run: &Run<'_>,
    ) -> Result<Solution, ClassifyError> {
        run.report("reading by rules", 0, Some(1))?;
        let Some(guesses) = &known.guesses else {
            return Err(ClassifyError::NeedsGuesses { method: "rules" });
        };
        let view = input.default_view();
        let words = DenseMatrix::zeros(view.rows.n_columns(), known.n_classes());
        let biases = vec![0.0; known.n_classes()];
        let mut solution = Solution::linear(&view, words, biases);
        solution.scores = logarithms(guesses);
        solution.guess_weight = 1.0;
        Ok(solution)
    }

    fn learns_from_documents(&self) -> bool {
        false
    }
}

pub(crate) fn build(options: &Options) -> Result<Box<dyn Classifier>, ClassifyError> {
    Fitter::boxed("rules", Rules, json!({}), options)
}
