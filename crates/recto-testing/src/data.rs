//! Tests on real corpora, which are not part of the repository.
//!
//! A test target `data` has `harness = false` in its manifest and one call of
//! [`data_tests!`](crate::data_tests!) in place of `#[test]`. Without the corpora the runner
//! counts its tests as ignored, as nextest does, and never as passed. Names, flags and a
//! filter are those of any other test: `cargo test --test data NAME`. Tests run in parallel;
//! what they print is not held back.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The environment variable that names the folder of corpora.
pub const VARIABLE: &str = "RECTO_DATA";

/// The `main` of a test target on real corpora.
///
/// `on` names the folder among the corpora that the tests read, `""` for all of them: each
/// test is a function of that folder's path. The functions under `always` take nothing and
/// need no corpora; they are for what such a target has of its own.
///
/// ```text
/// recto_testing::data_tests! {
///     on "topics": [clusters::the_default_finds_topic_sets_again],
///     always: [rows::a_broken_row_is_named],
/// }
/// ```
#[macro_export]
macro_rules! data_tests {
    (
        on $folder:literal: [$($test:path),* $(,)?]
        $(, always: [$($plain:path),* $(,)?])? $(,)?
    ) => {
        fn main() -> ::std::process::ExitCode {
            let tests = [$($crate::data::Test {
                name: stringify!($test),
                work: $test,
            }),*];
            let always: &[(&'static str, fn())] = &[$($((stringify!($plain), $plain)),*)?];
            $crate::data::run($folder, &tests, always)
        }
    };
}

/// A test that reads corpora.
#[derive(Debug, Clone, Copy)]
pub struct Test {
    /// What the runner calls it; filters match any part of it.
    pub name: &'static str,
    /// Gets the folder of its corpora; panics where the test should fail.
    pub work: fn(&Path),
}

/// Runs the tests that the command line asks for; [`data_tests!`](crate::data_tests!) calls
/// it. `folder` is a folder among the corpora, or empty.
pub fn run(folder: &'static str, tests: &[Test], always: &[(&'static str, fn())]) -> ExitCode {
    let arguments = Arguments::from_args();
    let corpora = std::env::var_os(VARIABLE).map(PathBuf::from);
    let trials = trials(corpora.as_deref(), folder, tests, always);
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// The trials of the runner; those of `tests` are ignored unless `folder` is there.
fn trials(
    corpora: Option<&Path>,
    folder: &'static str,
    tests: &[Test],
    always: &[(&'static str, fn())],
) -> Vec<Trial> {
    let path = corpora.map(|corpora| corpora.join(folder));
    let path = path.filter(|path| path.is_dir());
    let on_data = tests.iter().map(|&Test { name, work }| {
        let path = path.clone();
        let is_ignored = path.is_none();
        let trial = move || match path {
            Some(path) => {
                work(&path);
                Ok(())
            }
            // Asked for by `--ignored`: it must not pass either.
            None => Err(Failed::from(format!(
                "{VARIABLE} names no folder with {folder:?} in it"
            ))),
        };
        Trial::test(name, trial).with_ignored_flag(is_ignored)
    });
    let plain = always.iter().map(|&(name, work)| {
        Trial::test(name, move || {
            work();
            Ok(())
        })
    });
    on_data.chain(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scratch;

    fn passes(_: &Path) {}

    fn looks_for_its_folder(path: &Path) {
        assert!(path.ends_with("topics") && path.is_dir());
    }

    const TESTS: [Test; 2] = [
        Test {
            name: "passes",
            work: passes,
        },
        Test {
            name: "looks",
            work: looks_for_its_folder,
        },
    ];

    fn counts(corpora: Option<&Path>, folder: &'static str, words: &[&str]) -> [u64; 3] {
        let scratch = Scratch::new();
        let mut arguments = Arguments::from_iter([&["data"], words].concat());
        // Its table would stand among the results of these tests.
        arguments.logfile = Some(scratch.arg("log"));
        let trials = trials(corpora, folder, &TESTS, &[("plain", || ())]);
        let found = libtest_mimic::run(&arguments, trials);
        [found.num_passed, found.num_failed, found.num_ignored]
    }

    #[test]
    fn tests_without_their_corpora_are_ignored_and_never_pass() {
        assert_eq!(counts(None, "topics", &[]), [1, 0, 2]);
        assert_eq!(counts(None, "topics", &["--ignored"]), [0, 2, 0]);
        let corpora = Scratch::new();
        assert_eq!(counts(Some(corpora.folder()), "topics", &[]), [1, 0, 2]);
    }

    #[test]
    fn tests_with_their_corpora_run_by_name() {
        let corpora = Scratch::new();
        std::fs::create_dir(corpora.path("topics")).expect("a folder");
        assert_eq!(counts(Some(corpora.folder()), "topics", &[]), [3, 0, 0]);
        assert_eq!(
            counts(Some(corpora.folder()), "topics", &["looks"]),
            [1, 0, 0]
        );
        // Another folder than the test asks for: it fails, and the runner counts it.
        assert_eq!(counts(Some(corpora.folder()), "", &[]), [2, 1, 0]);
    }
}
