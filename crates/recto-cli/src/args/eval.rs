//! Flags of `eval`: a command for each task, made from the list of evaluations.

use super::{BytesArgs, OutputArgs, RunArgs, flags};
use clap::{Args, Command};
use recto::evaluate::{AnyEvaluation, evaluations};
use std::path::PathBuf;

const EXAMPLES: &str = "Examples:
  recto segment corpus/ --unit line -o out.json
  recto eval segmentation corpus/ out.json
  recto eval authors truth.txt authors.json
  recto eval clustering labels.jsonl topics.json
  recto eval rouge human.jsonl summaries.json
  recto eval alignment gold.jsonl links.json
  recto eval classification labels.jsonl classes.json";

/// The command `eval` with a command for each task.
pub(super) fn command() -> Command {
    Command::new("eval")
        .about("Score an answer against a reference")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .after_long_help(EXAMPLES)
        .subcommands(evaluations().iter().map(|row| task(*row)))
}

fn task(evaluation: &'static dyn AnyEvaluation) -> Command {
    EvalArgs::augment_args(Command::new(evaluation.about().name))
        .args(flags::with_flags(evaluation.about().fields.iter(), &[]))
        .about(evaluation.about().summary)
        .after_long_help(format!("Examples:\n{}", evaluation.about().examples))
}

/// What is scored, and where the scores go.
#[derive(Debug, Args)]
pub struct EvalArgs {
    /// Reference file or folder; the format is detected
    #[arg(value_name = "REFERENCE")]
    pub reference: PathBuf,
    /// Output to score; a second one is compared with the first
    #[arg(value_name = "OUTPUT", required = true, num_args = 1..=2)]
    pub outputs: Vec<PathBuf>,
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
