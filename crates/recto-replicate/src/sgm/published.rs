//! Figures that the paper reports.

use super::{ClusterScores, Segmented, System};
use serde::Serialize;

/// The paper's corpora, none of which is to be had.
pub(super) const CORPORA: [&str; 3] = ["IEEE", "PubMed", "RCV1"];

/// The numbers of topics for which the paper compares perplexities.
pub(super) const TOPICS: [usize; 3] = [5, 10, 30];

/// A row of the paper's Table 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PublishedSet {
    /// Which corpus.
    pub corpus: &'static str,
    /// How many documents.
    pub documents: usize,
    /// How many words; the paper does not say whether different ones.
    pub words: usize,
    /// How many labels.
    pub labels: usize,
    /// Mean number of labels of a document.
    pub labels_per_document: f64,
    /// Sets of labels that at least 20 documents hold.
    pub topic_sets: usize,
    /// Mean number of documents of such a set.
    pub documents_per_set: f64,
}

/// The paper's Table 1.
pub(super) const SETS: [PublishedSet; 3] = [
    PublishedSet {
        corpus: "IEEE",
        documents: 4_691,
        words: 129_076,
        labels: 12,
        labels_per_document: 4.56,
        topic_sets: 76,
        documents_per_set: 61.72,
    },
    PublishedSet {
        corpus: "PubMed",
        documents: 3_687,
        words: 85_771,
        labels: 15,
        labels_per_document: 3.20,
        topic_sets: 33,
        documents_per_set: 111.73,
    },
    PublishedSet {
        corpus: "RCV1",
        documents: 6_588,
        words: 37_688,
        labels: 23,
        labels_per_document: 3.50,
        topic_sets: 49,
        documents_per_set: 134.45,
    },
];

/// A row of the paper's tables of clusterings.
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

/// The paper's Tables 3 and 4.
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
        System::Plsa | System::PlsaPlain => [1.46, 1.57, 1.94],
        System::ExtPlsa | System::ExtPlsaPlain => [1.68, 1.68, 2.36],
        _ => return None,
    };
    at(gains, topics)
}

/// How often the perplexity with an average number of segments goes into that with the
/// most or the fewest.
pub(super) fn segmented(setting: Segmented, topics: usize) -> Option<f64> {
    match setting {
        Segmented::Most => at([1.35, 1.29, 1.42], topics),
        Segmented::Fewest => at([1.09, 1.14, 1.27], topics),
        Segmented::Average => None,
    }
}

fn at(gains: [f64; 3], topics: usize) -> Option<f64> {
    let place = TOPICS.iter().position(|&number| number == topics)?;
    Some(gains[place])
}

/// Segments of IEEE under a setting of TextTiling (Table 2).
pub(super) fn segments(setting: Segmented) -> usize {
    match setting {
        Segmented::Fewest => 89_539,
        Segmented::Average => 155_828,
        Segmented::Most => 179_491,
    }
}

/// Clusters of SGM on IEEE under a setting of TextTiling (Table 2).
pub(super) fn segmented_clusters(setting: Segmented) -> ClusterScores<f64> {
    let [f, entropy, nmi] = match setting {
        Segmented::Fewest => [0.59, 0.62, 0.45],
        Segmented::Average => [0.64, 0.58, 0.49],
        Segmented::Most => [0.58, 0.60, 0.47],
    };
    ClusterScores { f, entropy, nmi }
}

/// The lead of SGM over another model as the paper prints it: the last row of Table 3, and
/// of VSM the text beside Table 4. They are rounded there, and that over VSM in F is 0.31
/// where the rows of Table 4 have a mean of 0.29.
pub(super) fn cluster_gain(against: System) -> Option<ClusterScores<f64>> {
    let [f, entropy, nmi] = match against {
        System::Plsa | System::PlsaPlain => [0.09, 0.12, 0.12],
        System::ExtPlsa | System::ExtPlsaPlain => [0.06, 0.13, 0.14],
        System::Lda => [0.16, 0.05, 0.05],
        System::Vsm => [0.31, 0.26, 0.26],
        _ => return None,
    };
    Some(ClusterScores { f, entropy, nmi })
}
