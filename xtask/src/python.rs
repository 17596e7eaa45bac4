//! The Python package: its tests, types and documentation in a virtual environment that is
//! made here, and its wheel.
//!
//! On CI whatever is missing is installed; on a person's machine we only say what is missing.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::part::{self, Outcome, command, locked, on_path, root, target};

/// A virtual environment: its folder among build products, and what is installed in it.
#[derive(Clone, Copy)]
struct Environment {
    folder: &'static str,
    /// A file with one package a line.
    requirements: &'static str,
}

/// What the tests of the package import.
const TESTS: Environment = Environment {
    folder: "python",
    requirements: "python/tests/requirements.txt",
};

/// What the tests over Spark import: an older pandas than the others, and 900 MB.
const SPARK: Environment = Environment {
    folder: "spark",
    requirements: "python/tests_spark/requirements.txt",
};

/// Builds the module and tests the package, or says why that is skipped.
pub(crate) fn test() -> Outcome {
    if part::is_ci() && !has_python() {
        part::install_packages(&["python3-venv"]);
    }
    if !has_python() {
        let why = "the Python package needs python3 from 3.11 with venv \
                   (Debian: apt-get install python3-venv)";
        return Outcome::Skipped(why.into());
    }
    match TESTS.with_package() {
        Outcome::Passed => {}
        other => return other,
    }
    let mut stubs = TESTS.python(&["-m", "mypy.stubtest", "recto._recto"]);
    stubs.args(["--mypy-config-file", "pyproject.toml"]);
    let mypy = TESTS.python(&["-m", "mypy"]);
    match part::all([mypy, stubs, TESTS.python(&["-m", "pytest"])]) {
        Outcome::Passed => spark_smoke(),
        other => other,
    }
}

/// One test over Spark, where an environment for it and Java are there already.
fn spark_smoke() -> Outcome {
    if !SPARK.is_made() || java().is_err() {
        println!("recto.spark was not tested: `cargo xtask spark` does, and needs 900 MB");
        return Outcome::Passed;
    }
    let mut smoke = SPARK.python(&["-m", "pytest", "tests_spark", "-k", "empty_frame"]);
    smoke.env("JAVA_HOME", java().unwrap_or_default());
    part::all([smoke])
}

/// `cargo xtask spark`: all tests over Spark, in an environment of their own.
pub(crate) fn spark() -> ExitCode {
    let tested = match java() {
        Err(why) => Outcome::Failed(why),
        Ok(_) if !has_python() => Outcome::Failed("python3 from 3.11 with venv is needed".into()),
        Ok(java) => spark_tests(&java),
    };
    match tested {
        Outcome::Passed => ExitCode::SUCCESS,
        Outcome::Failed(why) | Outcome::Skipped(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

fn spark_tests(java: &Path) -> Outcome {
    match SPARK.with_package() {
        Outcome::Passed => {}
        other => return other,
    }
    let mut tests = SPARK.python(&["-m", "pytest", "tests_spark"]);
    tests.env("JAVA_HOME", java);
    part::all([tests])
}

/// The home of a Java that Spark 4 runs on: 17 or later.
fn java() -> Result<PathBuf, String> {
    let of_path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&of_path).map(|folder| folder.join("java"));
    let on_path = on_path.filter_map(|java| java.canonicalize().ok());
    let on_path = on_path.filter_map(|java| Some(java.parent()?.parent()?.to_path_buf()));
    let named = std::env::var_os("JAVA_HOME").map(PathBuf::from);
    let mut homes = named.into_iter().chain(on_path);
    homes.find(|home| is_new_java(home)).ok_or_else(|| {
        "Spark needs Java 17 (Debian: apt-get install openjdk-17-jre-headless)".into()
    })
}

fn is_new_java(home: &Path) -> bool {
    let release = std::fs::read_to_string(home.join("release")).unwrap_or_default();
    java_version(&release).is_some_and(|version| version >= 17)
}

/// The version in the file `release` of a Java: `JAVA_VERSION="17.0.15"`.
fn java_version(release: &str) -> Option<u32> {
    let line = release
        .lines()
        .find_map(|line| line.strip_prefix("JAVA_VERSION=\""))?;
    line.split(['.', '"', '-', '+']).next()?.parse().ok()
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
    let mut install = TESTS.program(&["-m", "pip", "install", "--quiet", "maturin>=1.16,<2"]);
    install.current_dir(root());
    let mut build = TESTS.program(&["-m", "maturin", "build", "--release", "--locked", "--out"]);
    build.arg(&folder).current_dir(root().join("python"));
    let made = match TESTS.make_empty() {
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

impl Environment {
    fn path(self) -> PathBuf {
        target().join(self.folder)
    }

    fn interpreter(self) -> PathBuf {
        let folder = if cfg!(windows) { "Scripts" } else { "bin" };
        self.path().join(folder).join("python")
    }

    /// A copy of the requirements, written once they are installed.
    fn mark(self) -> PathBuf {
        self.path().join("requirements.txt")
    }

    fn wanted(self) -> String {
        std::fs::read_to_string(root().join(self.requirements)).unwrap_or_default()
    }

    /// Whether it is there with the same packages.
    fn is_made(self) -> bool {
        let installed = std::fs::read_to_string(self.mark());
        installed.is_ok_and(|there| there == self.wanted()) && self.interpreter().is_file()
    }

    fn make_empty(self) -> Outcome {
        if self.interpreter().is_file() {
            return Outcome::Passed;
        }
        let mut make = command("python3", &["-m", "venv"]);
        make.arg(self.path());
        part::all([make])
    }

    /// Makes it, builds the package's module and puts it into its place.
    fn with_package(self) -> Outcome {
        let steps: [&dyn Fn() -> Outcome; 3] = [
            &|| self.make(),
            &|| part::all([build(part::is_ci())]),
            &place_module,
        ];
        for step in steps {
            match step() {
                Outcome::Passed => {}
                other => return other,
            }
        }
        Outcome::Passed
    }

    /// Makes it with its packages, unless it is there.
    fn make(self) -> Outcome {
        if self.is_made() {
            return Outcome::Passed;
        }
        let mut install = self.program(&["-m", "pip", "install", "--quiet", "--requirement"]);
        install
            .arg(root().join(self.requirements))
            .current_dir(root());
        let made = match self.make_empty() {
            Outcome::Passed => part::all([install]),
            other => other,
        };
        if made == Outcome::Passed
            && let Err(error) = std::fs::write(self.mark(), self.wanted())
        {
            return Outcome::Failed(format!("{}: {error}", self.mark().display()));
        }
        made
    }

    fn program(self, arguments: &[&str]) -> Command {
        let mut command = Command::new(self.interpreter());
        command.args(arguments);
        command
    }

    /// A Python command in the folder of the package, which it imports from there.
    fn python(self, arguments: &[&str]) -> Command {
        let folder = root().join("python");
        let mut command = self.program(arguments);
        command.env("PYTHONPATH", &folder).current_dir(folder);
        command
    }
}

/// Copies the module that cargo built to where Python looks for it.
fn place_module() -> Outcome {
    match copy_module() {
        Ok(()) => Outcome::Passed,
        Err(error) => Outcome::Failed(format!("the native module: {error}")),
    }
}

fn copy_module() -> std::io::Result<()> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_of_a_java_is_read_from_its_release_file() {
        let release = "IMPLEMENTOR=\"Debian\"\nJAVA_VERSION=\"17.0.15\"\nOS_NAME=\"Linux\"\n";
        assert_eq!(java_version(release), Some(17));
        assert_eq!(java_version("JAVA_VERSION=\"1.8.0_392\"\n"), Some(1));
        assert_eq!(java_version("JAVA_VERSION=\"21\""), Some(21));
        assert_eq!(java_version("OS_NAME=\"Linux\""), None);
    }
}
