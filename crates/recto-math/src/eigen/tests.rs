use super::*;
use crate::dense::{dot, norm};
use crate::rng;
use proptest::prelude::*;

/// A random symmetric matrix with the given eigenvalues.
fn with_values(values: &[f64], seed: u64) -> DenseMatrix {
    let n = values.len();
    let mut stream = rng::stream(seed, "eigen test", 0);
    let mut basis: Vec<Vec<f64>> = Vec::new();
    for _ in 0..n {
        let mut v: Vec<f64> = (0..n).map(|_| rng::normal(&mut stream)).collect();
        for _ in 0..2 {
            for known in &basis {
                crate::dense::axpy(-dot(known, &v), known, &mut v);
            }
        }
        let length = norm(&v);
        v.iter_mut().for_each(|x| *x /= length);
        basis.push(v);
    }
    let entry = |i: usize, j: usize| (0..n).map(|h| values[h] * basis[h][i] * basis[h][j]).sum();
    DenseMatrix::from_fn(n, n, |i, j| entry(i.max(j), i.min(j)))
}

fn check(matrix: &DenseMatrix, found: &Eigen, values: &[f64], tolerance: f64) {
    assert_eq!(found.values.len(), values.len());
    for (i, value) in values.iter().enumerate() {
        assert!(
            (found.values[i] - value).abs() < tolerance,
            "{:?}",
            found.values
        );
        let v = found.vectors.row(i);
        for row in 0..matrix.n_rows() {
            let error = dot(matrix.row(row), v) - found.values[i] * v[row];
            assert!(error.abs() < tolerance, "pair {i}: {error}");
        }
        for j in 0..=i {
            let expected = f64::from(u8::from(i == j));
            assert!((dot(v, found.vectors.row(j)) - expected).abs() < tolerance);
        }
        let most = v.iter().copied().max_by(|a, b| a.abs().total_cmp(&b.abs()));
        assert!(most.expect("a component") > -1e-9 || v.iter().any(|x| *x > 0.0));
    }
}

proptest! {
    #[test]
    fn all_pairs_of_any_small_matrix(
        mut values in prop::collection::vec(-3.0..3.0f64, 1..12), seed in 0u64..100
    ) {
        let matrix = with_values(&values, seed);
        values.sort_by(|a, b| b.total_cmp(a));
        check(&matrix, &all(&matrix), &values, 1e-9);
    }
}

#[test]
fn repeated_values_and_zeros_are_found() {
    let values = [2.0, 2.0, 2.0, 0.5, 0.5, 0.0, 0.0, -4.0, -4.0];
    check(
        &with_values(&values, 1),
        &all(&with_values(&values, 1)),
        &values,
        1e-9,
    );
    let zero = DenseMatrix::zeros(4, 4);
    check(&zero, &all(&zero), &[0.0; 4], 1e-12);
    assert!(all(&DenseMatrix::zeros(0, 0)).values.is_empty());
}

#[test]
fn the_largest_pairs_equal_those_of_the_whole_matrix() {
    // A flat spectrum without gaps, with large negative values.
    let values: Vec<f64> = (0..150).map(|i| 1.0 - 2.5 * f64::from(i) / 150.0).collect();
    let matrix = with_values(&values, 3);
    let found = largest(&matrix, 6, 0);
    assert!(found.residual < 1e-8, "{}", found.residual);
    check(&matrix, &found, &values[..6], 1e-7);
    let whole = all(&matrix);
    for i in 0..6 {
        let same = dot(whole.vectors.row(i), found.vectors.row(i));
        assert!((same - 1.0).abs() < 1e-9, "sign and direction: {same}");
    }
}

#[test]
fn every_copy_of_a_repeated_largest_value_is_found() {
    let mut values = vec![0.0; 120];
    values[..5].fill(1.0);
    values[5..9].copy_from_slice(&[0.5, 0.5, 0.3, 0.2]);
    values[100..].fill(-2.0);
    let matrix = with_values(&values, 4);
    check(&matrix, &largest(&matrix, 7, 0), &values[..7], 1e-7);
    // Blocks without any link, as in an affinity of unlike parts.
    let blocks = DenseMatrix::from_fn(100, 100, |i, j| f64::from(u8::from(i / 20 == j / 20)));
    check(
        &blocks,
        &largest(&blocks, 6, 0),
        &[20.0, 20.0, 20.0, 20.0, 20.0, 0.0],
        1e-6,
    );
}

#[test]
fn the_search_is_the_same_each_time() {
    let values: Vec<f64> = (0..90).map(|i| f64::from(i % 13)).collect();
    let matrix = with_values(&values, 5);
    assert_eq!(largest(&matrix, 4, 7), largest(&matrix, 4, 7));
}
