//! An iteration by nested loops, and a bound that never falls.

use super::*;
use crate::mixture::tests::golden_corpus;
use recto_math::Silent;
use recto_math::em::Iterate;
use recto_math::special::digamma;
use recto_testing::golden;

fn corpus() -> Corpus {
    golden_corpus(&golden!("sgm_s"))
}

/// One update by loops over every document, word and topic.
fn plain(counts: &[Vec<f64>], model: &Dirichlets) -> (Table, Table) {
    let n_topics = model.alpha.len();
    let sums = model.lambda.column_sums();
    let mut gamma = Table::filled(counts.len(), n_topics, 0.0);
    let mut lambda = Table::filled(counts[0].len(), n_topics, model.beta);
    for (d, row) in counts.iter().enumerate() {
        gamma.row_mut(d).copy_from_slice(&model.alpha);
        let own = model.gamma.row(d);
        let whole = digamma(own.iter().sum());
        for (w, &n) in row.iter().enumerate() {
            let weight = |z: usize| {
                let topic = digamma(own[z]) - whole;
                (topic + digamma(model.lambda.row(w)[z]) - digamma(sums[z])).exp()
            };
            let total: f64 = (0..n_topics).map(weight).sum();
            for z in 0..n_topics {
                gamma.row_mut(d)[z] += n * weight(z) / total;
                lambda.row_mut(w)[z] += n * weight(z) / total;
            }
        }
    }
    (gamma, lambda)
}

#[test]
fn an_iteration_equals_three_nested_loops() {
    let corpus = corpus();
    let counts: Vec<Vec<f64>> = corpus
        .documents()
        .rows()
        .map(|row| {
            let mut dense = vec![0.0; 4];
            row.iter().for_each(|(w, n)| dense[w as usize] = n);
            dense
        })
        .collect();
    let data = Data::new(&corpus, false);
    let hints = Hints::default();
    let model = Allocation {
        data: &data,
        hints: &hints,
        guided: false,
        n_filled: 3,
    };
    let run = Run::new(3, &Silent);
    let shaped = mixture::warm_start(&corpus, &data, &hints, 2, (0, 2), &run);
    let mut state = model.start(&Params::default(), shaped.expect("nobody cancels"));
    for _ in 0..4 {
        let (gamma, lambda) = plain(&counts, &state);
        let statistics = model.step(0, &state);
        model.update(statistics, &mut state);
        for (found, wanted) in [(&state.gamma, &gamma), (&state.lambda, &lambda)] {
            for (a, b) in found.values().iter().zip(wanted.values()) {
                assert!((a - b).abs() < 1e-9, "{a} for {b}");
            }
        }
    }
}

#[test]
fn the_bound_never_falls_also_while_priors_are_learned() {
    let corpus = corpus();
    for seed in 0..20 {
        let params = Params {
            iterations: 80,
            tolerance: 0.0,
            ..Params::default()
        };
        let n_topics = 1 + seed as usize % 3;
        let fit = fit(
            &corpus,
            &params,
            &Hints::default(),
            n_topics,
            &Run::new(seed, &Silent),
        );
        let fit = fit.expect("a fit");
        assert_eq!(fit.n_falls, 0, "{:?}", fit.history);
    }
}
