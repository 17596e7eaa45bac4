//! Figures on real corpora, from the folder that `RECTO_DATA` names.

#![expect(clippy::print_stdout, reason = "figures are printed")]

mod auto;
mod exact;
mod metrics;

use std::path::{Path, PathBuf};

recto_testing::data_tests! {
    on "segmentation": [
        auto::the_default_keeps_its_floors_on_six_corpora,
        auto::confidences_say_how_many_boundaries_are_right,
        auto::the_best_method_keeps_its_floor_when_told_the_number_of_segments,
        exact::the_chosen_preference_scores_as_measured,
        metrics::baselines_score_as_measured_elsewhere,
    ],
}

/// Texts of a corpus' test files in the order of their names; development files left out.
fn test_texts(corpora: &Path, corpus: &str) -> Vec<String> {
    texts(&corpora.join(corpus), |name| !name.ends_with(".dev.txt"))
}

/// Texts of a corpus' development files in the order of their names.
fn development_texts(corpora: &Path, corpus: &str) -> Vec<String> {
    texts(&corpora.join(corpus), |name| name.ends_with(".dev.txt"))
}

fn texts(folder: &Path, is_wanted: fn(&str) -> bool) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder of texts");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.retain(|path| {
        let name = path.to_string_lossy();
        name.ends_with(".txt") && is_wanted(&name)
    });
    paths.sort();
    paths
        .iter()
        .map(|path| std::fs::read_to_string(path).expect("UTF-8"))
        .collect()
}
