//! What the black-box tests share: the binary, folders of their own, the command tree.

pub(crate) mod inputs;
pub(crate) mod laws;

pub(crate) use recto_testing::{Scratch, text};

use serde_json::Value;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A test for each name, so that the runner spreads them over the cores, and the list of names.
macro_rules! test_each {
    ($check:path: $($test:ident = $name:literal),* $(,)?) => {
        const NAMES: &[&str] = &[$($name),*];
        $(
            #[test]
            fn $test() {
                $check($name);
            }
        )*
    };
}

/// A test for each command that computes, and for those that are named besides.
macro_rules! test_each_command {
    ($check:path: $($test:ident = $name:literal),* $(,)?) => {
        test_each! {
            $check:
            segment = "segment",
            authors = "authors",
            topics = "topics",
            summarize = "summarize",
            compare = "compare",
            eval_segmentation = "eval segmentation",
            eval_authors = "eval authors",
            eval_clustering = "eval clustering",
            eval_rouge = "eval rouge",
            align = "align",
            eval_alignment = "eval alignment",
            eval_classification = "eval classification",
            eval_events = "eval events",
            label = "label",
            replicate = "replicate",
            $($test = $name),*
        }
    };
}

/// A test for each capability.
macro_rules! test_each_capability {
    ($check:path) => {
        test_each! {
            $check:
            read = "read",
            segment = "segment",
            authors = "authors",
            topics = "topics",
            summarize = "summarize",
            compare = "compare",
            align = "align",
            classify = "classify",
            events = "events",
        }

        #[test]
        fn no_capability_is_without_a_test() {
            let names = recto::capabilities()
                .iter()
                .map(|capability| capability.name());
            assert_eq!(names.collect::<Vec<_>>(), NAMES);
        }
    };
}

/// How a run of the binary ended.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: Vec<u8>,
    pub(crate) err: String,
}

impl Ran {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.out.clone()).expect("results are UTF-8")
    }

    /// Fails the test unless the run ended with `code`.
    pub(crate) fn ends(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "stderr: {}", self.err);
        self
    }

    /// Fails the test unless stderr has `part`.
    pub(crate) fn says(self, part: &str) -> Self {
        assert!(self.err.contains(part), "no {part:?} in: {}", self.err);
        self
    }
}

/// The binary, away from the settings of whoever runs the tests.
pub(crate) fn command<S: AsRef<OsStr>>(arguments: &[S]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_recto"));
    command
        .args(arguments)
        .env_remove("NO_COLOR")
        .env_remove("COLUMNS")
        .stdin(Stdio::null());
    command
}

/// Runs the binary with nothing on its standard input.
pub(crate) fn recto<S: AsRef<OsStr>>(arguments: &[S]) -> Ran {
    ran(command(arguments).output().expect("recto starts"))
}

/// Runs the binary with `input` on its standard input.
pub(crate) fn recto_with<S: AsRef<OsStr>>(arguments: &[S], input: &[u8]) -> Ran {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("recto starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin.write_all(input).expect("recto reads all of it");
    drop(stdin);
    ran(child.wait_with_output().expect("recto ends"))
}

pub(crate) fn ran(output: std::process::Output) -> Ran {
    Ran {
        code: output.status.code(),
        out: output.stdout,
        err: String::from_utf8(output.stderr).expect("messages are UTF-8"),
    }
}

/// A file of the repository.
pub(crate) fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// The capability called `name`.
pub(crate) fn capability(name: &str) -> &'static dyn recto::AnyCapability {
    let mut capabilities = recto::capabilities().iter();
    let capability = capabilities.find(|capability| capability.name() == name);
    *capability.unwrap_or_else(|| panic!("no capability is called {name}"))
}

/// The words of every command that has none below it, as `["eval", "segmentation"]`.
pub(crate) fn leaves() -> Vec<Vec<String>> {
    let tree = recto_cli::args::command(recto::capabilities());
    let mut found = Vec::new();
    walk(&tree, &[], &mut found);
    found
}

fn walk(command: &clap::Command, above: &[String], found: &mut Vec<Vec<String>>) {
    let below = command.get_subcommands().map(|below| {
        let name = below.get_name().to_string();
        (below, [above, &[name]].concat())
    });
    for (below, words) in below {
        if below.has_subcommands() {
            walk(below, &words, found)
        } else {
            found.push(words)
        }
    }
}

/// The command at the end of `words`.
pub(crate) fn leaf(words: &[String]) -> clap::Command {
    let top = recto_cli::args::command(recto::capabilities());
    words.iter().fold(top, |command, word| {
        let below = command.find_subcommand(word);
        below.unwrap_or_else(|| panic!("no command {word}")).clone()
    })
}

/// Fails the test unless `rows` are commands, and every command that is no capability is
/// among them: capabilities have the rows that come with their registration.
pub(crate) fn assert_rows_cover_the_tree(rows: &[&str]) {
    let leaves: Vec<String> = leaves().iter().map(|words| words.join(" ")).collect();
    let is_capability = |name: &str| {
        let mut capabilities = recto::capabilities().iter();
        capabilities.any(|capability| capability.name() == name)
    };
    for leaf in &leaves {
        assert!(
            rows.contains(&leaf.as_str()) || is_capability(leaf),
            "`recto {leaf}` has no row in this test"
        );
    }
    for row in rows {
        assert!(
            leaves.iter().any(|leaf| leaf == row),
            "no command `recto {row}`"
        );
    }
}
