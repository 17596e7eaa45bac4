//! Scores of small classifications, worked out by hand.

use super::*;
use crate::report::text::{TextOptions, render};
use crate::{Document, Pile, Silent};

const GOLD: &str = r#"{"id": "a", "label": "pos"}
{"id": "b", "label": "pos"}
{"id": "c", "label": "neg"}
{"id": "d", "label": "neg"}
"#;

const OUT: &str = r#"{"id": "a", "label": "pos", "p": {"pos": 0.9, "neg": 0.1}}
{"id": "b", "label": "neg", "p": {"pos": 0.4, "neg": 0.6}}
{"id": "c", "label": "neg", "p": {"pos": 0.2, "neg": 0.8}}
{"id": "d", "label": null, "p": {"pos": 0.7, "neg": 0.3}}
"#;

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

fn answer(scoring: Scoring, gold: &str, outputs: &[&str]) -> Result<Answer<Evaluated>, String> {
    let sides = Sides {
        reference: side("gold", gold),
        outputs: outputs.iter().map(|text| side("out", text)).collect(),
    };
    let (files, run) = (Attachments::default(), Run::new(0, &Silent));
    let answer = CLASSIFICATION.score(&sides, &scoring, &files, &run);
    answer.map_err(|error| error.to_string())
}

fn evaluated(gold: &str, output: &str) -> Answer<Evaluated> {
    answer(Scoring::default(), gold, &[output]).expect("scores")
}

fn refused(gold: &str, output: &str) -> String {
    answer(Scoring::default(), gold, &[output]).expect_err("nothing to score")
}

fn warned(answer: &Answer<Evaluated>) -> Vec<String> {
    answer.warnings.iter().map(ToString::to_string).collect()
}

#[track_caller]
fn close(scores: &Scores, expected: &[(&str, f64)]) {
    for (key, expected) in expected {
        let found = scores.get(key).unwrap_or_else(|| panic!("no {key}"));
        assert!(
            (found - expected).abs() < 1e-12,
            "{key}: {found} is not {expected}"
        );
    }
}

#[test]
fn every_score_of_four_documents_by_hand() {
    let answer = evaluated(GOLD, OUT);
    assert_eq!(warned(&answer), [""; 0]);
    let body = answer.body;
    let expected = [
        ("accuracy", 0.5),
        // pos: 1 of 2; neg: 1 of 2, the other unanswered.
        ("balanced_accuracy", 0.5),
        // pos: 2 * 1 / (2 + 1); neg: 2 * 1 / (2 + 2).
        ("macro_f1", (2.0 / 3.0 + 0.5) / 2.0),
        // Chance (2 * 1 + 2 * 2) / 16.
        ("kappa", (0.5 - 0.375) / (1.0 - 0.375)),
        // Four documents are bins of their own; d is judged by its likelier class, pos.
        ("calibration_error", (0.1 + 0.6 + 0.2 + 0.7) / 4.0),
        ("brier", (0.02 + 0.72 + 0.08 + 0.98) / 4.0),
        ("coverage", 0.75),
        ("selective_accuracy", 2.0 / 3.0),
        // Surest first: right, right, wrong, wrong. Risks 0, 0, 1/3, 2/4.
        ("risk_coverage_area", (1.0 / 3.0 + 0.5) / 4.0),
        ("documents", 4.0),
        ("classes", 2.0),
    ];
    assert_eq!(expected.len(), SHEET.measures.len());
    close(&body.scores, &expected);
    // Of a single document: whether it is right, answered, and how far its p is off.
    close(
        &body.documents[1].scores,
        &[("accuracy", 0.0), ("brier", 0.72), ("coverage", 1.0)],
    );
    assert_eq!(body.documents[3].scores.get("selective_accuracy"), None);
    assert_eq!(body.documents[3].scores.get("kappa"), None);
    // Two of each: the first label always, probability one half.
    let majority = &body.baselines["majority"];
    let halves = [
        "accuracy",
        "balanced_accuracy",
        "brier",
        "risk_coverage_area",
    ];
    close(majority, &halves.map(|key| (key, 0.5)));
    close(majority, &[("kappa", 0.0), ("calibration_error", 0.0)]);
    assert!(!body.baselines.contains_key("lexicon"));
}

#[test]
fn a_label_counts_although_the_output_abstains() {
    let out = GOLD.replace("\"label\"", "\"abstain\": true, \"label\"");
    let answer = evaluated(GOLD, &out);
    close(
        &answer.body.scores,
        &[("accuracy", 1.0), ("kappa", 1.0), ("coverage", 0.0)],
    );
    assert_eq!(answer.body.scores.get("selective_accuracy"), None);
    // No probabilities: no score of them, and no warning.
    for key in ["brier", "calibration_error", "risk_coverage_area"] {
        assert_eq!(answer.body.scores.get(key), None);
    }
    assert_eq!(warned(&answer), [""; 0]);
}

#[test]
fn one_of_several_true_labels_is_right() {
    let gold = "{\"id\": 1, \"labels\": [\"tea\", \"tin\"]}\n{\"id\": 2, \"labels\": [\"tin\"]}\n\
                {\"id\": 3, \"labels\": [\"tea\", \"tin\"]}\n";
    let out = r#"{"documents": [{"id": "1", "label": "tin"}, {"id": "2", "label": "tea"},
        {"id": "3", "label": "tea", "because": [["cup", 1.5]]}]}"#;
    let body = evaluated(gold, out).body;
    // True, answered: (tin, tin), (tin, tea), (tea, tea).
    close(
        &body.scores,
        &[("accuracy", 2.0 / 3.0), ("balanced_accuracy", 0.75)],
    );
    // tin is a true label of all three.
    close(&body.baselines["majority"], &[("accuracy", 1.0)]);
}

#[test]
fn a_label_that_the_reference_lacks_is_wrong_and_told() {
    let answer = evaluated(
        GOLD,
        &OUT.replace("\"label\": \"neg\"", "\"label\": \"bad\""),
    );
    assert_eq!(
        warned(&answer),
        [
            "out: line 2: no document of the reference has the label `bad`: wrong (1 more like \
          this)"
        ]
    );
    // pos: 2 * 1 / (2 + 1); neg and bad: 0. A class that is only answered counts too.
    let expected = [
        ("accuracy", 0.25),
        ("macro_f1", 2.0 / 9.0),
        ("classes", 2.0),
    ];
    close(&answer.body.scores, &expected);
}

#[test]
fn probabilities_that_are_none_are_left_out_and_told() {
    let out = OUT.replace("\"pos\": 0.4", "\"pos\": 0.7");
    let answer = evaluated(GOLD, &out.replace("\"neg\": 0.8", "\"neg\": -1"));
    assert_eq!(
        warned(&answer),
        [
            "out: line 2: probabilities add up to 1.3, not to 1: not used (1 more like this)",
            "out: 2 of 4 documents without probabilities: calibration error, Brier score and \
             area are of the others",
        ]
    );
    close(
        &answer.body.scores,
        &[("accuracy", 0.5), ("brier", (0.02 + 0.98) / 2.0)],
    );
    let negative = evaluated(GOLD, &OUT.replace("\"neg\": 0.8", "\"neg\": -1"));
    assert!(
        warned(&negative)[0].starts_with("out: line 3: the probability of `neg` is -1, not"),
        "{:?}",
        warned(&negative)
    );
}

#[test]
fn a_true_class_without_a_probability_has_none() {
    let gold = "{\"id\": 1, \"label\": \"tea\"}\n";
    let body = evaluated(
        gold,
        "{\"id\": 1, \"label\": \"tin\", \"p\": {\"tin\": 1}}\n",
    )
    .body;
    close(&body.scores, &[("brier", 2.0), ("calibration_error", 1.0)]);
}

#[test]
fn documents_that_were_learned_from_are_told_and_skipped() {
    let own = r#"{"documents": [
        {"id": "a", "label": "pos", "given": "pos"}, {"id": "b", "label": "neg", "given": null},
        {"id": "c", "label": "neg", "given": "neg"}, {"id": "d", "label": "neg", "given": null}]}"#;
    let answer_of = |skip_learned| answer(Scoring { skip_learned }, GOLD, &[own]).expect("scores");
    let all = answer_of(false);
    close(&all.body.scores, &[("accuracy", 0.75), ("documents", 4.0)]);
    assert!(warned(&all)[0].starts_with("out: 2 documents whose label the output learned from"));
    assert!(warned(&all)[0].ends_with("to leave them out, set `skip_learned`"));
    let unseen = answer_of(true);
    close(
        &unseen.body.scores,
        &[("accuracy", 0.5), ("documents", 2.0)],
    );
    assert_eq!(
        warned(&unseen),
        ["out: 2 documents left out: the output learned from the label"]
    );
    let ids: Vec<&str> = unseen
        .body
        .documents
        .iter()
        .map(|row| row.id.as_str())
        .collect();
    assert_eq!(ids, ["b", "d"]);
    // A label that came with a document and was not learned from is no head start.
    let unused = own.replace("\"given\": \"", "\"learned_from\": false, \"given\": \"");
    assert_eq!(warned(&evaluated(GOLD, &unused)), [""; 0]);
    // As a reference, recto's JSON speaks by the label that was given.
    let own = own.replace("\"label\": \"pos\"", "\"label\": \"neg\"");
    close(&evaluated(&own, OUT).body.scores, &[("accuracy", 0.75)]);
}

#[test]
fn a_table_is_read_with_texts_and_without() {
    let gold = "id,text,label\na,\"Superb, and\nnever dull.\",pos\nb,A wonderful stay.,pos\n\
                c,The beds are horrible.,neg\nd,We came on Monday.,neg\n";
    let body = evaluated(gold, OUT).body;
    close(&body.scores, &[("accuracy", 0.5)]);
    // The words say nothing of d.
    close(
        &body.baselines["lexicon"],
        &[
            ("accuracy", 0.75),
            ("coverage", 0.75),
            ("selective_accuracy", 1.0),
        ],
    );
    assert_eq!(body.baselines["lexicon"].get("brier"), None);
    let bare = "label;id\npos;a\npos;b\nneg;c\nneg;d\n";
    let answer = evaluated(bare, OUT);
    close(&answer.body.scores, &[("accuracy", 0.5)]);
    assert!(!answer.body.baselines.contains_key("lexicon"));
    // Rows without ids are called as `classify` calls them, by file and line.
    let unnamed = "label\npos\nneg\n";
    let out =
        "{\"id\": \"gold#3\", \"label\": \"neg\"}\n{\"id\": \"gold#2\", \"label\": \"pos\"}\n";
    let answer = evaluated(unnamed, out);
    close(&answer.body.scores, &[("accuracy", 1.0)]);
    assert_eq!(warned(&answer), [""; 0]);
}

#[test]
fn the_lexicon_answers_opinions_in_english_alone() {
    let rows = |labels: [&str; 2], texts: [&str; 2]| -> String {
        let rows = labels.iter().zip(texts).enumerate();
        rows.map(|(i, (label, text))| {
            format!("{}\n", json!({ "id": i, "label": label, "text": text }))
        })
        .collect()
    };
    let english = ["A wonderful room.", "A horrible room with a broken lamp."];
    let german = [
        "Das Zimmer war wunderbar, und wir kommen im Herbst gerne wieder hierher zurück.",
        "Das Zimmer war schrecklich, und niemand hat sich um unsere Beschwerden gekümmert.",
    ];
    let has = |labels, texts| {
        let gold = rows(labels, texts);
        evaluated(&gold, &gold)
            .body
            .baselines
            .contains_key("lexicon")
    };
    assert!(has(["pos", "neg"], english));
    assert!(has(["positive", "negative"], english));
    assert!(!has(["good", "neg"], english));
    assert!(!has(["pos", "neg"], german));
}

#[test]
fn documents_without_a_label_are_left_out() {
    let gold = GOLD.replace("\"c\", \"label\": \"neg\"", "\"c\", \"label\": null");
    let answer = evaluated(&gold, OUT);
    assert_eq!(
        warned(&answer),
        ["gold: 1 document without a label, left out"]
    );
    let expected = [("accuracy", 1.0 / 3.0), ("documents", 3.0)];
    close(&answer.body.scores, &expected);
}

#[test]
fn what_cannot_be_scored_is_named() {
    let none = "{\"id\": 1, \"label\": null}\n";
    let cases = [
        (refused("", OUT), "gold: no document in it"),
        (refused(GOLD, ""), "out: no document in it"),
        (refused(none, none), "gold: no document is left to score"),
        (
            refused(GOLD, &OUT.replace("\"c\"", "\"x\"")),
            "out: no document `c`; the reference has 4 documents",
        ),
        (
            refused(&GOLD.replace("\"b\"", "\"a\""), OUT),
            "gold: two documents are called `a`",
        ),
        (
            refused(GOLD, &OUT.replace("\"b\"", "\"a\"")),
            "out: two documents are called `a`",
        ),
        (
            refused(GOLD, "{\"id\": \"a\", \"labels\": [\"pos\", \"neg\"]}"),
            "out: line 1: 2 labels; an answer has one",
        ),
        (
            refused(GOLD, &OUT.replace("0.6", "\"most\"")),
            "out: line 2: not a JSON object with id and label or labels: invalid type",
        ),
        (
            refused(GOLD, &OUT.replace("null", "{}")),
            "out: line 4: a label is a text or a number, not `{}`",
        ),
        (
            refused("Nets dry on the quay.\n", OUT),
            "gold: line 1: neither JSON lines with label nor CSV with a column `label`",
        ),
        (
            refused("id,label\na\n", OUT),
            "gold: line 2: 1 fields where the header has 2",
        ),
        (
            refused(GOLD, "{\"documents\": [{\"id\": \"a\", \"label\": [1]}]}"),
            "out: document 1: a label is a text or a number",
        ),
        (
            refused(GOLD, "{\"documents\": [{\"id\": \"a\", \"topics\": []}]}"),
            "out: document 1: no label in it",
        ),
        (
            refused(GOLD, "{\"documents\": [7]}"),
            "out: not the JSON of recto classify",
        ),
    ];
    for (found, expected) in cases {
        assert!(found.starts_with(expected), "{found}");
    }
}

#[test]
fn two_outputs_are_compared_document_by_document() {
    let answer = answer(Scoring::default(), GOLD, &[OUT, GOLD]).expect("scores");
    let comparison = answer.body.comparison.expect("two outputs");
    // Right: 1, 0, 1, 0 and always; answered: all but d and all.
    assert!((comparison["accuracy"].mean - 0.5).abs() < 1e-12);
    assert!((comparison["coverage"].mean - 0.25).abs() < 1e-12);
    // The second has no probabilities; scores of the whole are not of a document.
    assert_eq!(comparison.len(), 3, "{comparison:?}");
    close(&answer.body.second.expect("scores"), &[("accuracy", 1.0)]);
}

#[test]
fn the_report_shows_classes_confusions_and_the_surest() {
    let report = evaluate::report(&evaluated(GOLD, OUT));
    assert_eq!(report.faults(), [""; 0]);
    let options = TextOptions {
        width: 80,
        color: false,
    };
    let text = render(&report, options);
    let sections = text.split('━').map(str::trim);
    let tables: Vec<&str> = sections.filter(|part| part.contains('─')).skip(1).collect();
    insta::assert_snapshot!(tables.join("\n\n"), @r"
    Classes

    True: documents of the class. Answered: documents that the output puts there.
    Precision and recall: how many of the latter and of the former are right.
    class  true  answered  precision  recall     F1
    ───────────────────────────────────────────────
    neg       2         2      0.500   0.500  0.500
    pos       2         1       1.00   0.500  0.667

    Confusion

    Documents by their true class (rows) and the answer (columns).
    true  neg  pos  no answer
    ─────────────────────────
    neg     1    0          1
    pos     1    1          0

    Surest documents

    Accuracy if only the surest documents were answered, by the probability of the
    answer, and the least probability among them.
    answered  accuracy  least p
    ───────────────────────────
    25 %          1.00    0.900
    50 %          1.00    0.800
    75 %         0.667    0.700
    100 %        0.500    0.600

    Documents

    Right: 1 where the label is a true one. Answered: 0 where the output abstains.
    document  Right   Brier  Answered
    ─────────────────────────────────
    a          1.00  0.0200      1.00
    b             0   0.720      1.00
    c          1.00  0.0800      1.00
    d             0   0.980         0
    ");
}

#[test]
fn many_classes_have_no_matrix() {
    let rows = |n: usize| -> String {
        let row = |i: usize| format!("{{\"id\": {i}, \"label\": {i}}}\n");
        (0..n).map(row).collect()
    };
    let ids = |n: usize| -> Vec<&'static str> {
        let body = evaluated(&rows(n), &rows(n)).body;
        body.tables.iter().map(|table| table.id).collect()
    };
    assert_eq!(ids(8), ["classes", "confusion"]);
    assert_eq!(ids(9), ["classes"]);
}
