//! Means with intervals over seeds, and differences of one model from
//! another on the same seeds.

use super::corpora::Labelled;
use super::tiling::Tiling;
use super::{
    Baselines, ClusterGainRow, ClusterScores, Clustering, GainRow, GroupRow, PerplexityRow,
    Segmented, SegmentedClusters, SegmentedRow, System, published,
};
use recto_math::sample::{Estimate, estimate};

/// Perplexities of a model, one for each seed.
pub(super) struct Foreseen {
    pub(super) model: System,
    pub(super) topics: usize,
    pub(super) values: Vec<f64>,
}

/// Perplexities of `sgm` under a setting of TextTiling.
pub(super) struct Tiled {
    pub(super) setting: Segmented,
    pub(super) tiling: Tiling,
    pub(super) topics: usize,
    pub(super) values: Vec<f64>,
}

/// F, entropy and NMI of a model, for each seed.
pub(super) struct Grouped {
    pub(super) model: System,
    pub(super) values: Vec<[f64; 3]>,
}

/// F, entropy and NMI of `sgm` under a setting of TextTiling, for each seed.
pub(super) struct TiledGroups {
    pub(super) setting: Segmented,
    pub(super) segments: usize,
    pub(super) values: Vec<[f64; 3]>,
}

/// What the paper compares SGM with, and the model that differs from ours in the memory
/// only.
const AGAINST: [System; 4] = [
    System::Lda,
    System::Plsa,
    System::ExtPlsa,
    System::PlsaCache,
];

pub(super) fn baselines(values: &[(f64, f64)]) -> Option<Baselines> {
    let unigram: Vec<f64> = values.iter().map(|value| value.0).collect();
    let cache_only: Vec<f64> = values.iter().map(|value| value.1).collect();
    Some(Baselines {
        unigram: estimate(&unigram)?,
        cache_only: estimate(&cache_only)?,
    })
}

pub(super) fn perplexities(foreseen: &[Foreseen]) -> Vec<PerplexityRow> {
    let row = |row: &Foreseen| {
        Some(PerplexityRow {
            model: row.model,
            topics: row.topics,
            perplexity: estimate(&row.values)?,
        })
    };
    foreseen.iter().filter_map(row).collect()
}

/// The forms of SGM against the other models, where the paper compares; without priors
/// against those without priors.
pub(super) fn gains(foreseen: &[Foreseen]) -> Vec<GainRow> {
    let values = |model: System, topics: usize| {
        let is_it = |row: &&Foreseen| row.model == model && row.topics == topics;
        foreseen.iter().find(is_it).map(|row| &row.values[..])
    };
    let mut rows = Vec::new();
    for topics in published::TOPICS {
        for against in AGAINST {
            for model in [System::Sgm, System::SgmPlain, System::SgmCache] {
                let against = against_of(model, against);
                let gain = || ratio(values(against, topics)?, values(model, topics)?);
                rows.extend(gain().map(|gain| GainRow {
                    model,
                    against,
                    topics,
                    gain,
                    published: published::gain(against, topics),
                }));
            }
        }
    }
    rows
}

/// The form of a model that a form of SGM is held against.
fn against_of(model: System, against: System) -> System {
    if model.is_plain() {
        against.plain()
    } else {
        against
    }
}

/// First over second, seed by seed.
fn ratio(first: &[f64], second: &[f64]) -> Option<Estimate> {
    paired(first, second, |a, b| a / b)
}

fn paired(first: &[f64], second: &[f64], of: impl Fn(f64, f64) -> f64) -> Option<Estimate> {
    if first.len() != second.len() {
        return None;
    }
    let values = first.iter().zip(second).map(|(&a, &b)| of(a, b));
    estimate(&values.collect::<Vec<f64>>())
}

pub(super) fn segmentation(tiled: &[Tiled]) -> Vec<SegmentedRow> {
    let average = |topics: usize| {
        let is_it = |row: &&Tiled| row.setting == Segmented::Average && row.topics == topics;
        tiled.iter().find(is_it).map(|row| &row.values[..])
    };
    let row = |row: &Tiled| {
        let ratio = || ratio(&row.values, average(row.topics)?);
        Some(SegmentedRow {
            setting: row.setting,
            width: row.tiling.width,
            block: row.tiling.block,
            segments: row.tiling.segments,
            topics: row.topics,
            perplexity: estimate(&row.values)?,
            ratio: ratio().filter(|_| row.setting != Segmented::Average),
            published: published::segmented(row.setting, row.topics),
        })
    };
    tiled.iter().filter_map(row).collect()
}

pub(super) fn clustering(
    labelled: &Labelled,
    grouped: &[Grouped],
    tiled: &[TiledGroups],
) -> Clustering {
    let row = |row: &Grouped| {
        Some(GroupRow {
            model: row.model,
            scores: scores(&row.values)?,
        })
    };
    let by_segments = |row: &TiledGroups| {
        Some(SegmentedClusters {
            setting: row.setting,
            segments: row.segments,
            scores: scores(&row.values)?,
            published: published::segmented_clusters(row.setting),
        })
    };
    Clustering {
        documents: labelled.corpus.n_documents(),
        terms: labelled.corpus.n_terms(),
        labels: labelled.n_labels,
        labels_per_document: labelled.labels_per_document,
        topic_sets: labelled.n_sets,
        rows: grouped.iter().filter_map(row).collect(),
        gains: cluster_gains(grouped),
        segmentation: tiled.iter().filter_map(by_segments).collect(),
    }
}

fn scores(values: &[[f64; 3]]) -> Option<ClusterScores<Estimate>> {
    let column = |i: usize| values.iter().map(|values| values[i]).collect::<Vec<f64>>();
    Some(ClusterScores {
        f: estimate(&column(0))?,
        entropy: estimate(&column(1))?,
        nmi: estimate(&column(2))?,
    })
}

/// Leads of `sgm` with and without priors over the paper's other models.
fn cluster_gains(grouped: &[Grouped]) -> Vec<ClusterGainRow> {
    let values = |model: System| {
        let found = grouped.iter().find(|row| row.model == model);
        found.map(|row| &row.values[..])
    };
    let gain = |model: System, against: System| {
        let (ours, theirs) = (values(model)?, values(against)?);
        if ours.len() != theirs.len() {
            return None;
        }
        // Less entropy is better, so that its lead is the other way round.
        let leads = ours.iter().zip(theirs);
        let leads = leads.map(|(a, b)| [a[0] - b[0], b[1] - a[1], a[2] - b[2]]);
        Some(ClusterGainRow {
            model,
            against,
            gains: scores(&leads.collect::<Vec<_>>())?,
            published: published::cluster_gain(against),
        })
    };
    let others = [System::Plsa, System::ExtPlsa, System::Lda, System::Vsm];
    let models = [System::Sgm, System::SgmPlain];
    let pairs = others
        .into_iter()
        .flat_map(|against| models.map(|model| (model, against_of(model, against))));
    pairs
        .filter_map(|(model, against)| gain(model, against))
        .collect()
}
