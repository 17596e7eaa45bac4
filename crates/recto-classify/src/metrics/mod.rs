//! Metrics of classifications.
//!
//! Beside any figure stand two baselines that need no learning: the majority class
//! ([`majority`]) and the vote of the lexicon (method `vote`).

mod confidence;

pub use confidence::{
    Judged, RiskCoverage, calibration_error, calibration_error_of, risk_coverage,
    risk_coverage_area, risk_coverage_of,
};
use serde::Serialize;

/// Documents of each true class (rows) by predicted class (columns).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Confusion {
    /// Counts, true class by predicted class.
    pub counts: Vec<Vec<usize>>,
    /// Documents of each true class without a prediction: wrong, and predicted as no class.
    pub unanswered: Vec<usize>,
}

impl Confusion {
    /// Counts pairs of true and predicted classes.
    ///
    /// # Panics
    /// If the lengths differ or a class is not below `n_classes`.
    pub fn new(truth: &[usize], predicted: &[usize], n_classes: usize) -> Self {
        let answers: Vec<Option<usize>> = predicted.iter().copied().map(Some).collect();
        Self::of_answers(truth, &answers, n_classes)
    }

    /// As [`Confusion::new`], with `None` where there is no prediction.
    ///
    /// # Panics
    /// As [`Confusion::new`].
    pub fn of_answers(truth: &[usize], answers: &[Option<usize>], n_classes: usize) -> Self {
        assert_eq!(truth.len(), answers.len(), "a prediction for each truth");
        let mut counts = vec![vec![0; n_classes]; n_classes];
        let mut unanswered = vec![0; n_classes];
        for (&truth, answer) in truth.iter().zip(answers) {
            match *answer {
                Some(predicted) => counts[truth][predicted] += 1,
                None => unanswered[truth] += 1,
            }
        }
        Self { counts, unanswered }
    }

    fn total(&self) -> f64 {
        self.classes().map(|class| self.truths(class)).sum()
    }

    fn truths(&self, class: usize) -> f64 {
        (self.counts[class].iter().sum::<usize>() + self.unanswered[class]) as f64
    }

    fn predictions(&self, class: usize) -> f64 {
        self.counts.iter().map(|row| row[class]).sum::<usize>() as f64
    }

    fn right(&self, class: usize) -> f64 {
        self.counts[class][class] as f64
    }

    fn classes(&self) -> std::ops::Range<usize> {
        0..self.counts.len()
    }

    /// Share of documents that are right; `None` without documents.
    pub fn accuracy(&self) -> Option<f64> {
        let right: f64 = self.classes().map(|class| self.right(class)).sum();
        ratio(right, self.total())
    }

    /// Share of right documents among those predicted as a class; `None` if there are none.
    pub fn precision(&self, class: usize) -> Option<f64> {
        ratio(self.right(class), self.predictions(class))
    }

    /// Share of right documents among those of a class; `None` if there are none.
    pub fn recall(&self, class: usize) -> Option<f64> {
        ratio(self.right(class), self.truths(class))
    }

    /// Harmonic mean of precision and recall of a class; `None` if it neither occurs nor is
    /// predicted.
    pub fn f1(&self, class: usize) -> Option<f64> {
        let either = self.truths(class) + self.predictions(class);
        ratio(2.0 * self.right(class), either)
    }

    /// Mean recall over the classes that occur; `None` without documents.
    pub fn balanced_accuracy(&self) -> Option<f64> {
        mean(self.classes().filter_map(|class| self.recall(class)))
    }

    /// Mean F1 over the classes that occur or are predicted; `None` without documents.
    pub fn macro_f1(&self) -> Option<f64> {
        mean(self.classes().filter_map(|class| self.f1(class)))
    }

    /// Cohen's kappa: agreement beyond chance. `None` without documents, or if both sides
    /// have one and the same class only.
    pub fn kappa(&self) -> Option<f64> {
        let total = self.total();
        let by_chance = |class: usize| self.truths(class) * self.predictions(class);
        let chance = ratio(self.classes().map(by_chance).sum(), total * total)?;
        ratio(self.accuracy()? - chance, 1.0 - chance)
    }
}

fn ratio(above: f64, below: f64) -> Option<f64> {
    (below > 0.0).then(|| above / below)
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let values: Vec<f64> = values.collect();
    ratio(values.iter().sum(), values.len() as f64)
}

/// Brier score: mean squared distance of the posterior to the truth, from 0 to 2. `None`
/// without documents.
pub fn brier(posteriors: &[Vec<f64>], truth: &[usize]) -> Option<f64> {
    let distance = |(p, &truth): (&Vec<f64>, &usize)| -> f64 {
        let target = |k: usize| f64::from(u8::from(k == truth));
        p.iter()
            .enumerate()
            .map(|(k, p)| (p - target(k)).powi(2))
            .sum()
    };
    mean(posteriors.iter().zip(truth).map(distance))
}

/// Accuracy of answering the most frequent true class always; `None` without documents.
pub fn majority(truth: &[usize]) -> Option<f64> {
    let n_classes = truth.iter().max().map_or(0, |most| most + 1);
    let mut counts = vec![0usize; n_classes];
    truth.iter().for_each(|&class| counts[class] += 1);
    ratio(*counts.iter().max()? as f64, truth.len() as f64)
}

#[cfg(test)]
mod tests;
