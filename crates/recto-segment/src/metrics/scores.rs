//! All scores of one hypothesis, their mean over documents, and the two baselines.

use serde::{Deserialize, Serialize, Serializer};

use super::{MetricError, Side, boundary, check_bounds, even_bounds, window};

/// Tolerance, in units, of [`Scores::f1_tol2`].
const TOLERANCE: usize = 2;

/// The scores of a segmentation, in the order in which they are reported.
///
/// For a document the last three are whole numbers; in a [`mean`] they need not be.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scores {
    /// [`window::windowdiff`]; lower is better.
    pub windowdiff: f64,
    /// [`window::windowdiff_abs`]; lower is better.
    pub windowdiff_abs: f64,
    /// [`window::windowdiff_units`]; lower is better, `None` where undefined.
    pub windowdiff_units: Option<f64>,
    /// [`window::pk`]; lower is better.
    pub pk: f64,
    /// [`boundary::Agreement::precision`] of exact places; higher is better.
    pub precision: f64,
    /// [`boundary::Agreement::recall`] of exact places; higher is better.
    pub recall: f64,
    /// [`boundary::Agreement::f1`] of exact places; higher is better.
    pub f1: f64,
    /// [`boundary::Agreement::f1`] within two units; higher is better.
    pub f1_tol2: f64,
    /// [`boundary::similarity`]; higher is better.
    pub b: f64,
    /// Segments of the hypothesis.
    #[serde(serialize_with = "count")]
    pub segments: f64,
    /// Segments of the reference.
    #[serde(serialize_with = "count")]
    pub reference_segments: f64,
    /// Window of WindowDiff and Pk.
    #[serde(serialize_with = "count")]
    pub k: f64,
}

impl Scores {
    /// Names and values, in the order of the report.
    pub fn entries(&self) -> [(&'static str, Option<f64>); 12] {
        [
            ("windowdiff", Some(self.windowdiff)),
            ("windowdiff_abs", Some(self.windowdiff_abs)),
            ("windowdiff_units", self.windowdiff_units),
            ("pk", Some(self.pk)),
            ("precision", Some(self.precision)),
            ("recall", Some(self.recall)),
            ("f1", Some(self.f1)),
            ("f1_tol2", Some(self.f1_tol2)),
            ("b", Some(self.b)),
            ("segments", Some(self.segments)),
            ("reference_segments", Some(self.reference_segments)),
            ("k", Some(self.k)),
        ]
    }
}

/// A whole number is written as one: `5`, not `5.0`.
fn count<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    // Below 2^53 every whole f64 is exact, and so is its integer.
    if value.fract() == 0.0 && (0.0..9.0e15).contains(value) {
        serializer.serialize_u64(*value as u64)
    } else {
        serializer.serialize_f64(*value)
    }
}

/// Scores `hypothesis` against `reference`, both bounds of the same `n_units` units.
///
/// `k` is the window of WindowDiff and Pk; without it, [`window::default_window`].
///
/// # Errors
/// [`MetricError`] if there are no units, if either list does not segment `n_units` units, or if
/// `k` is 0.
pub fn score(
    reference: &[usize],
    hypothesis: &[usize],
    n_units: usize,
    k: Option<usize>,
) -> Result<Scores, MetricError> {
    check_bounds(reference, n_units, Side::Reference)?;
    check_bounds(hypothesis, n_units, Side::Hypothesis)?;
    let k = k.unwrap_or_else(|| window::default_window(reference, n_units));
    if k == 0 {
        return Err(MetricError::Window);
    }
    let exact = boundary::exact(reference, hypothesis);
    Ok(Scores {
        windowdiff: window::windowdiff(reference, hypothesis, k),
        windowdiff_abs: window::windowdiff_abs(reference, hypothesis, k),
        windowdiff_units: window::windowdiff_units(reference, hypothesis),
        pk: window::pk(reference, hypothesis, k),
        precision: exact.precision,
        recall: exact.recall,
        f1: exact.f1,
        f1_tol2: boundary::within(reference, hypothesis, TOLERANCE).f1,
        b: boundary::similarity(reference, hypothesis),
        segments: hypothesis.len() as f64,
        reference_segments: reference.len() as f64,
        k: k as f64,
    })
}

/// Mean of each score over documents, each document alike; `None` without documents.
///
/// Where a score is undefined for a document, the mean is over the others.
pub fn mean(documents: &[Scores]) -> Option<Scores> {
    let of = |field: fn(&Scores) -> f64| mean_of(documents.iter().map(field));
    Some(Scores {
        windowdiff: of(|s| s.windowdiff)?,
        windowdiff_abs: of(|s| s.windowdiff_abs)?,
        windowdiff_units: mean_of(documents.iter().filter_map(|s| s.windowdiff_units)),
        pk: of(|s| s.pk)?,
        precision: of(|s| s.precision)?,
        recall: of(|s| s.recall)?,
        f1: of(|s| s.f1)?,
        f1_tol2: of(|s| s.f1_tol2)?,
        b: of(|s| s.b)?,
        segments: of(|s| s.segments)?,
        reference_segments: of(|s| s.reference_segments)?,
        k: of(|s| s.k)?,
    })
}

fn mean_of(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, n) = values.fold((0.0, 0u32), |(sum, n), value| (sum + value, n + 1));
    (n > 0).then(|| sum / f64::from(n))
}

/// Scores of the hypotheses that know nothing of the text.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Baselines {
    /// No boundary at all.
    pub none: Scores,
    /// As many segments as the reference, evenly spaced: it has been told the number.
    pub even: Scores,
}

/// Scores both baselines against `reference`.
///
/// # Errors
/// As [`score`].
pub fn baselines(
    reference: &[usize],
    n_units: usize,
    k: Option<usize>,
) -> Result<Baselines, MetricError> {
    check_bounds(reference, n_units, Side::Reference)?;
    let even = even_bounds(n_units, reference.len())?;
    Ok(Baselines {
        none: score(reference, &[n_units], n_units, k)?,
        even: score(reference, &even, n_units, k)?,
    })
}
