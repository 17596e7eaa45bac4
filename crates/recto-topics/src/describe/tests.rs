use super::*;
use crate::{CorpusBuilder, Filter, Options, methods, tables, time};
use recto_math::{Run, Silent};
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};

fn fitted() -> (FittedTopics, Corpus) {
    fitted_on([
        "Crude oil prices rise. Crude oil tankers leave with crude oil and barrels.",
        "Wheat harvests grow. The winter wheat is sown, winter wheat and maize.",
    ])
}

/// Two topics of twelve documents with two texts in turn.
fn fitted_on(texts: [&str; 2]) -> (FittedTopics, Corpus) {
    let mut builder = CorpusBuilder::new();
    let english = Language::from_code("en").expect("known");
    let analyzer = Analyzer::new(Analysis::Topic, english);
    for i in 0..12 {
        let document = Document::new("d", texts[i % 2]);
        let units = analyzer
            .units(&document, UnitKind::Sentence, &Run::new(0, &Silent))
            .expect("nobody cancels");
        builder.push(&units, &[1, 2]);
    }
    let corpus = builder.finish(&Filter::default()).expect("terms");
    let options = Options {
        topics: Some(2),
        ..Options::default()
    };
    let row = methods()
        .iter()
        .find(|row| row.name == "plsa")
        .expect("a row");
    let model = (row.build)(&options).expect("options");
    let fitted = model.fit(&corpus, &Run::new(0, &Silent)).expect("a fit");
    (fitted, corpus)
}

#[test]
fn topics_are_called_by_phrases_and_shown_by_documents_and_segments() {
    let (fitted, corpus) = fitted();
    let described = describe(&fitted, &corpus, 3);
    let mut labels: Vec<&str> = described.iter().map(|d| d.label.as_str()).collect();
    labels.sort_unstable();
    assert_eq!(labels, ["crude oil", "winter wheat"]);
    for topic in &described {
        assert_eq!(topic.terms.len(), 3);
        let is_oil = topic.label == "crude oil";
        assert!(
            topic
                .documents
                .iter()
                .all(|&(d, p)| (d % 2 == 0) == is_oil && p > 0.5)
        );
        assert!(
            topic
                .segments
                .iter()
                .all(|&(s, _)| (s / 2 % 2 == 0) == is_oil)
        );
    }
}

#[test]
fn the_best_rows_come_first_and_the_earlier_of_equals() {
    let mut best = vec![TopRows::default(); 2];
    // Scores of the first topic: .25, .2, .25, 0, .4; the second has the rest of each.
    let rows = [
        (0.5, 10.0),
        (0.4, 10.0),
        (0.5, 10.0),
        (0.0, 10.0),
        (0.5, 40.0),
    ];
    for (row, (share, length)) in rows.into_iter().enumerate() {
        add_row(&mut best, (row, &[share, 1.0 - share]), length, 3);
    }
    let found: Vec<_> = best.into_iter().map(TopRows::shares).collect();
    assert_eq!(found[0], [(4, 0.5), (0, 0.5), (2, 0.5)]);
    assert_eq!(found[1], [(3, 1.0), (4, 0.5), (1, 0.6)]);
}

#[test]
fn labels_have_no_numbers_initials_or_possessives() {
    let (fitted, _) = fitted_on([
        "At 70, 70, 70 the Mayberry's. At 70 p, 66 p and 70 p: Mayberry's.",
        "Bread, 12, 12 the oven's. In 12 q: bread, 14 q, and 12 q.",
    ]);
    for label in &fitted.model.labels {
        let words = label.split(", ");
        let named = ["bread", "oven", "mayberry"];
        assert!(words.clone().all(|word| named.contains(&word)), "{label}");
    }
}

#[test]
fn tables_have_the_columns_of_mallet() {
    let (fitted, _) = fitted();
    let (mut keys, mut topics) = (Vec::new(), Vec::new());
    tables::write_topic_keys(&fitted.model, 4, &mut keys).expect("memory");
    let rows = fitted.documents.rows().map(|row| ("a\tb", row));
    tables::write_doc_topics(rows, &mut topics).expect("memory");
    let keys = String::from_utf8(keys).expect("text");
    let topics = String::from_utf8(topics).expect("text");
    assert_eq!(keys.lines().count(), 2);
    let fields: Vec<&str> = keys.lines().next().expect("a line").split('\t').collect();
    assert_eq!(
        (fields[0], fields[1], fields[2].split(' ').count()),
        ("0", "0.10000", 4)
    );
    let fields: Vec<&str> = topics.lines().nth(3).expect("a line").split('\t').collect();
    assert_eq!((fields.len(), fields[0], fields[1]), (4, "3", "a b"));
}

#[test]
fn topics_rise_and_fall_with_their_documents() {
    let (fitted, corpus) = fitted();
    let found = time::timeline(&fitted, &corpus, 3, |d| (d < 10).then_some(d % 2));
    assert_eq!(found.documents, [5, 5, 0]);
    assert_eq!(found.undated, 2);
    let oil = usize::from(fitted.model.labels[0] != "crude oil");
    assert_eq!((found.peaks[oil], found.peaks[1 - oil]), (0, 1));
    assert!(found.shares.row(0)[oil] > 0.8);
    assert!(found.shares.row(2).iter().all(|&share| share == 0.0));
}

#[test]
fn groups_are_set_apart_by_words_that_most_of_their_documents_have_and_others_have_not() {
    let (_, corpus) = fitted();
    let labels: Vec<Option<usize>> = (0..12).map(|document| Some(document % 2)).collect();
    let found = words_apart(&corpus, &labels, 2, 3);
    let words =
        |group: usize| -> Vec<&str> { found[group].iter().map(|word| &*word.term).collect() };
    assert_eq!(words(0), ["crude", "oil", "prices"]);
    assert_eq!(words(1), ["wheat", "harvests", "grow"]);
    assert_eq!((found[0][0].inside, found[0][0].outside), (1.0, 0.0));
}

#[test]
fn groups_that_differ_by_chance_are_set_apart_by_nothing() {
    let (_, corpus) = fitted();
    // Documents of both texts in both groups; the last is in none.
    let label = |document: usize| (document < 11).then_some(document / 2 % 2);
    let labels: Vec<Option<usize>> = (0..12).map(label).collect();
    assert!(
        words_apart(&corpus, &labels, 2, 3)
            .iter()
            .all(Vec::is_empty)
    );
    assert!(words_apart(&corpus, &[Some(0); 12], 1, 3)[0].is_empty());
    assert!(words_apart(&corpus, &[None; 12], 0, 3).is_empty());
}
