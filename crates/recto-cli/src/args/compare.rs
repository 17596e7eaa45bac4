//! Flags of `compare`.

use super::{GraphWishes, InputOptions, OutputArgs, RunArgs, SizeArgs, Unit};
use clap::Args;
use recto::summarize::Options;

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
    /// What summaries listen to as well
    #[command(flatten)]
    pub graph: GraphWishes,
    /// Count what is covered in all groups, as published
    #[arg(long)]
    pub literal: bool,
}

impl CompareWishes {
    /// Every flag of this list and whether it was given.
    pub fn given(&self) -> Vec<(&'static str, bool)> {
        let own = [("literal", self.literal)];
        self.graph.given().into_iter().chain(own).collect()
    }

    /// The same as the methods take it.
    pub fn options(&self) -> Options {
        Options {
            literal: self.literal,
            ..self.graph.options()
        }
    }
}
