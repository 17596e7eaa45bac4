//! Golden files: each has a line that says what made it, and none is stored twice.

use std::collections::BTreeMap;

const FOLDER: &str = "/tests/golden/";

/// Golden files without a row in the README beside them, rows without their file, rows that
/// leave something out, and files with the contents of another one.
pub(crate) fn check(texts: &BTreeMap<String, String>) -> Vec<String> {
    let mut problems = Vec::new();
    let mut folders: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut by_contents: BTreeMap<&str, &str> = BTreeMap::new();
    for (path, text) in texts {
        let Some((owner, name)) = path.split_once(FOLDER) else {
            continue;
        };
        let names = folders.entry(owner).or_default();
        if name.ends_with(".json") {
            names.push(name);
            if let Some(other) = by_contents.insert(text, path) {
                problems.push(format!("{path}: the same as {other}"));
            }
        }
    }
    for (owner, names) in folders {
        let path = format!("{owner}{FOLDER}README.md");
        let readme = texts.get(&path).map_or("", String::as_str);
        let rows: BTreeMap<&str, &str> = readme.lines().filter_map(row).collect();
        let missing = names.iter().filter(|name| !rows.contains_key(*name));
        problems.extend(missing.map(|name| format!("{path}: no row for {name}")));
        for (name, cells) in &rows {
            if !names.contains(name) {
                problems.push(format!("{path}: {name} is not there"));
            }
            if cells.split(" | ").filter(|cell| !cell.is_empty()).count() < 3 {
                problems.push(format!(
                    "{path}: {name} needs maker, derivation and tolerance"
                ));
            }
        }
    }
    problems
}

/// The file and the other cells of a row that begins with a file in backticks.
fn row(line: &str) -> Option<(&str, &str)> {
    let (name, cells) = line.strip_prefix("| `")?.split_once("` |")?;
    Some((name, cells.trim().trim_end_matches(" |")))
}

#[test]
fn each_golden_file_needs_one_row_and_contents_of_its_own() {
    let texts = |files: &[(&str, &str)]| -> Vec<String> {
        let path = |name: &str| format!("crates/a/tests/golden/{name}");
        let files = files
            .iter()
            .map(|(name, text)| (path(name), (*text).into()));
        check(&files.collect())
    };
    let readme = "| file | x |\n|---|\n| `b.json` | nltk | as printed | exact |\n";
    assert!(texts(&[("README.md", readme), ("b.json", "{}")]).is_empty());
    let found = texts(&[("README.md", readme), ("c.json", "{}"), ("d.json", "{}")]);
    assert_eq!(found.len(), 4, "{found:?}");
    let short = "| `b.json` | nltk | exact |\n";
    assert_eq!(texts(&[("README.md", short), ("b.json", "{}")]).len(), 1);
    assert_eq!(texts(&[("b.json", "{}")]).len(), 1);
}
