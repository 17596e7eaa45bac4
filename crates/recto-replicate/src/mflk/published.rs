//! What survives of the paper's figures: it prints curves and no tables, so that ranges of
//! axes and sentences are all that can stand beside.

use serde::Serialize;

/// A range that the paper's curves lie in.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PublishedRange {
    /// Corpora of the figure.
    pub corpora: &'static str,
    /// What varies.
    pub experiment: &'static str,
    /// Least and greatest accuracy on the axis.
    pub range: [f64; 2],
    /// What the paper says of it.
    pub says: &'static str,
}

const fn range(
    corpora: &'static str,
    experiment: &'static str,
    range: [f64; 2],
    says: &'static str,
) -> PublishedRange {
    PublishedRange {
        corpora,
        experiment,
        range,
        says,
    }
}

/// Axes of figures 5 to 8, then those of figure 1 of ADS, which adds the target of the core.
pub(super) const RANGES: [PublishedRange; 7] = [
    range("movies", "labels", [0.4, 0.8], "SSMFLK best at every share"),
    range(
        "Political",
        "labels",
        [0.3, 0.8],
        "SSMFLK best at every share",
    ),
    range(
        "Lotus",
        "labels",
        [0.3, 0.9],
        "SSMFLK ahead after a few labels",
    ),
    range(
        "Amazon",
        "labels",
        [0.4, 0.8],
        "SSMFLK ahead after a few labels",
    ),
    range("baseball-hockey (ADS)", "labels", [0.45, 0.8], NEAR_CHANCE),
    range("ibm-mac (ADS)", "labels", [0.5, 0.85], NEAR_CHANCE),
    range("med-space (ADS)", "labels", [0.5, 0.75], NEAR_CHANCE),
];

const NEAR_CHANCE: &str = "near .5 at 10-10 without S0";
