use super::*;
use crate::{CorpusBuilder, Filter};
use recto_math::Silent;

fn corpus(n: usize) -> Corpus {
    let mut builder = CorpusBuilder::new();
    for i in 0..n {
        let words: Vec<String> = (0..21)
            .map(|j| format!("s{}w{}", i % 3, (i * j) % 9))
            .collect();
        builder.push_terms(words.chunks(7).map(|s| s.iter().map(String::as_str)));
    }
    let filter = Filter {
        min_documents: Some(1),
        ..Filter::default()
    };
    builder.finish(&filter).expect("words")
}

#[test]
fn a_split_loses_no_token_and_halves_every_segment() {
    let corpus = corpus(40);
    let split = split(&corpus, 0.1, 5).expect("enough documents");
    assert_eq!(split.held_out.len(), 4);
    assert_eq!(split.train.n_documents(), 36);
    let parts = [&split.train, &split.observed, &split.scored];
    let total: f64 = parts.iter().map(|part| part.n_tokens()).sum();
    assert_eq!(total, corpus.n_tokens());
    for segment in 0..split.observed.n_segments() {
        let shown = split.observed.segments().row(segment).sum();
        let asked = split.scored.segments().row(segment).sum();
        assert!((shown - asked).abs() <= 1.0);
    }
    assert_eq!(super::split(&corpus, 0.1, 5).as_ref(), Ok(&split));
    assert_ne!(
        super::split(&corpus, 0.1, 6).expect("enough").held_out,
        split.held_out
    );
}

#[test]
fn a_held_out_document_is_scored_alone_as_among_others() {
    let corpus = corpus(40);
    let split = split(&corpus, 0.3, 5).expect("enough documents");
    for cache in [Cache::Off, Cache::Segment, Cache::Document] {
        let options = Options {
            topics: Some(3),
            cache: Some(cache),
            ..Options::default()
        };
        let run = Run::new(0, &Silent);
        let fitted = plsa(&options).and_then(|plsa| plsa.fit(&split.train, &run));
        let model = fitted.expect("a fit").model;
        let scores = document_scores(&model, &split);
        assert_eq!(scores.len(), split.held_out.len());
        for order in [vec![0], vec![7, 2, 2, 11]] {
            let part = Split {
                observed: split.observed.subset(&order),
                scored: split.scored.subset(&order),
                ..split.clone()
            };
            let wanted: Vec<(f64, f64)> = order.iter().map(|&document| scores[document]).collect();
            assert_eq!(document_scores(&model, &part), wanted, "{cache:?}");
        }
    }
}

#[test]
fn one_document_cannot_be_held_out() {
    let refused = split(&corpus(1), 0.1, 0);
    assert_eq!(
        refused,
        Err(TopicsError::TooFewToHoldOut {
            documents: 1,
            least: 2
        })
    );
    assert!(split(&corpus(9), 1.0, 0).is_err() && split(&corpus(9), f64::NAN, 0).is_err());
}

#[test]
fn one_topic_is_the_unigram_and_subjects_do_better() {
    let corpus = corpus(60);
    let run = Run::new(0, &Silent);
    let measured = |topics| {
        let options = Options {
            topics: Some(topics),
            ..Options::default()
        };
        evaluate(&*plsa(&options).expect("a row"), &corpus, 0.2, &run).expect("documents")
    };
    let one = measured(1);
    assert!((one.perplexity / one.unigram - 1.0).abs() < 0.02, "{one:?}");
    let three = measured(3);
    assert!(three.perplexity < 0.5 * three.unigram, "{three:?}");
    assert!(three.cache_only < three.unigram, "{three:?}");
}
