//! Figures on real corpora, from the folder that `RECTO_DATA` names.
//!
//! A sample of the documents is measured against loose bounds, so that it takes seconds.
//! With `RECTO_FULL` set, all documents are measured against the floors themselves, which
//! takes minutes without optimisation (`--release` helps); the table is that of the example
//! `replicate`.

#![expect(clippy::print_stdout, reason = "figures are printed")]

mod documents;

use documents::{Documents, Set, Summary, measure};
use std::path::Path;

recto_testing::data_tests! {
    on "authors": [
        the_default_keeps_its_floors_on_three_sets,
        bayes_ad_scores_as_published_on_essays,
    ],
}

fn is_full() -> bool {
    std::env::var_os("RECTO_FULL").is_some()
}

/// A set, and the least accuracy with the number of authors unknown and known. A mean of
/// made documents is met with one standard error.
const FLOORS: [(&str, f64, f64); 3] = [
    ("essays", 0.68, 0.70),
    ("kjv", 0.695, 0.72),
    ("federalist", 0.735, 0.755),
];

/// Documents in a sample, and how far below the floor their mean may be.
const SAMPLE: usize = 24;
const LOOSE: f64 = 0.05;

/// How much better firm labels must be than weak ones.
const CLEARER: f64 = 0.12;

fn summary(set: &Set, name: &str, known: bool) -> Summary {
    let documents = if is_full() {
        Documents::Mix(set.usual_documents())
    } else {
        Documents::Sample(SAMPLE)
    };
    let found = Summary::of(&measure(set, "auto", documents, known));
    println!(
        "{name}, number {}: {found}",
        if known { "known" } else { "unknown" }
    );
    found
}

fn the_default_keeps_its_floors_on_three_sets(corpora: &Path) {
    for (name, unknown, known) in FLOORS {
        let set = Set::read(corpora, name);
        for (floor, is_known) in [(unknown, false), (known, true)] {
            let found = summary(&set, name, is_known);
            let reached = if is_full() {
                found.accuracy + found.error
            } else {
                found.accuracy + LOOSE
            };
            assert!(reached >= floor, "{name}: {found}");
            assert!(found.accuracy > found.one, "{name}: {found}");
            let [(_, firm), (_, weak), _] = found.bands;
            let clearer = if is_full() { CLEARER } else { 0.0 };
            assert!(is_known || firm - weak >= clearer, "{name}: {found}");
        }
    }
}

fn bayes_ad_scores_as_published_on_essays(corpora: &Path) {
    let set = Set::read(corpora, "essays");
    let n = if is_full() { 100 } else { 12 };
    let found = Summary::of(&measure(&set, "bayes-ad", Documents::Published(n), false));
    println!("bayes-ad, essays, runs of 25, 2 runs: {found}");
    let floor = if is_full() { 0.58 } else { 0.50 };
    assert!(found.accuracy >= floor, "{found}");
}
