//! Golden iterations, PLSA by nested loops, and what a guide is worth.

use super::*;
use crate::{CorpusBuilder, Filter, Guide, Options, methods};
use proptest::prelude::*;
use recto_math::em::{Iterate, Stop};
use recto_math::{CsrBuilder, Silent};
use recto_testing::golden;
use recto_testing::golden::Entry;
use recto_testing::golden::Tolerance::Absolute;
use recto_testing::split::assert_splits;

/// Terms by topics from topics by terms.
fn turned(rows: &[Vec<f64>]) -> DenseMatrix {
    let n = rows[0].len();
    let values = (0..n).flat_map(|w| rows.iter().map(move |row| row[w]));
    DenseMatrix::from_values(rows.len(), values.collect())
}

/// The corpus of a golden file.
pub(crate) fn golden_corpus(golden: &Entry<'_>) -> Corpus {
    let documents: Vec<Vec<Vec<f64>>> = golden.at("counts").read();
    let n_terms = documents[0][0].len();
    let mut builder = CsrBuilder::new(n_terms);
    let mut ends = Vec::new();
    let mut end = 0;
    for document in &documents {
        for segment in document {
            let counts = segment.iter().enumerate().filter(|(_, n)| **n > 0.0);
            builder.push_weights(counts.map(|(w, &n)| (w as u32, n)));
            end += 1;
        }
        ends.push(end);
    }
    let terms = (0..n_terms).map(|w| format!("w{w}")).collect();
    Corpus::new(builder.finish(), ends, terms).expect("a corpus")
}

/// A random corpus that is large enough for several batches; each document has two segments
/// and every hundredth has no word.
pub(crate) fn batched_corpus() -> Corpus {
    let mut stream = rng::stream(8, "batched corpus", 0);
    let mut builder = CsrBuilder::new(400);
    for document in 0..1_800 {
        let first = 40 * (document % 7);
        for _ in 0..2 {
            let n = if document % 100 == 0 { 0 } else { 40 };
            builder.push_counts((0..n).map(|_| (first + rng::below(&mut stream, 150)) as u32));
        }
    }
    let terms = (0..400).map(|w| format!("w{w}")).collect();
    let ends = (1..=1_800).map(|document| 2 * document).collect();
    Corpus::new(builder.finish(), ends, terms).expect("a corpus")
}

#[test]
fn fits_are_the_same_over_two_workers() {
    let corpus = batched_corpus();
    let hints = Hints::default();
    for (eta, cache) in [(0.0, Cache::Off), (0.3, Cache::Document)] {
        let params = Params {
            eta,
            estimate_eta: eta > 0.0,
            cache,
            ..Params::default()
        };
        let batches = Batch::of(&corpus, &params);
        let model = Mixing::new(&params, &hints, corpus.n_tokens());
        let start = || start(&batches, &corpus, &params, &hints, 5, (1, 0));
        assert_splits(&model, &batches, start, 8);
    }
}

/// A small random corpus; a document has one to three segments.
fn small_corpus(n_documents: usize, seed: u64) -> Corpus {
    let mut stream = rng::stream(seed, "small corpus", 0);
    let mut builder = CsrBuilder::new(9);
    let mut ends = Vec::new();
    for document in 0..n_documents {
        let n_segments = 1 + rng::below(&mut stream, 3);
        for _ in 0..n_segments {
            let n = 2 + rng::below(&mut stream, 9);
            let first = 3 * (document % 2);
            builder.push_counts((0..n).map(|_| (first + rng::below(&mut stream, 6)) as u32));
        }
        ends.push(ends.last().unwrap_or(&0) + n_segments);
    }
    let terms = (0..9).map(|w| format!("w{w}")).collect();
    Corpus::new(builder.finish(), ends, terms).expect("a corpus")
}

/// Ten iterations from the given topics and uniform documents.
fn fit_from(topics: Topics, corpus: &Corpus, params: &Params) -> Fit<Mixture> {
    let hints = Hints::default();
    let batches = Batch::of(corpus, params);
    let model = Mixing::new(params, &hints, corpus.n_tokens());
    let start = Start {
        parameters: topics,
        ..start(&batches, corpus, params, &hints, 3, (0, 0))
    };
    let stop = Stop {
        iterations: 10,
        tolerance: 0.0,
    };
    let fit = em::fit(
        &model,
        &batches,
        start,
        stop,
        "fitting",
        &Run::new(0, &Silent),
    );
    fit.expect("nobody cancels").join(Mixture::join)
}

proptest! {
    /// From the same topics, EM must not see the order of documents: only the start draws
    /// documents by their index.
    #[test]
    fn permuting_documents_permutes_a_fit(
        n in 3usize..14, seed in 0u64..1000, deviates in any::<bool>(), cache in 0usize..3
    ) {
        let corpus = small_corpus(n, seed);
        let mut order: Vec<usize> = (0..n).collect();
        rng::shuffle(&mut rng::stream(seed, "order", 0), &mut order);
        let params = Params {
            eta: if deviates { 0.3 } else { 0.0 },
            cache: [Cache::Off, Cache::Segment, Cache::Document][cache],
            ..Params::default()
        };
        let hints = Hints::default();
        let batches = Batch::of(&corpus, &params);
        let topics = start(&batches, &corpus, &params, &hints, 3, (seed, 0)).parameters;
        let fit = fit_from(topics.clone(), &corpus, &params);
        let permuted = fit_from(topics, &corpus.subset(&order), &params);
        let same = |a: f64, b: f64| (a - b).abs() < 1e-8;
        prop_assert!((fit.objective() / permuted.objective() - 1.0).abs() < 1e-10);
        let (fit, permuted) = (fit.parameters, permuted.parameters);
        prop_assert!(same(fit.lambda, permuted.lambda) && same(fit.eta, permuted.eta));
        let words = fit.phi.values().iter().zip(permuted.phi.values());
        prop_assert!(words.into_iter().all(|(a, b)| same(*a, *b)));
        for (at, &document) in order.iter().enumerate() {
            let rows = fit.theta.row(document).iter().zip(permuted.theta.row(at));
            prop_assert!(rows.into_iter().all(|(a, b)| same(*a, *b)), "document {}", document);
        }
    }
}

fn close(found: &DenseMatrix, wanted: &[Vec<f64>], name: &str) {
    for (found, wanted) in found.values().iter().zip(wanted.iter().flatten()) {
        assert!(
            (found - wanted).abs() < 1e-10,
            "{name}: {found} for {wanted}"
        );
    }
}

#[test]
fn iterations_equal_the_golden_vectors() {
    let golden = golden!("sgm_s");
    let corpus = golden_corpus(&golden);
    let init = golden.at("init");
    let params = Params {
        eta: 0.3,
        estimate_eta: true,
        cache: Cache::Segment,
        ..Params::default()
    };
    let batches = Batch::of(&corpus, &params);
    let psi = batches[0].psi.as_ref().expect("a cache");
    for (row, wanted) in psi.rows().zip(init.at("psi").entries()) {
        let wanted = wanted.entries();
        for (w, p) in row.iter() {
            wanted[w as usize].assert_near(p, Absolute(1e-12));
        }
    }
    let flat = |key: &str| DenseMatrix::from_values(2, init.at(key).matrix().concat());
    let start = Start {
        parameters: Topics {
            phi: turned(&init.at("phi").matrix()),
            lambda: 0.2,
            eta: 0.3,
        },
        states: vec![Weights {
            theta: flat("theta"),
            xi: Some(flat("xi")),
        }],
    };
    let hints = Hints::default();
    let model = Mixing::new(&params, &hints, corpus.n_tokens());
    let mut after = start.parameters.clone();
    let (statistics, own) = model.step(&batches[0], start.states[0].clone(), &after);
    let objective = model.update(statistics, &mut after);
    let history = golden.at("objective");
    history.entries()[0].assert_near(objective, Absolute(1e-9));
    let wanted = golden.at("after");
    let near = |key: &str, found: &[f64]| wanted.at(key).assert_all_near(found, Absolute(1e-10));
    near("theta", own.theta.values());
    near("xi", own.xi.as_ref().expect("segments").values());
    near("phi", &crate::model_selection::columns(&after.phi).concat());
    wanted
        .at("lambda_")
        .assert_near(after.lambda, Absolute(1e-12));
    wanted.at("eta").assert_near(after.eta, Absolute(1e-12));
    let stop = Stop {
        iterations: 40,
        tolerance: 0.0,
    };
    let run = Run::new(0, &Silent);
    let fit = em::fit(&model, &batches, start, stop, "", &run).expect("nobody cancels");
    let n = history.entries().len();
    history.assert_all_near(&fit.history[..n], Absolute(1e-8));
    let last = golden.at("objective_39");
    last.assert_near(fit.history[39], Absolute(1e-7));
    assert_eq!(fit.n_falls, 0);
}

/// PLSA by three nested loops over a dense array, as it is written in the paper.
fn plain_plsa(counts: &[Vec<f64>], theta: &mut [Vec<f64>], phi: &mut [Vec<f64>]) {
    let (n_topics, n_terms) = (phi.len(), phi[0].len());
    let mut new_theta = vec![vec![0.0; n_topics]; counts.len()];
    let mut new_phi = vec![vec![0.0; n_terms]; n_topics];
    for (d, row) in counts.iter().enumerate() {
        for (w, &n) in row.iter().enumerate() {
            let p: f64 = (0..n_topics).map(|z| theta[d][z] * phi[z][w]).sum();
            for z in 0..n_topics {
                let share = n * theta[d][z] * phi[z][w] / p;
                new_theta[d][z] += share;
                new_phi[z][w] += share;
            }
        }
    }
    for row in new_theta.iter_mut().chain(&mut new_phi) {
        let sum: f64 = row.iter().sum();
        row.iter_mut().for_each(|p| *p /= sum);
    }
    theta.clone_from_slice(&new_theta);
    phi.clone_from_slice(&new_phi);
}

#[test]
fn plsa_equals_three_nested_loops() {
    let golden = golden!("sgm_s");
    let corpus = golden_corpus(&golden);
    let counts: Vec<Vec<f64>> = corpus
        .documents()
        .rows()
        .map(|row| {
            let mut dense = vec![0.0; 4];
            row.iter().for_each(|(w, n)| dense[w as usize] = n);
            dense
        })
        .collect();
    let mut theta = golden.at("init").at("theta").matrix();
    let mut phi = golden.at("init").at("phi").matrix();
    let params = Params::paper();
    let batches = Batch::of(&corpus, &params);
    let hints = Hints::default();
    let model = Mixing::new(&params, &hints, corpus.n_tokens());
    let mut own = Weights {
        theta: DenseMatrix::from_values(2, theta.concat()),
        xi: None,
    };
    let mut topics = Topics {
        phi: turned(&phi),
        lambda: 0.0,
        eta: 0.0,
    };
    for _ in 0..5 {
        let (statistics, next) = model.step(&batches[0], own, &topics);
        own = next;
        model.update(statistics, &mut topics);
        plain_plsa(&counts, &mut theta, &mut phi);
        close(&own.theta, &theta, "theta");
        let found = crate::model_selection::columns(&topics.phi).concat();
        close(&DenseMatrix::from_values(4, found), &phi, "phi");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn the_objective_never_falls(
        documents in prop::collection::vec(prop::collection::vec(0u32..12, 1..30), 1..12),
        n_topics in 1usize..5, eta in 0.0f64..1.0, cached in any::<bool>(), seed in 0u64..99
    ) {
        let mut builder = CorpusBuilder::new();
        for document in &documents {
            let words: Vec<String> = document.iter().map(|w| format!("word{w}")).collect();
            builder.push_terms(words.chunks(7).map(|s| s.iter().map(String::as_str)));
        }
        let corpus = builder.finish(&Filter::default()).expect("words");
        let params = Params {
            eta,
            estimate_eta: seed % 2 == 0,
            cache: if cached { Cache::Document } else { Cache::Off },
            tolerance: 0.0,
            iterations: 40,
            ..Params::default()
        };
        let run = Run::new(seed, &Silent);
        let fit = fit(&corpus, &params, &Hints::default(), n_topics, &run).expect("a fit");
        prop_assert_eq!(fit.n_falls, 0, "{:?}", fit.history);
    }
}

/// Two subjects whose words are mixed with common ones.
fn guided(guide: Guide, method: &str) -> crate::FittedTopics {
    let mut builder = CorpusBuilder::new();
    for i in 0..40 {
        let words = match i % 2 {
            0 => ["oil", "crude", "barrel", "price", "trade"],
            _ => ["wheat", "grain", "crop", "price", "trade"],
        };
        builder.push_terms([words.iter().copied().chain([words[i % 5], words[i % 3]])]);
    }
    let corpus = builder.finish(&Filter::default()).expect("words");
    let options = Options {
        topics: Some(2),
        guide,
        ..Options::default()
    };
    let row = methods()
        .iter()
        .find(|row| row.name == method)
        .expect("a row");
    let model = (row.build)(&options).expect("good options");
    model.fit(&corpus, &Run::new(0, &Silent)).expect("a fit")
}

#[test]
fn seeds_pins_and_bans_are_honoured_by_every_model_that_takes_them() {
    let words = |list: &[&str]| list.iter().map(|w| (*w).to_string()).collect::<Vec<_>>();
    for method in ["auto", "plsa", "sgm", "ext-plsa", "lda"] {
        for swap in [false, true] {
            let mut seeds = vec![words(&["oil", "nosuchword"]), words(&["wheat"])];
            if swap {
                seeds.reverse();
            }
            let guide = Guide {
                seeds,
                pinned: vec![words(&["price"])],
                forbidden: vec![words(&["trade"])],
                strength: None,
            };
            let found = guided(guide, method);
            let p = |word: &str, topic: usize| {
                let at = found.model.terms.iter().position(|term| term == word);
                found.model.words.row(at.expect("a term"))[topic]
            };
            let oil = usize::from(swap);
            assert!(p("oil", oil) > p("oil", 1 - oil), "{method}: seeds");
            assert!(p("wheat", 1 - oil) > p("wheat", oil), "{method}: seeds");
            assert_eq!(p("price", 1), 0.0, "{method}: pinned");
            assert_eq!(p("trade", 0), 0.0, "{method}: forbidden");
            let warned = found
                .warnings
                .iter()
                .any(|w| w.message.contains("nosuchword"));
            assert!(warned, "{method}: {:?}", found.warnings);
            let falls = |pair: &[f64]| pair[1] < pair[0] - 1e-9 * pair[0].abs();
            assert!(
                !found.history.windows(2).any(falls),
                "{method}: {:?}",
                found.history
            );
        }
    }
}

#[test]
fn a_word_without_any_topic_is_refused() {
    let ban = vec![vec!["oil".to_string()]; 2];
    let mut builder = CorpusBuilder::new();
    builder.push_terms([["oil", "wheat", "oil"]]);
    let corpus = builder.finish(&Filter::default()).expect("words");
    let guide = Guide {
        forbidden: ban,
        ..Guide::default()
    };
    assert!(guide.hints(&corpus, 2).is_err());
    assert!(guide.hints(&corpus, 1).is_err());
    assert!(guide.hints(&corpus, 3).is_ok());
}
