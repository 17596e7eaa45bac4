use super::*;
use proptest::prelude::*;

#[test]
fn metrics_of_a_small_table_by_hand() {
    // Class 0: 3 right of 4; class 1: 1 right of 2. Predicted 0: 4, predicted 1: 2.
    let found = Confusion::new(&[0, 0, 0, 0, 1, 1], &[0, 0, 0, 1, 0, 1], 2);
    assert_eq!(found.accuracy(), Some(4.0 / 6.0));
    assert_eq!(found.balanced_accuracy(), Some((0.75 + 0.5) / 2.0));
    assert_eq!(found.macro_f1(), Some((6.0 / 8.0 + 2.0 / 4.0) / 2.0));
    // Chance: (4 * 4 + 2 * 2) / 36 = 5/9; kappa = (6/9 - 5/9) / (4/9).
    assert!((found.kappa().unwrap() - 0.25).abs() < 1e-12);
    assert_eq!(majority(&[0, 0, 0, 0, 1, 1]), Some(4.0 / 6.0));
}

#[test]
fn a_document_without_an_answer_is_wrong_and_no_class_of_its_own() {
    // Class 0: 1 right of 2; class 1: 1 right of 2, the other without an answer.
    let answers = [Some(0), Some(1), Some(1), None];
    let found = Confusion::of_answers(&[0, 0, 1, 1], &answers, 2);
    assert_eq!(found.unanswered, [0, 1]);
    assert_eq!(found.accuracy(), Some(0.5));
    assert_eq!(found.balanced_accuracy(), Some(0.5));
    assert_eq!(
        [found.precision(0), found.precision(1)],
        [Some(1.0), Some(0.5)]
    );
    assert_eq!([found.recall(0), found.recall(1)], [Some(0.5); 2]);
    assert_eq!([found.f1(0), found.f1(1)], [Some(2.0 / 3.0), Some(0.5)]);
    assert_eq!(found.macro_f1(), Some((2.0 / 3.0 + 0.5) / 2.0));
    // Chance: (2 * 1 + 2 * 2) / 16; kappa = (8/16 - 6/16) / (10/16).
    assert!((found.kappa().unwrap() - 0.2).abs() < 1e-12);
}

fn judged(all: &[(f64, bool)]) -> Vec<Judged> {
    let judge = |&(confidence, right): &(f64, bool)| Judged { confidence, right };
    all.iter().map(judge).collect()
}

#[test]
fn the_area_is_the_mean_risk_of_the_surest() {
    // Surest first: right, wrong, right, right. Risks 0, 1/2, 1/3, 1/4.
    let found = judged(&[(0.6, true), (0.9, true), (0.8, false), (0.7, true)]);
    let expected = (1.0 / 2.0 + 1.0 / 3.0 + 1.0 / 4.0) / 4.0;
    assert!((risk_coverage_area(&found).unwrap() - expected).abs() < 1e-12);
    // Wrong answers last: risks 0, 0, 1/3.
    let found = judged(&[(0.9, true), (0.8, true), (0.5, false)]);
    assert!((risk_coverage_area(&found).unwrap() - 1.0 / 9.0).abs() < 1e-12);
}

#[test]
fn equally_sure_documents_have_no_order() {
    // One of four wrong at the same confidence: every risk is a quarter.
    let found = judged(&[(0.8, false), (0.8, true), (0.8, true), (0.8, true)]);
    assert_eq!(risk_coverage_area(&found), Some(0.25));
    assert_eq!(risk_coverage_of(&found)[0].accuracy, 0.75);
    assert!((calibration_error_of(&found).unwrap() - 0.05).abs() < 1e-12);
}

#[test]
fn nothing_has_no_metrics() {
    let none = Confusion::new(&[], &[], 2);
    let all = [
        none.accuracy(),
        none.balanced_accuracy(),
        none.macro_f1(),
        none.kappa(),
    ];
    assert_eq!(all, [None; 4]);
    assert_eq!(
        (brier(&[], &[]), calibration_error(&[], &[]), majority(&[])),
        (None, None, None)
    );
    assert!(risk_coverage(&[], &[]).is_empty());
    assert_eq!(risk_coverage_area(&[]), None);
    // One and the same class on both sides: no agreement beyond chance is possible.
    assert_eq!(Confusion::new(&[0, 0], &[0, 0], 2).kappa(), None);
}

#[test]
fn ten_answers_at_eighty_percent_of_which_eight_are_right_are_calibrated() {
    let posteriors = vec![vec![0.8, 0.2]; 100];
    let truth: Vec<usize> = (0..100).map(|i| usize::from(i % 5 == 0)).collect();
    assert!(calibration_error(&posteriors, &truth).unwrap() < 1e-9);
    let wrong: Vec<usize> = (0..100).map(|i| usize::from(i % 2 == 0)).collect();
    assert!((calibration_error(&posteriors, &wrong).unwrap() - 0.3).abs() < 1e-9);
    assert!((brier(&posteriors, &truth).unwrap() - (0.8 * 0.08 + 0.2 * 1.28)).abs() < 1e-9);
}

#[test]
fn the_surest_come_first() {
    let posteriors = [0.9, 0.8, 0.7, 0.6].map(|p| vec![p, 1.0 - p]);
    let found = risk_coverage(&posteriors, &[0, 0, 1, 1]);
    assert_eq!((found[0].accuracy, found[0].threshold), (1.0, 0.9));
    assert_eq!((found[4].coverage, found[4].accuracy), (0.5, 1.0));
    assert_eq!((found[9].coverage, found[9].accuracy), (1.0, 0.5));
}

proptest! {
    #[test]
    fn the_order_of_documents_changes_no_metric_of_confidence(
        pairs in prop::collection::vec((1u8..6, any::<bool>()), 1..40)
    ) {
        let all: Vec<(f64, bool)> =
            pairs.iter().map(|&(tenth, right)| (0.5 + f64::from(tenth) / 10.0, right)).collect();
        let (found, mut turned) = (judged(&all), judged(&all));
        turned.reverse();
        let area = risk_coverage_area(&found).unwrap();
        prop_assert!((0.0..=1.0).contains(&area));
        prop_assert!((area - risk_coverage_area(&turned).unwrap()).abs() < 1e-12);
        let error = calibration_error_of(&found).unwrap();
        prop_assert!((error - calibration_error_of(&turned).unwrap()).abs() < 1e-12);
    }

    #[test]
    fn metrics_are_bounded_and_perfect_for_the_truth(
        pairs in prop::collection::vec((0usize..4, 0usize..4), 1..40)
    ) {
        let (truth, predicted): (Vec<usize>, Vec<usize>) = pairs.into_iter().unzip();
        let found = Confusion::new(&truth, &predicted, 4);
        for value in [found.accuracy(), found.balanced_accuracy(), found.macro_f1()] {
            prop_assert!((0.0..=1.0).contains(&value.unwrap()));
        }
        prop_assert!(found.kappa().is_none_or(|kappa| kappa <= 1.0));
        let perfect = Confusion::new(&truth, &truth, 4);
        prop_assert_eq!(perfect.accuracy(), Some(1.0));
        prop_assert_eq!(perfect.macro_f1(), Some(1.0));
        prop_assert!(found.accuracy().unwrap() <= 1.0 && majority(&truth).unwrap() >= 0.25);
    }
}
