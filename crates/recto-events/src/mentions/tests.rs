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
const RULES: Rules = Rules {
    min_messages: None,
    max_share: 0.3,
};

fn names_of(messages: &[Message<'_>], rules: &Rules) -> (Vec<String>, bool) {
    let run = Run::new(0, &Silent);
    let (corpus, evidence) = Corpus::read(messages, &FILTER, 10.0, &run).expect("a corpus");
    let (found, has_case) = find(&corpus, &evidence, rules);
    (found.into_iter().map(|m| m.text).collect(), has_case)
}

fn repeated(texts: &[&str], times: usize) -> Vec<String> {
    // Copies are told apart by a number, so that none is dropped.
    let copies = (0..times).flat_map(|i| texts.iter().map(move |text| format!("{text} {i}")));
    copies.collect()
}

fn messages(texts: &[String]) -> Vec<Message<'_>> {
    let times = (0..).map(f64::from);
    times
        .zip(texts)
        .map(|(t, text)| Message::new(t, text))
        .collect()
}

#[test]
fn capitals_inside_sentences_make_a_name_and_first_words_do_not() {
    let texts = repeated(
        &[
            "Watching the boat of Kestrel tonight",
            "that boat of kestrel is fast",
            "Nothing like Lena Kestrel tonight",
            "rain and wind all day, quite a day of it",
            "and so it goes on the water here now",
        ],
        20,
    );
    let (names, has_case) = names_of(&messages(&texts), &RULES);
    assert!(has_case);
    assert_eq!(names, ["lena", "lena kestrel"]);
    let all = Rules {
        max_share: 1.0,
        ..RULES
    };
    let (names, _) = names_of(&messages(&texts), &all);
    assert_eq!(names, ["kestrel", "lena", "lena kestrel"]);
}

#[test]
fn a_message_in_capitals_is_no_evidence() {
    let texts = repeated(&["WHAT A GREAT EVENING FOR BOATS"], 50);
    assert_eq!(names_of(&messages(&texts), &RULES).0, [""; 0]);
}

#[test]
fn without_case_rare_words_and_their_pairs_are_names() {
    let texts = repeated(
        &[
            "what a goal by lena kestrel",
            "the keeper saves well",
            "rain again over the stadium",
            "beer and friends tonight",
        ],
        20,
    );
    let (names, has_case) = names_of(&messages(&texts), &RULES);
    assert!(!has_case);
    assert_eq!(names, ["kestrel", "lena", "lena kestrel"]);
}

#[test]
fn every_name_of_the_made_stream_is_found() {
    let made = synthetic::generate(&synthetic::Parameters::new(1));
    let messages: Vec<Message<'_>> = made.iter().map(|m| m.as_message()).collect();
    let (names, _) = names_of(&messages, &RULES);
    let truth = synthetic::participants().iter().flat_map(|p| p.names);
    let mut truth: Vec<String> = truth.map(|name| name.to_lowercase()).collect();
    truth.sort();
    for name in &truth {
        assert!(names.contains(name), "{name}");
    }
}
