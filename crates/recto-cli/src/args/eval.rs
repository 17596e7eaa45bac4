//! Flags of `eval`, task by task.

use super::{BytesArgs, OutputArgs, RunArgs};
use clap::{Args, Subcommand};

pub(super) const EXAMPLES: &str = "Examples:
  recto segment corpus/ --unit line -o out.json
  recto eval segmentation corpus/ out.json
  recto eval authors truth.txt authors.json
  recto eval clustering labels.jsonl topics.json";

/// The tasks of `eval`.
#[derive(Debug, Subcommand)]
pub enum EvalCommand {
    /// Score segment boundaries: WindowDiff, Pk, F1, B, beside trivial baselines
    #[command(after_long_help = SEGMENTATION_EXAMPLES)]
    Segmentation(EvalSegmentationArgs),
    /// Score who wrote which units: matching accuracy, B-cubed, adjusted Rand, Pk
    #[command(after_long_help = AUTHORS_EXAMPLES)]
    Authors(EvalAuthorsArgs),
    /// Score groups of documents: F-measure, entropy, NMI, B-cubed, adjusted Rand
    #[command(after_long_help = CLUSTERING_EXAMPLES)]
    Clustering(EvalClusteringArgs),
}

const SEGMENTATION_EXAMPLES: &str = "Examples:
  recto eval segmentation corpus/ out.json             a folder of Choi files
  recto eval segmentation gold.json out.json           recto's JSON or segeval's
  recto eval segmentation gold.txt first.json second.json
                                                       and is the second better?";

const AUTHORS_EXAMPLES: &str = "Examples:
  recto eval authors labels.txt out.json               one label a line, a line a unit
  recto eval authors problem.truth out.json            PAN's JSON; out.json with --with-text
  recto eval authors labels.txt first.json second.json
                                                       and is the second better?";

const CLUSTERING_EXAMPLES: &str = "Examples:
  recto eval clustering labels.jsonl topics.json       rows of id and label or labels
  recto eval clustering labels.jsonl topics.json --min-class 20
                                                       classes of at least 20 documents";

/// What is scored, and where the scores go.
#[derive(Debug, Args)]
pub struct EvalArgs {
    /// The reference: a file or a folder; formats are told apart by their looks
    #[arg(value_name = "REFERENCE")]
    pub reference: String,
    /// One output to score, or two to compare
    #[arg(value_name = "OUTPUT", required = true, num_args = 1..=2)]
    pub outputs: Vec<String>,
    /// How to read
    #[command(flatten)]
    pub bytes: BytesArgs,
    /// Where to write and how
    #[command(flatten)]
    pub output: OutputArgs,
    /// The run
    #[command(flatten)]
    pub run: RunArgs,
}

/// Flags of `eval segmentation`.
#[derive(Debug, Args)]
pub struct EvalSegmentationArgs {
    /// What is scored
    #[command(flatten)]
    pub all: EvalArgs,
    /// Window of WindowDiff and Pk, in units [default: half the mean length of a reference segment]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub k: Option<u32>,
}

/// Flags of `eval authors`.
#[derive(Debug, Args)]
pub struct EvalAuthorsArgs {
    /// What is scored
    #[command(flatten)]
    pub all: EvalArgs,
    /// Window of Pk, in units [default: half the mean run of an author]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub k: Option<u32>,
}

/// Flags of `eval clustering`.
#[derive(Debug, Args)]
pub struct EvalClusteringArgs {
    /// What is scored
    #[command(flatten)]
    pub all: EvalArgs,
    /// Leave out classes with fewer documents
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub min_class: usize,
}
