//! The fuzzer of the readers of files, for longer than `cargo xtask test` has time for.

use crate::part::locked;
use std::process::ExitCode;

/// `cargo xtask fuzz-sources N`: reads damaged files of each format for `n` minutes.
pub(crate) fn sources(n: &str) -> ExitCode {
    let seconds = n.parse::<u64>().unwrap_or(1).saturating_mul(60);
    let mut command = locked(&["test", "--release", "-p", "recto-text", "--all-features"]);
    command.args(["--test", "it", "fuzz::"]);
    command.env("RECTO_FUZZ_SECONDS", seconds.to_string());
    match command.status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: cargo cannot be started: {error}");
            ExitCode::FAILURE
        }
    }
}
