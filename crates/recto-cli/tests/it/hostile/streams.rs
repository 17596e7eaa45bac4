//! What is no regular file, what names hold, and where output goes.

#![cfg(unix)]

use crate::common::{self, Ran, Scratch, command, ran, recto, recto_with, text::made};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, Stdio};

fn fifo(scratch: &Scratch) -> String {
    let fifo = scratch.arg("fifo");
    let made = Command::new("mkfifo").arg(&fifo).status();
    assert!(made.is_ok_and(|status| status.success()), "mkfifo");
    fifo
}

/// Each of these once waited for ever or filled the memory.
#[test]
fn what_never_ends_is_refused_wherever_it_is_named() {
    let scratch = Scratch::new();
    let fifo = fifo(&scratch);
    let file = scratch.write("in.txt", made(2000, 1));
    for (endless, what) in [(fifo.as_str(), "a pipe"), ("/dev/zero", "a device")] {
        let rows: [&[&str]; 7] = [
            &["segment", endless],
            &[
                "segment",
                &file,
                "--method",
                "exact",
                "--similarity",
                endless,
            ],
            &["topics", &file, "--seed-words", endless],
            &["topics", &file, "--load-model", endless],
            &["summarize", &file, "--since", endless],
            &["eval", "segmentation", endless, &file],
            &["replicate", "APS", "--data", endless],
        ];
        for row in rows {
            let ran = recto(row).ends(1);
            assert!(ran.err.contains(endless), "{row:?}: {}", ran.err);
            let is_told = ran.err.contains(what) || ran.err.contains("is no folder");
            assert!(is_told, "{row:?}: {}", ran.err);
        }
    }
}

#[test]
fn a_file_that_a_flag_names_has_a_largest_size() {
    let scratch = Scratch::new();
    let file = scratch.write("in.txt", made(2000, 1));
    let words = scratch.write("words.txt", "harbour quay\n".repeat(1000));
    recto(&[
        "topics",
        &file,
        "--seed-words",
        &words,
        "--max-file-bytes",
        "9000",
    ])
    .ends(1)
    .says("--seed-words")
    .says("larger than 9000 bytes; raise --max-file-bytes");
}

#[test]
fn the_device_of_standard_input_is_standard_input() {
    let text = made(2000, 1);
    let read = |name: &str| recto_with(&["segment", name, "--format", "json"], text.as_bytes());
    let dash = read("-").ends(0);
    assert_eq!(dash.json()["documents"][0]["id"], "-");
    assert_eq!(read("/dev/stdin").ends(0).out, dash.out);
}

const ESCAPE: &str = "\u{1b}]0;owned\u{7}\u{202e}";

fn assert_tame(ran: &Ran) {
    let wild = |c: char| (c.is_control() && c != '\n') || ('\u{202a}'..='\u{202e}').contains(&c);
    assert!(!ran.err.contains(wild), "{:?}", ran.err);
    assert!(ran.err.contains("\\u{"), "{:?}", ran.err);
}

#[test]
fn names_keys_and_ids_reach_the_terminal_as_visible_characters() {
    let scratch = Scratch::new();
    let at = |name: &str| scratch.arg(name);
    let escape = serde_json::Value::from(ESCAPE).to_string();
    let keys = scratch.write("keys.jsonl", format!("{{{escape}: 1}}\n"));
    let header = scratch.write("header.csv", format!("{ESCAPE},b\n1,2\n"));
    let twice = format!("{ESCAPE},{ESCAPE},text\n1,2,Nets dry.\n");
    let twice = scratch.write("twice.csv", twice);
    let binary = scratch.write(&format!("pile/{ESCAPE}\nerror: b.txt"), [0u8; 9]);
    let rows: [&[&str]; 8] = [
        &["segment", &at(ESCAPE)],
        &["segment", &keys],
        &["segment", &header],
        &["segment", &twice],
        &["segment", &binary],
        &["segment", &at("pile")],
        &["segment", &format!("--{ESCAPE}")],
        &["eval", "segmentation", &at(ESCAPE), &at(ESCAPE)],
    ];
    for row in rows {
        let ran = recto(row);
        assert_tame(&ran);
        let forged = ran.err.lines().any(|line| line.starts_with("error: b.txt"));
        assert!(!forged, "{row:?}: {}", ran.err);
    }
}

#[test]
fn names_that_are_not_utf8_can_be_read_and_written() {
    let scratch = Scratch::new();
    let path = |name: &[u8]| scratch.folder().join(OsStr::from_bytes(name));
    let (input, output) = (path(b"caf\xe9.txt"), path(b"caf\xe9.json"));
    std::fs::write(&input, made(2000, 1)).expect("a scratch file");
    let words: [OsString; 4] = [
        "segment".into(),
        input.clone().into(),
        "-o".into(),
        output.clone().into(),
    ];
    recto(&words).ends(0);
    assert!(output.exists());
    let group = |name: &str| [name.as_bytes(), input.as_os_str().as_bytes()].concat();
    let groups = [group("a="), group("b=")].map(|group| OsStr::from_bytes(&group).to_os_string());
    recto(&[&["compare".into()], &groups[..]].concat()).ends(0);
    let since: [OsString; 4] = [
        "summarize".into(),
        input.clone().into(),
        "--since".into(),
        input.into(),
    ];
    assert_ne!(recto(&since).code, Some(2));
}

#[test]
fn long_names_are_written_and_no_file_is_left_beside_them() {
    let scratch = Scratch::new();
    let file = scratch.write("in.txt", made(2000, 1));
    let name = format!("{}.json", "n".repeat(250));
    recto(&["segment", &file, "-o", &scratch.arg(&name)]).ends(0);
    assert_eq!(scratch.names(), ["in.txt".to_string(), name]);
}

fn shell(line: &str, file: &str) -> Ran {
    let output = Command::new("sh")
        .args(["-c", line, env!("CARGO_BIN_EXE_recto"), file])
        .stdin(Stdio::null())
        .output();
    ran(output.expect("there is a shell"))
}

/// Its results once vanished with the exit code of success.
#[cfg(target_os = "linux")]
#[test]
fn a_closed_standard_output_is_an_error_and_a_closed_pipe_is_none() {
    let scratch = Scratch::new();
    let file = scratch.write("in.txt", made(200_000, 1));
    let closed = "standard output is closed";
    shell("\"$0\" segment \"$1\" >&-", &file)
        .ends(1)
        .says(closed);
    shell("\"$0\" segment --help >&-", &file)
        .ends(1)
        .says(closed);
    shell("\"$0\" schema segment >&-", &file)
        .ends(1)
        .says(closed);
    shell("\"$0\" segment \"$1\" 1</dev/null", &file)
        .ends(1)
        .says("cannot be written");
    shell("\"$0\" segment \"$1\" >/dev/null", &file).ends(0);
    let place = scratch.arg("out.json");
    shell(&format!("\"$0\" segment \"$1\" -o '{place}' >&-"), &file).ends(0);
    let mut child = command(&["segment", &file, "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("recto starts");
    drop(child.stdout.take());
    common::ran(child.wait_with_output().expect("recto ends")).ends(0);
}
