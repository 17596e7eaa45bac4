//! The pages in a real browser: `tests/it/browser/check.mjs` does the looking.
//!
//! Needs node, Debian's chromium, and the npm package `playwright-core` 1.65
//! under `target/browser` or the folder that `RECTO_BROWSER` names. Without
//! them the test says SKIPPED; with `CI=true` it fails.

use std::path::{Path, PathBuf};
use std::process::Command;

use recto::{
    AnyCapability, Attachments, Group, Pile, Reading, Run, Silent, SourceOptions, Subject,
    TextPair, source,
};
use recto_report::{Detail, Report, html};
use serde_json::{Value, json};

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

/// The page that a capability makes of examples, each of which is a group of its own.
fn page(capability: &dyn AnyCapability, examples: &[&str], request: &Value) -> Report {
    let mut pile = Pile::default();
    let mut groups = Vec::new();
    for name in examples {
        let start = pile.documents.len();
        pile.append(example(name));
        let documents = start..pile.documents.len();
        let name = name.to_string();
        groups.push(Group { name, documents });
    }
    // For what takes pairs: the last document is held against the others.
    if capability.subject() == Subject::Pairs
        && let Some(summary) = pile.documents.len().checked_sub(1)
    {
        pile.pairs = vec![TextPair {
            source: 0..summary,
            summary,
            ..TextPair::default()
        }];
    }
    let reading = Reading::for_one_run(&pile).with_groups(groups);
    answered(capability, &reading, request)
}

fn answered(capability: &dyn AnyCapability, reading: &Reading<'_>, request: &Value) -> Report {
    let request = request.as_object().expect("an object");
    let files = Attachments::default();
    let run = Run::new(0, &Silent);
    let answer = capability.run(reading, request, &files, Detail::Whole, &run);
    sound(answer.expect("an example").report(Detail::Whole))
}

fn capability(name: &str) -> &'static dyn AnyCapability {
    let capabilities = recto::capabilities();
    let capability = capabilities.iter().find(|row| row.name() == name);
    *capability.expect("a capability")
}

/// The page that the capability called `name` makes.
fn named(name: &str, examples: &[&str], request: &Value) -> Report {
    page(capability(name), examples, request)
}

/// Pages of piles and texts that are too large to be shown whole.
fn large_pages(folder: &Path) -> Vec<PathBuf> {
    let book = Pile {
        documents: vec![crate::fixtures::book()],
        ..Pile::default()
    };
    let piles = [
        (
            "large-segment",
            crate::fixtures::made(2000, 5000),
            json!({}),
        ),
        (
            "large-topics",
            crate::fixtures::made(620, 700),
            json!({ "topics": 6, "clusters": 4 }),
        ),
        ("book-segment", book, json!({ "levels": 2 })),
        ("large-read", crate::fixtures::made(620, 700), json!({})),
    ];
    let pages = piles.map(|(name, pile, request)| {
        let command = name.split('-').next_back().expect("a part");
        let reading = Reading::for_one_run(&pile);
        let report = answered(capability(command), &reading, &request);
        write(folder, &format!("{name}.html"), &report)
    });
    let bytes = std::fs::metadata(&pages[0]).expect("written above").len();
    assert!(bytes < 8_000_000, "{bytes} bytes for 2,000 documents");
    let map = write(folder, "crowded-map.html", &crate::fixtures::crowded());
    pages.into_iter().chain([map]).collect()
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
    let mut pages = vec![
        write(folder, "specimen.html", &crate::fixtures::specimen()),
        write(folder, "segment.html", &crate::fixtures::segment_page()),
        write(folder, "pile.html", &crate::fixtures::pile()),
    ];
    // Every capability, whichever there are, on the same examples.
    for &capability in recto::capabilities() {
        let report = page(capability, &["letters", "voices.txt"], &json!({}));
        let name = format!("{}-of-examples.html", capability.name());
        pages.push(write(folder, &name, &report));
    }
    let more = [
        ("segment", vec!["harbour.txt"], json!({ "levels": 3 })),
        ("authors", vec!["voices.txt"], json!({})),
        (
            "topics",
            vec!["notices.jsonl"],
            json!({ "topics": 4, "held_out": 0.2 }),
        ),
        ("summarize", vec!["bulletins.jsonl"], json!({})),
        (
            "align",
            vec!["mill/report.txt", "mill/summary.txt"],
            json!({}),
        ),
        ("read", vec!["skarrow", "vote-night.jsonl"], json!({})),
        ("read", vec!["lecture.txt"], json!({})),
        ("read", vec!["reviews.csv"], json!({})),
    ];
    for (name, examples, request) in more {
        let report = named(name, &examples, &request);
        let file = match name {
            "read" => format!("read-of-{}.html", examples[0]),
            name => format!("{name}-asked.html"),
        };
        pages.push(write(folder, &file, &report));
    }
    pages.extend(large_pages(folder));
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/browser/check.mjs");
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
