use super::*;
use crate::{Silent, rng};
use proptest::prelude::*;
use rand_chacha::rand_core::Rng;
use std::num::NonZeroUsize;

fn tree(points: &[f64], width: usize, linkage: Linkage) -> Dendrogram {
    agglomerate(points, width, linkage, &Run::new(0, &Silent)).expect("distributions")
}

/// All pairs in every round.
fn exhaustive(points: &[f64], width: usize, linkage: Linkage) -> Vec<Merge> {
    let mut state =
        State::new(points, width, linkage, &Run::new(0, &Silent)).expect("nobody cancels");
    let mut merges = Vec::new();
    while state.alive.len() > 1 {
        let mut best = (f64::INFINITY, 0, 0);
        for (at, &i) in state.alive.iter().enumerate() {
            for &j in &state.alive[at + 1..] {
                let score = state.score(i, j);
                if score < best.0 {
                    best = (score, i, j);
                }
            }
        }
        let (score, i, at) = best;
        state.rows[i] = Nearest {
            score,
            at,
            is_fresh: true,
        };
        merges.push(state.merge(i));
    }
    merges
}

fn points_of(weights: &[Vec<u32>]) -> Vec<f64> {
    let row = |row: &Vec<u32>| {
        let sum: u32 = row.iter().sum();
        let n = row.len() as f64;
        row.iter()
            .map(|&w| match sum {
                0 => 1.0 / n,
                _ => f64::from(w) / f64::from(sum),
            })
            .collect::<Vec<f64>>()
    };
    weights.iter().flat_map(row).collect()
}

const LINKAGES: [Linkage; 2] = [Linkage::Prototype, Linkage::Average];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn merges_are_those_of_an_exhaustive_search(
        weights in prop::collection::vec(prop::collection::vec(0u32..50, 5), 1..40)
    ) {
        let points = points_of(&weights);
        for linkage in LINKAGES {
            let fast = tree(&points, 5, linkage).merges;
            prop_assert_eq!(fast, exhaustive(&points, 5, linkage));
        }
    }

    #[test]
    fn ties_and_duplicates_change_nothing(
        weights in prop::collection::vec(prop::collection::vec(0u32..2, 3), 1..40)
    ) {
        let points = points_of(&weights);
        for linkage in LINKAGES {
            let fast = tree(&points, 3, linkage).merges;
            prop_assert_eq!(fast, exhaustive(&points, 3, linkage));
        }
    }
}

#[test]
fn duplicates_merge_at_height_zero() {
    let points = points_of(&vec![vec![3, 1, 7]; 12]);
    for linkage in LINKAGES {
        let merges = tree(&points, 3, linkage).merges;
        assert!(merges.iter().all(|merge| merge.height == 0.0));
    }
}

#[test]
fn what_is_no_distribution_is_refused() {
    let run = Run::new(0, &Silent);
    for bad in [[0.5, f64::NAN], [0.5, 0.6], [1.5, -0.5]] {
        let points = [1.0, 0.0, bad[0], bad[1]];
        let found = agglomerate(&points, 2, Linkage::Prototype, &run);
        assert!(matches!(
            found,
            Err(ClusterError::NotADistribution { row: 1, .. })
        ));
    }
}

#[test]
fn any_number_of_threads_merges_alike() {
    let mut draw = rng::stream(0, "agglomerative", 0);
    let weights: Vec<Vec<u32>> = (0..900)
        .map(|_| (0..10).map(|_| draw.next_u32() % 100).collect())
        .collect();
    let points = points_of(&weights);
    let at = |threads| {
        let run = Run::new(0, &Silent).with_threads(NonZeroUsize::new(threads).expect("some"));
        run.install(|| agglomerate(&points, 10, Linkage::Prototype, &run).expect("distributions"))
    };
    let one = at(1);
    assert_eq!(one, at(2));
    assert_eq!(one, at(7));
}
