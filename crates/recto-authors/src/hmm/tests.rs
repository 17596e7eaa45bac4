//! Golden choices, parameters out of range, and two hands told apart.

use super::*;
use recto_testing::golden;
use recto_testing::text::{two_hands, with_lines};
use recto_text::{Analysis, Language};

#[test]
fn choices_equal_the_golden_vectors() {
    for choice in golden!("auto").at("choose_K").entries() {
        let params = Params {
            penalty: choice.at("c").number(),
            ..Params::default()
        };
        let method = Hmm::new(params, None).expect("in range");
        let untempered = choice.at("loglik_untempered").numbers();
        let n_tokens = choice.at("V").count();
        let score = |k: usize| {
            let fit = Fit {
                labels: Vec::new(),
                log_likelihood: untempered[k - 1] * params.temper,
                stay: 0.9,
            };
            let of_k = Fits {
                k,
                starts: Vec::new(),
                fits: vec![fit],
                best: 0,
            };
            method.score(&of_k, n_tokens, PRICE_FROM as usize)
        };
        let scores: Vec<f64> = GROUPS.map(score).collect();
        let chosen = choose(&scores).map(|at| at + 2);
        choice.at("expected").assert_equal(&chosen);
    }
}

#[test]
fn a_group_costs_more_in_longer_texts() {
    let params = Params::default();
    assert_eq!(params.price(1), params.penalty);
    assert_eq!(params.price(300), params.penalty);
    // (307,200 / 300)^0.3 = 1024^0.3 = 8.
    assert!((params.price(307_200) / params.penalty - 8.0).abs() < 1e-12);
}

#[test]
fn parameters_out_of_range_are_named() {
    let default = Params::default();
    for (params, name) in [
        (
            Params {
                tokens: 1,
                ..default
            },
            "tokens",
        ),
        (
            Params {
                temper: 0.0,
                ..default
            },
            "temper",
        ),
        (
            Params {
                strength: f64::NAN,
                ..default
            },
            "strength",
        ),
        (
            Params {
                penalty: -1.0,
                ..default
            },
            "penalty",
        ),
    ] {
        let message = params.check().expect_err("out of range").to_string();
        assert!(message.starts_with(name), "{message}");
    }
}

#[test]
fn two_hands_are_told_apart_and_the_answer_says_what_it_rests_on() {
    let text = two_hands(300);
    let method = Hmm::new(Params::default(), None).expect("in range");
    let run = Run::new(0, &recto_math::Silent);
    // Its words are on no list of function words.
    let language = Language::from_code("und").expect("known");
    let found = with_lines(&text, Analysis::Style, language, |units| {
        method.decompose(units, &run).expect("a text")
    });
    let hands: Vec<usize> = (0..300).map(|line| line / 15 % 2).collect();
    let accuracy = recto_math::partition::Overlap::new(&found.labels, &hands).accuracy();
    assert!(accuracy > 0.95, "{accuracy}");
    let sure = found.certainty.expect("it says");
    assert!(sure.iter().filter(|&&c| c == Certainty::Firm).count() > 200);
    let gain = found.style_gain.expect("it says");
    assert!(gain > 0.01, "{gain}");
    let numbers: Vec<usize> = found.alternatives.iter().map(|a| a.authors).collect();
    assert_eq!(numbers, [2, 3, 4, 5, 6]);
    assert!(found.warnings.contains(&NOTE.into()));
    // The first hand has w0 to w4 to itself.
    let first: Vec<&str> = found.evidence[0]
        .terms
        .iter()
        .map(|t| t.0.as_str())
        .collect();
    assert!(
        first.contains(&"w0") && !first.contains(&"w12"),
        "{first:?}"
    );
}
