//! How soon a sub-event is told and decided on.

use super::*;
use crate::significance::{log_poisson_tail, threshold};

const LATENESS: f64 = 10.0;

/// Quiet chatter, and from `start` on two messages a second about something new, for
/// `lasting` seconds.
fn burst(start: f64, lasting: f64) -> Vec<(f64, String)> {
    let chatter = (0..1000).map(|i| {
        let words = ["boats", "water", "rain", "wind", "evening", "quay", "gulls"];
        let text = format!("{} and {} here", words[i % 7], words[i / 7 % 7]);
        (4.0 * i as f64, text)
    });
    let burst = (0..(2.0 * lasting) as usize).map(|i| {
        (
            start + i as f64 / 2.0,
            format!("lights out in the hall {i}"),
        )
    });
    let mut all: Vec<(f64, String)> = chatter.chain(burst).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    all
}

/// The first change of a kind about the lights, with the time of the message that brought it.
fn first(messages: &[(f64, String)], kind: ChangeKind) -> (f64, Change) {
    let run = Run::new(0, &Silent);
    let mut detector = detector();
    for (time, text) in messages {
        let changes = detector.push(&Message::new(*time, text), &run);
        let mut changes = changes.expect("a push").into_iter();
        if let Some(change) = changes.find(|c| c.kind == kind && c.event.title.contains("ights")) {
            return (*time, change);
        }
    }
    panic!("no {kind:?}");
}

#[test]
fn a_sub_event_is_told_half_a_minute_after_it_is_significant() {
    // So many messages are beyond chance whatever their words, on a word that is new.
    let needed = 6.0 * threshold(7200.0, 101, 0.01);
    let usual = 0.2 * 80.0 / 60.0;
    let n = (1..).find(|&n| -log_poisson_tail(n, usual) >= needed);
    let n = n.expect("some number") as f64;
    for start in [1800.0, 1807.0, 1814.0, 1821.0, 1828.0] {
        let (told, _) = first(&burst(start, 120.0), ChangeKind::Provisional);
        let significant = start + n / 2.0;
        let latest = significant + 30.0 + LATENESS + 0.5;
        assert!(told <= latest, "{start}: {told}, not by {latest}");
    }
}

#[test]
fn a_sub_event_that_goes_on_is_decided_on_after_five_minutes() {
    for lasting in [40.0, 200.0, 900.0] {
        let messages = burst(1800.0, lasting);
        let (_, provisional) = first(&messages, ChangeKind::Provisional);
        let (decided, change) = first(&messages, ChangeKind::Final);
        assert_eq!(change.id, provisional.id);
        let latest = provisional.event.start + 300.0 + LATENESS + 4.0;
        assert!(decided <= latest, "{lasting}: {decided}, not by {latest}");
    }
}
