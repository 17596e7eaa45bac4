use super::participants::participants;
use super::*;
use proptest::prelude::*;
use recto_testing::golden;
use recto_testing::golden::Tolerance::Absolute;

#[test]
fn matches_are_those_of_the_prototype() {
    let file = golden!("matching");
    let tolerance = file.at("tol").number();
    for case in file.at("cases").entries() {
        let (detected, gold) = (case.at("detected").numbers(), case.at("gold").numbers());
        let found = score(&detected, &gold, tolerance);
        let near = Absolute(1e-12);
        assert_eq!(found.n_matched, case.at("matched").count());
        case.at("precision").assert_near(found.precision, near);
        case.at("recall").assert_near(found.recall, near);
        case.at("f1").assert_near(found.f, near);
        let (precision, recall) = lenient(&detected, &gold, tolerance);
        case.at("lenient_precision").assert_near(precision, near);
        case.at("lenient_recall").assert_near(recall, near);
    }
}

/// The largest matching of detections from `at` on, by trying all partners.
fn exhaustive(detected: &[f64], reference: &[f64], taken: &mut [bool], tolerance: f64) -> usize {
    let Some((first, rest)) = detected.split_first() else {
        return 0;
    };
    let mut best = exhaustive(rest, reference, taken, tolerance);
    for r in 0..reference.len() {
        if !taken[r] && (first - reference[r]).abs() <= tolerance {
            taken[r] = true;
            best = best.max(1 + exhaustive(rest, reference, taken, tolerance));
            taken[r] = false;
        }
    }
    best
}

proptest! {
    #[test]
    fn no_matching_is_larger(
        detected in prop::collection::vec(0.0f64..600.0, 0..7),
        reference in prop::collection::vec(0.0f64..600.0, 0..7),
    ) {
        let found = matching(&detected, &reference, 60.0);
        let best = exhaustive(&detected, &reference, &mut vec![false; reference.len()], 60.0);
        prop_assert_eq!(found.len(), best);
        let by_content = score_by(detected.len(), reference.len(), |d, r| {
            (detected[d] - reference[r]).abs() <= 60.0
        });
        prop_assert_eq!(by_content.n_matched, best);
        let perfect = score(&reference, &reference, 0.0);
        prop_assert!(reference.is_empty() || perfect.f == 1.0);
    }
}

#[test]
fn a_detection_of_a_neutral_reference_counts_neither_way() {
    let score = score_with_neutral(&[100.0, 500.0, 900.0], &[110.0], &[510.0], 60.0);
    assert_eq!((score.n_detected, score.n_matched), (2, 1));
    // The second detection near the same neutral reference is a false alarm.
    let score = score_with_neutral(&[500.0, 520.0], &[110.0], &[510.0], 60.0);
    assert_eq!((score.n_detected, score.n_matched), (1, 0));
}

#[test]
fn chance_grows_with_the_tolerance_and_corrects_itself_to_nought() {
    let reference = [100.0, 2000.0, 5000.0];
    let at = |tolerance| chance(5, &reference, &[], (0.0, 7200.0), tolerance, 1);
    assert!(at(120.0) > at(60.0) && at(60.0) > 0.0);
    assert_eq!(at(60.0), at(60.0));
    // One peak and one reference far from the ends: it hits with 240 of 7200 seconds.
    let one = chance(1, &[3600.0], &[], (0.0, 7200.0), 120.0, 2);
    assert!((one - 240.0 / 7200.0).abs() < 0.02, "{one}");
    assert_eq!(corrected(0.4, 0.4), 0.0);
    assert_eq!(corrected(1.0, 0.4), 1.0);
}

#[test]
fn intervals_hold_the_score() {
    let reference = [100.0, 500.0, 900.0, 1300.0];
    let detected = [100.0, 500.0, 900.0, 3000.0];
    let (recall, f) = intervals(&detected, &reference, &[], 10.0, 1).expect("references");
    assert!(recall[0] <= 0.75 && 0.75 <= recall[1]);
    assert!(f[0] <= 0.75 && 0.75 <= f[1] && f[0] < f[1]);
    assert_eq!(intervals(&detected, &[], &[], 10.0, 1), None);
}

#[test]
fn participants_are_correct_by_the_majority_of_their_names() {
    let sets = |rows: &[&[&str]]| -> Vec<Vec<String>> {
        let row = |names: &&[&str]| names.iter().map(|name| name.to_string()).collect();
        rows.iter().map(row).collect()
    };
    let found = sets(&[&["a", "b", "x"], &["c"], &["d", "y"], &["z"]]);
    let reference = sets(&[&["a", "b", "c"], &["d", "e"]]);
    // "a b x" and "c" hit the first; half of "d y" is not more than half.
    let scores = participants(&found, &reference);
    assert_eq!(scores.participants.precision, 0.5);
    assert_eq!(scores.participants.recall, 0.5);
    assert_eq!(scores.names.n_matched, 2);
    assert_eq!((scores.names.n_detected, scores.names.n_reference), (7, 5));
}

#[test]
fn latency_is_the_share_found_in_time() {
    let found = latency(&[10.0, 260.0], &[0.0, 200.0], 5.0, &[5.0, 10.0, 60.0]);
    assert_eq!(found, [0.0, 0.5, 1.0]);
}
