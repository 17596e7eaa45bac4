//! Logistic regression on weighted rows of real numbers with an unpenalised bias.
//!
//! Minimises `C sum_j w_j loss_j + ||W||^2 / 2`; the biases are free, so that a class can be
//! rare. Two classes have one column of weights, the log odds of the second; more have one
//! each (softmax). The optimum is unique up to a constant added to all biases. Scores and
//! gradients are sparse products over rows and over columns, each sum in a fixed order, so
//! that any number of threads gives the same bits.

use crate::dense::{axpy, dot};
use crate::factor::times;
use crate::minimize::{Stop, minimize};
use crate::{CsrMatrix, DenseMatrix};

/// Rows with what a fit needs of them.
#[derive(Debug, Clone, Copy)]
pub struct Rows<'a> {
    /// The rows.
    pub rows: &'a CsrMatrix,
    /// Their transpose.
    pub transposed: &'a CsrMatrix,
    /// Class of each row, below the number of classes.
    pub classes: &'a [usize],
    /// Weight of each row, not negative.
    pub weights: &'a [f64],
}

/// Strength of the penalty, and when the fit stops.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Regularized {
    /// Weight of the losses against the penalty, above 0.
    pub c: f64,
    /// When the fit stops.
    pub stop: Stop,
}

/// Linear scores of classes: a fitted model.
#[derive(Debug, Clone, PartialEq)]
pub struct Linear {
    /// Features by classes.
    pub weights: DenseMatrix,
    /// Bias of each class.
    pub biases: Vec<f64>,
}

impl Linear {
    /// Fits a model of `n_classes`. Scores of two classes are symmetric: half of the log
    /// odds each.
    ///
    /// # Panics
    /// If the sizes of the rows disagree.
    pub fn fit(data: &Rows<'_>, n_classes: usize, params: &Regularized) -> Self {
        let width = if n_classes == 2 { 1 } else { n_classes };
        let n_features = data.rows.n_columns();
        let start = vec![0.0; (n_features + 1) * width];
        let objective =
            |at: &[f64], gradient: &mut [f64]| value(data, width, params.c, at, gradient);
        let found = minimize(objective, start, &params.stop);
        let column = |i: usize, k: usize| match n_classes {
            2 => found[i] * if k == 1 { 0.5 } else { -0.5 },
            _ => found[i * width + k],
        };
        Self {
            weights: DenseMatrix::from_fn(n_features, n_classes, column),
            biases: (0..n_classes).map(|k| column(n_features, k)).collect(),
        }
    }

    /// Scores of rows, rows by classes.
    pub fn scores(&self, rows: &CsrMatrix) -> DenseMatrix {
        let mut scores = times(rows, &self.weights);
        for row in scores.rows_mut() {
            axpy(1.0, &self.biases, row);
        }
        scores
    }
}

/// The objective at `at` (features by columns, then the biases) and its gradient.
fn value(data: &Rows<'_>, width: usize, c: f64, at: &[f64], gradient: &mut [f64]) -> f64 {
    let (weights, biases) = at.split_at(at.len() - width);
    let matrix = DenseMatrix::from_values(width, weights.to_vec());
    let mut errors = times(data.rows, &matrix);
    let mut bias_gradient = vec![0.0; width];
    let mut losses = 0.0;
    for ((row, &class), &weight) in errors.rows_mut().zip(data.classes).zip(data.weights) {
        axpy(1.0, biases, row);
        losses += weight * loss(row, class);
        row.iter_mut().for_each(|error| *error *= c * weight);
        axpy(1.0, row, &mut bias_gradient);
    }
    let products = times(data.transposed, &errors);
    let (of_weights, of_biases) = gradient.split_at_mut(weights.len());
    of_weights.copy_from_slice(products.values());
    axpy(1.0, weights, of_weights);
    of_biases.copy_from_slice(&bias_gradient);
    c * losses + dot(weights, weights) / 2.0
}

/// The loss of a row with these scores, which become probabilities minus the truth.
fn loss(scores: &mut [f64], class: usize) -> f64 {
    if let [score] = scores {
        let sign = if class == 1 { 1.0 } else { -1.0 };
        let margin = sign * *score;
        // ln(1 + e^-margin) without overflow.
        let loss = (-margin).max(0.0) + (-margin.abs()).exp().ln_1p();
        *score = -sign / (1.0 + margin.exp());
        return loss;
    }
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let own = scores[class] - most;
    scores
        .iter_mut()
        .for_each(|score| *score = (*score - most).exp());
    let sum: f64 = scores.iter().sum();
    scores.iter_mut().for_each(|score| *score /= sum);
    scores[class] -= 1.0;
    sum.ln() - own
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CsrBuilder, rng};
    use proptest::prelude::*;

    fn data(seed: u64, n: usize, n_classes: usize) -> (CsrMatrix, Vec<usize>, Vec<f64>) {
        let mut stream = rng::stream(seed, "weighted", 0);
        let mut rows = CsrBuilder::new(7);
        let mut weights = Vec::new();
        for i in 0..n {
            let class = i % n_classes;
            let word = |_| {
                let id = (rng::below(&mut stream, 4) + class) as u32;
                (id, rng::uniform(&mut stream))
            };
            rows.push_weights((0..4).map(word).collect::<Vec<_>>());
            weights.push(rng::uniform(&mut stream));
        }
        (
            rows.finish(),
            (0..n).map(|i| i % n_classes).collect(),
            weights,
        )
    }

    proptest! {
        #[test]
        fn the_gradient_is_that_of_central_differences(seed in 0u64..20, n_classes in 2usize..5) {
            let (rows, classes, weights) = data(seed, 9, n_classes);
            let transposed = rows.transpose();
            let data = Rows { rows: &rows, transposed: &transposed, classes: &classes, weights: &weights };
            let width = if n_classes == 2 { 1 } else { n_classes };
            let mut stream = rng::stream(seed, "weighted", 1);
            let mut at: Vec<f64> = (0..8 * width).map(|_| rng::normal(&mut stream)).collect();
            let mut gradient = vec![0.0; at.len()];
            let mut unused = gradient.clone();
            value(&data, width, 0.7, &at, &mut gradient);
            for (i, &expected) in gradient.iter().enumerate() {
                let mut shifted = |shift: f64| {
                    at[i] += shift;
                    let found = value(&data, width, 0.7, &at, &mut unused);
                    at[i] -= shift;
                    found
                };
                let slope = (shifted(1e-5) - shifted(-1e-5)) / 2e-5;
                prop_assert!((slope - expected).abs() < 1e-6, "{slope} {expected}");
            }
        }
    }

    #[test]
    fn three_classes_with_one_left_out_are_as_two() {
        let (rows, classes, weights) = data(3, 40, 2);
        let transposed = rows.transpose();
        let data = Rows {
            rows: &rows,
            transposed: &transposed,
            classes: &classes,
            weights: &weights,
        };
        let params = Regularized {
            c: 1.0,
            stop: Stop {
                tolerance: 1e-9,
                max_steps: 500,
            },
        };
        let two = Linear::fit(&data, 2, &params);
        // Softmax splits a weight over two columns and so pays half the penalty.
        let params = Regularized { c: 0.5, ..params };
        let three = Linear::fit(&data, 3, &params).scores(&rows);
        let margins = two.scores(&rows);
        for (a, b) in margins.rows().zip(three.rows()) {
            assert!((a[1] > a[0]) == (b[1] > b[0]) || (a[1] - a[0]).abs() < 0.02);
        }
    }

    #[test]
    fn weights_count_as_repeated_rows() {
        let (rows, classes, _) = data(5, 20, 2);
        let twice = rows.select_rows((0..20).chain(0..20));
        let (one_t, two_t) = (rows.transpose(), twice.transpose());
        let fit = |rows: &CsrMatrix, transposed: &CsrMatrix, weight: f64| {
            let n = rows.n_rows();
            let classes: Vec<usize> = (0..n).map(|i| classes[i % 20]).collect();
            let params = Regularized {
                c: 1.0,
                stop: Stop {
                    tolerance: 1e-9,
                    max_steps: 500,
                },
            };
            let weights = vec![weight; n];
            let data = Rows {
                rows,
                transposed,
                classes: &classes,
                weights: &weights,
            };
            Linear::fit(&data, 2, &params)
        };
        let (a, b) = (fit(&rows, &one_t, 2.0), fit(&twice, &two_t, 1.0));
        for (a, b) in a.weights.values().iter().zip(b.weights.values()) {
            assert!((a - b).abs() < 1e-6);
        }
    }
}
