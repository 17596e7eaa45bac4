//! Scores the same records several times and prints the mean F of each measure: for
//! `bench/rouge/run.py`, which tells from runs with few and with many rounds what scoring
//! alone takes.
//!
//! ```text
//! cargo run --release -p recto-summarize --example rouge_bench -- ROWS.jsonl ROUNDS
//! ```
//!
//! A row is `[id, summary, [reference...]]`. Texts are read and stemmed anew in each round.

#![expect(clippy::print_stdout, reason = "it prints figures")]

use recto_summarize::rouge::{Measure, Options, Rules, Scorer, Variant};

type Row = (String, String, Vec<String>);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, rounds] = &arguments[..] else {
        panic!("give a file and a number of rounds");
    };
    let rounds: usize = rounds.parse().expect("a number of rounds");
    let text = std::fs::read_to_string(file).expect("a file of rows");
    let rows: Vec<Row> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("a row"))
        .collect();
    let measures = ["1", "2", "Lsum"].map(|name| name.parse::<Measure>().expect("a measure"));
    let options = Options {
        variant: Variant::RougeScore,
        stem: true,
        ..Options::default()
    };
    let scorer = Scorer::new(measures.to_vec(), options, Rules::default()).expect("good options");
    let mut sums = [0.0; 3];
    for (_, summary, references) in (0..rounds).flat_map(|_| &rows) {
        for (sum, score) in sums.iter_mut().zip(scorer.score(summary, references)) {
            *sum += score.f;
        }
    }
    println!("{:?}", sums.map(|sum| sum / (rounds * rows.len()) as f64));
}
