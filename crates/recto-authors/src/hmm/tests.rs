use super::*;

#[derive(serde::Deserialize)]
struct Golden {
    #[serde(rename = "choose_K")]
    choices: Vec<Choice>,
}

#[derive(serde::Deserialize)]
struct Choice {
    loglik_untempered: Vec<f64>,
    #[serde(rename = "V")]
    n_tokens: usize,
    c: f64,
    expected: usize,
}

#[test]
fn choices_equal_the_golden_vectors() {
    let golden = include_str!("../../tests/golden/auto.json");
    let Golden { choices } = serde_json::from_str(golden).expect("it is ours");
    for choice in choices {
        let params = Params {
            penalty: choice.c,
            ..Params::default()
        };
        let method = Hmm::new(params, None).expect("in range");
        let score = |k: usize| {
            let fit = Fit {
                labels: Vec::new(),
                log_likelihood: choice.loglik_untempered[k - 1] * params.temper,
                stay: 0.9,
            };
            let of_k = Fits {
                k,
                starts: Vec::new(),
                fits: vec![fit],
                best: 0,
            };
            method.score(&of_k, choice.n_tokens)
        };
        let scores: Vec<f64> = GROUPS.map(score).collect();
        assert_eq!(choose(&scores).map(|at| at + 2), Some(choice.expected));
    }
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
