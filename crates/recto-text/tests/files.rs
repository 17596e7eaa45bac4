//! Files, folders and globs that arguments name, through the public reader.

use recto_math::{Remedy, Run, Silent};
use recto_testing::Scratch;
use recto_text::source::read;
use recto_text::{Limits, Pile, SourceOptions};

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
    let pile = read_all(&[one.clone(), two, one.clone()]);
    assert!(ids(&pile)[0].ends_with("one/x.txt"));
    assert!(ids(&pile)[1].ends_with("two/x.txt"));
    assert!(ids(&pile)[2].ends_with("one/x.txt (2)"));
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
    assert_eq!(pile.failed.len(), 2);
    assert!(pile.failed[0].message.contains("no such file"));
    assert!(pile.failed[1].message.contains("link back"));
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
