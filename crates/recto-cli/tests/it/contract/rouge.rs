//! `recto eval rouge`: keys, formats, ids, and what is refused.

use crate::common::{Ran, Scratch, recto};
use serde_json::{Value, json};

const HUMAN: &str = concat!(
    r#"{"id": "d1", "references": ["police kill the gunman", "the gunman was shot dead by police\nofficers fired two times"]}"#,
    "\n",
    r#"{"id": 2, "reference": "the cat was under the bed"}"#,
    "\n",
);
const FOUND: &str = concat!(
    r#"{"id": 2, "text": "the cat was found under the bed"}"#,
    "\n",
    r#"{"id": "d1", "summary": "police killed the gunman\nthe gunman was known to the police"}"#,
    "\n",
);

fn rouge(arguments: &[&str]) -> Ran {
    recto(&[&["eval", "rouge"], arguments].concat())
}

fn scored(arguments: &[&str]) -> Value {
    rouge(&[arguments, &["--format", "json"]].concat())
        .ends(0)
        .json()
}

fn keys(value: &Value) -> Vec<&str> {
    let object = value.as_object().expect("an object");
    object.keys().map(String::as_str).collect()
}

#[test]
fn scores_have_their_keys_and_the_numbers_of_the_perl_program() {
    let scratch = Scratch::new();
    let human = scratch.write("human.jsonl", HUMAN);
    let found = scratch.write("found.jsonl", FOUND);
    let answer = scored(&[&human, &found, &found, "--measures", "1,L,SU4,W,S*"]);
    assert_eq!(answer["parameters"]["task"], "rouge");
    let scores = &answer["scores"];
    let names = ["1", "l", "su4", "w1_2", "s_unlimited"];
    let expected: Vec<String> = names
        .iter()
        .flat_map(|name| ["recall", "precision", "f"].map(|part| format!("rouge_{name}_{part}")))
        .collect();
    assert_eq!(keys(scores), expected);
    assert_eq!(keys(&answer["intervals"]), expected);
    assert_eq!(keys(&answer["baselines"]), ["references"]);
    assert_eq!(keys(&answer["comparison"]), expected);
    assert_eq!(answer["comparison"]["rouge_1_f"]["mean"], 0.0);
    let cat = &answer["documents"][1];
    assert_eq!(cat["id"], "2");
    let parts = ["rouge_1_recall", "rouge_su4_precision", "rouge_su4_f"];
    assert_eq!(
        parts.map(|part| cat["scores"][part].as_f64()),
        [Some(1.0), Some(0.73077), Some(0.82609)]
    );
    let equivalent = answer["parameters"]["equivalent"].as_str();
    assert_eq!(
        equivalent,
        Some(
            "ROUGE-1.5.5.pl -e DATA -n 1 -f A -p 0.5 -w 1.2 -2 4 -u; \
             ROUGE-1.5.5.pl -e DATA -n 1 -f A -p 0.5 -2 -1"
        )
    );
}

#[test]
fn all_formats_say_the_same() {
    let scratch = Scratch::new();
    let human = scratch.write("human.jsonl", HUMAN);
    let found = scratch.write("found.jsonl", FOUND);
    let expected = scored(&[&human, &found])["documents"].clone();
    let [first, second] = [
        "police kill the gunman",
        "the gunman was shot dead by police\nofficers fired two times",
    ];
    scratch.write("duc/2.A.txt", "the cat was under the bed\n");
    scratch.write("duc/d1.A.txt", first);
    scratch.write("duc/d1.B.txt", second);
    scratch.write("folders/2/a.txt", "the cat was under the bed\n");
    scratch.write("folders/d1/a.txt", first);
    scratch.write("folders/d1/b.txt", second);
    scratch.write("peers/2.txt", "the cat was found under the bed");
    scratch.write(
        "peers/d1.txt",
        "police killed the gunman\nthe gunman was known to the police\n",
    );
    let own = json!({"recto": "0.1.0", "command": "summarize", "summaries": [
        {"id": "2", "summary": "the cat was found under the bed", "sentences": []},
        {"id": "d1", "summary": "police killed the gunman\nthe gunman was known to the police"},
    ]});
    let own = scratch.write("own.json", format!("{own:#}"));
    let by_id = |answer: Value| {
        let mut documents = answer["documents"].as_array().expect("a list").clone();
        documents.sort_by_key(|document| document["id"] != "d1");
        Value::from(documents)
    };
    for reference in [human, scratch.arg("duc"), scratch.arg("folders")] {
        for output in [&found, &own, &scratch.arg("peers")] {
            assert_eq!(
                by_id(scored(&[&reference, output])),
                expected,
                "{reference} {output}"
            );
        }
    }
}

#[test]
fn one_pile_needs_no_id() {
    let scratch = Scratch::new();
    let human = scratch.write("human.txt", "the cat was under the bed\n");
    let own =
        json!({"recto": "0.1.0", "command": "summarize", "summary": "the cat", "sentences": []});
    let own = scratch.write("own.json", own.to_string());
    let answer = scored(&[&human, &own]);
    assert_eq!(answer["scores"]["rouge_1_precision"], 1.0);
    assert_eq!(answer["warnings"], json!([]));
    assert_eq!(answer["baselines"], json!({}));
}

#[test]
fn word_lists_come_from_a_folder() {
    let scratch = Scratch::new();
    let human = scratch.write("human.txt", "the children go\n");
    let found = scratch.write("found.txt", "a child went\n");
    scratch.write(
        "lists/wordnet20-exceptions.tsv",
        "children\tchild\nwent\tgo\n",
    );
    let lists = scratch.arg("lists");
    let half = ["--stem", "--rouge-data", lists.as_str()];
    rouge(&[&[human.as_str(), found.as_str()], &half[..]].concat())
        .ends(1)
        .says("smart-stopwords.txt: no such file; check the name given to --rouge-data");
    scratch.write("lists/smart-stopwords.txt", "a\nthe\n");
    let mut answer = Value::Null;
    // The second is the name that it had first.
    for flag in ["--drop-stop-words", "--stop-words"] {
        let all = [flag, "--measures", "1"];
        answer = scored(&[&[human.as_str(), found.as_str()], &half[..], &all[..]].concat());
        assert_eq!(answer["scores"]["rouge_1_f"], 1.0);
        assert_eq!(answer["parameters"]["stop_words"], true);
    }
    assert_eq!(answer["parameters"]["word_lists"], true);
    let plain = scored(&[&human, &found, "--stem"]);
    assert_eq!(plain["parameters"]["word_lists"], false);
    assert_eq!(plain["parameters"]["equivalent"], Value::Null);
    let said = plain["warnings"][0]["message"].as_str();
    assert!(
        said.is_some_and(|said| said.contains("--rouge-data")),
        "{said:?}"
    );
}

#[test]
fn what_cannot_be_done_is_a_wrong_command_line() {
    let scratch = Scratch::new();
    let file = scratch.write("a.txt", "a b c");
    for (flags, said) in [
        (&["--stop-words"][..], "--rouge-data"),
        (&["--measures", "1,X"], "SU4 or SU*, not `X`"),
        (&["--measures", "0"], "SU4 or SU*, not `0`"),
        (&["--measures", "Lsum"], "SU4 or SU*, not `Lsum`"),
        (
            &["--measures", "SU4", "--variant", "rouge-score"],
            "with the variant rouge-score, not `SU4`",
        ),
        (
            &["--variant", "rouge-score", "--words", "5"],
            "words must be left out with the variant rouge-score, not `5`",
        ),
        (&["--alpha", "2"], "from 0 to 1"),
        (&["--words", "0"], "must be a whole number from 1"),
        (&["--bytes", "0"], "must be a whole number from 1"),
        (&["--words", "5", "--bytes", "5"], "cannot be used with"),
    ] {
        rouge(&[&[file.as_str(), file.as_str()], flags].concat())
            .ends(2)
            .says(said);
    }
}

#[test]
fn bad_rows_are_named_with_a_remedy() {
    let scratch = Scratch::new();
    let human = scratch.write("human.jsonl", HUMAN);
    let found = scratch.write("found.jsonl", FOUND);
    let bad = |name: &str, text: &str| scratch.write(name, text);
    let blank = bad(
        "blank.jsonl",
        "{\"id\": 1, \"references\": [\"a\", \" \"]}\n",
    );
    rouge(&[&blank, &found])
        .ends(1)
        .says("blank.jsonl: line 1: reference 2 has no word; leave it out");
    let none = bad(
        "none.jsonl",
        "{\"id\": 1, \"references\": [\"a\"]}\n\n{\"id\": 2, \"references\": []}\n",
    );
    rouge(&[&none, &found])
        .ends(1)
        .says("none.jsonl: line 3: no reference in it");
    let body = bad("body.jsonl", "{\"id\": 2, \"body\": \"a\"}\n");
    rouge(&[&human, &body]).ends(1).says(
        "body.jsonl: line 1: neither summary nor text in it; a row has id and summary; \
         make it with summarize and --format json",
    );
    let one = bad("one.jsonl", "{\"id\": 2, \"summary\": \"a\"}\n");
    rouge(&[&human, &one]).ends(1).says("no document `d1`");
    let twice = bad("twice.jsonl", &format!("{FOUND}{FOUND}"));
    rouge(&[&human, &twice])
        .ends(1)
        .says("two documents are called `2`");
    let empty = bad(
        "empty.jsonl",
        "{\"id\": 2, \"summary\": \"\"}\n{\"id\": \"d1\", \"summary\": \"\"}\n",
    );
    let answer = scored(&[&human, &empty]);
    assert_eq!(answer["scores"]["rouge_1_f"], 0.0);
    let said = answer["warnings"][0]["message"].as_str();
    assert!(said.is_some_and(|said| said.starts_with("2 summaries without a word")));
}

#[test]
fn sentences_without_end_are_refused_for_subsequences_only() {
    let scratch = Scratch::new();
    let text = "a ".repeat(80_000);
    let file = scratch.write("long.txt", text);
    rouge(&[&file, &file])
        .ends(1)
        .says("put one sentence on a line");
    scored(&[&file, &file, "--measures", "1,SU4"]);
}
