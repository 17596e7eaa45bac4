//! Flags of `replicate`.

use super::{OutputArgs, RunArgs};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "Examples:
  recto replicate APS --data corpora              the tables on the terminal
  recto replicate APS --data corpora -o aps.html  the same as a page
  recto replicate APS --data corpora --hide-headings fiction --hide-headings wiki
  recto replicate BayesAD --data corpora --documents 500
  recto replicate SGM --data corpora --seeds 3
  recto replicate BSTM --data corpora
  recto replicate MDS --data corpora -o mds.html";

/// Flags of `replicate`.
#[derive(Debug, Args)]
pub struct ReplicateArgs {
    /// The key of the paper
    #[arg(value_name = "PAPER", ignore_case = true)]
    pub paper: Paper,
    /// The folder of the corpora: a folder a set (SGM, BSTM, MDS: a .jsonl file), perhaps inside a folder segmentation, authors, topics or summarization
    #[arg(long, value_name = "DIR")]
    pub data: PathBuf,
    /// APS: measure a set a second time with its headings hidden; may be repeated [default: fiction]
    #[arg(long, value_name = "SET")]
    pub hide_headings: Vec<String>,
    /// BayesAD: documents of each kind, and seeds of each text [default: 40 and 500]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    pub documents: Option<u32>,
    /// SGM, BSTM, MDS: seeds of each figure [default: 10, 3, 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=1000))]
    pub seeds: Option<u32>,
    /// Where to write and how
    #[command(flatten)]
    pub output: OutputArgs,
    /// The run
    #[command(flatten)]
    pub run: RunArgs,
}

/// The papers by their keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Paper {
    /// Text segmentation by affinity propagation
    #[value(name = "APS")]
    Aps,
    /// Topics of segments
    #[value(name = "SGM")]
    Sgm,
    /// Authors of a document by Bayesian decomposition
    #[value(name = "BayesAD")]
    BayesAd,
    /// Alignment of documents and summaries
    #[value(name = "SemiHMM")]
    SemiHmm,
    /// Classification with lexical knowledge
    #[value(name = "MFLK")]
    Mflk,
    /// Summaries by Bayesian sentence-based topics
    #[value(name = "BSTM")]
    Bstm,
    /// Summaries by minimum dominating sets
    #[value(name = "MDS")]
    Mds,
    /// Active dual supervision
    #[value(name = "ADS")]
    Ads,
    /// Sub-events of a stream
    #[value(name = "PES")]
    Pes,
}
