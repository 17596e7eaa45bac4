//! Golden summaries, updates and comparisons, and lazy choice against the naive one.

use super::*;
use crate::budget::Limit;
use crate::{Comparer, PoolBuilder};
use proptest::prelude::*;
use recto_math::Silent;
use recto_testing::golden;
use recto_testing::golden::Entry;
use recto_testing::golden::Tolerance::Absolute;

/// The sentences of the golden file, by document: terms and numbers of words.
fn documents() -> Vec<Vec<(Vec<String>, usize)>> {
    let golden = golden!("default");
    let tokens: Vec<Vec<String>> = golden.at("tokens").read();
    let places = golden.at("document_of").counts();
    let mut documents = vec![Vec::new(); 3];
    for ((terms, words), document) in tokens
        .into_iter()
        .zip(golden.at("words").counts())
        .zip(places)
    {
        documents[document].push((terms, words));
    }
    documents
}

fn push(builder: &mut PoolBuilder, document: &[(Vec<String>, usize)]) {
    builder.push_terms(document.iter().map(|(terms, words)| (&terms[..], *words)));
}

fn plain(options: &Options) -> Facility {
    Facility::checked("facility", options).expect("good options")
}

/// Checks the rows, which are counted from `first` on in the golden file, and their gains.
fn check(summary: &Summary, expected: &Entry<'_>, first: usize) {
    let rows: Vec<usize> = summary.rows().iter().map(|row| row + first).collect();
    expected.at("chosen").assert_equal(&rows);
    let gains: Vec<f64> = summary.chosen.iter().map(|chosen| chosen.score).collect();
    expected.at("gains").assert_all_near(&gains, Absolute(1e-9));
}

#[test]
fn the_golden_generic_summaries_come_out() {
    let mut builder = PoolBuilder::new();
    documents()
        .iter()
        .for_each(|document| push(&mut builder, document));
    let pool = builder.finish();
    let budget = Budget::overshoot(Limit::Words(40));
    let run = Run::new(0, &Silent);
    for (key, position_weight) in [("generic", None), ("generic_e0", Some(0.0))] {
        let options = Options {
            position_weight,
            ..Options::default()
        };
        let summary = plain(&options)
            .summarize(&pool, budget, &run)
            .expect("done");
        check(&summary, &golden!("default").at(key), 0);
    }
}

#[test]
fn the_golden_update_comes_out() {
    let update = golden!("default").at("update");
    let mut builder = PoolBuilder::new();
    documents()
        .iter()
        .for_each(|document| push(&mut builder, document));
    builder.next_group();
    let old = [
        ("river rise sundai heavi rain", 8),
        ("mayor ask peopl stai home", 8),
    ];
    let old = old.map(|(terms, words)| (terms.split(' ').map(str::to_string).collect(), words));
    push(&mut builder, &old);
    let pool = builder.finish();
    let run = Run::new(0, &Silent);
    let rows: Vec<usize> = pool.group(0).collect();
    let found = known(&pool, &vectors::tf_isf(&pool), &rows, &run).expect("done");
    // In the golden file the old sentences come first.
    let expected = update.at("known").entries();
    for (found, expected) in found.iter().zip(&expected[2..]) {
        expected.assert_near(*found, Absolute(1e-9));
    }
    let words = update.at("budget_words").count();
    let summary = plain(&Options::default())
        .summarize(&pool, Budget::overshoot(Limit::Words(words)), &run)
        .expect("done");
    check(&summary, &update, 2);
}

#[test]
fn the_golden_comparison_comes_out() {
    let mut builder = PoolBuilder::new();
    for (group, document) in documents().iter().enumerate() {
        if group > 0 {
            builder.next_group();
        }
        push(&mut builder, document);
    }
    let pool = builder.finish();
    let contrast = Contrast(Facility {
        given_position: Some(0.5),
        ..plain(&Options::default())
    });
    let run = Run::new(0, &Silent);
    let budget = Budget::overshoot(Limit::Words(10));
    let summaries = contrast.compare(&pool, budget, &run).expect("done");
    let expected = golden!("default").at("comparative").at("per_group");
    for (summary, expected) in summaries.iter().zip(expected.entries()) {
        check(summary, &expected, 0);
    }
}

#[test]
fn the_golden_feedback_scores_come_out() {
    let mut builder = PoolBuilder::new();
    documents()
        .iter()
        .for_each(|document| push(&mut builder, document));
    builder.ask(["rain", "river"]);
    let pool = builder.finish();
    let vectors = vectors::tf_isf(&pool);
    let found = feedback::relevance(&pool, &vectors, &vectors::query(&pool)).expect("a match");
    let expected = golden!("default").at("query").at("feedback_score");
    expected.assert_all_near(&found, Absolute(1e-9));
}

#[test]
fn a_query_that_matches_nothing_is_said() {
    let mut builder = PoolBuilder::new();
    builder.push_terms([(&["tide", "quay"][..], 6), (&["boat", "harbour"][..], 6)]);
    builder.ask(["submarine"]);
    let pool = builder.finish();
    let run = Run::new(0, &Silent);
    let budget = Budget::fit(Limit::Words(50));
    let silent = plain(&Options::default())
        .summarize(&pool, budget, &run)
        .expect("done");
    assert_eq!((silent.chosen.len(), silent.warnings.len()), (0, 1));
    let options = Options {
        fallback: true,
        ..Options::default()
    };
    let all = plain(&options)
        .summarize(&pool, budget, &run)
        .expect("done");
    assert_eq!((all.chosen.len(), all.warnings.len()), (2, 1));
}

/// Greedy with every gain computed anew.
fn naive(coverage: &Coverage<'_>, mut room: usize) -> Vec<usize> {
    let mut chosen = Vec::new();
    while room > 0 {
        let state = coverage.state(&chosen);
        let open = (0..coverage.len()).filter(|row| !chosen.contains(row));
        let gain = |row: usize| coverage.gain(&state, row);
        let best = open.reduce(|best, row| if gain(row) > gain(best) { row } else { best });
        let Some(best) = best else { break };
        chosen.push(best);
        room -= 1;
    }
    chosen
}

fn value(coverage: &Coverage<'_>, chosen: &[usize]) -> f64 {
    let state = coverage.state(chosen);
    coverage
        .weights
        .iter()
        .zip(&state)
        .map(|(w, v)| w * v)
        .sum()
}

proptest! {
    #[test]
    fn lazy_is_naive_and_near_the_optimum(
        cosines in proptest::collection::vec(0u8..20, 36),
        weights in proptest::collection::vec(0.1f64..2.0, 9),
        priors in proptest::collection::vec(0.1f64..1.0, 9),
        room in 1usize..4,
    ) {
        let mut builder = recto_math::CsrBuilder::new(9);
        let pair = |a: usize, b: usize| f64::from(cosines[a.max(b) * (a.max(b) - 1) / 2 + a.min(b)]) / 20.0;
        for row in 0..9 {
            let others = (0..9).filter(|other| *other != row && pair(row, *other) > 0.0);
            builder.push_weights(others.map(|other| (other as u32, pair(row, other))));
        }
        let similar = builder.finish();
        let coverage = Coverage {
            similar: &similar,
            weights: &weights,
            known: &[0.0; 9],
            priors: &priors,
            prior_place: PriorPlace::InObjective,
        };
        let mut left = room;
        let mut lazy = Vec::new();
        coverage.greedy(&(0..9).collect::<Vec<_>>(), &mut lazy, |_| {
            let affords = left > 0;
            left = left.saturating_sub(1);
            affords
        });
        prop_assert_eq!(&lazy, &naive(&coverage, room));
        let mut best = 0.0f64;
        for set in 0u32..512 {
            if set.count_ones() as usize == room {
                let rows: Vec<usize> = (0..9).filter(|row| set >> row & 1 == 1).collect();
                best = best.max(value(&coverage, &rows));
            }
        }
        prop_assert!(value(&coverage, &lazy) >= (1.0 - (-1.0f64).exp()) * best - 1e-9);
    }
}
