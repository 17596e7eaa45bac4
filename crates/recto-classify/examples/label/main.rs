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
use recto_classify::active::simulate::{Asked, Plan, Simulation, Start, simulate};
use recto_classify::active::{Learner, Settings};
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
