//! Output files: the format by their ending, whole or not at all.

use crate::common::{Scratch, recto, text::made};
use serde_json::Value;

fn pile(scratch: &Scratch) -> String {
    scratch.write("in.txt", made(3000, 1))
}

#[test]
fn the_ending_of_the_output_file_sets_the_format() {
    let scratch = Scratch::new();
    let file = pile(&scratch);
    let written = |name: &str| {
        let ran = recto(&["segment", &file, "-o", &scratch.arg(name)]).ends(0);
        assert!(ran.out.is_empty(), "nothing on stdout");
        std::fs::read_to_string(scratch.path(name)).expect("it is written")
    };
    let json: Value = serde_json::from_str(&written("x.json")).expect("JSON");
    assert_eq!(json["command"], "segment");
    assert!(written("x.html").starts_with("<!DOCTYPE html>"));
    assert!(written("x.txt").contains("in.txt"));
    assert_eq!(
        scratch.names(),
        ["in.txt", "x.html", "x.json", "x.txt"],
        "nothing else"
    );
}

#[test]
fn a_format_by_flag_stands_over_the_ending() {
    let scratch = Scratch::new();
    let (file, place) = (pile(&scratch), scratch.arg("x.html"));
    recto(&["segment", &file, "-o", &place, "--format", "json"]).ends(0);
    let written = std::fs::read_to_string(place).expect("it is written");
    assert!(serde_json::from_str::<Value>(&written).is_ok());
}

#[test]
fn a_dash_as_output_file_is_stdout() {
    let scratch = Scratch::new();
    let file = pile(&scratch);
    let ran = recto(&["segment", &file, "-o", "-", "--format", "json"]).ends(0);
    assert_eq!(ran.json()["command"], "segment");
}

#[test]
fn a_place_that_cannot_be_written_is_named_with_a_remedy() {
    let scratch = Scratch::new();
    let file = pile(&scratch);
    let place = scratch.arg("no/such/x.json");
    let ran = recto(&["segment", &file, "-o", &place]).ends(1);
    ran.says(&place).says("cannot be written").says("-o");
    std::fs::create_dir(scratch.path("folder.json")).expect("a folder");
    recto(&["segment", &file, "-o", &scratch.arg("folder.json")])
        .ends(1)
        .says("folder.json");
    assert_eq!(scratch.names(), ["folder.json", "in.txt"], "no half file");
}

#[test]
fn an_existing_file_is_replaced_on_success_and_kept_on_failure() {
    let scratch = Scratch::new();
    let file = pile(&scratch);
    let place = scratch.write("x.json", "old");
    let read = || std::fs::read_to_string(&place).expect("it is there");
    recto(&["segment", &scratch.arg("missing.txt"), "-o", &place]).ends(1);
    assert_eq!(read(), "old");
    recto(&["segment", &file, "--segments", "9999", "-o", &place]).ends(1);
    assert_eq!(read(), "old");
    recto(&["segment", &file, "-o", &place]).ends(0);
    assert!(read().starts_with("{\"recto\":"));
    assert_eq!(scratch.names(), ["in.txt", "x.json"]);
}

/// Permissions do not bind the superuser, who runs the tests in some containers.
#[cfg(unix)]
#[test]
fn a_folder_without_permission_to_write_keeps_what_it_had() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new();
    let file = pile(&scratch);
    let place = scratch.write("shut/x.json", "old");
    let folder = scratch.path("shut");
    let allow = |mode| std::fs::set_permissions(&folder, PermissionsExt::from_mode(mode));
    allow(0o555).expect("our own folder");
    let binds = std::fs::write(folder.join("probe"), "").is_err();
    let ran = recto(&["segment", &file, "-o", &place]);
    allow(0o755).expect("our own folder");
    if binds {
        ran.ends(1).says("cannot be written");
        assert_eq!(std::fs::read_to_string(&place).expect("it is there"), "old");
    }
}

#[test]
fn eval_writes_files_too() {
    let scratch = Scratch::new();
    let gold = scratch.write("gold.txt", "00100100001\n");
    let place = scratch.arg("scores.json");
    recto(&["eval", "segmentation", &gold, &gold, "-o", &place]).ends(0);
    let written = std::fs::read_to_string(place).expect("it is written");
    let scores: Value = serde_json::from_str(&written).expect("JSON");
    assert_eq!(scores["scores"]["f1"], 1.0);
}

#[test]
fn an_input_is_never_replaced_by_its_own_answer() {
    let scratch = Scratch::new();
    let text = made(3000, 1);
    let file = scratch.write("pile/in.txt", &text);
    let refused = "which is read; name another file";
    recto(&["segment", &file, "-o", &file])
        .ends(2)
        .says(refused);
    recto(&["segment", &scratch.arg("pile"), "-o", &file])
        .ends(2)
        .says(refused);
    let gold = scratch.write("gold.txt", "00100\n");
    recto(&["eval", "segmentation", &gold, &gold, "-o", &gold])
        .ends(2)
        .says(refused);
    assert_eq!(std::fs::read_to_string(file).expect("it is there"), text);
}

#[test]
fn text_is_not_written_under_the_ending_of_another_format() {
    let scratch = Scratch::new();
    let file = pile(&scratch);
    let place = scratch.arg("x.PDF");
    recto(&["segment", &file, "-o", &place])
        .ends(2)
        .says(".json and .html");
    assert_eq!(scratch.names(), ["in.txt"]);
    recto(&["segment", &file, "-o", &place, "--format", "text"]).ends(0);
}

/// A rename would put a file where the pipe or the link was.
#[cfg(unix)]
#[test]
fn pipes_are_written_to_and_links_keep_leading_to_their_file() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt};
    let scratch = Scratch::new();
    let file = pile(&scratch);
    let fifo = scratch.arg("fifo.json");
    let made = std::process::Command::new("mkfifo").arg(&fifo).status();
    assert!(made.is_ok_and(|status| status.success()), "mkfifo");
    let place = fifo.clone();
    let reader = std::thread::spawn(move || std::fs::read(place).expect("the pipe"));
    recto(&["segment", &file, "-o", &fifo]).ends(0);
    let read = reader.join().expect("it reads to the end");
    assert!(serde_json::from_slice::<Value>(&read).is_ok());
    let data = std::fs::metadata(&fifo).expect("it is there");
    assert!(data.file_type().is_fifo(), "still a pipe");

    let real = scratch.write("real.json", "old");
    std::fs::set_permissions(&real, PermissionsExt::from_mode(0o600)).expect("our own file");
    let link = scratch.path("link.json");
    std::os::unix::fs::symlink("real.json", &link).expect("a link");
    recto(&["segment", &file, "-o", &scratch.arg("link.json")]).ends(0);
    assert!(
        link.symlink_metadata().is_ok_and(|data| data.is_symlink()),
        "still a link"
    );
    assert!(
        std::fs::read_to_string(&real)
            .expect("it is there")
            .starts_with("{\"recto\":")
    );
    let mode = std::fs::metadata(&real)
        .expect("it is there")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600, "still for its owner alone");
}

/// The device on which every write fails, as on a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let scratch = Scratch::new();
    let file = pile(&scratch);
    let full = "No space left on device";
    recto(&["segment", &file, "-o", "/dev/full", "--format", "json"])
        .ends(1)
        .says(full);
    let device = std::fs::OpenOptions::new().write(true).open("/dev/full");
    let output = crate::common::command(&["segment", &file])
        .stdout(device.expect("a device of Linux"))
        .output();
    crate::common::ran(output.expect("recto runs"))
        .ends(1)
        .says(full);
}
