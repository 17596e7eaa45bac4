//! Chores of the workspace: `cargo xtask COMMAND`.
//!
//! Standard library only, so that the chores build before anything else does.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a chore talks to the person at the terminal"
)]

mod browser;
mod deny;
mod kills;
mod part;
mod readme;
mod suite;

use std::process::ExitCode;

const HELP: &str = "\
Chores of the recto workspace.

Usage: cargo xtask COMMAND

Commands:
  test           Run every check of the project; `cargo xtask test --help` lists them
  label-kills N  Kill labelling sessions at N random moments; every answer must be there
  help           Print this help
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        [] | ["help" | "-h" | "--help"] => help(HELP),
        ["test", "-h" | "--help"] | ["help", "test"] => help(&suite::help()),
        ["test", only @ ..] => suite::run(only),
        ["label-kills", n] if n.parse::<u32>().is_ok() => kills::run(n),
        ["label-kills", ..] => usage("label-kills takes how many: cargo xtask label-kills 100"),
        [other, ..] => usage(&format!("no chore is called {other:?}")),
    }
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
