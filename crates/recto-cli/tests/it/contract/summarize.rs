//! What `recto summarize` and `recto compare` promise: keys, places, budgets, sets.

use crate::common::{Ran, Scratch, recto, repository};
use serde_json::{Value, json};

fn example(name: &str) -> String {
    let path = repository("examples").join(name);
    path.to_string_lossy().into_owned()
}

fn summarize(name: &str, flags: &[&str]) -> Ran {
    recto(&[&["summarize", &example(name)], flags].concat())
}

fn json(name: &str, flags: &[&str]) -> Value {
    summarize(name, &[flags, &["--format", "json"]].concat())
        .ends(0)
        .json()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn number(value: &Value) -> usize {
    value.as_u64().expect("a number") as usize
}

#[test]
fn every_sentence_has_its_place_and_what_it_covers() {
    let answer = json("harbour.txt", &["--words", "80"]);
    assert_eq!(answer["command"], "summarize");
    assert_eq!(answer["parameters"]["words"], 80);
    let text = std::fs::read_to_string(example("harbour.txt")).expect("an example");
    let sentences = list(&answer["sentences"]);
    assert!(sentences.len() > 2);
    let mut last = 0;
    for sentence in sentences {
        let (start, end) = (number(&sentence["start"]), number(&sentence["end"]));
        assert_eq!(sentence["document"], "harbour.txt");
        assert_eq!(sentence["text"], text[start..end]);
        assert!(start >= last, "in the order of the text");
        last = end;
        assert!(sentence["score"].as_f64().is_some_and(|score| score > 0.0));
        for covered in list(&sentence["covers"]) {
            assert_eq!(covered[0], "harbour.txt");
            assert!(number(&covered[1]) < number(&covered[2]));
        }
    }
    let summary = answer["summary"].as_str().expect("text");
    assert_eq!(summary.lines().count(), sentences.len());
    assert!(summary.split_whitespace().count() <= 80);
}

#[test]
fn budgets_are_never_exceeded() {
    let methods = recto(&["summarize", "--help"]).ends(0).text();
    for method in ["auto", "mds", "bstm", "lexrank", "lsa", "kmeans", "random"] {
        assert!(methods.contains(method));
        for (flag, limit) in [
            ("--words", 7),
            ("--words", 60),
            ("--bytes", 200),
            ("--sentences", 3),
        ] {
            let limit_said = limit.to_string();
            let answer = json("letters", &["--method", method, flag, &limit_said]);
            let summary = answer["summary"].as_str().expect("text");
            let used = match flag {
                "--words" => summary.split_whitespace().count(),
                "--bytes" => summary.len(),
                _ => summary.lines().count(),
            };
            assert!(used <= limit, "{method} {flag} {limit}: {used}");
        }
    }
    let share = json("harbour.txt", &["--sentences", "5%"]);
    assert_eq!(list(&share["sentences"]).len(), 5);
    summarize("harbour.txt", &["--words", "0"]).ends(2);
    summarize("harbour.txt", &["--sentences", "0%"]).ends(2);
    summarize("harbour.txt", &["--sentences", "x"]).ends(2);
    let small = summarize("harbour.txt", &["--words", "2"]).ends(0);
    assert!(
        small.err.contains("no sentence fits the budget"),
        "{}",
        small.err
    );
    assert!(small.err.contains("; raise --words"), "{}", small.err);
}

#[test]
fn rows_of_documents_are_summarised_each() {
    let answer = json("bulletins.jsonl", &["--words", "30"]);
    let summaries = list(&answer["summaries"]);
    let ids: Vec<&str> = summaries
        .iter()
        .filter_map(|row| row["id"].as_str())
        .collect();
    assert_eq!(ids, ["storm", "quay", "water"]);
    for row in summaries {
        let words = row["summary"]
            .as_str()
            .expect("text")
            .split_whitespace()
            .count();
        assert!(words > 10 && words <= 30, "{words}");
    }
    let warned = summarize("bulletins.jsonl", &[]).ends(0);
    let said = "rows contain `since`, which is not used; to use it, set --row-since";
    assert!(warned.err.contains(said), "{}", warned.err);
    let asked = json("bulletins.jsonl", &["--row-query", "--sentences", "1"]);
    let first = asked["summaries"][0]["summary"].as_str().expect("text");
    assert!(first.contains("Repair will cost four million"), "{first}");
    let new = json("bulletins.jsonl", &["--row-since", "--words", "40"]);
    let text = new["summaries"][0]["summary"].as_str().expect("text");
    assert!(!text.contains("A storm closed the port"), "{text}");
    summarize("harbour.txt", &["--row-query"]).ends(2);
}

#[test]
fn a_question_an_update_and_both() {
    let answer = json(
        "letters",
        &["--query", "toll of the bridge", "--sentences", "2"],
    );
    assert_eq!(list(&answer["sentences"]).len(), 2);
    let nothing = summarize("letters", &["--query", "submarine volcano"]).ends(0);
    assert!(
        nothing
            .err
            .contains("no sentence shares a word with the query"),
        "{}",
        nothing.err
    );
    let all = json("letters", &["--query", "submarine volcano", "--fallback"]);
    assert!(!list(&all["sentences"]).is_empty());
    let known = example("letters/1-aldous-to-council.txt");
    let update = json("letters", &["--since", &known, "--words", "60"]);
    let documents = list(&update["sentences"]).iter();
    let mut documents = documents.map(|sentence| sentence["document"].as_str().expect("an id"));
    assert!(documents.all(|document| document != "1-aldous-to-council.txt"));
    let both = [
        "--since",
        &known,
        "--query",
        "cost of the bridge",
        "--method",
        "mds",
    ];
    assert!(!list(&json("letters", &both)["sentences"]).is_empty());
    summarize("letters", &["--since", "no-such-file.txt"]).ends(1);
    summarize("letters", &["--query", " "]).ends(2);
    let unheard = summarize("letters", &["--query", "toll", "--method", "lexrank"]).ends(2);
    assert!(
        unheard
            .err
            .contains("--query has no effect with --method lexrank")
    );
    summarize("letters", &["--method", "tmr"]).ends(2);
}

#[test]
fn paper_alone_is_the_dominating_set_and_methods_without_one_refuse() {
    let answer = json("letters", &["--paper"]);
    assert_eq!(answer["parameters"]["method"], "mds");
    summarize("letters", &["--paper", "--method", "lead"]).ends(2);
}

#[test]
fn groups_are_compared_with_their_sentences_and_words() {
    let groups = [
        format!("sea={}", example("harbour.txt")),
        format!("town={}", example("voices.txt")),
    ];
    let ask = |flags: &[&str]| {
        let groups: Vec<&str> = groups.iter().map(String::as_str).collect();
        recto(&[&["compare"], &groups[..], flags, &["--format", "json"]].concat())
    };
    for method in ["auto", "cds", "dss", "mds", "max-degree"] {
        let answer = ask(&["--sentences", "2", "--method", method])
            .ends(0)
            .json();
        let found = list(&answer["groups"]);
        assert_eq!(found.len(), 2);
        assert_eq!(
            (&found[0]["name"], &found[1]["name"]),
            (&"sea".into(), &"town".into())
        );
        for group in found {
            assert_eq!(list(&group["sentences"]).len(), 2, "{method}");
            assert!(list(&group["terms"]).len() > 5);
            let id = group["sentences"][0]["document"].as_str().expect("an id");
            assert!(
                id.starts_with(group["name"].as_str().expect("a name")),
                "{id}"
            );
        }
    }
    recto(&["compare", &groups[0]]).ends(2);
    recto(&["compare", "nameless.txt", &groups[0]]).ends(2);
    ask(&["--sentences", "0"]).ends(2);
}

#[test]
fn pages_hold_the_summary_and_the_words() {
    let scratch = Scratch::new();
    let place = scratch.arg("letters.html");
    summarize("letters", &["-o", &place]).ends(0);
    let page = std::fs::read_to_string(scratch.path("letters.html")).expect("a page");
    assert!(page.contains("Gist") && page.contains("stands for"));
    assert!(page.contains("Coverage"));
}

#[test]
fn near_duplicates_are_chosen_once_and_counted() {
    let scratch = Scratch::new();
    let lines = "The old ferry left the north quay at nine with forty passengers on board.\n\
                 The old ferry left the north quay at nine with forty passengers aboard.\n\
                 The old ferry left the north quay at nine with forty passengers on board.\n\
                 Bread in the upper town is dearer than it was before the winter.\n";
    let file = scratch.write("lines.txt", lines);
    let arguments = [
        "summarize",
        &file,
        "--unit",
        "line",
        "--sentences",
        "4",
        "--format",
        "json",
    ];
    let answer = recto(&arguments).ends(0).json();
    let sentences = list(&answer["sentences"]);
    assert_eq!(sentences.len(), 2);
    assert_eq!(list(&sentences[0]["copies"]).len(), 1);
    assert_eq!(list(&sentences[0]["covers"]).len(), 1, "another wording");
    assert_eq!(
        (&answer["candidates"], &answer["coverage"]),
        (&json!(4), &json!(1.0))
    );
}

#[test]
fn a_sentence_is_no_copy_of_its_opposite_and_does_not_stand_for_it() {
    let scratch = Scratch::new();
    let file = scratch.write(
        "minister.txt",
        "The minister resigned on Friday. The minister has not resigned on Friday. \
         The minister never resigned on Friday. The harbour stays closed until the spring.",
    );
    for method in ["auto", "mds", "lexrank"] {
        let arguments = ["summarize", &file, "--method", method, "--sentences", "1"];
        let text = recto(&arguments).ends(0).text();
        assert!(!text.contains("times"), "{text}");
        assert!(!text.contains("stands for 3"), "{text}");
    }
}

#[test]
fn parameters_are_those_that_were_used() {
    let scratch = Scratch::new();
    let lines = "the soup was cold\nthe bed was hard and small\nsoup and bread were cold\n";
    let lines = scratch.write("lines.txt", lines);
    let parameters = |extra: &[&str]| {
        let arguments = [&["summarize", &lines, "--format", "json"], extra].concat();
        recto(&arguments).ends(0).json()["parameters"].clone()
    };
    let usual = parameters(&[]);
    assert_eq!(
        usual["position_weight"],
        json!(0.5),
        "three lines are too few to tell whether order means anything"
    );
    assert_eq!(usual["drift"], json!(null));
    assert_eq!(usual["length"], json!(-0.25), "sentences are paid for");
    assert_eq!(parameters(&["--words", "9"])["length"], json!(-0.5));
    let asked = parameters(&["--query", "soup"]);
    assert_eq!(asked["query_style"], json!("question"));
    assert_eq!(asked["position_weight"], json!(null));
    assert_eq!(
        parameters(&["--position-weight", "2"])["position_weight"],
        json!(2.0)
    );
}

#[test]
fn a_comparison_counts_its_words_in_each_group() {
    let scratch = Scratch::new();
    let here = "I missed the ferry. We miss the ferry. They miss it too. A ferry is late.";
    let here = scratch.write("here.txt", here);
    let there = scratch.write(
        "there.txt",
        "Bread is dear. The oven is hot. The ferry is far.",
    );
    let arguments = [
        "compare".to_string(),
        format!("here={here}"),
        format!("there={there}"),
    ];
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let shown = recto(&arguments).ends(0).text();
    assert!(shown.contains("miss 3:0"), "{shown}");
    let json = recto(&[&arguments[..], &["--format", "json"]].concat())
        .ends(0)
        .json();
    let words = list(&json["groups"][0]["terms"]);
    let ferry = words.iter().find(|word| word[0] == "ferry");
    assert_eq!(ferry.expect("it is said more often here")[2], json!([3, 1]));
    assert_eq!(words[0][0], "miss", "not missed");
}

#[test]
fn words_of_a_text_without_blanks_are_counted_in_characters() {
    let scratch = Scratch::new();
    let file = scratch.write(
        "harbour.txt",
        "港の灯台は夜の海を照らす。船は朝に港を出る。市場では魚が売られる。",
    );
    let few = recto(&["summarize", &file, "--words", "2"]).ends(0);
    assert!(few.err.contains("the shortest has 4 words"), "{}", few.err);
    let arguments = ["summarize", &file, "--words", "6", "--format", "json"];
    let json = recto(&arguments).ends(0).json();
    assert_eq!(json["words"], 6, "{json}");
}

const MEETING: &str = "Chair: Good morning. The ferry budget is forty thousand short this year.
Grad B: But {disfmarker} Yeah .
Chair: The council will not pay for a second boat unless the fares rise.
Grad B: Mm-hmm . Okay . Right .
Nils: Raising the fares by ten pence would close the gap in the ferry budget.
Grad B: Yeah .
Chair: Then we write to the council about the fares before Friday.
Nils: Okay .
";

#[test]
fn a_meeting_is_summarised_by_what_was_said_and_names_who_said_it() {
    let scratch = Scratch::new();
    let file = scratch.write("meeting.txt", MEETING);
    let json = recto(&["summarize", &file, "--sentences", "2", "--format", "json"]);
    let json = json.ends(0).json();
    for sentence in list(&json["sentences"]) {
        let text = sentence["text"].as_str().expect("a text");
        assert!(!text.contains("Chair") && !text.contains("Yeah"), "{text}");
        assert!(["Chair", "Nils"].contains(&sentence["speaker"].as_str().unwrap_or("")));
    }
    let shown = recto(&["summarize", &file, "--sentences", "1"])
        .ends(0)
        .text();
    assert!(shown.contains("Chair") || shown.contains("Nils"), "{shown}");
    let asked = [
        "summarize",
        &file,
        "--query",
        "What does Nils say?",
        "--sentences",
        "1",
    ];
    assert!(recto(&asked).ends(0).text().contains("Raising the fares"));
    let turn = recto(&["summarize", &file, "--unit", "turn", "--sentences", "1"]).ends(0);
    assert!(!turn.text().contains("Chair:"), "{}", turn.text());
}
