//! Metrics of classifications.
//!
//! Beside any figure stand two baselines that need no learning: the majority class
//! ([`majority`]) and the vote of the lexicon (method `vote`).

use crate::arithmetic::argmax;
use serde::Serialize;

/// Documents of each true class (rows) by predicted class (columns).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Confusion {
    /// Counts, true class by predicted class.
    pub counts: Vec<Vec<usize>>,
}

impl Confusion {
    /// Counts pairs of true and predicted classes.
    ///
    /// # Panics
    /// If the lengths differ or a class is not below `n_classes`.
    pub fn new(truth: &[usize], predicted: &[usize], n_classes: usize) -> Self {
        assert_eq!(truth.len(), predicted.len(), "a prediction for each truth");
        let mut counts = vec![vec![0; n_classes]; n_classes];
        for (&truth, &predicted) in truth.iter().zip(predicted) {
            counts[truth][predicted] += 1;
        }
        Self { counts }
    }

    fn total(&self) -> f64 {
        self.counts.iter().flatten().sum::<usize>() as f64
    }

    fn truths(&self, class: usize) -> f64 {
        self.counts[class].iter().sum::<usize>() as f64
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

    /// Mean share of right documents over the classes that occur; `None` without documents.
    pub fn balanced_accuracy(&self) -> Option<f64> {
        mean(
            self.classes()
                .filter_map(|class| ratio(self.right(class), self.truths(class))),
        )
    }

    /// Mean F1 over the classes that occur or are predicted; `None` without documents.
    pub fn macro_f1(&self) -> Option<f64> {
        mean(self.classes().filter_map(|class| {
            ratio(
                2.0 * self.right(class),
                self.truths(class) + self.predictions(class),
            )
        }))
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

/// Number of bins of the calibration error.
const BINS: usize = 10;

/// Expected calibration error over ten bins of equal mass: the mean distance between the
/// probability of the predicted class and how often it was right. `None` without documents.
pub fn calibration_error(posteriors: &[Vec<f64>], truth: &[usize]) -> Option<f64> {
    let mut sure = ranked(posteriors, truth);
    sure.reverse();
    let n = sure.len();
    let bin = |b: usize| {
        let part = &sure[b * n / BINS..(b + 1) * n / BINS];
        let confidence: f64 = part.iter().map(|(p, _)| p).sum();
        let right = part.iter().filter(|(_, right)| *right).count() as f64;
        (confidence - right).abs()
    };
    ratio((0..BINS).map(bin).sum(), n as f64)
}

/// Confidence in the predicted class and whether it is right, surest first, ties by index.
fn ranked(posteriors: &[Vec<f64>], truth: &[usize]) -> Vec<(f64, bool)> {
    let judge = |(p, &truth): (&Vec<f64>, &usize)| {
        let class = argmax(p);
        (p[class], class == truth)
    };
    let mut sure: Vec<(f64, bool)> = posteriors.iter().zip(truth).map(judge).collect();
    sure.sort_by(|a, b| b.0.total_cmp(&a.0));
    sure
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

/// Accuracy if only the surest documents are answered.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct RiskCoverage {
    /// Share of the documents that are answered.
    pub coverage: f64,
    /// Share of right answers among them.
    pub accuracy: f64,
    /// Smallest probability of a predicted class among them.
    pub threshold: f64,
}

/// Accuracy among the surest 10 %, 20 %, ... of the documents; empty without documents.
pub fn risk_coverage(posteriors: &[Vec<f64>], truth: &[usize]) -> Vec<RiskCoverage> {
    let sure = ranked(posteriors, truth);
    let at = |tenth: usize| {
        let answered = (sure.len() * tenth).div_ceil(10);
        let right = sure[..answered].iter().filter(|(_, right)| *right).count();
        RiskCoverage {
            coverage: answered as f64 / sure.len() as f64,
            accuracy: right as f64 / answered as f64,
            threshold: sure[answered - 1].0,
        }
    };
    if sure.is_empty() {
        return Vec::new();
    }
    (1..=10).map(at).collect()
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
