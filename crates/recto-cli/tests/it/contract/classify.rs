//! `classify`: keys, what labels and words do, saved models, and what becomes of bad input.

use crate::common::{Ran, Scratch, recto, repository};
use serde_json::Value;

/// Two subjects, two of six rows labelled.
const ROWS: &str = r#"{"id": "a", "text": "The ferry left the harbour at high tide.", "label": "sea"}
{"id": "b", "text": "Bread and rolls from the oven at dawn.", "label": "bread"}
{"id": "c", "text": "A ferry waits in the harbour for the tide."}
{"id": "d", "text": "The baker fills the oven with bread."}
{"id": "e", "text": "High tide, and no ferry in the harbour."}
{"id": "f", "text": "Rolls cool beside the oven."}
"#;

fn classified(name: &str, rows: &str, more: &[&str]) -> Ran {
    let scratch = Scratch::new();
    let file = scratch.write(name, rows);
    recto(&[&["classify", &file, "-q", "--format", "json"], more].concat())
}

fn labels(answer: &Value) -> Vec<&str> {
    let documents = answer["documents"].as_array().expect("a list");
    let labels = documents.iter().map(|one| one["label"].as_str());
    labels.map(|label| label.unwrap_or("none")).collect()
}

#[test]
fn opinions_come_with_their_words_and_agreement_with_labels_is_measured() {
    let file = repository("examples/reviews.csv").display().to_string();
    let answer = recto(&["classify", &file, "-q", "--format", "json"])
        .ends(0)
        .json();
    let first = &answer["documents"][1];
    assert_eq!(
        (&first["id"], &first["label"]),
        (&"r02".into(), &"pos".into())
    );
    assert_eq!(
        (&first["abstain"], &first["given"]),
        (&false.into(), &"pos".into())
    );
    let p = &first["p"];
    let sum = p["pos"].as_f64().unwrap() + p["neg"].as_f64().unwrap();
    assert!(
        (sum - 1.0).abs() < 1e-5 && p["pos"].as_f64() > Some(0.5),
        "{p}"
    );
    let words: Vec<&str> = first["because"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|pair| pair[0].as_str())
        .collect();
    assert!(words.contains(&"clean"), "{words:?}");
    // Every row has a label, so that none is learned from.
    assert_eq!(answer["agreement"]["documents"], 120);
    assert!(answer["agreement"]["accuracy"].as_f64() > Some(0.65));
    for key in ["terms", "switched", "classes"] {
        assert!(answer[key].is_array(), "{key}");
    }
    assert_eq!(answer["calibrated"], false);
}

#[test]
fn the_paper_flag_is_refused_for_methods_without_a_published_form() {
    for method in ["nbem", "ge"] {
        classified("rows.jsonl", ROWS, &["--paper", "--method", method])
            .ends(2)
            .says("these have one: tri, mflk, ssmflk")
            .says("leave out --paper");
    }
}

#[test]
fn labels_are_learned_from_where_some_documents_have_none() {
    let answer = classified("rows.jsonl", ROWS, &[]).ends(0).json();
    assert_eq!(
        labels(&answer),
        ["sea", "bread", "sea", "bread", "sea", "bread"]
    );
    assert_eq!(answer["documents"][0]["learned_from"], true);
    assert_eq!(answer["documents"][2]["learned_from"], false);
    assert_eq!(answer["agreement"], Value::Null);
}

#[test]
fn a_field_of_labels_is_learned_from_although_every_row_has_it() {
    let rows = r#"{"id": 1, "text": "ferry harbour", "topic": "sea"}
{"id": 2, "text": "oven bread", "topic": "bread"}
"#;
    let ran = classified("rows.jsonl", rows, &["--label-field", "topic"]).ends(1);
    ran.says("every document has a label").says("set --labels");
    let answer = classified("rows.jsonl", rows, &["--labels", "topic"])
        .ends(0)
        .json();
    assert_eq!(labels(&answer), ["sea", "bread"]);
}

#[test]
fn words_of_a_file_name_classes_and_single_words_can_be_overridden() {
    let scratch = Scratch::new();
    let rows = scratch.write("rows.jsonl", ROWS.replace(", \"label\": \"bread\"", ""));
    let words = scratch.write("words.tsv", "oven\tbread\nharbour\tsea\n# a comment\n");
    let base = ["classify", &rows, "-q", "--format", "json", "--lexicon"];
    let answer = recto(&[&base[..], &[&words]].concat()).ends(0).json();
    assert_eq!(
        labels(&answer),
        ["sea", "bread", "sea", "bread", "sea", "bread"]
    );
    let more = scratch.write("more.tsv", "oven\tbread\nharbour\tsea\nlighthouse\tsea\n");
    let ran = recto(&["classify", &rows, "--format", "json", "--lexicon", &more]).ends(0);
    ran.says("1 of 3 labelled words do not occur in the documents");
    let wrong = scratch.write("wrong.tsv", "oven\n");
    let ran = recto(&[&base[..], &[&wrong]].concat()).ends(1);
    ran.says("wrong.tsv: lexicon: line 1");
    let text = scratch.write("text.txt", "A cheap and nasty chair.");
    let over = scratch.write("over.tsv", "nasty\tpos\n");
    let base = ["classify", &text, "-q", "--format", "json"];
    assert_eq!(labels(&recto(&base).ends(0).json()), ["neg"]);
    let changed = recto(&[&base[..], &["--override", &over]].concat())
        .ends(0)
        .json();
    assert_eq!(labels(&changed), ["pos"]);
}

#[test]
fn a_saved_model_classifies_as_the_fit_did() {
    let scratch = Scratch::new();
    let rows = scratch.write("rows.jsonl", ROWS);
    let model = scratch.arg("opinions.model");
    let base = ["classify", &rows, "-q", "--format", "json"];
    let fitted = recto(&[&base[..], &["--save-model", &model]].concat())
        .ends(0)
        .json();
    let loaded = recto(&[&base[..], &["--load-model", &model]].concat())
        .ends(0)
        .json();
    assert_eq!(labels(&fitted), labels(&loaded));
    assert_eq!(fitted["documents"][2]["p"], loaded["documents"][2]["p"]);
}

#[test]
fn what_has_too_little_to_go_by_is_said() {
    let neutral = classified("a.txt", "The meeting is on Tuesday at nine.", &[])
        .ends(0)
        .json();
    assert_eq!(labels(&neutral), ["none"]);
    assert_eq!(neutral["documents"][0]["abstain"], true);
    assert_eq!(neutral["documents"][0]["leaning"], "neutral");
    classified("a.txt", "A boat.", &["--method", "svm"])
        .ends(1)
        .says("use --method auto");
    let ran = classified(
        "rows.jsonl",
        "{\"text\": \"a boat\", \"label\": \"x\"}\n{\"text\": \"a net\"}\n",
        &[],
    );
    ran.ends(1)
        .says("there is one class only, x; set --classes");
    let ran = classified("a.txt", "A boat.", &["--prior", "pos=0.2,neg=0.3"]).ends(2);
    ran.says("the shares add up to 0.5, not to 1");
}
