//! Exit codes, pipes, colours: what a shell sees.

use crate::common::{Scratch, command, ran, recto, recto_with, text::made};
use std::io::Read;
use std::process::Stdio;

#[test]
fn exit_codes_are_those_of_the_contract() {
    let scratch = Scratch::new();
    let good = scratch.write("good.txt", "Nets dry. Boats rest.");
    let blank = scratch.write("blank.txt", " \n");
    recto(&["segment", &good]).ends(0);
    recto(&["--help"]).ends(0);
    recto(&["--version"]).ends(0);
    recto(&["segment", &blank]).ends(1).says("blank.txt");
    recto(&["segment", &good, &blank]).ends(1).says("blank.txt");
    recto(&["segment", &good, "--segments", "3"])
        .ends(1)
        .says("segments must be between 1 and 2, the number of units, not `3`");
    recto(&["segment"]).ends(2);
    recto(&["segment", &good, "--method", "magic"])
        .ends(2)
        .says("texttiling");
    recto(&["segment", &good, "--segments", "0"])
        .ends(2)
        .says("--segments");
    recto(&["nonsense"]).ends(2);
    recto::<&str>(&[]).ends(2);
}

#[test]
fn an_empty_standard_input_is_named() {
    recto_with(&["segment", "-"], b"")
        .ends(1)
        .says("error: -: ");
}

#[test]
fn messages_go_to_stderr_and_results_to_stdout() {
    let scratch = Scratch::new();
    let file = scratch.write("x.txt", "the of and. the of.");
    let ran = recto(&["segment", &file, "--format", "json"]).ends(0);
    let ran = ran.says("warning: ").says("no content words");
    assert!(ran.json()["warnings"][0]["message"].is_string());
}

#[test]
fn quiet_silences_warnings_but_never_failures() {
    let scratch = Scratch::new();
    let file = scratch.write("x.txt", "the of and. the of.");
    let quiet = recto(&["segment", &file, "--quiet"]).ends(0);
    assert_eq!(quiet.err, "");
    let missing = scratch.arg("missing.txt");
    recto(&["segment", &file, &missing, "-q"])
        .ends(1)
        .says("missing.txt");
}

#[test]
fn colours_are_for_terminals_that_want_them() {
    let scratch = Scratch::new();
    let file = scratch.write("x.txt", made(3000, 1));
    let escapes = |bytes: &[u8]| bytes.contains(&0x1b);
    assert!(!escapes(&recto(&["segment", &file]).ends(0).out), "a pipe");
    let shown = on_a_terminal(&file, None);
    let plain = on_a_terminal(&file, Some("1"));
    let (Some(shown), Some(plain)) = (shown, plain) else {
        eprintln!("SKIPPED: no `script` to make a terminal with");
        return;
    };
    assert!(escapes(&shown), "a terminal gets colours");
    assert!(
        !escapes(&plain),
        "NO_COLOR: {}",
        String::from_utf8_lossy(&plain)
    );
}

/// Stdout of `recto segment` on a terminal; `None` where the tool for it is missing.
fn on_a_terminal(file: &str, no_color: Option<&str>) -> Option<Vec<u8>> {
    let line = format!("{} segment {file} --quiet", env!("CARGO_BIN_EXE_recto"));
    let mut script = std::process::Command::new("script");
    script
        .args(["-qec", &line, "/dev/null"])
        .stdin(Stdio::null());
    script.env_remove("NO_COLOR");
    if let Some(value) = no_color {
        script.env("NO_COLOR", value);
    }
    let output = script.output().ok()?;
    output.status.success().then_some(output.stdout)
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let scratch = Scratch::new();
    let file = scratch.write("x.txt", made(400_000, 1));
    for format in ["json", "html", "text"] {
        let mut child = command(&["segment", &file, "--format", format])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("recto starts");
        let mut stdout = child.stdout.take().expect("it is piped");
        stdout.read_exact(&mut [0; 10]).expect("ten bytes");
        drop(stdout);
        let ended = ran(child.wait_with_output().expect("recto ends"));
        assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{format}");
    }
}

#[test]
fn help_through_a_closed_pipe_is_quiet_too() {
    let mut child = command(&["segment", "--help"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("recto starts");
    drop(child.stdout.take());
    let ended = ran(child.wait_with_output().expect("recto ends"));
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
}

#[test]
fn lines_fit_the_width_that_is_asked_for() {
    let scratch = Scratch::new();
    let file = scratch.write("x.txt", made(6000, 1));
    for columns in ["40", "80", "120"] {
        let output = command(&["segment", &file])
            .env("COLUMNS", columns)
            .output();
        let text = ran(output.expect("recto runs")).ends(0).text();
        let widest = text.lines().map(|line| line.chars().count()).max();
        let limit = columns.parse().expect("a number");
        assert!(
            widest.is_some_and(|widest| widest <= limit),
            "{columns}: {widest:?}"
        );
    }
}

#[test]
fn lines_are_those_of_a_marked_up_file() {
    let scratch = Scratch::new();
    let front = "---\ntitle: Tides\n---\n\n```sh\ntide --now\n```\n\n";
    let prose = "The old ferry left\nthe north quay at nine with forty passengers.\n";
    let page = scratch.write("a.md", format!("{front}{prose}"));
    let text = recto(&["summarize", &page]).ends(0).text();
    assert!(text.contains("a.md, line 9"), "{text}");
}

#[test]
fn a_licence_in_another_language_is_set_aside_and_said() {
    let scratch = Scratch::new();
    let licence = "You may copy this text and give it away under the terms of the licence that \
                   comes with it, and you may use it as you like.\n\n";
    let tide = "La marée monte sur le quai et les bateaux montent avec elle, comme chaque matin. \
                Les filets sèchent au vent du port.\n\n";
    let oven = "Le four du boulanger brûle toute la nuit, et le pain sort du four avant le jour. \
                La farine vient du moulin.\n\n";
    let text = [
        licence.repeat(8),
        tide.repeat(25),
        oven.repeat(25),
        licence.repeat(8),
    ]
    .concat();
    let file = scratch.write("novel.txt", text);
    let arguments = ["segment", &file, "--format", "json"];
    let answer = recto(&arguments)
        .ends(0)
        .says("set aside: another language")
        .json();
    let document = &answer["documents"][0];
    assert_eq!(document["language"], "fr");
    let start = document["segments"][0]["start"].as_u64().expect("a number");
    assert_eq!(start as usize, 8 * licence.len());
    let whole = recto(&[&arguments[..], &["--keep-all"]].concat())
        .ends(0)
        .json();
    assert_eq!(whole["documents"][0]["segments"][0]["start"], 0);
}
