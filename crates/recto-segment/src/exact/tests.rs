//! Golden solutions, every solver against all segmentations, and the path by hand.

use super::*;
use crate::testing::{self, Matrix, run};
use crate::{NO_CONTENT, Preference, SimilarityTable};
use proptest::prelude::*;
use recto_math::Notice;
use recto_math::band::Band;
use recto_testing::golden;
use recto_testing::golden::Tolerance::Absolute;

fn band(s: &Matrix, h: usize) -> Band {
    let table = SimilarityTable::from_rows(s).unwrap();
    let source = Source::Given(table.by_column(s.len()).unwrap());
    source.band(h, &run()).unwrap()
}

/// All segmentations of `n` units.
fn all(n: usize) -> impl Iterator<Item = Vec<usize>> {
    (0..1u32 << (n - 1)).map(move |cuts| {
        let is_cut = |&v: &usize| v == n || cuts >> (v - 1) & 1 == 1;
        (1..=n).filter(is_cut).collect()
    })
}

/// The net similarities of units `start..end` for each centre that the window allows.
fn nets(s: &Matrix, p: &[f64], h: usize, start: usize, end: usize) -> Vec<f64> {
    let near = |&c: &usize| c - start <= h && end - 1 - c <= h;
    let net = |c: usize| {
        let others = (start..end).filter(|&i| i != c);
        p[c] + others.map(|i| s[i][c]).sum::<f64>()
    };
    (start..end).filter(near).map(net).collect()
}

fn value(s: &Matrix, p: &[f64], h: usize, bounds: &[usize]) -> f64 {
    let starts = [0].into_iter().chain(bounds.iter().copied());
    let best = |(start, &end): (usize, &usize)| {
        let nets = nets(s, p, h, start, end);
        nets.into_iter().fold(f64::NEG_INFINITY, f64::max)
    };
    starts.zip(bounds).map(best).sum()
}

fn problems() -> impl Strategy<Value = (Matrix, Vec<f64>, usize)> {
    (1usize..10).prop_flat_map(|n| {
        let matrix = prop::collection::vec(prop::collection::vec(-1.0f64..2.0, n), n);
        (matrix, prop::collection::vec(-2.0f64..1.0, n), 0..n)
    })
}

fn check(found: &Centred, s: &Matrix, p: &[f64], h: usize) {
    let starts = [0].into_iter().chain(found.bounds.iter().copied());
    let mut net = 0.0;
    for ((start, &end), &c) in starts.zip(&found.bounds).zip(&found.centers) {
        assert!((start..end).contains(&c) && c - start <= h && end - 1 - c <= h);
        net += p[c]
            + (start..end)
                .filter(|&i| i != c)
                .map(|i| s[i][c])
                .sum::<f64>();
    }
    assert!((net - found.net).abs() < 1e-9, "{net} is not {}", found.net);
}

proptest! {
    #[test]
    fn the_programme_equals_brute_force((s, p, h) in problems(), shift in -1.0f64..1.0) {
        let band = band(&s, h);
        let found = free(&band, &p, shift, &run()).unwrap();
        let shifted: Vec<f64> = p.iter().map(|p| p + shift).collect();
        let best = all(s.len()).map(|b| value(&s, &shifted, h, &b)).fold(f64::NEG_INFINITY, f64::max);
        prop_assert!((found.net - best).abs() < 1e-9);
        check(&found, &s, &shifted, h);
        for (k, found) in solve::counted(&band, &p, s.len(), &run()).unwrap().into_iter().enumerate() {
            let of_k = all(s.len()).filter(|b| b.len() == k + 1);
            let best = of_k.map(|b| value(&s, &p, h, &b)).fold(f64::NEG_INFINITY, f64::max);
            match found {
                Some(found) => {
                    prop_assert!((found.net - best).abs() < 1e-9);
                    check(&found, &s, &p, h);
                }
                None => prop_assert_eq!(best, f64::NEG_INFINITY),
            }
        }
    }

    #[test]
    fn posteriors_equal_brute_force((s, p, h) in problems(), temperature in 0.3f64..3.0) {
        let n = s.len();
        let found = posterior::boundaries(&band(&s, h), &p, 0.0, temperature, &run()).unwrap();
        let weight = |b: &[usize]| {
            let starts = [0].into_iter().chain(b.iter().copied());
            let of = |(start, &end): (usize, &usize)| {
                nets(&s, &p, h, start, end).iter().map(|net| (net / temperature).exp()).sum::<f64>()
            };
            starts.zip(b).map(of).product::<f64>()
        };
        let total: f64 = all(n).map(|b| weight(&b)).sum();
        for (t, found) in found.iter().enumerate().skip(1) {
            let at: f64 = all(n).filter(|b| b.contains(&t)).map(|b| weight(&b)).sum();
            prop_assert!((found - at / total).abs() < 1e-9);
        }
    }

    #[test]
    fn the_path_is_the_upper_envelope((s, _, h) in problems()) {
        let (n, band, zeros) = (s.len(), band(&s, h), vec![0.0; s.len()]);
        let run = run();
        let mut envelope = Envelope::new(&band, &zeros, &run);
        envelope.fill(1, n).unwrap();
        let path = envelope.path();
        prop_assert!(path[0].from.is_none() && path[path.len() - 1].to.is_none());
        let fixed = solve::counted(&band, &zeros, n, &run).unwrap();
        for point in &path {
            let best = fixed[point.segments - 1].as_ref().unwrap();
            prop_assert!((best.net - point.score).abs() < 1e-6);
            // In the middle of its interval it is the best of all.
            let p = match (point.from, point.to) {
                (Some(from), Some(to)) => f64::midpoint(from, to),
                (Some(from), None) => from + 1.0,
                (None, Some(to)) => to - 1.0,
                (None, None) => 0.0,
            };
            let free = free(&band, &zeros, p, &run).unwrap();
            prop_assert!((free.net - point.score - p * point.segments as f64).abs() < 1e-6);
        }
    }
}

#[test]
fn solutions_equal_the_golden_vectors() {
    let tolerance = Absolute(1e-9);
    for case in golden!("exact_netsim").at("cases").entries() {
        let p = case.at("pref").numbers();
        let band = band(&case.at("S").matrix(), case.at("H").count());
        let found = free(&band, &p, 0.0, &run()).unwrap();
        case.at("net").assert_near(found.net, tolerance);
        case.at("bounds").assert_equal(&found.bounds);
        case.at("centres").assert_equal(&found.centers);
        let by_k = case.at("byK").entries();
        let counted = solve::counted(&band, &p, by_k.len(), &run()).unwrap();
        for (expected, found) in by_k.iter().zip(counted) {
            let net = expected.at("net");
            match found {
                Some(found) => net.assert_near(found.net, tolerance),
                // JSON has no infinite numbers.
                None => net.assert_equal(&"-inf"),
            }
        }
    }
}

fn segment(text: &str, options: &Options) -> Result<Segmentation, SegmentError> {
    testing::segment(build, text, options)
}

fn asking(segments: &str, window: Option<usize>) -> Options {
    Options {
        segments: Some(segments.parse().unwrap()),
        window,
        ..Options::default()
    }
}

#[test]
fn a_window_too_narrow_for_the_number_of_segments_proposes_the_least() {
    let text = "net\n".repeat(10);
    let error = segment(&text, &asking("2", Some(1))).expect_err("2 * 3 < 10");
    let expected = SegmentError::WindowTooNarrow {
        segments: 2,
        units: 10,
        window: 1,
        least: 2,
    };
    assert_eq!(error, expected);
    assert_eq!(
        segment(&text, &asking("2", Some(2))).unwrap().bounds.len(),
        2
    );
    // Nine units in three segments of three.
    assert!(segment(&"net\n".repeat(9), &asking("3", Some(1))).is_ok());
    // A window that nobody asked for is widened.
    assert_eq!(
        segment(&"net\n".repeat(400), &asking("1", None))
            .unwrap()
            .bounds,
        [400]
    );
}

#[test]
fn identical_units_stay_together_unless_centres_are_worth_more() {
    let text = "net oven\n".repeat(12);
    let own = |preference| Options {
        similarity: SimilarityTable::from_rows(&vec![vec![1.0; 12]; 12]).ok(),
        preference: Some(Preference::Uniform(preference)),
        ..Options::default()
    };
    assert_eq!(segment(&text, &own(0.5)).unwrap().bounds, [12]);
    assert_eq!(segment(&text, &own(1.0)).unwrap().bounds, [12]);
    assert_eq!(segment(&text, &own(1.5)).unwrap().bounds.len(), 12);
}

/// Two groups that are like themselves and nothing else: `net = 2p + 4` in two segments,
/// `p + 2` in one, `6p` in six. So two are best from p = -2 to p = 1.
#[test]
fn the_path_of_two_groups_is_that_worked_out_by_hand() {
    let group = |i: usize, j: usize| if i / 3 == j / 3 { 1.0 } else { 0.0 };
    let rows: Matrix = (0..6)
        .map(|i| (0..6).map(|j| group(i, j)).collect())
        .collect();
    let options = Options {
        similarity: SimilarityTable::from_rows(&rows).ok(),
        preference: Some(Preference::Uniform(-1.0)),
        ..Options::default()
    };
    let found = segment("a\nb\nc\nd\ne\nf\n", &options).unwrap();
    assert_eq!(found.bounds, [3, 6]);
    assert_eq!(found.centers, Some(vec![0, 3]));
    assert_eq!(found.net, Some(2.0));
    let path: Vec<_> = found
        .path
        .iter()
        .map(|p| (p.segments, p.from, p.to, p.score))
        .collect();
    let expected = [
        (1, None, Some(-2.0), 2.0),
        (2, Some(-2.0), Some(1.0), 4.0),
        (6, Some(1.0), None, 0.0),
    ];
    for (found, expected) in path.iter().zip(expected) {
        assert_eq!(found.0, expected.0, "{path:?}");
        assert!((found.3 - expected.3).abs() < 1e-9, "{path:?}");
        let near = |a: Option<f64>, b: Option<f64>| match (a, b) {
            (Some(a), Some(b)) => (a - b).abs() < 1e-9,
            (a, b) => a == b,
        };
        assert!(
            near(found.1, expected.1) && near(found.2, expected.2),
            "{path:?}"
        );
    }
    assert_eq!(path.len(), 3);
    // The widest interval of a range, and a number that no preference leads to.
    let ranged = |segments: &str| Options {
        segments: Some(segments.parse().unwrap()),
        preference: None,
        ..options.clone()
    };
    assert_eq!(
        segment("a\nb\nc\nd\ne\nf\n", &ranged("1..5"))
            .unwrap()
            .bounds,
        [3, 6]
    );
    assert_eq!(
        segment("a\nb\nc\nd\ne\nf\n", &ranged("3..5"))
            .unwrap()
            .bounds
            .len(),
        3
    );
    assert_eq!(
        segment("a\nb\nc\nd\ne\nf\n", &ranged("4"))
            .unwrap()
            .bounds
            .len(),
        4
    );
}

#[test]
fn stop_words_alone_are_left_whole_with_a_warning() {
    let found = segment("the of\nand it\n", &Options::default()).unwrap();
    assert_eq!(found.bounds, [2]);
    assert_eq!(found.warnings, [Notice::from(NO_CONTENT)]);
}

#[test]
fn preferences_of_another_length_are_refused() {
    let options = Options {
        preference: Some(Preference::Each(vec![-1.0; 3])),
        ..Options::default()
    };
    let error = segment("net\noven\n", &options).expect_err("three for two");
    assert!(error.to_string().contains("3 numbers for 2 units"));
    let options = Options {
        preference: Some(Preference::Each(vec![-1.0, f64::INFINITY])),
        ..Options::default()
    };
    let error = segment("net\noven\n", &options).expect_err("infinite");
    assert!(error.to_string().contains("that of unit 1 is inf"));
}
