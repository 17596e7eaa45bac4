//! A capability more is a row more.

use crate::common::{Ran, Scratch, laws};
use recto::report::{Cell, Column, Detail, Number, Report, Section, Table};
use recto::{
    About, Answer, AnyCapability, Attachments, Capability, Error, Field, MethodInfo, Offsets,
    OutputFile, Reading, Run, UnitKind,
};
use recto_cli::docs;
use recto_text::Analysis;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Counts the units of documents.
struct Counting;

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Request {
    method: String,
    paper: bool,
    least: Option<usize>,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            method: "auto".into(),
            paper: false,
            least: None,
        }
    }
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
struct Counted {
    documents: Vec<CountedDocument>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
struct CountedDocument {
    id: String,
    units: usize,
}

impl Offsets for Counted {}

static FIELDS: &[Field] = &[
    Field::output_file("counts", "Write the counts to a file, a line a document"),
    Field::method("What to count"),
    Field::count("least", "Leave out documents with fewer units")
        .from_to(1, 100)
        .otherwise("1")
        .by_method(),
];

static ABOUT: About = About {
    name: "count",
    summary: "Count the sentences of documents",
    examples: "  recto count notes.txt                           how many sentences",
    fields: FIELDS,
};

impl Capability for Counting {
    type Request = Request;
    type Body = Counted;

    const ABOUT: &'static About = &ABOUT;
    const PAPER_METHOD: &'static str = "auto";

    fn methods(&self) -> Vec<MethodInfo> {
        let row = |name, uses| MethodInfo {
            name,
            summary: "counts one after the other",
            paper: None,
            uses,
        };
        vec![row("auto", &["least"]), row("all", &[])]
    }

    fn method_of(request: &Request) -> (&str, bool) {
        (&request.method, request.paper)
    }

    fn answer(
        &self,
        reading: &Reading<'_>,
        request: &Request,
        _: &Attachments,
        run: &Run<'_>,
    ) -> Result<Answer<Counted>, Error> {
        let mut documents = Vec::new();
        for (i, document) in reading.documents().iter().enumerate() {
            let units = reading.units(i, Analysis::Paper, UnitKind::Sentence, run)?;
            if units.len() >= request.least.unwrap_or(1) {
                let (id, units) = (document.id.clone(), units.len());
                documents.push(CountedDocument { id, units });
            }
        }
        if documents.is_empty() {
            return Err(Error::input("nothing to count"));
        }
        let parameters = reading.parameters(&request.method, &[], json!({}), run.seed);
        Ok(reading
            .answer("count", parameters)
            .with(Counted { documents }))
    }

    fn is_empty(&self, body: &Counted) -> bool {
        body.documents.is_empty()
    }

    fn report(&self, answer: &Answer<Counted>, _: &Reading<'_>, _: Detail) -> Report {
        let row = |found: &CountedDocument| -> Vec<Cell> {
            vec![found.id.as_str().into(), (found.units as f64).into()]
        };
        let table = Table {
            columns: vec![
                Column::label("Document"),
                Column::number("Sentences", Number::Count),
            ],
            rows: answer.body.documents.iter().map(row).collect(),
            ..Table::default()
        };
        Report {
            title: "Sentences".into(),
            sections: vec![Section::new("counts", "Counts").with(table)],
            ..answer.report()
        }
    }

    fn files(&self, answer: &Answer<Counted>, _: &str, _: &str) -> Result<Vec<OutputFile>, Error> {
        let line = |found: &CountedDocument| format!("{}\t{}\n", found.id, found.units);
        let table: String = answer.body.documents.iter().map(line).collect();
        Ok(vec![OutputFile {
            name: "",
            bytes: table.into_bytes(),
        }])
    }
}

static COUNT: Counting = Counting;

fn run<W: AsRef<str>>(words: &[W]) -> Ran {
    let mut capabilities = recto::capabilities().to_vec();
    capabilities.push(&COUNT);
    crate::registry::run(&capabilities, words)
}

#[test]
fn it_has_a_command_with_flags_and_help() {
    let help = run(&["--help"]).ends(0).text();
    assert!(help.contains("Count the sentences of documents"), "{help}");
    let help = run(&["count", "--help"]).ends(0).text();
    for part in [
        "--least <N>",
        "Leave out documents with fewer units [default: 1]",
        "--counts <FILE>",
        "- all:  counts one after the other",
        "--text-field <NAME>",
        "--threads <N>",
        "Examples:\n  recto count notes.txt",
    ] {
        assert!(help.contains(part), "no {part:?} in {help}");
    }
    run(&["count", "x", "--least", "0"])
        .ends(2)
        .says("must be a whole number from 1 to 100");
    run(&["count", "x", "--least", "2", "--method", "all"])
        .ends(2)
        .says("--least has no effect with --method all; it applies to: auto");
}

#[test]
fn it_answers_as_json_page_and_text_and_writes_its_files() {
    let scratch = Scratch::new();
    let file = scratch.write("note.txt", "Nets dry. Boats rest. Ovens glow.");
    let table = scratch.arg("table.tsv");
    let json = run(&["count", &file, "--format", "json", "--counts", &table]).ends(0);
    assert_eq!(json.json()["documents"][0]["units"], 3);
    assert_eq!(json.json()["parameters"]["method"], "auto");
    let written = std::fs::read_to_string(table).expect("the table");
    assert_eq!(written, "note.txt\t3\n");
    let page = run(&["count", &file, "--format", "html"]).ends(0).text();
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("Counts"));
    assert!(run(&["count", &file]).ends(0).text().contains("note.txt"));
}

#[test]
fn it_has_tables_for_the_guide() {
    let row = "| `all` | counts one after the other |  |  |";
    assert!(docs::methods(&COUNT).contains(row));
    let capabilities: [&'static dyn AnyCapability; 1] = [&COUNT];
    let command = recto_cli::args::command(&capabilities);
    let command = command.find_subcommand("count").expect("the command");
    let row = "| `--least N` | 1 | Leave out documents with fewer units |";
    assert!(
        docs::flags(command).contains(row),
        "{}",
        docs::flags(command)
    );
}

#[test]
fn it_has_a_schema_of_its_request_and_its_output() {
    let schema = run(&["schema", "count"]).ends(0).json();
    let least = &schema["request"]["properties"]["least"];
    assert_eq!(least["maximum"], 100);
    assert_eq!(schema["request"]["additionalProperties"], false);
    assert_eq!(schema["request"]["properties"].get("counts"), None);
    assert!(schema["output"]["properties"].get("documents").is_some());
}

#[test]
fn it_survives_every_hostile_input() {
    let wrong = laws::hostile(&COUNT, run);
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn it_writes_the_same_bytes_for_any_number_of_threads() {
    let differ = laws::threads(&COUNT, run);
    assert!(differ.is_empty(), "{differ:?}");
}
