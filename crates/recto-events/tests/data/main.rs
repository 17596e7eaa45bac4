//! Figures on real streams, from the folder that `RECTO_DATA` names.

#![expect(clippy::print_stdout, reason = "figures are printed")]

#[path = "../../examples/streams/data.rs"]
mod data;

use data::Stream;
use recto_events::metrics::{Score, chance, corrected, score_with_neutral};
use recto_events::{Message, Options, OwnedMessage, Profile, Timeline, methods};
use recto_math::{Run, Silent};
use std::path::Path;

recto_testing::data_tests! {
    on "events": [
        auto_finds_the_moments_of_three_matches,
        auto_is_above_the_baselines,
        the_participants_of_a_match_are_its_players,
    ],
}

fn detect(method: &str, profile: Profile, stream: &Stream) -> Timeline {
    let row = methods().iter().find(|row| row.name == method);
    let options = Options {
        profile,
        ..Options::default()
    };
    let detector = (row.expect("a row").build)(&options).expect("good options");
    let messages: Vec<Message<'_>> = stream
        .messages
        .iter()
        .map(OwnedMessage::as_message)
        .collect();
    let run = Run::new(0, &Silent);
    detector.detect(&messages, &run).expect("a timeline")
}

/// The score of a method within a tolerance, and how far it is above chance.
fn score(method: &str, profile: Profile, stream: &Stream, tolerance: f64) -> (Score, f64) {
    let found = detect(method, profile, stream);
    let peaks = stream.scored(found.events.iter().map(|event| event.peak));
    let score = score_with_neutral(&peaks, &stream.core, &stream.ext, tolerance);
    let (core, ext) = (&stream.core, &stream.ext);
    let level = chance(peaks.len(), core, ext, stream.span, tolerance, 0);
    (score, corrected(score.f, level))
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let n = values.len() as f64;
    values.sum::<f64>() / n
}

fn auto_finds_the_moments_of_three_matches(folder: &Path) {
    let of = |stream: &Stream| {
        let (found, _) = score("auto", Profile::Auto, stream, 90.0);
        println!("{} within 90 s: {found:.2?}", stream.name);
        found
    };
    let streams = data::real(&folder.join(".."));
    let found: Vec<Score> = streams.iter().map(of).collect();
    assert!(found.iter().all(|score| score.f >= 0.8), "each");
    assert!(mean(found.iter().map(|score| score.f)) >= 0.85);
    assert!(mean(found.iter().map(|score| score.recall)) >= 0.9);
}

fn auto_is_above_the_baselines(folder: &Path) {
    let streams = data::real(&folder.join(".."));
    for tolerance in [60.0, 120.0] {
        let of = |method, profile| {
            let scores = streams
                .iter()
                .map(|s| score(method, profile, s, tolerance).1);
            mean(scores)
        };
        let auto = of("auto", Profile::Auto);
        for (method, profile) in [
            ("spike", Profile::Auto),
            ("spike", Profile::Paper),
            ("participant-spike", Profile::Paper),
            ("mixture", Profile::Paper),
        ] {
            let other = of(method, profile);
            println!(
                "±{tolerance} s above chance: auto {auto:.2}, {method} {profile:?} {other:.2}"
            );
            assert!(auto >= other + 0.1, "{method}");
        }
    }
}

/// The participant with this name.
fn participant_of(timeline: &Timeline, name: &str) -> Option<usize> {
    let has = |(other, _): &(String, usize)| other == name;
    let mut participants = timeline.participants.iter();
    participants.position(|participant| participant.names.iter().any(has))
}

fn the_participants_of_a_match_are_its_players(folder: &Path) {
    let streams = data::real(&folder.join(".."));
    let found = detect("auto", Profile::Auto, &streams[0]);
    let of = |name: &str| participant_of(&found, name);
    for (a, b) in [
        ("villa", "david villa"),
        ("torres", "fernando torres"),
        ("mata", "juan mata"),
    ] {
        assert!(of(a).is_some() && of(a) == of(b), "{a}");
    }
    assert_ne!(of("villa"), of("torres"));
    // One that chained names into a cluster of 18 before.
    let found = detect("auto", Profile::Auto, &streams[2]);
    let of = |name: &str| participant_of(&found, name);
    assert!(of("qatar").is_some() && of("qatar") != of("world cup") && of("qatar") != of("fifa"));
}
