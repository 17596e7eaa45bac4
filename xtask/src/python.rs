//! The Python package: its tests, types and documentation in a virtual environment that is
//! made here, and its wheel.
//!
//! On CI whatever is missing is installed; on a person's machine we only say what is missing.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::part::{self, Outcome, command, locked, on_path, root, target};

/// What the tests import, one package a line.
const REQUIREMENTS: &str = "python/tests/requirements.txt";

/// Builds the module and tests the package, or says why that is skipped.
pub(crate) fn test() -> Outcome {
    let ci = std::env::var("CI").is_ok_and(|value| value == "true");
    if ci && !has_python() {
        let apt = ["install", "-y", "--no-install-recommends", "python3-venv"];
        part::all([command("apt-get", &["update"]), command("apt-get", &apt)]);
    }
    if !has_python() {
        let why = "the Python package needs python3 from 3.11 with venv \
                   (Debian: apt-get install python3-venv)";
        return if ci {
            Outcome::Failed(why.into())
        } else {
            Outcome::Skipped(why.into())
        };
    }
    match environment() {
        Outcome::Passed => {}
        other => return other,
    }
    match part::all([build(ci)]) {
        Outcome::Passed => {}
        other => return other,
    }
    if let Err(error) = place_module() {
        return Outcome::Failed(format!("the native module: {error}"));
    }
    let mut stubs = python(&["-m", "mypy.stubtest", "recto._recto"]);
    stubs.args(["--mypy-config-file", "pyproject.toml"]);
    part::all([python(&["-m", "mypy"]), stubs, python(&["-m", "pytest"])])
}

/// Builds the native module. On CI the tests of the workspace are built already, and with
/// all of it asked for, features are the same and nothing is built twice; elsewhere the crate
/// alone is less.
fn build(ci: bool) -> Command {
    if ci {
        locked(&["build", "--workspace", "--lib", "--tests"])
    } else {
        locked(&["build", "--package", "recto-python"])
    }
}

/// `cargo xtask wheel`: a wheel for every Python from 3.11 on this kind of machine.
pub(crate) fn wheel() -> ExitCode {
    if !has_python() {
        eprintln!("error: python3 from 3.11 with venv is needed");
        return ExitCode::FAILURE;
    }
    let folder = target().join("wheels");
    let mut install = venv_python(&["-m", "pip", "install", "--quiet", "maturin>=1.16,<2"]);
    install.current_dir(root());
    let mut build = venv_python(&["-m", "maturin", "build", "--release", "--locked", "--out"]);
    build.arg(&folder).current_dir(root().join("python"));
    let made = match made_venv() {
        Outcome::Passed => part::all([install, build]),
        other => other,
    };
    match made {
        Outcome::Passed => {
            println!("the wheel is in {}", folder.display());
            ExitCode::SUCCESS
        }
        Outcome::Failed(why) | Outcome::Skipped(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Whether there is a Python that is new enough and can make virtual environments.
fn has_python() -> bool {
    let asked = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))";
    let mut ask = command("python3", &["-c", asked]);
    ask.stderr(std::process::Stdio::null());
    on_path("python3") && ask.status().is_ok_and(|status| status.success())
}

fn venv() -> PathBuf {
    target().join("python")
}

fn made_venv() -> Outcome {
    if venv_program().is_file() {
        return Outcome::Passed;
    }
    let mut make = command("python3", &["-m", "venv"]);
    make.arg(venv());
    part::all([make])
}

/// Makes the virtual environment, unless it is there with the same packages.
fn environment() -> Outcome {
    let wanted = std::fs::read_to_string(root().join(REQUIREMENTS)).unwrap_or_default();
    let mark = venv().join("requirements.txt");
    let is_there = std::fs::read_to_string(&mark).is_ok_and(|there| there == wanted);
    if is_there && venv_program().is_file() {
        return Outcome::Passed;
    }
    let mut install = venv_python(&["-m", "pip", "install", "--quiet", "--requirement"]);
    install.arg(root().join(REQUIREMENTS)).current_dir(root());
    let made = match made_venv() {
        Outcome::Passed => part::all([install]),
        other => other,
    };
    if made == Outcome::Passed
        && let Err(error) = std::fs::write(&mark, wanted)
    {
        return Outcome::Failed(format!("{}: {error}", mark.display()));
    }
    made
}

fn venv_program() -> PathBuf {
    let folder = if cfg!(windows) { "Scripts" } else { "bin" };
    venv().join(folder).join("python")
}

fn venv_python(arguments: &[&str]) -> Command {
    let mut command = Command::new(venv_program());
    command.args(arguments);
    command
}

/// A Python command in the folder of the package, which it imports from there.
fn python(arguments: &[&str]) -> Command {
    let folder = root().join("python");
    let mut command = venv_python(arguments);
    command.env("PYTHONPATH", &folder).current_dir(folder);
    command
}

/// Copies the module that cargo built to where Python looks for it.
fn place_module() -> std::io::Result<()> {
    let (built, wanted) = if cfg!(windows) {
        ("_recto.dll", "_recto.pyd")
    } else if cfg!(target_os = "macos") {
        ("lib_recto.dylib", "_recto.abi3.so")
    } else {
        ("lib_recto.so", "_recto.abi3.so")
    };
    let place: &Path = &root().join("python/recto").join(wanted);
    // A module that is loaded somewhere must not be changed under its reader.
    match std::fs::remove_file(place) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    std::fs::copy(target().join("debug").join(built), place)?;
    Ok(())
}
