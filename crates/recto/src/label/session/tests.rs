use super::*;
use crate::Silent;
use crate::label::export::{self, Form};
use crate::label::import::{Imported, import};
use crate::label::{Given, LexiconChoice, Project, status::status};
use recto_classify::active::simulate::Plan;
use recto_testing::Scratch;
use serde_json::Value;

const GOODS: [&str; 5] = ["net", "rope", "lamp", "anchor", "kettle"];

const PLACES: [&str; 6] = [
    "harbour", "kitchen", "garden", "cellar", "market", "workshop",
];

/// Praise and blame by turns; every tenth is a copy of the one before it, but for blanks.
fn text(at: usize) -> String {
    let (thing, place) = (GOODS[at / 2 % 5], PLACES[at / 10 % 6]);
    if at % 10 == 9 {
        return format!("{}  ", text(at - 1));
    }
    if at.is_multiple_of(2) {
        format!("A sturdy {thing} for the {place}, well made and reliable.")
    } else {
        format!("A flimsy {thing} for the {place}, badly made and broken.")
    }
}

fn pile() -> Pile {
    (0..60).map(|at| (format!("d{at:02}"), text(at))).collect()
}

fn setup() -> Setup {
    Setup {
        classes: vec!["blame".into(), "praise".into()],
        ..Setup::default()
    }
}

fn who(annotator: &str) -> Who {
    Who {
        annotator: annotator.into(),
        session: format!("session of {annotator}"),
    }
}

fn made(scratch: &Scratch, pile: &Pile, setup: &Setup) -> (Session, Chooser) {
    let path = scratch.path("goods.label");
    let run = Run::new(0, &Silent);
    let made = Session::create(&path, pile, setup, who("ada"), 0, &run);
    let (session, chooser, _) = made.expect("a project");
    (session, chooser)
}

fn opened(scratch: &Scratch, annotator: &str) -> (Session, Chooser) {
    let project = Project::open(&scratch.path("goods.label")).expect("a project");
    let opened = Session::open(project, who(annotator), &Run::new(0, &Silent));
    let (session, chooser, _) = opened.expect("a session");
    (session, chooser)
}

/// What somebody who reads would say.
fn truth(content: &Content) -> Reply {
    let says = |text: &str, word: &str| text.contains(word);
    let class = |text: &str| {
        let good = ["sturdy", "well", "reliable"]
            .iter()
            .any(|word| says(text, word));
        let bad = ["flimsy", "badly", "broken"]
            .iter()
            .any(|word| says(text, word));
        match (good, bad) {
            (true, false) => Reply::Class(1),
            (false, true) => Reply::Class(0),
            _ => Reply::DontKnow,
        }
    };
    match content {
        Content::Document { text, .. } => class(text),
        Content::Word { term, .. } => class(term),
    }
}

fn asked(session: &mut Session, chooser: &mut Chooser, now: i64) -> Option<Asked> {
    let next = session.next(chooser, now, &Run::new(0, &Silent));
    next.expect("a question").0
}

/// Answers so many questions truly; returns what was asked.
fn answer_some(session: &mut Session, chooser: &mut Chooser, n: i64) -> Vec<ItemKey> {
    let mut keys = Vec::new();
    for now in 1..=n {
        let Some(asked) = asked(session, chooser, now) else {
            break;
        };
        keys.push(asked.content.key());
        let reply = truth(&asked.content);
        session
            .answer(&asked, reply, Some(2.0), now)
            .expect("written");
    }
    keys
}

#[test]
fn a_session_learns_from_answers_and_never_asks_twice() {
    let scratch = Scratch::new();
    let (mut session, mut chooser) = made(&scratch, &pile(), &setup());
    let mut keys = answer_some(&mut session, &mut chooser, 30);
    assert_eq!(keys.len(), 30);
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), 30, "each was asked once");
    let is_copy = |key: &ItemKey| session.texts().copies().any(|(id, _)| id == key.name());
    assert!(!keys.iter().any(is_copy));
    chooser.apply(&session.updates()).expect("updates");
    chooser.refit(&Run::new(0, &Silent)).expect("a fit");
    let exported = export::documents(session.project(), session.texts(), &chooser);
    let exported = exported.expect("documents");
    assert_eq!(exported.len(), 60);
    for (at, one) in exported.iter().enumerate() {
        let at = if at % 10 == 9 { at - 1 } else { at };
        let expected = if at.is_multiple_of(2) {
            "praise"
        } else {
            "blame"
        };
        assert_eq!(
            one.label.as_deref(),
            Some(expected),
            "{} by {:?}",
            one.id,
            one.by
        );
        assert_eq!(
            one.by == Some("human"),
            !one.answers.is_empty(),
            "{}",
            one.id
        );
    }
    assert_eq!(exported[9].copy_of.as_deref(), Some("d08"));
}

#[test]
fn a_session_opened_again_asks_what_it_would_have_asked() {
    let scratch = Scratch::new();
    let (mut session, mut chooser) = made(&scratch, &pile(), &setup());
    answer_some(&mut session, &mut chooser, 12);
    let before = asked(&mut session, &mut chooser, 20).expect("a question");
    session
        .answer(&before, Reply::Skip, None, 21)
        .expect("written");
    session.undo(22).expect("written");
    session
        .add(
            &Action::AddClass {
                name: "mixed".into(),
            },
            23,
        )
        .expect("written");
    let rename = Action::RenameClass {
        class: 0,
        name: "complaint".into(),
    };
    session.add(&rename, 24).expect("written");
    let run = Run::new(0, &Silent);
    chooser.apply(&session.updates()).expect("updates");
    let here = chooser.prepare(&BTreeSet::new(), &run).expect("a question");
    let (mut again, mut other) = opened(&scratch, "ada");
    assert!(
        again.updates().is_empty(),
        "all was taken when it was opened"
    );
    let there = other.prepare(&BTreeSet::new(), &run).expect("a question");
    assert_eq!(here.question, there.question);
    assert_eq!(here.standing, there.standing);
    assert_eq!(other.classes(), ["complaint", "praise", "mixed"]);
    assert_eq!(chooser.predictions(), other.predictions());
}

#[test]
fn two_sessions_are_not_asked_the_same() {
    let scratch = Scratch::new();
    let (mut one, mut chooser_one) = made(&scratch, &pile(), &setup());
    let (mut two, mut chooser_two) = opened(&scratch, "ben");
    for now in 1..15 {
        let first = asked(&mut one, &mut chooser_one, now).expect("a question");
        let second = asked(&mut two, &mut chooser_two, now).expect("a question");
        assert_ne!(first.content.key(), second.content.key());
        for (session, asked) in [(&mut one, &first), (&mut two, &second)] {
            session
                .answer(asked, truth(&asked.content), None, now)
                .expect("written");
        }
    }
    one.project_mut().refresh().expect("rows");
    assert_eq!(one.state(), two.state());
}

#[test]
fn documents_that_another_process_adds_do_not_disturb_a_session() {
    let scratch = Scratch::new();
    let (mut ada, mut chooser) = made(&scratch, &pile(), &setup());
    answer_some(&mut ada, &mut chooser, 5);
    let mut project = Project::open(ada.project().path()).expect("a project");
    let more: Pile = [("new", "A sturdy oar for the boat.")]
        .into_iter()
        .collect();
    project.add_documents(&more, 6).expect("written");
    let (mut ben, _) = opened(&scratch, "ben");
    let key = ItemKey::Document("new".into());
    let asked = ben.again(&key, Why::Again).expect("it is there now");
    ben.answer(&asked, Reply::Class(1), None, 7)
        .expect("written");
    assert!(ada.again(&key, Why::Again).is_none());
    assert_eq!(answer_some(&mut ada, &mut chooser, 5).len(), 5);
    let (ada, _) = opened(&scratch, "ada");
    assert!(ada.texts().place("new").is_some());
    assert_eq!(ada.history().len(), 10);
}

#[test]
fn with_an_overlap_everybody_is_asked_about_some_documents() {
    let scratch = Scratch::new();
    let setup = Setup {
        overlap: 1.0,
        ..setup()
    };
    let (mut one, mut chooser_one) = made(&scratch, &pile(), &setup);
    let first = answer_some(&mut one, &mut chooser_one, 10);
    let documents = first
        .iter()
        .filter(|key| matches!(key, ItemKey::Document(_)))
        .count();
    let (mut two, mut chooser_two) = opened(&scratch, "ben");
    for now in 0..documents as i64 {
        let asked = asked(&mut two, &mut chooser_two, 100 + now).expect("a question");
        assert_eq!(asked.why, Why::Shared);
        assert!(first.contains(&asked.content.key()));
        let reply = match now {
            0 => Reply::Class(1 - usize::from(truth(&asked.content) == Reply::Class(1))),
            _ => truth(&asked.content),
        };
        two.answer(&asked, reply, None, 100 + now).expect("written");
    }
    let next = asked(&mut two, &mut chooser_two, 200).expect("a question");
    assert!(matches!(next.why, Why::Chosen(_)));
    let status = status(&two, &chooser_two).expect("a status");
    assert_eq!(status.agreement.pairs[0].documents, documents);
    let [dispute] = &status.agreement.open[..] else {
        panic!("one dispute: {:?}", status.agreement);
    };
    let disputed = two
        .again(&dispute.item, Why::Disputed)
        .expect("it was answered");
    two.answer(&disputed, Reply::Class(0), None, 300)
        .expect("written");
    let settled = two.state().item(&dispute.item).and_then(Judged::settled);
    assert_eq!(settled.map(|said| said.annotator.as_str()), Some("ben"));
    assert!(
        crate::label::agreement::agreement(two.state())
            .open
            .is_empty()
    );
}

#[test]
fn undo_and_change_are_rows_of_their_own() {
    let scratch = Scratch::new();
    let (mut session, mut chooser) = made(&scratch, &pile(), &setup());
    let keys = answer_some(&mut session, &mut chooser, 3);
    let rows = session.state().last();
    let changed = session
        .again(&keys[0], Why::Again)
        .expect("it was answered");
    session
        .answer(&changed, Reply::DontKnow, None, 9)
        .expect("written");
    assert_eq!(session.undo(10).expect("written"), Some(keys[0].clone()));
    let back = session
        .state()
        .item(&keys[0])
        .and_then(|one| one.answer_of("ada"));
    assert_eq!(back.map(|said| said.reply), Some(truth(&changed.content)));
    assert_eq!(session.state().last(), rows + 2);
    for key in keys.iter().rev() {
        assert_eq!(session.undo(11).expect("written").as_ref(), Some(key));
    }
    assert_eq!(session.undo(12).expect("nothing to do"), None);
}

#[test]
fn words_are_shown_in_sentences_that_have_them() {
    let scratch = Scratch::new();
    let (mut session, mut chooser) = made(&scratch, &pile(), &setup());
    let mut seen = 0;
    for now in 1..40 {
        let Some(asked) = asked(&mut session, &mut chooser, now) else {
            break;
        };
        if let Content::Word {
            term,
            quotes,
            documents,
            ..
        } = &asked.content
        {
            seen += 1;
            assert!(!quotes.is_empty() && quotes.len() <= *documents, "{term}");
            for quote in quotes {
                assert_eq!(&quote.text[quote.word.clone()].to_lowercase(), term);
            }
        }
        session
            .answer(&asked, truth(&asked.content), None, now)
            .expect("written");
    }
    assert!(seen > 0, "words are asked too");
}

#[test]
fn a_lexicon_that_does_not_fit_leaves_no_file() {
    let scratch = Scratch::new();
    let file = |text: &str| {
        LexiconChoice::File(Attachment {
            label: "words.tsv".into(),
            bytes: text.into(),
        })
    };
    for (words, complaint) in [
        ("sturdy\tapplause\n", "applause"),
        ("sturdy\t2.0\nflimsy\t-2.0\n", "praise and blame"),
    ] {
        let setup = Setup {
            lexicon: file(words),
            ..setup()
        };
        let path = scratch.path("new.label");
        let run = Run::new(0, &Silent);
        let made = Session::create(&path, &pile(), &setup, who("ada"), 0, &run);
        let error = made.err().expect("it does not fit").to_string();
        assert!(
            error.contains("words.tsv") && error.contains(complaint),
            "{error}"
        );
        assert!(scratch.names().is_empty(), "{:?}", scratch.names());
    }
    let setup = Setup {
        lexicon: file("sturdy\tpraise\nflimsy\tblame\n"),
        ..setup()
    };
    made(&scratch, &pile(), &setup);
}

#[test]
fn labels_of_the_documents_are_known_or_kept_aside() {
    let labelled = |n: usize| {
        let mut pile = pile();
        for (at, document) in pile.documents.iter_mut().enumerate().take(n) {
            document.labels = vec![["praise", "blame"][at % 2].into()];
        }
        pile
    };
    for (n, given, known, aside) in [
        (20, Given::Auto, 18, 0),
        (60, Given::Auto, 0, 54),
        (60, Given::Known, 54, 0),
        (20, Given::Aside, 0, 18),
    ] {
        let scratch = Scratch::new();
        let (session, chooser) = made(&scratch, &labelled(n), &Setup { given, ..setup() });
        let status = status(&session, &chooser).expect("a status");
        assert_eq!(status.given, known, "{n} {given:?}");
        let kept = session.texts().aside.iter().flatten().count();
        assert_eq!(kept, aside, "{n} {given:?}");
        let plan = Plan {
            budget: 50.0,
            ..Plan::default()
        };
        let run = Run::new(0, &Silent);
        let (found, majority) = chooser.simulate(&plan, &run).expect("a simulation");
        assert!(found.curve.len() > 1);
        assert!((0.4..0.6).contains(&majority), "{majority}");
    }
    let scratch = Scratch::new();
    let (_, chooser) = made(&scratch, &pile(), &setup());
    let error = chooser.simulate(&Plan::default(), &Run::new(0, &Silent));
    assert!(error.is_err(), "without labels nothing can be simulated");
}

fn exported(session: &Session, chooser: &Chooser, form: Form) -> String {
    let rows = export::documents(session.project(), session.texts(), chooser);
    let mut bytes = Vec::new();
    let rows = rows.expect("documents");
    export::write(form, session.project(), &rows, &mut bytes).expect("written");
    String::from_utf8(bytes).expect("text")
}

fn file(label: &str, text: &str) -> Attachment {
    Attachment {
        label: label.into(),
        bytes: text.into(),
    }
}

#[test]
fn every_export_of_answers_can_be_imported_once() {
    let scratch = Scratch::new();
    let (mut session, mut chooser) = made(&scratch, &pile(), &setup());
    let keys = answer_some(&mut session, &mut chooser, 20);
    let remark = Action::Comment {
        item: keys[0].clone(),
        text: "short, \"odd\"".into(),
    };
    session.add(&remark, 30).expect("written");
    chooser.refit(&Run::new(0, &Silent)).expect("a fit");
    let labelled = |state: &State| -> Vec<(ItemKey, Option<usize>)> {
        let items = state
            .items()
            .filter(|(key, _)| matches!(key, ItemKey::Document(_)));
        let class = |one: &Judged| one.verdict().and_then(|verdict| verdict.class());
        let all = items.map(|(key, one)| (key.clone(), class(one)));
        all.filter(|(_, class)| class.is_some()).collect()
    };
    for (form, name) in [
        (Form::Jsonl, "answers.jsonl"),
        (Form::Csv, "answers.csv"),
        (Form::Doccano, "doccano.jsonl"),
        (Form::Log, "log.jsonl"),
    ] {
        let text = exported(&session, &chooser, form);
        let other = Scratch::new();
        let (mut empty, _) = made(&other, &pile(), &setup());
        let attachment = file(name, &text);
        let first = import(empty.project_mut(), &attachment, "eve", 99).expect(name);
        assert!(first.added > 0, "{name}: {first:?}");
        assert_eq!(labelled(empty.state()), labelled(session.state()), "{name}");
        let second = import(empty.project_mut(), &attachment, "eve", 100).expect(name);
        assert_eq!(second.added, 0, "{name}: {second:?}");
        if form == Form::Log {
            assert_eq!(
                empty.state().items().collect::<Vec<_>>(),
                session.state().items().collect::<Vec<_>>()
            );
        }
    }
}

#[test]
fn doccano_gets_no_machine_labels_and_others_say_which_they_are() {
    let scratch = Scratch::new();
    let (mut session, mut chooser) = made(&scratch, &pile(), &setup());
    answer_some(&mut session, &mut chooser, 25);
    chooser.apply(&session.updates()).expect("updates");
    chooser.refit(&Run::new(0, &Silent)).expect("a fit");
    let rows = |form| -> Vec<Value> {
        let text = exported(&session, &chooser, form);
        text.lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect()
    };
    let by = |by: &str| {
        rows(Form::Jsonl)
            .iter()
            .filter(|row| row["by"] == by)
            .count()
    };
    assert!(by("machine") > 0 && by("human") > 0);
    let labelled = rows(Form::Doccano)
        .iter()
        .filter(|row| row["label"] != serde_json::json!([]))
        .count();
    assert_eq!(labelled, by("human"));
}

#[test]
fn an_import_says_what_it_left_out_and_refuses_unknown_labels_whole() {
    let scratch = Scratch::new();
    let (mut session, _) = made(&scratch, &pile(), &setup());
    let text = format!(
        "{}\n{}\n{}\n{}\n{}\n",
        r#"{"id": "d00", "label": "praise", "annotator": "eve", "time": "2026-03-01T10:00:00Z"}"#,
        serde_json::json!({"id": 7, "text": text(1), "label": ["blame"], "Comments": ["loud"]}),
        r#"{"id": "d02", "label": "praise", "by": "machine"}"#,
        r#"{"id": "elsewhere", "label": "praise"}"#,
        r#"{"word": "Sturdy", "label": "praise"}"#,
    );
    let found = import(session.project_mut(), &file("a.jsonl", &text), "ada", 5).expect("rows");
    let expected = Imported {
        added: 3,
        known: 0,
        without_label: 1,
        unmatched: 1,
    };
    assert_eq!(found, expected);
    let said = |key: ItemKey, who: &str| {
        session
            .state()
            .item(&key)
            .and_then(|one| one.answer_of(who))
            .map(|said| (said.reply, said.time))
    };
    let tenth = 1_772_359_200_000;
    assert_eq!(
        said(ItemKey::Document("d00".into()), "eve"),
        Some((Reply::Class(1), tenth))
    );
    assert_eq!(
        said(ItemKey::Document("d01".into()), "ada"),
        Some((Reply::Class(0), 5))
    );
    assert_eq!(
        said(ItemKey::Word("sturdy".into()), "ada"),
        Some((Reply::Class(1), 5))
    );
    let rows = session.state().last();
    for (text, complaint) in [
        (
            "{\"id\": \"d03\", \"label\": \"praise\"}\n{\"id\": \"d04\", \"label\": \"applause\"}",
            "line 2: applause",
        ),
        (
            "{\"id\": \"d03\", \"label\": [[0, 2, \"praise\"]]}",
            "stretches",
        ),
        (
            "{\"id\": \"d03\", \"label\": [\"praise\", \"blame\"]}",
            "several labels",
        ),
        ("{\"id\": ", "line 1: not a JSON object"),
        ("id,mood\nd03,praise\n", "no columns"),
        (
            "{\"number\": 1, \"action\": \"sing\"}",
            "not a row of a log",
        ),
    ] {
        let error = import(session.project_mut(), &file("bad", text), "ada", 6).expect_err(text);
        assert!(error.to_string().contains(complaint), "{error}");
    }
    assert_eq!(session.state().last(), rows, "nothing was added");
}

#[test]
fn a_table_with_several_annotators_is_read_as_it_was_written() {
    let scratch = Scratch::new();
    let (mut session, chooser) = made(&scratch, &pile(), &setup());
    let answer = |reply| Action::Answer {
        item: ItemKey::Document("d00".into()),
        reply,
        drawn: Drawn::Chosen,
        predicted: None,
        seconds: None,
        origin: Origin::Import,
    };
    let rows = [("ada", 1), ("ben", 0)];
    let rows = rows.map(|(who, class)| {
        (
            who.to_owned(),
            1000 + class as i64,
            answer(Reply::Class(class)),
        )
    });
    session.project_mut().add_all(&rows).expect("written");
    let table = exported(&session, &chooser, Form::Csv);
    let other = Scratch::new();
    let (mut empty, _) = made(&other, &pile(), &setup());
    import(empty.project_mut(), &file("a.csv", &table), "eve", 9).expect("rows");
    let said = |session: &Session| -> Vec<(String, Reply, i64)> {
        let one = session
            .state()
            .item(&ItemKey::Document("d00".into()))
            .expect("answers");
        one.answers()
            .map(|said| (said.annotator.clone(), said.reply, said.time))
            .collect()
    };
    assert_eq!(said(&empty), said(&session));
    assert_eq!(said(&empty).len(), 2);
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(64))]

    #[test]
    fn no_file_of_answers_makes_a_panic(
        text in "(\\{\"(id|text|label|labels|answers|action|time|word)\": ?(\"[a-z0-9:\\-T]{0,12}\"|\\[.{0,9}\\]|[0-9]{1,20}|null)\\}\n?|.{0,30}\n|id,label,annotator,time\n|d00,praise,a=praise; b=blame,2026\n){0,6}"
    ) {
        let scratch = Scratch::new();
        let path = scratch.path("goods.label");
        let mut project = Project::create(&path, &pile(), &setup(), "ada", 0).expect("a project");
        for name in ["a.jsonl", "a.csv"] {
            let _ = import(&mut project, &file(name, &text), "ada", 1);
        }
    }
}
