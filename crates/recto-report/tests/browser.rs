//! The pages in a real browser: `tests/browser/check.mjs` does the looking.
//!
//! Needs node, Debian's chromium, and the npm package `playwright-core` 1.65
//! under `target/browser` or the folder that `RECTO_BROWSER` names. Without
//! them the test says SKIPPED; with `CI=true` it fails.

mod fixtures;

use std::path::{Path, PathBuf};
use std::process::Command;

use recto::{
    Document, Pile, Run, Silent, SourceOptions, authors, compare, segment, source, summarize,
    topics,
};
use recto_report::{Detail, Report, html};

const CHROMIUM: &str = "/usr/bin/chromium";
const HOW: &str = "apt-get install chromium nodejs npm; \
    npm install --no-save --prefix target/browser playwright-core@1.65.0";

/// The folder that holds `node_modules/playwright-core`.
fn playwright() -> Option<PathBuf> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let named = std::env::var_os("RECTO_BROWSER").map(PathBuf::from);
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map(|target| PathBuf::from(target).join("browser"));
    named
        .into_iter()
        .chain(target)
        .chain([workspace.join("target/browser")])
        .map(|folder| folder.join("node_modules/playwright-core"))
        .find(|folder| folder.is_dir())
}

fn missing() -> Option<String> {
    let node = Command::new("node").arg("--version").output();
    if !node.is_ok_and(|output| output.status.success()) {
        return Some("node".into());
    }
    if !Path::new(CHROMIUM).exists() {
        return Some(CHROMIUM.into());
    }
    playwright().is_none().then(|| "playwright-core".into())
}

fn write(folder: &Path, name: &str, report: &Report) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, html::page(report)).expect("the page is written");
    path
}

fn example(name: &str) -> Pile {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../examples")
        .join(name);
    let arguments = [path.to_string_lossy().into_owned()];
    let run = Run::new(0, &Silent);
    source::read(&arguments, &SourceOptions::default(), &run).expect("nobody cancels")
}

fn sound(report: Report) -> Report {
    assert_eq!(report.faults(), [""; 0], "{}", report.title);
    report
}

/// The page that `recto segment` makes of an example.
fn segmented(name: &str) -> Report {
    let pile = example(name);
    let auto = segment::methods().iter().find(|row| row.name == "auto");
    let request = segment::Request {
        levels: Some(3),
        with_likeness: true,
        ..segment::Request::new(auto.expect("a row"))
    };
    let answer = segment::run(&pile, &request, &Run::new(0, &Silent)).expect("an example");
    sound(segment::report(&answer, &pile.documents, Detail::Whole))
}

/// The page that `recto authors` makes of an example.
fn attributed(name: &str) -> Report {
    let pile = example(name);
    let auto = authors::methods().iter().find(|row| row.name == "auto");
    let request = authors::Request::new(auto.expect("a row"));
    let answer = authors::run(&pile, &request, &Run::new(0, &Silent)).expect("an example");
    sound(authors::report(&answer, &pile.documents, Detail::Whole))
}

/// The page that `recto topics` makes of an example.
fn about(name: &str) -> Report {
    let pile = example(name);
    let auto = topics::methods().iter().find(|row| row.name == "auto");
    let request = topics::Request {
        options: topics::Options {
            topics: Some(4),
            ..topics::Options::default()
        },
        held_out: Some(0.2),
        ..topics::Request::new(auto.expect("a row"))
    };
    let answer = topics::run(&pile, &request, &Run::new(0, &Silent)).expect("an example");
    sound(topics::report(&answer, &pile.documents, Detail::Whole))
}

/// The page that `recto summarize` makes of an example.
fn summarized(name: &str) -> Report {
    let pile = example(name);
    let auto = summarize::methods().iter().find(|row| row.name == "auto");
    let request = summarize::Request::new(auto.expect("a row"));
    let answer = summarize::run(&pile, &request, &Run::new(0, &Silent)).expect("an example");
    sound(summarize::report(&answer, &pile.documents, Detail::Whole))
}

/// The page that `recto compare` makes of two examples.
fn compared(names: [&str; 2]) -> Report {
    let groups = names.map(|name| compare::Group {
        name: name.into(),
        pile: example(name),
    });
    let auto = compare::methods().iter().find(|row| row.name == "auto");
    let request = compare::Request::new(auto.expect("a row"));
    let answer = compare::run(&groups, &request, &Run::new(0, &Silent)).expect("examples");
    let documents = groups.iter().flat_map(|group| group.pile.documents.clone());
    let documents: Vec<Document> = documents.collect();
    sound(compare::report(&answer, &documents, Detail::Whole))
}

#[test]
fn pages_work_in_a_browser() {
    if let Some(what) = missing() {
        let required = std::env::var("CI").is_ok_and(|ci| ci == "true");
        assert!(!required, "{what} is missing: {HOW}");
        eprintln!("SKIPPED: {what} is missing. To run this test: {HOW}");
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let pages = [
        write(folder, "specimen.html", &fixtures::specimen()),
        write(folder, "segment.html", &fixtures::segment_page()),
        write(folder, "pile.html", &fixtures::pile()),
        write(folder, "harbour.html", &segmented("harbour.txt")),
        write(folder, "letters.html", &segmented("letters")),
        write(folder, "voices.html", &attributed("voices.txt")),
        write(folder, "notices.html", &about("notices.jsonl")),
        write(folder, "gist.html", &summarized("letters")),
        write(folder, "bulletins.html", &summarized("bulletins.jsonl")),
        write(
            folder,
            "differ.html",
            &compared(["harbour.txt", "voices.txt"]),
        ),
    ];
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser/check.mjs");
    let status = Command::new("node")
        .arg(script)
        .arg(playwright().expect("found above"))
        .arg(CHROMIUM)
        .arg(folder)
        .args(&pages)
        .status()
        .expect("node runs");
    assert!(status.success(), "see the messages above");
}
