//! Figures that the paper reports.

use super::{Segmented, System};
use serde::Serialize;

/// The paper's corpora, none of which is to be had.
pub(super) const CORPORA: [&str; 3] = ["IEEE", "PubMed", "RCV1"];

/// The numbers of topics for which the paper compares perplexities.
pub(super) const TOPICS: [usize; 3] = [5, 10, 30];

/// A row of the paper's table of clusterings.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PublishedRow {
    /// On which corpus.
    pub corpus: &'static str,
    /// Which model; `sgm` is the paper's.
    pub model: System,
    /// F-measure.
    pub f: f64,
    /// Entropy, less is better.
    pub entropy: f64,
    /// Normalised mutual information.
    pub nmi: f64,
}

const MODELS: [System; 5] = [
    System::Vsm,
    System::Plsa,
    System::ExtPlsa,
    System::Lda,
    System::Sgm,
];

/// F, entropy and NMI of each model on each corpus.
const CLUSTERING: [[[f64; 3]; 5]; 3] = [
    [
        [0.21, 0.84, 0.21],
        [0.53, 0.70, 0.37],
        [0.56, 0.73, 0.32],
        [0.46, 0.62, 0.44],
        [0.64, 0.58, 0.49],
    ],
    [
        [0.31, 0.79, 0.28],
        [0.48, 0.57, 0.50],
        [0.50, 0.54, 0.52],
        [0.43, 0.49, 0.58],
        [0.58, 0.42, 0.64],
    ],
    [
        [0.39, 0.63, 0.45],
        [0.49, 0.57, 0.49],
        [0.54, 0.59, 0.46],
        [0.42, 0.51, 0.54],
        [0.56, 0.48, 0.59],
    ],
];

/// The paper's table of clusterings.
pub(super) fn clustering() -> Vec<PublishedRow> {
    let rows = CORPORA.iter().zip(CLUSTERING).flat_map(|(corpus, models)| {
        let models = MODELS.into_iter().zip(models);
        models.map(|(model, [f, entropy, nmi])| PublishedRow {
            corpus,
            model,
            f,
            entropy,
            nmi,
        })
    });
    rows.collect()
}

/// How often the perplexity of SGM goes into that of another model.
pub(super) fn gain(against: System, topics: usize) -> Option<f64> {
    let gains = match against {
        System::Lda => [1.49, 1.48, 1.66],
        System::Plsa => [1.46, 1.57, 1.94],
        System::ExtPlsa => [1.68, 1.68, 2.36],
        _ => return None,
    };
    at(gains, topics)
}

/// How often the perplexity with a middling number of segments goes into that with the
/// most or the fewest.
pub(super) fn segmented(setting: Segmented, topics: usize) -> Option<f64> {
    match setting {
        Segmented::Most => at([1.35, 1.29, 1.42], topics),
        Segmented::Fewest => at([1.09, 1.14, 1.27], topics),
        Segmented::Median => None,
    }
}

fn at(gains: [f64; 3], topics: usize) -> Option<f64> {
    let place = TOPICS.iter().position(|&number| number == topics)?;
    Some(gains[place])
}

/// The F-measure of SGM less that of another model, mean over the paper's corpora.
pub(super) fn f_gain(against: System) -> Option<f64> {
    let of = |model| MODELS.iter().position(|&other| other == model);
    let (ours, theirs) = (of(System::Sgm)?, of(against)?);
    let gains = CLUSTERING.map(|models| models[ours][0] - models[theirs][0]);
    Some(gains.iter().sum::<f64>() / gains.len() as f64)
}
