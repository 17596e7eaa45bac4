use super::*;
use crate::corpus::Filter;
use crate::{Message, synthetic};
use recto_math::{Run, Silent};
use recto_text::Language;

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

#[test]
fn the_number_of_phrases_is_bounded() {
    let mut evidence = Evidence::default();
    let mut marker = Marker::default();
    let text = "Ann Boat";
    let marks = [(0, 3), (4, 8)].map(|(start, end)| {
        let span = recto_text::Span::new(start, end);
        marker.mark(text, span, true)
    });
    for word in 0..500_100 {
        evidence.add(&[word % 1000, word / 1000], &marks, 1000);
    }
    assert!(evidence.phrases(1).len() < 1000);
    evidence.add(&[1, 2], &marks, 1000);
    evidence.add(&[1, 2], &marks, 1000);
    assert!(evidence.phrases(2).contains(&(vec![1, 2], 2)));
}

#[test]
fn what_a_message_adds_is_taken_back() {
    let forms = ["We saw Lena Kestrel at the pier", "KESTREL AND BOATS AGAIN"];
    let texts: Vec<String> = (0..6)
        .map(|i| format!("{} berth{i}", forms[i % 2]))
        .collect();
    let run = Run::new(0, &Silent);
    let (_, all) = Corpus::read(&messages(&texts), &FILTER, 10.0, &run).expect("a corpus");
    let mut reading = crate::corpus::Reading::new(Language::from_code("en").expect("known"));
    let mut counts = crate::Counts::default();
    let language = Language::from_code("en").expect("known");
    let mut preparer = crate::corpus::Preparer::new(language, FILTER);
    for (index, message) in (0..).zip(messages(&texts)) {
        let prepared = preparer.prepare(&message);
        let head = crate::corpus::Head::of(&message, index);
        reading.push(head, &prepared, false, &mut counts);
    }
    assert_eq!(reading.evidence, all);
    reading.forget_first(4);
    let (kept, evidence) = (&reading.corpus, &reading.evidence);
    let (corpus, expected) =
        Corpus::read(&messages(&texts[4..]), &FILTER, 10.0, &run).expect("a corpus");
    assert_eq!(kept.n_words(), corpus.n_words());
    for word in 0..corpus.n_words() as u32 {
        let same = kept.vocabulary.get(corpus.spelling(word)).expect("kept").0;
        assert_eq!(evidence.messages(same), expected.messages(word));
        assert_eq!(evidence.inside(same), expected.inside(word));
    }
    assert_eq!(evidence.phrases(1).len(), expected.phrases(1).len());
    assert_eq!(evidence.capital_share(), expected.capital_share());
}
