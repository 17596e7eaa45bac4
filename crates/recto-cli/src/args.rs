//! The command line: every flag beside its documentation.
//!
//! `--method` takes its values and their help from the tables of methods, so that a new
//! row is all that a new method needs.

mod authors;
mod compare;
mod eval;
mod input;
mod output;
mod replicate;
mod summarize;
mod topics;
mod wishes;

pub use authors::{AuthorsArgs, AuthorsUnit};
pub use compare::{CompareArgs, CompareWishes, GroupArg};
pub use eval::{
    EvalArgs, EvalAuthorsArgs, EvalClusteringArgs, EvalCommand, EvalRougeArgs,
    EvalSegmentationArgs, RougeRules,
};
pub use input::{BytesArgs, InputArgs, InputFormat, InputOptions, NamedEncoding};
pub use output::{Format, OutputArgs, RunArgs};
pub use replicate::ReplicateArgs;
pub use summarize::{
    ExplainArg, GraphWishes, OrderArg, QueryStyleArg, SelectArg, Sentences, SizeArgs,
    SummarizeArgs, SummaryWishes, TiesArg, UpdatesArg,
};
pub use topics::{Number, TopicWishes, TopicsArgs};
pub use wishes::{Headings, WishArgs};

use crate::Registry;
use crate::command::Row;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use recto::UnitKind;
use recto::segment::{SegmentCount, SegmentError};
use std::path::PathBuf;

/// recto reads a pile of text before you do.
#[derive(Debug, Parser)]
#[command(
    name = "recto",
    version,
    about = "Reads a pile of text before you do: offline, repeatable, with the evidence shown",
    after_long_help = TOP_EXAMPLES,
    subcommand_required = true,
    arg_required_else_help = true
)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

const TOP_EXAMPLES: &str = "Examples:
  recto segment report.txt                     where its topics change
  recto segment letters/ -o letters.html       a page to read and to send
  recto authors draft.txt                      who wrote which sentences
  recto topics articles/                       what a collection is about
  recto summarize articles/ --words 150        what is worth reading
  recto compare then=2019/ now=2021/           how groups differ
  recto eval segmentation reference/ out.json  how good the answer is

Each command has its own help: recto segment --help";

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Find where topics change
    #[command(after_long_help = SEGMENT_EXAMPLES)]
    Segment(Box<SegmentArgs>),
    /// Find who wrote which sentences
    #[command(after_long_help = authors::EXAMPLES)]
    Authors(Box<AuthorsArgs>),
    /// Find what a collection is about, and which documents belong together
    #[command(after_long_help = topics::EXAMPLES)]
    Topics(Box<TopicsArgs>),
    /// Choose the sentences that say what a pile says, what answers a question, what is new
    #[command(after_long_help = summarize::EXAMPLES)]
    Summarize(Box<SummarizeArgs>),
    /// Find how groups of documents differ
    #[command(after_long_help = compare::EXAMPLES)]
    Compare(Box<CompareArgs>),
    /// Score an answer against a reference
    #[command(subcommand, arg_required_else_help = true, after_long_help = eval::EXAMPLES)]
    Eval(EvalCommand),
    /// Repeat the experiment of a paper on its data
    #[command(after_long_help = replicate::EXAMPLES)]
    Replicate(ReplicateArgs),
    /// Print what makes a shell complete recto's commands and flags
    #[command(after_long_help = COMPLETIONS_EXAMPLES)]
    Completions(CompletionsArgs),
    /// Print the manual page, or write all of them
    #[command(after_long_help = MAN_EXAMPLES)]
    Man(ManArgs),
}

const SEGMENT_EXAMPLES: &str = "Examples:
  recto segment report.txt                        an outline on the terminal
  recto segment report.txt -o report.html         the same as a page, with the text
  recto segment book.txt --segments 12            exactly twelve segments
  recto segment 'minutes/*.txt' --format json     for programs, with byte offsets
  recto segment notes.jsonl --text-field body     a document a row
  recto segment book.txt --max-words 250          chunks for retrieval
  recto segment book.txt --levels 3 -o book.html  parts, chapters, sections
  cat log.txt | recto segment - --unit line       standard input, a unit a line";

const COMPLETIONS_EXAMPLES: &str = "Examples:
  recto completions bash > ~/.local/share/bash-completion/completions/recto
  recto completions zsh > ~/.zfunc/_recto
  recto completions fish > ~/.config/fish/completions/recto.fish";

/// Flags of `completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell to complete for
    pub shell: clap_complete::Shell,
}

const MAN_EXAMPLES: &str = "Examples:
  recto man | man -l -                            read the page of recto itself
  recto man --out ~/.local/share/man/man1         install the pages of all commands";

/// Flags of `man`.
#[derive(Debug, Args)]
pub struct ManArgs {
    /// Write the pages of all commands into this folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// Flags of `segment`.
#[derive(Debug, Args)]
pub struct SegmentArgs {
    /// What to read and how
    #[command(flatten)]
    pub input: InputArgs,
    /// Where to write and how
    #[command(flatten)]
    pub output: OutputArgs,
    /// Put the text that offsets refer to into the JSON
    #[arg(long, help_heading = "Output")]
    pub with_text: bool,
    /// The run
    #[command(flatten)]
    pub run: RunArgs,
    /// How to find boundaries
    #[arg(
        long,
        value_name = "NAME",
        default_value = "auto",
        help_heading = "Method"
    )]
    pub method: String,
    /// What is asked of the method
    #[command(flatten)]
    pub wishes: WishArgs,
    /// How many nested levels to give, coarsest first
    #[arg(long, value_name = "L", help_heading = "Method", value_parser = clap::value_parser!(u32).range(1..=12))]
    pub levels: Option<u32>,
    /// What is kept together
    #[arg(
        long,
        value_name = "KIND",
        default_value = "sentence",
        help_heading = "Method"
    )]
    pub unit: Unit,
}

fn segments(text: &str) -> Result<SegmentCount, String> {
    text.parse().map_err(|error| match error {
        // Clap has named the flag and the value already.
        SegmentError::Parameter { range, .. } => format!("must be {range}"),
        other => other.to_string(),
    })
}

/// What a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Unit {
    /// Sentences
    Sentence,
    /// Paragraphs: up to a blank line
    Paragraph,
    /// Lines
    Line,
}

impl From<Unit> for UnitKind {
    fn from(unit: Unit) -> Self {
        match unit {
            Unit::Sentence => UnitKind::Sentence,
            Unit::Paragraph => UnitKind::Paragraph,
            Unit::Line => UnitKind::Line,
        }
    }
}

/// The whole command line, with the methods of `registry`.
pub fn command(registry: &Registry<'_>) -> clap::Command {
    let command = Arguments::command();
    let command = with_methods(command, "segment", registry.segment);
    let command = with_methods(command, "authors", registry.authors);
    let command = with_methods(command, "topics", registry.topics);
    let command = with_methods(command, "summarize", registry.summarize);
    with_methods(command, "compare", registry.compare)
}

/// A command whose `--method` takes the names of its table.
fn with_methods<R: Row>(command: clap::Command, name: &'static str, rows: &[R]) -> clap::Command {
    let value = |row: &R| PossibleValue::new(row.name()).help(row.summary());
    let values: Vec<PossibleValue> = rows.iter().map(value).collect();
    command.mut_subcommand(name, |command| {
        command.mut_arg("method", |method| {
            method.value_parser(PossibleValuesParser::new(values))
        })
    })
}
