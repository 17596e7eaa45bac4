//! The JSON of each command: keys in their order, types, ranges, rounded numbers.

use crate::common::{Scratch, recto, text::made};
use serde_json::Value;

const ENVELOPE: [&str; 5] = ["recto", "command", "parameters", "warnings", "failed"];
const SEGMENT: [&str; 9] = [
    "start_unit",
    "end_unit",
    "start",
    "end",
    "center_unit",
    "title",
    "words",
    "terms",
    "confidence",
];
const SCORES: [&str; 12] = [
    "windowdiff",
    "windowdiff_abs",
    "windowdiff_units",
    "pk",
    "precision",
    "recall",
    "f1",
    "f1_tol2",
    "b",
    "segments",
    "reference_segments",
    "k",
];

fn keys(value: &Value) -> Vec<&str> {
    let object = value.as_object().expect("an object");
    object.keys().map(String::as_str).collect()
}

/// Fails unless `wanted` stand among the keys in that order; new keys may be added.
fn assert_keys(value: &Value, wanted: &[&str]) {
    let mut found = keys(value);
    found.retain(|key| wanted.contains(key));
    assert_eq!(found, wanted, "in {:?}", keys(value));
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().expect("a whole number")).expect("small")
}

/// A segmentation of made text, with the text in it.
fn segmented() -> Value {
    let scratch = Scratch::new();
    let file = scratch.write("made.txt", made(20_000, 1));
    recto(&["segment", &file, "--format", "json", "--with-text"])
        .ends(0)
        .json()
}

#[test]
fn segment_has_the_keys_of_the_contract_in_their_order() {
    let answer = segmented();
    assert_keys(&answer, &[&ENVELOPE[..], &["documents"]].concat());
    assert_eq!(answer["recto"], env!("CARGO_PKG_VERSION"));
    assert_eq!(answer["command"], "segment");
    let document = &answer["documents"][0];
    assert_keys(document, &["id", "units", "segments"]);
    for segment in list(&document["segments"]) {
        assert_keys(segment, &SEGMENT);
    }
}

#[test]
fn segment_has_the_types_of_the_contract() {
    let answer = segmented();
    let document = &answer["documents"][0];
    assert!(document["id"].is_string() && document["units"].is_u64());
    let segments = list(&document["segments"]);
    assert!(segments.len() > 2, "made text has topics");
    for (i, segment) in segments.iter().enumerate() {
        for key in [
            "start_unit",
            "end_unit",
            "start",
            "end",
            "center_unit",
            "words",
        ] {
            assert!(segment[key].is_u64(), "{key}: {}", segment[key]);
        }
        assert!(segment["title"].is_string());
        for term in list(&segment["terms"]) {
            assert!(term[0].is_string() && term[1].is_number(), "{term}");
            assert_eq!(list(term).len(), 2);
        }
        match segment["confidence"].as_f64() {
            Some(sure) => assert!(i > 0 && (0.0..=1.0).contains(&sure)),
            None => assert!(segment["confidence"].is_null()),
        }
    }
}

#[test]
fn units_are_half_open_ranges_that_cover_the_document() {
    let document = &segmented()["documents"][0];
    let mut next = 0;
    for segment in list(&document["segments"]) {
        let (start, end) = (number(&segment["start_unit"]), number(&segment["end_unit"]));
        assert_eq!(start, next);
        assert!(start < end);
        assert!((start..end).contains(&number(&segment["center_unit"])));
        next = end;
    }
    assert_eq!(next, number(&document["units"]));
}

#[test]
fn byte_offsets_slice_the_text_and_leave_out_the_blanks_around() {
    let scratch = Scratch::new();
    let written = "\u{FEFF}  Die Möwen ruhen. 🦀 Boote!\r\n\r\nДом стоит у моря.  \r\n";
    let file = scratch.write("x.txt", written);
    let arguments = [
        "segment",
        &file,
        "--segments",
        "2",
        "--format",
        "json",
        "--with-text",
    ];
    let document = &recto(&arguments).ends(0).json()["documents"][0];
    let text = document["text"].as_str().expect("--with-text gives it");
    assert_eq!(
        text,
        written.trim_start_matches('\u{FEFF}'),
        "only the mark is gone"
    );
    let mut covered = String::new();
    for segment in list(&document["segments"]) {
        let slice = &text[number(&segment["start"])..number(&segment["end"])];
        assert_eq!(slice, slice.trim());
        covered += slice;
    }
    let letters = |text: &str| text.replace(char::is_whitespace, "");
    assert_eq!(letters(&covered), letters(text));
}

#[test]
fn the_text_is_in_the_json_only_when_asked_for() {
    let scratch = Scratch::new();
    let file = scratch.write("x.txt", "Nets dry. Boats rest.");
    let answer = recto(&["segment", &file, "--format", "json"])
        .ends(0)
        .json();
    assert!(answer["documents"][0].get("text").is_none());
}

#[test]
fn numbers_have_at_most_six_significant_digits() {
    let printed = segmented().to_string();
    let mut seen = 0;
    for token in printed.split(|c: char| !c.is_ascii_digit() && !".eE+-".contains(c)) {
        let (mantissa, _) = token.split_once(['e', 'E']).unwrap_or((token, ""));
        if mantissa.contains('.') && mantissa.parse::<f64>().is_ok() {
            let digits = mantissa.replace(['.', '-'], "");
            assert!(digits.trim_start_matches('0').len() <= 6, "{token}");
            seen += 1;
        }
    }
    assert!(seen > 20, "only {seen} numbers seen");
}

#[test]
fn parameters_tell_method_and_seed_but_nothing_of_the_machine() {
    let scratch = Scratch::new();
    let file = scratch.write("x.txt", made(2000, 1));
    let run = ["--seed", "7", "--threads", "2", "--format", "json"];
    let answer = recto(&[&["segment", &file][..], &run].concat())
        .ends(0)
        .json();
    let parameters = &answer["parameters"];
    assert_eq!(parameters["method"], "auto");
    assert_eq!(parameters["seed"], 7);
    for key in keys(parameters) {
        let is_of_the_machine = ["thread", "path", "file", "time", "date", "output"];
        assert!(
            !is_of_the_machine.iter().any(|part| key.contains(part)),
            "{key}"
        );
    }
    assert!(!parameters.to_string().contains(&scratch.arg("")), "a path");
}

#[test]
fn warnings_and_failures_name_their_file_and_line() {
    let scratch = Scratch::new();
    scratch.write("pile/a.jsonl", "{\"text\": \"the of and\"}\nbroken\n");
    scratch.write("pile/.hidden", "x");
    let answer = recto(&["segment", &scratch.arg("pile"), "--format", "json"])
        .ends(1)
        .json();
    let warnings = list(&answer["warnings"]);
    assert!(!warnings.is_empty());
    for warning in warnings {
        assert!(warning["message"].is_string());
        assert!(warning.get("file").is_none_or(Value::is_string));
        assert!(warning.get("line").is_none_or(Value::is_u64));
        let known = ["message", "file", "line"];
        assert!(keys(warning).iter().all(|key| known.contains(key)));
    }
    let about_row = |warning: &&Value| warning["line"] == 1;
    assert_eq!(warnings.iter().filter(about_row).count(), 1, "{warnings:?}");
    let failed = list(&answer["failed"]);
    assert_eq!(failed.len(), 1);
    assert_eq!(keys(&failed[0]), ["file", "message"]);
    assert!(
        failed[0]["file"]
            .as_str()
            .is_some_and(|file| file.ends_with("a.jsonl"))
    );
    assert!(
        failed[0]["message"]
            .as_str()
            .is_some_and(|m| m.starts_with("line 2: "))
    );
}

/// The library says the same with names of parameters; see the example of `Answer::word`.
#[test]
fn what_helps_is_said_with_its_flag_on_stderr_in_json_and_on_pages() {
    let scratch = Scratch::new();
    let text = "Uninterruptedly the tide comes in. Nets dry on the quay.";
    let good = scratch.write("a.txt", text);
    let bad = scratch.write("b.jsonl", "{\"body\": \"Nets dry.\"}\n");
    let (long, field) = (
        "words above the limit of length were left out: 1; raise --max-token-bytes",
        "line 1: no field `text` (there are: body); set --text-field",
    );
    let run = |format| {
        let words = ["segment", &good, &bad, "--max-token-bytes", "10"];
        let ran = recto(&[&words[..], &["--format", format, "-o", "-"]].concat());
        ran.ends(1)
            .says(&format!("warning: {good}: {long}\n"))
            .says(&format!("error: {bad}: {field}\n"))
    };
    let answer = run("json").json();
    let warned = |warning: &Value| warning["message"] == long;
    assert!(list(&answer["warnings"]).iter().any(warned), "{answer}");
    assert_eq!(answer["failed"][0]["message"], field);
    let page = run("html").text();
    assert!(page.contains(long) && page.contains(field), "{page}");
}

#[test]
fn what_helps_is_said_where_nothing_can_be_read() {
    let scratch = Scratch::new();
    let binary = scratch.write("a.txt", "text\0more text and more");
    let said = "a.txt: binary file: a NUL byte at byte 4; if it is text, set --encoding\n";
    recto(&["segment", &binary]).ends(1).says(said);
    let good = scratch.write(
        "b.txt",
        "Nets dry on the quay. Boats come in with the tide.",
    );
    recto(&["summarize", &good, "--since", &binary])
        .ends(1)
        .says(&format!("--since {binary}: "))
        .says(said);
    recto(&["eval", "segmentation", &good, &binary])
        .ends(1)
        .says(said);
}

#[test]
fn eval_segmentation_has_the_keys_of_the_contract_in_their_order() {
    let scratch = Scratch::new();
    let reference = scratch.write("gold.txt", "00100100001\n00000100001\n");
    let output = scratch.write("out.txt", "00100010001\n00100100001\n");
    let arguments = ["eval", "segmentation", &reference, &output, &output];
    let answer = recto(&[&arguments[..], &["--format", "json"]].concat())
        .ends(0)
        .json();
    let own = ["scores", "baselines", "documents", "comparison"];
    assert_keys(&answer, &[&ENVELOPE[..], &own].concat());
    assert_eq!(answer["command"], "eval");
    assert_eq!(answer["parameters"]["task"], "segmentation");
    assert_scores(&answer["scores"]);
    assert_eq!(keys(&answer["baselines"]), ["none", "even"]);
    assert_scores(&answer["baselines"]["none"]);
    assert_scores(&answer["baselines"]["even"]);
    for document in list(&answer["documents"]) {
        assert!(document["id"].is_string());
        assert_scores(&document["scores"]);
    }
    let compared = &answer["comparison"]["windowdiff"];
    assert_eq!(compared["mean"], 0.0, "an output against itself");
    assert_eq!(list(&compared["interval"]).len(), 2);
}

fn assert_scores(scores: &Value) {
    assert_eq!(keys(scores), SCORES);
    for (name, value) in scores.as_object().expect("an object") {
        let may_be_null = name == "windowdiff_units";
        assert!(
            value.is_number() || (may_be_null && value.is_null()),
            "{name}: {value}"
        );
    }
}

#[test]
fn one_output_alone_is_not_compared() {
    let scratch = Scratch::new();
    let file = scratch.write("gold.txt", "00100100001\n");
    let arguments = ["eval", "segmentation", &file, &file, "--format", "json"];
    let answer = recto(&arguments).ends(0).json();
    assert!(answer.get("comparison").is_none());
    assert_eq!(answer["scores"]["windowdiff"], 0.0);
    assert_eq!(answer["scores"]["f1"], 1.0);
}
