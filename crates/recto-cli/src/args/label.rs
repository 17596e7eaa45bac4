//! Flags of `label`.

use super::output::formats;
use super::{InputOptions, OutputArgs, RunArgs};
use clap::{Args, ValueEnum};
use recto::Choice;
use recto::label::active::Strategy;
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "Examples:
  recto label reviews --from reviews.jsonl        make a project and begin
  recto label reviews                             go on
  recto label mail --from mail.csv --classes order,complaint,other
                                                  classes of your own
  recto label reviews --guidelines guide.md       what to go by; g shows it
  recto label reviews --annotator ben             answers are stored as ben's
  recto label reviews --overlap 0.2               ask a fifth of the documents of everybody
  recto label reviews --status                    how far it is, who agrees with whom
  recto label reviews --export labels.csv         labels, with who, when and how sure
  recto label reviews --import doccano.jsonl --annotator eve
                                                  answers that were given elsewhere
  recto label reviews --simulate -o curve.html    what labels would have cost

The keys of a session: ? shows them.";

/// Formats of exports, beside those that every command has.
const EXPORTS: &[Choice] = &[
    Choice {
        name: "jsonl",
        help: "With --export: a document a line, with who, when and how sure",
    },
    Choice {
        name: "csv",
        help: "With --export: the same as a table",
    },
    Choice {
        name: "doccano",
        help: "With --export: JSON lines for doccano; human labels alone",
    },
    Choice {
        name: "lexicon",
        help: "With --export: answered words and their classes, for classify --lexicon",
    },
    Choice {
        name: "log",
        help: "With --export: every row of the log; --import replays it",
    },
];

/// Flags of `label`.
#[derive(Debug, Args)]
pub struct LabelArgs {
    /// The project: one file, which holds documents, answers and all the rest
    #[arg(value_name = "PROJECT")]
    pub project: PathBuf,
    /// Make the project of these documents, or add those that it lacks: files, folders or globs
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub from: Vec<PathBuf>,
    /// Classes; with a project that is there, those that it lacks are added [default: those of
    /// labels or lexicon, else neg,pos]
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub classes: Vec<String>,
    /// Words that are known at the start: builtin, none, or a file as for classify [default:
    /// builtin if the classes are neg and pos]
    #[arg(long, value_name = "FILE")]
    pub lexicon: Option<PathBuf>,
    /// What the labels are for that documents come with [default: learned from if some
    /// documents have none, else kept aside]
    #[arg(long, value_name = "USE")]
    pub given: Option<GivenArg>,
    /// How questions are chosen: auto, ere, ere-local, interleave:P, interleave-ere:P, elg,
    /// uncertainty or random [default: auto]
    #[arg(long, value_name = "NAME")]
    pub strategy: Option<Strategy>,
    /// Share of the documents that everybody is asked about, for agreement [default: 0]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub overlap: Option<f64>,
    /// Text that annotators should go by, in view during the session
    #[arg(long, value_name = "FILE")]
    pub guidelines: Option<PathBuf>,
    /// Who answers [default: the user of the system]
    #[arg(long, value_name = "NAME")]
    pub annotator: Option<String>,
    /// Add answers that were given elsewhere: JSON lines, CSV, doccano, or a log
    #[arg(long, value_name = "FILE")]
    pub import: Option<PathBuf>,
    /// Write labels to a file, by its ending or --format; - for stdout
    #[arg(long, value_name = "FILE")]
    pub export: Option<PathBuf>,
    /// Print a summary of the project
    #[arg(long)]
    pub status: bool,
    /// Play labelling through on labels that are known, and print the learning curve
    #[arg(long, conflicts_with_all = ["status", "export"])]
    pub simulate: bool,
    /// With --simulate: price at which it ends
    #[arg(long, value_name = "N", default_value_t = 400, requires = "simulate",
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub budget: u32,
    /// How to read
    #[command(flatten)]
    pub how: InputOptions,
    /// Where to write and how
    #[command(flatten)]
    pub output: OutputArgs,
    /// The run
    #[command(flatten)]
    pub run: RunArgs,
}

/// What the labels are for that documents come with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GivenArg {
    /// Learned from
    Known,
    /// Kept aside, for --simulate
    Aside,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse::<f64>().ok();
    let share = share.filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "must be a number from 0 to 1".into())
}

/// The command with the formats of its exports.
pub(super) fn with_exports(command: clap::Command) -> clap::Command {
    command.mut_arg("format", |format| format.value_parser(formats(EXPORTS)))
}
