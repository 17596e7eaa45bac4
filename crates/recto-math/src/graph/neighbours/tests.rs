use super::*;
use crate::weight::unit_rows;
use crate::{CsrBuilder, Silent, similarity};
use proptest::prelude::*;
use std::num::NonZeroUsize;

type Rows = Vec<Vec<(u32, f64)>>;

fn matrix(rows: &Rows, unit: bool) -> CsrMatrix {
    let mut builder = CsrBuilder::new(12);
    for row in rows {
        builder.push_weights(row.iter().copied());
    }
    if unit {
        unit_rows(&builder.finish())
    } else {
        builder.finish()
    }
}

/// A few columns are in most rows and weigh little, as in text.
fn any_rows() -> impl Strategy<Value = Rows> {
    let value = prop_oneof![(0u32..3, 0.0..0.3), (0u32..12, 0.0..2.0)];
    prop::collection::vec(prop::collection::vec(value, 0..8), 0..40)
}

fn all_pairs(vectors: &CsrMatrix, threshold: f64) -> Vec<(usize, usize, f64)> {
    let n = vectors.n_rows();
    let pairs = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    pairs
        .filter(|(i, j)| i != j)
        .map(|(i, j)| (i, j, similarity::dot(vectors.row(i), vectors.row(j))))
        .filter(|&(_, _, product)| product > threshold)
        .collect()
}

fn agree(graph: &CsrMatrix, vectors: &CsrMatrix, threshold: f64) -> Result<(), TestCaseError> {
    let near = |product: f64| (product - threshold).abs() < 1e-12;
    let naive = all_pairs(vectors, threshold);
    let found: Vec<(usize, usize, f64)> = (0..graph.n_rows())
        .flat_map(|i| graph.row(i).iter().map(move |(j, p)| (i, j as usize, p)))
        .collect();
    // Other orders of summation differ in the last bits, at the threshold too.
    let clear = |pairs: Vec<(usize, usize, f64)>| -> Vec<(usize, usize, f64)> {
        pairs.into_iter().filter(|&(_, _, p)| !near(p)).collect()
    };
    let (naive, found) = (clear(naive), clear(found));
    prop_assert_eq!(naive.len(), found.len());
    for (a, b) in naive.iter().zip(&found) {
        prop_assert_eq!((a.0, a.1), (b.0, b.1));
        prop_assert!((a.2 - b.2).abs() < 1e-12);
    }
    prop_assert_eq!(&graph.transpose(), graph);
    Ok(())
}

proptest! {
    #[test]
    fn neighbours_are_those_of_all_pairs(
        rows in any_rows(), threshold in 0.0..0.9f64, unit in any::<bool>()
    ) {
        let vectors = matrix(&rows, unit);
        let run = Run::new(0, &Silent);
        for threshold in [threshold, 0.0] {
            let graph = neighbours(&vectors, threshold, &run).unwrap();
            agree(&graph, &vectors, threshold)?;
        }
    }

    #[test]
    fn the_nearest_row_of_others_is_found(
        rows in any_rows(), others in any_rows(), threshold in 0.0..0.9f64, unit in any::<bool>()
    ) {
        let (vectors, others) = (matrix(&rows, unit), matrix(&others, unit));
        let found = nearest(&vectors, &others, threshold, &Run::new(0, &Silent)).unwrap();
        for (row, found) in vectors.rows().zip(found) {
            let best = others.rows().map(|other| similarity::dot(row, other)).fold(0.0, f64::max);
            let expected = if best > threshold { best } else { 0.0 };
            prop_assert!((found - expected).abs() < 1e-12 || (best - threshold).abs() < 1e-12);
        }
    }

    #[test]
    fn pairs_are_counted_exactly_if_every_row_is_in_the_sample(rows in any_rows()) {
        let vectors = matrix(&rows, true);
        let run = Run::new(0, &Silent);
        let thresholds = [0.5, 0.1, 0.3];
        let counts = pairs_above(&vectors, &thresholds, 40, &run).unwrap();
        for (threshold, count) in thresholds.into_iter().zip(counts) {
            let graph = neighbours(&vectors, threshold, &run).unwrap();
            prop_assert_eq!(graph.nnz() as f64 / 2.0, count);
        }
    }
}

fn made(n: usize) -> CsrMatrix {
    use rand_chacha::rand_core::Rng;
    let mut draw = crate::rng::stream(0, "neighbours", 0);
    let mut builder = CsrBuilder::new(500);
    for _ in 0..n {
        let mut column = || (500.0f64.powf(crate::rng::uniform(&mut draw)) - 1.0) as u32;
        let columns: Vec<u32> = (0..10).map(|_| column()).collect();
        builder.push_counts(columns);
        draw.next_u32();
    }
    unit_rows(&crate::weight::Weighting::TfIdf.apply(&builder.finish()))
}

#[test]
fn the_same_bytes_come_out_at_any_number_of_threads() {
    let vectors = made(700);
    let at = |threads| {
        let run = Run::new(0, &Silent).with_threads(NonZeroUsize::new(threads).unwrap());
        run.install(|| neighbours(&vectors, 0.1, &run)).unwrap()
    };
    assert_eq!(at(1), at(2));
    assert_eq!(at(1), at(7));
}

#[test]
fn a_sample_estimates_the_number_of_pairs() {
    let vectors = made(2000);
    let run = Run::new(0, &Silent);
    let exact = neighbours(&vectors, 0.2, &run).unwrap().nnz() as f64 / 2.0;
    let estimate = pairs_above(&vectors, &[0.2], 400, &run).unwrap()[0];
    assert!(
        (estimate / exact - 1.0).abs() < 0.1,
        "{estimate} of {exact}"
    );
}

#[test]
fn pruning_changes_no_bit() {
    // Pairs are summed in the same order at every threshold, and at 0 nothing is pruned.
    let vectors = made(900);
    let run = Run::new(0, &Silent);
    let all = neighbours(&vectors, 0.0, &run).unwrap();
    for threshold in [0.05, 0.1, 0.3, 0.6] {
        let graph = neighbours(&vectors, threshold, &run).unwrap();
        for (row, full) in graph.rows().zip(all.rows()) {
            let above = full.iter().filter(|&(_, product)| product > threshold);
            assert!(row.iter().eq(above));
        }
    }
}
