//! Tables of answers as CSV, and chunks as JSON lines.

use crate::common::{Ran, Scratch, recto, text::made};

fn asked(command: &str, file: &str, more: &[&str]) -> Ran {
    let groups = [format!("a={file}"), format!("b={file}")];
    let input: Vec<&str> = match command {
        "compare" => groups.iter().map(String::as_str).collect(),
        _ => vec![file],
    };
    recto(&[&[command][..], &input, &["--format", "csv"], more].concat())
}

#[test]
fn every_command_writes_a_table_and_names_those_that_it_has() {
    let scratch = Scratch::new();
    let file = scratch.write("text.txt", made(4000, 1));
    let commands = [
        (
            "segment",
            "documents.segments",
            "documents,start_unit,end_unit",
        ),
        ("authors", "documents", "id,"),
        ("topics", "topics", "id,label,weight"),
        ("summarize", "sentences", "document,start,end"),
        ("compare", "groups.sentences", "groups,"),
        ("classify", "documents", "id,language,label"),
    ];
    for (command, table, head) in commands {
        let table = asked(command, &file, &["--table", table]).ends(0);
        let table = table.text();
        assert!(table.starts_with(head), "{command}: {table}");
        assert!(table.lines().count() > 1, "{command}");
        let wrong = asked(command, &file, &["--table", "nothing"]).ends(2);
        wrong.says("there is no table nothing; the tables are: ");
    }
}

#[test]
fn a_name_that_ends_in_csv_is_a_table_and_a_table_needs_csv() {
    let scratch = Scratch::new();
    let file = scratch.write("text.txt", made(2000, 1));
    let place = scratch.arg("out.csv");
    recto(&["segment", &file, "-o", &place]).ends(0);
    let written = std::fs::read_to_string(&place).expect("it was written");
    assert!(written.starts_with("id,"), "{written}");
    let refused = recto(&["segment", &file, "--table", "documents"]).ends(2);
    refused.says("--table needs --format csv");
}

#[test]
fn no_chunk_of_any_method_is_above_the_bound() {
    let scratch = Scratch::new();
    let file = scratch.write(
        "text.txt",
        format!("{}{}", made(6000, 1), "x y ".repeat(900)),
    );
    for method in [
        "auto",
        "none",
        "bayes",
        "texttiling",
        "uniform",
        "exact",
        "c99",
    ] {
        let flags = ["--method", method, "--max-words", "30", "--format", "jsonl"];
        let ran = recto(&[&["segment", &file][..], &flags].concat()).ends(0);
        for line in ran.text().lines() {
            let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let text = row["text"].as_str().expect("a text");
            assert!(text.split_whitespace().count() <= 30, "{method}: {text}");
        }
    }
}
