//! What `recto topics` promises: keys, agreement between them, files, saved topics.

use crate::common::{Ran, Scratch, recto, repository};
use serde_json::Value;

fn notices(flags: &[&str]) -> Ran {
    let file = repository("examples/notices.jsonl");
    let file = file.to_string_lossy();
    recto(&[&["topics", &file], flags].concat())
}

fn answer(flags: &[&str]) -> Value {
    notices(&[flags, &["--format", "json"]].concat())
        .ends(0)
        .json()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn sum(value: &Value) -> f64 {
    list(value).iter().filter_map(Value::as_f64).sum()
}

#[test]
fn topics_and_documents_have_the_keys_of_the_contract() {
    let answer = answer(&["--topics", "3", "--clusters", "4", "--held-out", "0.2"]);
    assert_eq!(answer["command"], "topics");
    assert_eq!(answer["parameters"]["topics"], 3);
    let topics = list(&answer["topics"]);
    assert_eq!(topics.len(), 3);
    for topic in topics {
        for key in ["id", "label", "weight", "terms", "documents"] {
            assert!(!topic[key].is_null(), "{key}");
        }
    }
    let weights: f64 = topics
        .iter()
        .filter_map(|topic| topic["weight"].as_f64())
        .sum();
    assert!((weights - 1.0).abs() < 1e-3, "{weights}");
    let documents = list(&answer["documents"]);
    assert_eq!(documents.len(), 30);
    for document in documents {
        assert!((sum(&document["topics"]) - 1.0).abs() < 1e-3);
        assert!(
            document["cluster"]
                .as_u64()
                .is_some_and(|cluster| cluster < 4)
        );
        for segment in list(&document["segments"]) {
            assert!(segment["start"].as_u64() < segment["end"].as_u64());
            assert!((sum(&segment["topics"]) - 1.0).abs() < 1e-3);
        }
    }
    for key in ["perplexity", "unigram", "cache_only"] {
        assert!(
            answer["perplexity"][key].as_f64().is_some_and(|x| x > 1.0),
            "{key}"
        );
    }
}

#[test]
fn model_is_another_name_for_method_and_numbers_are_checked() {
    let by_alias = answer(&["--model", "lda", "--topics", "2"]);
    assert_eq!(by_alias["parameters"]["method"], "lda");
    let many = notices(&["--topics", "100000"]).ends(1);
    assert!(
        many.err.contains("the number of words, not `100000`"),
        "{}",
        many.err
    );
    let clusters = notices(&["--clusters", "31"]).ends(1);
    assert!(
        clusters
            .err
            .contains("clusters must be between 1 and 30, the number of points, not `31`"),
        "{}",
        clusters.err
    );
    let eta = notices(&["--eta", "0.5"]).ends(2);
    assert!(eta.err.contains("it applies to: sgm"), "{}", eta.err);
    let half = notices(&["--max-share", "1.5"]).ends(2);
    assert!(half.err.contains("must be from 0 to 1"), "{}", half.err);
    notices(&["--max-memory", "10"]).ends(1);
}

#[test]
fn seed_words_are_where_they_were_wished() {
    let scratch = Scratch::new();
    let wishes = scratch.write("wishes.txt", "water pipe\nroad lane\n");
    let answer = answer(&["--topics", "2", "--seed-words", &wishes]);
    let topic = |id: u64| {
        let topics = list(&answer["topics"]).iter();
        let found = topics
            .clone()
            .find(|topic| topic["id"] == id)
            .expect("a topic");
        list(&found["terms"])[..4]
            .iter()
            .map(|term| term[0].to_string())
            .collect::<String>()
    };
    assert!(topic(0).contains("water"), "{}", topic(0));
    assert!(topic(1).contains("road"), "{}", topic(1));
}

#[test]
fn saved_topics_give_every_document_the_answer_that_it_gets_alone() {
    let scratch = Scratch::new();
    let model = scratch.arg("notices.topics");
    notices(&["--topics", "3", "--save-model", &model]).ends(0);
    let all = answer(&["--load-model", &model]);
    let rows = std::fs::read_to_string(repository("examples/notices.jsonl")).expect("an example");
    for (i, row) in rows.lines().enumerate().step_by(7) {
        let file = scratch.write("one.jsonl", row);
        let arguments = ["topics", &file, "--load-model", &model, "--format", "json"];
        let one = recto(&arguments).ends(0).json();
        assert_eq!(one["documents"][0], all["documents"][i]);
    }
    let mut bytes = std::fs::read(scratch.path("notices.topics")).expect("it was saved");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    let broken = scratch.write("broken.topics", bytes);
    let refused = notices(&["--load-model", &broken]).ends(1);
    assert!(refused.err.contains("saved model"), "{}", refused.err);
}

#[test]
fn the_tree_and_the_tables_of_mallet_are_written() {
    let scratch = Scratch::new();
    let (tree, folder) = (scratch.arg("tree.nwk"), scratch.arg("mallet"));
    notices(&["--topics", "3", "--tree", &tree, "--mallet", &folder]).ends(0);
    let read = |name: &str| std::fs::read_to_string(scratch.path(name)).expect("it was written");
    let newick = read("tree.nwk");
    assert!(
        newick.trim_end().ends_with(';') && newick.contains("n01"),
        "{newick}"
    );
    assert_eq!(read("mallet/topic-keys.txt").lines().count(), 3);
    let documents = read("mallet/doc-topics.txt");
    assert!(
        documents.lines().all(|line| line.split('\t').count() == 5),
        "{documents}"
    );
}

#[test]
fn clusters_are_scored_against_labels() {
    let scratch = Scratch::new();
    let place = scratch.arg("out.json");
    notices(&["--topics", "4", "--clusters", "4", "-o", &place]).ends(0);
    let gold = repository("examples/notices.jsonl");
    let gold = gold.to_string_lossy();
    let answer = recto(&["eval", "clustering", &gold, &place, "--format", "json"]);
    let answer = answer.ends(0).json();
    assert_eq!(answer["scores"]["classes"], 4);
    assert!(answer["scores"]["nmi"].as_f64() > answer["baselines"]["one"]["nmi"].as_f64());
}

#[test]
fn three_answers_get_a_warning_and_no_figures() {
    let scratch = Scratch::new();
    let rows = [
        "The staff were kind and the room was clean.",
        "Breakfast was cold and the staff were slow.",
        "A clean room near the station, kind staff.",
    ];
    let rows: Vec<String> = rows
        .iter()
        .map(|text| serde_json::json!({ "text": text }).to_string())
        .collect();
    let file = scratch.write("answers.jsonl", rows.join("\n"));
    let answer = recto(&["topics", &file, "--format", "json"]).ends(0).json();
    let warnings = answer["warnings"].to_string();
    assert!(
        warnings.contains("only 3 documents have words"),
        "{warnings}"
    );
    assert!(answer["choice"]["stability"].is_null());
    assert!(list(&answer["choice"]["tried"]).is_empty());
    assert_eq!(list(&answer["clusters"]).len(), 1);
    let reason = answer["clusters_reason"].as_str().unwrap_or_default();
    assert!(reason.contains("too few to tell groups"), "{reason}");
}

#[test]
fn saved_topics_say_when_they_fit_new_text_badly() {
    let scratch = Scratch::new();
    let model = scratch.arg("notices.topics");
    notices(&["--topics", "3", "--save-model", &model]).ends(0);
    let fitting = answer(&["--load-model", &model]);
    assert!(
        !fitting["warnings"]
            .to_string()
            .contains("fit this text badly")
    );
    let other = "Penguins hatch on antarctic ice while whales migrate past drifting krill. ";
    let file = scratch.write("other.txt", other.repeat(12));
    let arguments = ["topics", &file, "--load-model", &model, "--format", "json"];
    let told = recto(&arguments).ends(0).json()["warnings"].to_string();
    assert!(
        told.contains("the saved topics fit this text badly") && told.contains("are unknown"),
        "{told}"
    );
}
