//! One named part of a chore: run it, time it, remember how it went.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// How a part ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Passed,
    Failed(String),
    Skipped(String),
}

/// A finished part.
pub(crate) struct Finished {
    pub(crate) name: &'static str,
    pub(crate) outcome: Outcome,
    pub(crate) took: Duration,
}

/// Runs `work` under a heading and times it.
pub(crate) fn run(name: &'static str, work: impl FnOnce() -> Outcome) -> Finished {
    println!("\n== {name}");
    let start = Instant::now();
    let outcome = work();
    match &outcome {
        Outcome::Passed => {}
        Outcome::Failed(why) => println!("failed: {why}"),
        Outcome::Skipped(why) => println!("skipped: {why}"),
    }
    Finished {
        name,
        outcome,
        took: start.elapsed(),
    }
}

/// A command in the workspace's root.
pub(crate) fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    command
}

/// The cargo that started us, so that a chosen toolchain stays chosen.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    command(&cargo, arguments)
}

/// A cargo command that fails where it would have to change `Cargo.lock`, so that what was
/// checked is what is committed.
pub(crate) fn locked(subcommand: &[&str]) -> Command {
    let mut command = cargo(subcommand);
    command.arg("--locked");
    command
}

/// Runs commands one after the other until one fails; each is printed before it starts.
pub(crate) fn all(commands: impl IntoIterator<Item = Command>) -> Outcome {
    for mut command in commands {
        let shown = shown(&command);
        println!("$ {shown}");
        match command.status() {
            Ok(status) if status.success() => {}
            Ok(status) => return Outcome::Failed(format!("{shown}: {status}")),
            Err(error) => return Outcome::Failed(format!("{shown}: {error}")),
        }
    }
    Outcome::Passed
}

fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program())
        .file_name()
        .unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args());
    words
        .map(|word| word.to_string_lossy().into_owned())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Whether `program` is on the PATH.
pub(crate) fn on_path(program: &str) -> bool {
    let path: OsString = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// Whether this is continuous integration, where missing programs are installed and nothing that
/// could run is skipped.
pub(crate) fn is_ci() -> bool {
    std::env::var("CI").is_ok_and(|value| value == "true")
}

/// Installs packages of Debian, with sudo where there is one. A failure shows in what is missing
/// afterwards.
pub(crate) fn install_packages(packages: &[&str]) {
    let apt_get = |arguments: &[&str]| {
        if on_path("sudo") {
            command("sudo", &[&["-n", "apt-get"], arguments].concat())
        } else {
            command("apt-get", arguments)
        }
    };
    let install = [&["install", "-y", "--no-install-recommends"], packages].concat();
    all([apt_get(&["update"]), apt_get(&install)]);
}

/// The workspace's root.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// The folder of build products: `CARGO_TARGET_DIR` if set, else `target` in the root.
pub(crate) fn target() -> PathBuf {
    // A relative value counts from the root, as all our commands run there.
    root().join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}
