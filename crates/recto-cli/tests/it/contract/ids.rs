//! What documents are called.

use crate::common::{Scratch, recto, recto_with};

fn ids(arguments: &[&str]) -> Vec<String> {
    let answer = recto(&[&["segment", "--format", "json"], arguments].concat())
        .ends(0)
        .json();
    let documents = answer["documents"].as_array().expect("a list").clone();
    let id = |document: &serde_json::Value| document["id"].as_str().expect("a string").to_string();
    documents.iter().map(id).collect()
}

const NOTE: &str = "Nets dry on the quay.";

#[test]
fn a_file_is_called_by_its_name() {
    let scratch = Scratch::new();
    assert_eq!(
        ids(&[&scratch.write("deep/er/note.txt", NOTE)]),
        ["note.txt"]
    );
}

#[test]
fn a_file_in_a_folder_is_called_by_its_path_inside() {
    let scratch = Scratch::new();
    scratch.write("pile/b/note.txt", NOTE);
    scratch.write("pile/a.txt", NOTE);
    assert_eq!(ids(&[&scratch.arg("pile")]), ["a.txt", "b/note.txt"]);
    assert_eq!(ids(&[&scratch.arg("pile/")]), ["a.txt", "b/note.txt"]);
}

#[test]
fn a_row_is_called_by_its_id_or_by_its_line() {
    let scratch = Scratch::new();
    let rows =
        "{\"text\": \"a b\"}\n\n{\"id\": \"x\", \"text\": \"a b\"}\n{\"id\": 9, \"text\": \"c\"}\n";
    let file = scratch.write("rows.jsonl", rows);
    assert_eq!(ids(&[&file]), ["rows.jsonl#1", "x", "9"]);
    let file = scratch.write("named.jsonl", "{\"key\": \"k\", \"body\": \"a\"}\n");
    assert_eq!(
        ids(&[&file, "--id-field", "key", "--text-field", "body"]),
        ["k"]
    );
}

#[test]
fn names_that_clash_get_the_argument_in_front() {
    let scratch = Scratch::new();
    scratch.write("one/note.txt", NOTE);
    scratch.write("two/note.txt", NOTE);
    scratch.write("two/other.txt", NOTE);
    let (one, two) = (scratch.arg("one"), scratch.arg("two"));
    let clashing = [
        format!("{one}/note.txt"),
        format!("{two}/note.txt"),
        "other.txt".into(),
    ];
    assert_eq!(ids(&[&one, &two]), clashing);
}

#[test]
fn standard_input_is_called_dash() {
    let ran = recto_with(&["segment", "-", "--format", "json"], NOTE.as_bytes()).ends(0);
    assert_eq!(ran.json()["documents"][0]["id"], "-");
    let rows = b"{\"text\": \"Nets dry.\"}\n{\"text\": \"Boats rest.\"}\n";
    let ran = recto_with(&["segment", "-", "--format", "json"], rows).ends(0);
    assert_eq!(ran.json()["documents"][1]["id"], "-#2");
}

#[test]
fn eval_matches_documents_by_id_and_reads_standard_input() {
    let scratch = Scratch::new();
    scratch.write(
        "gold/a.txt",
        "one two.\n==========\nthree four.\n==========\nfive.\n",
    );
    scratch.write("gold/b.txt", "six.\nseven.\n==========\neight.\n");
    let gold = scratch.arg("gold");
    let out = recto(&["segment", &gold, "--unit", "line", "--format", "json"]).ends(0);
    let ran = recto_with(
        &["eval", "segmentation", &gold, "-", "--format", "json"],
        &out.out,
    );
    let answer = ran.ends(0).json();
    assert_eq!(
        answer["warnings"],
        serde_json::json!([]),
        "no match by order"
    );
    assert_eq!(answer["documents"][1]["id"], "b.txt");
}

#[test]
fn a_member_of_an_archive_and_a_message_are_called_by_where_they_are() {
    use recto_testing::zip::zipped;
    let scratch = Scratch::new();
    let inner = zipped(&[("deep/b.txt", NOTE.as_bytes())]);
    let message = "From a@b Mon Mar  3 10:11:12 2025\nFrom: a@b\nSubject: x\n\nNets dry.\n\n";
    let mailbox = message.repeat(2);
    let archive = zipped(&[
        ("a.txt", NOTE.as_bytes()),
        ("in.zip", &inner),
        ("inbox.mbox", mailbox.as_bytes()),
        (
            "rows.json",
            b"[\"One.\", {\"id\": \"x\", \"text\": \"Two.\"}]",
        ),
    ]);
    let file = scratch.write("pile.zip", archive);
    assert_eq!(
        ids(&[&file]),
        [
            "pile.zip/a.txt",
            "pile.zip/in.zip/deep/b.txt",
            "pile.zip/inbox.mbox#1",
            "pile.zip/inbox.mbox#2",
            "pile.zip/rows.json#1",
            "x"
        ]
    );
}
