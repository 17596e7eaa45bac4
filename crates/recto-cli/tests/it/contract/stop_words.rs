//! A user's own stop words.

use crate::common::{Ran, Scratch, recto};
use recto_testing::text::made;

const TEXT: &str = "The memo says that the ferry is late. The memo blames the fog on the strait.\n\n\
                    The memo says that the bakery is early. The memo thanks the miller for flour.";

fn asked(command: &str, file: &str, more: &[&str]) -> Ran {
    let groups = [format!("a={file}"), format!("b={file}")];
    let input: Vec<&str> = match command {
        "compare" => groups.iter().map(String::as_str).collect(),
        _ => vec![file],
    };
    recto(&[&[command][..], &input, &["--format", "json"], more].concat())
}

#[test]
fn every_command_that_drops_stop_words_takes_a_list_and_counts_it() {
    let scratch = Scratch::new();
    let file = scratch.write("memos.txt", TEXT);
    let list = scratch.write("stop.txt", "# said in all\nmemo\nSays\n-is\n");
    for command in ["segment", "topics", "summarize", "compare"] {
        let plain = asked(command, &file, &[]).ends(0).json();
        assert!(plain["parameters"]["stop_words"].is_null(), "{command}");
        let ran = asked(command, &file, &["--stop-words", &list]).ends(0);
        assert_eq!(ran.json()["parameters"]["stop_words"], 3, "{command}");
    }
    asked("authors", &file, &["--stop-words", &list]).ends(2);
}

#[test]
fn the_words_of_a_list_are_in_no_answer_and_those_taken_off_are() {
    let scratch = Scratch::new();
    let file = scratch.write("memos.txt", TEXT);
    let list = scratch.write("stop.txt", "memo\nsays\n-is\n");
    let words = |more: &[&str]| {
        let answer = asked("segment", &file, more).ends(0).json();
        answer["documents"][0]["segments"][0]["terms"].to_string()
    };
    let (plain, with) = (words(&[]), words(&["--stop-words", &list]));
    assert!(
        plain.contains("\"memo\"") && !plain.contains("\"is\""),
        "{plain}"
    );
    assert!(
        !with.contains("\"memo\"") && with.contains("\"is\""),
        "{with}"
    );
}

#[test]
fn a_list_that_cannot_be_used_is_named() {
    let scratch = Scratch::new();
    let file = scratch.write("in.txt", made(200, 1));
    let missing = scratch.arg("none.txt");
    asked("topics", &file, &["--stop-words", &missing])
        .ends(1)
        .says("none.txt: no such file; check the name given to --stop-words");
    for (name, bytes, said) in [
        (
            "empty.txt",
            &b""[..],
            "holds no words; write one word a line",
        ),
        (
            "binary.txt",
            b"\x89PNG\r\n\x1a\n\xff",
            "binary.txt: not UTF-8 at byte 0",
        ),
        (
            "two.txt",
            b"quay\nold quay\n",
            "line 2 is not a word: `old quay`",
        ),
    ] {
        let list = scratch.write(name, bytes);
        let ran = asked("topics", &file, &["--stop-words", &list]).ends(1);
        ran.says(name).says(said);
    }
}
