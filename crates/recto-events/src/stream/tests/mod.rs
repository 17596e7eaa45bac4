mod bounds;
mod late;
mod latency;
mod saved;

use super::*;
use crate::synthetic::{Parameters, generate};
use crate::{OwnedMessage, Profile};
use recto_math::Silent;

fn detector() -> StreamDetector {
    StreamDetector::new(&Options::default()).expect("good options")
}

fn all_changes(messages: &[OwnedMessage]) -> Vec<Change> {
    let run = Run::new(0, &Silent);
    let mut detector = detector();
    let mut changes = Vec::new();
    for message in messages {
        changes.extend(detector.push(&message.as_message(), &run).expect("a push"));
    }
    changes.extend(detector.finish(&run).expect("an end"));
    changes
}

fn made() -> Vec<OwnedMessage> {
    generate(&Parameters {
        scale: 0.5,
        duration: 4000.0,
        ..Parameters::new(3)
    })
}

#[test]
fn every_sub_event_is_provisional_first_and_ends_once() {
    let changes = all_changes(&made());
    let mut seqs = changes.iter().map(|change| change.seq);
    assert!(seqs.by_ref().eq(0..changes.len() as u64));
    let mut ids: Vec<&str> = changes.iter().map(|change| change.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert!(ids.len() >= 5, "{} sub-events", ids.len());
    for id in ids {
        let own: Vec<ChangeKind> = changes
            .iter()
            .filter(|change| change.id == id)
            .map(|change| change.kind)
            .collect();
        let (last, before) = own.split_last().expect("at least one");
        assert_eq!(own[0], ChangeKind::Provisional);
        assert!(matches!(last, ChangeKind::Final | ChangeKind::Retracted));
        let is_end = |kind: &&ChangeKind| matches!(kind, ChangeKind::Final | ChangeKind::Retracted);
        assert_eq!(before.iter().filter(is_end).count(), 0);
    }
}

#[test]
fn sub_events_are_told_soon_and_decided_within_five_minutes() {
    for change in all_changes(&made()) {
        let age = change.watermark - change.event.peak;
        match change.kind {
            ChangeKind::Provisional => assert!(age <= 120.0, "{age}"),
            ChangeKind::Final => assert!(change.watermark - change.event.start <= 300.0),
            _ => {}
        }
    }
}

#[test]
fn messages_a_little_out_of_order_change_nothing() {
    let messages = made();
    let mut turned = messages.clone();
    // Neighbours within the lateness change places.
    for pair in turned.chunks_mut(2) {
        if pair.len() == 2 && pair[1].time - pair[0].time < 5.0 {
            pair.swap(0, 1);
        }
    }
    let told = |changes: Vec<Change>| -> Vec<(ChangeKind, f64, String)> {
        let row = |c: Change| (c.kind, c.event.peak, c.event.title);
        changes.into_iter().map(row).collect()
    };
    assert_eq!(told(all_changes(&messages)), told(all_changes(&turned)));
}

#[test]
fn ticks_close_a_silent_stream() {
    let run = Run::new(0, &Silent);
    let messages = made();
    let mut detector = detector();
    for message in messages.iter().filter(|message| message.time < 1560.0) {
        detector.push(&message.as_message(), &run).expect("a push");
    }
    let changes = detector.tick(1e6, &run).expect("a tick");
    assert!(
        changes
            .iter()
            .any(|change| change.kind == ChangeKind::Final)
    );
    assert_eq!(detector.n_open(), 0);
    let late = detector
        .push(&messages[0].as_message(), &run)
        .expect("a push");
    assert!(late.is_empty());
    assert_eq!(detector.counts().dropped_late, 1);
    // The clock of the caller counts: a message of now is not far ahead.
    let next = Message::new(1e6 + 60.0, "the boats are out on the water");
    detector.push(&next, &run).expect("a push");
    assert_eq!(detector.newest(), Some(1e6 + 60.0));
}

#[test]
fn a_wrong_clock_does_not_move_the_stream_but_a_long_silence_does() {
    let run = Run::new(0, &Silent);
    let mut detector = detector();
    let mut push = |time: f64| {
        let message = Message::new(time, "the boats are out on the water");
        detector.push(&message, &run).expect("a push");
        detector.counts()
    };
    push(0.0);
    push(1e9);
    assert_eq!(push(5.0).quarantined, 1);
    for i in 0..20 {
        push(1e6 + f64::from(i) * 700.0);
    }
    let counts = push(1e6 + 20.0 * 700.0);
    assert_eq!((counts.quarantined, counts.dropped_late), (1, 0));
    assert!(counts.used >= 18, "{counts:?}");
}

#[test]
fn numbers_that_are_no_times_are_counted() {
    let run = Run::new(0, &Silent);
    let mut detector = detector();
    for time in [f64::NAN, f64::INFINITY, 1e300, -1e12] {
        let message = Message::new(time, "the boats are out on the water");
        detector.push(&message, &run).expect("a push");
        detector.tick(time, &run).expect("a tick");
    }
    assert_eq!(detector.counts().bad_times, 4);
    assert_eq!(detector.watermark(), None);
    assert!(detector.finish(&run).expect("an end").is_empty());
}
