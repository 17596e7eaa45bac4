use super::*;
use crate::corpus::Filter;
use crate::{Message, synthetic};
use recto_math::{Run, Silent};

const FILTER: Filter = Filter {
    language: None,
    drop_links: false,
    keep_reposts: false,
    keep_duplicates: false,
};

fn found(messages: &[Message<'_>], given: &[GivenParticipant], context: Context) -> Participants {
    joined(messages, given, context, Joining::Unambiguous)
}

fn joined(
    messages: &[Message<'_>],
    given: &[GivenParticipant],
    context: Context,
    joining: Joining,
) -> Participants {
    let run = Run::new(0, &Silent);
    let (corpus, evidence) = Corpus::read(messages, &FILTER, 10.0, &run).expect("a corpus");
    let settings = Settings {
        rules: mentions::Rules {
            min_messages: None,
            max_share: 0.3,
        },
        context,
        joining,
        given,
    };
    find(&corpus, &evidence, &settings)
}

fn groups(participants: &Participants) -> Vec<Vec<&str>> {
    participants
        .found
        .iter()
        .map(|p| {
            let mut names: Vec<&str> = p.names.iter().map(|(n, _)| n.as_str()).collect();
            names.sort_unstable();
            names
        })
        .collect()
}

#[test]
fn the_participants_of_made_streams_are_exact() {
    for seed in 1..=5 {
        let made = synthetic::generate(&synthetic::Parameters::new(seed));
        let messages: Vec<Message<'_>> = made.iter().map(|m| m.as_message()).collect();
        let participants = found(&messages, &[], Context::Local);
        let mut truth: Vec<Vec<String>> = synthetic::participants()
            .iter()
            .map(|p| {
                let mut names: Vec<String> = p.names.iter().map(|n| n.to_lowercase()).collect();
                names.sort();
                names
            })
            .collect();
        truth.sort();
        let mut clusters = groups(&participants);
        clusters.sort();
        assert_eq!(clusters, truth, "seed {seed}");
    }
}

/// A damaged state of a running stream may say so; a segment for every three minutes between them
/// would need 34 gigabytes.
#[test]
fn messages_that_are_millions_of_years_apart_take_little_memory() {
    let texts = ["Kestrel meets Anna Boyd.", "Anna Boyd thanks Kestrel."];
    let messages = texts.map(|text| Message::new(0.0, text));
    let run = Run::new(0, &Silent);
    let (mut corpus, evidence) = Corpus::read(&messages, &FILTER, 10.0, &run).expect("a corpus");
    corpus.times[1] = 1e15;
    let settings = Settings {
        rules: mentions::Rules {
            min_messages: None,
            max_share: 0.3,
        },
        context: Context::Local,
        joining: Joining::Unambiguous,
        given: &[],
    };
    let participants = find(&corpus, &evidence, &settings);
    let named = participants.found.iter().flat_map(|p| &p.messages);
    let mut all: Vec<u32> = named.chain(&participants.rest).copied().collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all, [0, 1]);
}

#[test]
fn given_names_win_and_unseen_ones_are_told() {
    let made = synthetic::generate(&synthetic::Parameters::new(1));
    let messages: Vec<Message<'_>> = made.iter().map(|m| m.as_message()).collect();
    let given = [
        GivenParticipant {
            name: "The Bird".into(),
            names: vec!["Kestrel".into(), "HCH".into()],
        },
        GivenParticipant {
            name: "Nobody".into(),
            names: vec![],
        },
    ];
    let participants = found(&messages, &given, Context::Local);
    let bird = participants.found.iter().find(|p| p.name == "The Bird");
    let names: Vec<&str> = bird
        .expect("it is named")
        .names
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    assert_eq!(names.len(), 2);
    assert!(names.contains(&"kestrel") && names.contains(&"hch"));
    assert_eq!(participants.unseen, ["Nobody"]);
}

/// Messages in which a short name belongs to one of two longer ones, and a phrase holds two
/// teams.
fn ambiguous() -> Vec<String> {
    let mut texts = Vec::new();
    for i in 0..60 {
        texts.push(format!("what a dunk by Bron James tonight so strong {i}"));
        texts.push(format!("again a dunk from James tonight so strong {i}"));
        texts.push(format!("three points for James Hardy from far away {i}"));
        texts.push(format!("that beard of Hardy from far away {i}"));
        texts.push(format!("nothing but rain and wind over the water {i}"));
        texts.push(format!("nobody went out to see the water today {i}"));
        texts.push(format!("the ferry is late again they say {i}"));
        texts.push(format!("the flag of Qatar is up in the wind {i}"));
        texts.push(format!("and the Golden Cup is up in the wind {i}"));
        texts.push(format!("this Qatar Golden Cup is up in the wind {i}"));
        texts.push(format!(
            "here in Qatar a big Golden Cup is up in the wind {i}"
        ));
    }
    texts
}

#[test]
fn a_name_of_two_people_and_a_phrase_of_two_things_join_nothing() {
    let texts = ambiguous();
    let times = (0..).map(f64::from);
    let messages: Vec<Message<'_>> = times
        .zip(&texts)
        .map(|(time, text)| Message::new(time, text))
        .collect();
    let participants = found(&messages, &[], Context::Global);
    let clusters = groups(&participants);
    let of = |name: &str| {
        let group = clusters.iter().find(|group| group.contains(&name));
        group.unwrap_or_else(|| panic!("{name} in {clusters:?}"))
    };
    assert_ne!(of("bron james"), of("james hardy"));
    assert_eq!(of("james"), of("bron james"));
    assert_eq!(of("hardy"), of("james hardy"));
    assert_ne!(of("qatar"), of("golden cup"));
}

#[test]
fn single_link_joins_two_people_over_a_name_of_both() {
    let texts = ambiguous();
    let times = (0..).map(f64::from);
    let messages: Vec<Message<'_>> = times
        .zip(&texts)
        .map(|(time, text)| Message::new(time, text))
        .collect();
    let participants = joined(&messages, &[], Context::Global, Joining::SingleLink);
    let clusters = groups(&participants);
    let joins =
        |group: &&Vec<&str>| group.contains(&"bron james") && group.contains(&"james hardy");
    assert!(clusters.iter().any(|group| joins(&group)), "{clusters:?}");
}

#[test]
fn the_largest_participants_are_kept_and_the_others_counted() {
    let name = |i: usize| {
        let letters = [i % 10, i / 10 % 10, i / 100];
        let letters = letters.map(|digit| char::from(b'a' + digit as u8 * 2));
        format!("Q{}z", letters.iter().collect::<String>())
    };
    // Names with small numbers are in more messages.
    let texts: Vec<String> = (0..300)
        .flat_map(|i| (0..20 - i / 40).map(move |k| (i, k)))
        .map(|(i, k)| format!("we saw {} there {i} {k}", name(i)))
        .collect();
    let times = (0..).map(f64::from);
    let messages: Vec<Message<'_>> = times
        .zip(&texts)
        .map(|(time, text)| Message::new(time, text))
        .collect();
    let participants = found(&messages, &[], Context::Local);
    assert_eq!(participants.found.len(), MAX_PARTICIPANTS);
    assert_eq!(participants.n_left_out, 300 - MAX_PARTICIPANTS);
    let smallest = participants.found.last().expect("some").messages.len();
    assert_eq!(smallest, 14);
    let n_named: usize = participants.found.iter().map(|p| p.messages.len()).sum();
    assert_eq!(n_named + participants.rest.len(), messages.len());
}
