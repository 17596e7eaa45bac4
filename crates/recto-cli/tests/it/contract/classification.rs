//! `recto eval classification`: keys, and what is said of documents that were learned from.

use crate::common::{Scratch, recto};
use serde_json::Value;

const TRUTH: &str = "id;label\na;pos\nb;neg\nc;neg\n";
const OWN: &str = r#"{"recto": "0", "documents": [
    {"id": "a", "label": "pos", "p": {"pos": 0.9, "neg": 0.1}, "abstain": false, "given": "pos", "learned_from": true},
    {"id": "b", "label": "pos", "p": {"pos": 0.6, "neg": 0.4}, "abstain": true, "given": "neg", "learned_from": false},
    {"id": "c", "label": null, "p": {"pos": 0.5, "neg": 0.5}, "abstain": true, "given": null}]}"#;

fn keys(value: &Value) -> Vec<&str> {
    let object = value.as_object().expect("an object");
    object.keys().map(String::as_str).collect()
}

#[test]
fn scores_have_their_keys_with_a_second_output_too() {
    let scratch = Scratch::new();
    let truth = scratch.write("truth.csv", TRUTH);
    let own = scratch.write("own.json", OWN);
    let arguments = ["eval", "classification", &truth, &own, &truth];
    let ran = recto(&[&arguments[..], &["--format", "json"]].concat()).ends(0);
    let answer = ran.json();
    assert_eq!(answer["parameters"]["task"], "classification");
    let scores = [
        "accuracy",
        "balanced_accuracy",
        "macro_f1",
        "kappa",
        "calibration_error",
        "brier",
        "coverage",
        "selective_accuracy",
        "risk_coverage_area",
        "documents",
        "classes",
    ];
    for of in [
        "/scores",
        "/second",
        "/baselines/majority",
        "/documents/0/scores",
    ] {
        assert_eq!(keys(answer.pointer(of).expect("scores")), scores, "{of}");
    }
    assert_eq!(keys(&answer["documents"][0]), ["id", "scores"]);
    // The second output has no probabilities.
    let compared = ["accuracy", "coverage", "selective_accuracy"];
    assert_eq!(keys(&answer["comparison"]), compared);
    assert_eq!(answer["second"]["brier"], Value::Null);
    assert!(answer.get("tables").is_none());
}

#[test]
fn documents_that_were_learned_from_are_told_with_the_flag_that_skips_them() {
    let scratch = Scratch::new();
    let truth = scratch.write("truth.csv", TRUTH);
    let own = scratch.write("own.json", OWN);
    let ran = recto(&["eval", "classification", &truth, &own]).ends(0);
    ran.says("own.json: 1 document whose label the output learned from")
        .says("to leave them out, set --skip-learned");
    let arguments = ["eval", "classification", &truth, &own, "--skip-learned"];
    let ran = recto(&[&arguments[..], &["--format", "json"]].concat()).ends(0);
    let scores = &ran.json()["scores"];
    assert_eq!(scores["documents"], 2);
    assert_eq!(scores["accuracy"], 0.0);
    assert_eq!(scores["selective_accuracy"], Value::Null);
}
