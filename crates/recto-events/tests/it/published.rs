//! What the published form does otherwise.

use recto_events::{Message, Options, Profile, methods};
use recto_math::{Run, Silent};

/// A match in which two of three messages name the same player.
fn messages() -> Vec<String> {
    let praise = ["a fine pass by", "the crowd sings for", "so far ahead of"];
    let texts = (0..300).map(|i| match i % 3 {
        0 => format!("here comes Almeida with {} number {i}", praise[i / 3 % 3]),
        1 => format!(
            "we saw {} the great Almeida in minute {i}",
            praise[i / 3 % 3]
        ),
        _ => format!("the rain over the ground does not stop at all {i}"),
    });
    texts.collect()
}

fn names(profile: Profile) -> Vec<String> {
    let texts = messages();
    let times = (0..).map(|second| 1.4e9 + 5.0 * f64::from(second));
    let messages: Vec<Message<'_>> = times
        .zip(&texts)
        .map(|(time, text)| Message::new(time, text))
        .collect();
    let method = methods().iter().find(|row| row.name == "mixture");
    let options = Options {
        profile,
        language: Some(*b"en"),
        ..Options::default()
    };
    let detector = (method.expect("a row").build)(&options).expect("valid options");
    let timeline = detector.detect(&messages, &Run::new(0, &Silent));
    let participants = timeline.expect("a timeline").participants;
    participants.into_iter().map(|one| one.name).collect()
}

#[test]
fn a_name_in_most_messages_is_a_participant_of_the_published_form_alone() {
    assert_eq!(names(Profile::Paper), ["Almeida"]);
    assert!(names(Profile::Auto).is_empty());
}
