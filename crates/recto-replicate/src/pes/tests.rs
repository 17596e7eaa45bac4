//! The replication on a made stream in a folder.

use super::*;
use crate::made::Folder;
use recto::Answer;
use recto_math::Silent;
use recto_report::text::{TextOptions, render};

/// A quarter of an hour of messages, with a burst in the eighth minute.
fn stream() -> String {
    let quiet = (0..90).map(|i| (10 * i, format!("watching the quay {}", i % 7)));
    let loud = (0..80).map(|i| (480 + i / 2, format!("lights out in the hall {}", i % 5)));
    let mut all: Vec<(u32, String)> = quiet.chain(loud).collect();
    all.sort();
    let row = |(second, text): (u32, String)| {
        let time = 1_741_637_940 + second;
        format!("{{\"time\": {time}, \"text\": \"{text}\"}}\n")
    };
    all.into_iter().map(row).collect()
}

const REFERENCE: &str = "{\"time\": \"2025-03-10T20:27:10Z\", \"tier\": \"core\", \"what\": \"lights out\"}\n\
                         {\"time\": \"2025-03-10T20:20:00Z\", \"tier\": \"ext\"}\n";

fn replicated(folder: &Folder) -> Result<Answer<Replicated>, ReplicateError> {
    let request = Request {
        data: folder.path().into(),
        seeds: Some(1),
        ..Request::default()
    };
    Pes::run(&request, &Run::new(0, &Silent))
}

#[test]
fn every_table_of_the_paper_has_a_table_here() {
    let folder = Folder::new();
    folder.write("events/hall.jsonl", &stream());
    folder.write("events/hall.subevents.jsonl", REFERENCE);
    folder.write("events/unjudged.jsonl", &stream());
    let answer = replicated(&folder).unwrap();
    assert_eq!(answer.failed, []);
    let [found] = &answer.body.streams[..] else {
        panic!("one stream has a reference");
    };
    assert_eq!((found.messages, found.core, found.others), (170, 1, 1));
    let made = &answer.body.made;
    assert_eq!(made.systems.len(), 5);
    assert_eq!(made.participants.len(), 3);
    let recto = made
        .systems
        .iter()
        .find(|row| row.system == "recto")
        .unwrap();
    assert!(recto.scores[1].f > 0.9, "{recto:?}");
    for row in made
        .systems
        .iter()
        .chain(&found.systems)
        .flat_map(|row| &row.scores)
    {
        assert!((0.0..=1.0).contains(&row.f) && row.corrected.is_some_and(|f| f <= 1.0));
    }
    let report = Pes::report(&answer);
    assert_eq!(report.faults(), [""; 0]);
    let options = TextOptions {
        width: 220,
        color: false,
    };
    assert!(render(&report, options).contains("Participant + MM"));
}

#[test]
fn a_folder_without_references_and_a_bad_reference_are_named() {
    let folder = Folder::new();
    folder.write("hall.jsonl", &stream());
    let error = replicated(&folder).unwrap_err().to_string();
    assert!(error.contains("no set there"), "{error}");
    folder.write("hall.subevents.jsonl", "{\"what\": \"nothing\"}\n");
    assert!(replicated(&folder).is_err());
}

#[test]
fn a_stream_that_no_method_can_read_is_named() {
    let folder = Folder::new();
    // Half of the messages are thirty years older.
    let rows = (0..20).map(|i| {
        let time = if i % 2 == 0 {
            800_000_000
        } else {
            1_741_637_940
        };
        format!(
            "{{\"time\": {}, \"text\": \"on the quay {i}\"}}\n",
            time + 60 * i
        )
    });
    folder.write("hall.jsonl", &rows.collect::<String>());
    folder.write("hall.subevents.jsonl", REFERENCE);
    let error = replicated(&folder).unwrap_err();
    assert!(matches!(error, ReplicateError::Set { .. }), "{error}");
    assert!(
        error.to_string().starts_with("hall: the messages span"),
        "{error}"
    );
}

#[test]
fn published_averages_are_the_means_of_their_rows() {
    let table = published::table();
    let (average, rows) = table.split_last().unwrap();
    let mean = |of: fn(&PublishedRow) -> f64| rows.iter().map(of).sum::<f64>() / rows.len() as f64;
    assert!((mean(|row| row.spike[2]) - average.spike[2]).abs() < 0.006);
    assert!((mean(|row| row.participant_spike[2]) - average.participant_spike[2]).abs() < 0.006);
    assert!((mean(|row| row.mixture[2]) - average.mixture[2]).abs() < 0.006);
}
