use super::*;
use crate::synthetic::{Parameters, generate};
use recto_math::Silent;

fn all_changes(messages: &[OwnedMessage]) -> Vec<Change> {
    let run = Run::new(0, &Silent);
    let mut detector = StreamDetector::new(&Options::default()).expect("good options");
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
    let mut detector = StreamDetector::new(&Options::default()).expect("good options");
    for message in messages.iter().filter(|message| message.time < 1560.0) {
        detector.push(&message.as_message(), &run).expect("a push");
    }
    let changes = detector.tick(1e6, &run).expect("a tick");
    assert!(
        changes
            .iter()
            .any(|change| change.kind == ChangeKind::Final)
    );
    let late = detector
        .push(&messages[0].as_message(), &run)
        .expect("a push");
    assert!(late.is_empty());
    assert_eq!(detector.counts().late, 1);
}

#[test]
fn a_wrong_clock_does_not_move_the_stream_but_a_long_silence_does() {
    let run = Run::new(0, &Silent);
    let mut detector = StreamDetector::new(&Options::default()).expect("good options");
    let mut push = |time: f64| {
        let message = Message::new(time, "the boats are out on the water");
        detector.push(&message, &run).expect("a push");
        detector.counts()
    };
    push(0.0);
    push(1e9);
    assert_eq!(push(5.0).bad_times, 1);
    for i in 0..20 {
        push(1e6 + f64::from(i) * 700.0);
    }
    let counts = push(1e6 + 20.0 * 700.0);
    assert_eq!((counts.bad_times, counts.late), (1, 0));
    assert!(counts.used >= 18, "{counts:?}");
}

#[test]
fn memory_does_not_grow_with_the_stream() {
    let run = Run::new(0, &Silent);
    let mut detector = StreamDetector::new(&Options::default()).expect("good options");
    for i in 0..6000u32 {
        let text = format!("message number {i} about boat{}", i / 3);
        let message = Message::new(f64::from(i) * 2.0, &text);
        detector.push(&message, &run).expect("a push");
    }
    let (n_messages, n_words) = detector.window.size();
    // Half an hour and five minutes at one message in two seconds, with two new words each.
    assert!(
        n_messages <= 1070 && n_words <= 2200,
        "{n_messages} {n_words}"
    );
}
