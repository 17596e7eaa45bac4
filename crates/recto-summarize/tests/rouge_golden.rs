//! ROUGE against numbers of the Perl program ROUGE-1.5.5 and of rouge-score 0.1.2.

#![expect(
    clippy::unwrap_used,
    reason = "a golden file of another shape is a fault of the test"
)]

use recto_summarize::rouge::{Average, Cut, Measure, Options, Rules, Scorer, Variant};
use serde_json::Value;

/// Those lines of the WordNet exceptions and of the SMART list that the texts need.
const EXCEPTIONS: &str = "\
    better well\nchildren child\ncontrolling control\nfeet foot\nfound find\n\
    hopping hop\nknown know\nrunning run\nshot shoot\ntaken take\nwent go\n\
    were be\n";
const STOPS: &str = "\
    a\nand\nb\nbetter\nby\nc\nd\ne\nf\nfor\ng\nh\nin\nis\nit\nknown\nmore\n\
    news\nof\non\none\nones\nor\ns\ntaken\nthan\nthe\nto\ntrying\ntwo\nu\nunder\n\
    us\nvery\nwas\nwent\nwere\nx\ny\nz\n";

fn golden(name: &str) -> Value {
    let path = format!("{}/tests/golden/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn texts(value: &Value) -> Vec<&str> {
    let texts = value.as_array().unwrap();
    texts.iter().map(|text| text.as_str().unwrap()).collect()
}

fn options(given: &Value) -> Options {
    let number = |key: &str| given[key].as_u64().unwrap() as usize;
    let words = Some(number("l")).filter(|&n| n > 0).map(Cut::Words);
    let bytes = Some(number("b")).filter(|&n| n > 0).map(Cut::Bytes);
    Options {
        stem: given["stem"].as_bool().unwrap(),
        stop: given["stop"].as_bool().unwrap(),
        cut: words.or(bytes),
        average: match given["f"].as_str() {
            Some("B") => Average::B,
            _ => Average::A,
        },
        alpha: given["p"].as_f64().unwrap(),
        compat: true,
        ..Options::default()
    }
}

/// Runs of a golden file in the shape of rouge155.json.
fn check(golden: &Value) {
    for run in golden["runs"].as_array().unwrap() {
        let cases = golden["cases"].as_array().unwrap().iter();
        for (case, expected) in cases.zip(run["expected"].as_array().unwrap()) {
            let expected = expected.as_object().unwrap();
            let measures: Vec<Measure> =
                expected.keys().map(|name| name.parse().unwrap()).collect();
            let rules = Rules::parse(EXCEPTIONS, STOPS);
            let scorer = Scorer::new(measures, options(&run["options"]), rules).unwrap();
            let scores = scorer.score(case["peer"].as_str().unwrap(), &texts(&case["refs"]));
            for (score, (name, expected)) in scores.iter().zip(expected) {
                let found = [score.recall, score.precision, score.f];
                let expected: [f64; 3] = serde_json::from_value(expected.clone()).unwrap();
                assert_eq!(found, expected, "{name} of {case} in {}", run["name"]);
            }
        }
    }
}

#[test]
fn scores_are_those_of_the_perl_program_to_its_last_decimal() {
    check(&golden("rouge155"));
    check(&golden("rouge_w_s"));
}

#[test]
fn rouge_score_is_met_under_its_own_name() {
    let options = Options {
        variant: Variant::RougeScore,
        stem: true,
        ..Options::default()
    };
    let measures = vec![Measure::N(1), Measure::N(2), Measure::L, Measure::Lsum];
    let scorer = Scorer::new(measures, options, Rules::default()).unwrap();
    for case in golden("rouge_score_py")["cases"].as_array().unwrap() {
        let (peer, reference) = (
            case["peer"].as_str().unwrap(),
            case["ref"].as_str().unwrap(),
        );
        let scores = scorer.score(peer, &[reference]);
        for (score, name) in scores
            .iter()
            .zip(["rouge1", "rouge2", "rougeL", "rougeLsum"])
        {
            let expected: [f64; 3] =
                serde_json::from_value(case["expected"][name].clone()).unwrap();
            for (found, expected) in [score.precision, score.recall, score.f]
                .iter()
                .zip(expected)
            {
                assert!(
                    (found - expected).abs() < 1e-6,
                    "{name} of {case}: {score:?}"
                );
            }
        }
    }
}
