//! What the methods that factorise a pile do with odd pools, threads and a stop.

use recto_math::{Run, Silent};
use recto_summarize::{
    Budget, Explain, Limit, Method, Options, Pool, PoolBuilder, Select, SummarizeError, Summary,
    Updates, methods,
};
use recto_testing::observers::StopAtOnce;
use std::num::NonZeroUsize;

const NAMES: [&str; 8] = [
    "bstm",
    "fgb",
    "frobenius",
    "lsa",
    "nmf",
    "snmf",
    "kmeans",
    "tmr",
];

fn tested() -> impl Iterator<Item = &'static Method> {
    let all = methods().iter();
    all.filter(|method| NAMES.contains(&method.name))
}

fn pool(documents: &[&[&str]]) -> Pool {
    let mut builder = PoolBuilder::new();
    for document in documents {
        let words = |line: &&str| -> Vec<String> { line.split(' ').map(String::from).collect() };
        let sentences: Vec<Vec<String>> = document.iter().map(words).collect();
        builder.push_terms(sentences.iter().map(|s| (s.as_slice(), s.len() + 3)));
    }
    builder.ask(["flood", "river"]);
    builder.finish()
}

/// Documents of made sentences about three subjects.
fn made(n_documents: usize, n_sentences: usize) -> Pool {
    let mut builder = PoolBuilder::new();
    let subjects = [
        "flood river rain town",
        "vote party poll seat",
        "goal match team cup",
    ];
    for d in 0..n_documents {
        let sentence = |i: usize| -> Vec<String> {
            let subject = subjects[(d + i) % 3].split(' ').skip(i % 3);
            let own = [
                format!("w{}", (7 * i + d) % 40),
                format!("v{}", (3 * i + 5 * d) % 23),
            ];
            subject.map(String::from).chain(own).collect()
        };
        let sentences: Vec<Vec<String>> = (0..n_sentences).map(sentence).collect();
        builder.push_terms(sentences.iter().map(|s| (s.as_slice(), s.len() + 3)));
    }
    builder.ask(["river", "poll"]);
    builder.finish()
}

fn variants() -> Vec<Options> {
    let plain = Options::default;
    vec![
        plain(),
        Options {
            paper: true,
            ..plain()
        },
        Options {
            topics: Some(500),
            ..plain()
        },
        Options {
            topics: Some(1),
            ..plain()
        },
        Options {
            updates: Some(Updates::GaussSeidel),
            ..plain()
        },
        Options {
            select: Some(Select::TopicCosine),
            ..plain()
        },
        Options {
            select: Some(Select::Mix),
            explain: Some(Explain::Literal),
            ..plain()
        },
    ]
}

fn summary(method: &Method, options: &Options, pool: &Pool, run: &Run<'_>) -> Summary {
    let built = (method.build)(options).expect("good options");
    let budget = Budget::fit(Limit::Words(30));
    built.summarize(pool, budget, run).expect("a summary")
}

fn check(method: &Method, pool: &Pool, least: usize) {
    let run = Run::new(1, &Silent);
    for options in variants() {
        let found = summary(method, &options, pool, &run);
        let name = method.name;
        assert!(
            found.chosen.len() >= least,
            "{name}, {options:?}: {found:?}"
        );
        assert!(
            found.chosen.iter().all(|chosen| chosen.score.is_finite()),
            "{name}"
        );
        assert!(
            found.trace.iter().all(|x| x.is_finite()),
            "{name}: {:?}",
            found.trace
        );
        let mut rows = found.rows();
        rows.sort_unstable();
        rows.dedup();
        assert_eq!(
            rows.len(),
            found.chosen.len(),
            "{name} chose a sentence twice"
        );
        assert!(rows.iter().all(|row| pool.group(0).contains(row)), "{name}");
    }
}

#[test]
fn odd_pools_are_summarised_without_fuss() {
    for method in tested() {
        check(method, &pool(&[]), 0);
        check(method, &pool(&[&["flood river rain"]]), 1);
        // All copies of one sentence, in one document and in two.
        check(method, &pool(&[&["flood river rain"; 4]]), 1);
        check(
            method,
            &pool(&[&["flood river rain"; 4], &["flood river rain"; 2]]),
            1,
        );
        // Every word in every sentence: all vectors are zero.
        check(
            method,
            &pool(&[&["flood river rain", "rain river flood"]]),
            1,
        );
        // Nothing in common.
        check(
            method,
            &pool(&[&["flood river rain", "vote poll seat", "goal cup team"]]),
            2,
        );
        check(
            method,
            &pool(&[&["flood river rain"], &["vote poll seat"], &[]]),
            2,
        );
        check(method, &made(1, 25), 2);
        check(method, &made(4, 12), 2);
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let pool = made(6, 60);
    for method in tested() {
        for options in [
            Options::default(),
            Options {
                paper: true,
                ..Options::default()
            },
        ] {
            let at = |threads: usize| {
                let threads = NonZeroUsize::new(threads).expect("not zero");
                let run = Run::new(5, &Silent).with_threads(threads);
                run.install(|| summary(method, &options, &pool, &run))
            };
            let one = at(1);
            assert_eq!(one, at(2), "{}", method.name);
            assert_eq!(one, at(7), "{}", method.name);
        }
    }
}

#[test]
fn a_stop_is_heard_and_a_question_is_asked_for() {
    let pool = made(3, 20);
    for method in tested() {
        let built = (method.build)(&Options::default()).expect("good options");
        let budget = Budget::fit(Limit::Words(30));
        let stopped = built.summarize(&pool, budget, &Run::new(0, &StopAtOnce));
        assert!(
            matches!(stopped, Err(SummarizeError::Cancelled(_))),
            "{}",
            method.name
        );
    }
    let mut builder = PoolBuilder::new();
    builder.push_terms([(["a", "b", "c"].as_slice(), 6)]);
    let unasked = builder.finish();
    let tmr = tested().find(|method| method.name == "tmr").expect("a row");
    let built = (tmr.build)(&Options::default()).expect("good options");
    let run = Run::new(0, &Silent);
    let error = built.summarize(&unasked, Budget::fit(Limit::Words(9)), &run);
    assert!(matches!(
        error,
        Err(SummarizeError::NoQuery { method: "tmr" })
    ));
}

#[test]
fn a_second_group_is_left_out() {
    let mut builder = PoolBuilder::new();
    let lines = [["flood", "river", "rain"], ["town", "river", "rain"]];
    builder.push_terms(lines.iter().map(|line| (line.as_slice(), 6)));
    builder.next_group();
    builder.push_terms(lines.iter().map(|line| (line.as_slice(), 6)));
    builder.ask(["flood"]);
    let pool = builder.finish();
    tested().for_each(|method| check(method, &pool, 1));
}
