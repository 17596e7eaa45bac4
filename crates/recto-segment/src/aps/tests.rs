//! Golden bounds, boundaries between centres, and what is said of odd input.

use super::*;
use crate::testing::{self, run};
use crate::{NO_CONTENT, SimilarityTable};
use proptest::prelude::*;
use recto_testing::golden;
use recto_testing::text::{english, with_lines};
use recto_text::Analysis;

fn segment(text: &str, options: &Options) -> Result<Segmentation, SegmentError> {
    testing::segment(build, text, options)
}

#[test]
fn bounds_equal_the_golden_vectors() {
    for case in golden!("aps_iterations" of "recto-math")
        .at("cases")
        .entries()
    {
        let rows = case.at("S").matrix();
        let settled = case.at("final");
        let options = Options {
            similarity: Some(SimilarityTable::from_rows(&rows).unwrap()),
            preference: Some(crate::Preference::Uniform(case.at("pref").number())),
            window: Some(case.at("H").count()),
            damping: Some(settled.at("damping").number()),
            ..Options::default()
        };
        let found = segment(&"net\n".repeat(rows.len()), &options).unwrap();
        settled.at("bounds").assert_equal(&found.bounds);
        settled.at("exemplars").assert_equal(&found.centers);
    }
}

fn selected(exemplars: &[usize], named: &[Option<usize>]) -> Selected {
    Selected {
        exemplars: exemplars.to_vec(),
        named: named.to_vec(),
        converged: true,
        iterations: 1,
    }
}

#[test]
fn the_papers_rule_takes_the_centre_that_each_unit_names() {
    let rows: Vec<Vec<f64>> = (0..7)
        .map(|i: usize| (0..7).map(|j| 1.0 / (1.0 + i.abs_diff(j) as f64)).collect())
        .collect();
    let table = SimilarityTable::from_rows(&rows).unwrap();
    let source = Source::Given(table.by_column(7).unwrap());
    let band = source.band(6, &run()).unwrap();
    // Unit 2 names nobody and goes with 1; the last two name a unit outside their run.
    let named = [Some(1), Some(1), None, Some(4), Some(4), Some(0), Some(0)];
    let found = decode(
        &band,
        &[-1.0; 7],
        &selected(&[1, 4], &named),
        Decode::Messages,
    );
    assert_eq!(found.bounds, [3, 5, 7]);
    assert_eq!(found.centers, Some(vec![1, 4, 5]));
    // Three centres, and 1/2 for each of the four other units.
    assert!((found.net.unwrap() - (-3.0 + 4.0 * 0.5)).abs() < 1e-12);
    let by_centres = decode(
        &band,
        &[-1.0; 7],
        &selected(&[1, 4], &named),
        Decode::Centres,
    );
    assert_eq!(by_centres.bounds, [3, 7]);
}

#[test]
fn both_rules_agree_where_the_messages_settle() {
    for paper in [false, true] {
        let options = Options {
            paper,
            segments: Some("2".parse().unwrap()),
            ..groups()
        };
        let found = segment(&"net\n".repeat(8), &options).unwrap();
        assert_eq!(found.bounds, [4, 8], "paper {paper}");
    }
}

proptest! {
    #[test]
    fn boundaries_between_centres_are_the_best(
        (rows, chosen) in (2usize..8).prop_flat_map(|n| {
            let rows = prop::collection::vec(prop::collection::vec(-1.0f64..1.0, n), n);
            (rows, prop::collection::vec(any::<bool>(), n))
        })
    ) {
        let n = rows.len();
        let exemplars: Vec<usize> = (0..n).filter(|&j| chosen[j]).collect();
        prop_assume!(!exemplars.is_empty());
        let table = SimilarityTable::from_rows(&rows).unwrap();
        let band = Source::Given(table.by_column(n).unwrap()).band(n - 1, &run()).unwrap();
        let found = decode(&band, &vec![0.0; n], &selected(&exemplars, &[]), Decode::Centres);
        // Every unit between two centres goes left or right of the boundary; try all.
        let best: f64 = exemplars.windows(2).map(|pair| {
            let (a, b) = (pair[0], pair[1]);
            let value = |t: usize| {
                let left: f64 = (a + 1..t).map(|i| rows[i][a]).sum();
                left + (t..b).map(|i| rows[i][b]).sum::<f64>()
            };
            (a + 1..=b).map(value).fold(f64::NEG_INFINITY, f64::max)
        }).sum();
        let (first, last) = (exemplars[0], exemplars[exemplars.len() - 1]);
        let ends: f64 = (0..first).map(|i| rows[i][first]).chain((last + 1..n).map(|i| rows[i][last])).sum();
        prop_assert!((found.net.unwrap() - best - ends).abs() < 1e-9);
    }
}

/// Two groups that are like themselves and nothing else.
fn groups() -> Options {
    let group = |i: usize, j: usize| {
        if i / 4 == j / 4 {
            1.0 - 0.01 * i.abs_diff(j) as f64
        } else {
            0.0
        }
    };
    let rows: Vec<Vec<f64>> = (0..8)
        .map(|i| (0..8).map(|j| group(i, j)).collect())
        .collect();
    Options {
        similarity: SimilarityTable::from_rows(&rows).ok(),
        ..Options::default()
    }
}

#[test]
fn a_number_of_segments_that_messages_miss_is_the_exact_one_with_a_warning() {
    let text = "net\n".repeat(8);
    let asking = |k: usize| Options {
        segments: Some(k.to_string().parse().unwrap()),
        ..groups()
    };
    assert_eq!(segment(&text, &asking(2)).unwrap().bounds, [4, 8]);
    let found = segment(&text, &asking(7)).unwrap();
    assert_eq!(found.bounds.len(), 7);
}

#[test]
fn messages_that_do_not_settle_are_told() {
    let params = Params {
        max_iterations: 3,
        ..Params::default()
    };
    let aps = Aps::new(params, &Options::default()).unwrap();
    let text = "net\noven\nboat\nnet\n";
    let found = with_lines(text, Analysis::Segment, english(), |units| {
        aps.segment(units, &run()).unwrap()
    });
    assert!(
        found.warnings[0]
            .message
            .contains("did not settle in 3 iterations")
    );
}

#[test]
fn parameters_out_of_range_are_named() {
    for damping in [1.0, -0.1, f64::NAN] {
        let options = Options {
            damping: Some(damping),
            ..Options::default()
        };
        let error = build(&options).err().expect("out of range").to_string();
        assert!(error.contains("must be from 0 to below 1"), "{error}");
    }
}

#[test]
fn stop_words_alone_are_left_whole_with_a_warning() {
    let found = segment("the of\nand it\n", &Options::default()).unwrap();
    assert_eq!(
        (found.bounds, found.warnings),
        (vec![2], vec![NO_CONTENT.into()])
    );
}
