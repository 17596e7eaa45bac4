//! What needs no terminal: making, importing, exporting, status, simulation, and refusals.

use crate::common::{Scratch, recto};
use crate::label::texts::{self, making, review, reviews};
use serde_json::Value;

fn made(scratch: &Scratch, labelled: bool) -> String {
    if !labelled {
        return texts::made(scratch, 80);
    }
    let file = scratch.write("reviews.jsonl", reviews(80, true));
    let project = scratch.arg("reviews");
    recto(&["label", &project, "--from", &file, "--status"]).ends(0);
    project
}

#[test]
fn without_a_terminal_a_session_is_refused_and_nothing_is_made() {
    let scratch = Scratch::new();
    let file = scratch.write("reviews.jsonl", reviews(10, false));
    let project = scratch.arg("reviews");
    let ran = recto(&["label", &project, "--from", &file]).ends(2);
    ran.says("a labelling session needs a terminal; without one, use --status");
    assert!(!scratch.path("reviews").exists());
}

#[test]
fn a_language_given_later_counts_from_then_on() {
    let scratch = Scratch::new();
    let project = made(&scratch, false);
    let language = || {
        let opened = ::recto::label::Project::open(std::path::Path::new(&project));
        let setting = opened.expect("a project").setting("language");
        setting.expect("a file that can be read")
    };
    assert_eq!(language().as_deref(), Some(""), "each one's is detected");
    recto(&["label", &project, "--lang", "de", "--status"]).ends(0);
    recto(&["label", &project, "--status"]).ends(0);
    assert_eq!(language().as_deref(), Some("de"));
}

#[test]
fn status_is_text_json_or_a_page() {
    let scratch = Scratch::new();
    let project = made(&scratch, false);
    let text = recto(&["label", &project, "--status"]).ends(0).text();
    for part in [
        "80 documents",
        "How far it is",
        "accuracy",
        "Classes",
        "praise",
    ] {
        assert!(text.contains(part), "no {part:?} in:\n{text}");
    }
    let json = recto(&["label", &project, "--status", "--format", "json"])
        .ends(0)
        .json();
    for key in [
        "recto",
        "command",
        "parameters",
        "warnings",
        "failed",
        "documents",
        "distinct",
        "classes",
        "annotators",
        "agreement",
        "standing",
        "schema",
        "rows",
        "strategy",
    ] {
        assert!(json.get(key).is_some(), "no {key}: {json}");
    }
    assert_eq!(json["command"], "label");
    assert_eq!(json["classes"][1]["name"], "praise");
    let page = scratch.arg("status.html");
    recto(&["label", &project, "--status", "-o", &page]).ends(0);
    assert!(
        std::fs::read_to_string(page)
            .expect("a page")
            .contains("<html")
    );
}

#[test]
fn a_simulation_answers_with_the_curve_of_the_contract() {
    let scratch = Scratch::new();
    let project = made(&scratch, true);
    let arguments = [
        "label",
        &project,
        "--simulate",
        "--budget",
        "100",
        "--format",
        "json",
    ];
    let json = recto(&arguments).ends(0).json();
    let curve = json["curve"].as_array().expect("a list");
    assert!(curve.len() > 2, "{json}");
    for point in curve {
        for key in ["cost", "documents", "words", "accuracy"] {
            assert!(point[key].is_number(), "no {key}: {point}");
        }
    }
    assert!(
        curve.last().expect("a point")["accuracy"].as_f64() > Some(0.9),
        "{json}"
    );
    let text = recto(&["label", &project, "--simulate", "--budget", "100"])
        .ends(0)
        .text();
    assert!(text.contains("Learning curve"), "{text}");
    let page = scratch.arg("curve.html");
    recto(&[
        "label",
        &project,
        "--simulate",
        "--budget",
        "100",
        "-o",
        &page,
    ])
    .ends(0);
    assert!(
        std::fs::read_to_string(page)
            .expect("a page")
            .contains("<svg")
    );
    let scratch = Scratch::new();
    let unlabelled = made(&scratch, false);
    recto(&["label", &unlabelled, "--simulate"])
        .ends(1)
        .says("labels that are known");
}

#[test]
fn answers_from_elsewhere_come_out_again_in_every_form() {
    let scratch = Scratch::new();
    let project = made(&scratch, false);
    let row = |at: usize| {
        let label = ["praise", "blame"][at % 2];
        format!(
            "{}\n",
            serde_json::json!({"id": at, "text": review(at), "label": [label]})
        )
    };
    let rows: String = (0..20).map(row).collect();
    let file = scratch.write("doccano.jsonl", rows);
    let ran = recto(&["label", &project, "--import", &file, "--annotator", "eve"]).ends(0);
    ran.says("20 answers added from");
    recto(&["label", &project, "--import", &file, "--annotator", "eve"])
        .ends(0)
        .says("0 answers added from")
        .says("20 were there already");
    let export = |name: &str, form: &[&str]| {
        let place = scratch.arg(name);
        let arguments = [&["label", &project, "--export", &place], form].concat();
        recto(&arguments).ends(0);
        std::fs::read_to_string(place).expect("an export")
    };
    let lines = export("labels.jsonl", &[]);
    let rows: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let by = |by: &str| rows.iter().filter(|row| row["by"] == by).count();
    assert_eq!((rows.len(), by("human"), by("machine")), (80, 20, 60));
    assert_eq!(rows[3]["label"], "blame");
    assert_eq!(rows[3]["answers"][0]["annotator"], "eve");
    let machine = rows.iter().filter(|row| row["by"] == "machine");
    let right = machine.filter(|row| {
        let is_praise = row["text"].as_str().unwrap_or_default().contains("sturdy");
        row["label"] == ["blame", "praise"][usize::from(is_praise)]
    });
    assert!(right.count() > 55, "the model learned from the import");
    let table = export("labels.csv", &[]);
    assert!(
        table.starts_with("id,text,label,by,sure,annotator,time"),
        "{table}"
    );
    let doccano = export("out.jsonl", &["--format", "doccano"]);
    assert_eq!(doccano.matches("\"label\":[\"").count(), 20);
    let log = export("log.jsonl", &["--format", "log"]);
    assert_eq!(log.lines().count(), 2 + 20);
    // A log is replayed into another project of the same documents.
    let other = Scratch::new();
    let second = made(&other, false);
    let replayed = other.write("log.jsonl", log);
    recto(&["label", &second, "--import", &replayed])
        .ends(0)
        .says("20 answers added");
    let again = other.arg("again.jsonl");
    recto(&["label", &second, "--export", &again]).ends(0);
    assert_eq!(std::fs::read_to_string(again).expect("an export"), lines);
    let places = [
        ("labels.txt", "end the name in .jsonl, .csv"),
        ("labels", "give --format"),
    ];
    for (name, part) in places {
        recto(&["label", &project, "--export", &scratch.arg(name)])
            .ends(2)
            .says(part);
    }
}

#[test]
fn words_come_out_as_a_lexicon_that_classify_takes() {
    let scratch = Scratch::new();
    let project = made(&scratch, false);
    let words = "{\"word\": \"sturdy\", \"label\": \"praise\"}\n{\"word\": \"flimsy\", \"label\": \"blame\"}\n";
    let file = scratch.write("words.jsonl", words);
    recto(&["label", &project, "--import", &file]).ends(0);
    let lexicon = scratch.arg("words.tsv");
    recto(&["label", &project, "--export", &lexicon]).ends(0);
    let reviews = scratch.arg("reviews.jsonl");
    let classified = recto(&[
        "classify",
        &reviews,
        "--lexicon",
        &lexicon,
        "--format",
        "json",
    ]);
    assert_eq!(classified.ends(0).json()["documents"][0]["label"], "praise");
}

#[test]
fn what_is_no_project_is_said() {
    let scratch = Scratch::new();
    let file = scratch.write("reviews.jsonl", reviews(10, false));
    let project = made(&scratch, false);
    let mut damaged = std::fs::read(&project).expect("the file");
    damaged[4096..4396].fill(7);
    let damaged = scratch.write("damaged", damaged);
    let empty = scratch.write("empty", "");
    let folder = scratch.arg("folder");
    std::fs::create_dir(scratch.path("folder")).expect("a folder");
    let missing = scratch.arg("nothing");
    for (path, part) in [
        (
            &file,
            "not a labelling project (its contents are of another kind)",
        ),
        (&empty, "not a labelling project (it is empty)"),
        (&folder, "not a labelling project (it is a folder)"),
        (&damaged, "damaged ("),
        (&missing, "no such project; to make it, set --from"),
    ] {
        recto(&["label", path, "--status"]).ends(1).says(part);
    }
}

#[test]
fn answers_of_a_damaged_project_can_be_exported() {
    let scratch = Scratch::new();
    let project = made(&scratch, false);
    let answers = scratch.write("answers.csv", "id,label\nr000,praise\nr001,blame\n");
    let import = ["label", &project, "--annotator", "zoe", "--import"];
    recto(&[&import[..], &[&answers]].concat()).ends(0);
    let mut bytes = std::fs::read(&project).expect("the file");
    let at = bytes.windows(3).position(|part| part == b"zoe");
    bytes[at.expect("the annotator of an answer")] = b'x';
    std::fs::write(&project, &bytes).expect("our own file");
    recto(&["label", &project, "--status"])
        .ends(1)
        .says("of table log was changed or lost")
        .says("to save the answers that can be read, set --export");
    let log = scratch.arg("log.jsonl");
    let export = ["label", &project, "--export", &log, "--format", "log"];
    recto(&export)
        .ends(1)
        .says("rows of table log that cannot be read: 1");
    let rows = std::fs::read_to_string(&log).expect("the export");
    assert_eq!(rows.matches("\"annotator\":\"zoe\"").count(), 1, "{rows}");
}

#[test]
fn further_documents_join_a_project_and_answers_stay() {
    let scratch = Scratch::new();
    let project = made(&scratch, false);
    let answers = scratch.write("answers.csv", "id,label\nr000,praise\nr001,blame\n");
    recto(&["label", &project, "--import", &answers]).ends(0);
    let more = scratch.write("more.jsonl", reviews(100, false));
    let status = |arguments: &[&str]| {
        let base = ["label", &project, "--status", "--format", "json"];
        recto(&[&base, arguments].concat()).ends(0)
    };
    let added = status(&["--from", &more])
        .says("20 documents added to")
        .says("80 were there already")
        .json();
    assert_eq!(added["documents"], 100);
    assert_eq!(added["rows"], 4, "two classes and two answers");
    status(&["--from", &more]).says("0 documents added to");
    let other = scratch.write(
        "other.jsonl",
        "{\"id\": \"new\", \"text\": \"A new net.\"}\n{\"id\": \"r003\", \"text\": \"Another.\"}\n",
    );
    let refused = recto(&["label", &project, "--from", &other, "--status"]).ends(1);
    refused.says("document r003 is there already with another text, and nothing was added");
    assert_eq!(status(&[]).json()["documents"], 100);
    recto(&[
        "label", &project, "--from", &more, "--status", "--given", "known",
    ])
    .ends(2)
    .says("--given is for a new project");
}

#[test]
fn what_cannot_be_labelled_leaves_no_file() {
    let scratch = Scratch::new();
    let file = scratch.write("reviews.jsonl", reviews(10, false));
    let words = scratch.write("words.tsv", "sturdy\tapplause\n");
    let weights = scratch.write("weights.tsv", "sturdy\t2\nflimsy\t-2\n");
    let blank = scratch.write("blank.jsonl", "{\"text\": \" \"}\n{\"text\": \"\"}\n");
    let one = scratch.write("one.jsonl", "{\"text\": \"a net\", \"label\": \"net\"}\n");
    let project = scratch.arg("new");
    let refused = |from: &str, more: &[&str], code: i32, part: &str| {
        let arguments = [&["label", &project, "--status", "--from", from], more].concat();
        recto(&arguments).ends(code).says(part);
        assert!(!scratch.path("new").exists(), "{part}");
    };
    refused(
        &file,
        &["--classes", "blame,praise", "--lexicon", &words],
        1,
        "applause",
    );
    refused(
        &file,
        &["--classes", "blame,praise", "--lexicon", &weights],
        1,
        "the name of a class",
    );
    refused(
        &file,
        &["--classes", "blame,praise", "--lexicon", "builtin"],
        2,
        "praise and blame (pos and neg)",
    );
    refused(&file, &["--classes", "blame"], 2, "one class only, blame");
    refused(&file, &["--classes", "blame,blame"], 2, "name of its own");
    refused(&file, &["--strategy", "best"], 2, "strategy");
    refused(&file, &["--overlap", "2"], 2, "from 0 to 1");
    refused(&one, &[], 2, "one class only, net");
    refused(&blank, &["--classes", "a,b"], 1, "word");
    refused(&scratch.arg("none.jsonl"), &[], 1, "no such file");
}

#[test]
fn a_document_of_five_megabytes_is_labelled_like_any_other() {
    let scratch = Scratch::new();
    let long = "The sturdy net holds. ".repeat(5 * 1024 * 1024 / 22);
    let rows = serde_json::json!({"id": "long", "text": long});
    let file = scratch.write("rows.jsonl", format!("{}{rows}\n", reviews(10, false)));
    let project = scratch.arg("new");
    let arguments = making(&project, &file, &["--status", "--format", "json"]);
    assert_eq!(recto(&arguments).ends(0).json()["documents"], 11);
}

#[test]
fn nothing_that_is_read_is_written_over() {
    let scratch = Scratch::new();
    let project = made(&scratch, false);
    recto(&["label", &project, "--export", &project, "--format", "csv"])
        .ends(2)
        .says("would replace");
    recto(&["label", &project, "--status", "-o", &project])
        .ends(2)
        .says("would replace");
    let file = scratch.arg("reviews.jsonl");
    recto(&["label", &file, "--from", &file, "--status"]).ends(2);
    assert!(
        std::fs::read_to_string(&file)
            .expect("the reviews")
            .starts_with("{\"id\"")
    );
}
