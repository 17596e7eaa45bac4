//! Is one output better than another? Paired differences over documents, with their doubt.
//!
//! Differences are second minus first, document by document. Two answers stand side by side:
//! a bootstrap interval of the mean difference, which assumes only that the documents are a
//! sample, and a paired t-test, which the literature reports.

use indexmap::IndexMap;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::{MetricError, Scores};

/// Resamples drawn for an interval.
const RESAMPLES: usize = 10_000;
/// Share of resampled means that lie outside the interval.
const OUTSIDE: f64 = 0.05;
/// A spread below this share of the largest difference is rounding noise, not variance.
const EPSILON: f64 = 1e-12;

/// Which way a score improves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Better {
    /// An error measure.
    Lower,
    /// An agreement measure.
    Higher,
    /// A count, neither good nor bad.
    Neither,
}

/// The difference of one score between two outputs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// Which way the score improves.
    pub better: Better,
    /// Documents for which both outputs have the score.
    pub documents: usize,
    /// Mean of second minus first.
    pub mean: f64,
    /// Paired bootstrap percentile interval of the mean, 95 %, 10,000 resamples.
    pub interval: [f64; 2],
    /// Paired t statistic; `None` for fewer than two documents or differences without spread.
    pub t: Option<f64>,
    /// Probability of so good a difference, or a better one, if the second output were no
    /// better than the first; `None` where `t` is, or where no direction is better.
    pub p_one_tailed: Option<f64>,
    /// Probability of so large a difference in either direction if there were none.
    pub p_two_tailed: Option<f64>,
}

/// Differences by the name of the score, in the order of the report.
pub type Comparison = IndexMap<&'static str, Difference>;

/// Compares the scores of two outputs on the same documents in the same order.
///
/// The window and the reference are given, not found, so `k` and `reference_segments` are left
/// out, as is a score that is undefined for all documents. Each score has its own random stream
/// of `seed`; no score's interval depends on which others are there.
///
/// # Errors
/// [`MetricError::Documents`] if the numbers of documents differ.
pub fn compare(first: &[Scores], second: &[Scores], seed: u64) -> Result<Comparison, MetricError> {
    if first.len() != second.len() {
        return Err(MetricError::Documents {
            first: first.len(),
            second: second.len(),
        });
    }
    let compared = METRICS
        .iter()
        .enumerate()
        .filter_map(|(stream, &(name, better))| {
            let differences = paired(first, second, name);
            let difference = difference(&differences, better, seed, stream as u64)?;
            Some((name, difference))
        });
    Ok(compared.collect())
}

const METRICS: [(&str, Better); 10] = [
    ("windowdiff", Better::Lower),
    ("windowdiff_abs", Better::Lower),
    ("windowdiff_units", Better::Lower),
    ("pk", Better::Lower),
    ("precision", Better::Higher),
    ("recall", Better::Higher),
    ("f1", Better::Higher),
    ("f1_tol2", Better::Higher),
    ("b", Better::Higher),
    ("segments", Better::Neither),
];

fn paired(first: &[Scores], second: &[Scores], name: &str) -> Vec<f64> {
    let value = |scores: &Scores| {
        let entries = scores.entries();
        entries.into_iter().find(|(entry, _)| *entry == name)?.1
    };
    let pairs = first.iter().zip(second);
    pairs
        .filter_map(|(a, b)| Some(value(b)? - value(a)?))
        .collect()
}

fn difference(values: &[f64], better: Better, seed: u64, stream: u64) -> Option<Difference> {
    if values.is_empty() {
        return None;
    }
    let test = t_test(values);
    let one_tailed = test.and_then(|test| match better {
        Better::Lower => Some(test.below),
        Better::Higher => Some(test.above),
        Better::Neither => None,
    });
    Some(Difference {
        better,
        documents: values.len(),
        mean: mean(values),
        interval: bootstrap(values, seed, stream),
        t: test.map(|test| test.t),
        p_one_tailed: one_tailed,
        p_two_tailed: test.map(|test| 2.0 * test.below.min(test.above)),
    })
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Percentile interval of the mean under resampling with replacement.
fn bootstrap(values: &[f64], seed: u64, stream: u64) -> [f64; 2] {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(stream);
    let mut means: Vec<f64> = (0..RESAMPLES)
        .map(|_| resampled_mean(values, &mut rng))
        .collect();
    means.sort_by(f64::total_cmp);
    let cut = (RESAMPLES as f64 * OUTSIDE / 2.0) as usize;
    [means[cut], means[RESAMPLES - 1 - cut]]
}

fn resampled_mean(values: &[f64], rng: &mut ChaCha8Rng) -> f64 {
    let n = values.len() as u128;
    // The high half of a product is uniform to within n / 2^64.
    let draw = |_| values[((u128::from(rng.next_u64()) * n) >> 64) as usize];
    (0..values.len()).map(draw).sum::<f64>() / values.len() as f64
}

/// Student's statistic and the probability of a value below it and above it.
#[derive(Clone, Copy)]
struct TTest {
    t: f64,
    below: f64,
    above: f64,
}

fn t_test(values: &[f64]) -> Option<TTest> {
    let n = values.len() as f64;
    let mean = mean(values);
    let largest = values
        .iter()
        .fold(0.0f64, |most, value| most.max(value.abs()));
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let deviation = (squares / (n - 1.0)).sqrt();
    if values.len() < 2 || deviation <= EPSILON * largest {
        return None;
    }
    let t = mean / (deviation / n.sqrt());
    let student = StudentsT::new(0.0, 1.0, n - 1.0).ok()?;
    // Each tail by its own call: 1 - cdf would lose a small upper tail to cancellation.
    Some(TTest {
        t,
        below: student.cdf(t),
        above: student.cdf(-t),
    })
}
