use super::*;
use crate::{CorpusBuilder, Filter};
use recto_math::partition::Overlap;
use recto_math::{Silent, rng};
use std::num::NonZeroUsize;

/// Documents about `subjects` in turn: `words` tokens each, half of them from forty words of
/// the subject and half from two hundred that all share.
fn made(documents: usize, subjects: usize, words: usize, seed: u64) -> Corpus {
    let mut stream = rng::stream(seed, "made groups", 0);
    let mut builder = CorpusBuilder::new();
    for document in 0..documents {
        let token = |_| {
            if rng::below(&mut stream, 2) == 0 {
                format!("s{}w{}", document % subjects, rng::below(&mut stream, 40))
            } else {
                format!("common{}", rng::below(&mut stream, 200))
            }
        };
        let tokens: Vec<String> = (0..words).map(token).collect();
        builder.push_terms([tokens.iter().map(String::as_str)]);
    }
    builder.finish(&Filter::default()).expect("words")
}

fn grouped(corpus: &Corpus, n_groups: Option<usize>) -> Clusters {
    group(corpus, n_groups, &Run::new(0, &Silent)).expect("groups")
}

fn nmi(found: &Clusters, subjects: usize) -> f64 {
    let filled = found.labels.iter().enumerate();
    let pairs = filled.filter_map(|(d, label)| Some(((*label)?, d % subjects)));
    let (labels, classes): (Vec<usize>, Vec<usize>) = pairs.unzip();
    Overlap::new(&labels, &classes).nmi()
}

#[test]
fn subjects_are_groups_with_and_without_a_number() {
    for (documents, subjects) in [(60, 2), (120, 3), (200, 5), (400, 8)] {
        let corpus = made(documents, subjects, 60, 1);
        let free = grouped(&corpus, None);
        assert_eq!(free.n_clusters, subjects, "{:?}", free.reason);
        assert!(nmi(&free, subjects) > 0.99);
        let told = grouped(&corpus, Some(subjects));
        assert_eq!(told.labels, free.labels);
        assert_eq!(told.reason, None);
    }
}

#[test]
fn documents_of_one_subject_are_one_group() {
    for (documents, words) in [(60, 60), (200, 30), (300, 100)] {
        let found = grouped(&made(documents, 1, words, 2), None);
        let reason = found.reason.unwrap_or_default();
        assert_eq!(
            found.n_clusters, 1,
            "{documents} of {words} words: {reason}"
        );
        assert!(reason.contains("no groups stand out"), "{reason}");
    }
}

#[test]
fn short_documents_by_lot_are_one_group() {
    for seed in 0..4 {
        let found = grouped(&made(500, 1, 8, seed), None);
        assert_eq!(found.n_clusters, 1, "seed {seed}: {:?}", found.reason);
    }
}

/// Groups smaller than the neighbourhoods of the graph: 49 neighbours, 30 documents each.
#[test]
fn many_small_subjects_are_found() {
    let found = grouped(&made(600, 20, 60, 7), None);
    assert!((15..=20).contains(&found.n_clusters), "{:?}", found.reason);
    assert!(nmi(&found, 20) > 0.9, "{}", nmi(&found, 20));
    for tried in &found.candidates {
        assert!(tried.information <= (tried.groups as f64).ln() + 1e-12);
    }
}

#[test]
fn short_documents_are_not_split_more_than_long_ones() {
    let found = grouped(&made(900, 3, 14, 3), None);
    assert_eq!(found.n_clusters, 3, "{:?}", found.reason);
    assert!(nmi(&found, 3) > 0.8);
}

#[test]
fn any_number_that_is_asked_for_is_kept() {
    let corpus = made(40, 2, 30, 4);
    for k in [1, 2, 3, 7, 20, 39, 40] {
        let found = grouped(&corpus, Some(k));
        assert_eq!(found.n_clusters, k);
        let mut seen = vec![false; k];
        found
            .labels
            .iter()
            .flatten()
            .for_each(|&label| seen[label] = true);
        assert!(seen.into_iter().all(|seen| seen), "{k}");
        assert_eq!(found.tree.cut(k).expect("in range").len(), 40);
    }
    let run = Run::new(0, &Silent);
    assert!(group(&corpus, Some(0), &run).is_err());
    assert!(group(&corpus, Some(41), &run).is_err());
}

#[test]
fn every_document_with_words_has_a_group_and_the_tree_has_the_same() {
    let mut builder = CorpusBuilder::new();
    for document in 0..50 {
        let tokens: Vec<String> = (0..20)
            .map(|i| format!("s{}w{}", document % 2, (document + i) % 23))
            .collect();
        let kept = if document == 7 { 0 } else { 20 };
        builder.push_terms([tokens[..kept].iter().map(String::as_str)]);
    }
    let corpus = builder.finish(&Filter::default()).expect("words");
    let found = grouped(&corpus, None);
    for (document, label) in found.labels.iter().enumerate() {
        assert_eq!(label.is_none(), document == 7, "document {document}");
    }
    assert_eq!(found.points.len(), 49);
    let cut = found.tree.cut(found.n_clusters).expect("in range");
    for (&point, label) in found.points.iter().zip(cut) {
        assert_eq!(found.labels[point], Some(label));
    }
}

#[test]
fn a_document_of_nonsense_makes_no_group_of_its_own() {
    let mut builder = CorpusBuilder::new();
    for document in 0..100 {
        let tokens: Vec<String> = (0..30)
            .map(|i| format!("s{}w{}", document % 2, (document * 7 + i) % 31))
            .collect();
        builder.push_terms([tokens.iter().map(String::as_str)]);
    }
    for _ in 0..2 {
        builder.push_terms([["zq", "xv", "s0w1"]]);
    }
    let corpus = builder.finish(&Filter::default()).expect("words");
    let found = grouped(&corpus, None);
    assert_eq!(found.n_clusters, 2, "{:?}", found.reason);
}

#[test]
fn few_documents_are_one_group_and_copies_are_told_apart() {
    let copies = |texts: &[&str], n: usize| {
        let mut builder = CorpusBuilder::new();
        for _ in 0..n {
            texts
                .iter()
                .for_each(|text| builder.push_terms([text.split(' ')]));
        }
        builder.finish(&Filter::default()).expect("words")
    };
    let two = ["wheat grain crop field", "oil crude barrel well"];
    let few = grouped(&copies(&two, 2), None);
    assert_eq!(few.n_clusters, 1);
    assert!(
        few.reason
            .is_some_and(|reason| reason.contains("4 documents are too few"))
    );
    assert_eq!(grouped(&copies(&two[..1], 20), None).n_clusters, 1);
    let found = grouped(&copies(&two, 15), None);
    assert_eq!(found.n_clusters, 2, "{:?}", found.reason);
    assert_eq!(grouped(&copies(&two[..1], 9), Some(9)).n_clusters, 9);
}

#[test]
fn the_order_of_documents_does_not_matter_for_groups_that_are_clear() {
    let corpus = made(150, 3, 50, 5);
    let mut order: Vec<usize> = (0..150).collect();
    rng::shuffle(&mut rng::stream(1, "order", 0), &mut order);
    let straight = grouped(&corpus, None);
    let turned = grouped(&corpus.subset(&order), None);
    assert_eq!(straight.n_clusters, turned.n_clusters);
    let straight: Vec<_> = order.iter().map(|&d| straight.labels[d]).collect();
    assert!(Overlap::new(&straight, &turned.labels).adjusted_rand() > 0.999);
}

#[test]
fn any_number_of_threads_gives_the_same_groups() {
    // Twice the sample, so that documents join it.
    let corpus = made(400, 4, 20, 6);
    let bounds = Bounds {
        pool: 300,
        sample: 200,
        ..BOUNDS
    };
    let at = |threads: usize| {
        let threads = NonZeroUsize::new(threads).expect("not zero");
        let run = Run::new(3, &Silent).with_threads(threads);
        run.install(|| {
            let grouper = Grouper::within(&corpus, bounds, &run).expect("coordinates");
            grouper.chosen(&run).expect("groups")
        })
    };
    let found = at(1);
    assert_eq!(found, at(3));
    assert_eq!(found.n_clusters, 4, "{:?}", found.reason);
    assert!(nmi(&found, 4) > 0.9);
    assert!(found.labels.iter().all(Option::is_some));
}

#[test]
fn a_group_that_was_asked_for_and_is_small_is_named() {
    let mut builder = CorpusBuilder::new();
    for document in 0..60 {
        let subject = if document == 59 { 2 } else { document % 2 };
        let tokens: Vec<String> = (0..30)
            .map(|i| format!("s{subject}w{}", (document * 7 + i) % 31))
            .collect();
        builder.push_terms([tokens.iter().map(String::as_str)]);
    }
    let corpus = builder
        .finish(&Filter {
            min_documents: Some(1),
            ..Filter::default()
        })
        .expect("words");
    let found = grouped(&corpus, Some(20));
    let mut sizes = [0; 20];
    found
        .labels
        .iter()
        .flatten()
        .for_each(|&label| sizes[label] += 1);
    let has_small = sizes.iter().any(|&size| size < 2);
    assert_eq!(!found.warnings.is_empty(), has_small);
    assert!(grouped(&corpus, Some(2)).warnings.is_empty());
}
