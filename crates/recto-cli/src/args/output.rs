//! Flags for what is written, and for the run.

use clap::{Args, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Where to write and how.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// text for people, json for programs, html for a page [default: text, or by the ending of -o]
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<Format>,
    /// Write to a file instead of stdout; it is written whole or not at all
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// How the result is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people, on a terminal
    Text,
    /// For programs
    Json,
    /// One self-contained page
    Html,
}

/// The run.
#[derive(Debug, Args)]
#[command(next_help_heading = "Run")]
pub struct RunArgs {
    /// Seed of all random draws; same seed, same bytes
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = seed)]
    pub seed: u64,
    /// Threads; the result never depends on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<NonZeroUsize>,
    /// No progress and no warnings on stderr
    #[arg(short, long)]
    pub quiet: bool,
}

fn seed(text: &str) -> Result<u64, String> {
    let most = u64::MAX;
    text.parse()
        .map_err(|_| format!("must be a whole number from 0 to {most}"))
}

fn threads(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "must be a whole number from 1")
}
