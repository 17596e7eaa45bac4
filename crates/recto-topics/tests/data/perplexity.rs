//! Words foreseen in held-out documents: floors above which no change may rise.

use super::{model, reuters};
use recto_math::{Run, Silent};
use recto_topics::{Cache, Options, coherence, heldout};
use std::path::Path;

fn asking(topics: usize, cache: Cache) -> Options {
    Options {
        topics: Some(topics),
        cache: Some(cache),
        ..Options::default()
    }
}

pub(crate) fn the_topic_analysis_gives_about_the_figures_of_the_spec(corpora: &Path) {
    let (corpus, _) = reuters(corpora, false);
    let (terms, tokens) = (corpus.n_terms(), corpus.n_tokens());
    println!("2,888 documents: {terms} terms, {tokens} tokens");
    assert_eq!(corpus.n_documents(), 2888);
    assert!(
        (4100..4700).contains(&terms),
        "{terms} terms, 4,395 in the spec"
    );
    assert!(
        (400e3..450e3).contains(&tokens),
        "{tokens} tokens, 420,000 in the spec"
    );
}

pub(crate) fn topics_foresee_words_better_than_peers_did_and_a_cache_better_still(corpora: &Path) {
    let (corpus, _) = reuters(corpora, false);
    let run = Run::new(0, &Silent);
    let split = heldout::split(&corpus, 0.1, 0).expect("enough documents");
    let cache_only = heldout::cache_only(&split, &run).expect("nobody cancels");
    println!(
        "unigram {:.0}, cache only {cache_only:.0}",
        heldout::unigram(&split)
    );
    // The bound is that of tomotopy on the same split: 744.5 and 605.8 with 500 sweeps.
    let rows = [
        ("plsa", 10, Cache::Off, 730.0),
        ("lda", 10, Cache::Off, 744.0),
        ("plsa", 30, Cache::Off, 605.0),
        ("plsa", 10, Cache::Document, 0.9 * cache_only),
    ];
    for (name, topics, cache, most) in rows {
        let fitted = model(name, &asking(topics, cache)).fit(&split.train, &run);
        let fitted = fitted.expect("a fit");
        let perplexity = heldout::perplexity(&fitted.model, &split);
        let (npmi, c_v) = coherence::coherence(&fitted.model.words, &corpus, 10).means();
        println!("{name} {topics} {cache:?}: {perplexity:.1}, NPMI {npmi:.3}, C_v {c_v:.3}");
        assert!(
            perplexity <= most,
            "{name} {topics} {cache:?}: {perplexity}"
        );
        let falls = |pair: &[f64]| pair[1] < pair[0] - 1e-9 * pair[0].abs();
        assert!(!fitted.history.windows(2).any(falls));
    }
}
