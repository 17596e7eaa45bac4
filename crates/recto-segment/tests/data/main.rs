//! Figures on real corpora, from the folder that `RECTO_DATA` names.

#![expect(clippy::print_stdout, reason = "figures are printed")]

mod auto;
mod exact;
mod metrics;

use recto_testing::data;
use std::path::PathBuf;

/// Texts of a corpus' test files in the order of their names; development files left out.
fn test_texts(corpus: &str) -> Option<Vec<String>> {
    texts(corpus, |name| !name.ends_with(".dev.txt"))
}

/// Texts of a corpus' development files in the order of their names.
fn development_texts(corpus: &str) -> Option<Vec<String>> {
    texts(corpus, |name| name.ends_with(".dev.txt"))
}

fn texts(corpus: &str, is_wanted: fn(&str) -> bool) -> Option<Vec<String>> {
    let folder = data::folder()?.join("segmentation").join(corpus);
    let entries = std::fs::read_dir(&folder).expect("a folder of texts");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.retain(|path| {
        let name = path.to_string_lossy();
        name.ends_with(".txt") && is_wanted(&name)
    });
    paths.sort();
    Some(
        paths
            .iter()
            .map(|path| std::fs::read_to_string(path).expect("UTF-8"))
            .collect(),
    )
}
