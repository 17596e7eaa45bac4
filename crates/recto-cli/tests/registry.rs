//! A method more is a row more: everything else follows from the table.
//!
//! The method of this test knows nothing of the command line, and the command line
//! nothing of the method.

mod common;

use common::Scratch;
use recto::segment::{self, Method, Options, SegmentError};
use recto_cli::{Exit, Registry, Streams, docs};
use recto_math::Run;
use recto_segment::{Segmentation, Segmenter};
use recto_text::Units;
use serde_json::{Value, json};
use std::ffi::OsString;

/// Cuts before every unit that opens a paragraph.
struct Paragraphs;

impl Segmenter for Paragraphs {
    fn segment(&self, units: &Units<'_>, run: &Run<'_>) -> Result<Segmentation, SegmentError> {
        run.report("paragraphs", 0, None)?;
        if units.is_empty() {
            return Err(SegmentError::NoUnits);
        }
        let opens = |&i: &usize| units.units[i].opens_paragraph;
        let mut bounds: Vec<usize> = (1..units.len()).filter(opens).collect();
        bounds.push(units.len());
        Ok(Segmentation::from_bounds(bounds))
    }

    fn parameters(&self) -> Value {
        json!({ "marks": "blank lines" })
    }
}

const NEW: Method = Method {
    name: "paragraphs",
    summary: "cuts at every blank line, for texts that are well laid out",
    paper: None,
    uses: &[],
    build: |_: &Options| Ok(Box::new(Paragraphs)),
};

fn methods() -> Vec<Method> {
    let mut methods = segment::methods().to_vec();
    methods.push(NEW);
    methods
}

/// Runs a command line in this process with the new row in the table.
fn run(words: &[&str]) -> (Exit, String, String) {
    let methods = methods();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut streams = Streams {
        out: &mut out,
        err: &mut err,
    };
    let arguments = ["recto"].iter().chain(words).map(OsString::from);
    let registry = Registry {
        segment: &methods,
        ..Registry::default()
    };
    let exit = recto_cli::run(arguments, &registry, &mut streams);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (exit, text(out), text(err))
}

fn note(scratch: &Scratch) -> String {
    let text = "Nets dry. Boats rest.\n\nOvens glow.\n\nTrams ring. Bells answer.\n";
    scratch.write("note.txt", text)
}

#[test]
fn it_is_a_value_of_method_with_a_line_in_the_help() {
    let (exit, help, _) = run(&["segment", "--help"]);
    assert_eq!(exit, Exit::Done);
    let line = help.lines().find(|line| line.contains("- paragraphs:"));
    assert!(
        line.is_some_and(|line| line.contains("cuts at every blank line")),
        "{help}"
    );
    let (exit, _, error) = run(&["segment", "x", "--method", "paragraph"]);
    assert_eq!(exit, Exit::Usage);
    assert!(error.contains("paragraphs"), "{error}");
}

#[test]
fn it_has_a_row_in_the_documentation() {
    let methods = methods();
    let table = docs::segment_methods(&Registry {
        segment: &methods,
        ..Registry::default()
    });
    let row = "| `paragraphs` | cuts at every blank line, for texts that are well laid out |";
    assert!(table.lines().any(|line| line.starts_with(row)), "{table}");
    assert!(!docs::segment_methods(&Registry::default()).contains("paragraphs"));
}

#[test]
fn its_answer_comes_as_json_text_and_page() {
    let scratch = Scratch::new();
    let file = note(&scratch);
    let with = |format: &str| {
        let words = [
            "segment",
            &file,
            "--method",
            "paragraphs",
            "--format",
            format,
        ];
        let (exit, out, err) = run(&words);
        assert_eq!((exit, err.as_str()), (Exit::Done, ""));
        out
    };
    let answer: Value = serde_json::from_str(&with("json")).expect("JSON");
    assert_eq!(answer["parameters"]["method"], "paragraphs");
    assert_eq!(answer["parameters"]["marks"], "blank lines");
    let segments = answer["documents"][0]["segments"]
        .as_array()
        .expect("a list");
    let ends: Vec<u64> = segments
        .iter()
        .filter_map(|s| s["end_unit"].as_u64())
        .collect();
    assert_eq!(ends, [2, 3, 5]);
    assert!(with("text").contains("marks blank lines"));
    assert!(with("html").contains("blank lines"));
}

#[test]
fn flags_that_it_does_not_take_are_refused_for_it() {
    let scratch = Scratch::new();
    let file = note(&scratch);
    let words = [
        "segment",
        &file,
        "--method",
        "paragraphs",
        "--segments",
        "2",
    ];
    let (exit, _, error) = run(&words);
    assert_eq!(exit, Exit::Usage);
    assert!(
        error.contains("--segments means nothing to the method paragraphs"),
        "{error}"
    );
    let (exit, _, error) = run(&["segment", &file, "--method", "paragraphs", "--paper"]);
    assert_eq!(exit, Exit::Usage);
    assert!(error.contains("has no paper form"), "{error}");
}

#[test]
fn it_is_completed_by_shells() {
    let (_, script, _) = run(&["completions", "fish"]);
    assert!(script.contains("paragraphs"), "{script}");
}
