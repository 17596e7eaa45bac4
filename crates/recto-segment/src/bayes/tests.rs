//! Golden scores, optima and posteriors, and the estimated prior.

use super::*;
use recto_math::Silent;
use recto_math::seq::SegmentScores;
use recto_testing::golden;
use recto_testing::golden::{Entry, Tolerance};

/// The units of a golden case.
fn lists_of(case: &Entry<'_>) -> TermLists {
    TermLists::new(
        case.at("sents").read::<Vec<Vec<u32>>>(),
        case.at("V").count(),
    )
}

#[test]
fn golden_scores_optima_and_posteriors() {
    let golden = golden!("bayes");
    let tolerance = Tolerance::Absolute(golden.at("tol").number());
    let run = Run::new(0, &Silent);
    for case in golden.at("cases").entries() {
        let lists = lists_of(&case);
        let scores = Symmetric::new(&lists, case.at("theta").number());
        let mut scratch = scores.scratch();
        for (start, expected) in case.at("terms").entries().iter().enumerate() {
            let mut row = vec![0.0; expected.entries().len()];
            scores.row(start, &mut row, &mut scratch);
            expected.assert_all_near(&row, tolerance);
        }
        let free = case.at("free");
        let prices = Lane::priced(&[free.at("penalty").number()]);
        let found = solve(&scores, &prices, Lengths::ANY, &run).expect("nobody cancels");
        free.at("objective")
            .assert_near(found.objective(0), tolerance);
        for by in case.at("byK").entries() {
            let k = by.at("K").count();
            let (bounds, ll) = solve_count(&scores, k, Lengths::ANY, &run).expect("it fits");
            assert_eq!(bounds.len(), k);
            by.at("ll").assert_near(ll, tolerance);
        }
        let posterior = case.at("posterior");
        let (penalty, tau) = (
            posterior.at("penalty").number(),
            posterior.at("tau").number(),
        );
        let found = posterior::boundaries(&scores, penalty, tau, Lengths::ANY, &run);
        let found = found.expect("nobody cancels");
        posterior.at("boundary").assert_all_near(&found, tolerance);
    }
}

#[test]
fn the_estimated_prior_is_likelier_than_its_neighbours() {
    let case = &golden!("bayes").at("cases").entries()[0];
    let lists = lists_of(case);
    let bounds = [2, case.at("sents").entries().len()];
    let (theta, ..) = prior::estimate(&lists, |_| Ok((bounds.to_vec(), 0.0))).expect("it runs");
    let at = |theta| prior::likelihood(&lists, &bounds, theta);
    assert!(at(theta) >= at(theta * 1.05) && at(theta) >= at(theta / 1.05));
}

#[test]
fn theta_is_a_positive_number_or_auto() {
    assert_eq!("auto".parse(), Ok(Theta::Auto));
    assert_eq!("0.2".parse(), Ok(Theta::Fixed(0.2)));
    for wrong in ["0", "-1", "1e308", "NaN", "inf", "x"] {
        assert!(wrong.parse::<Theta>().is_err());
    }
}
