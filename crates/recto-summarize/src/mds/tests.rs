use super::*;
use crate::budget::Limit;
use crate::pool::PoolBuilder;
use recto_math::Silent;

type Sentences = &'static [&'static [&'static str]];

const NEWS: Sentences = &[
    &["river", "flood", "town", "monday", "rain"],
    &["river", "flood", "bridge", "town", "water"],
    &["mayor", "thank", "police", "help", "town"],
    &["mayor", "promise", "money", "repair", "bridge"],
    &["school", "close", "week", "child", "home"],
];

fn pool(groups: &[Sentences], query: Option<&'static [&'static str]>) -> Pool {
    let mut builder = PoolBuilder::new();
    for (i, sentences) in groups.iter().enumerate() {
        if i > 0 {
            builder.next_group();
        }
        builder.push_terms(sentences.iter().map(|&terms| (terms, terms.len() + 3)));
    }
    if let Some(query) = query {
        builder.ask(query.iter().copied());
    }
    builder.finish()
}

fn summary(pool: &Pool, options: &Options) -> Summary {
    let budget = Budget::fit(Limit::Sentences(2));
    let method = Mds::build(options).unwrap();
    method
        .summarize(pool, budget, &Run::new(0, &Silent))
        .unwrap()
}

#[test]
fn chosen_sentences_tell_what_they_newly_cover() {
    // Neighbours: 0-1 (river, flood, town) and 1-3 (bridge, cosine 0.118); 2-3 (mayor,
    // 0.092) are none.
    let options = Options {
        threshold: Some(0.1),
        ..Options::default()
    };
    let found = summary(&pool(&[NEWS], None), &options);
    assert_eq!(found.chosen[0].sentence, 1);
    assert_eq!(found.chosen[0].covers, [0, 3]);
    assert_eq!(found.chosen[0].score, 3.0);
    assert_eq!(found.rows(), [1, 2]);
    assert!(found.chosen[1].covers.is_empty());
    assert_eq!(found.trace, [0.6, 0.8]);
}

#[test]
fn a_query_chooses_among_sentences_with_its_terms() {
    let found = summary(
        &pool(&[NEWS], Some(&["mayor", "money"])),
        &Options::default(),
    );
    assert_eq!(found.rows(), [3, 2]);
    assert!(found.warnings.is_empty());
}

#[test]
fn a_query_without_an_answer_says_so() {
    let asked = pool(&[NEWS], Some(&["submarine"]));
    let found = summary(&asked, &Options::default());
    assert!(found.chosen.is_empty());
    assert_eq!(
        found.warnings[0].to_string(),
        "no sentence shares a word with the query; use other words; \
         for a summary without it, set `fallback`"
    );
    let fallback = Options {
        fallback: true,
        ..Options::default()
    };
    let found = summary(&asked, &fallback);
    assert_eq!(found.rows().len(), 2);
    assert_eq!(
        found.warnings,
        ["no sentence shares a word with the query; use other words".into()]
    );
}

const KNOWN: Sentences = &[
    &["river", "flood", "town", "sunday", "rain"],
    &["mayor", "thank", "police", "help", "army"],
    &["bridge", "river", "water", "flood", "old"],
];

#[test]
fn what_is_known_is_not_said_again() {
    let options = Options::default();
    let found = summary(&pool(&[NEWS, KNOWN], None), &options);
    // 0, 1 and 2 are like known ones; 3 (bridge, mayor) may be, 4 is not.
    assert!(found.rows().contains(&4));
    assert!(!found.rows().contains(&0) && !found.rows().contains(&2));
    let nothing_new = summary(&pool(&[NEWS, NEWS], None), &options);
    assert!(nothing_new.chosen.is_empty());
    assert_eq!(
        nothing_new.warnings,
        [Notice::from(NOTHING_NEW).with(FINER)]
    );
}

#[test]
fn the_published_update_knows_the_summary_only() {
    let one = Budget::fit(Limit::Sentences(1));
    let paper = Options {
        paper: true,
        ..Options::default()
    };
    let run = Run::new(0, &Silent);
    let update = pool(&[NEWS, KNOWN], None);
    let known = |options: &Options| {
        let mds = Mds::new(options).unwrap();
        let vectors = vectors::tf_isf(&update);
        let given = mds.given(&update, &vectors, Asked::Nothing, one, &run);
        given.unwrap().known.unwrap().n_rows()
    };
    assert_eq!(known(&Options::default()), 3);
    assert_eq!(known(&paper), 1);
    let asked = pool(&[NEWS, KNOWN], Some(&["school", "mayor"]));
    assert!(summary(&asked, &paper).rows().contains(&4));
    assert!(summary(&asked, &Options::default()).rows().contains(&4));
}

/// What is new: one sentence like three known ones, two like each other.
const UPDATE: [Sentences; 2] = [
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
fn the_published_update_completes_the_cover_of_known_sentences_too() {
    let update = pool(&UPDATE, None);
    let first = |options: &Options| {
        let mds = Mds::build(options).unwrap();
        let budget = Budget::fit(Limit::Sentences(1));
        let found = mds.summarize(&update, budget, &Run::new(0, &Silent));
        let first = found.unwrap().chosen.remove(0);
        (first.sentence, first.score, first.covers)
    };
    let paper = Options {
        paper: true,
        ..Options::default()
    };
    // The summary of what is known is one sentence about the river, so that three known
    // sentences about the mayor are still to be covered.
    assert_eq!(first(&paper), (0, 3.0, vec![]));
    assert_eq!(first(&Options::default()), (1, 2.0, vec![2]));
}

/// Three sentences alike, then five.
const ALIKE: Sentences = &[
    &["mayor", "vote", "money", "street"],
    &["mayor", "vote", "money", "bridge"],
    &["mayor", "vote", "money", "letter"],
    &["river", "flood", "town", "rain"],
    &["river", "flood", "town", "field"],
    &["river", "flood", "town", "farm"],
    &["river", "flood", "town", "night"],
    &["river", "flood", "town", "boat"],
];

#[test]
fn when_all_is_covered_the_first_sentence_comes_as_printed() {
    let choices = |options: &Options| {
        let mds = Mds::build(options).unwrap();
        let budget = Budget::fit(Limit::Sentences(6));
        let found = mds.summarize(&pool(&[ALIKE], None), budget, &Run::new(0, &Silent));
        found.unwrap().rows()
    };
    let near = Options {
        threshold: Some(0.01),
        ..Options::default()
    };
    let paper = Options {
        paper: true,
        ..near.clone()
    };
    // Four sentences cover all eight, since with open neighbourhoods each of two clusters
    // needs two. All gains are 0 then.
    assert_eq!(choices(&paper), [3, 0, 1, 4, 2, 5]);
    let new_round = Options {
        open: true,
        ties: Some(Ties::Index),
        ..near
    };
    assert_eq!(choices(&new_round), [3, 0, 1, 4, 5, 2]);
}

#[test]
fn thresholds_out_of_range_are_refused() {
    for threshold in [-0.1, 1.0, f64::NAN] {
        let options = Options {
            threshold: Some(threshold),
            ..Options::default()
        };
        assert!(Mds::new(&options).is_err());
    }
}

#[test]
fn a_very_large_pile_is_judged_by_an_even_sample() {
    let n = 2 * crate::sample::SAMPLED + 1;
    let mut builder = PoolBuilder::new();
    let sentences: Vec<[String; 3]> = (0..n)
        .map(|i| {
            [
                format!("a{}", i / 8),
                format!("b{}", i / 8),
                format!("c{i}"),
            ]
        })
        .collect();
    builder.push_terms(sentences.iter().map(|terms| (&terms[..], 6)));
    let pool = builder.finish();
    let mds = Mds::new(&Options::default()).expect("good options");
    let run = Run::new(0, &Silent);
    let budget = Budget::fit(Limit::Sentences(3));
    let summary = mds.summarize(&pool, budget, &run).expect("done");
    assert_eq!((summary.chosen.len(), summary.warnings.len()), (3, 1));
    // Each of eight sentences that share two terms is covered, in the sample or not.
    for chosen in &summary.chosen {
        let eight = chosen.sentence / 8 * 8..(chosen.sentence / 8 + 1) * 8;
        let others: Vec<usize> = eight.filter(|row| *row != chosen.sentence).collect();
        let mut covers = chosen.covers.clone();
        covers.sort_unstable();
        assert_eq!(covers, others);
    }
}
