//! Time of fits on made documents: 2000 documents of 50 words, and a million short ones.
//!
//!     cargo run --release -p recto-classify --example classify_speed -- 1000000

#![expect(clippy::print_stdout, reason = "figures are printed")]

use recto_classify::{Corpus, CorpusBuilder, Filter, Options, Supervision, methods};
use recto_math::{Run, Silent, rng};
use std::time::Instant;

/// Documents of two classes; the lower half of the words is used more by the first.
fn made(documents: usize, length: usize, n_terms: usize) -> (Corpus, Supervision) {
    let mut draw = rng::stream(0, "speed", 0);
    let names: Vec<String> = (0..n_terms).map(|i| format!("w{i}")).collect();
    let mut builder = CorpusBuilder::new();
    for document in 0..documents {
        let words = (0..length).map(|_| {
            let skewed = rng::uniform(&mut draw).powi(2) * n_terms as f64;
            let id = skewed as usize / 2 * 2 + usize::from(rng::uniform(&mut draw) < 0.2);
            &names[(id + document % 2).min(n_terms - 1)]
        });
        builder.push_terms(words.collect::<Vec<_>>());
    }
    let corpus = builder.finish(&Filter::default()).expect("words");
    let mut known = Supervision::new(["even", "odd"], documents);
    for (term, name) in names.iter().enumerate().take(40) {
        if let Some(id) = corpus.id(name) {
            known.label_word(id, term % 2);
        }
    }
    (0..documents / 20)
        .take(200)
        .for_each(|j| known.label_document(j, j % 2));
    (corpus, known)
}

fn main() {
    let n: usize = std::env::args()
        .nth(1)
        .and_then(|n| n.parse().ok())
        .unwrap_or(0);
    let (corpus, known) = made(2000, 60, 1500);
    println!("{} values", corpus.counts().nnz());
    for (name, uncalibrated) in [
        ("tri", true),
        ("distil", true),
        ("auto", true),
        ("auto", false),
    ] {
        best(name, uncalibrated, &corpus, &known, 20);
    }
    if n > 0 {
        let start = Instant::now();
        let (corpus, known) = made(n, 12, 20_000);
        let (values, seconds) = (corpus.counts().nnz(), start.elapsed().as_secs_f64());
        println!("{n} documents, {values} values, built in {seconds:.1} s");
        best("auto", false, &corpus, &known, 1);
    }
}

fn best(name: &str, uncalibrated: bool, corpus: &Corpus, known: &Supervision, times: usize) {
    let row = methods()
        .iter()
        .find(|row| row.name == name)
        .expect("a row");
    let options = Options {
        uncalibrated,
        ..Options::default()
    };
    let method = (row.build)(&options).expect("good options");
    let time = |_| {
        let start = Instant::now();
        method
            .fit(corpus, known, &Run::new(0, &Silent))
            .expect("a fit");
        start.elapsed().as_secs_f64() * 1e3
    };
    let least = (0..times).map(time).fold(f64::INFINITY, f64::min);
    let calibrated = if uncalibrated {
        "uncalibrated"
    } else {
        "calibrated"
    };
    println!("{name:8} {calibrated:12} {least:10.2} ms");
}
