//! Documents and their summaries as input.

use super::InputOptions;
use clap::Args;
use std::path::PathBuf;

/// A source and its summary, or a file of pairs, and how to read them.
#[derive(Debug, Args)]
pub struct PairArgs {
    /// The source, one file or several, and last its summary; - for standard input
    #[arg(value_name = "FILE", required_unless_present = "pairs")]
    pub files: Vec<PathBuf>,
    /// File of pairs instead: JSON lines with `document` and `summary`, or lines of tokens with
    /// three bars between the sides
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "files",
        help_heading = "Input"
    )]
    pub pairs: Option<PathBuf>,
    /// How to read
    #[command(flatten)]
    pub how: InputOptions,
}
