//! Topics of segments (SGM): Giovanni Ponti, Andrea Tagarelli and George Karypis, 2011, A
//! Statistical Model for Topically Segmented Documents.
//!
//! The paper's corpora are not to be had; its experiments are repeated on other documents
//! with labels: perplexity over the number of topics, the same under coarse and fine
//! segmentations, and documents clustered by their topics. The printed model cannot score a
//! new document (its words belong to segments), and its printed perplexity is comparable
//! with no other, so that the comparison is made with the model as it can be meant: topics
//! shared by all segments, each of which deviates from its document. Because a memory of a
//! text's own words explains more than segments do, that memory alone stands beside.

mod corpora;
mod experiments;
mod page;
mod published;
mod summary;
mod systems;
#[cfg(test)]
mod tests;
mod tiling;

use crate::{
    Field, Files, Outcome, ReplicateError, Replication, Request, SetFormat, Task, Uses, warning,
};
use experiments::Work;
use recto_math::Run;
use recto_math::sample::Estimate;
use recto_report::Report;
use recto_text::Warning;
use serde::Serialize;
use serde_json::json;

pub use published::{PublishedRow, PublishedSet};
pub use systems::System;

/// Seeds of each figure, unless the caller says otherwise.
pub const SEEDS: usize = 10;

/// The command's own keys.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Replicated {
    /// The sets, in the order of their names.
    pub sets: Vec<ReplicatedSet>,
    /// The paper's corpora in numbers (Table 1).
    pub published_sets: Vec<PublishedSet>,
    /// The paper's tables of clusterings (Tables 3 and 4).
    pub published: Vec<PublishedRow>,
    /// The paper's corpora, none of which is at hand.
    pub missing: Vec<&'static str>,
}

/// One set.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReplicatedSet {
    /// The name of its file.
    pub name: String,
    /// What it was read from.
    #[serde(flatten)]
    pub files: Files,
    /// How many documents.
    pub documents: usize,
    /// How many segments: those of TextTiling under its average setting.
    pub segments: usize,
    /// How many different terms.
    pub terms: usize,
    /// How many words.
    pub tokens: f64,
    /// Held-out perplexity of word frequencies and of a document's own words alone.
    pub baselines: Option<Baselines>,
    /// Held-out perplexity of each model.
    pub perplexity: Vec<PerplexityRow>,
    /// How often the perplexity of SGM goes into that of other models.
    pub gains: Vec<GainRow>,
    /// The perplexity that the paper prints, on the training words; comparable with no
    /// other figure.
    pub printed: Vec<PerplexityRow>,
    /// `sgm` under the settings of TextTiling with fewest, average and most segments.
    pub segmentation: Vec<SegmentedRow>,
    /// Documents clustered by topics, where enough documents share their labels.
    pub clustering: Option<Clustering>,
}

/// What needs no topics.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Baselines {
    /// The corpus' word frequencies.
    pub unigram: Estimate,
    /// Those and the document's own words.
    pub cache_only: Estimate,
}

/// A model with a number of topics.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PerplexityRow {
    /// Which.
    pub model: System,
    /// How many topics.
    pub topics: usize,
    /// Its perplexity, with Student's interval of 95 % over seeds.
    pub perplexity: Estimate,
}

/// A model against another on the same held-out words, seed by seed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GainRow {
    /// Which form of SGM.
    pub model: System,
    /// The other.
    pub against: System,
    /// How many topics.
    pub topics: usize,
    /// Perplexity of the other over that of SGM: above 1, SGM is better.
    pub gain: Estimate,
    /// The same in the paper, where it tells.
    pub published: Option<f64>,
}

/// Which setting of TextTiling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Segmented {
    /// That with the fewest segments.
    Fewest,
    /// That nearest to the mean of all settings.
    Average,
    /// That with the most.
    Most,
}

/// `sgm` on segments of TextTiling.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SegmentedRow {
    /// Which setting.
    pub setting: Segmented,
    /// Words in a token sequence.
    pub width: usize,
    /// Token sequences in a block.
    pub block: usize,
    /// Segments over the whole set.
    pub segments: usize,
    /// How many topics.
    pub topics: usize,
    /// Held-out perplexity.
    pub perplexity: Estimate,
    /// This perplexity over that of the average setting, seed by seed.
    pub ratio: Option<Estimate>,
    /// The same in the paper.
    pub published: Option<f64>,
}

/// Documents clustered by their topics.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Clustering {
    /// Documents whose set of labels is held by at least 20.
    pub documents: usize,
    /// How many different terms they have.
    pub terms: usize,
    /// Labels in those sets: the number of topics.
    pub labels: usize,
    /// Mean number of labels of a document.
    pub labels_per_document: f64,
    /// How many such sets: the number of clusters.
    pub topic_sets: usize,
    /// A row for each model.
    pub rows: Vec<GroupRow>,
    /// The lead of `sgm` over other models, seed by seed.
    pub gains: Vec<ClusterGainRow>,
    /// `sgm` on fewer and more segments (Table 2).
    pub segmentation: Vec<SegmentedClusters>,
}

/// Clusters of a model against the sets of labels.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GroupRow {
    /// Which model.
    pub model: System,
    /// How good they are.
    #[serde(flatten)]
    pub scores: ClusterScores<Estimate>,
}

/// The measures of clusters against classes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ClusterScores<T> {
    /// F-measure.
    pub f: T,
    /// Entropy, less is better.
    pub entropy: T,
    /// Normalised mutual information.
    pub nmi: T,
}

/// The lead of `sgm` over another model. Each is positive where `sgm` is better: F and NMI
/// of `sgm` less those of the other, entropy of the other less that of `sgm`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ClusterGainRow {
    /// Which form of SGM.
    pub model: System,
    /// The other.
    pub against: System,
    /// The lead, seed by seed.
    #[serde(flatten)]
    pub gains: ClusterScores<Estimate>,
    /// The same as the paper prints it, mean over its corpora.
    pub published: Option<ClusterScores<f64>>,
}

/// Clusters by `sgm` on segments of TextTiling.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SegmentedClusters {
    /// Which setting.
    pub setting: Segmented,
    /// Segments over the clustered documents.
    pub segments: usize,
    /// How good the clusters are.
    #[serde(flatten)]
    pub scores: ClusterScores<Estimate>,
    /// The same in the paper, on IEEE.
    pub published: ClusterScores<f64>,
}

/// The replication of this paper.
#[derive(Debug, Clone, Copy)]
pub struct Sgm;

impl Replication for Sgm {
    type Body = Replicated;

    const KEY: &'static str = "SGM";
    const ABOUT: &'static str = "Topics of segments";
    const CITATION: &'static str =
        "Ponti, Tagarelli and Karypis, 2011, A Statistical Model for Topically Segmented Documents";
    const READING: &'static str = "Perplexity, less is better, is that of one half of the \
        words of each held-out document, drawn by lot, once the other half is known; read it \
        beside that of the document's own words alone.";
    const MISSING: &'static [&'static str] = &published::CORPORA;
    const TASK: Task = Task::Topics;
    const FORMAT: SetFormat = SetFormat::JsonLines;
    const USES: &'static [Uses] = &[Uses {
        field: Field::Seeds,
        default: "10",
    }];

    fn measure(request: &Request, run: &Run<'_>) -> Result<Outcome<Replicated>, ReplicateError> {
        replicate(request, run)
    }

    fn show(body: &Replicated, report: &mut Report) {
        page::show(body, report);
    }
}

fn replicate(request: &Request, run: &Run<'_>) -> Result<Outcome<Replicated>, ReplicateError> {
    let mut failed = Vec::new();
    let sets = corpora::read(&request.data, &mut failed, run)?;
    let mut warnings: Vec<Warning> = Sgm::MISSING
        .iter()
        .map(|name| {
            warning(format!(
                "the paper's corpus is not at hand: {name}; other documents stand in"
            ))
        })
        .collect();
    let work = Work::new(&sets, request.seeds.unwrap_or(SEEDS), run);
    let mut done = Vec::with_capacity(sets.len());
    for set in &sets {
        done.push(work.set(set, &mut warnings)?);
    }
    Ok(Outcome {
        parameters: vec![("seeds", json!(request.seeds.unwrap_or(SEEDS)))],
        warnings,
        failed,
        body: Replicated {
            sets: done,
            published_sets: published::SETS.to_vec(),
            published: published::clustering(),
            missing: Sgm::MISSING.to_vec(),
        },
    })
}
