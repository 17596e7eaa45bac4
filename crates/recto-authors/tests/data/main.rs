//! Figures on real corpora, from the folder that `RECTO_DATA` names.
//!
//! A sample of the documents is measured against loose bounds, so that it takes seconds.
//! With `RECTO_FULL` set, all documents are measured against the floors themselves, which
//! takes minutes without optimisation (`--release` helps); the table is that of the example
//! `replicate`.

#![expect(clippy::print_stdout, reason = "figures are printed")]

mod documents;

use documents::{Documents, Set, Summary, measure, score};
use recto_authors::trial::Trial;
use std::path::Path;

recto_testing::data_tests! {
    on "authors": [
        the_default_keeps_its_floors_on_three_sets,
        long_texts_of_unknown_number_lose_little,
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

/// The share of firm units from which they are judged.
const SOME: f64 = 0.02;

/// How much better firm labels must be than weak ones.
const CLEARER: f64 = 0.10;

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
            let [(share, firm), (_, weak), _] = found.bands;
            let clearer = if is_full() { CLEARER } else { 0.0 };
            // A text may have no firm unit, and a sample has few that do.
            let is_clear = share < SOME || firm - weak >= clearer;
            assert!(is_known || is_clear, "{name}: {found}");
        }
    }
}

/// Share of the accuracy with the number given that is left when it is unknown, in essays of
/// 1,000 sentences by two and by three authors.
const KEPT: f64 = 0.9;

fn long_texts_of_unknown_number_lose_little(corpora: &Path) {
    let set = Set::read(corpora, "essays");
    assert!(set.n_authors() > 3, "essays by four");
    let n = if is_full() { 18 } else { 6 };
    for authors in [2, 3] {
        let runs = [20, 60, 5];
        let texts = (0..n).map(|seed| set.of_length(seed, authors, 1000, runs[seed as usize % 3]));
        let trials: Vec<_> = texts.map(|made| score(&made, "auto", false)).collect();
        let sum = |of: &dyn Fn(&Trial) -> f64| trials.iter().map(of).sum::<f64>();
        let given = |trial: &Trial| {
            let own = trial.by_number.iter().find(|of| of.0 == trial.truth);
            own.expect("it was tried").1
        };
        let (unknown, given) = (sum(&|trial| trial.accuracy), sum(&given));
        println!("{authors} authors, 1,000 sentences: {unknown:.2} of {given:.2} right texts");
        let kept = if is_full() { KEPT } else { KEPT - LOOSE };
        assert!(unknown >= kept * given, "{authors} authors");
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
