//! Scores of small pairs, worked out by hand.

use super::*;
use crate::{Document, Pile, Silent};

const GOLD: &str = r#"{"id": "a", "document": ["nets", "dry", "on", "quays"], "summary": ["nets", "on", "sale"], "sure": [[0, 0], [2, 1]], "possible": [[3, 1]]}"#;

fn side(name: &str, text: &str) -> Side {
    let files = Pile {
        documents: vec![Document::new(name, text)],
        ..Pile::default()
    };
    Side {
        label: name.into(),
        files,
    }
}

fn evaluated(gold: &str, outputs: &[&str]) -> Result<Evaluated, String> {
    let sides = Sides {
        reference: side("gold.jsonl", gold),
        outputs: outputs.iter().map(|text| side("out", text)).collect(),
    };
    let (files, run) = (Attachments::default(), Run::new(0, &Silent));
    let answer = ALIGNMENT.score(&sides, &Scoring::default(), &files, &run);
    answer
        .map(|answer| answer.body)
        .map_err(|error| error.to_string())
}

fn close(found: Option<f64>, expected: f64) {
    let found = found.expect("a score");
    assert!(
        (found - expected).abs() < 1e-12,
        "{found} is not {expected}"
    );
}

#[test]
fn sure_and_possible_links_count_as_they_should() {
    // Found: nets-nets (sure), quays-on (possible), dry-sale (wrong).
    let body = evaluated(GOLD, &["0-0 3-1 1-2\n"]).expect("scores");
    close(body.scores.get("precision"), 2.0 / 3.0);
    close(body.scores.get("recall"), 1.0 / 2.0);
    close(body.scores.get("f1"), 4.0 / 7.0);
    // Without "on" on either side: found nets-nets and dry-sale, sure nets-nets.
    close(body.scores.get("precision_content"), 1.0 / 2.0);
    close(body.scores.get("recall_content"), 1.0);
    // The reference leaves "sale" alone, the output no word.
    assert_eq!(body.scores.get("null_precision"), None);
    close(body.scores.get("null_recall"), 0.0);
    // 12 cells, 3 found, 2 sure, 1 of them found: 9 agree; chance is (3*2 + 9*10)/144.
    close(
        body.scores.get("kappa"),
        (0.75 - 96.0 / 144.0) / (1.0 - 96.0 / 144.0),
    );
    close(body.baselines["identity"].get("f1"), 1.0);
}

#[test]
fn links_are_added_up_and_pairs_are_averaged() {
    let other = r#"{"id": "b", "document": ["tide"], "summary": ["tide"], "sure": [[0, 0]]}"#;
    let gold = format!("{GOLD}\n{other}\n");
    let body = evaluated(&gold, &["1-2\n0-0\n"]).expect("scores");
    close(body.scores.get("precision"), 1.0 / 2.0);
    close(body.scores.get("recall"), 1.0 / 3.0);
    close(body.scores.get("recall_macro"), 1.0 / 2.0);
    assert_eq!(body.documents.len(), 2);
    assert_eq!(body.documents[1].id, "b");
}

#[test]
fn what_align_writes_is_scored_and_a_second_output_compared() {
    let own = r#"{"pairs": [{"id": "a", "tokens": {"document": [[0,4],[5,8],[9,11],[12,17]], "summary": [[0,4],[5,7],[8,12]]}, "links": [{"summary": [0,1], "document": [0,1], "p": 0.9}]}]}"#;
    let body = evaluated(GOLD, &[own, "0-0 2-1\n"]).expect("scores");
    close(body.scores.get("precision"), 1.0);
    close(body.scores.get("null_recall"), 1.0);
    assert!(body.comparison.is_some_and(|rows| rows.contains_key("f1")));
}

#[test]
fn strict_scores_take_a_phrase_for_all_pairs_of_its_words() {
    let gold = r#"{"id": "a", "document": ["old", "nets", "dry"], "summary": ["old", "nets"], "sure": [[0, 0], [1, 1]]}"#;
    let own = r#"{"pairs": [{"id": "a", "tokens": {"document": [[0,3],[4,8],[9,12]], "summary": [[0,3],[4,8]]}, "links": [{"summary": [0,2], "document": [0,2], "p": 0.9}]}]}"#;
    let body = evaluated(gold, &[own]).expect("scores");
    close(body.scores.get("precision"), 1.0);
    // old-old, old-nets, nets-old, nets-nets.
    close(body.scores.get("precision_strict"), 2.0 / 4.0);
    close(body.scores.get("recall_strict"), 1.0);
    close(body.scores.get("f1_content_strict"), 2.0 / 3.0);
    let words = evaluated(gold, &["0-0 1-1\n"]).expect("scores");
    close(words.scores.get("precision_strict"), 1.0);
}

#[test]
fn what_cannot_be_scored_is_named() {
    let wrong = |gold: &str, output: &str| evaluated(gold, &[output]).expect_err("an error");
    assert_eq!(
        wrong(GOLD, "0-0 9-1\n"),
        "out: pair `a`: a link 9-1, but there are 4 and 3 tokens"
    );
    assert_eq!(
        wrong(GOLD, "0:0\n"),
        "out: line 1: neither JSON nor links such as 0-0 1-2"
    );
    let none = r#"{"id": "a", "document": ["a"], "summary": ["a"]}"#;
    assert_eq!(
        wrong(none, "0-0\n"),
        "gold.jsonl: line 1: pair a: no links; give them as `sure` and `possible`"
    );
    let other =
        r#"{"pairs": [{"id": "a", "tokens": {"document": [], "summary": []}, "links": []}]}"#;
    let message = wrong(GOLD, other);
    assert!(
        message.contains("4 and 3 tokens, the output 0 and 0"),
        "{message}"
    );
}
