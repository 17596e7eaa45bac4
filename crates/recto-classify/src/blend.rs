//! Weighted sum of the scores of several methods, each on the scale of its own spread.

use crate::engine::{Engine, Input, Solution};
use crate::{ClassifyError, Supervision};
use recto_math::{DenseMatrix, Run};

/// Methods with their weights.
pub(crate) struct Blend(pub(crate) Vec<(f64, Box<dyn Engine>)>);

impl Engine for Blend {
    fn solve(
        &self,
        input: &Input<'_>,
        known: &Supervision,
        run: &Run<'_>,
    ) -> Result<Solution, ClassifyError> {
        let solve = |(weight, engine): &(f64, Box<dyn Engine>)| {
            Ok((*weight, engine.solve(input, known, run)?))
        };
        let solved: Vec<(f64, Solution)> = self
            .0
            .iter()
            .map(solve)
            .collect::<Result<_, ClassifyError>>()?;
        Ok(mixed(solved, input, known))
    }
}

/// The weighted sum of solutions.
pub(crate) fn mixed(
    solved: Vec<(f64, Solution)>,
    input: &Input<'_>,
    known: &Supervision,
) -> Solution {
    let k = known.n_classes();
    let mut sum = Solution {
        scores: DenseMatrix::zeros(known.documents.len(), k),
        parts: Vec::new(),
        guess_weight: 0.0,
        words: None,
        history: Vec::new(),
        warnings: Vec::new(),
    };
    for (weight, found) in solved {
        let factor = weight / spread(&found.scores);
        recto_math::dense::axpy(factor, found.scores.values(), sum.scores.values_mut());
        sum.parts
            .extend(found.parts.into_iter().map(|part| part.scaled(factor)));
        sum.guess_weight += factor * found.guess_weight;
        sum.words = sum.words.or(found.words);
        if sum.history.is_empty() {
            sum.history = found.history;
        }
        sum.warnings.extend(found.warnings);
    }
    if let Some(shares) = known.expected_shares() {
        sum.cut(input, known, &shares);
    }
    sum
}

/// Root mean square of the scores of documents around the mean score of each document, and
/// around the mean of each class over the documents.
pub(crate) fn spread(scores: &DenseMatrix) -> f64 {
    let (n, k) = (scores.n_rows() as f64, scores.n_columns() as f64);
    let centred = |row: &[f64]| -> Vec<f64> {
        let mean = row.iter().sum::<f64>() / k;
        row.iter().map(|s| s - mean).collect()
    };
    let mut means = vec![0.0; scores.n_columns()];
    let mut squares = 0.0;
    for row in scores.rows() {
        let row = centred(row);
        recto_math::dense::axpy(1.0 / n, &row, &mut means);
        squares += row.iter().map(|s| s * s).sum::<f64>();
    }
    let variance = squares / n - means.iter().map(|m| m * m).sum::<f64>();
    variance.max(1e-12).sqrt()
}
