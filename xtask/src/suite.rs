//! `cargo xtask test`: every check of the project, each timed, none stopping the next.

use std::num::NonZero;
use std::process::{Command, ExitCode};
use std::time::Duration;

use crate::part::{self, Finished, Outcome, cargo, locked, on_path};
use crate::{browser, deny, python, readme, usage};

/// A part's name, what it is for, and its work.
type Part = (&'static str, &'static str, fn() -> Outcome);

/// In the order in which they run: cheap first, and the browser before the tests that use it.
const PARTS: [Part; 9] = [
    ("fmt", "the source is formatted", fmt),
    ("clippy", "no lint has anything to say", clippy),
    (
        "deny",
        "licences, double versions and sources of dependencies",
        deny::check,
    ),
    (
        "browser",
        "what browser tests need is there",
        browser::prepare,
    ),
    ("tests", "unit, integration and repository tests", tests),
    (
        "python",
        "the Python package's tests, types and documentation",
        python::test,
    ),
    ("doctests", "examples in the documentation run", doctests),
    ("doc", "the documentation builds without warnings", doc),
    (
        "readme",
        "the README's first command runs as printed",
        readme::first_command,
    ),
];

/// Parts that may be skipped on CI too: the tests check the same lists without cargo-deny.
const OPTIONAL_ON_CI: [&str; 1] = ["deny"];

pub(crate) fn help() -> String {
    let lines = PARTS.map(|(name, purpose, _)| format!("  {name:<10}{purpose}\n"));
    format!(
        "Run every check of the project, or only the parts named.\n\n\
         Usage: cargo xtask test [PART]...\n\nParts:\n{}",
        lines.concat()
    )
}

/// Runs the parts named in `only`, all when it is empty; fails when any of them does.
pub(crate) fn run(only: &[&str]) -> ExitCode {
    let known = |name: &str| PARTS.iter().any(|(part, _, _)| *part == name);
    if let Some(unknown) = only.iter().find(|name| !known(name)) {
        return usage(&format!(
            "no part of the tests is called {unknown:?}\n\n{}",
            help()
        ));
    }
    let chosen = PARTS
        .iter()
        .filter(|(name, _, _)| only.is_empty() || only.contains(name));
    let finished: Vec<Finished> = chosen
        .map(|(name, _, work)| {
            let run = || if_complete(name, work(), part::is_ci());
            part::run(name, run)
        })
        .collect();
    print!("{}", summary(&finished));
    let failed = finished
        .iter()
        .any(|part| matches!(part.outcome, Outcome::Failed(_)));
    if failed {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

/// The outcome of a part. On CI a part that was skipped has failed: a test that is skipped there
/// is a test that nobody runs.
fn if_complete(name: &str, outcome: Outcome, is_ci: bool) -> Outcome {
    match outcome {
        Outcome::Skipped(why) if is_ci && !OPTIONAL_ON_CI.contains(&name) => {
            Outcome::Failed(format!("skipped on CI: {why}"))
        }
        outcome => outcome,
    }
}

fn summary(finished: &[Finished]) -> String {
    let line = |part: &Finished| {
        let (mark, why) = match &part.outcome {
            Outcome::Passed => ("ok", ""),
            Outcome::Failed(why) => ("FAILED", why.as_str()),
            Outcome::Skipped(why) => ("skipped", why.as_str()),
        };
        let row = format!(
            "{:<10}{:>8.1} s  {mark:<8} {why}",
            part.name,
            part.took.as_secs_f64()
        );
        format!("{}\n", row.trim_end())
    };
    let total: Duration = finished.iter().map(|part| part.took).sum();
    format!(
        "\n== summary\n{}{:<10}{:>8.1} s\n",
        finished.iter().map(line).collect::<String>(),
        "total",
        total.as_secs_f64()
    )
}

fn fmt() -> Outcome {
    // The one subcommand that does not know `--locked`.
    part::all([cargo(&["fmt", "--all", "--check"])])
}

fn clippy() -> Outcome {
    // Keep going: one crate's lint must not hide another's.
    let mut lint = locked(&["clippy"]);
    lint.args([
        "--workspace",
        "--all-targets",
        "--keep-going",
        "--",
        "-D",
        "warnings",
    ]);
    part::all([lint])
}

fn tests() -> Outcome {
    part::all([test_command(on_path("cargo-nextest"))])
}

fn test_command(nextest: bool) -> Command {
    let words: &[&str] = if nextest {
        &["nextest", "run"]
    } else {
        &["test"]
    };
    let mut command = locked(words);
    command.args(["--workspace", "--no-fail-fast"]);
    // All but the experiments in `examples/`, which clippy compiles.
    command.args(["--lib", "--bins", "--tests"]);
    if nextest {
        // Followers, browsers and labelling sessions wait more than they work.
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        command.args(["--test-threads", &(2 * cores).to_string()]);
    }
    command
}

fn doctests() -> Outcome {
    let mut command = locked(&["test"]);
    command.args(["--doc", "--workspace", "--no-fail-fast"]);
    part::all([command])
}

fn doc() -> Outcome {
    let mut command = locked(&["doc"]);
    command.args(["--workspace", "--no-deps"]);
    command.env("RUSTDOCFLAGS", "-Dwarnings");
    part::all([command])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_names_each_part_with_its_time_and_reason() {
        let part = |name, outcome| Finished {
            name,
            outcome,
            took: Duration::from_millis(1250),
        };
        let text = summary(&[
            part("fmt", Outcome::Passed),
            part("tests", Outcome::Failed("cargo: exit status: 1".into())),
        ]);
        let expected = "\n== summary\nfmt            1.2 s  ok\n\
                        tests          1.2 s  FAILED   cargo: exit status: 1\n\
                        total          2.5 s\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_skipped_part_fails_on_ci_unless_it_is_optional() {
        let skipped = || Outcome::Skipped("no chromium".into());
        let failed = Outcome::Failed("skipped on CI: no chromium".into());
        assert_eq!(if_complete("browser", skipped(), true), failed);
        assert_eq!(if_complete("browser", skipped(), false), skipped());
        assert_eq!(if_complete("deny", skipped(), true), skipped());
        assert_eq!(if_complete("tests", Outcome::Passed, true), Outcome::Passed);
    }

    #[test]
    fn a_failing_command_ends_its_part_and_is_named() {
        let outcome = part::all([cargo(&["no-such-command"]), cargo(&["--version"])]);
        assert!(
            matches!(outcome, Outcome::Failed(why) if why.starts_with("cargo no-such-command"))
        );
        let missing = part::command("no-such-program", &[]);
        assert!(matches!(part::all([missing]), Outcome::Failed(_)));
        assert_eq!(part::all([cargo(&["--version"])]), Outcome::Passed);
    }

    #[test]
    fn help_lists_every_part() {
        let help = help();
        assert!(
            PARTS
                .iter()
                .all(|(name, purpose, _)| help.contains(name) && help.contains(purpose))
        );
    }
}
