//! Reads every file below a folder as streams of hashed words.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use serde_json::Value;

use crate::grams::{hash, words};

/// Calls `visit` with each stretch of running text of each file; returns the number of files.
pub(crate) fn each(folder: &Path, visit: &mut impl FnMut(&Path, &[u64])) -> usize {
    let files = below(folder);
    for file in &files {
        let shown = file.strip_prefix(folder).unwrap_or(file);
        let text = read(file);
        for stretch in stretches(shown, &text) {
            visit(shown, &stretch);
        }
    }
    files.len()
}

/// All files below a folder, in order.
fn below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a readable entry").path())
        .collect();
    paths.sort();
    paths
        .into_iter()
        .flat_map(|path| {
            if path.is_dir() {
                below(&path)
            } else if path.ends_with("README.md") {
                // It describes the corpus and is no part of it.
                Vec::new()
            } else {
                vec![path]
            }
        })
        .collect()
}

fn read(path: &Path) -> String {
    let mut bytes = fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    if path.extension().is_some_and(|extension| extension == "gz") {
        let packed = std::mem::take(&mut bytes);
        let unpacked = MultiGzDecoder::new(packed.as_slice()).read_to_end(&mut bytes);
        unpacked.unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }
    if bytes.contains(&0) {
        // Office files and the like: their text is packed, and what is in plain sight is structure.
        return String::new();
    }
    let text = String::from_utf8_lossy(&bytes);
    let name = path.to_string_lossy();
    if name.contains(".html") || text.starts_with("<?xml") {
        without_markup(&text)
    } else {
        text.into_owned()
    }
}

/// The text of a page without its tags, scripts and styles, which all pages have in common.
fn without_markup(page: &str) -> String {
    let mut text = String::new();
    let mut rest = page;
    while let Some(start) = rest.find('<') {
        text.push_str(&rest[..start]);
        text.push(' ');
        rest = &rest[start..];
        let name: String = rest[1..].chars().take(6).collect();
        let end = match name.to_ascii_lowercase().as_str() {
            "script" => "</script",
            "style>" | "style " => "</style",
            _ => ">",
        };
        rest = rest.find(end).map_or("", |end| &rest[end + 1..]);
    }
    text + rest
}

pub(crate) fn tags_scripts_and_styles_are_no_text() {
    let page = "<p class='a'>One</p><script>if (a < b) {}</script> two<style>p {}</style> three <";
    let words: Vec<String> = words(&without_markup(page)).collect();
    assert_eq!(words, ["one", "script", "two", "style", "three"]);
}

/// Plain text is one stretch; in JSON, every string or list of strings is one.
fn stretches(path: &Path, text: &str) -> Vec<Vec<u64>> {
    let name = path.to_string_lossy();
    let name = name.trim_end_matches(".gz");
    let values: Result<Vec<Value>, _> = match name.rsplit('.').next() {
        Some("json") => serde_json::from_str(text).map(|value| vec![value]),
        Some("jsonl") => text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .map(serde_json::from_str)
            .collect(),
        _ => return vec![hashed(text).collect()],
    };
    let mut stretches = vec![Vec::new()];
    match values {
        Ok(values) => values
            .iter()
            .for_each(|value| collect(value, &mut stretches)),
        // Broken JSON is still text.
        Err(_) => stretches.push(hashed(text).collect()),
    }
    stretches
}

fn hashed(text: &str) -> impl Iterator<Item = u64> {
    words(text).map(|word| hash(&word))
}

fn collect(value: &Value, stretches: &mut Vec<Vec<u64>>) {
    match value {
        Value::String(text) => stretches
            .last_mut()
            .expect("never empty")
            .extend(hashed(text)),
        // A list of tokens is running text: its strings follow each other.
        Value::Array(items) => items.iter().for_each(|item| collect(item, stretches)),
        Value::Object(members) => {
            for member in members.values() {
                stretches.push(Vec::new());
                collect(member, stretches);
            }
            stretches.push(Vec::new());
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

pub(crate) fn strings_of_a_list_follow_each_other_and_members_of_an_object_do_not() {
    let found = stretches(
        Path::new("a.jsonl"),
        "{\"t\": [\"a b\", \"c\"], \"key\": \"d\\ne\"}\n",
    );
    let found: Vec<_> = found
        .into_iter()
        .filter(|stretch| !stretch.is_empty())
        .collect();
    let expected = |text| hashed(text).collect::<Vec<_>>();
    assert_eq!(found, [expected("a b c"), expected("d e")]);
    assert_eq!(
        stretches(Path::new("a.json"), "{broken").pop(),
        Some(expected("broken"))
    );
}
