//! Recall, precision and F from counts of hits.

use super::measure::Measure;
use super::options::{Average, Options, Variant};
use serde::Serialize;

/// Recall, precision and their mean of one measure.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Score {
    /// Share of the references that is in the summary.
    pub recall: f64,
    /// Share of the summary that is in the references.
    pub precision: f64,
    /// F = PR / ((1 - alpha) P + alpha R).
    pub f: f64,
}

/// What one reference and the summary have in common by one measure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Tally {
    pub(super) hits: f64,
    pub(super) reference: f64,
    pub(super) summary: f64,
    /// By what `Average::B` chooses.
    pub(super) rank: f64,
}

impl Tally {
    /// Of things that were counted; 1.5.5 compares recalls of n-grams rounded.
    pub(super) fn counted(hits: u64, reference: u64, summary: u64) -> Self {
        let (hits, reference, summary) = (hits as f64, reference as f64, summary as f64);
        Self {
            hits,
            reference,
            summary,
            rank: five(ratio(hits, reference)),
        }
    }

    /// Of things that were counted, reference and summary changing places.
    pub(super) fn turned(&self) -> Self {
        Self {
            reference: self.summary,
            summary: self.reference,
            rank: five(ratio(self.hits, self.summary)),
            ..*self
        }
    }

    /// Of common subsequences, whose recalls 1.5.5 compares as they are.
    pub(super) fn subsequence(hits: u64, reference: u64, summary: u64) -> Self {
        Self {
            rank: ratio(hits as f64, reference as f64),
            ..Self::counted(hits, reference, summary)
        }
    }
}

/// The score over some references of one summary.
pub(super) fn score<'t>(
    tallies: impl Iterator<Item = &'t Tally>,
    measure: Measure,
    options: &Options,
) -> Score {
    match (options.variant, options.average) {
        (Variant::RougeScore, _) => best_f(tallies, options.alpha),
        (Variant::Script, Average::A) => {
            let sum = tallies.fold([0.0; 3], |[hits, reference, summary], tally| {
                [
                    hits + tally.hits,
                    reference + tally.reference,
                    summary + tally.summary,
                ]
            });
            rounded(sum, measure, options.alpha)
        }
        (Variant::Script, Average::B) => {
            let best = tallies.reduce(|best, t| if t.rank > best.rank { t } else { best });
            let counts = best.map_or([0.0; 3], |t| [t.hits, t.reference, t.summary]);
            rounded(counts, measure, options.alpha)
        }
    }
}

/// As 1.5.5: recall and precision are rounded to five decimals before F is taken.
fn rounded([hits, reference, summary]: [f64; 3], measure: Measure, alpha: f64) -> Score {
    let share = |of: f64| match measure {
        Measure::W(weight) => ratio(hits, of).powf(1.0 / weight),
        _ => ratio(hits, of),
    };
    let (recall, precision) = (five(share(reference)), five(share(summary)));
    Score {
        recall,
        precision,
        f: five(f(recall, precision, alpha)),
    }
}

/// As rouge-score: the first reference of the best F, nothing rounded.
fn best_f<'t>(tallies: impl Iterator<Item = &'t Tally>, alpha: f64) -> Score {
    let score = |tally: &Tally| {
        let recall = ratio(tally.hits, tally.reference);
        let precision = ratio(tally.hits, tally.summary);
        let f = f(recall, precision, alpha);
        Score {
            recall,
            precision,
            f,
        }
    };
    let best = tallies
        .map(score)
        .reduce(|best, score| if score.f > best.f { score } else { best });
    best.unwrap_or_default()
}

/// 0 of nothing is 0.
fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

fn f(recall: f64, precision: f64, alpha: f64) -> f64 {
    ratio(
        precision * recall,
        (1.0 - alpha) * precision + alpha * recall,
    )
}

/// Rounded to five decimals as `printf` does it: by the exact value of the number.
fn five(x: f64) -> f64 {
    let scaled = x * 1e5;
    let away = (scaled - scaled.trunc() - 0.5).abs();
    if away > 1e-6 {
        scaled.round() / 1e5
    } else {
        // So close to a tie only the exact value tells.
        format!("{x:.5}").parse().expect("a printed number")
    }
}
