use super::*;
use crate::report::html;
use crate::{Document, Pile};
use recto_math::Silent;

fn answered(pile: &Pile, request: &Request) -> Answer<Body> {
    let reading = Reading::for_one_run(pile);
    let run = Run::new(0, &Silent);
    let answer = EVENTS.run(&reading, request, &Attachments::default(), &run);
    answer.expect("an answer")
}

fn page(pile: &Pile, detail: Detail) -> Report {
    let answer = answered(pile, &Request::default());
    EVENTS.report(&answer, &Reading::for_one_run(pile), detail)
}

#[test]
fn documents_with_a_time_are_messages_and_others_are_left_out_and_counted() {
    let mut pile = made::pile(1);
    for document in &mut pile.documents {
        document.post = None;
    }
    pile.documents.push(Document::new("late", "no time at all"));
    let answer = answered(&pile, &Request::default());
    assert_eq!(answer.body.counts.without_time, 1);
    assert_eq!(answer.body.counts.read, 15_495);
    let warning = answer.warnings[0].to_string();
    assert!(warning.starts_with("1 documents have no time"), "{warning}");
    // Who wrote a message is not known now, but what happened is the same.
    assert!(answer.body.events.len() >= 13);
}

#[test]
fn the_made_match_is_told_in_order_with_its_participants() {
    let answer = answered(&made::pile(1), &Request::default());
    let body = &answer.body;
    assert!(body.events.is_sorted_by(|a, b| a.peak <= b.peak));
    let ids: Vec<&str> = body.participants.iter().map(|one| &*one.id).collect();
    assert!(ids.contains(&"lena kestrel"), "{ids:?}");
    let volume = body.volume.as_ref().expect("messages");
    let total: u32 = volume.counts.iter().sum();
    assert_eq!(total as usize, body.counts.used);
    let with_lane = body.participants.iter().filter(|one| one.volume.is_some());
    for participant in with_lane {
        let own = participant
            .volume
            .as_ref()
            .map_or(0, |volume| volume.iter().sum());
        assert_eq!(own as usize, participant.messages, "{}", participant.name);
    }
}

#[test]
fn a_page_quotes_few_messages_and_has_a_lane_for_who_matters() {
    let report = page(&made::pile(1), Detail::Whole);
    assert!(report.sources.len() < 15 * 6, "{}", report.sources.len());
    let drawn = html::page(&report);
    assert!(drawn.contains("Lena Kestrel") && drawn.contains("All messages"));
    assert!(drawn.len() < 400_000, "{} bytes", drawn.len());
}

#[test]
fn a_stream_of_nothing_says_so() {
    let report = page(&Pile::default(), Detail::Whole);
    assert_eq!(report.title, "No messages");
    assert!(html::page(&report).contains("There are no messages to look at."));
    let two = Pile {
        documents: made::pile(1).documents.into_iter().take(2).collect(),
        ..Pile::default()
    };
    assert!(answered(&two, &Request::default()).body.events.is_empty());
}

#[test]
fn the_answer_survives_being_written_and_read() {
    let pile = made::pile(2);
    let answer = answered(&pile, &Request::default());
    let mut json = Vec::new();
    crate::to_json(&answer, &mut json).expect("memory");
    let again: Answer<Body> = serde_json::from_slice(&json).expect("the same type");
    assert_eq!(again.body.events.len(), answer.body.events.len());
    assert_eq!(again.body.participants, answer.body.participants);
}

#[test]
fn names_that_differ_in_case_alone_get_ids_of_their_own() {
    let mut files = Attachments::default();
    files.add_file("participants", "who.txt", "Rovers\nrovers, hawks\n");
    let pile = made::pile(1);
    let reading = Reading::for_one_run(&pile);
    let run = Run::new(0, &Silent);
    let answer = EVENTS.run(&reading, &Request::default(), &files, &run);
    let body = answer.expect("an answer").body;
    let mut ids: Vec<&String> = body.participants.iter().map(|one| &one.id).collect();
    let n = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), n);
}
