//! A reader that closes the pipe early (`recto … | head`) has seen enough: every command ends
//! quietly, with exit code 0.
//!
//! The first reader closes before the command starts, so that its first write fails. The second
//! closes after one line; the pipe holds a single page of memory, so that what is left of a longer
//! output cannot hide in it.

#![cfg(target_os = "linux")]

use crate::common::{
    Ran, Scratch, assert_rows_cover_the_tree, capability, command, laws, ran, recto, text::made,
};
use rustix::pipe::fcntl_setpipe_size;
use std::io::{BufRead, BufReader, PipeReader};

/// Bytes that the pipe holds.
const PAGE: usize = 4096;

/// A command and its command lines. Words in capitals are files.
const ROWS: &[(&str, &[&str])] = &[
    (
        "segment",
        &[
            "segment FOLDER",
            "segment FOLDER --format json",
            "segment FOLDER --format html",
            "segment FOLDER --format jsonl",
            "segment FOLDER --format csv --table documents.segments",
            "segment FOLDER -o /dev/stdout --format json",
            "segment --help",
        ],
    ),
    (
        "events",
        &[
            "events --synthetic 1",
            "events --synthetic 1 --format messages",
            "events POSTS --follow",
        ],
    ),
    (
        "eval segmentation",
        &["eval segmentation SEGMENTS.json SEGMENTS.json"],
    ),
    (
        "eval authors",
        &["eval authors LABELS LABELS", "eval authors --help"],
    ),
    ("eval clustering", &["eval clustering CLASSES CLASSES"]),
    (
        "eval classification",
        &["eval classification CLASSES CLASSES"],
    ),
    ("eval rouge", &["eval rouge FOLDER FOLDER"]),
    ("eval alignment", &["eval alignment PAIRS PAIRS"]),
    ("eval events", &["eval events MOMENTS MOMENTS"]),
    (
        "label",
        &[
            "label PROJECT --status",
            "label PROJECT --simulate --budget 20",
            "label PROJECT --export -",
            "label PROJECT --export - --format csv",
            "label PROJECT --export - --format doccano",
            "label PROJECT --export - --format log",
        ],
    ),
    (
        "replicate",
        &["replicate APS --data CORPORA --hide-headings ai --format json"],
    ),
    ("schema", &["schema segment"]),
    ("completions", &["completions bash", "completions zsh"]),
    ("man", &["man"]),
];

/// The files that the command lines name.
fn inputs() -> Scratch {
    let scratch = Scratch::new();
    for i in 0..4 {
        scratch.write(&format!("FOLDER/{i}.txt"), made(4_000, 1 + i));
        let text = made(2_000, 60 + i).replace("\n\n\n", "\n==========\n");
        scratch.write(&format!("CORPORA/ai/{i}.txt"), &text);
        scratch.write(&format!("CORPORA/ai/{i}.dev.txt"), text);
    }
    let segments = scratch.arg("SEGMENTS.json");
    recto(&["segment", &scratch.arg("FOLDER"), "-o", &segments]).ends(0);
    let posts = recto(&["events", "--synthetic", "1", "--format", "messages", "-q"]).ends(0);
    scratch.write("POSTS", posts.out);
    scratch.write("LABELS", "ann\nben\nben\n".repeat(30));
    let classes = (0..200).map(|i| format!("{{\"id\": {i}, \"label\": \"{}\"}}\n", i % 3));
    scratch.write("CLASSES", classes.collect::<String>());
    let moments = (0..20).map(|i| format!("{{\"time\": \"2025-03-10T10:{i:02}:00Z\"}}\n"));
    scratch.write("MOMENTS", moments.collect::<String>());
    let pair = "{\"document\": [\"nets\", \"dry\"], \"summary\": [\"nets\"], \"sure\": [[0, 0]]}\n";
    scratch.write("PAIRS", pair.repeat(40));
    let review = |i: u64| {
        let (label, word) = [("pos", "good"), ("neg", "bad")][(i % 2) as usize];
        format!(
            "{{\"label\": \"{label}\", \"text\": \"{word} number {i} {}\"}}\n",
            made(60, i).replace('\n', " ")
        )
    };
    let reviews = scratch.write("REVIEWS.jsonl", (0..200).map(review).collect::<String>());
    let project = scratch.arg("PROJECT");
    recto(&[
        "label", &project, "--from", &reviews, "--import", &reviews, "--status", "-q",
    ])
    .ends(0);
    scratch
}

fn words(line: &str, scratch: &Scratch) -> Vec<String> {
    let place = |word: &str| {
        let is_file = word.starts_with(|first: char| first.is_ascii_uppercase())
            && scratch.path(word).exists();
        if is_file {
            scratch.arg(word)
        } else {
            word.to_string()
        }
    };
    line.split(' ').map(place).collect()
}

/// Runs a command whose standard output is a pipe of one page, which `read` reads and then closes.
fn piped(words: &[String], read: impl FnOnce(PipeReader) -> Option<PipeReader>) -> Ran {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    fcntl_setpipe_size(&writer, PAGE).expect("the size of our own pipe");
    let mut recto = command(words);
    recto.stdout(writer).stderr(std::process::Stdio::piped());
    let before = read(reader);
    let child = recto.spawn().expect("recto starts");
    // The command holds the writer, too: without this the reader would never see the end.
    drop(recto);
    if let Some(reader) = before {
        let mut line = String::new();
        let mut reader = BufReader::with_capacity(64, reader);
        reader.read_line(&mut line).expect("the output is UTF-8");
        assert!(!line.is_empty(), "{words:?} printed nothing");
    }
    ran(child.wait_with_output().expect("recto ends"))
}

fn assert_quiet(words: &[String]) {
    for (when, ended) in [
        ("at once", piped(words, |_| None)),
        ("after a line", piped(words, Some)),
    ] {
        let is_quiet = !ended.err.contains("error") && !ended.err.contains("panicked");
        assert!(
            ended.code == Some(0) && is_quiet,
            "{words:?}, closed {when}: {ended:?}"
        );
    }
}

#[test]
fn every_command_ends_quietly_when_the_reader_closes_the_pipe() {
    let names: Vec<&str> = ROWS.iter().map(|(name, _)| *name).collect();
    assert_rows_cover_the_tree(&names);
    let scratch = inputs();
    for line in ROWS.iter().flat_map(|(_, lines)| *lines) {
        assert_quiet(&words(line, &scratch));
    }
}

fn assert_capability_is_quiet(name: &str) {
    let scratch = inputs();
    let other = scratch.write("other.txt", made(400, 9));
    let documents = match capability(name).subject() {
        recto::Subject::Messages => "POSTS",
        _ => "FOLDER",
    };
    for format in ["text", "json"] {
        let mut words = laws::words(capability(name), &scratch.arg(documents), &other);
        words.extend(["--format", format].map(String::from));
        assert_quiet(&words);
    }
}

mod of_capability {
    test_each_capability!(super::assert_capability_is_quiet);
}
