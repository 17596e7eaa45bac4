//! The same bytes for any number of threads: every command, every format.
//!
//! The inputs are cut into at least eight parts inside, so that threads have something
//! to disagree about. A command without a row fails.

use crate::common::{
    Ran, Scratch, assert_rows_cover_the_tree, capability, laws, leaf, recto, text::made,
};
use serde_json::{Value, json};
use std::iter::repeat_n;

fn assert_capability_writes_the_same_bytes(name: &str) {
    let differ = laws::threads(capability(name), recto);
    assert!(differ.is_empty(), "{differ:?}");
}

mod capability {
    test_each_capability!(super::assert_capability_writes_the_same_bytes);
}

/// A command's words and its command lines; none for a command without `--threads`.
const ROWS: &[(&str, &[&str])] = &[
    (
        "segment",
        &[
            "segment FOLDER",
            "segment FILE",
            "segment ROWS.jsonl --text-field body --seed 3",
            "segment FILE --unit line --with-text",
            "segment FOLDER --method uniform --unit paragraph",
        ],
    ),
    (
        "authors",
        &[
            "authors FOLDER",
            "authors ROWS.jsonl --text-field body --authors 3 --seed 3",
            "authors FOLDER --method bayes-ad --theta auto",
            "authors FOLDER --method ak --unit line --with-text",
        ],
    ),
    (
        "topics",
        &[
            "topics FOLDER --held-out 0.2",
            "topics ROWS.jsonl --text-field body --topics 5 --clusters 4 --seed 3",
            "topics FOLDER --method lda --topics 4 --parts texttiling",
            "topics FOLDER --method sgm --topics 4 --cache segment --clusters none",
        ],
    ),
    (
        "summarize",
        &[
            "summarize FOLDER",
            "summarize ROWS.jsonl --text-field body --sentences 10% --seed 3",
            "summarize FOLDER --query harbour --since MEDIUM --words 60",
            "summarize FOLDER --method bstm --bytes 500",
            "summarize FOLDER --method mds --order choice --overshoot",
        ],
    ),
    (
        "compare",
        &[
            "compare a=MEDIUM b=FOLDER",
            "compare a=MEDIUM b=FOLDER --method dss --sentences 5",
        ],
    ),
    (
        "eval segmentation",
        &[
            "eval segmentation GOLD.json FIRST.json",
            "eval segmentation GOLD.json FIRST.json SECOND.json --seed 5",
        ],
    ),
    (
        "eval authors",
        &["eval authors LABELS GROUPS LABELS --seed 5"],
    ),
    (
        "eval clustering",
        &["eval clustering CLASSES CLUSTERS CLASSES --seed 5"],
    ),
    (
        "eval rouge",
        &[
            "eval rouge HUMAN SUMMARIES --seed 5",
            "eval rouge HUMAN SUMMARIES HUMANS --words 80 --stem --jackknife --measures 3,L,W,S*",
            "eval rouge HUMAN SUMMARIES --variant rouge-score --measures 1,Lsum",
        ],
    ),
    (
        "align",
        &[
            "align PAIR LEFT --seed 3",
            "align --pairs LINKED",
            "align --pairs LINKED --method identity",
        ],
    ),
    ("eval alignment", &["eval alignment LINKED LINKED --seed 5"]),
    (
        "eval classification",
        &[
            "eval classification CLASSES CLUSTERS CLASSES --seed 5",
            "eval classification OPINIONS OPINIONS",
        ],
    ),
    (
        "eval events",
        &["eval events MOMENTS MOMENTS MOMENTS --seed 5"],
    ),
    (
        "label",
        &[
            "label PROJECT --status",
            "label PROJECT --simulate --budget 60",
            "label PROJECT --simulate --budget 40 --strategy ere --seed 5",
        ],
    ),
    (
        "replicate",
        &[
            "replicate APS --data CORPORA --hide-headings ai --seed 2",
            "replicate BayesAD --data CORPORA --documents 2 --seed 2",
            "replicate SGM --data SETS --seeds 2 --seed 2",
            "replicate BSTM --data SETS --seeds 2 --seed 2",
            "replicate MDS --data SETS --seeds 2 --seed 2",
        ],
    ),
    ("schema", &[]),
    ("completions", &[]),
    ("man", &[]),
];

/// More than two million bytes: nine blocks of units.
const LARGE: usize = 2_200_000;
/// For commands that compare every sentence with every other.
const MEDIUM: usize = 400_000;
const FILES: u64 = 40;

/// Writes the input called `name`, if there is one.
fn write_input(name: &str, scratch: &Scratch) {
    match name {
        "FILE" => write_lines(scratch, name, std::iter::once(made(LARGE, 1))),
        "MEDIUM" => write_lines(scratch, name, std::iter::once(made(MEDIUM, 1))),
        "FOLDER" => (0..FILES).for_each(|i| {
            scratch.write(&format!("FOLDER/{i}.txt"), folder_text(i));
        }),
        "ROWS.jsonl" => write_rows(scratch, name, FILES, |i| json!({ "body": folder_text(i) })),
        "GOLD.json" => write_segments(scratch, name, "texttiling"),
        "FIRST.json" => write_segments(scratch, name, "uniform"),
        "SECOND.json" => write_segments(scratch, name, "none"),
        "LABELS" => write_lines(scratch, name, repeat_n("ann\nben\nben\n", 300)),
        "GROUPS" => write_lines(scratch, name, repeat_n("0\n1\n2\n1\n0\n", 180)),
        "CLASSES" => write_rows(scratch, name, 900, |i| labelled(i, 7)),
        "CLUSTERS" => write_rows(scratch, name, 900, |i| labelled(i, 11)),
        "OPINIONS" => write_rows(scratch, name, 90, |i| {
            let label = if i % 2 == 0 { "pos" } else { "neg" };
            json!({ "id": i, "label": label, "text": made(2_000, 700 + i) })
        }),
        "HUMAN" => write_rows(
            scratch,
            name,
            60,
            |i| json!({ "id": i, "references": [made(700, 100 + i), made(600, 200 + i)] }),
        ),
        "HUMANS" => (0..60).for_each(|i| {
            scratch.write(&format!("HUMANS/{i}.txt"), made(600, 200 + i));
        }),
        "SUMMARIES" => write_rows(
            scratch,
            name,
            60,
            |i| json!({ "id": i, "summary": made(800, 300 + i) }),
        ),
        "MOMENTS" => write_rows(
            scratch,
            name,
            90,
            |i| json!({ "time": format!("2025-03-10T{:02}:{:02}:00Z", i / 4, i % 4 * 13) }),
        ),
        "LINKED" => write_rows(scratch, name, 90, |i| {
            let (document, summary) = (tokens(600, 500 + i), tokens(200, 500 + i));
            json!({ "id": i, "document": document, "summary": summary, "sure": [[0, 0], [1, 1]] })
        }),
        "PAIR" => write_lines(scratch, name, std::iter::once(made(20_000, 31))),
        "LEFT" => write_lines(scratch, name, std::iter::once(made(2_000, 32))),
        "CORPORA" => write_corpora(scratch),
        "SETS" => write_sets(scratch),
        "PROJECT" => write_project(scratch),
        _ => {}
    }
}

fn write_lines<S: AsRef<str>>(scratch: &Scratch, name: &str, lines: impl Iterator<Item = S>) {
    let text: String = lines.fold(String::new(), |text, line| text + line.as_ref());
    scratch.write(name, text);
}

fn write_rows(scratch: &Scratch, name: &str, n: u64, row: impl Fn(u64) -> Value) {
    write_lines(scratch, name, (0..n).map(|i| format!("{}\n", row(i))));
}

fn folder_text(i: u64) -> String {
    made(20_000 + 500 * i as usize, 2 + i)
}

fn labelled(i: u64, n: u64) -> Value {
    json!({ "id": i, "label": (i * i % n).to_string() })
}

fn tokens(n: usize, seed: u64) -> Vec<String> {
    let text = made(n, seed);
    text.split_whitespace().map(String::from).collect()
}

fn write_segments(scratch: &Scratch, name: &str, method: &str) {
    let folder = place("FOLDER", scratch);
    let output = scratch.arg(name);
    let words = ["segment", &folder, "--method", method];
    recto(&[&words[..], &["-o", &output]].concat()).ends(0);
}

fn write_corpora(scratch: &Scratch) {
    for i in 0..10 {
        let text = made(900, 60 + i)
            .replace(". ", ".\n")
            .replace("\n\n\n", "\n==========\n");
        let ending = if i < 2 { "dev.txt" } else { "txt" };
        scratch.write(&format!("CORPORA/ai/{i}.{ending}"), text);
    }
}

fn write_sets(scratch: &Scratch) {
    write_rows(
        scratch,
        "SETS/topics/made.jsonl",
        40,
        |i| json!({ "text": made(1_500, 80 + i % 8), "labels": [(i % 2).to_string()] }),
    );
    for set in ["opinosis", "en-timelines", "en-updates"] {
        let file = format!("SETS/summarization/{set}.jsonl");
        write_rows(scratch, &file, 12, |i| {
            let text = |part: u64| made(1_200, 400 + 8 * i + part);
            json!({
                "id": i,
                "documents": [text(0), text(1), text(2)],
                "since": [text(1)],
                "query": made(60, 400 + 8 * i),
                "references": [made(500, 400 + 8 * i)],
            })
        });
    }
}

fn write_project(scratch: &Scratch) {
    write_rows(scratch, "LABELLED.jsonl", 120, |i| {
        let (label, word) = [("pos", "good"), ("neg", "bad")][(i % 2) as usize];
        json!({ "label": label, "text": format!("{word} {}", made(300, i)) })
    });
    let (project, rows) = (scratch.arg("PROJECT"), scratch.arg("LABELLED.jsonl"));
    recto(&["label", &project, "--from", &rows, "--status"]).ends(0);
}

/// The path of the input that a word names, which is written at its first use; any other word as
/// it is.
fn place(word: &str, scratch: &Scratch) -> String {
    if !scratch.path(word).exists() {
        write_input(word, scratch);
    }
    if scratch.path(word).exists() {
        scratch.arg(word)
    } else {
        word.to_string()
    }
}

fn run(line: &str, format: &str, threads: &str, scratch: &Scratch) -> Ran {
    // A file may be the value of a group: a=FILE.
    let word = |word: &str| match word.split_once('=') {
        Some((name, file)) => format!("{name}={}", place(file, scratch)),
        None => place(word, scratch),
    };
    let mut words: Vec<String> = line.split(' ').map(word).collect();
    words.extend(["--format", format, "--threads", threads].map(String::from));
    recto(&words).ends(0)
}

/// Formats, each with the numbers of threads that are compared with one thread. The answer is
/// computed the same way for all of them, so only the first line of a command is compared as a
/// page and a report, which are written from it.
const FORMATS: &[(&str, &[&str])] = &[("json", &["2", "7"]), ("html", &["7"]), ("text", &["7"])];

/// Runs every line of a command at 1, 2 and 7 threads.
fn assert_same_bytes(command: &str) {
    let scratch = Scratch::new();
    let row = ROWS.iter().find(|(name, _)| *name == command);
    let (_, lines) = row.expect("a row of the table");
    for (i, line) in lines.iter().enumerate() {
        let formats = if i == 0 { FORMATS } else { &FORMATS[..1] };
        for (format, threads) in formats {
            let one = run(line, format, "1", &scratch);
            assert!(!one.out.is_empty());
            for threads in *threads {
                let other = run(line, format, threads, &scratch);
                let same = one.out == other.out && one.err == other.err;
                assert!(same, "`{line}` as {format} differs at {threads} threads");
            }
        }
    }
}

mod command {
    test_each_command!(super::assert_same_bytes:);

    #[test]
    fn every_row_has_a_test() {
        let with_lines = super::ROWS.iter().filter(|(_, lines)| !lines.is_empty());
        let names: Vec<&str> = with_lines.map(|(name, _)| *name).collect();
        assert_eq!(names, NAMES);
    }
}

#[test]
fn every_command_has_a_row() {
    let names: Vec<&str> = ROWS.iter().map(|(name, _)| *name).collect();
    assert_rows_cover_the_tree(&names);
}

#[test]
fn a_command_without_a_line_has_no_threads() {
    for (name, lines) in ROWS {
        let words: Vec<String> = name.split(' ').map(String::from).collect();
        let command = leaf(&words);
        let has_threads = command
            .get_arguments()
            .any(|flag| flag.get_id() == "threads");
        assert_eq!(has_threads, !lines.is_empty(), "{name}");
    }
}

#[test]
fn a_second_run_writes_the_same_bytes() {
    let scratch = Scratch::new();
    let file = scratch.write("x.txt", made(300_000, 9));
    let run = || recto(&["segment", &file, "--format", "html"]).ends(0).out;
    assert!(run() == run());
}
