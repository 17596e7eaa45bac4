//! Fits in any number of parts are those of one process.

use super::*;
use crate::corpus::tests::made;
use crate::mixture::tests::batched_corpus;
use crate::{Corpus, Filter, FittedTopics, methods, saved};
use proptest::prelude::*;
use recto_math::{CsrBuilder, DenseMatrix, Run, Silent, rng};

fn options(topics: usize) -> Options {
    Options {
        topics: Some(topics),
        iterations: Some(12),
        tolerance: Some(0.0),
        ..Options::default()
    }
}

fn rows(corpus: &Corpus) -> Vec<Vec<(u32, f64)>> {
    let documents = corpus.documents();
    documents.rows().map(|row| row.iter().collect()).collect()
}

/// The terms of a corpus, counted in as many parts as there are ends.
fn terms(corpus: &Corpus, ends: &[usize]) -> KeptTerms {
    let mut all = TermCounts::default();
    let mut first = 0;
    for &end in ends {
        let mut part = TermCounts::default();
        for row in &rows(corpus)[first..end] {
            let repeated = |&(w, n): &(u32, f64)| {
                std::iter::repeat_n(corpus.terms()[w as usize].as_str(), n as usize)
            };
            part.push_terms(row.iter().flat_map(repeated));
        }
        all.merge(part);
        first = end;
    }
    let filter = Filter {
        min_documents: Some(1),
        min_letters: 0,
        ..Filter::default()
    };
    all.finish(&filter).expect("terms")
}

struct Fitted {
    history: Vec<f64>,
    model: Model,
}

/// Fits in parts with these exclusive ends; `order` is that in which statistics are merged.
fn fit_parts(
    fit: &PartedFit,
    documents: &[Vec<(u32, f64)>],
    ends: &[usize],
    order: impl Fn(Vec<Statistics>) -> Vec<Statistics>,
) -> Fitted {
    let n_terms = fit.terms().len();
    let starts = std::iter::once(0).chain(ends.iter().copied());
    let part = |(start, &end): (usize, &usize)| {
        Part::new(n_terms, documents[start..end].iter().map(Vec::as_slice)).expect("counts")
    };
    let parts: Vec<Part> = starts.zip(ends).map(part).collect();
    let drawn = fit.draw_start(0, documents.len());
    let words = drawn.documents().iter().map(|&d| documents[d].clone());
    let words: Vec<_> = words.collect();
    let mut parameters = fit.begin(drawn, &words).expect("start");
    let mut states: Vec<DenseMatrix> = parts.iter().map(|p| parameters.start_state(p)).collect();
    let mut history = Vec::new();
    while !fit.is_done(&history) {
        let mut statistics = Vec::new();
        for (part, state) in parts.iter().zip(&mut states) {
            let (own, next) = parameters.step(part, state.clone()).expect("a step");
            // What travels is bytes.
            let own = serde_json::to_vec(&own).expect("numbers");
            statistics.push(serde_json::from_slice(&own).expect("numbers"));
            *state = next;
        }
        let mut statistics = order(statistics).into_iter();
        let mut sum = statistics.next().expect("a part");
        statistics.for_each(|next| sum.merge(next).expect("of this fit"));
        history.push(fit.update(sum, &mut parameters).expect("of this fit"));
    }
    let mut tokens = vec![0.0; parameters.n_topics()];
    for (part, state) in parts.iter().zip(&states) {
        let own = part.topic_tokens(state).expect("of the part");
        tokens.iter_mut().zip(own).for_each(|(sum, n)| *sum += n);
    }
    Fitted {
        history,
        model: fit.finish(parameters, &tokens),
    }
}

/// The same by the method of the table, with one start.
fn fit_at_once(corpus: &Corpus, options: &Options) -> FittedTopics {
    let plsa = methods().iter().find(|row| row.name == "plsa");
    let model = (plsa.expect("a row").build)(options).expect("options");
    model.fit(corpus, &Run::new(3, &Silent)).expect("a fit")
}

fn assert_near(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!(
            (found - expected).abs() <= tolerance * expected.abs(),
            "{found} is not {expected}"
        );
    }
}

#[test]
fn a_fit_in_parts_is_the_fit_at_once_in_every_iteration() {
    let corpus = in_order_of_terms(&batched_corpus());
    let (options, documents) = (options(5), rows(&corpus));
    let at_once = fit_at_once(&corpus, &options);
    for n_parts in [1, 2, 7, 150] {
        let size = documents.len().div_ceil(n_parts);
        let ends: Vec<usize> = (1..=n_parts)
            .map(|i| documents.len().min(i * size))
            .collect();
        let kept = terms(&corpus, &ends);
        assert_eq!(kept.terms(), corpus.terms());
        let fit = PartedFit::new(&options, kept, 3).expect("options");
        let in_parts = fit_parts(&fit, &documents, &ends, |all| all);
        assert_near(&in_parts.history, &at_once.history, 1e-12);
        let (found, expected) = (&in_parts.model.words, &at_once.model.words);
        assert_near(found.values(), expected.values(), 1e-8);
        assert_eq!(in_parts.model.labels, at_once.model.labels);
        assert_near(&in_parts.model.unigram, &at_once.model.unigram, 1e-12);
    }
}

/// The same corpus with its terms in the order in which documents have them, and without
/// those that none has.
fn in_order_of_terms(corpus: &Corpus) -> Corpus {
    let mut ids: Vec<Option<u32>> = vec![None; corpus.n_terms()];
    let mut terms = Vec::new();
    let mut documents = Vec::new();
    for row in rows(corpus) {
        let mut row: Vec<(u32, f64)> = row
            .into_iter()
            .map(|(w, n)| {
                let id = ids[w as usize].get_or_insert_with(|| {
                    terms.push(corpus.terms()[w as usize].clone());
                    terms.len() as u32 - 1
                });
                (*id, n)
            })
            .collect();
        row.sort_by_key(|&(w, _)| w);
        documents.push(row);
    }
    let mut builder = CsrBuilder::new(terms.len());
    documents.iter().for_each(|row| builder.push_sorted(row));
    let ends = (1..=documents.len()).collect();
    Corpus::new(builder.finish(), ends, terms).expect("a corpus")
}

#[test]
fn the_order_of_merging_changes_only_last_digits() {
    let corpus = in_order_of_terms(&batched_corpus());
    let documents = rows(&corpus);
    let ends: Vec<usize> = (1..=9).map(|i| i * 200).collect();
    let fit = PartedFit::new(&options(4), terms(&corpus, &ends), 1).expect("options");
    let forwards = fit_parts(&fit, &documents, &ends, |all| all);
    let backwards = fit_parts(&fit, &documents, &ends, |mut all| {
        all.reverse();
        all
    });
    assert_near(&backwards.history, &forwards.history, 1e-12);
    let (found, expected) = (&backwards.model.words, &forwards.model.words);
    assert_near(found.values(), expected.values(), 1e-8);
    let loaded = saved::load(&saved::save(&forwards.model)).expect("a saved model");
    assert_eq!(loaded, forwards.model);
}

const TEXTS: [&str; 6] = [
    "Crude oil prices rise.\n\nCrude oil's price rises.\n\nCrude-oil 1987.",
    "",
    "Crude oil and wheat. The wheat's price.",
    "Wheat and grain: the Grain harvest.",
    "Oil prices fall; crude oil falls.",
    "A grain of wheat, a barrel of crude oil.",
];

#[test]
fn terms_that_are_counted_in_parts_are_those_of_one_corpus() {
    let filter = Filter {
        min_documents: Some(2),
        ..Filter::default()
    };
    let corpus = made(&TEXTS, &filter).expect("terms");
    for size in 1..=TEXTS.len() {
        let mut all = TermCounts::default();
        for texts in TEXTS.chunks(size) {
            let mut part = TermCounts::default();
            crate::corpus::tests::each(texts, |units, bounds| part.push(units, bounds));
            let packed = serde_json::to_vec(&part).expect("plain data");
            all.merge(serde_json::from_slice(&packed).expect("plain data"));
        }
        let kept = all.finish(&filter).expect("terms");
        assert_eq!(kept.forms(), corpus.forms());
        assert_eq!(kept.unigram(), corpus.unigram());
        assert_eq!(kept.n_tokens(), corpus.n_tokens());
    }
}

#[test]
fn counts_of_terms_that_do_not_fit_are_refused() {
    let mut counts = TermCounts::default();
    counts.push_terms(["oil", "wheat"]);
    let packed = serde_json::to_string(&counts).expect("plain data");
    let damaged = [
        packed.replace("\"wheat\"", "\"oil\""),
        packed.replace("\"pairs\":[]", "\"pairs\":[[0,9,1,\"x\"]]"),
        packed.replace("\"spellings\":[[],[]]", "\"spellings\":[[]]"),
    ];
    for damaged in damaged {
        assert_ne!(damaged, packed);
        assert!(
            serde_json::from_str::<TermCounts>(&damaged).is_err(),
            "{damaged}"
        );
    }
}

#[test]
fn what_cannot_be_done_in_parts_is_refused() {
    let corpus = batched_corpus();
    let fit = |options: &Options| PartedFit::new(options, terms(&corpus, &[1800]), 0);
    let refused = |options: Options| fit(&options).map(|_| ()).unwrap_err().to_string();
    let two = options(2);
    let without = refused(Options::default());
    assert!(
        without.contains("topics") && without.contains("given"),
        "{without}"
    );
    let eta = Options {
        eta: Some(0.5),
        ..two.clone()
    };
    assert!(refused(eta).contains("eta cannot be set"));
    let guide = Options {
        guide: "oil".parse().expect("words"),
        ..two.clone()
    };
    assert!(refused(guide).contains("seed_words cannot be set"));
    assert!(refused(options(0)).contains("topics"));
    assert!(refused(options(usize::MAX)).contains("topics"));
    let fit = fit(&two).expect("options");
    let n_terms = fit.terms().len();
    for row in [[(0, -1.0)], [(0, f64::NAN)], [(n_terms as u32, 1.0)]] {
        assert!(Part::new(n_terms, [&row[..]]).is_err());
    }
    assert!(Part::new(n_terms, [&[(1, 1.0), (0, 1.0)][..]]).is_err());
    let drawn = fit.draw_start(0, 5);
    assert!(fit.begin(drawn, &[]).is_err());
    let drawn = fit.draw_start(0, 5);
    let words = vec![vec![(0, 1.0)]; drawn.documents().len()];
    let parameters = fit.begin(drawn, &words).expect("start");
    let part = Part::new(n_terms, [&[(0, 1.0)][..]]).expect("counts");
    assert!(
        parameters
            .step(&part, DenseMatrix::filled(2, 2, 0.5))
            .is_err()
    );
    assert!(
        parameters
            .step(&part, DenseMatrix::filled(1, 3, 0.5))
            .is_err()
    );
    let other = Part::new(n_terms + 1, [&[(0, 1.0)][..]]).expect("counts");
    assert!(
        parameters
            .step(&other, DenseMatrix::filled(1, 2, 0.5))
            .is_err()
    );
    assert!(part.topic_tokens(&DenseMatrix::filled(2, 2, 0.5)).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_parts_give_the_fit_of_one_part(
        seed in 0u64..1000,
        n_documents in 1usize..40,
        n_topics in 1usize..5,
        cuts in prop::collection::vec(0usize..40, 0..6),
    ) {
        let mut draw = rng::stream(seed, "documents in parts", 0);
        let document = |_| {
            let n = rng::below(&mut draw, 9);
            let mut words: Vec<u32> = (0..n).map(|_| rng::below(&mut draw, 12) as u32).collect();
            words.push(rng::below(&mut draw, 12) as u32);
            words.sort_unstable();
            let runs = words.chunk_by(|a, b| a == b);
            runs.map(|run| (run[0], run.len() as f64)).collect()
        };
        let documents: Vec<Vec<(u32, f64)>> = (0..n_documents).map(document).collect();
        let mut counts = TermCounts::default();
        let names: Vec<String> = (0..12).map(|w| format!("w{w}")).collect();
        counts.push_terms(names.iter().map(String::as_str));
        let filter = Filter { min_documents: Some(1), min_letters: 0, ..Filter::default() };
        let kept = counts.finish(&filter).expect("terms");
        let fit = PartedFit::new(&options(n_topics), kept, seed).expect("options");
        let mut ends: Vec<usize> = cuts.iter().map(|cut| cut % n_documents).collect();
        ends.push(n_documents);
        ends.sort_unstable();
        let one = fit_parts(&fit, &documents, &[n_documents], |all| all);
        let several = fit_parts(&fit, &documents, &ends, |all| all);
        for (found, expected) in several.history.iter().zip(&one.history) {
            prop_assert!((found - expected).abs() <= 1e-9 * expected.abs().max(1.0));
        }
        prop_assert!(one.history.is_sorted_by(|a, b| *b >= a - 1e-9 * a.abs()));
        prop_assert!(several.model.words.values().iter().all(|p| p.is_finite()));
    }
}
