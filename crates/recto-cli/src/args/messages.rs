//! Messages with times as input.

use super::InputOptions;
use clap::Args;
use recto::time::Zone;
use std::path::PathBuf;

/// A stream of messages, and how to read it.
#[derive(Debug, Args)]
pub struct MessageArgs {
    /// Files, folders or globs of messages with times, or - for standard input
    #[arg(value_name = "FILE", required_unless_present = "synthetic")]
    pub files: Vec<PathBuf>,
    /// Make a stream about a match instead, whose events are known
    #[arg(
        long,
        value_name = "SEED",
        conflicts_with = "files",
        help_heading = "Input"
    )]
    pub synthetic: Option<u64>,
    /// Exit with 1 if a line is no message; otherwise such lines are counted
    #[arg(long, help_heading = "Input")]
    pub strict: bool,
    /// Zone of times that name none, such as Europe/Lisbon [default: UTC]
    #[arg(long, value_name = "ZONE", value_parser = zone, help_heading = "Input")]
    pub time_zone: Option<Zone>,
    /// How to read
    #[command(flatten)]
    pub how: InputOptions,
}

fn zone(name: &str) -> Result<Zone, String> {
    let unknown = || "not a zone of this machine's time zone database; try UTC or Europe/Lisbon";
    Zone::named(name).ok_or_else(|| unknown().into())
}
