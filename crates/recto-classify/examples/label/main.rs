//! Learning curves of active labelling on corpora with known classes.
//!
//!     cargo run -p recto-classify --example label -- FOLDER SETS SPLITS BUDGET LEARNER START STRATEGY...
//!
//! Prints the mean accuracy by cost, the mean over cost 50 to 400, and how often the interval
//! of the estimated accuracy covers the true one.

#![expect(clippy::print_stdout, reason = "figures are printed")]

#[path = "../reviews/corpus.rs"]
mod corpus;

use corpus::Set;
use rayon::prelude::*;
use recto_classify::Supervision;
use recto_classify::active::simulate::{Asked, Moment, Plan, Simulation, Start, simulate};
use recto_classify::active::{Learner, Settings, Sign};
use recto_math::{Run, Silent};
use std::path::Path;
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [
        folder,
        sets,
        splits,
        budget,
        learner,
        start,
        strategies @ ..,
    ] = &args[..]
    else {
        panic!("FOLDER SETS SPLITS BUDGET LEARNER START STRATEGY...");
    };
    let splits: u64 = splits.parse().expect("a number");
    for name in sets.split(',') {
        let set = Set::read(Path::new(folder), name);
        let is_news = name.starts_with("ng");
        let corpus = set.corpus(if is_news { 1500 } else { 5000 });
        let truth: Vec<Option<usize>> = set.truth.iter().map(|&class| Some(class)).collect();
        let known = Supervision::new(set.classes.clone(), truth.len());
        for strategy in strategies {
            let began = Instant::now();
            let one = |seed: u64| {
                let plan = Plan {
                    settings: Settings {
                        strategy: strategy.parse().expect("a strategy"),
                        learner: match learner.as_str() {
                            "tri" => Learner::Tri,
                            "grads" => Learner::Grads,
                            _ => Learner::Head,
                        },
                        random_every: if start == "paper" { 0 } else { 5 },
                        seed,
                        ..Settings::default()
                    },
                    start: if start == "nothing" {
                        Start::Nothing
                    } else {
                        Plan::default().start
                    },
                    budget: budget.parse().expect("a number"),
                    ..Plan::default()
                };
                simulate(&corpus, &truth, &known, &plan, &Run::new(seed, &Silent)).expect("a run")
            };
            let found: Vec<Simulation> = (0..splits).into_par_iter().map(one).collect();
            print(name, strategy, &found, began.elapsed().as_secs_f64());
            advice(&found);
        }
    }
}

fn print(set: &str, strategy: &str, found: &[Simulation], seconds: f64) {
    let n = found.len() as f64;
    let mean = |at: usize| found.iter().map(|s| s.curve[at].accuracy).sum::<f64>() / n;
    let points = 0..found[0].curve.len();
    let shown: Vec<String> = points
        .clone()
        .filter(|at| at % 2 == 0)
        .map(|at| format!("{:.3}", mean(at)))
        .collect();
    let middle: Vec<f64> = points
        .filter(|&at| (50.0..=400.0).contains(&found[0].curve[at].cost))
        .map(mean)
        .collect();
    let count = |kind: Asked| {
        let of = |s: &Simulation| s.asked.iter().filter(|&&asked| asked == kind).count() as f64;
        found.iter().map(of).sum::<f64>() / n
    };
    let moments = found.iter().flat_map(|s| &s.moments);
    let estimates = moments.filter_map(|m| Some((m.accuracy, m.standing.accuracy?)));
    let estimates: Vec<_> = estimates.collect();
    let covered = estimates
        .iter()
        .filter(|(truth, e)| (e.low..=e.high).contains(truth));
    println!(
        "{set:20} {strategy:18} {:.4} | {} | D {:.0} W {:.0} ? {:.0} | covered {:.3} of {} | {seconds:.1} s",
        middle.iter().sum::<f64>() / middle.len().max(1) as f64,
        shown.join(" "),
        count(Asked::Document),
        count(Asked::Word),
        count(Asked::Unknown),
        covered.count() as f64 / estimates.len().max(1) as f64,
        estimates.len(),
    );
}

/// What stopping costs against going on to twice the documents, for bounds of the share of
/// predictions that the second half of the answers changed.
fn advice(found: &[Simulation]) {
    let moved = |moment: &Moment| {
        moment
            .standing
            .advice
            .signs
            .iter()
            .find_map(|sign| match sign {
                Sign::Changes { share, .. } => Some(*share),
                _ => None,
            })
    };
    let twice = |one: &Simulation, moment: &Moment| {
        let wanted = 2 * moment.standing.documents;
        let later = one.moments.iter().find(|m| m.standing.documents >= wanted);
        later.map(|later| later.accuracy - moment.accuracy)
    };
    for bound in [0.02, 0.025, 0.03, 0.04, 0.05] {
        for fewest in [40, 60, 80] {
            let stops = found.iter().filter_map(|one| {
                let is_stop = |m: &&Moment| {
                    m.standing.documents >= fewest && moved(m).is_some_and(|moved| moved <= bound)
                };
                let stop = one.moments.iter().find(is_stop)?;
                Some((stop.standing.documents, twice(one, stop)))
            });
            let stops: Vec<_> = stops.collect();
            let lost: Vec<f64> = stops.iter().filter_map(|(_, lost)| *lost).collect();
            let mean = lost.iter().sum::<f64>() / lost.len().max(1) as f64;
            let at = stops.iter().map(|(at, _)| *at).sum::<usize>() / stops.len().max(1);
            println!(
                "  bound {bound} from {fewest}: {} stop at {at}, {} known, lost {mean:+.4}",
                stops.len(),
                lost.len()
            );
        }
    }
    for one in found {
        let drops = one
            .moments
            .windows(2)
            .filter(|w| w[1].accuracy < w[0].accuracy - 0.03);
        let drops: Vec<_> = drops
            .map(|w| (w[1].cost, w[0].accuracy, w[1].accuracy))
            .collect();
        if !drops.is_empty() {
            println!("  drops {drops:?}");
        }
    }
    let pairs = found.iter().flat_map(|one| {
        one.moments
            .iter()
            .filter_map(|m| Some((moved(m)?, twice(one, m)?)))
    });
    let pairs: Vec<(f64, f64)> = pairs.collect();
    let (xy, xx): (f64, f64) = pairs
        .iter()
        .fold((0.0, 0.0), |(a, b), (x, y)| (a + x * y, b + x * x));
    println!(
        "  gain of a doubling / moved: {:.3} over {} moments",
        xy / xx,
        pairs.len()
    );
}
