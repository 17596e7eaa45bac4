//! Documents by their titles, with their ids beside.

use crate::common::{Scratch, recto};

const NOTE: &str =
    "The weigh-house\n\nNets dry on the quay. Boats rest at the weigh-house. Gulls wait.\n";
const PLAIN: &str = "Ovens glow all night. Bread bakes slowly in the ovens.\n";

#[test]
fn the_report_of_a_document_has_its_title_and_below_it_its_id() {
    let scratch = Scratch::new();
    let note = scratch.write("note.txt", NOTE);
    let plain = scratch.write("plain.txt", PLAIN);
    for command in ["segment", "authors", "topics", "summarize"] {
        let text = recto(&[command, &note]).ends(0).text();
        assert!(text.starts_with("The weigh-house\nnote.txt\n"), "{text}");
        let text = recto(&[command, &plain]).ends(0).text();
        assert!(text.starts_with("plain.txt\n"), "{text}");
        let page = recto(&[command, &note, "--format", "html"]).ends(0).text();
        assert!(page.contains("<h1>The weigh-house</h1>"), "{command}");
        assert!(page.contains("<p class=\"soft\">note.txt</p>"), "{command}");
    }
}

#[test]
fn lists_of_documents_have_titles_where_there_are_some() {
    let scratch = Scratch::new();
    let note = scratch.write("note.txt", NOTE);
    let plain = scratch.write("plain.txt", PLAIN);
    let page = recto(&["topics", &note, &plain, "--format", "html"]);
    let page = page.ends(0).text();
    assert!(page.contains(">The weigh-house</a>"), "the title is a link");
    assert!(page.contains(">Place<"), "the id has a column");
    let page = recto(&["topics", &plain, "--format", "html"])
        .ends(0)
        .text();
    assert!(
        !page.contains(">Place<"),
        "no column for what is said already"
    );
    let groups = [format!("a={note}"), format!("b={plain}")];
    let page = recto(&["compare", &groups[0], &groups[1], "--format", "html"]);
    let page = page.ends(0).text();
    assert!(page.contains(r#""id":"a/note.txt","what":"The weigh-house""#));
}

#[test]
fn documents_in_json_have_a_title_or_no_such_key() {
    let scratch = Scratch::new();
    let note = scratch.write("note.txt", NOTE);
    let plain = scratch.write("plain.txt", PLAIN);
    for command in ["segment", "authors", "topics"] {
        let ran = recto(&[command, &note, &plain, "--format", "json"]).ends(0);
        let documents = &ran.json()["documents"];
        assert_eq!(documents[0]["title"], "The weigh-house", "{command}");
        assert!(documents[1].get("title").is_none(), "{command}");
    }
}
