//! Floors on made streams, whose sub-events are known.

use rayon::prelude::*;
use recto_events::metrics::participants::participants;
use recto_events::metrics::score;
use recto_events::synthetic::{self, Parameters, Source, TrueEvent};
use recto_events::{Message, Options, OwnedMessage, Profile, Timeline, methods};
use recto_math::{Run, Silent};

fn detect(messages: &[OwnedMessage], profile: Profile) -> Timeline {
    let options = Options {
        profile,
        ..Options::default()
    };
    let detector = (methods()[0].build)(&options).expect("good options");
    let messages: Vec<Message<'_>> = messages.iter().map(OwnedMessage::as_message).collect();
    let run = Run::new(0, &Silent);
    detector.detect(&messages, &run).expect("a timeline")
}

fn f_of(timeline: &Timeline, tolerance: f64) -> f64 {
    let peaks: Vec<f64> = timeline.events.iter().map(|event| event.peak).collect();
    let truth: Vec<f64> = synthetic::sub_events()
        .iter()
        .map(TrueEvent::peak)
        .collect();
    score(&peaks, &truth, tolerance).f
}

/// Whether a sub-event of the participant is found near the true one of this index.
fn is_found(timeline: &Timeline, index: usize, name: &str) -> bool {
    let truth = synthetic::sub_events()[index].peak();
    let is_named = |&p: &usize| timeline.participants[p].name == name;
    timeline.events.iter().any(|event| {
        (event.peak - truth).abs() <= 120.0 && event.participants.first().is_some_and(is_named)
    })
}

#[test]
fn auto_finds_the_sub_events_of_ten_made_streams_and_nothing_else() {
    let mut long_tail = 0;
    for seed in 1..=10 {
        let made = synthetic::generate_with_sources(&Parameters::new(seed));
        let timeline = detect(&made.messages, Profile::Auto);
        let f = f_of(&timeline, 120.0);
        assert!(f >= 0.95, "seed {seed}: {f}");
        long_tail += usize::from(
            [3, 11]
                .iter()
                .all(|&i| is_found(&timeline, i, "Ivo Sandell")),
        );
        let is_flood = |m: &u32| made.sources[*m as usize] == Source::Flood;
        let flooded = timeline
            .events
            .iter()
            .filter(|e| e.members.iter().filter(|m| is_flood(m)).count() * 2 > e.members.len());
        assert_eq!(flooded.count(), 0, "seed {seed}");
        let found: Vec<Vec<String>> = timeline
            .participants
            .iter()
            .map(|p| p.names.iter().map(|(name, _)| name.clone()).collect())
            .collect();
        let truth: Vec<Vec<String>> = synthetic::participants()
            .iter()
            .map(|p| p.names.iter().map(|name| name.to_lowercase()).collect())
            .collect();
        let scores = participants(&found, &truth);
        assert_eq!(
            (scores.participants.f, scores.names.f),
            (1.0, 1.0),
            "seed {seed}"
        );
    }
    assert!(long_tail >= 8, "{long_tail} of 10");
}

/// The number of false alarms is the one knob: on twenty streams of chatter, a drifting topic
/// and a flood, at 0.01 each, even one is unlikely.
#[test]
fn a_stream_without_events_has_none() {
    let n_found = |seed: u64| {
        let made = synthetic::generate_with_sources(&Parameters::new(seed));
        let rows = made.messages.into_iter().zip(made.sources);
        let quiet = rows.filter(|(_, source)| !matches!(source, Source::Event(_)));
        let quiet: Vec<_> = quiet.map(|(message, _)| message).collect();
        detect(&quiet, Profile::Auto).events.len()
    };
    let found: usize = (1..=20).map(n_found).sum();
    assert!(found <= 1, "{found} false alarms");
}

/// At minute 40 one message in six begins to be about the break, while fewer and fewer are
/// written: no volume rises.
#[test]
fn a_moment_without_a_rise_of_volume_is_found() {
    let mut messages = synthetic::generate_with_sources(&Parameters::new(3));
    let mut kept = 0;
    for (message, source) in messages.messages.iter_mut().zip(&messages.sources) {
        if matches!(source, Source::Event(_)) {
            message.time = f64::NAN;
        }
        if message.time >= 2400.0 {
            kept += 1;
            let rest = 1.0 - (message.time - 2400.0) / 6000.0;
            if f64::from(kept % 10) >= 10.0 * rest {
                message.time = f64::NAN;
            } else if message.time < 3300.0 && kept % 6 == 0 {
                message.text.push_str(" interval");
            }
        }
    }
    let timeline = detect(&messages.messages, Profile::Auto);
    let found: Vec<(f64, &str)> = timeline
        .events
        .iter()
        .map(|event| (event.peak, event.title.as_str()))
        .collect();
    let [(peak, title)] = found[..] else {
        panic!("{found:?}");
    };
    assert!(
        (peak - 2400.0).abs() <= 60.0 && title.contains("nterval"),
        "{found:?}"
    );
}

#[test]
fn members_are_the_messages_that_were_made_for_a_sub_event() {
    let made = synthetic::generate_with_sources(&Parameters::new(1));
    let timeline = detect(&made.messages, Profile::Auto);
    let (mut right, mut assigned) = (0, 0);
    for event in &timeline.events {
        let truth = synthetic::sub_events()
            .iter()
            .position(|t| (t.peak() - event.peak).abs() <= 45.0);
        let truth = truth.expect("every sub-event is true");
        let is_own = |m: &&u32| made.sources[**m as usize] == Source::Event(truth);
        right += event.members.iter().filter(is_own).count();
        assigned += event.members.len();
    }
    let of_events = made
        .sources
        .iter()
        .filter(|s| matches!(s, Source::Event(_)))
        .count();
    let (precision, recall) = (
        right as f64 / assigned as f64,
        right as f64 / of_events as f64,
    );
    assert!(precision >= 0.97 && recall >= 0.97, "{precision} {recall}");
}

#[test]
fn a_stream_in_lower_case_keeps_its_sub_events() {
    let made = synthetic::generate(&Parameters {
        lower: true,
        ..Parameters::new(1)
    });
    let f = f_of(&detect(&made, Profile::Auto), 120.0);
    assert!(f >= 0.9, "{f}");
}

#[test]
fn the_running_detector_finds_nearly_as_much() {
    // The file engine has 1.00 on each, as another test checks.
    (1..=10).into_par_iter().for_each(|seed| {
        let made = synthetic::generate(&Parameters::new(seed));
        let f = f_of(&detect(&made, Profile::Stream), 120.0);
        assert!(f >= 0.95, "seed {seed}: {f}");
    });
}
