//! Accuracy and calibration of the default: floors below which no change may fall.

use super::corpus::{NEWS, REVIEWS, Set, Words, shuffled};
use recto_classify::metrics::{Confusion, calibration_error};
use recto_classify::{Corpus, FittedClasses, Options, Supervision, methods};
use recto_math::{Run, Silent};
use std::path::Path;

/// Splits where labels are drawn.
const SPLITS: u64 = 3;

fn fitted(corpus: &Corpus, known: &Supervision, uncalibrated: bool) -> FittedClasses {
    let options = Options {
        uncalibrated,
        ..Options::default()
    };
    let method = (methods()[0].build)(&options).expect("good options");
    method
        .fit(corpus, known, &Run::new(0, &Silent))
        .expect("a fit")
}

/// Accuracy on the documents `asked`.
fn accuracy(set: &Set, corpus: &Corpus, known: &Supervision, asked: &[usize]) -> f64 {
    let found = fitted(corpus, known, true);
    let right = asked.iter().filter(|&&j| found.classes[j] == set.truth[j]);
    right.count() as f64 / asked.len() as f64
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let values: Vec<f64> = values.collect();
    values.iter().sum::<f64>() / values.len() as f64
}

/// Accuracy on the reviews without label, with a lexicon and some labelled documents.
fn reviews(
    folder: &Path,
    name: &str,
    words: Words,
    splits: u64,
    labels: fn(usize) -> usize,
) -> f64 {
    let set = Set::read(folder, name);
    let corpus = set.corpus(5000);
    let words = set.lexicon_only(&corpus, folder, words);
    mean((0..splits).map(|split| {
        let order = shuffled(set.truth.len(), split);
        let (labelled, asked) = order.split_at(labels(set.truth.len()));
        let mut known = words.clone();
        labelled
            .iter()
            .for_each(|&j| known.label_document(j, set.truth[j]));
        accuracy(&set, &corpus, &known, asked)
    }))
}

pub(crate) fn a_lexicon_alone_reaches_its_floors(folder: &Path) {
    let floors = [[0.765, 0.80, 0.73, 0.755], [0.84, 0.88, 0.83, 0.84]];
    for (words, floors) in [Words::HuLiu, Words::BuiltIn].into_iter().zip(floors) {
        for (name, floor) in REVIEWS.into_iter().zip(floors) {
            let found = reviews(folder, name, words, 1, |_| 0);
            println!("{name}, lexicon {}: {found:.3}", words as usize);
            assert!(found >= floor, "{name}: {found}");
        }
    }
}

pub(crate) fn a_tenth_of_labels_and_a_lexicon_reach_their_floors(folder: &Path) {
    for (name, floor) in REVIEWS.into_iter().zip([0.84, 0.88, 0.83, 0.84]) {
        let found = reviews(folder, name, Words::BuiltIn, SPLITS, |n| n / 10);
        println!("{name}, a tenth labelled and lexicon: {found:.3}");
        assert!(found >= floor, "{name}: {found}");
    }
}

pub(crate) fn ten_documents_and_ten_words_tell_news_apart(folder: &Path) {
    let of = |name: &str| {
        let set = Set::read(folder, name);
        let corpus = set.corpus(1500);
        mean((0..10).map(|split| {
            let (known, test) = set.dual(&corpus, 10, split);
            accuracy(&set, &corpus, &known, &test)
        }))
    };
    let found = NEWS.map(of);
    println!("news, ten documents and ten words: {found:.3?}");
    for (found, floor) in found.iter().zip([0.94, 0.79, 0.94]) {
        assert!(*found >= floor, "{found}");
    }
    assert!(mean(found.into_iter()) >= 0.90);
}

pub(crate) fn probabilities_on_unseen_documents_are_calibrated(folder: &Path) {
    let of = |name: &str| {
        let set = Set::read(folder, name);
        let (mut posteriors, mut truth) = (Vec::new(), Vec::new());
        for split in 0..SPLITS {
            let order = shuffled(set.truth.len(), split);
            let (train, test) = order.split_at(set.truth.len() * 7 / 10);
            let part = set.part(train);
            let corpus = part.corpus(5000);
            let mut known = part.lexicon_only(&corpus, folder, Words::BuiltIn);
            (0..140).for_each(|j| known.label_document(j, part.truth[j]));
            let model = fitted(&corpus, &known, false).model;
            let rest = set.part(test);
            let terms = rest
                .terms
                .iter()
                .map(|terms| terms.iter().map(String::as_str));
            let found = model.predict(&model.counts(terms), Some(&rest.guesses(Words::BuiltIn)));
            posteriors.extend(found.into_iter().map(|found| found.posterior));
            truth.extend(rest.truth);
        }
        let classes: Vec<usize> = posteriors
            .iter()
            .map(|p| usize::from(p[1] > p[0]))
            .collect();
        let accuracy = Confusion::new(&truth, &classes, 2).accuracy();
        let error = calibration_error(&posteriors, &truth).expect("documents");
        println!("{name}, unseen: error {error:.3}, accuracy {accuracy:.3?}");
        error
    };
    let error = mean(REVIEWS.into_iter().map(of));
    assert!(error <= 0.04, "{error}");
}
