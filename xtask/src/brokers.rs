//! `cargo xtask brokers`: streams of Redis and NATS, with servers that the tests start and
//! kill.
//!
//! A chore of its own: what brokers need would double what every other check builds.

use crate::part::{self, Outcome, locked, on_path, root, target};
use std::path::Path;
use std::process::{Command, ExitCode};

const FEATURES: &str = "redis,nats,kafka";
/// Servers, which Debian's packages of the same name have.
const SERVERS: [&str; 2] = ["redis-server", "nats-server"];

/// Lints and tests the command with all brokers built in.
pub(crate) fn run() -> ExitCode {
    let missing = SERVERS.into_iter().filter(|server| !is_installed(server));
    let missing: Vec<&str> = missing.collect();
    if !missing.is_empty() {
        let missing = missing.join(" ");
        eprintln!("error: missing: {missing} (Debian: apt-get install {missing})");
        return ExitCode::FAILURE;
    }
    let mut clippy = with_brokers("clippy");
    clippy.args(["--all-targets", "--", "-D", "warnings"]);
    let mut test = with_brokers("test");
    test.args(["--lib", "--test", "it", "brokers", "--", "--nocapture"]);
    match part::all([clippy, test]) {
        Outcome::Passed | Outcome::Skipped(_) => ExitCode::SUCCESS,
        Outcome::Failed(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

/// A cargo command in a folder of its own, so that other builds stay as they are.
fn with_brokers(subcommand: &str) -> Command {
    let mut command = locked(&[subcommand, "-p", "recto-cli", "--features", FEATURES]);
    let folder = root().join(target()).join("brokers");
    command.env("CARGO_TARGET_DIR", folder);
    command
}

fn is_installed(server: &str) -> bool {
    on_path(server) || Path::new("/usr/sbin").join(server).is_file()
}
