//! Quality of summaries on the development data: mean recall of ROUGE-1, ROUGE-2 and
//! ROUGE-SU4 of what `summarize` answers, read as it reads.
//!
//! Runs when `RECTO_DATA` names the folder of the corpora, and is ignored otherwise. A record
//! belongs to the half that settings were chosen on or to the half that is reported, by a
//! hash of its id or event.

#![expect(clippy::print_stdout, reason = "figures are printed")]

mod records;

use records::{GENERIC, Half, Record, Records, mean, records, scores};
use recto::summarize::{Body, Order, Request, SUMMARIZE, Summarized};
use recto::{Attachments, Capability, Reading, Run, Silent};
use recto_math::sample;
use std::collections::BTreeMap;
use std::path::Path;

recto_testing::data_tests! {
    on "summarization": [
        the_default_reaches_its_floors_with_the_budget_kept_and_beats_lead_and_lexrank,
        the_default_reaches_its_floors_where_the_evaluation_cuts,
        the_default_is_nowhere_clearly_below_mmr,
        questions_and_updates_reach_their_floors,
    ],
}

/// The summary of each record by its id, in the order of choice.
fn summaries(records: &Records, name: &str, overshoot: bool) -> BTreeMap<String, Summarized> {
    let request = Request {
        method: name.into(),
        words: Some(records.words),
        overshoot,
        order: Order::Choice,
        row_query: records.asked,
        row_since: records.asked,
        ..Request::default()
    };
    let reading = Reading::for_one_run(&records.pile);
    let (files, run) = (Attachments::default(), Run::new(0, &Silent));
    let answer = SUMMARIZE.run(&reading, &request, &files, &run);
    let Body::Set { summaries } = answer.expect("nothing fails").body else {
        panic!("the rows of a set have a summary each");
    };
    let pairs = summaries.into_iter().map(|row| (row.id, row.summary));
    pairs.collect()
}

/// Scores of a method on the records of a half.
fn run_on(records: &Records, name: &str, overshoot: bool, half: Half) -> Vec<[f64; 3]> {
    let summaries = summaries(records, name, overshoot);
    let of = |record: &Record| {
        // A pile without a sentence that could be chosen has no summary.
        let found = summaries.get(&record.id);
        let text = found.map_or("", |found| found.summary.as_str());
        let n = text.split_whitespace().count();
        assert!(overshoot || n <= records.words, "{}", record.id);
        scores(record, text)
    };
    let kept = records.all.iter().filter(|record| half.holds(record));
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
