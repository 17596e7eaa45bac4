//! What `recto authors` promises: keys, agreement between them, what may be asked.

use crate::common::{Scratch, recto, repository};
use serde_json::Value;

fn voices(flags: &[&str]) -> Value {
    let file = repository("examples/voices.txt");
    let file = file.to_string_lossy();
    let words = [&["authors", &file, "--format", "json"], flags].concat();
    recto(&words).ends(0).json()
}

#[test]
fn a_document_has_the_keys_of_the_contract_in_their_order() {
    let answer = voices(&["--with-text"]);
    assert_eq!(answer["command"], "authors");
    let document = answer["documents"][0].as_object().expect("an object");
    let wanted = [
        "id",
        "authors",
        "units",
        "labels",
        "certainty",
        "more_than_one_author",
        "segments",
        "evidence",
    ];
    let keys = document.keys().map(String::as_str);
    let found: Vec<&str> = keys.filter(|key| wanted.contains(key)).collect();
    assert_eq!(found, wanted);
    assert_eq!(document["more_than_one_author"], "undetermined");
}

#[test]
fn labels_segments_and_spans_agree() {
    let answer = voices(&["--with-text", "--authors", "3"]);
    let document = &answer["documents"][0];
    assert_eq!(document["more_than_one_author"], "assumed by the caller");
    let list = |key: &str| document[key].as_array().expect("a list").clone();
    let (labels, spans) = (list("labels"), list("spans"));
    assert_eq!(document["units"], labels.len());
    assert_eq!(labels.len(), spans.len());
    assert_eq!(labels.len(), list("certainty").len());
    let text = document["text"].as_str().expect("the text");
    let mut unit = 0;
    for segment in list("segments") {
        assert_eq!(segment["start_unit"], unit);
        let end = segment["end_unit"].as_u64().expect("a number") as usize;
        assert!(
            labels[unit..end]
                .iter()
                .all(|label| *label == segment["author"])
        );
        assert_eq!(segment["start"], spans[unit][0]);
        assert_eq!(segment["end"], spans[end - 1][1]);
        unit = end;
    }
    assert_eq!(unit, labels.len());
    for span in spans {
        let at = |i: usize| span[i].as_u64().expect("a byte") as usize;
        assert_eq!(text[at(0)..at(1)].trim(), &text[at(0)..at(1)]);
    }
}

#[test]
fn more_authors_than_units_is_an_input_error_and_none_at_all_a_usage_error() {
    let scratch = Scratch::new();
    let file = scratch.write("short.txt", "Nets dry. Boats rest.");
    let many = recto(&["authors", &file, "--authors", "3"]).ends(1);
    assert!(
        many.err
            .contains("authors must be between 1 and 2, the number of units, not `3`"),
        "{}",
        many.err
    );
    let none = recto(&["authors", &file, "--authors", "0"]).ends(2);
    assert!(
        none.err.contains("authors must be at least 1, not `0`"),
        "{}",
        none.err
    );
}

#[test]
fn paper_alone_takes_the_paper_system_and_other_methods_refuse_it() {
    assert_eq!(voices(&["--paper"])["parameters"]["method"], "bayes-ad");
    let file = repository("examples/voices.txt");
    let file = file.to_string_lossy();
    let refused = recto(&["authors", &file, "--paper", "--method", "one"]).ends(2);
    assert!(refused.err.contains("no published form"), "{}", refused.err);
    let theta = recto(&["authors", &file, "--theta", "0.1"]).ends(2);
    assert!(
        theta.err.contains("it applies to: bayes-ad"),
        "{}",
        theta.err
    );
}

#[test]
fn the_note_on_groups_is_said_once_for_a_pile() {
    let scratch = Scratch::new();
    let text = std::fs::read_to_string(repository("examples/voices.txt")).expect("an example");
    for name in ["pile/a.txt", "pile/b.txt", "pile/c.txt"] {
        scratch.write(name, &text);
    }
    let ran = recto(&["authors", &scratch.arg("pile")]).ends(0);
    assert_eq!(
        ran.err.matches("yield groups too").count(),
        1,
        "{}",
        ran.err
    );
}

#[test]
fn scores_of_an_answer_come_with_the_answer_of_one_author() {
    let scratch = Scratch::new();
    let place = scratch.arg("out.json");
    let file = repository("examples/voices.txt");
    recto(&["authors", &file.to_string_lossy(), "-o", &place]).ends(0);
    let labels = repository("examples/voices.labels.txt");
    let labels = labels.to_string_lossy();
    let answer = recto(&["eval", "authors", &labels, &place, "--format", "json"]);
    let answer = answer.ends(0).json();
    let accuracy = |scores: &Value| scores["accuracy"].as_f64().expect("a number");
    assert!(accuracy(&answer["scores"]) > accuracy(&answer["baselines"]["one"]));
}
