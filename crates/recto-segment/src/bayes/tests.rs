use super::*;
use recto_math::Silent;
use recto_math::seq::SegmentScores;
use serde::Deserialize;

#[derive(Deserialize)]
struct Golden {
    tol: f64,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    sents: Vec<Vec<u32>>,
    #[serde(rename = "V")]
    n_terms: usize,
    theta: f64,
    terms: Vec<Vec<f64>>,
    free: Free,
    #[serde(rename = "byK")]
    by_k: Vec<ByCount>,
    posterior: Posterior,
}

#[derive(Deserialize)]
struct Free {
    penalty: f64,
    objective: f64,
}

#[derive(Deserialize)]
struct ByCount {
    #[serde(rename = "K")]
    k: usize,
    ll: f64,
}

#[derive(Deserialize)]
struct Posterior {
    tau: f64,
    penalty: f64,
    boundary: Vec<f64>,
}

fn golden() -> Golden {
    serde_json::from_str(include_str!("../../tests/golden/bayes.json")).expect("it is ours")
}

fn near(a: f64, b: f64, tolerance: f64) {
    assert!((a - b).abs() <= tolerance, "{a} is not {b}");
}

#[test]
fn golden_scores_optima_and_posteriors() {
    let golden = golden();
    let run = Run::new(0, &Silent);
    for case in golden.cases {
        let lists = TermLists::new(case.sents.clone(), case.n_terms);
        let scores = Symmetric::new(&lists, case.theta);
        let mut scratch = scores.scratch();
        for (start, expected) in case.terms.iter().enumerate() {
            let mut row = vec![0.0; expected.len()];
            scores.row(start, &mut row, &mut scratch);
            row.iter()
                .zip(expected)
                .for_each(|(a, b)| near(*a, *b, golden.tol));
        }
        let free = solve(
            &scores,
            &Lane::priced(&[case.free.penalty]),
            Lengths::ANY,
            &run,
        );
        near(
            free.expect("nobody cancels").objective(0),
            case.free.objective,
            golden.tol,
        );
        for by in &case.by_k {
            let (bounds, ll) = solve_count(&scores, by.k, Lengths::ANY, &run).expect("it fits");
            assert_eq!(bounds.len(), by.k);
            near(ll, by.ll, golden.tol);
        }
        let Posterior {
            tau,
            penalty,
            boundary,
        } = case.posterior;
        let found = posterior::boundaries(&scores, penalty, tau, Lengths::ANY, &run);
        let found = found.expect("nobody cancels");
        found
            .iter()
            .zip(&boundary)
            .for_each(|(a, b)| near(*a, *b, golden.tol));
    }
}

#[test]
fn the_estimated_prior_is_likelier_than_its_neighbours() {
    let case = &golden().cases[0];
    let lists = TermLists::new(case.sents.clone(), case.n_terms);
    let bounds = [2, case.sents.len()];
    let (theta, ..) = prior::estimate(&lists, |_| Ok((bounds.to_vec(), 0.0))).expect("it runs");
    let at = |theta| prior::likelihood(&lists, &bounds, theta);
    assert!(at(theta) >= at(theta * 1.05) && at(theta) >= at(theta / 1.05));
}

#[test]
fn theta_is_a_positive_number_or_auto() {
    assert_eq!("auto".parse(), Ok(Theta::Auto));
    assert_eq!("0.2".parse(), Ok(Theta::Fixed(0.2)));
    for wrong in ["0", "-1", "NaN", "inf", "x"] {
        assert!(wrong.parse::<Theta>().is_err());
    }
}
