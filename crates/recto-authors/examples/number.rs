//! Measures the number of authors that is found in texts of 150 to 3,000 sentences by one to
//! five authors, and what it costs: accuracy with the number unknown, given, and always two.
//!
//! ```text
//! RECTO_DATA=FOLDER cargo run --release -p recto-authors --example number -- [SET…] [--sentences 150,300,1000,3000] [--texts N] [--penalty X]
//! ```
//!
//! `FOLDER` is that of the authors' texts. There are N texts of each set, number of authors
//! and length: runs have 5, 20 and 60 sentences on average in turn. Below each length it
//! prints the share of right labels in each band of certainty, how well `style_gain` tells
//! texts of several authors from those of one (area under the curve, .5 by chance; for all
//! sets the mean of theirs), and its 10 %, 50 % and 90 % points.

#![expect(clippy::print_stdout, reason = "it prints tables")]

#[path = "../tests/data/documents.rs"]
#[expect(dead_code, reason = "the other documents are for tests")]
mod documents;

use documents::Set;
use rayon::prelude::*;
use recto_authors::hmm::{Hmm, Params};
use recto_authors::trial::{Trial, trial};
use recto_math::{Run, Silent};
use recto_text::Language;

/// Mean sentences in a run.
const RUNS: [usize; 3] = [20, 60, 5];

fn main() {
    let (mut sets, mut lengths, mut texts) = (Vec::new(), vec![150, 300, 1000, 3000], 6);
    let mut params = Params::default();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--sentences" => {
                let list = arguments.next().unwrap_or_default();
                lengths = list.split(',').filter_map(|n| n.parse().ok()).collect();
            }
            "--texts" => texts = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(6),
            "--penalty" => {
                let given = arguments.next().and_then(|x| x.parse().ok());
                params.penalty = given.unwrap_or(params.penalty);
            }
            name => sets.push(name.to_string()),
        }
    }
    if sets.is_empty() {
        sets = ["essays", "kjv", "federalist", "fiction"]
            .map(String::from)
            .to_vec();
    }
    let Some(folder) = std::env::var_os("RECTO_DATA") else {
        println!("set RECTO_DATA to the folder of the authors' texts");
        return;
    };
    let method = Hmm::new(params, None).expect("a penalty from 0");
    let mut pooled: Vec<Gains> = lengths.iter().map(|_| Gains::default()).collect();
    for name in &sets {
        let set = Set::read(folder.as_ref(), name);
        for (&n, pooled) in lengths.iter().zip(&mut pooled) {
            let gains = of_length(&method, &set, name, (n, texts));
            println!("{name:10} {n:5}   style_gain: {gains}");
            pooled.add(&gains);
        }
    }
    for (n, gains) in lengths.iter().zip(&pooled) {
        println!("{:10} {n:5}   style_gain: {gains}", "all sets");
    }
}

/// `style_gain` of texts by one author and by several, and its AUC within each set.
#[derive(Default)]
struct Gains {
    one: Vec<f64>,
    several: Vec<f64>,
    areas: Vec<f64>,
}

impl Gains {
    fn add(&mut self, other: &Self) {
        self.one.extend(&other.one);
        self.several.extend(&other.several);
        self.areas.extend(&other.areas);
    }
}

impl std::fmt::Display for Gains {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let area = self.areas.iter().sum::<f64>() / self.areas.len().max(1) as f64;
        let (one, several) = (range(&self.one), range(&self.several));
        write!(f, "AUC {area:.2}; one author {one}, several {several}")
    }
}

/// Prints the rows of one length: one for each number of authors.
fn of_length(method: &Hmm, set: &Set, name: &str, (n, texts): (usize, u64)) -> Gains {
    let english = Language::from_code("en").expect("known");
    let (mut gains, mut bands) = (Gains::default(), [(0, 0); 3]);
    for authors in 1..=set.n_authors().min(5) {
        let measure = |seed: u64| {
            let run_length = RUNS[seed as usize % RUNS.len()];
            let made = set.of_length(seed, authors, n, run_length);
            trial(&made, method, english, &Run::new(0, &Silent)).expect("a text")
        };
        let trials: Vec<Trial> = (0..texts).into_par_iter().map(measure).collect();
        println!("{name:10} {n:5} {authors} {}", Row::of(&trials, authors));
        let own = trials.iter().filter_map(|trial| trial.style_gain);
        let known = if authors == 1 {
            &mut gains.one
        } else {
            &mut gains.several
        };
        known.extend(own);
        for trial in trials.iter().filter(|_| authors > 1) {
            for (sum, own) in bands.iter_mut().zip(trial.bands) {
                *sum = (sum.0 + own.0, sum.1 + own.1);
            }
        }
    }
    let right = bands.map(|(all, right)| right as f64 / f64::from(all.max(1) as u32));
    let [firm, weak, open] = right.map(|share| format!("{share:.3}"));
    println!("{name:10} {n:5}   right: firm {firm}, weak {weak}, open {open}");
    gains.areas.push(area(&gains.one, &gains.several));
    gains
}

/// Means over texts of one number of authors.
struct Row {
    texts: usize,
    units: f64,
    one: f64,
    unknown: f64,
    given: f64,
    two: f64,
    found: f64,
    exact: f64,
}

impl Row {
    fn of(trials: &[Trial], authors: usize) -> Self {
        let n = trials.len().max(1) as f64;
        let mean = |of: &dyn Fn(&Trial) -> f64| trials.iter().map(of).sum::<f64>() / n;
        // Sources that are exhausted leave fewer authors; without an alternative there is
        // one group.
        let of_number = |trial: &Trial, k: usize| {
            let own = trial.by_number.iter().find(|(number, _)| *number == k);
            own.map_or(trial.one, |(_, accuracy)| *accuracy)
        };
        Self {
            texts: trials.len(),
            units: mean(&|trial| trial.units as f64),
            one: mean(&|trial| trial.one),
            unknown: mean(&|trial| trial.accuracy),
            given: mean(&|trial| of_number(trial, authors)),
            two: mean(&|trial| of_number(trial, 2)),
            found: mean(&|trial| trial.found as f64),
            exact: mean(&|trial| f64::from(u8::from(trial.found == trial.truth))),
        }
    }
}

impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} texts of {:.0} units: one {:.3}, unknown {:.3}, given {:.3}, two {:.3}; found {:.2}, exact {:.2}",
            self.texts,
            self.units,
            self.one,
            self.unknown,
            self.given,
            self.two,
            self.found,
            self.exact
        )
    }
}

/// The share of pairs in which the text of several authors has the larger value.
fn area(one: &[f64], several: &[f64]) -> f64 {
    let wins = |a: &f64, b: &f64| f64::from(u8::from(a < b)) + f64::from(u8::from(a == b)) / 2.0;
    let pairs = one
        .iter()
        .flat_map(|a| several.iter().map(move |b| wins(a, b)));
    pairs.sum::<f64>() / (one.len() * several.len()).max(1) as f64
}

/// The 10 %, 50 % and 90 % points.
fn range(values: &[f64]) -> String {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    let last = values.len().saturating_sub(1) as f64;
    let at = |share: f64| values.get((share * last).round() as usize).copied();
    let points = [0.1, 0.5, 0.9].map(|share| format!("{:.3}", at(share).unwrap_or(f64::NAN)));
    points.join(" ")
}
