//! Measures how graph and summary grow with the number of sentences, on made text.
//!
//! ```text
//! cargo run --release -p recto-summarize --example summarize_bench -- [SENTENCES...] [METHOD...]
//! ```
//!
//! Prints a line of JSON for each number of sentences (10^3, 10^4 and 10^5 if none is
//! given): how long the graph and its dominating set take, and each method from the pool of
//! sentences to a summary of 250 words (all methods that need no query if none is named, and
//! the comparisons). Sentences have up to 12 terms, drawn from 40,000 by the
//! law of Zipf.

#![expect(clippy::print_stdout, reason = "it prints figures")]
#![expect(clippy::disallowed_methods, reason = "it measures time")]

use recto_math::graph::{Rule, dominate, neighbours, pairs_above};
use recto_math::weight::{Weighting, unit_rows};
use recto_math::{CsrBuilder, CsrMatrix, Run, Silent, rng};
use recto_summarize::{Budget, Limit, Options, Pool, PoolBuilder, comparers, methods};
use std::time::Instant;

const TERMS: usize = 40_000;
const LENGTH: usize = 12;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let asked: Vec<usize> = words.iter().filter_map(|n| n.parse().ok()).collect();
    let named: Vec<&String> = words
        .iter()
        .filter(|n| n.parse::<usize>().is_err())
        .collect();
    let sizes = if asked.is_empty() {
        vec![1_000, 10_000, 100_000]
    } else {
        asked
    };
    let run = Run::new(0, &Silent);
    for n in sizes {
        let figures = run.install(|| measure(n, &named, &run));
        println!("{figures}");
    }
}

fn measure(n: usize, named: &[&String], run: &Run<'_>) -> serde_json::Value {
    let counts = counts(n);
    let vectors = unit_rows(&Weighting::TfIdf.apply(&counts));
    let (estimate, estimated) =
        timed(|| pairs_above(&vectors, &[0.1], 500, run).expect("nobody cancels"));
    let (graph, compared) = timed(|| neighbours(&vectors, 0.1, run).expect("nobody cancels"));
    let (set, covered) = timed(|| dominate(&graph, &Rule::default()));
    serde_json::json!({
        "sentences": n,
        "threads": run.threads,
        "edges": graph.nnz() / 2,
        "edges_estimated": estimate[0].round(),
        "dominating_set": set.len(),
        "seconds_estimate": estimated,
        "seconds_neighbours": compared,
        "seconds_dominate": covered,
        "seconds_methods": methods_on(&pool(&counts, 1), named, run),
        "seconds_comparisons": named.is_empty().then(|| comparers_on(&pool(&counts, 4), run)),
    })
}

/// The same sentences, ten a document, in groups of equal size.
fn pool(counts: &CsrMatrix, groups: usize) -> Pool {
    let mut builder = PoolBuilder::new();
    let rows: Vec<usize> = (0..counts.n_rows()).collect();
    for (i, members) in rows.chunks(rows.len().div_ceil(groups)).enumerate() {
        if i > 0 {
            builder.next_group();
        }
        for document in members.chunks(10) {
            let spelled = |&row: &usize| -> Vec<String> {
                let terms = counts.row(row).columns.iter();
                terms.map(|term| format!("t{term}")).collect()
            };
            let sentences: Vec<Vec<String>> = document.iter().map(spelled).collect();
            builder.push_terms(sentences.iter().map(|s| (s.as_slice(), s.len() + 6)));
        }
    }
    builder.finish()
}

fn methods_on(
    pool: &Pool,
    named: &[&String],
    run: &Run<'_>,
) -> serde_json::Map<String, serde_json::Value> {
    let budget = Budget::fit(Limit::Words(250));
    let of = |row: &recto_summarize::Method| {
        let method = (row.build)(&Options::default()).expect("in range");
        let (summary, seconds) = timed(|| method.summarize(pool, budget, run));
        // There is no query here, which some methods need.
        summary.ok().map(|_| (row.name.to_string(), seconds.into()))
    };
    let is_asked = |row: &&recto_summarize::Method| {
        named.is_empty() || named.iter().any(|name| **name == row.name)
    };
    methods().iter().filter(is_asked).filter_map(of).collect()
}

fn comparers_on(pool: &Pool, run: &Run<'_>) -> serde_json::Map<String, serde_json::Value> {
    let budget = Budget::fit(Limit::Words(250));
    let of = |row: &recto_summarize::Comparison| {
        let comparer = (row.build)(&Options::default()).expect("in range");
        let (_, seconds) = timed(|| comparer.compare(pool, budget, run).expect("nobody cancels"));
        (row.name.to_string(), seconds.into())
    };
    comparers().iter().map(of).collect()
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begun = Instant::now();
    let result = work();
    (result, begun.elapsed().as_secs_f64())
}

/// Term `r` has a chance of about `1 / r`.
fn counts(n: usize) -> CsrMatrix {
    let mut draw = rng::stream(0, "summarize bench", 0);
    let mut builder = CsrBuilder::new(TERMS);
    for _ in 0..n {
        let mut term = || ((TERMS as f64).powf(rng::uniform(&mut draw)) - 1.0) as u32;
        let mut terms: Vec<u32> = (0..LENGTH).map(|_| term()).collect();
        // Sentences seldom repeat a word that is not a stop word.
        terms.sort_unstable();
        terms.dedup();
        builder.push_counts(terms);
    }
    builder.finish()
}
