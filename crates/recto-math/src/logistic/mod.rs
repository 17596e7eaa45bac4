//! Multinomial logistic regression with a Gaussian prior, fitted by L-BFGS.
//!
//! The probability of class k is in proportion to `exp(w_k · x)`; the objective is the
//! negative log-likelihood plus `||w||^2 / (2 variance)`. It is strictly convex, so the
//! start does not matter. The bias is a feature that is always 1, and is penalised like any
//! other: with a free bias, a model trained on long texts would classify short ones by the
//! bias alone.

mod weighted;

pub use weighted::{Linear, Regularized, Rows};

use crate::dense::dot;
use crate::minimize::{self, minimize};
use crate::{CsrMatrix, SparseRow};

/// Parameters of a fit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Params {
    /// Variance of the Gaussian prior of each weight, above 0.
    pub variance: f64,
    /// Whether each class has a (penalised) bias.
    pub bias: bool,
    /// The fit stops when the norm of the gradient falls below this share of the first.
    pub tolerance: f64,
    /// Maximum number of steps.
    pub max_steps: usize,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            variance: 1.0,
            bias: false,
            tolerance: 1e-6,
            max_steps: 200,
        }
    }
}

/// A fitted model.
#[derive(Debug, Clone, PartialEq)]
pub struct Logistic {
    /// `weights[k * width + feature]`; the last weight of a class is its bias, if any.
    weights: Vec<f64>,
    n_classes: usize,
    width: usize,
    bias: bool,
}

impl Logistic {
    /// Fits a model to rows of counts and their classes.
    ///
    /// ```
    /// use recto_math::{CsrBuilder, logistic::{Logistic, Params}};
    /// let mut rows = CsrBuilder::new(2);
    /// rows.push_counts([0, 0, 1]);
    /// rows.push_counts([1, 1]);
    /// let rows = rows.finish();
    /// let model = Logistic::fit(&rows, &[0, 1], 2, &Params::default());
    /// assert!(model.probabilities(rows.row(0))[0] > 0.5);
    /// ```
    ///
    /// # Panics
    /// If there are not as many classes as rows, or one is not below `n_classes`.
    pub fn fit(rows: &CsrMatrix, classes: &[usize], n_classes: usize, params: &Params) -> Self {
        assert_eq!(rows.n_rows(), classes.len(), "a class for each row");
        let width = rows.n_columns() + usize::from(params.bias);
        let mut model = Self {
            weights: vec![0.0; n_classes * width],
            n_classes,
            width,
            bias: params.bias,
        };
        let mut trial = model.clone();
        let start = model.weights.clone();
        let objective = |weights: &[f64], gradient: &mut [f64]| {
            trial.weights.copy_from_slice(weights);
            trial.objective(rows, classes, params.variance, gradient)
        };
        let stop = minimize::Stop {
            tolerance: params.tolerance,
            max_steps: params.max_steps,
        };
        model.weights = minimize(objective, start, &stop);
        model
    }

    /// The penalised negative log likelihood and its gradient.
    fn objective(
        &self,
        rows: &CsrMatrix,
        classes: &[usize],
        variance: f64,
        gradient: &mut [f64],
    ) -> f64 {
        gradient.copy_from_slice(&self.weights);
        gradient.iter_mut().for_each(|g| *g /= variance);
        let mut value = dot(&self.weights, &self.weights) / (2.0 * variance);
        let mut p = vec![0.0; self.n_classes];
        for (row, &class) in rows.rows().zip(classes) {
            self.probabilities_into(row, &mut p);
            value -= p[class].max(f64::MIN_POSITIVE).ln();
            p[class] -= 1.0;
            for (own, &error) in gradient.chunks_exact_mut(self.width).zip(&p) {
                for (column, count) in row.iter() {
                    own[column as usize] += error * count;
                }
                if self.bias {
                    own[self.width - 1] += error;
                }
            }
        }
        value
    }

    /// Probability of each class for a row; sums to 1.
    pub fn probabilities(&self, row: SparseRow<'_>) -> Vec<f64> {
        let mut p = vec![0.0; self.n_classes];
        self.probabilities_into(row, &mut p);
        p
    }

    fn probabilities_into(&self, row: SparseRow<'_>, p: &mut [f64]) {
        for (p, own) in p.iter_mut().zip(self.weights.chunks_exact(self.width)) {
            let bias = if self.bias { own[self.width - 1] } else { 0.0 };
            let terms = row.iter().map(|(column, x)| own[column as usize] * x);
            *p = bias + terms.sum::<f64>();
        }
        let most = p.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        p.iter_mut().for_each(|x| *x = (*x - most).exp());
        let sum: f64 = p.iter().sum();
        p.iter_mut().for_each(|x| *x /= sum);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dense::norm;
    use crate::{CsrBuilder, rng};
    use proptest::prelude::*;

    fn data(seed: u64, n: usize) -> (CsrMatrix, Vec<usize>) {
        let mut stream = rng::stream(seed, "logistic", 0);
        let mut rows = CsrBuilder::new(6);
        let mut classes = Vec::new();
        for i in 0..n {
            let class = i % 3;
            let mut word = || (rng::below(&mut stream, 3) + class) as u32;
            rows.push_counts((0..5).map(|_| word()).collect::<Vec<_>>());
            classes.push(class);
        }
        (rows.finish(), classes)
    }

    proptest! {
        #[test]
        fn the_gradient_is_that_of_central_differences(seed in 0u64..30, bias: bool) {
            let (rows, classes) = data(seed, 9);
            let width = 6 + usize::from(bias);
            let mut stream = rng::stream(seed, "logistic", 1);
            let weights = (0..3 * width).map(|_| rng::normal(&mut stream)).collect();
            let mut model = Logistic { weights, n_classes: 3, width, bias };
            let mut gradient = vec![0.0; 3 * width];
            let mut unused = gradient.clone();
            model.objective(&rows, &classes, 0.7, &mut gradient);
            for (i, &expected) in gradient.iter().enumerate() {
                let mut at = |shift: f64| {
                    model.weights[i] += shift;
                    let value = model.objective(&rows, &classes, 0.7, &mut unused);
                    model.weights[i] -= shift;
                    value
                };
                let slope = (at(1e-5) - at(-1e-5)) / 2e-5;
                prop_assert!((slope - expected).abs() < 1e-5, "{slope} {expected}");
            }
        }
    }

    #[test]
    fn the_fit_is_stationary_and_tells_classes_apart() {
        for bias in [false, true] {
            let (rows, classes) = data(1, 60);
            let params = Params {
                bias,
                ..Params::default()
            };
            let model = Logistic::fit(&rows, &classes, 3, &params);
            let mut gradient = vec![0.0; model.weights.len()];
            model.objective(&rows, &classes, 1.0, &mut gradient);
            assert!(norm(&gradient) < 1e-3, "{}", norm(&gradient));
            let right = rows.rows().zip(&classes).filter(|(row, class)| {
                let p = model.probabilities(*row);
                assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-12);
                (0..3).all(|other| p[other] <= p[**class])
            });
            assert!(right.count() > 40);
        }
    }

    #[test]
    fn no_rows_leave_even_chances() {
        let model = Logistic::fit(&CsrBuilder::new(2).finish(), &[], 4, &Params::default());
        let mut row = CsrBuilder::new(2);
        row.push_counts([1]);
        assert_eq!(model.probabilities(row.finish().row(0)), [0.25; 4]);
    }
}
