//! Learning curves of active labelling on corpora with known classes.
//!
//!     cargo run -p recto-classify --example label -- FOLDER SETS SPLITS BUDGET LEARNER START STRATEGY...
//!
//! START is `both` (ten documents and ten words), `nothing` or `lexicon`. Prints the mean
//! accuracy by cost, the mean over cost 50 to 400, how often the interval of the estimated
//! accuracy covers the true one, what stopping costs, and how far the first strategy leads
//! the others.

#![expect(clippy::print_stdout, reason = "figures are printed")]

#[path = "../reviews/corpus.rs"]
mod corpus;

use corpus::{Set, Words};
use rayon::prelude::*;
use recto_classify::Supervision;
use recto_classify::active::simulate::{Asked, Moment, Plan, Simulation, Start, simulate};
use recto_classify::active::{Learner, Settings, Sign};
use recto_math::sample::estimate;
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
        // As a project for opinions starts: the lexicon that recto brings, and what rules read.
        let known = if start == "lexicon" {
            set.lexicon_only(&corpus, Path::new(folder), Words::BuiltIn)
        } else {
            Supervision::new(set.classes.clone(), truth.len())
        };
        let mut first: Option<Vec<Simulation>> = None;
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
                        random_every: if strategy == "auto" { 5 } else { 0 },
                        seed,
                        ..Settings::default()
                    },
                    start: if start == "both" {
                        Plan::default().start
                    } else {
                        Start::Nothing
                    },
                    budget: budget.parse().expect("a number"),
                    ..Plan::default()
                };
                simulate(&corpus, &truth, &known, &plan, &Run::new(seed, &Silent)).expect("a run")
            };
            let found: Vec<Simulation> = (0..splits).into_par_iter().map(one).collect();
            print(name, strategy, &found, began.elapsed().as_secs_f64());
            match &first {
                None => advice(&found),
                Some(first) => lead(first, &found),
            }
            first.get_or_insert(found);
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
    let estimates = moments.filter_map(|m| Some((m.accuracy?, m.standing.accuracy?)));
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

/// What the advice to stop costs against going on to twice the documents, and what a doubling
/// brings as a share of the predictions that the second half of the answers changed.
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
    // On the documents kept back: those left to ask get easier as the hard ones are answered.
    let twice = |one: &Simulation, moment: &Moment| {
        let wanted = 2 * moment.standing.documents;
        let at = |cost: f64| one.curve.iter().find(|point| point.cost == cost);
        let later = one
            .moments
            .iter()
            .find(|m| m.standing.documents >= wanted)?;
        Some(at(later.cost)?.accuracy - at(moment.cost)?.accuracy)
    };
    let stops = found.iter().filter_map(|one| {
        let stop = one.moments.iter().find(|m| m.standing.advice.stop)?;
        Some((stop.standing.documents, twice(one, stop)))
    });
    let stops: Vec<_> = stops.collect();
    let lost: Vec<f64> = stops.iter().filter_map(|(_, lost)| *lost).collect();
    println!(
        "  {} stop at {} documents, lost {:+.4} where {} went on to twice as many",
        stops.len(),
        stops.iter().map(|(at, _)| *at).sum::<usize>() / stops.len().max(1),
        lost.iter().sum::<f64>() / lost.len().max(1) as f64,
        lost.len()
    );
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

/// How far the first strategy leads, split by split: mean over cost 50 to 400, and at how many
/// points of the curve it is behind by more than chance.
fn lead(first: &[Simulation], other: &[Simulation]) {
    let lead = |points: &[usize]| {
        let of = |(a, b): (&Simulation, &Simulation)| {
            let sum: f64 = points
                .iter()
                .map(|&at| a.curve[at].accuracy - b.curve[at].accuracy)
                .sum();
            sum / points.len() as f64
        };
        estimate(&first.iter().zip(other).map(of).collect::<Vec<f64>>())
    };
    let curve = &first[0].curve;
    let middle = (0..curve.len()).filter(|&at| (50.0..=400.0).contains(&curve[at].cost));
    let Some(found) = lead(&middle.collect::<Vec<_>>()) else {
        return;
    };
    let ends = |at: usize| lead(&[at]).and_then(|found| found.interval);
    let behind = (0..curve.len()).filter(|&at| ends(at).is_some_and(|[_, high]| high < 0.0));
    println!(
        "  first leads by {:+.4}, interval {:?}, behind at {:?}",
        found.mean,
        found
            .interval
            .map(|ends| ends.map(|end| (end * 1e4).round() / 1e4)),
        behind.map(|at| curve[at].cost).collect::<Vec<_>>()
    );
}
