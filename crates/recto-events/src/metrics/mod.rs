//! How good a timeline is against a reference.
//!
//! Peaks are matched one to one with reference times within a tolerance ([`score`]). Where
//! references are dense, many random peaks match too: [`chance`] gives the F of as many
//! peaks thrown at random, and [`corrected`] how far above it a score is. Participants are
//! compared as sets of names ([`participants`]).

pub mod participants;
#[cfg(test)]
mod tests;

use recto_math::{assign, rng, sample};
use serde::Serialize;

/// Random detectors that the chance level is the mean of.
const RANDOM_DETECTORS: u64 = 1000;
/// Resamples of a bootstrap interval.
const RESAMPLES: usize = 10_000;

/// Precision, recall and F of matched things.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Default)]
pub struct Score {
    /// Detections that count, those that match neutral references left out.
    pub n_detected: usize,
    /// References to be found.
    pub n_reference: usize,
    /// Pairs of a detection and a reference.
    pub n_matched: usize,
    /// Share of the detections that match; 0 without detections.
    pub precision: f64,
    /// Share of the references that are matched; 0 without references.
    pub recall: f64,
    /// Harmonic mean of both.
    pub f: f64,
}

impl Score {
    fn new(n_matched: usize, n_detected: usize, n_reference: usize) -> Self {
        let share = |of: usize| {
            if of == 0 {
                0.0
            } else {
                n_matched as f64 / of as f64
            }
        };
        let (precision, recall) = (share(n_detected), share(n_reference));
        Self {
            n_detected,
            n_reference,
            n_matched,
            precision,
            recall,
            f: harmonic(precision, recall),
        }
    }

    /// The F that this score would have at another recall, with the same false alarms.
    fn f_at(&self, recall: f64) -> f64 {
        let matched = recall * self.n_reference as f64;
        let detected = matched + (self.n_detected - self.n_matched) as f64;
        if matched == 0.0 {
            0.0
        } else {
            harmonic(matched / detected, recall)
        }
    }
}

fn harmonic(precision: f64, recall: f64) -> f64 {
    if precision + recall > 0.0 {
        2.0 * precision * recall / (precision + recall)
    } else {
        0.0
    }
}

/// The largest one-to-one matching of detections and references at most `tolerance` seconds
/// apart, as pairs of indices by time. On a line the first free partner is always right.
///
/// ```
/// use recto_events::metrics::matching;
/// assert_eq!(matching(&[0.0, 120.0], &[120.0, 240.0], 120.0), [(0, 0), (1, 1)]);
/// ```
pub fn matching(detected: &[f64], reference: &[f64], tolerance: f64) -> Vec<(usize, usize)> {
    let (detections, references) = (by_time(detected), by_time(reference));
    let (mut i, mut j) = (0, 0);
    let mut pairs = Vec::new();
    while i < detections.len() && j < references.len() {
        let (d, r) = (detections[i], references[j]);
        if (detected[d] - reference[r]).abs() <= tolerance {
            pairs.push((d, r));
            i += 1;
            j += 1;
        } else if detected[d] < reference[r] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

fn by_time(times: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..times.len()).collect();
    order.sort_by(|&a, &b| times[a].total_cmp(&times[b]).then(a.cmp(&b)));
    order
}

/// The score of detected peaks, matched one to one.
pub fn score(detected: &[f64], reference: &[f64], tolerance: f64) -> Score {
    let n_matched = matching(detected, reference, tolerance).len();
    Score::new(n_matched, detected.len(), reference.len())
}

/// The score of detected peaks where some references are neutral: a detection that matches
/// no reference but a neutral one counts neither way.
pub fn score_with_neutral(
    detected: &[f64],
    reference: &[f64],
    neutral: &[f64],
    tolerance: f64,
) -> Score {
    let pairs = matching(detected, reference, tolerance);
    let is_matched = |place: &usize| pairs.iter().any(|(d, _)| d == place);
    let others: Vec<f64> = (0..detected.len())
        .filter(|place| !is_matched(place))
        .map(|place| detected[place])
        .collect();
    let n_neutral = matching(&others, neutral, tolerance).len();
    Score::new(pairs.len(), detected.len() - n_neutral, reference.len())
}

/// Precision and recall where several detections may match one reference and the reverse.
pub fn lenient(detected: &[f64], reference: &[f64], tolerance: f64) -> (f64, f64) {
    let share = |of: &[f64], among: &[f64]| {
        let has = |a: &&f64| among.iter().any(|b| (*a - b).abs() <= tolerance);
        let n = of.iter().filter(has).count() as f64;
        n / of.len().max(1) as f64
    };
    (share(detected, reference), share(reference, detected))
}

/// The mean F of 1,000 detectors that throw `n_detected` peaks uniformly over `span`.
pub fn chance(
    n_detected: usize,
    reference: &[f64],
    neutral: &[f64],
    span: (f64, f64),
    tolerance: f64,
    seed: u64,
) -> f64 {
    let mut peaks = vec![0.0; n_detected];
    let mut sum = 0.0;
    for index in 0..RANDOM_DETECTORS {
        let mut draw = rng::stream(seed, "events chance", index);
        for peak in &mut peaks {
            *peak = span.0 + rng::uniform(&mut draw) * (span.1 - span.0);
        }
        sum += score_with_neutral(&peaks, reference, neutral, tolerance).f;
    }
    sum / RANDOM_DETECTORS as f64
}

/// How far an F is above chance, from 0 at chance to 1.
pub fn corrected(f: f64, chance: f64) -> f64 {
    if chance < 1.0 {
        (f - chance) / (1.0 - chance)
    } else {
        0.0
    }
}

/// A one-to-one score where a pair must also agree in content: `agrees(detection,
/// reference)` tells whether time and content do.
pub fn score_by(
    n_detected: usize,
    n_reference: usize,
    agrees: impl Fn(usize, usize) -> bool,
) -> Score {
    let weight = |d: usize, r: usize| f64::from(u8::from(agrees(d, r)));
    let partners = assign::maximum(n_detected, n_reference, weight);
    let matched = partners.iter().enumerate();
    let matched = matched.filter(|(d, r)| r.is_some_and(|r| agrees(*d, r)));
    Score::new(matched.count(), n_detected, n_reference)
}

/// 95 % bootstrap intervals of recall and F over the references; `None` without references.
pub fn intervals(
    detected: &[f64],
    reference: &[f64],
    neutral: &[f64],
    tolerance: f64,
    seed: u64,
) -> Option<([f64; 2], [f64; 2])> {
    let mut hits = vec![0.0; reference.len()];
    for (_, r) in matching(detected, reference, tolerance) {
        hits[r] = 1.0;
    }
    let recall = *sample::intervals(&[hits], RESAMPLES, seed).first()?;
    let score = score_with_neutral(detected, reference, neutral, tolerance);
    Some((recall, recall.map(|recall| score.f_at(recall))))
}

/// Share of the references that have a detection not more than `early` seconds before them
/// and at most each of `seconds` after them.
pub fn latency(detected: &[f64], reference: &[f64], early: f64, seconds: &[f64]) -> Vec<f64> {
    let share = |most: &f64| {
        let is_found = |r: &&f64| {
            detected
                .iter()
                .any(|d| (-early..=*most).contains(&(d - **r)))
        };
        reference.iter().filter(is_found).count() as f64 / reference.len().max(1) as f64
    };
    seconds.iter().map(share).collect()
}
