//! Sentence boundaries on real text: one sentence a line, joined and split again.
//!
//! The sets are not part of the repository: `RECTO_DATA` names the folder that holds
//! them, and without it the test is ignored.

#![expect(
    clippy::print_stdout,
    reason = "the table is for the person who runs the test"
)]

use recto_math::{Run, Silent};
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind, unit::SEPARATOR};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A set and the F1 below which it fails, a little under what was measured; of wiki it is that
/// of NLTK's untrained Punkt.
const SETS: [(&str, f64); 3] = [("ai", 0.963), ("physics", 0.985), ("wiki", 0.9691)];

#[derive(Default)]
struct Counts {
    right: usize,
    found: usize,
    truth: usize,
}

impl Counts {
    fn f1(&self) -> f64 {
        2.0 * self.right as f64 / (self.found + self.truth).max(1) as f64
    }

    fn row(&self, name: &str) -> String {
        let precision = self.right as f64 / self.found.max(1) as f64;
        let recall = self.right as f64 / self.truth.max(1) as f64;
        let (truth, f1) = (self.truth, self.f1());
        format!("{name:<8} {truth:>10} {precision:>10.4} {recall:>7.4} {f1:>7.4}")
    }
}

/// The lines joined with single blanks, and where each but the last ends.
fn joined(content: &str) -> (String, BTreeSet<usize>) {
    let mut text = String::new();
    let mut ends = BTreeSet::new();
    let lines = content.lines().map(str::trim);
    for line in lines.filter(|line| !line.is_empty() && *line != SEPARATOR) {
        if !text.is_empty() {
            ends.insert(text.len());
            text.push(' ');
        }
        text.push_str(line);
    }
    (text, ends)
}

fn count(content: &str, counts: &mut Counts) {
    let (text, ends) = joined(content);
    let document = Document::new("set", text);
    let english = Language::from_code("en").expect("English");
    let units = Analyzer::new(Analysis::Paper, english)
        .units(&document, UnitKind::Sentence, &Run::new(0, &Silent))
        .expect("nobody cancels");
    let last = units.len().saturating_sub(1);
    let found: BTreeSet<usize> = units.units[..last].iter().map(|u| u.span.end).collect();
    counts.right += found.intersection(&ends).count();
    counts.found += found.len();
    counts.truth += ends.len();
    if std::env::var_os("RECTO_SHOW").is_some() {
        show(&document.text, &found, &ends);
    }
}

/// Prints every wrong and missed boundary.
fn show(text: &str, found: &BTreeSet<usize>, ends: &BTreeSet<usize>) {
    for &at in found.symmetric_difference(ends) {
        let kind = if found.contains(&at) {
            "wrong"
        } else {
            "missed"
        };
        let from = text.floor_char_boundary(at.saturating_sub(40));
        let to = text.ceil_char_boundary((at + 30).min(text.len()));
        println!("{kind}: {}‖{}", &text[from..at], &text[at..to]);
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the set is there");
    let paths = entries.map(|entry| entry.expect("a readable folder").path());
    let mut files: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|e| e == "txt"))
        .collect();
    files.sort();
    files
}

recto_testing::data_tests! {
    on "segmentation": [sentences_of_real_text_are_found_again],
}

fn sentences_of_real_text_are_found_again(corpora: &Path) {
    println!("set      boundaries  precision  recall      F1");
    for (name, floor) in SETS {
        let mut counts = Counts::default();
        for path in files(&corpora.join(name)) {
            count(&std::fs::read_to_string(path).expect("UTF-8"), &mut counts);
        }
        println!("{}", counts.row(name));
        assert!(counts.f1() >= floor, "{name}: {:.4}", counts.f1());
    }
}
