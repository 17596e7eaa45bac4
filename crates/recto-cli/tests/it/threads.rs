//! The same bytes for any number of threads: every command, every format.
//!
//! The inputs are cut into at least eight parts inside, so that threads have something
//! to disagree about. A command without a row fails.

use crate::common::{Ran, Scratch, assert_rows_cover_the_tree, laws, leaf, recto, text::made};

#[test]
fn every_capability_writes_the_same_bytes_at_1_2_and_7_threads() {
    for capability in recto::capabilities() {
        let differ = laws::threads(*capability, recto);
        assert!(differ.is_empty(), "{differ:?}");
    }
}

/// A command's words and its command lines; none for a command without `--threads`.
const ROWS: &[(&str, &[&str])] = &[
    (
        "segment",
        &[
            "segment FILE",
            "segment FOLDER",
            "segment ROWS --text-field body --seed 3",
            "segment FILE --unit line --with-text",
            "segment FOLDER --method uniform --unit paragraph",
        ],
    ),
    (
        "authors",
        &[
            "authors FOLDER",
            "authors ROWS --text-field body --authors 3 --seed 3",
            "authors FOLDER --method bayes-ad --theta auto",
            "authors FOLDER --method ak --unit line --with-text",
        ],
    ),
    (
        "topics",
        &[
            "topics FOLDER --held-out 0.2",
            "topics ROWS --text-field body --topics 5 --clusters 4 --seed 3",
            "topics FOLDER --method lda --topics 4 --parts texttiling",
            "topics FOLDER --method sgm --topics 4 --cache segment --clusters none",
        ],
    ),
    (
        "summarize",
        &[
            "summarize FOLDER",
            "summarize ROWS --text-field body --sentences 10% --seed 3",
            "summarize FOLDER --query harbour --since FILE --words 60",
            "summarize FOLDER --method bstm --bytes 500",
            "summarize FOLDER --method mds --order choice --overshoot",
        ],
    ),
    (
        "compare",
        &[
            "compare a=FILE b=FOLDER",
            "compare a=FILE b=FOLDER --method dss --sentences 5",
        ],
    ),
    (
        "eval segmentation",
        &[
            "eval segmentation GOLD FIRST",
            "eval segmentation GOLD FIRST SECOND --seed 5",
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

/// Above three million bytes: twelve blocks of units and forty-eight parts of tokens.
const LARGE: usize = 3_200_000;
const FILES: u64 = 40;

fn inputs() -> Scratch {
    let scratch = Scratch::new();
    scratch.write("FILE", made(LARGE, 1));
    let mut rows = String::new();
    for i in 0..FILES {
        let text = made(20_000 + 500 * i as usize, 2 + i);
        scratch.write(&format!("FOLDER/{i}.txt"), &text);
        rows += &format!("{}\n", serde_json::json!({ "body": text }));
    }
    scratch.write("ROWS.jsonl", rows);
    let folder = scratch.arg("FOLDER");
    for (name, method) in [
        ("GOLD", "texttiling"),
        ("FIRST", "uniform"),
        ("SECOND", "none"),
    ] {
        let place = scratch.arg(&format!("{name}.json"));
        recto(&["segment", &folder, "--method", method, "-o", &place]).ends(0);
    }
    scratch.write("LABELS", "ann\nben\nben\n".repeat(300));
    scratch.write("GROUPS", "0\n1\n2\n1\n0\n".repeat(180));
    let labelled = |n: u64| -> String {
        let row = |i: u64| format!("{{\"id\": {i}, \"label\": \"{}\"}}\n", i * i % n);
        (0..900).map(row).collect()
    };
    scratch.write("CLASSES", labelled(7));
    scratch.write("CLUSTERS", labelled(11));
    let opinion = |i: u64| {
        let (label, text) = (["pos", "neg"][(i % 2) as usize], made(2_000, 700 + i));
        let row = serde_json::json!({ "id": i, "label": label, "text": text });
        format!("{row}\n")
    };
    scratch.write("OPINIONS", (0..90).map(opinion).collect::<String>());
    let (mut human, mut summaries) = (String::new(), String::new());
    for i in 0..60 {
        let texts = [made(700, 100 + i), made(600, 200 + i)];
        scratch.write(&format!("HUMANS/{i}.txt"), &texts[1]);
        human += &format!("{}\n", serde_json::json!({ "id": i, "references": texts }));
        let summary = made(800, 300 + i);
        summaries += &format!("{}\n", serde_json::json!({ "id": i, "summary": summary }));
    }
    let tokens = |n: usize, seed: u64| -> Vec<String> {
        let text = made(n, seed);
        text.split_whitespace().map(String::from).collect()
    };
    let linked = |i: u64| {
        let (document, summary) = (tokens(600, 500 + i), tokens(200, 500 + i));
        let row = serde_json::json!({
            "id": i, "document": document, "summary": summary, "sure": [[0, 0], [1, 1]],
        });
        format!("{row}\n")
    };
    let moment = |i: u32| {
        format!(
            "{{\"time\": \"2025-03-10T{:02}:{:02}:00Z\"}}\n",
            i / 4,
            i % 4 * 13
        )
    };
    scratch.write("MOMENTS", (0..90).map(moment).collect::<String>());
    scratch.write("LINKED", (0..90).map(linked).collect::<String>());
    scratch.write("PAIR", made(20_000, 31));
    scratch.write("LEFT", made(2_000, 32));
    scratch.write("HUMAN", human);
    scratch.write("SUMMARIES", summaries);
    for i in 0..10 {
        let text = made(2_000, 60 + i)
            .replace(". ", ".\n")
            .replace("\n\n\n", "\n==========\n");
        let ending = if i < 2 { "dev.txt" } else { "txt" };
        scratch.write(&format!("CORPORA/ai/{i}.{ending}"), text);
    }
    let row = |i: u64| {
        let text = made(1_500, 80 + i % 8);
        format!(
            "{}\n",
            serde_json::json!({ "text": text, "labels": [(i % 2).to_string()] })
        )
    };
    scratch.write(
        "SETS/topics/made.jsonl",
        (0..40).map(row).collect::<String>(),
    );
    let record = |i: u64| {
        let text = |part: u64| made(1_200, 400 + 8 * i + part);
        let row = serde_json::json!({
            "id": i,
            "documents": [text(0), text(1), text(2)],
            "since": [text(1)],
            "query": made(60, 400 + 8 * i),
            "references": [made(500, 400 + 8 * i)],
        });
        format!("{row}\n")
    };
    let records: String = (0..12).map(record).collect();
    for set in ["opinosis", "en-timelines", "en-updates"] {
        scratch.write(&format!("SETS/summarization/{set}.jsonl"), &records);
    }
    let row = |i: u64| {
        let (label, word) = [("pos", "good"), ("neg", "bad")][(i % 2) as usize];
        format!(
            "{}\n",
            serde_json::json!({"label": label, "text": format!("{word} {}", made(300, i))})
        )
    };
    let rows = scratch.write("LABELLED.jsonl", (0..120).map(row).collect::<String>());
    recto(&[
        "label",
        &scratch.arg("PROJECT"),
        "--from",
        &rows,
        "--status",
    ])
    .ends(0);
    scratch
}

fn run(line: &str, format: &str, threads: &str, scratch: &Scratch) -> Ran {
    let place = |word: &str| match word {
        "FILE" | "FOLDER" | "CORPORA" | "PROJECT" | "SETS" | "LABELS" | "GROUPS" | "CLASSES"
        | "CLUSTERS" | "OPINIONS" | "HUMAN" | "HUMANS" | "SUMMARIES" | "LINKED" | "MOMENTS"
        | "PAIR" | "LEFT" => scratch.arg(word),
        "ROWS" => scratch.arg("ROWS.jsonl"),
        "GOLD" | "FIRST" | "SECOND" => scratch.arg(&format!("{word}.json")),
        word => word.to_string(),
    };
    // A file may be the value of a group: a=FILE.
    let word = |word: &str| match word.split_once('=') {
        Some((name, file)) => format!("{name}={}", place(file)),
        None => place(word),
    };
    let mut words: Vec<String> = line.split(' ').map(word).collect();
    words.extend(["--format", format, "--threads", threads].map(String::from));
    recto(&words).ends(0)
}

/// Runs every line at 1, 2 and 7 threads. A test a format, because each takes minutes and
/// tests run beside each other.
fn assert_same_bytes(format: &str) {
    let scratch = inputs();
    for line in ROWS.iter().flat_map(|(_, lines)| *lines) {
        let one = run(line, format, "1", &scratch);
        assert!(!one.out.is_empty());
        for threads in ["2", "7"] {
            let other = run(line, format, threads, &scratch);
            let same = one.out == other.out && one.err == other.err;
            assert!(same, "`{line}` as {format} differs at {threads} threads");
        }
    }
}

#[test]
fn every_command_writes_the_same_json_at_1_2_and_7_threads() {
    assert_same_bytes("json");
}

#[test]
fn every_command_writes_the_same_page_at_1_2_and_7_threads() {
    assert_same_bytes("html");
}

#[test]
fn every_command_writes_the_same_text_at_1_2_and_7_threads() {
    assert_same_bytes("text");
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
