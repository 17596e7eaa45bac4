use super::*;
use crate::{CorpusBuilder, Filter, Guide, Options, methods};
use proptest::prelude::*;
use recto_math::em::{Iterate, Stop};
use recto_math::{CsrBuilder, Silent};
use serde_json::Value;

fn rows(value: &Value) -> Vec<Vec<f64>> {
    serde_json::from_value(value.clone()).expect("rows of numbers")
}

/// Terms by topics from topics by terms.
fn turned(rows: &[Vec<f64>]) -> Table {
    let n = rows[0].len();
    let values = (0..n).flat_map(|w| rows.iter().map(move |row| row[w]));
    Table::from_values(rows.len(), values.collect())
}

pub(crate) fn golden_corpus(golden: &Value) -> Corpus {
    let documents: Vec<Vec<Vec<f64>>> =
        serde_json::from_value(golden["counts"].clone()).expect("counts");
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

fn close(found: &Table, wanted: &[Vec<f64>], name: &str) {
    for (found, wanted) in found.values().iter().zip(wanted.iter().flatten()) {
        assert!(
            (found - wanted).abs() < 1e-10,
            "{name}: {found} for {wanted}"
        );
    }
}

#[test]
fn iterations_equal_the_golden_vectors() {
    let golden: Value =
        serde_json::from_str(include_str!("../../tests/golden/sgm_s.json")).expect("JSON");
    let corpus = golden_corpus(&golden);
    let init = &golden["init"];
    let params = Params {
        eta: 0.3,
        estimate_eta: true,
        cache: Cache::Segment,
        ..Params::default()
    };
    let data = Data::of(&corpus, &params);
    let psi = data.psi.as_ref().expect("a cache");
    for (row, wanted) in psi.rows().zip(rows(&init["psi"])) {
        for (w, p) in row.iter() {
            assert!((p - wanted[w as usize]).abs() < 1e-12, "psi");
        }
    }
    let flat = |value: &Value| Table::from_values(2, rows(value).concat());
    let mixture = Mixture {
        theta: flat(&init["theta"]),
        xi: Some(flat(&init["xi"])),
        phi: turned(&rows(&init["phi"])),
        lambda: 0.2,
        eta: 0.3,
    };
    let hints = Hints::default();
    let model = Mixing {
        data: &data,
        params: &params,
        hints: &hints,
        n_tokens: corpus.n_tokens(),
    };
    let mut after = mixture.clone();
    let objective = model.update(model.step(0, &mixture), &mut after);
    let history: Vec<f64> = serde_json::from_value(golden["objective"].clone()).expect("numbers");
    assert!(
        (objective - history[0]).abs() < 1e-9,
        "{objective} {history:?}"
    );
    let wanted = &golden["after"];
    close(&after.theta, &rows(&wanted["theta"]), "theta");
    close(
        after.xi.as_ref().expect("segments"),
        &rows(&wanted["xi"]),
        "xi",
    );
    let phi = crate::choose::columns(&after.phi);
    close(
        &Table::from_values(4, phi.concat()),
        &rows(&wanted["phi"]),
        "phi",
    );
    assert!((after.lambda - wanted["lambda_"].as_f64().expect("a number")).abs() < 1e-12);
    assert!((after.eta - wanted["eta"].as_f64().expect("a number")).abs() < 1e-12);
    let stop = Stop {
        iterations: 40,
        tolerance: 0.0,
    };
    let fit = em::fit(&model, mixture, stop, "", &Run::new(0, &Silent)).expect("nobody cancels");
    for (found, wanted) in fit.history.iter().zip(&history) {
        assert!((found - wanted).abs() < 1e-8, "{found} for {wanted}");
    }
    let last = golden["objective_39"].as_f64().expect("a number");
    assert!((fit.history[39] - last).abs() < 1e-7);
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
    let golden: Value =
        serde_json::from_str(include_str!("../../tests/golden/sgm_s.json")).expect("JSON");
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
    let mut theta = rows(&golden["init"]["theta"]);
    let mut phi = rows(&golden["init"]["phi"]);
    let params = Params::paper();
    let data = Data::of(&corpus, &params);
    let hints = Hints::default();
    let model = Mixing {
        data: &data,
        params: &params,
        hints: &hints,
        n_tokens: corpus.n_tokens(),
    };
    let mut mixture = Mixture {
        theta: Table::from_values(2, theta.concat()),
        xi: None,
        phi: turned(&phi),
        lambda: 0.0,
        eta: 0.0,
    };
    for _ in 0..5 {
        let statistics = model.step(0, &mixture);
        model.update(statistics, &mut mixture);
        plain_plsa(&counts, &mut theta, &mut phi);
        close(&mixture.theta, &theta, "theta");
        let found = crate::choose::columns(&mixture.phi).concat();
        close(&Table::from_values(4, found), &phi, "phi");
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
