//! The JSON of `replicate`, and how it ends without its data.

use crate::common::{Scratch, recto, text::made};
use serde_json::Value;

fn corpora() -> Scratch {
    let scratch = Scratch::new();
    for i in 0..4 {
        let lines = made(2_000, 80 + i).replace(". ", ".\n");
        let text = lines.replace("\n\n\n", "\n==========\n");
        let ending = if i == 0 { "dev.txt" } else { "txt" };
        scratch.write(&format!("segmentation/ai/{i}.{ending}"), text);
    }
    scratch
}

#[test]
fn a_set_has_its_files_a_digest_and_a_row_for_every_method() {
    let scratch = corpora();
    let data = scratch.arg("");
    let ran = recto(&["replicate", "aps", "--data", &data, "--format", "json"]).ends(0);
    let answer = ran.json();
    let set = &answer["sets"][0];
    assert_eq!(answer["parameters"]["paper"], "APS");
    assert_eq!((&set["name"], &set["files"]), (&"ai".into(), &3.into()));
    assert_eq!(set["digest"].as_str().map(str::len), Some(64));
    assert_eq!(set["development"]["files"], 1);
    let rows = set["rows"].as_array().expect("rows");
    let names: Vec<&str> = rows
        .iter()
        .filter_map(|row| row["method"].as_str())
        .collect();
    let expected = [
        "none",
        "even (reference K)",
        "texttiling",
        "c99",
        "mincut (reference K)",
        "bayes (reference K)",
        "bayes (free)",
        "exact",
        "aps",
        "auto",
        "auto (reference K)",
    ];
    assert_eq!(names, expected);
    let aps = &rows[8];
    assert_eq!(aps["published"], 0.404);
    assert!(aps["scores"]["windowdiff"].is_number() && aps["parameters"]["damping"].is_number());
    for key in ["comparison", "net", "centers"] {
        assert_ne!(set[key], Value::Null, "{key}");
    }
    assert!(answer["grid"]["preference"].is_array());
}

#[test]
fn sets_of_the_paper_that_are_missing_are_named() {
    let scratch = corpora();
    let ran = recto(&["replicate", "APS", "--data", &scratch.arg("")]).ends(0);
    for set in ["clinical", "fiction"] {
        let part = format!("The set {set} of the paper is missing");
        assert!(ran.text().contains(&part), "{}", ran.text());
        assert!(ran.err.contains(&format!("the set {set}")), "{}", ran.err);
    }
}

#[test]
fn a_paper_that_is_not_built_is_a_wrong_command_line() {
    let ran = recto(&["replicate", "MDS", "--data", "."]).ends(2);
    ran.says("the replication of MDS is not built yet; there are: APS, BayesAD, SGM");
}

#[test]
fn a_flag_of_another_paper_is_refused() {
    let ran = recto(&["replicate", "APS", "--data", ".", "--seeds", "3"]).ends(2);
    ran.says("--seeds is for SGM only");
    let ran = recto(&["replicate", "SGM", "--data", ".", "--documents", "3"]).ends(2);
    ran.says("--documents is for BayesAD only");
}
