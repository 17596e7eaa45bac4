//! Metrics of how sure predictions are: calibration, and accuracy among the surest.
//!
//! Equally sure documents have no order. Each counts as right by the share of right ones
//! among them, so that the order of the documents changes nothing.

use super::{mean, ratio};
use crate::arithmetic::argmax;
use serde::Serialize;

/// A prediction beside its truth.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Judged {
    /// Probability of the predicted class.
    pub confidence: f64,
    /// Whether the predicted class is the true one.
    pub right: bool,
}

/// The most probable class of each document as its prediction.
fn judged(posteriors: &[Vec<f64>], truth: &[usize]) -> Vec<Judged> {
    let judge = |(p, &truth): (&Vec<f64>, &usize)| {
        let class = argmax(p);
        Judged {
            confidence: p[class],
            right: class == truth,
        }
    };
    posteriors.iter().zip(truth).map(judge).collect()
}

/// Confidence and share of right ones among the equally sure, surest first.
fn ranked(judged: &[Judged]) -> Vec<(f64, f64)> {
    let mut sure = judged.to_vec();
    sure.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    let ties = sure.chunk_by(|a, b| a.confidence == b.confidence);
    ties.flat_map(|tie| {
        let right = tie.iter().filter(|judged| judged.right).count();
        let share = right as f64 / tie.len() as f64;
        tie.iter().map(move |judged| (judged.confidence, share))
    })
    .collect()
}

/// Number of bins of the calibration error.
const BINS: usize = 10;

/// [`calibration_error_of`] the most probable class of each document.
pub fn calibration_error(posteriors: &[Vec<f64>], truth: &[usize]) -> Option<f64> {
    calibration_error_of(&judged(posteriors, truth))
}

/// Expected calibration error over ten bins of equal mass: the mean distance between the
/// probability of the predicted class and how often it was right. `None` without documents.
pub fn calibration_error_of(judged: &[Judged]) -> Option<f64> {
    let mut sure = ranked(judged);
    sure.reverse();
    let n = sure.len();
    let bin = |b: usize| {
        let part = &sure[b * n / BINS..(b + 1) * n / BINS];
        let distance: f64 = part.iter().map(|(p, right)| p - right).sum();
        distance.abs()
    };
    ratio((0..BINS).map(bin).sum(), n as f64)
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

/// [`risk_coverage_of`] the most probable class of each document.
pub fn risk_coverage(posteriors: &[Vec<f64>], truth: &[usize]) -> Vec<RiskCoverage> {
    risk_coverage_of(&judged(posteriors, truth))
}

/// Accuracy among the surest 10 %, 20 %, ... of the documents; empty without documents.
pub fn risk_coverage_of(judged: &[Judged]) -> Vec<RiskCoverage> {
    let sure = ranked(judged);
    let at = |tenth: usize| {
        let answered = (sure.len() * tenth).div_ceil(10);
        let right: f64 = sure[..answered].iter().map(|(_, right)| right).sum();
        RiskCoverage {
            coverage: answered as f64 / sure.len() as f64,
            accuracy: right / answered as f64,
            threshold: sure[answered - 1].0,
        }
    };
    if sure.is_empty() {
        return Vec::new();
    }
    (1..=10).map(at).collect()
}

/// Area under the curve of risk (share of wrong answers) by coverage: the mean risk of
/// answering the surest document, the surest two, and so on to all. 0 is best; a confidence
/// that says nothing gives the share of wrong documents. `None` without documents.
pub fn risk_coverage_area(judged: &[Judged]) -> Option<f64> {
    let mut wrong = 0.0;
    let risks = (1..).zip(ranked(judged)).map(|(answered, (_, right))| {
        wrong += 1.0 - right;
        wrong / f64::from(answered)
    });
    mean(risks)
}
