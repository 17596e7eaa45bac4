use super::*;
use proptest::prelude::*;

fn points_at(values: &[(f64, f64)]) -> DenseMatrix {
    DenseMatrix::from_fn(values.len(), 2, |i, j| {
        if j == 0 { values[i].0 } else { values[i].1 }
    })
}

/// Sum of squared distances of points to the mean of those with the same label.
fn inertia(points: &DenseMatrix, k: usize, label: impl Fn(usize) -> usize) -> f64 {
    let mut sum = 0.0;
    for group in 0..k {
        let own: Vec<usize> = (0..points.n_rows())
            .filter(|&i| label(i) == group)
            .collect();
        for dimension in 0..points.n_columns() {
            let at = |&i: &usize| points[(i, dimension)];
            let mean = own.iter().map(at).sum::<f64>() / own.len().max(1) as f64;
            sum += own.iter().map(|i| (at(i) - mean).powi(2)).sum::<f64>();
        }
    }
    sum
}

/// The least inertia over all labellings.
fn enumerate(points: &DenseMatrix, k: usize) -> f64 {
    (0..k.pow(points.n_rows() as u32))
        .map(|code| inertia(points, k, |i| code / k.pow(i as u32) % k))
        .fold(f64::INFINITY, f64::min)
}

proptest! {
    /// Lloyd's algorithm promises a local optimum, no more: of points that lie anywhere some
    /// have a best labelling that no start of theirs leads to.
    #[test]
    fn a_clustering_is_a_local_optimum(
        values in prop::collection::vec((0.0..9.0f64, 0.0..9.0f64), 3..8), k in 2usize..4
    ) {
        let points = points_at(&values);
        let found = solve(&points, k, 60, 0);
        prop_assert!(found.labels.iter().all(|&label| label < k));
        prop_assert!((found.inertia - inertia(&points, k, |i| found.labels[i])).abs() < 1e-9);
        prop_assert!(found.inertia >= enumerate(&points, k) - 1e-9);
        let distance = |i: usize, c: usize| -> f64 {
            (0..2).map(|j| (points[(i, j)] - found.centers[(c, j)]).powi(2)).sum()
        };
        for (i, &own) in found.labels.iter().enumerate() {
            prop_assert!((0..k).all(|c| distance(i, own) <= distance(i, c) + 1e-9));
        }
        prop_assert_eq!(&found, &solve(&points, k, 60, 0));
    }

    /// Groups much narrower than the gaps between them leave one labelling to find.
    #[test]
    fn restarts_find_the_best_of_all_labellings_of_points_in_groups(
        offsets in prop::collection::vec((0.0..0.5f64, 0.0..0.5f64), 3..8), k in 2usize..4
    ) {
        let place = |(i, &(x, y)): (usize, &(f64, f64))| (x + 9.0 * (i % k) as f64, y);
        let points = points_at(&offsets.iter().enumerate().map(place).collect::<Vec<_>>());
        let found = solve(&points, k, 20, 0);
        prop_assert!(found.inertia <= enumerate(&points, k) + 1e-9);
    }
}

#[test]
fn an_empty_centre_moves_to_the_farthest_point() {
    let points = points_at(&[(0.0, 0.0), (0.0, 0.0), (9.0, 0.0), (4.0, 0.0)]);
    let far_away = points_at(&[(0.0, 0.0), (99.0, 0.0), (5.0, 0.0)]);
    let run = Run::new(0, &Silent);
    let found = lloyd(&points, far_away, &run).expect("nobody cancels");
    assert_eq!(found.labels, [0, 0, 1, 2]);
}

#[test]
fn coinciding_points_and_too_many_groups_are_no_trouble() {
    let same = points_at(&[(1.0, 1.0); 5]);
    assert_eq!(solve(&same, 3, 4, 0).inertia, 0.0);
    assert_eq!(solve(&same, 30, 2, 0).labels.len(), 5);
    assert!(solve(&points_at(&[]), 3, 2, 0).labels.is_empty());
}

proptest! {
    #[test]
    fn sparse_rows_are_grouped_as_full_ones(
        values in prop::collection::vec((0.0..9.0f64, 0.0..9.0f64), 3..30), k in 2usize..4
    ) {
        let mut builder = crate::CsrBuilder::new(2);
        for &(x, y) in &values {
            builder.push_weights([(0, x), (1, y)]);
        }
        let run = Run::new(0, &Silent);
        let sparse = solve_sparse(&builder.finish(), k, 3, &run).expect("nobody cancels");
        let full = solve(&points_at(&values), k, 3, 0);
        prop_assert!((sparse.inertia - full.inertia).abs() < 1e-6 * (1.0 + full.inertia));
    }
}
