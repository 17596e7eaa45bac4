use super::*;
use crate::budget::Limit;
use crate::pool::PoolBuilder;
use recto_math::Silent;

/// Both groups speak of a flood; one of a mayor too, the other of a school.
const GROUPS: [&[&[&str]]; 2] = [
    &[
        &["river", "flood", "town", "rain", "water"],
        &["river", "flood", "town", "bridge", "water"],
        &["river", "flood", "street", "rain", "water"],
        &["mayor", "promise", "money", "repair"],
        &["mayor", "promise", "vote", "repair"],
    ],
    &[
        &["river", "flood", "town", "field", "water"],
        &["river", "flood", "town", "rain", "farm"],
        &["river", "flood", "rain", "night", "water"],
        &["school", "close", "child", "home"],
        &["school", "close", "child", "teacher"],
    ],
];

fn pool() -> Pool {
    pool_of(&GROUPS)
}

fn pool_of(groups: &[&[&[&str]]]) -> Pool {
    let mut builder = PoolBuilder::new();
    for (i, sentences) in groups.iter().enumerate() {
        if i > 0 {
            builder.next_group();
        }
        builder.push_terms(sentences.iter().map(|&terms| (terms, terms.len() + 3)));
    }
    builder.finish()
}

fn first_choices(name: &str) -> Vec<usize> {
    let row = comparers().iter().find(|row| row.name == name).unwrap();
    let comparer = (row.build)(&Options::default()).unwrap();
    let budget = Budget::fit(Limit::Sentences(1));
    let found = comparer
        .compare(&pool(), budget, &Run::new(0, &Silent))
        .unwrap();
    found.iter().map(|summary| summary.rows()[0]).collect()
}

#[test]
fn what_groups_share_is_left_out_by_those_that_look_at_the_others() {
    assert!(first_choices("mds").iter().all(|row| row % 5 < 3));
    assert!(first_choices("max-degree").iter().all(|row| row % 5 < 3));
    assert!(first_choices("auto").iter().all(|row| row % 5 >= 3));
    assert!(first_choices("cds").iter().all(|row| row % 5 >= 3));
    assert!(first_choices("dss").iter().all(|row| row % 5 >= 3));
}

#[test]
fn a_group_that_the_others_cover_says_so() {
    let mut builder = PoolBuilder::new();
    builder.push_terms(GROUPS[0].iter().map(|&terms| (terms, 8)));
    builder.next_group();
    builder.push_terms(GROUPS[0][..1].iter().map(|&terms| (terms, 8)));
    let cds = comparers().iter().find(|row| row.name == "cds").unwrap();
    let cds = (cds.build)(&Options::default()).unwrap();
    let budget = Budget::fit(Limit::Sentences(1));
    let found = cds
        .compare(&builder.finish(), budget, &Run::new(0, &Silent))
        .unwrap();
    assert_eq!(found[0].rows().len(), 1);
    assert!(found[1].chosen.is_empty() && found[1].warnings.len() == 1);
}

/// The first group has a sentence like three of the second that the second's own summary
/// leaves uncovered, and two sentences like each other.
const RESEMBLING: [&[&[&str]]; 2] = [
    &[
        &["mayor", "vote", "money", "hall"],
        &["school", "close", "child", "home"],
        &["school", "close", "child", "teacher"],
    ],
    &[
        &["river", "flood", "town", "rain"],
        &["river", "flood", "town", "field"],
        &["river", "flood", "town", "farm"],
        &["river", "flood", "town", "night"],
        &["mayor", "vote", "money", "street"],
        &["mayor", "vote", "money", "bridge"],
        &["mayor", "vote", "money", "letter"],
    ],
];

#[test]
fn in_the_union_as_printed_a_sentence_gains_by_sentences_of_other_groups() {
    let cds = comparers().iter().find(|row| row.name == "cds").unwrap();
    let first = |options: &Options| {
        let budget = Budget::fit(Limit::Sentences(1));
        let comparer = (cds.build)(options).unwrap();
        let pool = pool_of(&RESEMBLING);
        let found = comparer.compare(&pool, budget, &Run::new(0, &Silent));
        let found = found.unwrap();
        let first = &found[0].chosen[0];
        (first.sentence, first.score, first.covers.clone())
    };
    assert_eq!(first(&Options::default()), (1, 2.0, vec![2]));
    let literal = Options {
        literal: true,
        ..Options::default()
    };
    // It covers itself and three of the other group, which are not its own to tell of.
    assert_eq!(first(&literal), (0, 4.0, vec![]));
    let paper = Options {
        paper: true,
        ..Options::default()
    };
    assert_eq!(first(&paper), (0, 3.0, vec![]));
}
