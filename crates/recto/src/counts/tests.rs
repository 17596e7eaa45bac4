//! Counts are checked, and models over them are those of texts.

use super::*;
use crate::{Attachments, Capability, Pile, Reading, topics};
use recto_math::{Run, Silent};

/// Two kinds of documents, each with words of its own; word 6 is in all of them.
fn counts() -> Counts {
    let mut builder = CsrBuilder::new(7);
    for document in 0..12u32 {
        let first = if document % 2 == 0 { 0 } else { 3 };
        let word = |at: u32| (first + at, f64::from(2 + (document + at) % 3));
        builder.push_weights((0..3).map(word).chain([(6, 1.0)]));
    }
    Counts(builder.finish())
}

#[test]
fn what_is_no_matrix_of_counts_is_refused() {
    let refused = |starts: &[usize], columns: &[usize], values: &[f64]| {
        Counts::new(2, starts, columns, values)
            .unwrap_err()
            .to_string()
    };
    let shape = "the counts are not a matrix in compressed rows";
    assert_eq!(refused(&[], &[], &[]), shape);
    assert_eq!(refused(&[0, 2], &[0], &[1.0]), shape);
    assert_eq!(refused(&[0, 1], &[2], &[1.0]), shape);
    assert_eq!(refused(&[1, 0], &[], &[]), shape);
    assert!(refused(&[0, 1], &[0], &[-1.0]).starts_with("Negative values in data"));
    assert_eq!(
        refused(&[0, 1], &[0], &[f64::NAN]),
        "a count is not a finite number"
    );
}

#[test]
fn zeros_are_left_out_and_columns_add_up() {
    let twice = Counts::new(3, &[0, 3], &[2, 0, 2], &[1.0, 0.0, 2.0]).unwrap();
    let once = Counts::new(3, &[0, 1], &[2], &[3.0]).unwrap();
    assert_eq!(twice, once);
}

#[test]
fn topics_of_counts_are_distributions_and_do_not_depend_on_the_batch() {
    let counts = counts();
    let request = topics::Request {
        topics: Some(2),
        ..Default::default()
    };
    let run = Run::new(1, &Silent);
    let model = fit_topics(&counts, &request, &run).unwrap();
    let all = topic_shares(&model, &counts).unwrap();
    for (row, shares) in all.iter().enumerate() {
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        let alone = Counts(counts.0.part(row..row + 1));
        assert_eq!(&topic_shares(&model, &alone).unwrap()[0], shares);
    }
    for words in topic_words(&model) {
        assert!((words.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }
    let own = perplexity(&model, &counts).unwrap();
    let one = topics::Request {
        topics: Some(1),
        ..Default::default()
    };
    let of_one = perplexity(&fit_topics(&counts, &one, &run).unwrap(), &counts).unwrap();
    assert!(own < of_one, "{own} {of_one}");
    let narrow = Counts::new(2, &[0, 1], &[0], &[1.0]).unwrap();
    assert!(topic_shares(&model, &narrow).is_err() && perplexity(&model, &narrow).is_err());
}

#[test]
fn counts_of_words_give_the_topics_of_the_texts() {
    let words = ["oil", "crude", "barrel", "wheat", "grain", "crop", "price"];
    let counts = counts();
    let text = |row: recto_math::SparseRow<'_>| {
        let words = row
            .iter()
            .map(|(word, n)| format!("{} ", words[word as usize]).repeat(n as usize));
        words.collect::<String>()
    };
    let pile = Pile::from(counts.0.rows().map(text).collect::<Vec<String>>());
    let request = topics::Request {
        topics: Some(2),
        parts: "document".into(),
        min_documents: Some(1),
        ..Default::default()
    };
    let run = Run::new(0, &Silent);
    let files = Attachments::default();
    let reading = Reading::for_one_run(&pile);
    let answer = topics::TOPICS
        .run(&reading, &request, &files, &run)
        .unwrap();
    let shares = topic_shares(&fit_topics(&counts, &request, &run).unwrap(), &counts).unwrap();
    let kind = |shares: &[f64]| shares[0] > 0.5;
    let of_texts: Vec<bool> = answer
        .body
        .documents
        .iter()
        .map(|one| kind(&one.topics))
        .collect();
    let of_counts: Vec<bool> = shares.iter().map(|own| kind(own)).collect();
    let same = of_texts == of_counts || of_texts.iter().zip(&of_counts).all(|(a, b)| a != b);
    assert!(same && of_counts[0] != of_counts[1]);
}

#[test]
fn documents_of_a_kind_are_a_group() {
    let found = group_documents(&counts(), Some(2), &Run::new(0, &Silent)).unwrap();
    for (document, group) in found.iter().enumerate() {
        assert_eq!(*group, found[document % 2]);
    }
    assert_ne!(found[0], found[1]);
    assert!(group_documents(&counts(), Some(99), &Run::new(0, &Silent)).is_err());
}

#[test]
fn labelled_words_and_documents_decide_alike() {
    let counts = counts();
    let run = Run::new(0, &Silent);
    let classes = vec!["even".to_string(), "odd".to_string()];
    let by_words = CountLabels {
        classes: classes.clone(),
        documents: vec![None; 12],
        words: vec![(0, 0), (3, 1)],
    };
    let mut by_documents = CountLabels {
        classes,
        documents: vec![None; 12],
        words: Vec::new(),
    };
    by_documents.documents[..2].copy_from_slice(&[Some(0), Some(1)]);
    for known in [&by_words, &by_documents] {
        let model = fit_classes(&counts, known, &Default::default(), &run).unwrap();
        for (row, p) in class_probabilities(&model, &counts).iter().enumerate() {
            assert!((p[0] + p[1] - 1.0).abs() < 1e-9);
            assert_eq!(p[1] > p[0], row % 2 == 1, "{known:?} {row} {p:?}");
        }
    }
    by_documents.documents[0] = Some(2);
    assert!(fit_classes(&counts, &by_documents, &Default::default(), &run).is_err());
}

#[test]
fn fewer_words_than_classes_are_no_obstacle() {
    let counts = Counts::new(1, &[0, 1, 2, 2, 2], &[0, 0], &[9.0, 9.0]).unwrap();
    let known = CountLabels {
        classes: vec!["full".into(), "empty".into()],
        documents: vec![Some(0), None, Some(1), None],
        words: Vec::new(),
    };
    let run = Run::new(0, &Silent);
    let model = fit_classes(&counts, &known, &Default::default(), &run).unwrap();
    let p = class_probabilities(&model, &counts);
    assert!(p[1][0] > p[1][1] && p[3][1] > p[3][0], "{p:?}");
}
