//! `cargo xtask label-kills N`: the test of `recto label` that kills sessions, with more kills.

use crate::part::locked;
use std::process::ExitCode;

/// Kills labelling sessions at `n` random moments.
pub(crate) fn run(n: &str) -> ExitCode {
    let mut test = locked(&["test", "-p", "recto-cli", "--test", "label"]);
    test.args(["--", "kill_9", "--nocapture"]);
    test.env("RECTO_LABEL_KILLS", n);
    match test.status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: cargo cannot be started: {error}");
            ExitCode::FAILURE
        }
    }
}
