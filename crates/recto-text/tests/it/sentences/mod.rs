//! Sentence boundaries against the marked set in `tests/it/sentences`.
//!
//! The error of a file is the number of wrong and missed boundaries over the number
//! of true ones. The ends of items are no boundaries: they cannot be missed.

#![expect(
    clippy::print_stdout,
    reason = "the table is for the person who runs the test"
)]

use recto_math::{Run, Silent};
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};
use std::collections::BTreeSet;
use std::path::Path;

/// Errors allowed over all files, as a share of the true boundaries.
const ALL: f64 = 0.02;
/// Errors allowed in one file.
const ONE_KIND: f64 = 0.06;
/// What the set's own page says it holds.
const SENTENCES: usize = 571;

/// A piece of text and the offsets at which its sentences end, the last left out.
struct Item {
    language: &'static Language,
    text: String,
    ends: BTreeSet<usize>,
}

#[derive(Default)]
struct Score {
    sentences: usize,
    boundaries: usize,
    wrong: usize,
    missed: usize,
}

impl Score {
    fn error(&self) -> f64 {
        (self.wrong + self.missed) as f64 / self.boundaries.max(1) as f64
    }

    fn add(&mut self, other: &Score) {
        self.sentences += other.sentences;
        self.boundaries += other.boundaries;
        self.wrong += other.wrong;
        self.missed += other.missed;
    }

    fn row(&self, name: &str) -> String {
        let Self {
            sentences,
            boundaries,
            wrong,
            missed,
        } = self;
        let error = 100.0 * self.error();
        format!("{name:<20} {sentences:>9} {boundaries:>10} {wrong:>5} {missed:>6} {error:>7.2}%")
    }
}

fn items(content: &str) -> Vec<Item> {
    let mut language = Language::from_code("en").expect("English");
    let mut items = Vec::new();
    let mut lines: Vec<&str> = Vec::new();
    for line in content.lines().chain(["---"]) {
        if let Some(comment) = line.strip_prefix("# ") {
            if let Some(code) = comment.strip_prefix("lang:") {
                language = Language::from_code(code.trim()).expect("a known language");
            }
        } else if line == "---" {
            items.push(item(&lines.join("\n"), language));
            lines.clear();
        } else {
            lines.push(line);
        }
    }
    items
}

fn item(marked: &str, language: &'static Language) -> Item {
    let mut text = String::new();
    let mut ends = BTreeSet::new();
    for piece in marked.split('‖') {
        text.push_str(piece);
        ends.insert(text.len());
    }
    ends.remove(&text.len());
    Item {
        language,
        text,
        ends,
    }
}

fn found(item: &Item) -> BTreeSet<usize> {
    let document = Document::new("item", item.text.as_str());
    let units = Analyzer::new(Analysis::Paper, item.language)
        .units(&document, UnitKind::Sentence, &Run::new(0, &Silent))
        .expect("nobody cancels");
    let last = units.units.len().saturating_sub(1);
    units.units[..last].iter().map(|u| u.span.end).collect()
}

fn score(item: &Item) -> Score {
    let found = found(item);
    for (kind, at) in found
        .difference(&item.ends)
        .map(|at| ("wrong", at))
        .chain(item.ends.difference(&found).map(|at| ("missed", at)))
    {
        println!("{kind}: {}", around(&item.text, *at));
    }
    Score {
        sentences: item.ends.len() + 1,
        boundaries: item.ends.len(),
        wrong: found.difference(&item.ends).count(),
        missed: item.ends.difference(&found).count(),
    }
}

fn around(text: &str, at: usize) -> String {
    let from = text.floor_char_boundary(at.saturating_sub(40));
    let to = text.ceil_char_boundary((at + 30).min(text.len()));
    format!("{}‖{}", &text[from..at], &text[at..to]).replace('\n', "⏎")
}

#[test]
fn boundaries_agree_with_the_marked_set() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/sentences");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the set is there")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|e| e == "txt"))
        .collect();
    files.sort();
    let mut table = Vec::new();
    let mut all = Score::default();
    let mut worst = 0.0f64;
    for path in &files {
        let mut file = Score::default();
        for item in items(&std::fs::read_to_string(path).expect("UTF-8")) {
            file.add(&score(&item));
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        table.push(file.row(&name));
        worst = worst.max(file.error());
        all.add(&file);
    }
    println!("file                 sentences boundaries wrong missed   error");
    println!("{}\n{}", table.join("\n"), all.row("all"));
    assert_eq!(all.sentences, SENTENCES);
    assert!(all.error() < ALL, "{:.4} in all", all.error());
    assert!(worst <= ONE_KIND, "{worst:.4} in one file");
}
