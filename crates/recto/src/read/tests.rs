//! What holds for every reading.

use super::{Body, Part, READ, Request};
use crate::report::{Detail, State};
use crate::{
    Answer, Attachments, Capability, Pile, Reading, Run, Silent, SourceOptions, capabilities,
    source, to_json,
};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

/// The pile of examples of the project.
fn examples(names: &[&str]) -> Pile {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let paths: Vec<PathBuf> = names.iter().map(|name| folder.join(name)).collect();
    let options = SourceOptions::default();
    let pile = source::find(&paths).read(&options, &Run::new(0, &Silent));
    pile.expect("nobody cancels")
}

fn read(pile: &Pile, request: &Request) -> Answer<Body> {
    let reading = Reading::for_one_run(pile);
    let (files, run) = (Attachments::default(), Run::new(0, &Silent));
    READ.run(&reading, request, &files, &run).expect("text")
}

fn only(part: Part) -> Request {
    Request {
        only: vec![part],
        ..Request::default()
    }
}

fn json(answer: &Answer<Body>) -> Value {
    let mut bytes = Vec::new();
    to_json(answer, &mut bytes).expect("memory takes it");
    serde_json::from_slice(&bytes).expect("JSON")
}

/// What a command answers to its default request, without the keys that name it.
fn of_command(name: &str, pile: &Pile) -> Map<String, Value> {
    let capability = capabilities().iter().find(|row| row.name() == name);
    let reading = Reading::for_one_run(pile);
    let (files, run) = (Attachments::default(), Run::new(0, &Silent));
    let answer =
        capability
            .expect("a command")
            .run(&reading, &Map::new(), &files, Detail::Outline, &run);
    let mut bytes = Vec::new();
    answer
        .expect("text")
        .write_json(&mut bytes)
        .expect("memory takes it");
    let mut answer: Map<String, Value> = serde_json::from_slice(&bytes).expect("JSON");
    answer.remove("recto");
    answer.remove("command");
    answer
}

#[test]
fn a_part_that_is_asked_for_by_name_says_what_its_command_says() {
    let documents = examples(&["skarrow"]);
    let messages = examples(&["vote-night.jsonl"]);
    for part in Part::ALL {
        let pile = match part {
            // Groups and pairs are made by whoever reads the files.
            Part::Compare | Part::Align => continue,
            Part::Events => &messages,
            _ => &documents,
        };
        let whole = json(&read(pile, &only(part)));
        let own = whole[part.name()].as_object();
        let own = own.unwrap_or_else(|| panic!("{} is there", part.name()));
        assert_eq!(*own, of_command(part.name(), pile), "{}", part.name());
        assert_eq!(whole["left_out"], Value::Array(Vec::new()));
    }
}

#[test]
fn reports_of_all_kinds_of_piles_are_sound() {
    for names in [
        &["skarrow"][..],
        &["skarrow", "vote-night.jsonl"],
        &["vote-night.jsonl"],
        &["harbour.txt"],
        &["letters"],
        &["reviews.csv"],
        &["notices.jsonl"],
    ] {
        let pile = examples(names);
        let answer = read(&pile, &Request::default());
        let reading = Reading::for_one_run(&pile);
        for detail in [Detail::Outline, Detail::Whole] {
            let report = READ.report(&answer, &reading, detail);
            assert_eq!(report.faults(), [""; 0], "{names:?} {detail:?}");
            assert!(!report.sections.is_empty(), "{names:?} {detail:?}");
        }
    }
}

#[test]
fn a_page_names_no_folder_of_the_machine() {
    let mut pile = examples(&["skarrow"]);
    let file = pile.documents[0].file.clone();
    assert!(Path::new(&file).is_absolute());
    pile.failed
        .push(crate::Failure::new(&file, "cannot be read"));
    pile.warnings.push(crate::Warning::in_file(&file, "odd"));
    let answer = read(&pile, &Request::default());
    let report = READ.report(&answer, &Reading::for_one_run(&pile), Detail::Whole);
    let page = crate::report::html::page(&report);
    let folder = Path::new(&file).parent().and_then(Path::parent);
    let folder = folder.and_then(Path::to_str).expect("plain letters");
    assert!(!page.contains(folder));
    assert!(page.contains("left out: cannot be read"));
}

#[test]
fn parts_that_do_not_suit_a_pile_are_named_with_the_reason() {
    let body = read(&examples(&["letters"]), &Request::default()).body;
    let left: Vec<Part> = body.left_out.iter().map(|left| left.part).collect();
    assert_eq!(left, &Part::ALL[1..]);
    assert!(body.summarize.is_some());
    assert!(body.left_out.iter().all(|left| !left.reason.is_empty()));
}

#[test]
fn what_suits_a_pile_runs() {
    let ran = |names: &[&str]| {
        let body = read(&examples(names), &Request::default()).body;
        Part::ALL
            .into_iter()
            .filter(|part| body.has(*part))
            .collect::<Vec<_>>()
    };
    let quarrel = ran(&["skarrow", "vote-night.jsonl"]);
    use Part::*;
    assert_eq!(
        quarrel,
        [Summarize, Topics, Compare, Segment, Authors, Events]
    );
    assert_eq!(ran(&["reviews.csv"]), [Summarize, Topics, Classify]);
    assert_eq!(ran(&["harbour.txt"]), [Summarize, Segment, Authors]);
}

#[test]
fn a_budget_leaves_out_what_does_not_fit_and_keeps_the_gist_longest() {
    let pile = examples(&["skarrow"]);
    let with = |budget: f64| {
        let request = Request {
            budget: Some(budget),
            ..Request::default()
        };
        read(&pile, &request).body
    };
    assert!(with(1e9).topics.is_some());
    let none = with(1e-9);
    assert!(none.summarize.is_none() && none.topics.is_none());
    let reasons = none
        .left_out
        .iter()
        .filter(|left| left.reason.contains("budget"));
    assert!(reasons.count() >= 3);
}

#[test]
fn a_budget_for_less_than_the_pile_gets_an_even_sample_and_says_so() {
    let texts = (0..900).map(|i| format!("Boat {i} lies at the quay. The tide is out again."));
    let pile = Pile::from(texts.collect::<Vec<_>>());
    let bytes = pile.documents.iter().map(|one| one.text.len()).sum();
    let estimate = crate::forecast::estimate("topics", &Map::new(), bytes, 900);
    let (seconds, _) = estimate.expect("measured");
    let request = Request {
        only: vec![Part::Topics],
        budget: Some(0.3 * seconds),
        ..Request::default()
    };
    let answer = read(&pile, &request);
    let sampled = &answer.body.sampled[..];
    let expected = super::Sampled {
        part: Part::Topics,
        documents: 225,
        of: 900,
    };
    assert_eq!(sampled, [expected]);
    let topics = answer.body.topics.as_ref().expect("a sample has topics");
    assert_eq!(topics.body.documents.len(), 225);
    let report = READ.report(&answer, &Reading::for_one_run(&pile), Detail::Whole);
    assert_eq!(report.faults(), [""; 0]);
    let said = "an even sample of 225 of 900 documents, as the budget asks";
    assert!(report.made.iter().any(|(_, value)| value == said));
    let section = report
        .sections
        .iter()
        .find(|section| section.id == "topics");
    let parts = &section.expect("a section").parts;
    assert!(matches!(&parts[0], State::Unsure { note, .. } if note.contains("225 of 900")));
}

/// Reads rows as a user's file would be read.
fn rows(text: &str) -> Pile {
    let options = SourceOptions {
        tells_rows: true,
        ..SourceOptions::default()
    };
    source::read_bytes("rows.jsonl", text.into(), &options)
}

#[test]
fn summaries_that_come_with_documents_are_held_against_them_and_told_by_nothing_else() {
    let letter = |i: usize| {
        format!(
            "The ferry {i} leaves the north quay at noon. It is always late. Nobody on the quay knows why."
        )
    };
    let row = |i: usize| {
        let row = serde_json::json!({ "document": letter(i), "summary": "The ferry is late." });
        row.to_string()
    };
    let pile = rows(&(0..24).map(row).collect::<Vec<_>>().join("\n"));
    let answer = read(&pile, &Request::default());
    let body = &answer.body;
    assert_eq!(body.pile.kind, super::PileKind::Pairs);
    assert_eq!(
        body.pile
            .documents
            .iter()
            .filter(|one| one.is_summary)
            .count(),
        24
    );
    assert!(body.align.is_some());
    let gist = body.summarize.as_ref().and_then(|part| part.body.first());
    let told = &gist.expect("there is text").sentences;
    assert!(told.iter().all(|one| one.document.ends_with("document")));
    assert!(
        body.pile
            .copies
            .iter()
            .all(|group| group.id.ends_with("document"))
    );
    let report = READ.report(&answer, &Reading::for_one_run(&pile), Detail::Whole);
    assert_eq!(report.faults(), [""; 0]);
    assert!(
        report
            .account
            .starts_with("24 documents and 24 summaries, "),
        "{}",
        report.account
    );
}

#[test]
fn posts_as_a_service_writes_them_have_a_timeline() {
    let post = |i: usize| {
        let text = format!("The lights on pier {i} went out");
        let at = format!("2025-03-10T20:{:02}:30Z", i % 60);
        serde_json::json!({ "created_at": at, "full_text": text, "user": { "id": i } }).to_string()
    };
    let pile = rows(&(0..80).map(post).collect::<Vec<_>>().join("\n"));
    let body = read(&pile, &Request::default()).body;
    assert_eq!(body.pile.kind, super::PileKind::Messages);
    assert!(body.events.is_some());
}

#[test]
fn skipped_parts_are_left_out() {
    let request = Request {
        skip: vec![Part::Topics],
        ..Request::default()
    };
    let body = read(&examples(&["skarrow"]), &request).body;
    assert!(body.topics.is_none() && body.summarize.is_some());
    let why = body.left_out.iter().find(|left| left.part == Part::Topics);
    assert_eq!(why.map(|left| &*left.reason), Some("skipped, as asked"));
}

#[test]
fn a_pile_without_a_word_is_told_as_one() {
    let pile = Pile::from(vec!["", " \n"]);
    let answer = read(&pile, &Request::default());
    assert!(answer.body.summarize.is_none());
    assert!(READ.is_empty(&answer.body));
    assert_eq!(answer.failed.len(), 2);
    let report = READ.report(&answer, &Reading::for_one_run(&pile), Detail::Whole);
    assert_eq!(report.faults(), [""; 0]);
}

#[test]
fn topics_of_a_small_pile_are_called_a_first_impression() {
    let pile = examples(&["skarrow"]);
    let answer = read(&pile, &Request::default());
    let stability = answer
        .body
        .topics
        .as_ref()
        .and_then(|part| part.body.choice.as_ref());
    assert!(
        stability
            .and_then(|choice| choice.stability)
            .is_some_and(|s| s < 0.5)
    );
    let report = READ.report(&answer, &Reading::for_one_run(&pile), Detail::Outline);
    let topics = report
        .sections
        .iter()
        .find(|section| section.id == "topics");
    let parts = &topics.expect("there are topics").parts;
    assert!(matches!(&parts[0], State::Unsure { note, .. } if note.contains("first impression")));
}

#[test]
fn groups_are_told_by_words_and_lead_to_their_documents() {
    let pile = examples(&["skarrow"]);
    let answer = read(&pile, &Request::default());
    let report = READ.report(&answer, &Reading::for_one_run(&pile), Detail::Whole);
    assert_eq!(report.faults(), [""; 0]);
    let topics = &answer.body.topics.as_ref().expect("28 documents").body;
    let clusters = topics.clusters.as_deref().expect("groups");
    assert!(clusters.len() > 1);
    let members = clusters
        .iter()
        .map(|cluster| cluster.documents)
        .sum::<usize>();
    assert_eq!(members, topics.documents.len());
    for cluster in clusters {
        let typical = cluster.typical.expect("a group has a document");
        assert_eq!(topics.documents[typical].cluster, Some(cluster.id));
        assert!(cluster.terms.iter().all(|word| word.inside > word.outside));
    }
    assert!(clusters.iter().any(|cluster| !cluster.terms.is_empty()));
    assert!(report.sections.iter().any(|section| section.id == "groups"));
}

#[test]
fn a_long_document_has_a_sentence_of_each_segment() {
    let pile = examples(&["lecture.txt"]);
    let answer = read(&pile, &Request::default());
    let body = &answer.body;
    let segments = &body.segment.as_ref().expect("it is long").body.documents[0].segments;
    assert!(segments.len() > 1);
    let leads = &body.leads;
    let told: Vec<usize> = leads.iter().map(|lead| lead.segment).collect();
    assert_eq!(told, (0..segments.len()).collect::<Vec<_>>());
    for (lead, segment) in leads.iter().zip(segments) {
        assert!(segment.start <= lead.start && lead.end <= segment.end);
        assert_eq!(pile.documents[0].text[lead.start..lead.end], lead.text);
    }
    // With many long documents there is a list of them.
    let many = (0..6).map(|_| pile.documents[0].text.clone());
    let many = Pile::from(many.collect::<Vec<_>>());
    assert!(read(&many, &Request::default()).body.leads.is_empty());
}

#[test]
fn who_speaks_in_a_transcript_is_told_and_not_guessed_from_style() {
    let turn = |i: usize| {
        let name = ["Anna", "Berit", "Carl"][i % 3];
        format!("{name}: The quay needs {i} new posts, and the council has to pay for them.\n")
    };
    let pile = Pile::from(vec![(0..120).map(turn).collect::<String>()]);
    let answer = read(&pile, &Request::default());
    let speakers = &answer.body.pile.documents[0].speakers;
    let expected = ["Anna", "Berit", "Carl"].map(|name| (name.to_owned(), 40));
    assert_eq!(*speakers, expected);
    assert!(answer.body.authors.is_none());
    let why = answer
        .body
        .left_out
        .iter()
        .find(|left| left.part == Part::Authors);
    assert_eq!(
        why.map(|left| &*left.reason),
        Some("who speaks is named in the text")
    );
    let report = READ.report(&answer, &Reading::for_one_run(&pile), Detail::Whole);
    assert!(
        report
            .sections
            .iter()
            .any(|section| section.id == "speakers")
    );
    assert_eq!(report.faults(), [""; 0]);
}

#[test]
fn opinions_are_counted_in_many_documents_alone() {
    let praise = "A wonderful, excellent, charming book, and I love it. Great!";
    let ran = |n: usize| {
        let pile = Pile::from(vec![praise; n]);
        read(&pile, &Request::default()).body.classify.is_some()
    };
    assert!(!ran(1) && !ran(9) && ran(10));
}
