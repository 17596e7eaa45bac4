//! Hostile inputs: every command, every kind of bad file, the exact way it ends.
//!
//! Every capability is held to what all of them keep to ([`crate::common::laws`]). The table says
//! more of commands, to the exact message; a command that is no capability must have a row.

mod expected;
mod extremes;
mod kinds;
mod overwrite;
mod streams;
use crate::common::inputs::inputs;
use crate::common::laws::{self, Ending};
use crate::common::{Ran, Scratch, capability, recto};
use expected::{ROWS, Row};

fn assert_capability_survives_every_input(name: &str) {
    let wrong = laws::hostile(capability(name), recto);
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

mod every_input {
    test_each_capability!(super::assert_capability_survives_every_input);
}

fn assert_command_ends_as_its_rows_say(command: &str) {
    let scratch = Scratch::new();
    let inputs = inputs(&scratch, 2 << 20);
    let rows: Vec<&Row> = ROWS.iter().filter(|row| row.command == command).collect();
    assert!(!rows.is_empty(), "no row for {command}");
    let mut wrong = Vec::new();
    for row in rows {
        for (name, path) in &inputs {
            wrong.extend(check(row, name, path, &scratch));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

mod row {
    test_each_command! {
        super::assert_command_ends_as_its_rows_say:
        schema = "schema",
        completions = "completions",
        man = "man",
    }

    #[test]
    fn every_row_has_a_test() {
        let mut names: Vec<&str> = super::ROWS.iter().map(|row| row.command).collect();
        names.dedup();
        assert_eq!(names, NAMES);
        crate::common::assert_rows_cover_the_tree(&names);
    }
}

/// What is wrong with the ways in which a command ended on an input.
fn check(row: &Row, name: &str, path: &str, scratch: &Scratch) -> Vec<String> {
    let good = scratch.write("good.txt", "001\n");
    let labels = scratch.write("labels.txt", "ann\nann\nben\nben\n");
    let classes = scratch.write("classes.jsonl", "{\"id\": 1, \"label\": \"tide\"}\n");
    let pairs = scratch.write(
        "pairs.jsonl",
        "{\"document\": [\"nets\"], \"summary\": [\"nets\"], \"sure\": [[0, 0]]}\n",
    );
    let summary = scratch.write("summary.txt", "Nets dry on the quay.\nBoats rest.\n");
    let rows =
        "{\"text\": \"Sturdy nets.\"}\n{\"text\": \"Flimsy nets.\"}\n{\"text\": \"Boats.\"}\n";
    let (reviews, new) = (
        scratch.write("reviews.jsonl", rows),
        scratch.arg("new.label"),
    );
    let mut wrong = Vec::new();
    for (shape, ends) in row.shapes {
        let named = [
            ("INPUT", path),
            ("GOOD", good.as_str()),
            ("LABELS", labels.as_str()),
            ("CLASSES", classes.as_str()),
            ("PAIRS", pairs.as_str()),
            ("SUMMARY", summary.as_str()),
            ("REVIEWS", reviews.as_str()),
            ("NEW", new.as_str()),
        ];
        // A project that the input before it may have left.
        let _ = std::fs::remove_file(&new);
        // A file may be the value of a group: a=INPUT.
        let words = shape.split(' ').map(|word| {
            let (before, last) = word.rsplit_once('=').unwrap_or(("", word));
            match named.iter().find(|(name, _)| *name == last) {
                Some((_, file)) if before.is_empty() => file.to_string(),
                Some((_, file)) => format!("{before}={file}"),
                None => word.to_string(),
            }
        });
        let ran = recto(&words.collect::<Vec<_>>());
        let line_in =
            |ends: &'static [Ending], name: &str| ends.iter().find(|(input, _, _)| *input == name);
        let line = line_in(ends, name)
            .or_else(|| line_in(row.unreadable, name))
            .or_else(|| line_in(ends, "*"));
        let problem = match line {
            Some((_, code, part)) => problem(&ran, *code, &said(part, shape)),
            None => Some(format!("no line; {}", ended(&ran))),
        };
        wrong.extend(problem.map(|problem| format!("`{shape}` with {name}: {problem}")));
    }
    wrong
}

/// The part of stderr that a line stands for.
fn said(part: &str, shape: &str) -> String {
    let Some(count) = part.strip_suffix(" of 4 units") else {
        return part.into();
    };
    let plural = if count == "1" { "" } else { "s" };
    if shape.ends_with("INPUT") {
        format!("the reference has 4 units, the output {count}")
    } else {
        format!("the reference has {count} unit{plural}, the output 4")
    }
}

fn problem(ran: &Ran, code: i32, part: &str) -> Option<String> {
    let silent = part.is_empty() && !ran.err.is_empty();
    let panicked = ran.err.contains("panicked") || ran.err.contains("RUST_BACKTRACE");
    let is_right = ran.code == Some(code) && ran.err.contains(part) && !silent && !panicked;
    (!is_right).then(|| format!("not {code} with {part:?}; {}", ended(ran)))
}

fn ended(ran: &Ran) -> String {
    let said: String = ran.err.chars().take(300).collect();
    format!("ended with {:?} and said {said:?}", ran.code)
}

#[test]
fn every_row_speaks_of_known_inputs_only() {
    let scratch = Scratch::new();
    let known: Vec<&str> = inputs(&scratch, 2 << 20)
        .iter()
        .map(|(name, _)| *name)
        .collect();
    for row in ROWS {
        for (shape, ends) in row.shapes {
            for (name, _, _) in ends.iter().chain(row.unreadable) {
                let is_known = *name == "*" || known.contains(name);
                assert!(is_known, "`{shape}`: no input {name:?}");
            }
        }
    }
}

#[test]
fn a_line_of_two_megabytes_is_cut_into_units_and_segments() {
    let scratch = Scratch::new();
    let line = crate::common::text::made(2 << 20, 3).replace('\n', " ");
    let file = scratch.write("long.txt", line);
    let answer = recto(&["segment", &file, "--format", "json"])
        .ends(0)
        .json();
    let document = &answer["documents"][0];
    assert!(
        document["units"].as_u64() > Some(1000),
        "{}",
        document["units"]
    );
    assert!(
        document["segments"]
            .as_array()
            .is_some_and(|segments| segments.len() > 1)
    );
}

#[test]
fn marks_and_line_ends_do_not_change_the_segments() {
    let scratch = Scratch::new();
    let text = crate::common::text::made(8000, 4);
    let bounds = |name: &str, bytes: Vec<u8>| {
        let file = scratch.write(name, bytes);
        let answer = recto(&["segment", &file, "--format", "json"])
            .ends(0)
            .json();
        let segments = answer["documents"][0]["segments"]
            .as_array()
            .expect("a list")
            .clone();
        let ends = segments
            .iter()
            .map(|segment| segment["end_unit"].to_string());
        ends.collect::<Vec<_>>()
    };
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let plain = bounds("plain.txt", text.clone().into_bytes());
    assert!(plain.len() > 2);
    let marked = format!("\u{FEFF}{text}");
    assert_eq!(bounds("mark.txt", marked.clone().into_bytes()), plain);
    assert_eq!(
        bounds("crlf.txt", text.replace('\n', "\r\n").into_bytes()),
        plain
    );
    assert_eq!(bounds("utf16.txt", utf16(&text)), plain);
    assert_eq!(bounds("utf16-mark.txt", utf16(&marked)), plain);
}

/// Good files are done and written; the link is named.
#[cfg(unix)]
#[test]
fn a_dangling_link_among_good_files_fails_alone() {
    let scratch = Scratch::new();
    scratch.write("pile/a.txt", "Nets dry. Boats rest.");
    scratch.write("pile/z.txt", "Ovens glow. Bread bakes.");
    std::os::unix::fs::symlink("nowhere", scratch.path("pile/link.txt")).expect("a link");
    let place = scratch.arg("out.json");
    let ran = recto(&["segment", &scratch.arg("pile"), "-o", &place]).ends(1);
    ran.says("link.txt").says("a link may point nowhere");
    let written = std::fs::read(place).expect("the good files are written");
    let answer: serde_json::Value = serde_json::from_slice(&written).expect("JSON");
    assert_eq!(answer["documents"].as_array().map(Vec::len), Some(2));
    assert_eq!(answer["failed"].as_array().map(Vec::len), Some(1));
    assert!(
        answer["failed"][0]["file"]
            .as_str()
            .is_some_and(|f| f.ends_with("pile/link.txt"))
    );
}
