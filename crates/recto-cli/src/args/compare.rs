//! Flags of `compare`.

use super::{InputOptions, OutputArgs, RunArgs, SizeArgs, TiesArg, Unit};
use clap::Args;
use recto::summarize::{Options, Ties};

pub(super) const EXAMPLES: &str = "Examples:
  recto compare before=2019/ after=2021/            what was said only then, and only now
  recto compare for=yes.txt against=no.txt --sentences 5 -o debate.html
                                                    side by side, as a page
  recto compare a=one.jsonl b=two.jsonl c=three.jsonl --format json
  recto compare a=x/ b=y/ --method cds --paper      as published";

/// Flags of `compare`.
#[derive(Debug, Args)]
pub struct CompareArgs {
    /// Groups: a name, = and files, folders or globs; a name may come several times
    #[arg(value_name = "NAME=PATH", required = true, value_parser = group)]
    pub groups: Vec<GroupArg>,
    /// How to read
    #[command(flatten)]
    pub input: InputOptions,
    /// Where to write and how
    #[command(flatten)]
    pub output: OutputArgs,
    /// The run
    #[command(flatten)]
    pub run: RunArgs,
    /// How much is said of each group [default: 3 sentences]
    #[command(flatten)]
    pub size: SizeArgs,
    /// How to choose sentences
    #[arg(
        long,
        value_name = "NAME",
        default_value = "auto",
        help_heading = "Method"
    )]
    pub method: String,
    /// What is asked of the method
    #[command(flatten)]
    pub wishes: CompareWishes,
    /// What is chosen as a whole
    #[arg(
        long,
        value_name = "KIND",
        default_value = "sentence",
        help_heading = "Method"
    )]
    pub unit: Unit,
}

/// A path and the group that it belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupArg {
    /// The group's name.
    pub name: String,
    /// A file, a folder or a glob.
    pub path: String,
}

fn group(text: &str) -> Result<GroupArg, &'static str> {
    match text.split_once('=') {
        Some((name, path)) if !name.is_empty() && !path.is_empty() => Ok(GroupArg {
            name: name.into(),
            path: path.into(),
        }),
        _ => Err("a name, = and a path, such as before=2019/"),
    }
}

/// Flags that only some methods listen to.
#[derive(Debug, Args)]
#[command(next_help_heading = "Method")]
pub struct CompareWishes {
    /// Use the literal parameters of the method's paper
    #[arg(long)]
    pub paper: bool,
    /// Cosine above which two sentences are neighbours [default: 0.12]
    #[arg(long, value_name = "X")]
    pub threshold: Option<f64>,
    /// Refuse more pairs of neighbours than this [default: 50 million, about 4 GiB]
    #[arg(long, value_name = "N")]
    pub max_pairs: Option<usize>,
    /// How much the start of a document counts: 0 not at all, 1 much
    #[arg(long, value_name = "E")]
    pub position_weight: Option<f64>,
    /// A sentence does not cover itself, as published
    #[arg(long)]
    pub open: bool,
    /// Which of two sentences that cover as many is taken
    #[arg(long, value_name = "RULE")]
    pub ties: Option<TiesArg>,
    /// Count what is covered in all groups, as published
    #[arg(long)]
    pub literal: bool,
}

impl CompareWishes {
    /// Every flag of this list and whether it was given.
    pub fn given(&self) -> [(&'static str, bool); 6] {
        [
            ("threshold", self.threshold.is_some()),
            ("max-pairs", self.max_pairs.is_some()),
            ("position-weight", self.position_weight.is_some()),
            ("open", self.open),
            ("ties", self.ties.is_some()),
            ("literal", self.literal),
        ]
    }

    /// The same as the methods take it.
    pub fn options(&self) -> Options {
        Options {
            paper: self.paper,
            threshold: self.threshold,
            max_pairs: self.max_pairs,
            position_weight: self.position_weight,
            open: self.open,
            ties: self.ties.map(Ties::from),
            literal: self.literal,
            ..Options::default()
        }
    }
}
