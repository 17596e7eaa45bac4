//! Fuzzing, for longer than `cargo xtask test` has time for: random damage of files, and
//! the coverage-guided targets of `fuzz/`.

use crate::part::{command, locked};
use std::process::{Command, ExitCode};

/// Message where cargo-fuzz is missing.
const INSTALL: &str = "\
cargo-fuzz is not installed: `cargo install cargo-fuzz --locked`. It also needs a C++ compiler \
(g++ or clang++).";

/// Limits of a run of one target: memory in MiB, seconds a round, bytes of input.
const LIMITS: [&str; 3] = ["-rss_limit_mb=2048", "-timeout=20", "-max_len=65536"];

/// `cargo xtask fuzz N [TARGET]...`: runs each target for `n` seconds, all when none is named.
/// Inputs that fail are kept in `fuzz/artifacts`.
pub(crate) fn guided(n: &str, only: &[&str]) -> ExitCode {
    let Some(all) = targets() else {
        eprintln!("error: {INSTALL}");
        return ExitCode::FAILURE;
    };
    if let Some(unknown) = only.iter().find(|name| !all.iter().any(|one| one == *name)) {
        return crate::usage(&format!("no fuzz target is called {unknown:?}"));
    }
    let features = "archive,epub,label,mail,office,pdf,render";
    let mut seeds = locked(&["run", "-p", "recto", "--example", "fuzz_seeds"]);
    seeds.args(["--features", features, "--", "fuzz/corpus"]);
    if !succeeds(seeds) {
        return ExitCode::FAILURE;
    }
    let is_chosen = |name: &&String| only.is_empty() || only.contains(&name.as_str());
    let mut failed = Vec::new();
    for target in all.iter().filter(is_chosen) {
        println!("\n== {target}");
        let mut run = cargo_fuzz(&["run", "-s", "none", target, "--"]);
        run.arg(format!("-max_total_time={n}")).args(LIMITS);
        if !succeeds(run) {
            failed.push(target.as_str());
        }
    }
    if failed.is_empty() {
        return ExitCode::SUCCESS;
    }
    eprintln!("\nerror: failed: {}", failed.join(", "));
    ExitCode::FAILURE
}

/// The names of the targets; `None` if cargo-fuzz cannot be started.
fn targets() -> Option<Vec<String>> {
    let output = cargo_fuzz(&["list"]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let names: Vec<String> = text.lines().map(String::from).collect();
    (output.status.success() && !names.is_empty()).then_some(names)
}

/// cargo-fuzz on the stable toolchain: coverage needs a flag that only nightly has otherwise,
/// and sanitizers, which need more than that, are off.
fn cargo_fuzz(arguments: &[&str]) -> Command {
    let mut fuzz = command("cargo-fuzz", &["fuzz"]);
    fuzz.args(arguments).env("RUSTC_BOOTSTRAP", "1");
    // Threads of a pool would make the coverage of a round depend on their order.
    fuzz.env("RAYON_NUM_THREADS", "1");
    fuzz
}

fn succeeds(mut command: Command) -> bool {
    match command.status() {
        Ok(status) => status.success(),
        Err(error) => {
            eprintln!(
                "error: {:?} cannot be started: {error}",
                command.get_program()
            );
            false
        }
    }
}

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
