//! Quality on the development data: mean recall of ROUGE-1, ROUGE-2 and ROUGE-SU4.
//!
//! Runs when `RECTO_DATA` names the folder of the corpora, and is ignored otherwise. A record belongs to the half that settings were chosen on or to the half that
//! is reported, by a hash of its id or event.

#![expect(clippy::print_stdout, reason = "figures are printed")]

mod records;

use records::{GENERIC, Half, Record, mean, records, scores};
use recto_math::{Run, Silent, sample};
use recto_summarize::{Budget, Limit, Options, Summarizer, methods};
use std::path::Path;

recto_testing::data_tests! {
    on "summarization": [
        the_default_reaches_its_floors_with_the_budget_kept_and_beats_lead_and_lexrank,
        the_default_reaches_its_floors_where_the_evaluation_cuts,
        the_default_is_nowhere_clearly_below_mmr,
        questions_and_updates_reach_their_floors,
    ],
}

fn method(name: &str, options: &Options) -> Box<dyn Summarizer> {
    let row = methods().iter().find(|row| row.name == name);
    let row = row.unwrap_or_else(|| panic!("no method {name}"));
    (row.build)(options).expect("the options are good")
}

/// Scores of a method on the records of a half.
fn run_on(records: &[Record], name: &str, overshoot: bool, half: Half) -> Vec<[f64; 3]> {
    let summarizer = method(name, &Options::default());
    let run = Run::new(0, &Silent);
    let of = |record: &Record| {
        let limit = Limit::Words(record.words);
        let budget = if overshoot {
            Budget::overshoot(limit)
        } else {
            Budget::fit(limit)
        };
        let summary = summarizer.summarize(&record.pool, budget, &run);
        let summary = summary.expect("nothing fails");
        let text = record.text_of(&summary);
        if !overshoot {
            assert!(
                text.split_whitespace().count() <= record.words,
                "{}",
                record.id
            );
        }
        scores(record, &text)
    };
    let kept = records.iter().filter(|record| half.holds(record));
    kept.map(of).collect()
}

fn print(label: &str, scores: &[f64; 3]) {
    let [one, two, four] = scores;
    println!("{label:28} R1 {one:.4}  R2 {two:.4}  SU4 {four:.4}");
}

/// The mean over the six sets, with each set printed.
fn generic(corpora: &Path, name: &str, overshoot: bool, half: Half) -> [f64; 3] {
    let mut means = Vec::new();
    for (set, _) in GENERIC {
        let records = records(corpora, set, false);
        let found = mean(&run_on(&records, name, overshoot, half));
        print(&format!("{name} {set}"), &found);
        means.push(found);
    }
    let all = mean(&means);
    print(&format!("{name} MEAN {half:?} {overshoot}"), &all);
    all
}

fn the_default_reaches_its_floors_with_the_budget_kept_and_beats_lead_and_lexrank(corpora: &Path) {
    let found = generic(corpora, "auto", false, Half::Report);
    let floors = [0.415, 0.154, 0.184];
    for (value, floor) in found.iter().zip(floors) {
        assert!(value >= &floor, "{value} is below {floor}");
    }
    for peer in ["lead", "lexrank"] {
        let other = generic(corpora, peer, false, Half::Report);
        assert!(
            found.iter().zip(other).all(|(ours, theirs)| *ours > theirs),
            "{peer}"
        );
    }
}

fn the_default_reaches_its_floors_where_the_evaluation_cuts(corpora: &Path) {
    let found = generic(corpora, "auto", true, Half::Report);
    for (value, floor) in found.iter().zip([0.42, 0.158, 0.188]) {
        assert!(value >= &floor, "{value} is below {floor}");
    }
}

fn the_default_is_nowhere_clearly_below_mmr(corpora: &Path) {
    for (set, _) in GENERIC {
        let records = records(corpora, set, false);
        let second = |scores: Vec<[f64; 3]>| -> Vec<f64> { scores.iter().map(|s| s[1]).collect() };
        let ours = second(run_on(&records, "auto", false, Half::Report));
        let theirs = second(run_on(&records, "mmr", false, Half::Report));
        let gains: Vec<f64> = ours.iter().zip(&theirs).map(|(a, b)| a - b).collect();
        let found = sample::difference(&gains, sample::Better::Higher, 0, 0).expect("records");
        println!("{set}: R2 over mmr {:+.4} {:?}", found.mean, found.interval);
        assert!(found.interval[1] >= 0.0, "{set}: clearly below mmr");
    }
}

fn questions_and_updates_reach_their_floors(corpora: &Path) {
    for (set, overshoot, floor) in [
        ("en-qmsum", false, 0.067),
        ("en-qmsum", true, 0.067),
        ("en-quotesum", false, 0.30),
        ("en-timelines", false, 0.14),
        ("en-updates", true, 0.44),
        ("en-updates", false, 0.42),
    ] {
        let records = records(corpora, set, true);
        for half in [Half::Tune, Half::Report, Half::Both] {
            let found = mean(&run_on(&records, "auto", overshoot, half));
            print(&format!("{set} {half:?} {overshoot}"), &found);
            if half == Half::Report {
                assert!(found[1] >= floor, "{set}: {} is below {floor}", found[1]);
            }
        }
    }
}
