//! The two commands that the README promises.
//!
//! The first one is a part of the checks and not a cargo test: it runs cargo itself, which would
//! wait for the cargo that runs the test.

use std::io::Write;
use std::process::Stdio;

use crate::part::{self, Outcome, command};

/// Runs the README's first command as it is printed: it must succeed and print something.
pub(crate) fn first_command() -> Outcome {
    let first = read("README.md").and_then(|text| commands(&text));
    match first {
        Ok([first, _]) => prints_something(&first),
        Err(why) => Outcome::Failed(format!("README.md: {why}")),
    }
}

fn read(path: &str) -> Result<String, String> {
    std::fs::read_to_string(part::root().join(path)).map_err(|error| error.to_string())
}

fn prints_something(line: &str) -> Outcome {
    println!("$ {line}");
    let mut shell = command("sh", &["-c", line]);
    // The build's own messages go to the terminal as they come.
    let output = match shell.stderr(Stdio::inherit()).output() {
        Ok(output) => output,
        Err(error) => return Outcome::Failed(format!("sh: {error}")),
    };
    // What cannot be shown is no reason to fail.
    _ = std::io::stdout().write_all(&output.stdout);
    if !output.status.success() {
        Outcome::Failed(format!("{line}: {}", output.status))
    } else if output.stdout.trim_ascii().is_empty() {
        Outcome::Failed(format!("{line}: printed nothing"))
    } else {
        Outcome::Passed
    }
}

/// The lines of the first `sh` block under the heading `## Start`: there must be two.
fn commands(readme: &str) -> Result<[String; 2], String> {
    let mut lines = readme
        .lines()
        .skip_while(|line| line.trim_end() != "## Start");
    lines.next().ok_or("no heading `## Start`")?;
    let section = lines.take_while(|line| !line.starts_with("## "));
    let mut block = section.skip_while(|line| line.trim_end() != "```sh");
    block.next().ok_or("no `sh` block under `## Start`")?;
    let commands: Vec<String> = block
        .take_while(|line| !line.starts_with("```"))
        .map(str::to_owned)
        .collect();
    let n_commands = commands.len();
    commands
        .try_into()
        .map_err(|_| format!("{n_commands} lines in the block, not two"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_block_under_start_has_exactly_two_lines() {
        let block = |body: &str| {
            commands(&format!(
                "# x\n## Start\nSo:\n\n```sh\n{body}```\n## Next\n"
            ))
        };
        assert_eq!(block("a b\nc\n"), Ok(["a b".into(), "c".into()]));
        assert_eq!(block("a\n"), Err("1 lines in the block, not two".into()));
        assert!(commands("## Start\n## Next\n```sh\na\nb\n```\n").is_err());
        assert!(commands("# x\n```sh\na\nb\n```\n").is_err());
    }

    #[test]
    fn the_second_command_of_the_readme_is_what_ci_runs() {
        let readme = read("README.md").unwrap();
        let [_, second] = commands(&readme).expect("README.md, section Start");
        let ci = read(".ci/run").unwrap();
        assert!(
            ci.lines().any(|line| line == second),
            ".ci/run has no line {second:?}"
        );
    }

    #[test]
    fn a_command_must_succeed_and_print_something() {
        assert_eq!(prints_something("echo outline"), Outcome::Passed);
        let failed = |line| matches!(prints_something(line), Outcome::Failed(_));
        assert!(failed("echo outline; false") && failed("echo; true"));
    }
}
