//! What survives of the paper's figures: ranges of axes and sentences.

use serde::Serialize;

/// A range that the paper's curves lie in.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PublishedRange {
    /// Corpora of the figure.
    pub corpora: &'static str,
    /// The model.
    pub model: &'static str,
    /// Least and greatest accuracy on the axis.
    pub range: [f64; 2],
    /// What the paper says of it.
    pub says: &'static str,
}

const fn range(
    corpora: &'static str,
    model: &'static str,
    range: [f64; 2],
    says: &'static str,
) -> PublishedRange {
    PublishedRange {
        corpora,
        model,
        range,
        says,
    }
}

/// Ranges of the paper's figures.
pub(super) const RANGES: [PublishedRange; 7] = [
    range("baseball-hockey", "tri-NMF", [0.70, 0.84], "ere above all"),
    range("ibm-mac", "tri-NMF", [0.70, 0.82], "ere above all"),
    range("med-space", "tri-NMF", [0.56, 0.70], "ere above all"),
    range(
        "baseball-hockey",
        "GRADS",
        [0.86, 0.94],
        "ere above interleaving",
    ),
    range("ibm-mac", "GRADS", [0.62, 0.84], "ere above interleaving"),
    range("med-space", "GRADS", [0.86, 0.93], "ere as interleaving"),
    range("movies", "both", [0.50, 0.75], "tri-NMF above GRADS"),
];
