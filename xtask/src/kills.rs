//! Tests that kill processes at random moments, with more kills than `cargo xtask test` has
//! time for.

use crate::part::locked;
use std::process::ExitCode;

/// `cargo xtask label-kills N`: kills labelling sessions at `n` random moments.
pub(crate) fn label(n: &str) -> ExitCode {
    run(&["--test", "it"], "kill_9", ("RECTO_LABEL_KILLS", n))
}

/// `cargo xtask follow-kills N`: kills followers of streams at `n` random moments.
pub(crate) fn follow(n: &str) -> ExitCode {
    run(
        &["--test", "it"],
        "follow::kills",
        ("RECTO_FOLLOW_KILLS", n),
    )
}

/// `cargo xtask follow-flood N`: sends `n` million messages to a follower.
pub(crate) fn flood(n: &str) -> ExitCode {
    let test = ["--release", "--test", "it"];
    run(&test, "follow::memory", ("RECTO_FOLLOW_MILLIONS", n))
}

fn run(test: &[&str], filter: &str, (name, value): (&str, &str)) -> ExitCode {
    let mut command = locked(&["test", "-p", "recto-cli"]);
    command.args(test);
    command.args(["--", filter, "--nocapture"]).env(name, value);
    match command.status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: cargo cannot be started: {error}");
            ExitCode::FAILURE
        }
    }
}
