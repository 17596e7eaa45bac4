//! Figures that the paper reports, on 45 pairs of the Ziff-Davis corpus.

use super::Scores;
use serde::Serialize;

/// A row of the paper's table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PublishedRow {
    /// The system as the paper calls it.
    pub system: &'static str,
    /// All words.
    pub all: Scores,
    /// Without the words of its list.
    pub content: Scores,
}

/// Soft precision, recall and F, over all words and over content words.
const TABLE: [(&str, [f64; 6]); 10] = [
    ("Human 1 vs 2", [0.727, 0.746, 0.736, 0.751, 0.801, 0.775]),
    ("Human 2 vs 1", [0.680, 0.695, 0.687, 0.730, 0.722, 0.726]),
    ("HMM Sum=Src", [0.120, 0.260, 0.164, 0.139, 0.282, 0.186]),
    (
        "Model 4 Sum=Src",
        [0.117, 0.260, 0.161, 0.135, 0.283, 0.183],
    ),
    ("HMM Doc=Src", [0.295, 0.250, 0.271, 0.336, 0.267, 0.298]),
    (
        "Model 4 Doc=Src",
        [0.280, 0.247, 0.262, 0.327, 0.268, 0.295],
    ),
    ("Cut & Paste", [0.349, 0.379, 0.363, 0.431, 0.385, 0.407]),
    (
        "semi-HMM relative",
        [0.456, 0.686, 0.548, 0.512, 0.706, 0.593],
    ),
    (
        "semi-HMM Gaussian",
        [0.328, 0.573, 0.417, 0.401, 0.588, 0.477],
    ),
    (
        "semi-HMM syntax",
        [0.504, 0.701, 0.586, 0.522, 0.712, 0.606],
    ),
];

/// F of the relative model with oracle nulls, all and content words.
pub(super) const ORACLE: [f64; 2] = [0.594, 0.624];

/// Kappa of two people on sure links, on possible links, and on sure links of content words.
pub(super) const KAPPA: [f64; 3] = [0.63, 0.42, 0.68];

/// Shares of people's links: words without one, equal words, words of one stem; then the
/// last two of the model's.
pub(super) const SHARES: [f64; 5] = [0.16, 0.51, 0.67, 0.69, 0.81];

/// Shares of people's alignments: one word on both sides; one, two and three summary words.
pub(super) const LENGTHS: [f64; 4] = [0.75, 0.80, 0.061, 0.022];

/// The paper's table.
pub(super) fn table() -> Vec<PublishedRow> {
    let scores = |p, r, f| Scores {
        precision: Some(p),
        recall: Some(r),
        f: Some(f),
    };
    TABLE
        .iter()
        .map(|&(system, [p, r, f, cp, cr, cf])| PublishedRow {
            system,
            all: scores(p, r, f),
            content: scores(cp, cr, cf),
        })
        .collect()
}

/// F of a system in the paper's table, over all and over content words.
pub(super) fn f(called: &str) -> Option<[f64; 2]> {
    let row = TABLE.iter().find(|(system, _)| *system == called)?;
    Some([row.1[2], row.1[5]])
}
