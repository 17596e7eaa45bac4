//! Accuracy of methods on reviews and news: from a lexicon alone, with labelled documents,
//! and with a few documents and words; calibration on unseen documents.
//!
//!     RECTO_DATA=path cargo run --release -p recto-classify --example reviews -- distil nbem
//!
//! An argument `name=value` sets an option of the methods after it.

#![expect(clippy::print_stdout, reason = "figures are printed")]

mod corpus;

use corpus::{NEWS, REVIEWS, Set, lexicon, shuffled};
use recto_classify::metrics::{Confusion, calibration_error};
use recto_classify::{Corpus, Options, Supervision, methods};
use recto_math::{Run, Silent};
use std::path::Path;
use std::time::Instant;

/// Number of splits where labels are drawn.
const SPLITS: u64 = 10;

struct Data {
    reviews: Vec<(Set, Corpus)>,
    news: Vec<(Set, Corpus)>,
    four: (Set, Corpus),
    unbalanced: Vec<(Set, Corpus)>,
    lexicon: Vec<(String, String)>,
}

fn read(folder: &Path) -> Data {
    let lexicon = lexicon(folder);
    let review = |name: &&str| {
        let set = Set::read(folder, name);
        let corpus = set.corpus(5000);
        (set, corpus)
    };
    let news = |name: &&str| {
        let set = Set::read(folder, name);
        let corpus = set.corpus(1500);
        (set, corpus)
    };
    let four = Set::read(folder, NEWS[0]).with(Set::read(folder, NEWS[2]));
    let reviews: Vec<(Set, Corpus)> = REVIEWS.iter().map(review).collect();
    let unbalanced = reviews.iter().map(|(set, _)| {
        let set = set.unbalanced();
        let corpus = set.corpus(5000);
        (set, corpus)
    });
    Data {
        unbalanced: unbalanced.collect(),
        reviews,
        news: NEWS.iter().map(news).collect(),
        four: {
            let corpus = four.corpus(2500);
            (four, corpus)
        },
        lexicon,
    }
}

/// Accuracy and balanced accuracy of a method on the documents `asked`.
fn score(
    method: &str,
    options: &Options,
    (set, corpus): &(Set, Corpus),
    known: &Supervision,
    asked: &[usize],
) -> Option<(f64, f64)> {
    let row = methods().iter().find(|row| row.name == method)?;
    let options = Options {
        uncalibrated: true,
        ..options.clone()
    };
    let built = (row.build)(&options).expect("good options");
    let fitted = match built.fit(corpus, known, &Run::new(0, &Silent)) {
        Ok(fitted) => fitted,
        Err(_) => return None,
    };
    let truth: Vec<usize> = asked.iter().map(|&j| set.truth[j]).collect();
    let found: Vec<usize> = asked.iter().map(|&j| fitted.classes[j]).collect();
    let found = Confusion::new(&truth, &found, set.classes.len());
    Some((found.accuracy()?, found.balanced_accuracy()?))
}

fn unlabelled(known: &Supervision) -> Vec<usize> {
    (0..known.documents.len())
        .filter(|&j| known.documents[j].is_none())
        .collect()
}

fn mean(values: impl Iterator<Item = Option<(f64, f64)>>) -> (f64, f64) {
    let values: Vec<(f64, f64)> = values.flatten().collect();
    let n = values.len() as f64;
    (
        values.iter().map(|v| v.0).sum::<f64>() / n,
        values.iter().map(|v| v.1).sum::<f64>() / n,
    )
}

/// A lexicon and a share of labelled documents, mean over the splits.
fn with_labels(
    method: &str,
    options: &Options,
    data: &Data,
    pair: &(Set, Corpus),
    labels: usize,
) -> (f64, f64) {
    let n = if labels == 0 { 1 } else { SPLITS };
    mean((0..n).map(|split| {
        let mut known = pair.0.lexicon_only(&pair.1, &data.lexicon);
        for &j in shuffled(pair.0.truth.len(), split).iter().take(labels) {
            known.label_document(j, pair.0.truth[j]);
        }
        score(method, options, pair, &known, &unlabelled(&known))
    }))
}

fn dual(method: &str, options: &Options, pair: &(Set, Corpus), n: usize) -> f64 {
    mean((0..SPLITS).map(|split| {
        let (known, test) = pair.0.dual(&pair.1, n, split);
        score(method, options, pair, &known, &test)
    }))
    .0
}

/// Calibration error on unseen documents, pooled over the splits, and accuracy.
fn unseen(method: &str, options: &Options, data: &Data, set: &Set) -> Option<(f64, f64)> {
    let row = methods().iter().find(|row| row.name == method)?;
    let (mut posteriors, mut truth) = (Vec::new(), Vec::new());
    for split in 0..SPLITS {
        let order = shuffled(set.truth.len(), split);
        let (train, test) = order.split_at(set.truth.len() * 7 / 10);
        let part = set.part(train);
        let corpus = part.corpus(5000);
        let mut known = part.lexicon_only(&corpus, &data.lexicon);
        (0..140).for_each(|j| known.label_document(j, part.truth[j]));
        let built = (row.build)(options).expect("good options");
        let fitted = built.fit(&corpus, &known, &Run::new(0, &Silent)).ok()?;
        let rest = set.part(test);
        let counts = fitted
            .model
            .counts(rest.terms.iter().map(|d| d.iter().map(String::as_str)));
        posteriors.extend(
            fitted
                .model
                .predict(&counts)
                .into_iter()
                .map(|p| p.posterior),
        );
        truth.extend(rest.truth);
    }
    let classes: Vec<usize> = posteriors
        .iter()
        .map(|p| usize::from(p[1] > p[0]))
        .collect();
    Some((
        calibration_error(&posteriors, &truth)?,
        Confusion::new(&truth, &classes, 2).accuracy()?,
    ))
}

fn table(method: &str, options: &Options, data: &Data, what: &str) {
    let start = Instant::now();
    let wants = |part: &str| what.is_empty() || what.contains(part);
    println!("{method}  (m e b d)");
    let line = |name: &str, values: Vec<f64>| {
        let shown: Vec<String> = values.iter().map(|v| format!("{v:.3}")).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        println!("  {name:24} {}   mean {mean:.4}", shown.join(" "));
    };
    let reviews = |labels: fn(usize) -> usize| -> Vec<f64> {
        let one = |pair: &(Set, Corpus)| {
            with_labels(method, options, data, pair, labels(pair.0.truth.len())).0
        };
        data.reviews.iter().map(one).collect()
    };
    if wants("0") {
        line("lexicon", reviews(|_| 0));
    }
    if wants("1") {
        line("10 % + lexicon", reviews(|n| n / 10));
    }
    if wants("4") {
        line("400 + lexicon", reviews(|_| 400));
    }
    if wants("n") {
        for n in [10, 50] {
            let mut all: Vec<f64> = data
                .news
                .iter()
                .map(|pair| dual(method, options, pair, n))
                .collect();
            line(&format!("news {n} + {n}"), all.clone());
            all.push(dual(method, options, &data.four, 2 * n));
            println!("    four classes {:.3}", all[3]);
        }
    }
    if wants("u") {
        let one =
            |pair: &(Set, Corpus), labels: usize| with_labels(method, options, data, pair, labels);
        for labels in [0, 100] {
            let found: Vec<(f64, f64)> = data
                .unbalanced
                .iter()
                .map(|pair| one(pair, labels))
                .collect();
            line(
                &format!("unbalanced {labels} accuracy"),
                found.iter().map(|f| f.0).collect(),
            );
            line("    balanced accuracy", found.iter().map(|f| f.1).collect());
        }
    }
    if wants("c") {
        let found: Vec<(f64, f64)> = data
            .reviews
            .iter()
            .filter_map(|(set, _)| unseen(method, options, data, set))
            .collect();
        if !found.is_empty() {
            line("unseen, 140: error", found.iter().map(|f| f.0).collect());
            line("    accuracy", found.iter().map(|f| f.1).collect());
        }
    }
    println!("  {:.1} s", start.elapsed().as_secs_f64());
}

fn set_option(options: &mut Options, name: &str, value: &str) {
    let number = || value.parse::<f64>().ok();
    let count = || value.parse::<usize>().ok();
    match name {
        "alpha" => options.alpha = number(),
        "beta" => options.beta = number(),
        "gamma" => options.gamma = number(),
        "iterations" => options.iterations = count(),
        "share" => options.share = number(),
        "pseudo_weight" => options.pseudo_weight = number(),
        "c" => options.c = number(),
        "rounds" => options.rounds = count(),
        "word_clusters" => options.word_clusters = count(),
        "neighbours" => options.neighbours = count(),
        "balanced" => options.balanced = value == "true",
        "paper" => options.paper = value == "true",
        _ => println!("no option {name}"),
    }
}

fn main() {
    let folder = std::env::var("RECTO_DATA").expect("RECTO_DATA names the corpora");
    let data = read(&Path::new(&folder).join("dual"));
    let mut options = Options::default();
    let mut what = String::new();
    for argument in std::env::args().skip(1) {
        match argument.split_once('=') {
            Some(("what", value)) => what = value.into(),
            Some((name, value)) => set_option(&mut options, name, value),
            None => table(&argument, &options, &data, &what),
        }
    }
}
