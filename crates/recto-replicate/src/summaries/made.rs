//! Made sets of piles with summaries, for tests.

use crate::made::Folder;
use serde_json::{Value, json};

const WORDS: [[&str; 6]; 5] = [
    ["boat", "harbour", "net", "sail", "anchor", "tide"],
    ["oven", "bread", "flour", "yeast", "baker", "crust"],
    ["violin", "concert", "bow", "string", "tune", "hall"],
    ["garden", "spade", "seed", "hedge", "bloom", "soil"],
    ["horse", "saddle", "rider", "stable", "hoof", "meadow"],
];

/// A sentence about a subject; some are longer than others.
pub(crate) fn sentence(subject: usize, i: usize) -> String {
    let word = |j: usize| WORDS[subject % 5][(i * 5 + j * j + i * j) % 6];
    let more: Vec<String> = (3..3 + i % 3)
        .map(|j| format!(" and the {}", word(j)))
        .collect();
    format!(
        "The {} was with a {} beside the {}{}.",
        word(0),
        word(1),
        word(2),
        more.concat()
    )
}

fn document(record: usize, i: usize) -> String {
    let sentences = (0..5).map(|j| sentence(record + j / 3, record * 7 + i * 3 + j));
    sentences.collect::<Vec<_>>().join(" ")
}

/// A record with what a summary, a question and an update need.
fn record(i: usize) -> Value {
    let documents: Vec<String> = (0..3).map(|j| document(i, j)).collect();
    let since: Vec<String> = (0..2).map(|j| document(i, j)).collect();
    let references = [sentence(i, i * 7), sentence(i + 1, i * 7 + 3)];
    json!({
        "id": format!("record-{i}"),
        "lang": "en",
        "event": format!("event-{}", i / 2),
        "documents": documents,
        "since": since,
        "query": format!("where is the {}", WORDS[i % 5][0]),
        "references": references,
    })
}

/// Writes sets of eight records each.
pub(crate) fn write_sets(folder: &Folder, names: &[&str]) {
    let rows: Vec<String> = (0..8).map(|i| record(i).to_string()).collect();
    for name in names {
        folder.write(&format!("summarization/{name}.jsonl"), &rows.join("\n"));
    }
}

/// Writes labelled documents, thirty-two of each of five labels.
pub(crate) fn write_labelled(folder: &Folder) {
    let row = |i: usize| {
        let (subject, label) = (i % 5, ["coffee", "gold", "earn", "ship", "trade"][i % 5]);
        let text: Vec<String> = (0..4).map(|j| sentence(subject, i + j)).collect();
        json!({ "id": i, "text": text.join(" "), "labels": [label] }).to_string()
    };
    let rows: Vec<String> = (0..160).map(row).collect();
    folder.write("topics/reuters_multi.jsonl", &rows.join("\n"));
}
