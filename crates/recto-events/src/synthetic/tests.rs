use super::*;
use recto_testing::golden;
use recto_testing::golden::Entry;
use sha2::{Digest, Sha256};

/// The hash of a stream as lines of time, text, user and source.
fn hash(stream: &Synthetic) -> String {
    let source = |source: &Source| match source {
        Source::Chatter => -1,
        Source::Flood => -2,
        Source::Event(index) => *index as i64,
    };
    let line = |(message, from): (&OwnedMessage, &Source)| {
        let user = message.user.expect("every made message has one");
        format!(
            "{:.3}\t{}\t{user}\t{}",
            message.time,
            message.text,
            source(from)
        )
    };
    let lines: Vec<String> = stream
        .messages
        .iter()
        .zip(&stream.sources)
        .map(line)
        .collect();
    let digest = Sha256::digest(lines.join("\n"));
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn expect(stream: &Synthetic, row: &Entry<'_>) {
    assert_eq!(stream.messages.len(), row.at("n").count());
    assert_eq!(hash(stream), row.at("sha256").read::<String>());
}

#[test]
fn the_generator_makes_the_bytes_of_the_specification() {
    let file = golden!("generator");
    let mut random = SplitMix64(1);
    for draw in file.at("splitmix64_seed1_first5").read::<Vec<String>>() {
        assert_eq!(random.next().to_string(), draw);
    }
    expect(
        &generate_with_sources(&Parameters::new(1)),
        &file.at("seed1"),
    );
    let small = Parameters {
        scale: 0.1,
        ..Parameters::new(2)
    };
    expect(&generate_with_sources(&small), &file.at("seed2_scale01"));
}

#[test]
fn the_start_moves_every_message() {
    let at = |start| {
        let parameters = Parameters {
            scale: 0.1,
            start,
            ..Parameters::new(1)
        };
        generate(&parameters)
    };
    for (a, b) in at(0.0).iter().zip(&at(1000.0)) {
        assert!((a.time + 1000.0 - b.time).abs() < 1e-6 && a.text == b.text);
    }
}

#[test]
fn a_reference_is_one_message_of_each_sub_event_in_its_part() {
    let made = generate_with_sources(&Parameters::new(1));
    let found = reference_messages(&made, 1200.0, 2400.0);
    let sources: Vec<Source> = found.iter().map(|&m| made.sources[m]).collect();
    assert_eq!(sources, [2, 3, 4, 5].map(Source::Event));
    assert!(reference_messages(&made, 0.0, 60.0).is_empty());
}
