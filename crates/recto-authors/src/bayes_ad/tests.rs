//! Golden segments, the range of theta, and a boundary that is plain to see.

use super::*;
use recto_math::Silent;
use recto_testing::golden;
use recto_testing::golden::Tolerance::Absolute;

#[test]
fn segments_equal_the_golden_vectors() {
    let golden = golden!("segmentation");
    let tolerance = Absolute(1e-9);
    let text = Text::of_words(&golden.at("sentences").read::<Vec<Vec<String>>>());
    let run = Run::new(0, &Silent);
    let price = (text.len() as f64).ln();
    for case in golden.at("cases").entries() {
        let theta = case.at("theta0").number();
        let scores = Symmetric::new(&text.lists, theta);
        for term in case.at("terms").entries() {
            let (u, v) = (term.at("u").count(), term.at("v").count());
            let mut row = vec![0.0; v - u];
            scores.row(u, &mut row, &mut scores.scratch());
            term.at("term")
                .assert_near(row[v - u - 1] - price, tolerance);
        }
        let (bounds, value) = best(&text, &scores, &run).expect("nobody cancels");
        assert_eq!(bounds, case.at("best_bounds").counts()[1..]);
        case.at("best_score").assert_near(value, tolerance);
        let same = segment(&text, Theta::Fixed(theta), &run).expect("nobody cancels");
        assert_eq!(bounds, same);
    }
}

#[test]
fn theta_is_a_positive_number_or_auto() {
    assert_eq!("auto".parse(), Ok(Theta::Auto));
    assert_eq!("0.2".parse(), Ok(Theta::Fixed(0.2)));
    for wrong in ["0", "-1", "NaN", "inf", "x"] {
        assert!(wrong.parse::<Theta>().is_err());
    }
    let wrong = Params {
        theta: Theta::Fixed(f64::NAN),
        ..Params::default()
    };
    assert!(wrong.check().is_err() && Params::paper().check().is_ok());
}

#[test]
fn the_prior_of_the_text_itself_finds_a_plain_boundary() {
    let word = |i: usize| vec![["a", "b", "c"][i % 3].to_string(); 6];
    let other = |i: usize| vec![["x", "y", "z"][i % 3].to_string(); 6];
    let sentences: Vec<Vec<String>> = (0..8).map(word).chain((0..8).map(other)).collect();
    let run = Run::new(0, &Silent);
    let bounds = segment(&Text::of_words(&sentences), Theta::Auto, &run).expect("nobody cancels");
    assert!(bounds.contains(&8), "{bounds:?}");
}
