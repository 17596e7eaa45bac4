//! The command line: every flag beside its documentation.
//!
//! The commands of capabilities are made from their tables of fields and methods (`args/flags.rs`);
//! those of `eval` from the list of evaluations. The others (`label`, `replicate`, `schema`,
//! `completions`, `man`) are written down here.

mod again;
mod eval;
mod flags;
mod groups;
mod input;
mod label;
mod messages;
mod output;
mod pairs;
mod replicate;

pub(crate) use again::again;
pub use eval::EvalArgs;
pub(crate) use flags::Asked;
pub use groups::{GroupArg, GroupArgs};
pub use input::{BytesArgs, InputArgs, InputOptions, NamedEncoding};
pub use label::{GivenArg, LabelArgs};
pub use messages::MessageArgs;
pub use output::{Format, OutputArgs, RunArgs};
pub use pairs::PairArgs;
pub use replicate::ReplicateArgs;

use crate::Registry;
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use std::path::PathBuf;

const TOP_EXAMPLES: &str = "Examples:
  recto read letters/ -o letters.html          everything on one page, to read and to send
  recto segment report.txt                     where its topics change
  recto authors draft.txt                      who wrote which sentences
  recto topics articles/                       what a collection is about
  recto summarize articles/ --words 150        what is worth reading
  recto compare then=2019/ now=2021/           how groups differ
  recto align report.txt summary.txt           what in a summary is supported
  recto classify reviews.csv                   what opinion each review holds
  recto events posts.jsonl                     what happened in a stream, and when
  recto label reviews --from reviews.jsonl     label what is worth its price
  recto eval segmentation reference/ out.json  how good the answer is

Each command has its own help: recto segment --help";

/// The commands that are neither capabilities nor `eval`.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Label documents and words, with questions that are worth their price
    #[command(after_long_help = label::EXAMPLES)]
    Label(Box<LabelArgs>),
    /// Repeat the experiment of a paper on its data
    #[command(after_long_help = replicate::EXAMPLES)]
    Replicate(ReplicateArgs),
    /// Print the JSON Schemas of a command's request and output
    #[command(after_long_help = SCHEMA_EXAMPLES)]
    Schema(SchemaArgs),
    /// Print what makes a shell complete recto's commands and flags
    #[command(after_long_help = COMPLETIONS_EXAMPLES)]
    Completions(CompletionsArgs),
    /// Print the manual page, or write all of them
    #[command(after_long_help = MAN_EXAMPLES)]
    Man(ManArgs),
}

const SCHEMA_EXAMPLES: &str = "Examples:
  recto schema segment                            both, as one JSON object
  recto schema topics > topics.schema.json        for a validator";

/// Flags of `schema`.
#[derive(Debug, Args)]
pub struct SchemaArgs {
    /// The command
    #[arg(value_name = "COMMAND")]
    pub command: String,
}

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

/// The whole command line, with the capabilities of `registry`.
pub fn command(registry: Registry<'_>) -> clap::Command {
    let top = clap::Command::new("recto")
        .version(env!("CARGO_PKG_VERSION"))
        .after_long_help(TOP_EXAMPLES)
        .subcommand_required(true)
        .arg_required_else_help(true);
    let capabilities = registry
        .iter()
        .map(|capability| flags::command(*capability));
    let names = registry.iter().map(|capability| capability.name());
    let names = PossibleValuesParser::new(names.collect::<Vec<_>>());
    let top = top.subcommands(capabilities).subcommand(eval::command());
    // Last, because it takes the doc comment of the list for that of recto.
    Command::augment_subcommands(top)
        .about("Reads a pile of text before you do: offline, repeatable, with the evidence shown")
        .mut_subcommand("label", label::with_exports)
        .mut_subcommand("schema", |schema| {
            schema.mut_arg("command", |command| command.value_parser(names))
        })
}
