//! An iteration by nested loops, and a bound that never falls.

use super::*;
use crate::mixture::tests::{batched_corpus, golden_corpus};
use recto_math::Silent;
use recto_math::em::Iterate;
use recto_math::special::digamma;
use recto_testing::golden;
use recto_testing::split::assert_splits;

fn corpus() -> Corpus {
    golden_corpus(&golden!("sgm_s"))
}

/// One update by loops over every document, word and topic.
fn plain(
    counts: &[Vec<f64>],
    before: &DenseMatrix,
    model: &Dirichlets,
) -> (DenseMatrix, DenseMatrix) {
    let n_topics = model.alpha.len();
    let sums = model.lambda.column_sums();
    let mut gamma = DenseMatrix::filled(counts.len(), n_topics, 0.0);
    let mut lambda = DenseMatrix::filled(counts[0].len(), n_topics, model.beta);
    for (d, row) in counts.iter().enumerate() {
        gamma.row_mut(d).copy_from_slice(&model.alpha);
        let own = before.row(d);
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
    let batches = Batch::all(&corpus, false);
    let hints = Hints::default();
    let model = Allocation {
        hints: &hints,
        guided: false,
        n_filled: 3,
    };
    let run = Run::new(3, &Silent);
    let shaped = mixture::warm_start(&corpus, &batches, &hints, 2, (0, 2), &run);
    let start = model.start(
        &Params::default(),
        &batches,
        shaped.expect("nobody cancels"),
    );
    let (mut parameters, mut own) = (start.parameters, start.states[0].clone());
    for _ in 0..4 {
        let before = gamma(own.clone(), &parameters.alpha);
        let (wanted_gamma, lambda) = plain(&counts, &before, &parameters);
        let (statistics, next) = model.step(&batches[0], own, &parameters);
        own = next;
        model.update(statistics, &mut parameters);
        let found = gamma(own.clone(), &parameters.alpha);
        for (found, wanted) in [(&found, &wanted_gamma), (&parameters.lambda, &lambda)] {
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

#[test]
fn a_fit_is_the_same_over_two_workers_also_while_priors_are_learned() {
    let corpus = batched_corpus();
    let (params, hints) = (Params::default(), Hints::default());
    let batches = Batch::all(&corpus, false);
    let model = Allocation {
        hints: &hints,
        guided: false,
        n_filled: 1_782,
    };
    let run = Run::new(3, &Silent);
    let start = || {
        let shaped = mixture::warm_start(&corpus, &batches, &hints, 3, (0, 2), &run);
        model.start(&params, &batches, shaped.expect("nobody cancels"))
    };
    assert_splits(&model, &batches, start, 26);
}
