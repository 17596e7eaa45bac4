//! The replication on made reviews and letters.

use super::*;
use crate::made::Folder;
use recto::Answer;
use recto_math::{Observer, Progress, Silent};
use recto_report::text::{TextOptions, render};

const PRAISE: [&str; 4] = ["splendid", "charming", "sturdy", "delightful"];
const BLAME: [&str; 4] = ["dreadful", "clumsy", "brittle", "tiresome"];
const THINGS: [&str; 5] = ["kettle", "lantern", "bicycle", "umbrella", "notebook"];

/// Forty rows whose class shows in two of their words.
fn rows(classes: [&str; 2]) -> String {
    let row = |i: usize| {
        let words = [BLAME, PRAISE][i % 2];
        let (one, two) = (words[i / 2 % 4], words[(i / 2 + 1 + i / 8 % 3) % 4]);
        let (thing, other) = (THINGS[i % 5], THINGS[(i / 5 + 1) % 5]);
        let text = format!("We found the {thing} {one}, and the {other} next to it {two}.");
        let label = classes[i % 2];
        format!(
            "{}\n",
            serde_json::json!({"id": i, "label": label, "text": text})
        )
    };
    (0..40).map(row).collect()
}

fn request(folder: &Folder, seeds: usize) -> Request {
    Request {
        data: folder.path().into(),
        seeds: Some(seeds),
        ..Request::default()
    }
}

fn replicated(folder: &Folder) -> Answer<Replicated> {
    Ads::run(&request(folder, 2), &Run::new(0, &Silent)).unwrap()
}

#[test]
fn every_strategy_has_a_curve_and_is_compared_on_the_same_splits() {
    let folder = Folder::new();
    folder.write("dual/letters.jsonl", &rows(["ann", "bea"]));
    folder.write("dual/shop.jsonl", &rows(["neg", "pos"]));
    let answer = replicated(&folder);
    assert_eq!(
        (&answer.failed[..], &answer.warnings[..]),
        (&[][..], &[][..])
    );
    let [letters, shop] = &answer.body.sets[..] else {
        panic!("two sets");
    };
    let kinds = |set: &ReplicatedSet| {
        set.experiments
            .iter()
            .map(|one| one.kind)
            .collect::<Vec<_>>()
    };
    assert!(!kinds(letters).contains(&Kind::FromLexicon));
    assert!(kinds(shop).contains(&Kind::FromLexicon));
    let strategies = &letters.experiments[0];
    assert_eq!((strategies.rows.len(), strategies.costs.len()), (12, 33));
    for row in &strategies.rows {
        assert_eq!(
            (row.by_split.len(), row.accuracy.len()),
            (2, 33),
            "{}",
            row.strategy
        );
        // Both words of every document are of its class.
        assert!(row.accuracy[32].unwrap().mean > 0.9, "{}", row.strategy);
    }
    let lead = &letters.leads[0];
    assert_eq!((lead.strategy.as_str(), lead.over.as_str()), ("ere", "elg"));
}

#[test]
fn the_page_has_no_faults_and_fits_a_terminal() {
    let folder = Folder::new();
    folder.write("reviews.jsonl", &rows(["negative", "positive"]));
    let report = Ads::report(&replicated(&folder));
    assert_eq!(report.faults(), [""; 0]);
    let options = TextOptions {
        width: 80,
        color: false,
    };
    let text = render(&report, options);
    for name in ["interleave:0.8", "a word at 2.5", "med-space"] {
        assert!(text.contains(name), "{name}: {text}");
    }
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
}

#[test]
fn the_same_seed_gives_the_same_figures_for_any_number_of_threads() {
    let folder = Folder::new();
    folder.write("letters.jsonl", &rows(["ann", "bea"]));
    let with = |threads: usize| {
        let run = Run {
            threads: threads.try_into().unwrap(),
            ..Run::new(5, &Silent)
        };
        Ads::run(&request(&folder, 1), &run).unwrap().body
    };
    assert_eq!(with(1), with(3));
}

/// Stops once some runs are done.
struct StopsAt(u64);

impl Observer for StopsAt {
    fn on_progress(&self, progress: &Progress<'_>) -> bool {
        progress.stage != "replicating" || progress.done < self.0
    }
}

#[test]
fn it_stops_when_it_is_asked_to() {
    let folder = Folder::new();
    folder.write("letters.jsonl", &rows(["ann", "bea"]));
    let stops = StopsAt(3);
    let error = Ads::run(&request(&folder, 1), &Run::new(0, &stops)).unwrap_err();
    assert!(matches!(error, ReplicateError::Cancelled(_)), "{error}");
}
