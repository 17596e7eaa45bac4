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
    /// Go on reading as messages come; write each change as a line of JSON
    #[arg(
        long,
        conflicts_with = "synthetic",
        help_heading = "Following a stream"
    )]
    pub follow: bool,
    /// Folder that keeps the state, so that a restart goes on without loss or repeats
    #[arg(
        long,
        value_name = "DIR",
        requires = "follow",
        help_heading = "Following a stream"
    )]
    pub checkpoint: Option<PathBuf>,
    /// Seconds between two checkpoints, at least; in between a journal keeps what comes
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 30.0,
        value_parser = seconds,
        requires = "checkpoint",
        help_heading = "Following a stream"
    )]
    pub checkpoint_every: f64,
    /// File for a supervisor, written about every second: state, lag, rate, memory, counts
    #[arg(
        long,
        value_name = "FILE",
        requires = "follow",
        help_heading = "Following a stream"
    )]
    pub status: Option<PathBuf>,
    /// Seconds without a message after which time is let pass, so that events come to an end
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 30.0,
        value_parser = seconds,
        requires = "follow",
        help_heading = "Following a stream"
    )]
    pub idle_timeout: f64,
    /// How to read
    #[command(flatten)]
    pub how: InputOptions,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok();
    let seconds = seconds.filter(|seconds| (0.0..=86_400.0).contains(seconds));
    seconds.ok_or_else(|| "a number from 0 to 86400 is wanted".into())
}

fn zone(name: &str) -> Result<Zone, String> {
    let unknown = || "not a zone of this machine's time zone database; try UTC or Europe/Lisbon";
    Zone::named(name).ok_or_else(|| unknown().into())
}
