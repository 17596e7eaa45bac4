//! A method more is a row more.

use crate::common::{Ran, Scratch};
use recto::AnyCapability;
use recto::segment::{self, Method, Options, Segmenting};
use recto_cli::docs;
use recto_math::Run;
use recto_segment::{SegmentError, Segmentation, Segmenter};
use recto_text::Units;
use serde_json::{Value, json};
use std::sync::LazyLock;

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

/// `segment` with the new row in its table.
static SEGMENT: LazyLock<Segmenting> = LazyLock::new(|| {
    let mut methods = segment::methods().to_vec();
    methods.push(NEW);
    let methods = Box::leak(methods.into_boxed_slice());
    Segmenting { methods }
});

fn run(words: &[&str]) -> Ran {
    let segment: &'static dyn AnyCapability = &*SEGMENT;
    crate::registry::run(&[segment], words)
}

fn note(scratch: &Scratch) -> String {
    let text = "Nets dry. Boats rest.\n\nOvens glow.\n\nTrams ring. Bells answer.\n";
    scratch.write("note.txt", text)
}

#[test]
fn it_is_a_value_of_method_with_a_line_in_the_help() {
    let help = run(&["segment", "--help"]).ends(0).text();
    let line = help.lines().find(|line| line.contains("- paragraphs:"));
    assert!(
        line.is_some_and(|line| line.contains("cuts at every blank line")),
        "{help}"
    );
    run(&["segment", "x", "--method", "paragraph"])
        .ends(2)
        .says("paragraphs");
}

#[test]
fn it_has_a_row_in_the_documentation() {
    let table = docs::methods(&*SEGMENT);
    let row = "| `paragraphs` | cuts at every blank line, for texts that are well laid out |";
    assert!(table.lines().any(|line| line.starts_with(row)), "{table}");
    assert!(!docs::methods(&segment::SEGMENT).contains("paragraphs"));
}

#[test]
fn its_answer_comes_as_json_text_and_page() {
    let scratch = Scratch::new();
    let file = note(&scratch);
    let with = |format: &str| {
        let ran = run(&[
            "segment",
            &file,
            "--method",
            "paragraphs",
            "--format",
            format,
        ])
        .ends(0);
        assert_eq!(ran.err, "");
        ran
    };
    let answer = with("json").json();
    assert_eq!(answer["parameters"]["method"], "paragraphs");
    assert_eq!(answer["parameters"]["marks"], "blank lines");
    let segments = answer["documents"][0]["segments"].as_array();
    let ends = segments.expect("a list").iter();
    let ends: Vec<u64> = ends.filter_map(|s| s["end_unit"].as_u64()).collect();
    assert_eq!(ends, [2, 3, 5]);
    assert!(with("text").text().contains("method paragraphs"));
    assert!(with("html").text().contains("blank lines"));
}

#[test]
fn flags_that_it_does_not_use_are_refused_for_it() {
    let scratch = Scratch::new();
    let file = note(&scratch);
    let with = |flags: &[&str]| {
        let words = ["segment", &file, "--method", "paragraphs"];
        run(&[&words, flags].concat()).ends(2)
    };
    with(&["--segments", "2"]).says("--segments has no effect with --method paragraphs");
    with(&["--paper"]).says("has no published form");
}

#[test]
fn it_is_completed_by_shells() {
    let script = run(&["completions", "fish"]).ends(0).text();
    assert!(script.contains("paragraphs"), "{script}");
}
