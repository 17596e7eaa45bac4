//! Bootstrap intervals and paired tests.
//!
//! Differences are second minus first, item by item. Two analyses are given: a bootstrap
//! interval of the mean difference, which assumes only that the items are a sample, and a
//! paired t-test, which the literature reports.

use crate::rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::Serialize;
use statrs::distribution::{Beta, ContinuousCDF, StudentsT};

/// Number of bootstrap resamples.
const RESAMPLES: usize = 10_000;
/// Share of resampled means outside the interval.
const OUTSIDE: f64 = 0.05;
/// Number of columns that are summed at once.
const LANES: usize = 4;
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

/// Paired difference of one score between two systems.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// Whether a higher or a lower score is better.
    pub better: Better,
    /// Number of items for which both systems have the score.
    pub documents: usize,
    /// Mean of second minus first.
    pub mean: f64,
    /// Paired bootstrap percentile interval of the mean, 95 %, 10,000 resamples.
    pub interval: [f64; 2],
    /// Paired t statistic; `None` for fewer than two documents or differences without spread.
    pub t: Option<f64>,
    /// Probability of so good a difference, or a better one, if the second answer were no
    /// better than the first; `None` where `t` is, or where no direction is better.
    pub p_one_tailed: Option<f64>,
    /// Probability of so large a difference in either direction if there were none.
    pub p_two_tailed: Option<f64>,
}

/// Bootstrap interval and t-test of the paired differences `values`, second minus first;
/// `None` without values. Each `stream` of a seed draws independently, so that an interval
/// does not depend on which others are computed.
///
/// ```
/// use recto_math::sample::{Better, difference};
/// let found = difference(&[0.1, 0.3, 0.2], Better::Higher, 0, 0).expect("three values");
/// assert!((found.mean - 0.2).abs() < 1e-12);
/// assert!(found.p_one_tailed.is_some_and(|p| p < 0.05));
/// ```
pub fn difference(values: &[f64], better: Better, seed: u64, stream: u64) -> Option<Difference> {
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

/// 95 % bootstrap percentile intervals of the means of several columns. Rows are resampled
/// with replacement, the same rows for all columns; empty without rows or resamples.
///
/// ```
/// use recto_math::sample::intervals;
/// let found = intervals(&[vec![0.1, 0.3, 0.2], vec![5.0; 3]], 1000, 0);
/// let [from, to] = found[0];
/// assert!(0.1 <= from && from < 0.2 && 0.2 < to && to <= 0.3);
/// assert_eq!(found[1], [5.0, 5.0]);
/// ```
///
/// # Panics
/// When the columns are not equally long.
pub fn intervals(columns: &[Vec<f64>], resamples: usize, seed: u64) -> Vec<[f64; 2]> {
    let n = columns.first().map_or(0, Vec::len);
    assert!(columns.iter().all(|column| column.len() == n), "one table");
    if n == 0 || resamples == 0 {
        return Vec::new();
    }
    // Several columns are summed at once, so that additions need not wait for each other;
    // each sum still adds in the order of the draws.
    let blocks = columns.len().div_ceil(LANES);
    let value = |row: usize, column: usize| columns.get(column).map_or(0.0, |c| c[row]);
    let block =
        |at: usize| std::array::from_fn(|lane| value(at / blocks, at % blocks * LANES + lane));
    let table: Vec<[f64; LANES]> = (0..n * blocks).map(block).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut means = vec![Vec::with_capacity(resamples); columns.len()];
    let mut sums = vec![[0.0; LANES]; blocks];
    for _ in 0..resamples {
        sums.fill([0.0; LANES]);
        for _ in 0..n {
            let first = rng::below(&mut rng, n) * blocks;
            for (sums, values) in sums.iter_mut().zip(&table[first..first + blocks]) {
                *sums = std::array::from_fn(|lane| sums[lane] + values[lane]);
            }
        }
        for (sum, means) in sums.as_flattened().iter().zip(&mut means) {
            means.push(sum / n as f64);
        }
    }
    means.into_iter().map(percentiles).collect()
}

/// Percentile interval of the mean under resampling with replacement.
fn bootstrap(values: &[f64], seed: u64, stream: u64) -> [f64; 2] {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(stream);
    let means = (0..RESAMPLES).map(|_| resampled_mean(values, &mut rng));
    percentiles(means.collect())
}

/// Percentile interval of at least one mean.
fn percentiles(mut means: Vec<f64>) -> [f64; 2] {
    let cut = (means.len() as f64 * OUTSIDE / 2.0) as usize;
    let last = means.len() - 1 - cut;
    let (_, &mut low, above) = means.select_nth_unstable_by(cut, f64::total_cmp);
    // The upper end is found among what is above the lower one.
    match last.checked_sub(cut + 1) {
        Some(place) => [low, *above.select_nth_unstable_by(place, f64::total_cmp).1],
        None => [low, low],
    }
}

fn resampled_mean(values: &[f64], rng: &mut ChaCha8Rng) -> f64 {
    let n = values.len() as u128;
    // The high half of a product is uniform to within n / 2^64.
    let draw = |_| values[((u128::from(rng.next_u64()) * n) >> 64) as usize];
    (0..values.len()).map(draw).sum::<f64>() / values.len() as f64
}

/// Student's t statistic with both tail probabilities.
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
    if values.len() < 2 {
        return None;
    }
    let deviation = deviation(values);
    if deviation <= EPSILON * largest {
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

/// A mean with its standard error and confidence interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// Number of values.
    pub n: usize,
    /// Mean of the values.
    pub mean: f64,
    /// Standard error of the mean; `None` for a single value.
    pub error: Option<f64>,
    /// 95 % confidence interval by Student's t; `None` for a single value.
    pub interval: Option<[f64; 2]>,
}

/// Mean of a sample with a Student's t interval; `None` without values.
///
/// ```
/// let found = recto_math::sample::estimate(&[1.0, 2.0, 3.0]).expect("three values");
/// assert_eq!(found.mean, 2.0);
/// assert!(found.interval.is_some_and(|[from, to]| (from + 0.484).abs() < 1e-3 && (to - 4.484).abs() < 1e-3));
/// ```
pub fn estimate(values: &[f64]) -> Option<Estimate> {
    if values.is_empty() {
        return None;
    }
    let n = values.len() as f64;
    let mean = mean(values);
    let error = (values.len() > 1).then(|| deviation(values) / n.sqrt());
    let reach = error.and_then(|error| {
        let student = StudentsT::new(0.0, 1.0, n - 1.0).ok()?;
        Some(error * student.inverse_cdf(1.0 - OUTSIDE / 2.0))
    });
    Some(Estimate {
        n: values.len(),
        mean,
        error,
        interval: reach.map(|reach| [mean - reach, mean + reach]),
    })
}

/// Exact 95 % interval of a share after `hits` in `n` trials (Clopper and Pearson): it holds
/// the true share in 95 of 100 cases or more, also of few trials and of shares near 0 and 1,
/// where approximations fall short. `None` without trials or with more hits than trials.
///
/// ```
/// use recto_math::sample::share;
/// // All of ten: the lower end p has p^10 = 0.025.
/// let [low, high] = share(10, 10).expect("ten trials");
/// assert!((low - 0.025f64.powf(0.1)).abs() < 1e-6 && high == 1.0);
/// ```
pub fn share(hits: usize, n: usize) -> Option<[f64; 2]> {
    if n == 0 || hits > n {
        return None;
    }
    let quantile = |a: usize, b: usize, p: f64| {
        let beta = Beta::new(a as f64, b as f64).ok()?;
        Some(beta.inverse_cdf(p).clamp(0.0, 1.0))
    };
    let misses = n - hits;
    let low = match hits {
        0 => 0.0,
        _ => quantile(hits, misses + 1, OUTSIDE / 2.0)?,
    };
    let high = match misses {
        0 => 1.0,
        _ => quantile(hits + 1, misses, 1.0 - OUTSIDE / 2.0)?,
    };
    Some([low, high])
}

/// Standard deviation of a sample of at least two values.
fn deviation(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / (values.len() as f64 - 1.0)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exact_interval_has_a_fortieth_of_the_binomial_on_either_side() {
        // Sums of binomial probabilities at the ends, by hand.
        let tail = |n: i32, from: i32, to: i32, p: f64| -> f64 {
            let choose = |k: i32| {
                (0..k)
                    .map(|i| f64::from(n - i) / f64::from(i + 1))
                    .product()
            };
            let term = |k: i32| -> f64 {
                let ways: f64 = choose(k);
                ways * p.powi(k) * (1.0 - p).powi(n - k)
            };
            (from..=to).map(term).sum()
        };
        for (hits, n) in [(0, 3), (1, 1), (4, 5), (7, 20), (19, 20), (150, 160)] {
            let [low, high] = share(hits, n).expect("trials");
            let (k, n) = (hits as i32, n as i32);
            if k > 0 {
                assert!((tail(n, k, n, low) - 0.025).abs() < 1e-6, "{hits} of {n}");
            }
            if k < n {
                assert!((tail(n, 0, k, high) - 0.025).abs() < 1e-6, "{hits} of {n}");
            }
        }
        assert_eq!((share(0, 0), share(2, 1)), (None, None));
    }

    #[test]
    fn the_paired_t_test_is_the_textbook_one() {
        // Differences -1 -2 -3 -4 -5 (tenths): mean -0.3, sd sqrt(0.025), t = -3 sqrt 2 =
        // -4.2426, 4 degrees of freedom: two-tailed p = 0.013236.
        let values = [-0.1, -0.2, -0.3, -0.4, -0.5];
        let found = difference(&values, Better::Lower, 7, 0).unwrap();
        assert!((found.mean + 0.3).abs() < 1e-12);
        assert!((found.t.unwrap() + 18f64.sqrt()).abs() < 1e-9);
        assert!(
            (found.p_two_tailed.unwrap() - 0.013236).abs() < 1e-5,
            "{found:?}"
        );
        assert!((found.p_one_tailed.unwrap() * 2.0 - found.p_two_tailed.unwrap()).abs() < 1e-15);
        assert!(found.interval[0] < -0.3 && -0.3 < found.interval[1] && found.interval[1] < 0.0);
        // The other way round the one-tailed question is "is the worse one better?": no.
        let back = difference(&values.map(|value| -value), Better::Lower, 7, 0).unwrap();
        assert!(back.p_one_tailed.unwrap() > 0.99);
    }

    #[test]
    fn a_difference_repeats_with_its_seed_and_knows_what_it_cannot_test() {
        let values: [f64; 12] = std::array::from_fn(|i| (i as f64 * 1.7).sin());
        let seeded = |seed| difference(&values, Better::Higher, seed, 0);
        assert_eq!(seeded(1), seeded(1));
        assert_ne!(seeded(1), seeded(2));
        let flat = difference(&[0.0; 4], Better::Higher, 0, 0).unwrap();
        assert_eq!(
            (flat.mean, flat.interval, flat.t, flat.p_two_tailed),
            (0.0, [0.0; 2], None, None)
        );
        assert_eq!(
            difference(&values[..1], Better::Higher, 0, 0).unwrap().t,
            None
        );
        assert_eq!(difference(&[], Better::Higher, 0, 0), None);
    }

    #[test]
    fn one_value_has_a_mean_and_no_doubt_of_it() {
        let found = estimate(&[3.0]).unwrap();
        assert_eq!((found.mean, found.error, found.interval), (3.0, None, None));
        assert_eq!(estimate(&[]), None);
    }
}
