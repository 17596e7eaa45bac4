use super::*;
use crate::em::Stop;
use crate::{CsrBuilder, Run, Silent, eigen};
use proptest::prelude::*;
use std::num::NonZeroUsize;

fn sparse(rows: &[Vec<(u32, f64)>], n_columns: usize) -> CsrMatrix {
    let mut builder = CsrBuilder::new(n_columns);
    for row in rows {
        builder.push_weights(row.iter().copied());
    }
    builder.finish()
}

/// A random sparse matrix with about a fifth of its places filled.
fn drawn(n_rows: usize, n_columns: usize, seed: u64) -> CsrMatrix {
    let mut stream = rng::stream(seed, "factor test", 0);
    let mut row = || {
        let kept = (0..n_columns as u32).filter_map(|j| {
            let is_kept = rng::uniform(&mut stream) < 0.2;
            is_kept.then(|| (j, rng::uniform(&mut stream)))
        });
        kept.collect()
    };
    let rows: Vec<Vec<(u32, f64)>> = (0..n_rows).map(|_| row()).collect();
    sparse(&rows, n_columns)
}

fn full(matrix: &CsrMatrix) -> DenseMatrix {
    let mut full = DenseMatrix::zeros(matrix.n_rows(), matrix.n_columns());
    for (i, row) in matrix.rows().enumerate() {
        row.iter()
            .for_each(|(j, value)| full[(i, j as usize)] = value);
    }
    full
}

fn at<R: Send>(threads: usize, work: impl Fn(&Run<'_>) -> R + Sync + Send) -> R {
    let threads = NonZeroUsize::new(threads).expect("not zero");
    let run = Run::new(3, &Silent).with_threads(threads);
    run.install(|| work(&run))
}

const STOP: Stop = Stop {
    iterations: 120,
    tolerance: 0.0,
};

fn svd_of(matrix: &CsrMatrix, k: usize) -> svd::Svd {
    svd::truncated(matrix, k, &Run::new(1, &Silent)).expect("nobody cancels")
}

fn check_svd(matrix: &CsrMatrix, k: usize) {
    let found = svd_of(matrix, k);
    let a = full(matrix);
    let whole = eigen::all(&a.times(&a.transpose()));
    let is_some = |x: &&f64| **x > 1e-10 * whole.values[0].max(1e-300);
    let rank = whole.values.iter().filter(is_some).count();
    assert_eq!(found.values.len(), k.min(rank));
    for (i, &value) in found.values.iter().enumerate() {
        assert!((value * value - whole.values[i]).abs() < 1e-8, "value {i}");
        let (u, v) = (found.left.row(i), found.right.row(i));
        for (row, u) in u.iter().enumerate() {
            let error = crate::dense::dot(a.row(row), v) - value * u;
            assert!(error.abs() < 1e-6, "vector {i}: {error}");
        }
        assert!((crate::dense::norm(u) - 1.0).abs() < 1e-9);
        assert!((crate::dense::norm(v) - 1.0).abs() < 1e-6);
    }
}

#[test]
fn singular_values_equal_the_eigenvalues_of_the_full_product() {
    for seed in 0..6 {
        check_svd(&drawn(12, 30, seed), 5);
        check_svd(&drawn(30, 12, seed), 5);
        // Large enough for the search in a growing space.
        check_svd(&drawn(90, 120, seed), 6);
        check_svd(&drawn(150, 80, seed), 6);
    }
    check_svd(&drawn(3, 4, 0), 9);
}

#[test]
fn a_matrix_of_zeros_has_no_singular_value() {
    let zeros = sparse(&vec![vec![]; 70], 80);
    assert!(svd_of(&zeros, 3).values.is_empty());
    assert!(svd_of(&sparse(&[], 4), 3).values.is_empty());
    let once = sparse(&vec![vec![(0, 1.0)]; 70], 80);
    assert_eq!(svd_of(&once, 3).values.len(), 1);
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let a = drawn(300, 200, 5);
    let s = similarities(&a);
    let results = |threads| {
        at(threads, |run| {
            let nmf = nmf::fit(&a, 4, STOP, run).expect("nobody cancels");
            let symmetric = symmetric::fit(&s, 4, STOP, run).expect("nobody cancels");
            (svd_of(&a, 4), nmf, symmetric)
        })
    };
    let one = results(1);
    assert_eq!(one, results(2));
    assert_eq!(one, results(7));
}

/// Inner products of unit rows, ones on the diagonal.
fn similarities(rows: &CsrMatrix) -> CsrMatrix {
    let unit = crate::weight::unit_rows(rows);
    let mut builder = CsrBuilder::new(unit.n_rows());
    for i in 0..unit.n_rows() {
        let one = |j: usize| {
            if i == j {
                1.0
            } else {
                crate::similarity::dot(unit.row(i), unit.row(j))
            }
        };
        builder.push_weights((0..unit.n_rows()).map(|j| (j as u32, one(j))));
    }
    builder.finish()
}

fn never_falls(history: &[f64], scale: f64) {
    for pair in history.windows(2) {
        assert!(pair[1] >= pair[0] - 1e-11 * scale, "{pair:?}");
    }
}

fn is_nonnegative(matrix: &DenseMatrix) -> bool {
    matrix.values().iter().all(|x| x.is_finite() && *x >= 0.0)
}

#[test]
fn the_objective_is_that_of_the_full_matrices() {
    let a = drawn(9, 7, 2);
    let stop = |iterations| Stop { iterations, ..STOP };
    let before = at(1, |run| nmf::fit(&a, 3, stop(1), run).expect("fits"));
    let after = at(1, |run| nmf::fit(&a, 3, stop(2), run).expect("fits"));
    let fitted = before
        .parameters
        .rows
        .times(&before.parameters.columns.transpose());
    let pairs = full(&a)
        .values()
        .to_vec()
        .into_iter()
        .zip(fitted.values().to_vec());
    let error: f64 = pairs.map(|(x, y)| (x - y).powi(2)).sum();
    assert!((after.history[1] + error).abs() < 1e-10);
    let s = similarities(&a);
    let before = at(1, |run| symmetric::fit(&s, 3, stop(1), run).expect("fits"));
    let after = at(1, |run| symmetric::fit(&s, 3, stop(2), run).expect("fits"));
    let h = &before.parameters;
    let fitted = h.times(&h.transpose());
    let pairs = full(&s)
        .values()
        .to_vec()
        .into_iter()
        .zip(fitted.values().to_vec());
    let explained: f64 = pairs.map(|(x, y)| x * x - (x - y).powi(2)).sum();
    assert!((after.history[1] - explained).abs() < 1e-10);
    // Never written down, the similarities give the same groups.
    let unit = crate::weight::unit_rows(&a);
    let products = symmetric::Products::new(&unit);
    let again = at(1, |run| {
        symmetric::fit(&products, 3, stop(2), run).expect("fits")
    });
    let pairs = after
        .parameters
        .values()
        .iter()
        .zip(again.parameters.values());
    assert!(pairs.into_iter().all(|(x, y)| (x - y).abs() < 1e-9));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn errors_never_rise_and_factors_stay_nonnegative(
        n in 1usize..20, m in 1usize..20, k in 1usize..6, seed in 0u64..1000
    ) {
        let a = drawn(n, m, seed);
        let scale = inner(&full(&a), &full(&a)) + 1.0;
        let found = at(1, |run| nmf::fit(&a, k, STOP, run).expect("nobody cancels"));
        never_falls(&found.history, scale);
        prop_assert!(is_nonnegative(&found.parameters.rows));
        prop_assert!(is_nonnegative(&found.parameters.columns));
        let s = similarities(&a);
        let found = at(1, |run| symmetric::fit(&s, k, STOP, run).expect("nobody cancels"));
        never_falls(&found.history, inner(&full(&s), &full(&s)));
        prop_assert!(is_nonnegative(&found.parameters));
    }
}

#[test]
fn a_random_projection_finds_the_leading_singular_values_of_a_decaying_matrix() {
    // Row i has its weight at column i mod 30, halved from column to column, and a little
    // noise: the singular values fall by halves.
    let noise = drawn(80, 30, 5);
    let decaying = |i: usize| {
        let peak = (i % 30) as u32;
        let row = noise.row(i).iter().map(|(j, x)| (j, 1e-4 * x));
        let mut row: Vec<(u32, f64)> = row.filter(|(j, _)| *j != peak).collect();
        row.push((peak, 0.5f64.powi(peak as i32)));
        row
    };
    let rows: Vec<Vec<(u32, f64)>> = (0..80).map(decaying).collect();
    let matrix = sparse(&rows, 30);
    let exact = svd_of(&matrix, 5);
    let found = at(2, |run| randomized::truncated(&matrix, 5, run)).expect("nobody cancels");
    assert_eq!(found.values.len(), 5);
    for i in 0..5 {
        assert!((found.values[i] - exact.values[i]).abs() < 1e-9);
        let cosine = crate::dense::dot(found.left.row(i), exact.left.row(i));
        assert!(cosine.abs() > 1.0 - 1e-9, "left {i}: {cosine}");
        let cosine = crate::dense::dot(found.right.row(i), exact.right.row(i));
        assert!(cosine.abs() > 1.0 - 1e-9, "right {i}: {cosine}");
    }
    let alone = at(1, |run| randomized::truncated(&matrix, 5, run)).expect("nobody cancels");
    assert_eq!(alone, found);
}

#[test]
fn a_random_projection_of_low_rank_or_nothing_has_as_many_values_as_the_rank() {
    let run = Run::new(0, &Silent);
    let one = sparse(&[vec![(0, 1.0), (1, 2.0)], vec![(0, 2.0), (1, 4.0)]], 3);
    let found = randomized::truncated(&one, 2, &run).expect("nobody cancels");
    assert_eq!(found.values.len(), 1);
    assert!((found.values[0] - 5.0).abs() < 1e-12);
    let none = sparse(&[Vec::new(), Vec::new()], 3);
    let found = randomized::truncated(&none, 2, &run).expect("nobody cancels");
    assert!(found.values.is_empty());
}
