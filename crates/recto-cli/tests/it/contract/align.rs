//! `align`: keys, offsets, formats, and what becomes of bad input.

use crate::common::{Ran, Scratch, recto, recto_with, repository};
use serde_json::Value;
use std::fs::read_to_string;

const REPORT: &str = "examples/mill/report.txt";
const SUMMARY: &str = "examples/mill/summary.txt";

fn mill(more: &[&str]) -> Ran {
    let [report, summary] = [REPORT, SUMMARY].map(|name| repository(name).display().to_string());
    recto(&[&["align", &report, &summary], more].concat())
}

/// Aligns two texts, as JSON.
fn aligned(document: &str, summary: &str, more: &[&str]) -> Ran {
    let scratch = Scratch::new();
    let document = scratch.write("document.txt", document);
    let summary = scratch.write("summary.txt", summary);
    recto(&[&["align", &document, &summary, "--format", "json"], more].concat())
}

/// Aligns the pairs of a file, as JSON.
fn pairs(name: &str, rows: &str) -> Ran {
    let scratch = Scratch::new();
    let file = scratch.write(name, rows);
    recto(&["align", "--pairs", &file, "--format", "json"])
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().expect("a list")
}

fn pair(value: &Value) -> [usize; 2] {
    let numbers: Vec<usize> = list(value)
        .iter()
        .map(|number| number.as_u64().expect("a number") as usize)
        .collect();
    numbers.try_into().expect("two numbers")
}

#[test]
fn offsets_lead_to_the_words_of_both_texts() {
    let answer = mill(&["--format", "json"]).ends(0).json();
    assert_eq!(answer["command"], "align");
    let found = &answer["pairs"][0];
    assert_eq!(found["id"], "summary.txt");
    assert_eq!(found["documents"][0]["id"], "report.txt");
    let [document, summary] = [REPORT, SUMMARY].map(|name| {
        let text = read_to_string(repository(name));
        text.expect("an example")
    });
    let words = |side: &str, text: &str, range: [usize; 2]| -> Vec<String> {
        let tokens = &list(&found["tokens"][side])[range[0]..range[1]];
        let word = |token: &Value| {
            let [start, end] = pair(token);
            text[start..end].to_lowercase()
        };
        tokens.iter().map(word).collect()
    };
    let links: Vec<(Vec<String>, Vec<String>)> = list(&found["links"])
        .iter()
        .map(|link| {
            let p = link["p"].as_f64().expect("a number");
            assert!((0.0..=1.0).contains(&p));
            let of = words("summary", &summary, pair(&link["summary"]));
            (of, words("document", &document, pair(&link["document"])))
        })
        .collect();
    let holds = |words: &[String]| words.iter().any(|word| word == "wheel");
    let wheel = links.iter().find(|(summary, _)| holds(summary));
    assert!(
        wheel.is_some_and(|(_, document)| holds(document)),
        "{links:?}"
    );
    let unsupported: Vec<String> = list(&found["unsupported"])
        .iter()
        .map(|token| token.as_u64().expect("a number") as usize)
        .flat_map(|token| words("summary", &summary, [token, token + 1]))
        .collect();
    for word in ["festival", "9,400", "insured", "storms"] {
        assert!(unsupported.contains(&word.to_string()), "{unsupported:?}");
    }
    let sentence = &found["sentences"][5];
    let [start, end] = ["start", "end"].map(|key| sentence[key].as_u64().expect("a number"));
    assert!(summary[start as usize..end as usize].starts_with("The foundations"));
    assert!(sentence["because"].is_array());
}

#[test]
fn a_source_of_several_documents_says_where_each_token_stands() {
    let scratch = Scratch::new();
    let [one, two, summary] = [
        ("one.txt", "The ferry left."),
        ("two.txt", "The tram came late."),
        ("summary.txt", "A ferry left and a tram came."),
    ]
    .map(|(name, text)| scratch.write(name, text));
    let answer = recto(&["align", &one, &two, &summary, "--format", "json"]);
    let found = &answer.ends(0).json()["pairs"][0];
    let documents = list(&found["documents"]).iter();
    let documents: Vec<[usize; 2]> = documents.map(|row| pair(&row["tokens"])).collect();
    assert_eq!(documents, [[0, 3], [3, 7]]);
    assert_eq!(pair(&found["tokens"]["document"][4]), [4, 8]);
    let mut links = list(&found["links"]).iter();
    let is_tram = |link: &Value| pair(&link["document"])[0] == 4;
    assert!(links.any(is_tram), "{found}");
}

#[test]
fn pharaoh_has_a_line_for_each_pair_and_csv_a_row_for_each_link() {
    let rows = "the ferry left ||| ferry left\nnets dry ||| \nboats ||| boats\n";
    let line = |format: &str| {
        let scratch = Scratch::new();
        let file = scratch.write("pairs.txt", rows);
        let ran = recto(&[
            "align", "--pairs", &file, "--method", "identity", "--format", format,
        ]);
        ran.ends(0).says("has no words").text()
    };
    assert_eq!(line("pharaoh"), "1-0 2-1\n\n0-0\n");
    let csv = line("csv");
    let csv: Vec<&str> = csv.lines().collect();
    assert_eq!(csv.len(), 3, "{csv:?}");
    assert_eq!(
        csv[1],
        "pairs.txt#1,0,2,1,3,1,ferry left,pairs.txt#1/document,ferry left"
    );
}

#[test]
fn what_follows_from_the_links_is_written_as_json_lines() {
    let rows =
        "{\"id\": 4, \"document\": \"The ferry left. Rain fell.\", \"summary\": \"A ferry.\"}";
    let derived = |form: &str| -> Value {
        let arguments = [
            "align", "--pairs", "-", "--method", "identity", "--derive", form,
        ];
        let ran = recto_with(&arguments, rows.as_bytes()).ends(0);
        serde_json::from_slice(&ran.out).expect("one line of JSON")
    };
    let extract = derived("extract");
    assert_eq!(extract["id"], "4");
    let used = list(&extract["sentences"]).iter().map(|row| &row["used"]);
    assert_eq!(used.collect::<Vec<_>>(), [true, false]);
    assert_eq!(extract["sentences"][1]["text"], "Rain fell.");
    let deletions = derived("deletions");
    let sentences = list(&deletions["sentences"]);
    assert_eq!(sentences.len(), 1);
    assert_eq!(
        sentences[0]["tokens"],
        serde_json::json!(["The", "ferry", "left"])
    );
    assert_eq!(
        sentences[0]["deleted"],
        serde_json::json!([true, false, true])
    );
    let both = ["--derive", "extract", "--format", "json"];
    mill(&both).ends(2).says("cannot be used with");
}

#[test]
fn an_empty_summary_has_no_support_and_an_empty_document_gives_none() {
    let ran = aligned("Nets dry on the quay.", "", &[]).ends(0);
    let ran = ran.says("the summary has no words");
    assert_eq!(ran.json()["pairs"][0]["support"], Value::Null);
    let ran = aligned("", "Nets dry.", &[]).ends(0);
    let ran = ran.says("the document has no words");
    assert_eq!(
        ran.json()["pairs"][0]["unsupported"],
        serde_json::json!([0, 1])
    );
    let ran = aligned(" \n", "\n", &[])
        .ends(0)
        .says("the summary has no words");
    assert_eq!(ran.json()["pairs"][0]["links"], serde_json::json!([]));
}

#[test]
fn a_text_supports_itself_word_by_word() {
    let text = "The ferry left the harbour at nine. Forty people were on it, and two horses.";
    let found = &aligned(text, text, &[]).ends(0).json()["pairs"][0];
    assert_eq!(found["unsupported"], serde_json::json!([]));
    for link in list(&found["links"]) {
        assert_eq!(link["summary"], link["document"]);
    }
}

#[test]
fn function_words_alone_are_aligned_without_a_finding() {
    let scratch = Scratch::new();
    let document = scratch.write("a.txt", "the of and the");
    let summary = scratch.write("b.txt", "of the");
    let text = recto(&["align", &document, &summary]).ends(0).text();
    assert!(text.contains("0 of 0 content words"), "{text}");
}

#[test]
fn a_summary_longer_than_its_document_is_doubted_and_done() {
    let ran = aligned(
        "Nets dry.",
        "Nets dry on the quay while boats come in.",
        &[],
    );
    ran.ends(0).says("may have been given in the wrong order");
}

#[test]
fn other_languages_and_long_tokens_are_aligned() {
    let text = "Das Schiff verließ den Hafen. Die Netze trocknen am Kai, und die Möwen schreien.";
    let found = &aligned(text, "Die Schiffe verließen den Hafen.", &[])
        .ends(0)
        .json()["pairs"][0];
    assert_eq!(found["language"], "de");
    assert!(!list(&found["links"]).is_empty());
    let chinese = "海港的船回来了。面包在炉子里。";
    aligned(chinese, "海港的船", &[])
        .ends(0)
        .says("without blanks");
    let long = "x".repeat(5000);
    aligned(&long, &long, &[])
        .ends(0)
        .says("words above the limit");
    let row = serde_json::json!({ "document": [long, "\u{1b}"], "summary": [long] });
    let found = pairs("pairs.jsonl", &format!("{row}\n")).ends(0).json();
    assert_eq!(
        found["pairs"][0]["tokens"]["summary"],
        serde_json::json!([[0, 5000]])
    );
}

#[test]
fn bars_that_are_missing_or_too_many_are_told_by_their_line() {
    let ran = pairs("pairs.txt", "a ||| b\nc d\ne ||| f ||| g\n\n");
    let ran = ran
        .ends(1)
        .says("pairs.txt: line 2: no ||| between source and target");
    ran.says("line 3: 2 times |||").says("line 4: a blank line");
}

#[test]
fn a_row_without_a_summary_is_told_and_the_others_are_done() {
    let rows = "{\"document\": \"Nets dry.\"}\n{\"document\": \"Nets.\", \"summary\": \"Nets.\"}\n";
    let ran = pairs("pairs.jsonl", rows).ends(1);
    let ran = ran.says("pairs.jsonl: line 1: no field `summary`");
    assert_eq!(list(&ran.json()["pairs"]).len(), 1);
}

#[test]
fn links_of_people_must_lead_to_tokens() {
    let row = |links: &str| {
        let sides = "\"document\": [\"nets\", \"dry\"], \"summary\": [\"nets\"]";
        format!("{{\"id\": \"n\", {sides}, {links}}}\n")
    };
    let ran = pairs("pairs.jsonl", &row("\"sure\": [[0, 0], [2, 0]]")).ends(1);
    let message = "line 1: pair n: field `sure` links [2, 0], but the document has 2 tokens";
    ran.says(message);
    pairs(
        "pairs.jsonl",
        &row("\"sure\": [[0, 0]], \"possible\": [[0, 0]]"),
    )
    .ends(0);
}

#[test]
fn what_makes_no_pair_is_said() {
    mill(&["--pairs", "x"]).ends(2).says("cannot be used with");
    recto(&["align", "a.txt"])
        .ends(2)
        .says("needs a source and its summary");
    recto(&["align", "-", "-"]).ends(2).says("read only once");
    let scratch = Scratch::new();
    let text = scratch.write("a.txt", "Nets dry.");
    let rows = scratch.write("b.jsonl", "{\"text\": \"Nets.\"}\n{\"text\": \"Boats.\"}\n");
    recto(&["align", &text, &rows])
        .ends(1)
        .says("where one summary is expected");
    recto(&["align", &text, "missing.txt"])
        .ends(1)
        .says("no such file");
    recto(&[
        "align", &text, &text, "--jump", "relative", "--method", "identity",
    ])
    .ends(2)
    .says("--jump has no effect with --method identity");
}

#[test]
fn a_saved_model_is_loaded_and_what_is_no_model_is_refused() {
    let scratch = Scratch::new();
    let pairs = scratch.write("pairs.txt", "nets dry ||| nets dry\nboats rest ||| boats\n");
    let model = scratch.arg("pairs.align");
    let save = ["align", "--pairs", &pairs, "--save-model", &model];
    recto(&save).ends(0);
    let load = ["--load-model", &model, "--format", "pharaoh"];
    recto(&[&["align", "--pairs", &pairs][..], &load].concat()).ends(0);
    mill(&["--load-model", &pairs]).ends(1).says("pairs.txt: ");
    let mut changed = std::fs::read(&model).expect("just saved");
    changed[700] ^= 1;
    let changed = scratch.write("changed.align", changed);
    mill(&["--load-model", &changed])
        .ends(1)
        .says("changed.align: wrong checksum: the file is truncated or was altered")
        .says("to save the model again, set --save-model");
    let none = ["--method", "stem", "--save-model", &model];
    mill(&none).ends(2).says("leave out --save-model");
}

#[test]
fn sentences_say_what_speaks_against_them() {
    let answer = mill(&["--format", "json"]).ends(0).json();
    let sentences = list(&answer["pairs"][0]["sentences"]);
    let known: Vec<f64> = sentences
        .iter()
        .filter_map(|sentence| sentence["support"].as_f64())
        .collect();
    assert!(known.iter().all(|support| (0.0..=1.0).contains(support)));
    let mean = known.iter().sum::<f64>() / known.len() as f64;
    let support = answer["pairs"][0]["support"].as_f64().expect("a figure");
    assert!((support - mean).abs() < 1e-5, "{support} is not {mean}");
    // The report has 7,400 pounds, the summary 9,400.
    let because = list(&sentences[4]["because"]);
    assert!(
        because
            .iter()
            .any(|reason| reason.as_str().is_some_and(|words| words.contains("9,400"))),
        "{because:?}"
    );
}
