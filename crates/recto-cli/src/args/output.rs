//! Flags for what is written, and for the run.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use recto::Choice;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Where to write and how.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Output format [default: text, or by the extension of -o]
    #[arg(long, value_name = "FORMAT", value_parser = formats(&[]))]
    pub format: Option<Format>,
    /// Table that --format csv writes, by its path in the JSON: documents.segments [default: the first]
    #[arg(long, value_name = "NAME")]
    pub table: Option<String>,
    /// Output file; written completely or not at all [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print the whole report, also where it is longer than two screens
    #[arg(long)]
    pub all: bool,
    /// Formats of the command's own.
    #[arg(skip)]
    pub own: &'static [Choice],
}

/// How the result is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For the terminal.
    Text,
    /// For programs.
    Json,
    /// One self-contained web page.
    Html,
    /// A table of the answer as comma-separated values.
    Csv,
    /// A format of the command's own, or a form that a flag names.
    Own(&'static str),
}

/// The formats that every command has.
const FORMATS: [(Format, Choice); 4] = [
    (
        Format::Text,
        Choice {
            name: "text",
            help: "For the terminal",
        },
    ),
    (
        Format::Json,
        Choice {
            name: "json",
            help: "For programs",
        },
    ),
    (
        Format::Html,
        Choice {
            name: "html",
            help: "One self-contained web page",
        },
    ),
    (
        Format::Csv,
        Choice {
            name: "csv",
            help: "A table of the JSON, see --table",
        },
    ),
];

/// Parses the name of a format that every command has, or of one of `own`.
pub(super) fn formats(own: &'static [Choice]) -> impl TypedValueParser<Value = Format> {
    let is_own = |name: &str| own.iter().any(|choice| choice.name == name);
    // A command may have a table of its own under the name of a general format.
    let general = FORMATS
        .into_iter()
        .filter(|(_, choice)| !is_own(choice.name));
    let own = own.iter().map(|choice| (Format::Own(choice.name), *choice));
    let all: Vec<(Format, Choice)> = general.chain(own).collect();
    let value = |(_, choice): &(Format, Choice)| PossibleValue::new(choice.name).help(choice.help);
    PossibleValuesParser::new(all.iter().map(value)).map(move |name| {
        let named = all.iter().find(|(_, choice)| choice.name == name);
        named.expect("one of the names that were offered").0
    })
}

/// The run.
#[derive(Debug, Args)]
#[command(next_help_heading = "Run")]
pub struct RunArgs {
    /// Random seed; the same seed gives the same output
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = seed)]
    pub seed: u64,
    /// Number of threads; never changes the result [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<NonZeroUsize>,
    /// Suppress progress and warnings
    #[arg(short, long)]
    pub quiet: bool,
}

fn seed(text: &str) -> Result<u64, String> {
    let most = u64::MAX;
    text.parse()
        .map_err(|_| format!("must be a whole number from 0 to {most}"))
}

/// Threads that may be asked for: each has a stack, and no machine gains by more.
const MOST_THREADS: usize = 1024;

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let threads = text.parse::<NonZeroUsize>().ok();
    threads
        .filter(|threads| threads.get() <= MOST_THREADS)
        .ok_or_else(|| format!("must be a whole number from 1 to {MOST_THREADS}"))
}
