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
        "mincut, published (reference K)",
        "mincut (reference K)",
        "bayes, published (reference K)",
        "bayes (reference K)",
        "bayes (free)",
        "exact",
        "aps",
        "auto",
        "auto (reference K)",
    ];
    assert_eq!(names, expected);
    let aps = &rows[10];
    assert_eq!(aps["published"], 0.404);
    assert!(aps["scores"]["windowdiff"].is_number() && aps["parameters"]["damping"].is_number());
    for key in ["comparison", "aps_comparisons", "net", "centers"] {
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

/// A set of summaries with a record for each part that a replication reads.
fn summarized(names: &[&str]) -> Scratch {
    let scratch = Scratch::new();
    let row = |i: u64| {
        let text = |part: u64| made(900, 10 * i + part);
        let row = serde_json::json!({
            "id": format!("pile-{i}"),
            "documents": [text(0), text(1)],
            "since": [text(1)],
            "query": made(60, 10 * i),
            "references": [made(400, 10 * i)],
        });
        format!("{row}\n")
    };
    let rows: String = (0..8).map(row).collect();
    for name in names {
        scratch.write(&format!("summarization/{name}.jsonl"), &rows);
    }
    scratch
}

#[test]
fn bstm_has_both_forms_on_every_set_and_says_what_is_missing() {
    let scratch = summarized(&["opinosis", "reviews-yelp"]);
    let data = scratch.arg("");
    let line = ["replicate", "BSTM", "--data", &data, "--format", "json"];
    let ran = recto(&line).ends(0);
    let answer = ran.json();
    assert_eq!(answer["parameters"]["paper"], "BSTM");
    assert_eq!(answer["parameters"]["seeds"], 3);
    let set = &answer["sets"][1];
    assert_eq!(
        (&set["name"], &set["words"]),
        (&"reviews-yelp".into(), &50.into())
    );
    assert_eq!(set["digest"].as_str().map(str::len), Some(64));
    let rows = answer["mean"].as_array().expect("rows");
    let names: Vec<&str> = rows
        .iter()
        .filter_map(|row| row["system"].as_str())
        .collect();
    let expected = [
        "random",
        "centroid",
        "lexrank",
        "lsa",
        "nmf",
        "kmeans",
        "fgb (paper)",
        "bstm (paper)",
        "bstm",
        "lead",
        "auto",
    ];
    assert_eq!(names, expected);
    for key in ["rouge_1", "rouge_2", "rouge_l", "rouge_su4"] {
        assert!(rows[8]["scores"][key].is_number(), "{key}");
    }
    assert_eq!(rows[8]["by_seed"].as_array().map(Vec::len), Some(3));
    assert_eq!(answer["length"][0]["set"], "opinosis");
    assert_eq!(answer["published"].as_array().map(Vec::len), Some(18));
    assert_eq!(answer["missing"][1], "DUC2004");
    for part in ["the set vi-news is missing", "not at hand: DUC2002"] {
        assert!(ran.err.contains(part), "{}", ran.err);
    }
}

#[test]
fn mds_has_every_task_that_its_data_allow() {
    let scratch = summarized(&["en-timelines", "en-updates"]);
    let data = scratch.arg("");
    let line = ["replicate", "mds", "--data", &data, "--format", "json"];
    let ran = recto(&line).ends(0);
    let answer = ran.json();
    for task in ["generic", "query", "update"] {
        let part = &answer[task];
        assert_eq!(part["sets"].as_array().map(Vec::len), Some(1), "{task}");
        assert!(part["mean"][0]["scores"]["rouge_2"].is_number(), "{task}");
    }
    let set = &answer["thresholds"][0];
    assert_eq!(set["points"].as_array().map(Vec::len), Some(8));
    assert_eq!(set["points"][3]["threshold"], 0.12);
    assert!(set["chosen"]["held_out"]["rouge_2"].is_number());
    let curves = answer["thresholds"].as_array().expect("a list");
    let of = |curve: &Value| (curve["task"].clone(), curve["form"].clone());
    let curves: Vec<(Value, Value)> = curves.iter().map(of).collect();
    for task in ["generic", "query"] {
        for form in ["paper", "recto"] {
            assert!(
                curves.contains(&(task.into(), form.into())),
                "{task} {form}"
            );
        }
    }
    assert_eq!(answer["comparative"], Value::Null);
    assert!(ran.err.contains("groups are not compared"), "{}", ran.err);
    let page = recto(&["replicate", "MDS", "--data", &data, "--format", "html"]);
    assert!(page.ends(0).text().contains("<svg"));
}

#[test]
fn an_unknown_paper_is_a_wrong_command_line() {
    let ran = recto(&["replicate", "XYZ", "--data", "."]).ends(2);
    ran.says("possible values: APS,");
}

#[test]
fn a_flag_of_another_paper_is_refused() {
    let ran = recto(&["replicate", "APS", "--data", ".", "--seeds", "3"]).ends(2);
    ran.says("--seeds is for SGM, MFLK, BSTM, MDS, ADS, PES only");
    let ran = recto(&["replicate", "SGM", "--data", ".", "--documents", "3"]).ends(2);
    ran.says("--documents is for BayesAD only");
}
