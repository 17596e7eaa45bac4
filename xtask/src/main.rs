//! Chores of the workspace: `cargo xtask COMMAND`.
//!
//! Standard library only, so that the chores build before anything else does.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a chore talks to the person at the terminal"
)]

mod brokers;
mod browser;
mod deny;
mod fuzz;
mod kills;
mod part;
mod python;
mod readme;
mod suite;

use std::process::ExitCode;

const HELP: &str = "\
Chores of the recto workspace.

Usage: cargo xtask COMMAND

Commands:
  test            Run every check of the project; `cargo xtask test --help` lists them
  wheel           Build the Python package as a wheel, for every Python from 3.11
  spark           Test recto.spark on a cluster of two executors, one of which is killed
  brokers         Follow streams of Redis and NATS, with servers that are killed in the middle
  label-kills N   Kill labelling sessions at N random moments; every answer must be there
  follow-kills N  Kill followers of streams at N random moments; they must tell the same
  follow-flood N  Send N million messages to a follower; its memory must stay flat
  fuzz N [TARGET] Run each coverage-guided fuzz target for N seconds
  fuzz-sources N  Read damaged files of every format for N minutes each
  help            Print this help
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        [] | ["help" | "-h" | "--help"] => help(HELP),
        ["test", "-h" | "--help"] | ["help", "test"] => help(&suite::help()),
        ["test", only @ ..] => suite::run(only),
        ["wheel"] => python::wheel(),
        ["spark"] => python::spark(),
        ["brokers"] => brokers::run(),
        ["label-kills", n] if is_count(n) => kills::label(n),
        ["follow-kills", n] if is_count(n) => kills::follow(n),
        ["follow-flood", n] if is_count(n) => kills::flood(n),
        ["fuzz-sources", n] if is_count(n) => fuzz::sources(n),
        ["fuzz", n, only @ ..] if is_count(n) => fuzz::guided(n, only),
        [
            chore @ ("label-kills" | "follow-kills" | "follow-flood" | "fuzz" | "fuzz-sources"),
            ..,
        ] => usage(&format!("{chore} takes how many: cargo xtask {chore} 50")),
        [other, ..] => usage(&format!("no chore is called {other:?}")),
    }
}

fn is_count(text: &str) -> bool {
    text.parse::<u32>().is_ok()
}

fn help(text: &str) -> ExitCode {
    print!("{text}");
    ExitCode::SUCCESS
}

/// Says what is wrong with the command line; exits like every recto command does then.
fn usage(problem: &str) -> ExitCode {
    eprintln!("error: {problem}\n\n{HELP}");
    ExitCode::from(2)
}
