//! Means with intervals over seeds, and differences of one model from
//! another on the same seeds.

use super::corpora::Labelled;
use super::tiling::Tiling;
use super::{
    Baselines, Clustering, FGainRow, GainRow, GroupRow, PerplexityRow, Segmented, SegmentedRow,
    System, published,
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

/// Both forms of SGM against the other models, where the paper compares.
pub(super) fn gains(foreseen: &[Foreseen]) -> Vec<GainRow> {
    let values = |model: System, topics: usize| {
        let is_it = |row: &&Foreseen| row.model == model && row.topics == topics;
        foreseen.iter().find(is_it).map(|row| &row.values[..])
    };
    let mut rows = Vec::new();
    for topics in published::TOPICS {
        for against in AGAINST {
            for model in [System::Sgm, System::SgmCache] {
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
    let median = |topics: usize| {
        let is_it = |row: &&Tiled| row.setting == Segmented::Median && row.topics == topics;
        tiled.iter().find(is_it).map(|row| &row.values[..])
    };
    let row = |row: &Tiled| {
        let ratio = || ratio(&row.values, median(row.topics)?);
        Some(SegmentedRow {
            setting: row.setting,
            width: row.tiling.width,
            block: row.tiling.block,
            segments: row.tiling.segments,
            topics: row.topics,
            perplexity: estimate(&row.values)?,
            ratio: ratio().filter(|_| row.setting != Segmented::Median),
            published: published::segmented(row.setting, row.topics),
        })
    };
    tiled.iter().filter_map(row).collect()
}

pub(super) fn clustering(labelled: &Labelled, grouped: &[Grouped]) -> Clustering {
    let column = |row: &Grouped, i: usize| -> Vec<f64> {
        row.values.iter().map(|values| values[i]).collect()
    };
    let row = |row: &Grouped| {
        Some(GroupRow {
            model: row.model,
            f: estimate(&column(row, 0))?,
            entropy: estimate(&column(row, 1))?,
            nmi: estimate(&column(row, 2))?,
        })
    };
    let f = |model: System| {
        let found = grouped.iter().find(|row| row.model == model);
        found.map(|row| column(row, 0)).unwrap_or_default()
    };
    let gain = |against: System| {
        Some(FGainRow {
            against,
            gain: paired(&f(System::Sgm), &f(against), |ours, theirs| ours - theirs)?,
            published: published::f_gain(against),
        })
    };
    let others = [System::Plsa, System::ExtPlsa, System::Lda, System::Vsm];
    Clustering {
        documents: labelled.corpus.n_documents(),
        labels: labelled.n_labels,
        topic_sets: labelled.n_sets,
        rows: grouped.iter().filter_map(row).collect(),
        gains: others.into_iter().filter_map(gain).collect(),
    }
}
