//! Files, folders and globs that arguments name, through the public reader.

use recto_math::{Remedy, Run, Silent};
use recto_testing::Scratch;
use recto_text::source::{Format, read, read_bytes};
use recto_text::{Limits, Pile, SourceOptions};
use std::ffi::OsStr;
use std::path::PathBuf;

fn read_all(arguments: &[String]) -> Pile {
    read(arguments, &SourceOptions::default(), &Run::new(0, &Silent)).expect("nobody cancels")
}

fn ids(pile: &Pile) -> Vec<&str> {
    pile.documents.iter().map(|d| d.id.as_str()).collect()
}

#[test]
fn folders_are_walked_in_order_without_hidden_files() {
    let scratch = Scratch::new();
    scratch.write("b.txt", "b");
    scratch.write("a/z.txt", "z");
    scratch.write(".git/config", "hidden");
    let pile = read_all(&[scratch.arg("")]);
    assert_eq!(ids(&pile), ["a/z.txt", "b.txt"]);
    assert!(pile.warnings[0].message.starts_with("1 hidden file"));
}

#[test]
fn ids_that_clash_get_the_argument_in_front() {
    let scratch = Scratch::new();
    let one = scratch.write("one/x.txt", "1");
    let two = scratch.write("two/x.txt", "2");
    let pile = read_all(&[one, two]);
    assert!(ids(&pile)[0].ends_with("one/x.txt"));
    assert!(ids(&pile)[1].ends_with("two/x.txt"));
}

#[test]
fn rows_of_one_id_are_numbered_from_2_around_what_is_taken() {
    let row = |id: &str| format!("{{\"id\": \"{id}\", \"text\": \"Nets dry.\"}}\n");
    let rows = ["a", "a (2)", "a", "a", "b", "a"].map(row).concat();
    let pile = read_bytes("rows.jsonl", rows.into(), &SourceOptions::default());
    assert_eq!(ids(&pile), ["a", "a (2)", "a (3)", "a (4)", "b", "a (5)"]);
}

/// Numbers were once sought from 2 for every row: hours for these.
#[test]
fn a_hundred_thousand_rows_of_one_id_are_numbered_at_once() {
    let rows = "{\"id\": \"a\", \"text\": \"\"}\n".repeat(100_000);
    let pile = read_bytes("rows.jsonl", rows.into(), &SourceOptions::default());
    assert_eq!(pile.documents[99_999].id, "a (100000)");
}

#[test]
fn a_file_that_is_named_twice_is_read_once() {
    let scratch = Scratch::new();
    let file = scratch.write("pile/x.txt", "1");
    let pile = read_all(&[file.clone(), scratch.arg("pile"), file]);
    assert_eq!(ids(&pile), ["x.txt"]);
    assert_eq!(pile.failed, []);
    let messages: Vec<&str> = pile.warnings.iter().map(|w| w.message.as_str()).collect();
    assert_eq!(messages.len(), 1);
    assert!(messages[0].starts_with("2 files or folders lead to what is read already"));
}

/// Two links in each folder to the one below: over a million ways to one file.
#[cfg(unix)]
#[test]
fn links_that_multiply_a_folder_lead_to_each_file_once() {
    let scratch = Scratch::new();
    let mut folder = "pile".to_string();
    for _ in 0..20 {
        scratch.write(&format!("{folder}/next/a.txt"), "a");
        let link = |name: &str| std::os::unix::fs::symlink("next", scratch.path(name));
        link(&format!("{folder}/left")).expect("a link");
        link(&format!("{folder}/right")).expect("a link");
        folder += "/next";
    }
    let pile = read_all(&[scratch.arg("pile")]);
    assert_eq!(pile.documents.len(), 20);
    assert_eq!(pile.failed, []);
    assert!(pile.warnings[0].message.contains("each file is read once"));
}

#[cfg(unix)]
#[test]
fn a_folder_eight_hundred_deep_is_walked() {
    let scratch = Scratch::new();
    scratch.write(&format!("{}x.txt", "d/".repeat(800)), "deep");
    let pile = read_all(&[scratch.arg("")]);
    assert_eq!(pile.documents[0].text, "deep");
}

#[cfg(unix)]
#[test]
fn what_never_ends_is_refused_by_name() {
    let scratch = Scratch::new();
    scratch.write("pile/a.txt", "Nets dry.");
    let fifo = scratch.arg("pile/fifo.txt");
    let made = std::process::Command::new("mkfifo").arg(&fifo).status();
    assert!(made.is_ok_and(|status| status.success()), "mkfifo");
    let pile = read_all(&[scratch.arg("pile"), "/dev/zero".into()]);
    assert_eq!(ids(&pile), ["a.txt"]);
    let [pipe, device] = &pile.failed[..] else {
        panic!("two failures, not {:?}", pile.failed);
    };
    assert_eq!(pipe.file, fifo);
    assert!(pipe.message.starts_with("a pipe, not a regular file"));
    assert_eq!(device.file, "/dev/zero");
    assert!(device.message.starts_with("a device, not a regular file"));
}

/// Its size is 0 and it is a regular file to those who ask, but a read of it waits.
#[cfg(target_os = "linux")]
#[test]
fn files_of_the_kernel_are_refused() {
    let pile = read_all(&["/proc/kmsg".into()]);
    assert_eq!(pile.documents, []);
    assert!(pile.failed[0].message.starts_with("a file of the kernel"));
}

#[cfg(unix)]
#[test]
fn names_with_backslashes_and_without_utf8_are_files_like_others() {
    use std::os::unix::ffi::OsStrExt;
    let scratch = Scratch::new();
    scratch.write("pile/a\\b.txt", "Nets dry.");
    let latin = scratch.path("pile").join(OsStr::from_bytes(b"caf\xe9.txt"));
    std::fs::write(&latin, "Boats rest.").expect("a scratch file");
    let names = |arguments: &[PathBuf]| {
        let run = Run::new(0, &Silent);
        let pile = read(arguments, &SourceOptions::default(), &run).expect("nobody cancels");
        assert_eq!(pile.failed, []);
        ids(&pile).into_iter().map(String::from).collect::<Vec<_>>()
    };
    assert_eq!(
        names(&[scratch.path("pile")]),
        ["a\\b.txt", "caf\u{FFFD}.txt"]
    );
    assert_eq!(names(&[latin]), ["caf\u{FFFD}.txt"]);
}

#[test]
fn a_glob_names_files_and_a_pattern_without_match_fails() {
    let scratch = Scratch::new();
    scratch.write("a.txt", "a");
    scratch.write("b.md", "b");
    let pile = read_all(&[
        format!("{}/*.txt", scratch.arg("")),
        format!("{}/*.pdf", scratch.arg("")),
    ]);
    assert_eq!(ids(&pile), ["a.txt"]);
    assert_eq!(pile.failed.len(), 1);
}

#[cfg(unix)]
#[test]
fn a_dangling_link_is_named_and_the_rest_is_read() {
    let scratch = Scratch::new();
    scratch.write("good.txt", "good");
    std::os::unix::fs::symlink("nowhere", scratch.path("link.txt")).expect("a link");
    std::os::unix::fs::symlink(scratch.folder(), scratch.path("loop")).expect("a link");
    let pile = read_all(&[scratch.arg("")]);
    assert_eq!(ids(&pile), ["good.txt"]);
    assert_eq!(pile.failed.len(), 1);
    assert!(pile.failed[0].message.contains("no such file"));
    assert!(
        pile.warnings[0]
            .message
            .contains("loop leads to what is read already")
    );
}

#[test]
fn jsonl_rows_carry_fields_and_bad_rows_are_named_by_line() {
    let scratch = Scratch::new();
    let rows = "{\"id\": 7, \"text\": \"a\", \"labels\": [\"x\", \"y\"], \"time\": 12}\n\n\
                {\"text\": \"b\", \"label\": \"x\"}\nnot json\n[1]\n{\"body\": \"c\"}\n";
    let pile = read_all(&[scratch.write("rows.jsonl", rows)]);
    assert_eq!(ids(&pile), ["7", "rows.jsonl#3"]);
    assert_eq!(pile.documents[0].labels, ["x", "y"]);
    assert_eq!(pile.documents[0].time.as_deref(), Some("12"));
    let lines: Vec<&str> = pile.failed.iter().map(|f| &f.message[..7]).collect();
    assert_eq!(lines, ["line 4:", "line 5:", "line 6:"]);
    assert_eq!(pile.failed[2].remedy, Some(Remedy::Set(&["text_field"])));
}

#[test]
fn csv_takes_comma_semicolon_and_tab_and_names_short_rows() {
    let scratch = Scratch::new();
    for mark in [",", ";", "\t"] {
        let table = format!("id{mark}label{mark}text\n1{mark}x{mark}\"a \"\"b\"\"\"\n2{mark}y\n");
        let pile = read_all(&[scratch.write("t.csv", table)]);
        assert_eq!(ids(&pile), ["1"]);
        assert_eq!(pile.documents[0].text, "a \"b\"");
        assert!(pile.failed[0].message.starts_with("line 3: 2 fields"));
    }
    let pile = read_all(&[scratch.write("u.csv", "a,b\n1,2\n")]);
    assert!(
        pile.failed[0]
            .message
            .contains("no field `text` (there are: a, b)")
    );
}

#[test]
fn limits_are_named_with_their_parameter() {
    let scratch = Scratch::new();
    let path = scratch.write("big.txt", "four\nfour four four\n");
    let read_with = |file, line| {
        let limits = Limits {
            file,
            line,
            ..Limits::default()
        };
        let options = SourceOptions {
            limits,
            ..SourceOptions::default()
        };
        let pile = read(std::slice::from_ref(&path), &options, &Run::new(0, &Silent));
        pile.expect("nobody cancels")
            .failed
            .pop()
            .map(|failure| (failure.message, failure.remedy))
    };
    let raise = |parameter| Some(Remedy::Raise(parameter));
    let too_large = ("larger than 5 bytes".into(), raise("max_file_bytes"));
    assert_eq!(read_with(5, 99), Some(too_large));
    let too_long = (
        "line 2 is longer than 5 bytes".into(),
        raise("max_line_bytes"),
    );
    assert_eq!(read_with(99, 5), Some(too_long));
    assert_eq!(read_with(99, 99), None);
}

/// The rest of the table was once the text of row 2.
#[test]
fn an_open_quote_in_a_table_is_named_and_the_other_rows_are_read() {
    let rows: String = (1..=50).map(|i| format!("{i},Nets {i} dry.\n")).collect();
    let table = format!("id,text\n{}", rows.replace("2,Nets 2 d", "2,\"Nets 2 d"));
    let read = |table: &str| read_bytes("t.csv", table.into(), &SourceOptions::default());
    let pile = read(&table);
    assert_eq!(pile.documents.len(), 50);
    assert_eq!(pile.failed, []);
    assert_eq!(pile.documents[1].text, "\"Nets 2 dry.");
    assert_eq!(pile.documents[49].line, Some(51));
    let told: Vec<String> = pile.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "t.csv: line 3: this quotation mark is never closed; the line is read without quotes; close it, or write two for one that is part of the text"
        ]
    );
    // A row with a separator behind the mark has too many fields.
    let pile = read(&table.replace("2,\"Nets 2 d", "2,\"Nets, 2 d"));
    assert_eq!(pile.documents.len(), 49);
    assert_eq!(pile.warnings, []);
    assert_eq!(
        pile.failed[0].to_string(),
        "t.csv: line 3: this quotation mark is never closed; the line is left out; close it, or write two for one that is part of the text"
    );
    // The next quote closed it, in the middle of a row.
    let pile = read(&table.replace("30,Nets 30 dry.", "30,\"Nets, dry.\""));
    assert_eq!(pile.documents.len(), 50);
    assert_eq!(pile.documents[29].text, "Nets, dry.");
    assert_eq!(pile.warnings.len(), 1);
}

/// One csv reader per line took half a minute.
#[test]
fn a_table_with_an_open_quote_in_each_line_is_read() {
    let rows = "Nets dry,\"on the quay\n".repeat(20_000);
    let table = format!("text,id\n{rows}");
    let pile = read_bytes("t.csv", table.into(), &SourceOptions::default());
    assert_eq!(pile.documents.len(), 20_000);
    assert_eq!(pile.documents[19_999].line, Some(20_001));
    // The first ten lines are listed.
    assert_eq!(pile.warnings.len(), 11);
}

#[test]
fn columns_and_keys_that_are_there_twice_are_told_with_their_line() {
    let read = |name: &str, text: &str| read_bytes(name, text.into(), &SourceOptions::default());
    let table = read("t.csv", "id,text,text\n1,Nets dry.,Boats rest.\n");
    assert_eq!(table.documents[0].text, "Nets dry.");
    assert_eq!(
        table.warnings[0].to_string(),
        "t.csv: line 1: several columns `text`; the first is read"
    );
    let rows = "{\"text\": \"a\"}\n{\"text\": \"Nets dry.\", \"text\": \"Boats rest.\"}\n";
    let rows = read("r.jsonl", rows);
    assert_eq!(rows.documents[1].text, "Boats rest.");
    assert_eq!(
        rows.warnings[0].to_string(),
        "r.jsonl: line 2: several keys `text`; the last is read"
    );
}

/// A tag is compared attribute by attribute: half a million of them would take minutes.
#[test]
fn a_tag_with_very_many_attributes_is_read() {
    let attributes: String = (0..500_000).map(|i| format!(" a{i}")).collect();
    let page = format!("<html><body><p{attributes}>Nets dry on the quay.</p></body></html>");
    let pile = read_bytes("p.html", page.into(), &SourceOptions::default());
    assert_eq!(pile.documents[0].text, "Nets dry on the quay.");
}

#[test]
fn what_is_no_text_is_named_and_in_a_folder_left_out_with_a_warning() {
    let scratch = Scratch::new();
    let old = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0";
    let named = scratch.write("pile/a.txt", old);
    scratch.write("pile/b.doc", old);
    scratch.write("pile/d.png", b"\x89PNG\r\n\x1a\n\0");
    scratch.write("pile/e.woff2", b"wOF2\0\0");
    scratch.write("pile/f.txt", "Bread bakes.");
    let pile = read_all(&[named]);
    assert_eq!(pile.documents, []);
    assert_eq!(
        pile.failed[0].message,
        "this is an Office document of before 2007; save it as text"
    );
    let pile = read_all(&[scratch.arg("pile")]);
    assert_eq!(ids(&pile), ["f.txt"]);
    assert_eq!(pile.failed, []);
    let told: Vec<&str> = pile.warnings.iter().map(|w| w.message.as_str()).collect();
    let [old, pictures] = told[..] else {
        panic!("two warnings, not {told:?}");
    };
    assert!(old.starts_with("2 Office documents of before 2007 left out (the first: "));
    assert!(old.contains("pile/a.txt"));
    assert_eq!(pictures, "2 pictures and fonts left out");
}

#[test]
fn a_folder_of_nothing_but_pictures_fails_by_name() {
    let scratch = Scratch::new();
    scratch.write("pile/a.gif", b"GIF89a\0");
    let pile = read_all(&[scratch.arg("pile")]);
    assert_eq!(pile.failed[0].file, scratch.arg("pile"));
    assert_eq!(
        pile.failed[0].message,
        "no text there that recto could read"
    );
}

#[test]
fn a_format_that_is_named_is_taken_at_its_word() {
    let options = SourceOptions {
        format: Some(Format::Text),
        ..SourceOptions::default()
    };
    let rows = "[{\"text\": \"Nets dry.\"}]";
    assert_eq!(read_bytes("a.json", rows.into(), &options).failed, []);
    let pile = read_bytes("a.json", rows.into(), &SourceOptions::default());
    assert_eq!(pile.documents[0].text, "Nets dry.");
    let line = &rows[1..rows.len() - 1];
    let pile = read_bytes("a.json", line.into(), &SourceOptions::default());
    assert_eq!(pile.documents[0].text, "Nets dry.");
}

#[test]
fn guessed_encodings_are_told_once() {
    let scratch = Scratch::new();
    scratch.write("pile/a.txt", b"Le caf\xe9 est ferm\xe9. La mer est calme.");
    scratch.write(
        "pile/b.txt",
        b"The net costs \xa35 and the boat is not for sale.",
    );
    let pile = read_all(&[scratch.arg("pile")]);
    let [warning] = &pile.warnings[..] else {
        panic!("one warning, not {:?}", pile.warnings);
    };
    assert!(warning.message.starts_with("2 files are not UTF-8"));
    assert!(warning.message.ends_with("read as windows-1252 (2)"));
    assert!(pile.documents[1].text.contains("£5"));
    let pile = read_all(&[scratch.arg("pile/a.txt")]);
    assert!(pile.warnings[0].message.starts_with("not UTF-8 (byte 6)"));
    assert_eq!(pile.warnings[0].file, Some(scratch.arg("pile/a.txt")));
}

/// The id was once repeated in each document of the set.
#[test]
fn a_set_with_a_very_long_id_is_refused_by_its_line() {
    let id = "i".repeat(100_000);
    let texts = "\"a\",".repeat(100_000);
    let rows = format!("{{\"id\": \"{id}\", \"documents\": [{texts} \"b\"]}}\n");
    let pile = read_bytes("s.jsonl", rows.into(), &SourceOptions::default());
    assert_eq!(pile.documents.len(), 0);
    assert_eq!(
        pile.failed[0].to_string(),
        "s.jsonl: line 1: field `id` of a set is longer than 1000 bytes"
    );
}
