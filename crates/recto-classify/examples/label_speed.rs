//! Time from an answer to the next question on made documents: 2000 documents and 1500 words
//! with each strategy, and a million short documents.
//!
//!     cargo run --release -p recto-classify --example label_speed -- 1000000

#![expect(clippy::print_stdout, reason = "figures are printed")]

use recto_classify::active::{
    Answer, Drawn, Item, Labelling, Learner, Reply, STRATEGIES, Settings, Strategy,
};
use recto_classify::{Corpus, CorpusBuilder, Filter, Supervision};
use recto_math::{Run, Silent, rng};
use std::collections::BTreeSet;
use std::time::Instant;

/// Documents of two classes; the lower half of the words is used more by the first.
fn made(documents: usize, length: usize, n_terms: usize) -> Corpus {
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
    builder.finish(&Filter::default()).expect("words")
}

fn started(corpus: Corpus, strategy: Strategy, learner: Learner) -> Labelling {
    let known = Supervision::new(["even", "odd"], corpus.n_documents());
    let settings = Settings {
        strategy,
        learner,
        ..Settings::default()
    };
    let mut state = Labelling::new(corpus, known, settings).expect("a state");
    for j in 0..20 {
        state.answer(&Answer {
            item: Item::Document(j),
            reply: Reply::Class(j % 2),
            drawn: Drawn::AtRandom,
            predicted: None,
        });
    }
    state
}

/// Milliseconds of refits and of questions, the median of several answers.
fn times(state: &mut Labelling, n: usize) -> (f64, f64) {
    let run = Run::new(0, &Silent);
    let (mut refits, mut questions) = (Vec::new(), Vec::new());
    for _ in 0..n {
        let began = Instant::now();
        state.refit(&run).expect("a fit");
        refits.push(began.elapsed().as_secs_f64() * 1e3);
        let began = Instant::now();
        let question = state.next(&BTreeSet::new(), &run).expect("nobody cancels");
        questions.push(began.elapsed().as_secs_f64() * 1e3);
        let question = question.expect("a question");
        let reply = match question.item {
            Item::Document(j) => Reply::Class(j % 2),
            Item::Word(word) => {
                let number: usize = state.corpus().terms()[word as usize][1..]
                    .parse()
                    .expect("a number");
                Reply::Class(number % 2)
            }
        };
        state.answer(&Answer::to(&question, reply));
    }
    let median = |mut values: Vec<f64>| {
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    (median(refits), median(questions))
}

fn main() {
    let n: usize = std::env::args()
        .nth(1)
        .and_then(|n| n.parse().ok())
        .unwrap_or(0);
    let small = made(2000, 80, 1500);
    println!(
        "{} documents, {} words, {} entries",
        small.n_documents(),
        small.n_terms(),
        small.counts().nnz()
    );
    for learner in [Learner::Head, Learner::Tri] {
        for (name, _) in STRATEGIES {
            let strategy = name.trim_end_matches(":P").parse().expect("a strategy");
            let (refit, next) = times(&mut started(small.clone(), strategy, learner), 30);
            println!("{learner:?} {name:18} refit {refit:6.1} ms, question {next:6.1} ms");
        }
    }
    if n > 0 {
        let began = Instant::now();
        let large = made(n, 15, 5000);
        println!("made in {:.1} s", began.elapsed().as_secs_f64());
        let began = Instant::now();
        let mut state = started(large, Strategy::Auto, Learner::Head);
        println!(
            "{n} documents: started in {:.2} s",
            began.elapsed().as_secs_f64()
        );
        let (refit, next) = times(&mut state, 10);
        println!("refit {refit:.0} ms, question {next:.0} ms");
        let began = Instant::now();
        let classes = state.predictions().classes;
        let right = classes
            .iter()
            .enumerate()
            .filter(|(j, class)| *j % 2 == **class);
        println!(
            "all documents classified in {:.2} s, {} right",
            began.elapsed().as_secs_f64(),
            right.count()
        );
    }
}
