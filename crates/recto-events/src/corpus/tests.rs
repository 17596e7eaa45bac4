use super::*;
use recto_math::Silent;

const FILTER: Filter = Filter {
    language: None,
    drop_links: false,
    keep_reposts: false,
    keep_duplicates: false,
};

fn read(messages: &[Message<'_>], filter: &Filter) -> Corpus {
    let run = Run::new(0, &Silent);
    Corpus::read(messages, filter, 10.0, &run)
        .expect("a corpus")
        .0
}

#[test]
fn messages_are_sorted_by_time_and_then_by_place() {
    let messages = [
        Message::new(5.0, "second one"),
        Message::new(1.0, "first one"),
        Message::new(5.0, "third one"),
    ];
    let corpus = read(&messages, &FILTER);
    assert_eq!(corpus.indices, [1, 0, 2]);
    assert_eq!(corpus.times, [1.0, 5.0, 5.0]);
}

#[test]
fn every_refused_message_is_counted_by_its_reason() {
    let long = "goal ".repeat(1000);
    let mut messages = vec![
        Message::new(0.0, "RT @ana: what a goal"),
        Message::new(1.0, "look at this https://example.org"),
        Message::new(2.0, "..."),
        Message::new(3.0, "the ferry leaves the harbour early"),
        Message::new(4.0, "The ferry leaves the harbour EARLY!"),
        Message::new(5.0, &long),
        Message::new(f64::NAN, "no time"),
        Message::new(f64::INFINITY, "no time"),
        Message::new(
            6.0,
            "der Hafen liegt am Rand der Stadt und die Boote kommen früh",
        ),
    ];
    messages[3].is_reply = true;
    let filter = Filter {
        drop_links: true,
        language: Some(*b"en"),
        ..FILTER
    };
    let corpus = read(&messages, &filter);
    let expected = Counts {
        read: 9,
        used: 2,
        reposts: 1,
        duplicates: 1,
        other_language: 1,
        with_links: 1,
        empty: 1,
        bad_times: 2,
        late: 0,
        dropped_late: 0,
        quarantined: 0,
        shortened: 1,
    };
    assert_eq!(corpus.counts, expected);
    assert_eq!(corpus.replies, [true, false]);
    assert_eq!(corpus.words(1).len(), 400);
}

#[test]
fn a_copy_renews_the_ten_minutes_of_its_text() {
    let text = "win a free boat trip tonight";
    let at = |times: &[f64]| {
        let messages: Vec<Message<'_>> = times.iter().map(|&t| Message::new(t, text)).collect();
        read(&messages, &FILTER).len()
    };
    assert_eq!(at(&[0.0, 500.0, 1000.0, 1500.0]), 1);
    assert_eq!(at(&[0.0, 700.0, 800.0]), 2);
    let short = [
        Message::new(0.0, "goal kestrel"),
        Message::new(1.0, "goal kestrel"),
    ];
    assert_eq!(read(&short, &FILTER).len(), 2);
}

#[test]
fn a_wrong_clock_is_left_out_and_a_long_stream_is_refused() {
    let mut messages: Vec<Message<'_>> = (0..500)
        .map(|i| Message::new(1e9 + f64::from(i), "goal for the hawks"))
        .collect();
    messages.push(Message::new(0.0, "clock"));
    assert_eq!(read(&messages, &FILTER).counts.bad_times, 1);
    let far = [Message::new(0.0, "a boat"), Message::new(1e10, "a ship")];
    let error = Corpus::read(&far, &FILTER, 10.0, &Run::new(0, &Silent)).err();
    assert!(matches!(error, Some(EventsError::TooLong { .. })));
}

#[test]
fn words_that_only_a_copy_has_do_no_harm() {
    let mut messages: Vec<Message<'_>> = (0..20)
        .map(|i| Message::new(f64::from(i), "Kestrel sails"))
        .collect();
    messages.push(Message::new(30.0, "ferry leaves harbour early"));
    messages.push(Message::new(
        31.0,
        "the ferry has left: ferry leaves harbour early",
    ));
    messages.push(Message::new(32.0, "ferry leaves the harbour so early"));
    let run = Run::new(0, &Silent);
    let (corpus, evidence) = Corpus::read(&messages, &FILTER, 10.0, &run).expect("a corpus");
    assert_eq!(corpus.counts.duplicates, 1);
    let rules = crate::mentions::Rules {
        min_messages: None,
        max_share: 0.3,
    };
    crate::mentions::find(&corpus, &evidence, &rules);
    assert!(evidence.is_of(corpus.n_words()));
}

#[test]
fn messages_by_word_grow_and_shrink_with_the_corpus() {
    let texts = ["goal goal", "the ferry", "a late goal", "ferry and goal"];
    let messages: Vec<Message<'_>> = texts
        .iter()
        .zip(0..)
        .map(|(text, second)| Message::new(f64::from(second), text))
        .collect();
    let corpus = read(&messages, &FILTER);
    let whole = MessagesByWord::of(&corpus);
    let word = |form: &str| corpus.vocabulary.get(form).expect("a word").0 as usize;
    assert_eq!(whole.lists()[word("goal")], [0, 2, 3]);
    assert_eq!(whole.lists()[word("ferry")], [1, 3]);
    // Function words are in no list.
    assert!(whole.lists()[word("the")].is_empty());
    let mut again = whole.clone();
    again.truncate(2);
    assert_eq!(again.lists()[word("goal")], [0]);
    again.extend(&corpus);
    assert_eq!(again.lists(), whole.lists());
}
