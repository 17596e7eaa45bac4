//! Sessions in a real terminal.

use crate::common::{Scratch, command, recto};
use crate::label::terminal::Terminal;
use crate::label::texts::{made, making, reviews};
use rustix::process::Signal;
use serde_json::Value;

fn session(project: &str) -> Terminal {
    let mut terminal = Terminal::recto(&["label", project, "--annotator", "ada"], 80, 24);
    terminal.sees("[1] blame (b)");
    terminal
}

/// The rows of the log.
fn log(project: &str) -> Vec<Value> {
    let text = recto(&["label", project, "--export", "-", "--format", "log"])
        .ends(0)
        .text();
    let rows = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    rows.collect()
}

fn actions(project: &str) -> Vec<String> {
    let all = log(project);
    let own = all
        .iter()
        .map(|row| row["action"].as_str().unwrap_or_default().to_owned());
    own.filter(|action| action != "add-class").collect()
}

/// The id of the document in view, or the word.
fn title(terminal: &Terminal) -> String {
    let screen = terminal.screen();
    screen
        .lines()
        .nth(1)
        .unwrap_or_default()
        .trim_end()
        .to_owned()
}

/// Answers by what is in view; waits until the answer is acknowledged.
fn answer(terminal: &mut Terminal, n: usize) {
    let screen = terminal.screen();
    let key = if screen.contains("sturdy") { "2" } else { "1" };
    terminal
        .press(key)
        .sees(&format!("answers: {n}, all saved"));
    terminal.wait("next question", |screen| {
        screen.contains("\nDocument ") || screen.contains("\nWord ")
    });
}

#[test]
fn a_whole_session_from_the_first_question_to_the_export() {
    let scratch = Scratch::new();
    let file = scratch.write("reviews.jsonl", reviews(60, false));
    let project = scratch.arg("reviews");
    let arguments = making(&project, &file, &["--annotator", "ada"]);
    let mut terminal = Terminal::recto(&arguments, 80, 24);
    terminal.sees("[1] blame (b)   [2] praise (p)   [0] don't know   [s] skip");
    terminal.sees("| ada | answers: 0, all saved");
    for n in 1..=12 {
        answer(&mut terminal, n);
    }
    terminal.press("q");
    assert_eq!(terminal.ends(), Some(0));
    assert!(terminal.is_put_back());
    assert!(
        terminal.screen().contains("answers in this session: 12"),
        "{}",
        terminal.screen()
    );
    let place = scratch.arg("labels.jsonl");
    recto(&["label", &project, "--export", &place]).ends(0);
    let text = std::fs::read_to_string(place).expect("labels");
    let rows: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(rows.len(), 60);
    for row in rows.iter().filter(|row| row["by"] == "human") {
        let expected = if row["text"].as_str().unwrap().contains("sturdy") {
            "praise"
        } else {
            "blame"
        };
        assert_eq!(row["label"], expected);
        assert_eq!(row["answers"][0]["annotator"], "ada");
        assert!(row["answers"][0]["time"].as_str().unwrap().ends_with('Z'));
    }
    assert_eq!(log(&project).len(), 2 + 12);
}

#[test]
fn undo_change_and_skip_do_what_they_say() {
    let scratch = Scratch::new();
    let project = made(&scratch, 40);
    let mut terminal = session(&project);
    let first = title(&terminal);
    terminal
        .press("1")
        .sees("answers: 1,")
        .sees("saved: document");
    let second = title(&terminal);
    assert_ne!(first, second);
    terminal.press("u").sees("taken back").sees("answers: 0,");
    terminal.sees(&format!("{first} (asked again)"));
    terminal.press("2").sees("answers: 1,").sees(&second);
    terminal.press("s").sees("answers: 2,").sees("skipped");
    terminal.press("h").sees("your answers; Enter changes one");
    terminal.sees("> skipped: document");
    // Down to the older one, and another answer to it.
    terminal
        .press("\x1b[B")
        .sees("> praise: document")
        .press("\r");
    terminal.sees(&format!("{first} (asked again)"));
    terminal.press("0").sees("don't know").sees("answers: 2,");
    terminal.press("q");
    assert_eq!(terminal.ends(), Some(0));
    assert_eq!(
        actions(&project),
        ["answer", "undo", "answer", "answer", "answer"]
    );
    let status = recto(&["label", &project, "--status", "--format", "json"])
        .ends(0)
        .json();
    assert_eq!(status["dont_know"], 1);
    assert_eq!(status["skipped"], 1);
}

#[test]
fn a_comment_a_new_class_and_a_new_name_are_kept() {
    let scratch = Scratch::new();
    let project = made(&scratch, 40);
    let mut terminal = session(&project);
    terminal
        .press("c")
        .sees("comment: ")
        .press("torn, see “rope” ü");
    terminal
        .sees("comment: torn, see “rope” ü")
        .press("\r")
        .sees("comment saved");
    terminal
        .press("a")
        .sees("new class: ")
        .press("mixed\r")
        .sees("[3] mixed (m)");
    terminal
        .press("r")
        .sees("rename which class?")
        .press("1")
        .sees("new name: blame");
    terminal
        .press("\x15complaint\r")
        .sees("blame is now called complaint");
    terminal.sees("[1] complaint");
    terminal.press("m").sees("mixed").sees("answers: 1,");
    terminal.press("a").sees("new class: ").press("praise\r");
    terminal.sees("there is a class praise already");
    terminal.press("q");
    assert_eq!(terminal.ends(), Some(0));
    assert_eq!(
        actions(&project),
        ["comment", "rename-class", "answer"],
        "the class that was there is no row"
    );
    let comments = log(&project);
    let comment = comments.iter().find(|row| row["action"] == "comment");
    assert_eq!(comment.expect("a row")["text"], "torn, see “rope” ü");
    let mut again = Terminal::recto(&["label", &project, "--annotator", "ada"], 80, 24);
    again.sees("[1] complaint").sees("[3] mixed");
}

#[test]
fn guidelines_are_in_view_and_why_standing_help_and_the_last_change_a_key_away() {
    let scratch = Scratch::new();
    let project = made(&scratch, 60);
    let guide = scratch.write(
        "guide.md",
        "Judge the thing, not the seller.\nIrony counts as blame.\n",
    );
    let arguments = [
        "label",
        &project,
        "--annotator",
        "ada",
        "--guidelines",
        &guide,
    ];
    let mut terminal = Terminal::recto(&arguments, 80, 24);
    terminal.sees("[1] blame");
    terminal
        .sees("── guidelines")
        .sees("Irony counts as blame.");
    terminal.press("1").sees("answers: 1,").sees("Irony counts");
    terminal
        .press("w")
        .loses("Irony counts")
        .press("w")
        .sees("Irony counts");
    terminal.press("g").loses("Irony counts");
    terminal
        .press("w")
        .sees("── why this question")
        .sees("There is no model yet");
    terminal
        .press("i")
        .sees("── how far it is")
        .sees("Accuracy:")
        .sees("Fifty more answers:");
    terminal
        .press("?")
        .sees("── keys")
        .sees("Enter: choose a class");
    terminal.press("\x1b").loses("── keys");
    for n in 2..10 {
        answer(&mut terminal, n);
    }
    terminal.press("l").sees("── what the last answer changed");
    terminal.wait("a change", |screen| {
        screen.contains("The last answer changed the prediction of")
    });
    // What the model expects would sway the answer.
    terminal
        .press("w")
        .sees("costs")
        .loses("The model's own guess");
    terminal.press("q");
    assert_eq!(terminal.ends(), Some(0));
    // The guidelines are part of the project now.
    let mut again = session(&project);
    again.sees("Irony counts as blame.");
}

#[test]
fn a_narrow_terminal_and_a_new_size_show_the_question() {
    let scratch = Scratch::new();
    let project = made(&scratch, 40);
    let mut terminal = session(&project);
    let title = title(&terminal);
    terminal.resize(40, 12).wait("narrow lines", |screen| {
        screen
            .lines()
            .nth(1)
            .is_some_and(|line| line.trim_end() == title)
            && screen.contains("[2] praise (p)")
            && screen.contains("Bought in")
    });
    let screen = terminal.screen();
    assert!(
        screen.lines().all(|line| line.chars().count() <= 40),
        "{screen}"
    );
    terminal.press("?").sees("── keys (lines 1 to");
    terminal.press("]").sees("── keys (lines 3 to");
    terminal.resize(20, 6).press("x").press("?");
    terminal
        .resize(100, 40)
        .sees("there are no disagreements to settle");
    terminal.press("1").sees("answers: 1,");
}

#[test]
fn long_texts_scroll_and_strange_characters_are_shown_not_obeyed() {
    let scratch = Scratch::new();
    let long: Vec<String> = (1..=200).map(|n| format!("line {n} of the log")).collect();
    let rows = [
        serde_json::json!({"id": "only", "text": format!("{}\n{}", "a\u{1b}[2Jb\u{202e}c 網は強い", long.join("\n"))}),
        serde_json::json!({"id": "other", "text": "short log", "label": "blame"}),
        serde_json::json!({"id": "third", "text": "short line", "label": "praise"}),
    ];
    let file = scratch.write("rows.jsonl", rows.map(|row| row.to_string()).join("\n"));
    let project = scratch.arg("rows");
    let arguments = [
        "label",
        &project,
        "--from",
        &file,
        "--annotator",
        "ada",
        "--strategy",
        "uncertainty",
    ];
    let mut terminal = Terminal::recto(&arguments, 60, 20);
    terminal
        .sees("Document only")
        .sees(r"a\u{1b}[2Jb\u{202e}c 網は強い")
        .sees("line 3 of the log");
    terminal.sees("of 201; ↓ ↑ space scroll");
    terminal
        .press(" ")
        .loses("line 3 of the log")
        .sees("line 14 of the log");
    terminal.press("\x1b[F").sees("line 200 of the log");
    terminal.press("\x1b[H").sees("line 1 of the log");
    // What is pasted answers nothing.
    terminal
        .press("\x1b[200~12\x1b[201~")
        .sees("pasted text is left out");
    terminal.press("2").sees("answers: 1, all saved");
}

#[test]
fn words_are_marked_in_their_sentences() {
    let scratch = Scratch::new();
    let project = made(&scratch, 80);
    let mut terminal = session(&project);
    for n in 1..40 {
        let screen = terminal.screen();
        if let Some(line) = screen.lines().find(|line| line.starts_with("Word »")) {
            let word = line.split(['»', '«']).nth(1).expect("a word").to_owned();
            assert!(screen.matches(&format!("»{word}«")).count() > 1, "{screen}");
            return;
        }
        answer(&mut terminal, n);
    }
    panic!("no word was asked:\n{}", terminal.screen());
}

#[test]
fn every_way_out_puts_the_terminal_back() {
    let scratch = Scratch::new();
    let project = made(&scratch, 40);
    let mut quit = session(&project);
    assert!(!quit.is_put_back());
    quit.press("q");
    assert_eq!((quit.ends(), quit.is_put_back()), (Some(0), true));
    let mut typed = session(&project);
    typed.press("\x03");
    assert_eq!((typed.ends(), typed.is_put_back()), (Some(130), true));
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        let mut sent = session(&project);
        sent.signal(signal);
        assert_eq!(
            (sent.ends(), sent.is_put_back()),
            (Some(130), true),
            "{signal:?}"
        );
    }
}

#[test]
fn two_sessions_at_once_ask_different_questions_and_lose_nothing() {
    let scratch = Scratch::new();
    let project = made(&scratch, 60);
    let mut ada = session(&project);
    let mut ben = Terminal::recto(&["label", &project, "--annotator", "ben"], 80, 24);
    ben.sees("[1] blame (b)");
    for n in 1..=8 {
        assert_ne!(title(&ada), title(&ben), "at {n}");
        answer(&mut ada, n);
        answer(&mut ben, n);
    }
    for terminal in [&mut ada, &mut ben] {
        terminal.press("q");
        assert_eq!(terminal.ends(), Some(0));
    }
    let status = recto(&["label", &project, "--status", "--format", "json"])
        .ends(0)
        .json();
    let annotators = status["annotators"].as_array().expect("a list");
    assert_eq!(annotators.len(), 2);
    assert_eq!(status["rows"], 2 + 16);
    assert_eq!(
        status["agreement"]["documents"], 0,
        "nothing was asked twice"
    );
}

#[test]
fn with_an_overlap_disagreements_are_settled_by_a_named_person() {
    let scratch = Scratch::new();
    let file = scratch.write("reviews.jsonl", reviews(20, false));
    let project = scratch.arg("reviews");
    let arguments = making(&project, &file, &["--annotator", "ada", "--overlap", "1"]);
    let mut ada = Terminal::recto(&arguments, 80, 24);
    ada.sees("[1] blame")
        .press("1")
        .sees("answers: 1,")
        .press("q");
    assert_eq!(ada.ends(), Some(0));
    let mut ben = Terminal::recto(&["label", &project, "--annotator", "ben"], 80, 24);
    ben.sees("(asked of everybody)")
        .press("2")
        .sees("answers: 1,");
    ben.press("x")
        .sees("disagreements; Enter settles one")
        .sees("ada blame, ben praise");
    ben.press("\r").sees("(to settle)").press("1").sees("saved");
    ben.press("x").sees("there are no disagreements").press("q");
    assert_eq!(ben.ends(), Some(0));
    let status = recto(&["label", &project, "--status", "--format", "json"])
        .ends(0)
        .json();
    assert_eq!(status["agreement"]["settled"], 1);
    assert_eq!(status["agreement"]["open"], serde_json::json!([]));
    let place = scratch.arg("labels.csv");
    recto(&["label", &project, "--export", &place]).ends(0);
    let table = std::fs::read_to_string(place).expect("a table");
    assert!(table.contains("ada=blame; ben=praise"), "{table}");
}

/// A limit on the size of files stands for a full disk: both let a write fail half-way.
#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_kept_until_it_can() {
    use rustix::process::{Resource, Rlimit, prlimit};
    let scratch = Scratch::new();
    let project = made(&scratch, 40);
    let start = |n: usize| {
        // Without the trap the limit would end the process instead of failing the write.
        let recto = command(&["label", &project, "--annotator", "ada"]);
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", "trap '' XFSZ; exec \"$@\"", "sh"]);
        shell.arg(recto.get_program()).args(recto.get_args());
        let mut terminal = Terminal::start(shell, 80, 24);
        terminal.sees("[1] blame (b)");
        terminal.press("1").sees(&format!("answers: {n},"));
        terminal.sees("[1] blame (b)");
        terminal
    };
    let limit = |terminal: &Terminal, bytes: Option<u64>| {
        let limit = Rlimit {
            current: bytes,
            maximum: None,
        };
        prlimit(Some(terminal.pid()), Resource::Fsize, limit).expect("our own child");
    };
    let mut terminal = start(1);
    limit(&terminal, Some(100));
    let before = title(&terminal);
    terminal
        .press("2")
        .sees("NOT SAVED")
        .sees("ONE ANSWER NOT SAVED")
        .sees(&before);
    terminal.press("1").sees("NOT SAVED");
    assert_eq!(
        log(&project).len(),
        2 + 1,
        "nothing half-written is in the file"
    );
    limit(&terminal, None);
    terminal.sees("answers: 2, all saved");
    terminal.wait("next question", |screen| {
        !screen.contains(&before) && screen.contains("[1] blame")
    });
    terminal.press("q");
    assert_eq!(terminal.ends(), Some(0));
    let rows = log(&project);
    assert_eq!(rows.len(), 2 + 2);
    assert_eq!(
        rows[3]["reply"],
        serde_json::json!({"class": 1}),
        "the key that was pressed first"
    );

    let mut given_up = start(3);
    limit(&given_up, Some(100));
    given_up
        .press("2")
        .sees("NOT SAVED")
        .press("q")
        .sees("Quit and lose it?")
        .press("y");
    assert_eq!(given_up.ends(), Some(1));
    assert!(
        given_up.screen().contains("could not be saved and is lost"),
        "{}",
        given_up.screen()
    );
}
