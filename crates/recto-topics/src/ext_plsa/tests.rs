//! An iteration by nested loops, and an objective that never falls.

use super::*;
use crate::mixture::tests::{batched_corpus, golden_corpus};
use recto_math::Silent;
use recto_testing::golden;
use recto_testing::split::assert_splits;

/// The same model by loops over every document, word, cluster and topic.
fn plain(counts: &[Vec<f64>], model: &Clustered) -> (DenseMatrix, DenseMatrix, DenseMatrix) {
    let (n_y, n_z) = (model.clusters.n_rows(), model.clusters.n_columns());
    let mut documents = DenseMatrix::filled(counts.len(), n_y, 0.0);
    let mut clusters = DenseMatrix::filled(n_y, n_z, 0.0);
    let mut phi = DenseMatrix::filled(counts[0].len(), n_z, 0.0);
    for (d, row) in counts.iter().enumerate() {
        for (w, &n) in row.iter().enumerate() {
            let part = |y: usize, z: usize| {
                model.documents.row(d)[y] * model.clusters.row(y)[z] * model.phi.row(w)[z]
            };
            let p: f64 = (0..n_y)
                .flat_map(|y| (0..n_z).map(move |z| (y, z)))
                .map(|(y, z)| part(y, z))
                .sum();
            for y in 0..n_y {
                for z in 0..n_z {
                    let share = n * part(y, z) / p;
                    documents.row_mut(d)[y] += share;
                    clusters.row_mut(y)[z] += share;
                    phi.row_mut(w)[z] += share;
                }
            }
        }
    }
    documents.normalize_rows();
    clusters.normalize_rows();
    phi.normalize_columns();
    (documents, clusters, phi)
}

#[test]
fn an_iteration_equals_four_nested_loops() {
    let corpus = golden_corpus(&golden!("sgm_s"));
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
    let (params, hints) = (Params::paper(), Hints::default());
    let model = Clustering {
        params: &params,
        hints: &hints,
    };
    let mut state = Clustered {
        documents: DenseMatrix::from_values(2, vec![0.6, 0.4, 0.3, 0.7, 0.5, 0.5]),
        clusters: DenseMatrix::from_values(3, vec![0.2, 0.3, 0.5, 0.6, 0.3, 0.1]),
        phi: DenseMatrix::from_values(
            3,
            vec![
                0.4, 0.1, 0.25, 0.3, 0.2, 0.25, 0.2, 0.3, 0.25, 0.1, 0.4, 0.25,
            ],
        ),
    };
    for _ in 0..3 {
        let (documents, clusters, phi) = plain(&counts, &state);
        let mut shared = Shared {
            clusters: state.clusters,
            phi: state.phi,
        };
        let (statistics, own) = model.step(&batches[0], state.documents, &shared);
        model.update(statistics, &mut shared);
        state = Clustered {
            documents: own,
            clusters: shared.clusters,
            phi: shared.phi,
        };
        let pairs = [
            (&state.documents, &documents),
            (&state.clusters, &clusters),
            (&state.phi, &phi),
        ];
        for (found, wanted) in pairs {
            for (a, b) in found.values().iter().zip(wanted.values()) {
                assert!((a - b).abs() < 1e-12, "{a} for {b}");
            }
        }
    }
}

#[test]
fn the_objective_never_falls() {
    let corpus = golden_corpus(&golden!("sgm_s"));
    for (seed, params) in [(0, Params::default()), (1, Params::paper())] {
        let fit = fit(
            &corpus,
            &params,
            &Hints::default(),
            3,
            &Run::new(seed, &Silent),
        );
        assert_eq!(fit.expect("a fit").n_falls, 0);
    }
}

#[test]
fn a_fit_is_the_same_over_two_workers() {
    let corpus = batched_corpus();
    let (params, hints) = (Params::default(), Hints::default());
    let batches = Batch::all(&corpus, false);
    let model = Clustering {
        params: &params,
        hints: &hints,
    };
    let start = || start(&batches, &corpus, &hints, (3, 5), (1, 0));
    assert_splits(&model, &batches, start, 8);
}
