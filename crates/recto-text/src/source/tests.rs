//! Rows of JSONL and delimited files, without a file.

use super::*;
use proptest::prelude::*;

fn ids(pile: &Pile) -> Vec<&str> {
    pile.documents.iter().map(|d| d.id.as_str()).collect()
}

proptest! {
    #[test]
    fn no_text_panics_a_reader(text in any::<String>()) {
        jsonl::read(&text, &Fields::default());
        delimited::read(&text, &Fields::default());
    }
}

#[test]
fn a_row_of_documents_is_a_set_whose_newlines_end_sentences() {
    let rows = concat!(
        r#"{"id": "a", "documents": ["One.\nTwo", "Three."], "titles": ["T", "U"], "dates": ["2020", "2021"], "query": "q"}"#,
        "\n",
        r#"{"documents": ["Four."], "queries": [{"query": "r"}, "s"], "since": ["Old."]}"#,
    );
    let pile = read_bytes("f.jsonl", rows.into(), &SourceOptions::default());
    assert_eq!(pile.failed, []);
    assert_eq!(ids(&pile), ["a/1", "a/2", "f.jsonl#2/1"]);
    assert!(pile.documents.iter().all(|document| document.lines));
    assert_eq!(pile.documents[1].title.as_deref(), Some("U"));
    assert_eq!(pile.documents[1].time.as_deref(), Some("2021"));
    let [first, second] = &pile.sets[..] else {
        panic!("two sets, not {:?}", pile.sets);
    };
    assert_eq!((first.id.as_str(), first.documents.clone()), ("a", 0..2));
    assert_eq!(first.queries, ["q"]);
    assert_eq!(second.documents, 2..3);
    assert_eq!(second.queries, ["r", "s"]);
    assert_eq!(second.since[0].text, "Old.");
}

#[test]
fn a_set_that_is_wrong_names_its_line_and_field() {
    let rows = concat!(
        r#"{"documents": "One."}"#,
        "\n",
        r#"{"documents": [1]}"#,
        "\n",
        r#"{"documents": ["One."], "dates": ["a", "b"]}"#,
    );
    let pile = read_bytes("f.jsonl", rows.into(), &SourceOptions::default());
    let messages: Vec<&str> = pile.failed.iter().map(|f| f.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "line 1: field `documents` must be a list of strings",
            "line 2: field `documents` must be a list of strings, but has a number in it",
            "line 3: field `dates` has 2 entries, but there are 1 documents",
        ]
    );
}
