//! Flags of `eval`, task by task.

use super::{BytesArgs, OutputArgs, RunArgs};
use clap::{Args, Subcommand, ValueEnum};
use recto::evaluate::Rouge;
use recto::rouge::{self, Alphabet, Average, Cut, Measure, Variant};

pub(super) const EXAMPLES: &str = "Examples:
  recto segment corpus/ --unit line -o out.json
  recto eval segmentation corpus/ out.json
  recto eval authors truth.txt authors.json
  recto eval clustering labels.jsonl topics.json
  recto eval rouge human.jsonl summaries.json";

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
    /// Score summaries against human ones: ROUGE-N, L, W, S and SU as ROUGE-1.5.5 counts
    #[command(after_long_help = ROUGE_EXAMPLES)]
    Rouge(EvalRougeArgs),
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

const ROUGE_EXAMPLES: &str = "Examples:
  recto eval rouge human.jsonl out.json                rows of id and references
  recto eval rouge models/ peers/ --stem --rouge-data lists/ --words 100
                                                       folders of texts, as in DUC
  recto eval rouge human.jsonl first.json second.json  and is the second better?
  recto eval rouge human.jsonl out.jsonl --variant rouge-score --measures 1,2,Lsum --stem
                                                       the numbers of the Python package";

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

/// Flags of `eval rouge`.
#[derive(Debug, Args)]
pub struct EvalRougeArgs {
    /// What is scored
    #[command(flatten)]
    pub all: EvalArgs,
    /// How it is scored
    #[command(flatten)]
    pub rules: RougeRules,
}

/// Flags that say how summaries are scored.
#[derive(Debug, Args)]
#[command(next_help_heading = "Scoring")]
pub struct RougeRules {
    /// What to measure: 1, 2, ... (n-grams), L, W or W1.5 (weight), S4 or S* (pairs), SU4, SU*
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "1,2,L,SU4"
    )]
    pub measures: Vec<Measure>,
    /// Compare stems of words (-m of ROUGE-1.5.5)
    #[arg(long)]
    pub stem: bool,
    /// Leave out stop words (-s); needs --rouge-data
    #[arg(long)]
    pub stop_words: bool,
    /// Read only so many words of each text, references too (-l)
    #[arg(long, value_name = "N", conflicts_with = "bytes", value_parser = clap::value_parser!(u32).range(1..))]
    pub words: Option<u32>,
    /// Read only so many bytes of each text, references too (-b)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub bytes: Option<u32>,
    /// With --bytes, leave texts uncut for L and W, as ROUGE-1.5.5 does by mistake
    #[arg(long)]
    pub compat: bool,
    /// Several references: A adds up hits and counts, B takes the one of best recall (-f)
    #[arg(long, value_name = "A|B", default_value = "A", ignore_case = true)]
    pub average: AverageName,
    /// F = PR / ((1 - X) P + X R) (-p)
    #[arg(long, value_name = "X", default_value_t = 0.5)]
    pub alpha: f64,
    /// Score against all references but one, each left out in turn, and take the mean
    #[arg(long)]
    pub jackknife: bool,
    /// What makes a word: letters and digits of ascii, or unicode; auto looks at the references
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub alphabet: AlphabetName,
    /// Whose numbers: those of the Perl program or of the Python package
    #[arg(long, value_name = "NAME", default_value = "1.5.5")]
    pub variant: VariantName,
    /// Folder with wordnet20-exceptions.tsv and smart-stopwords.txt
    #[arg(long, value_name = "DIR")]
    pub rouge_data: Option<String>,
    /// Resamples of the documents for the intervals of the means (-r); 0 for none
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub resamples: usize,
}

/// A value of `--average`.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum AverageName {
    /// Hits and counts are added up.
    #[value(name = "A")]
    A,
    /// The reference of best recall.
    #[value(name = "B")]
    B,
}

/// A value of `--alphabet`.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum AlphabetName {
    /// ASCII, unless most words of the references have other letters.
    Auto,
    /// Letters and digits of ASCII.
    Ascii,
    /// Letters and digits of all scripts.
    Unicode,
}

/// A value of `--variant`.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum VariantName {
    /// ROUGE-1.5.5.
    #[value(name = "1.5.5")]
    Script,
    /// rouge-score.
    #[value(name = "rouge-score")]
    RougeScore,
}

impl RougeRules {
    /// The task that is asked for.
    pub fn task(&self) -> Rouge {
        let words = self.words.map(|n| Cut::Words(n as usize));
        let bytes = self.bytes.map(|n| Cut::Bytes(n as usize));
        Rouge {
            measures: self.measures.clone(),
            options: rouge::Options {
                variant: match self.variant {
                    VariantName::Script => Variant::Script,
                    VariantName::RougeScore => Variant::RougeScore,
                },
                stem: self.stem,
                stop: self.stop_words,
                cut: words.or(bytes),
                average: match self.average {
                    AverageName::A => Average::A,
                    AverageName::B => Average::B,
                },
                alpha: self.alpha,
                compat: self.compat,
                ..rouge::Options::default()
            },
            alphabet: match self.alphabet {
                AlphabetName::Auto => None,
                AlphabetName::Ascii => Some(Alphabet::Ascii),
                AlphabetName::Unicode => Some(Alphabet::Unicode),
            },
            jackknife: self.jackknife,
            resamples: self.resamples,
            data: self.rouge_data.clone(),
        }
    }
}
