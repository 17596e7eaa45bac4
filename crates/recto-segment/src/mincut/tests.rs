//! Golden cuts, rows of scores by definition, and what is said of odd input.

use super::*;
use crate::testing::{self, Matrix, run};
use proptest::prelude::*;
use recto_testing::golden;
use recto_testing::golden::Tolerance::Absolute;

fn graph(s: &Matrix, cutoff: usize) -> Graph {
    let table = SimilarityTable::from_rows(s).unwrap();
    let source = Source::Given(table.by_column(s.len()).unwrap());
    Graph::new(&source.band(cutoff, &run()).unwrap(), false)
}

#[test]
fn cuts_equal_the_golden_vectors() {
    for case in golden!("mincut").at("cases").entries() {
        let graph = graph(&case.at("S").matrix(), case.at("cutoff").count());
        let by_k = case.at("byK").entries();
        let solution = solve(&graph, &Lane::counted(by_k.len()), Lengths::ANY, &run()).unwrap();
        for (k, expected) in (1..).zip(by_k) {
            let cut = -solution.objective(k);
            expected.at("ncut").assert_near(cut, Absolute(1e-9));
            expected.at("bounds").assert_equal(&solution.bounds(k));
        }
    }
}

proptest! {
    #[test]
    fn rows_of_scores_equal_the_definition(
        (s, cutoff) in (1usize..9).prop_flat_map(|n| {
            (prop::collection::vec(prop::collection::vec(0.0f64..1.0, n), n), 0..n)
        })
    ) {
        let n = s.len();
        let near = |i: usize, j: usize| i.abs_diff(j) <= cutoff;
        let w = |i: usize, j: usize| if near(i, j) { f64::midpoint(s[i][j], s[j][i]) } else { 0.0 };
        let graph = graph(&s, cutoff);
        for start in 0..n {
            let mut row = vec![0.0; n - start];
            graph.row(start, &mut row, &mut ());
            for (i, score) in row.iter().enumerate() {
                let inside = start..start + i + 1;
                let volume: f64 = inside.clone().flat_map(|a| (0..n).map(move |b| w(a, b))).sum();
                let own: f64 = inside.clone().flat_map(|a| inside.clone().map(move |b| w(a, b))).sum();
                let expected = if volume > 0.0 { (volume - own) / volume } else { 0.0 };
                prop_assert!((score + expected).abs() < 1e-9);
            }
        }
    }
}

/// Three units with similarities 1/2 and 0: each weight of the exponential form is the
/// exponential of the mean of both directions, that of a unit with itself included.
#[test]
fn the_published_weights_are_exponentials() {
    let s = vec![
        vec![1.0, 0.5, 0.0],
        vec![0.5, 1.0, 0.0],
        vec![0.0, 0.0, 1.0],
    ];
    let table = SimilarityTable::from_rows(&s).unwrap();
    let source = Source::Given(table.by_column(3).unwrap());
    let graph = Graph::new(&source.band(2, &run()).unwrap(), true);
    let e = std::f64::consts::E;
    let mut row = vec![0.0; 3];
    graph.row(0, &mut row, &mut ());
    // Cut and volume of {0}, {0, 1} and all.
    let half = 0.5f64.exp();
    let expected = [
        -(half + 1.0) / (e + half + 1.0),
        -2.0 / (2.0 * e + 2.0 * half + 2.0),
        0.0,
    ];
    for (found, expected) in row.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-12, "{found} for {expected}");
    }
    // With plain cosines the last unit costs nothing to cut off.
    let plain = Graph::new(&source.band(2, &run()).unwrap(), false);
    plain.row(0, &mut row, &mut ());
    assert_eq!(row[1], 0.0);
}

fn segment(text: &str, options: &Options) -> Result<Segmentation, SegmentError> {
    testing::segment(build, text, options)
}

/// With a = 1 inside two groups of three and 0 between, the cut between them costs 0.
#[test]
fn two_groups_are_cut_apart_for_nothing() {
    let group = |i: usize, j: usize| if i / 3 == j / 3 { 1.0 } else { 0.0 };
    let rows: Matrix = (0..6)
        .map(|i| (0..6).map(|j| group(i, j)).collect())
        .collect();
    let options = Options {
        segments: Some("2".parse().unwrap()),
        similarity: SimilarityTable::from_rows(&rows).ok(),
        ..Options::default()
    };
    let found = segment(&"net\n".repeat(6), &options).unwrap();
    assert_eq!((found.bounds, found.net), (vec![3, 6], Some(0.0)));
}

#[test]
fn without_a_number_that_of_the_adaptive_rule_is_taken_with_a_warning() {
    let found = segment(&"net oven\nboat quay\n".repeat(20), &Options::default()).unwrap();
    assert!(
        found.warnings[0]
            .message
            .contains("taken from the adaptive rule")
    );
}

#[test]
fn negative_similarities_are_refused() {
    let options = Options {
        similarity: Some("0\t1\t-0.5\n".parse().unwrap()),
        ..Options::default()
    };
    let error = segment("net\noven\n", &options)
        .expect_err("negative")
        .to_string();
    assert!(error.contains("row 0, column 1 is -0.5; minimum cut needs values from 0"));
}
