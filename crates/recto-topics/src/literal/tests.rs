use super::*;
use crate::mixture;
use recto_math::Silent;
use recto_math::em::Stop;
use serde_json::Value;

fn golden() -> Value {
    serde_json::from_str(include_str!("../../tests/golden/sgm_literal.json")).expect("JSON")
}

fn rows(value: &Value) -> Vec<Vec<f64>> {
    serde_json::from_value(value.clone()).expect("rows of numbers")
}

/// Pr(w|z,s) of the counts that are there, counts by topics.
fn words(value: &Value, counts: &CsrMatrix) -> Table {
    let all: Vec<Vec<Vec<f64>>> = serde_json::from_value(value.clone()).expect("numbers");
    let mut values = Vec::new();
    for (segment, row) in counts.rows().enumerate() {
        for &w in row.columns {
            values.extend(all[segment].iter().map(|topic| topic[w as usize]));
        }
    }
    Table::from_values(2, values)
}

#[test]
fn iterations_equal_the_golden_vectors() {
    let golden = golden();
    let corpus = mixture::tests::golden_corpus(&golden);
    let data = Data::new(&corpus, true);
    let model = Printed::new(&data);
    let of = |part: &Value| Literal {
        documents: Table::from_values(2, rows(&part["pz_d"]).concat()),
        segments: Table::from_values(2, rows(&part["ps_z"]).concat()),
        words: words(&part["pw_zs"], corpus.segments()),
    };
    let start = of(&golden["init"]);
    let mut after = start.clone();
    model.update(model.step(0, &start), &mut after);
    let wanted = of(&golden["after_1_step"]);
    let pairs = [
        (&after.documents, &wanted.documents),
        (&after.segments, &wanted.segments),
        (&after.words, &wanted.words),
    ];
    for (found, wanted) in pairs {
        for (a, b) in found.values().iter().zip(wanted.values()) {
            assert!((a - b).abs() < 1e-10, "{a} for {b}");
        }
    }
    let stop = Stop {
        iterations: 30,
        tolerance: 0.0,
    };
    let fit = em::fit(&model, start, stop, "", &Run::new(0, &Silent)).expect("nobody cancels");
    let history: Vec<f64> = serde_json::from_value(golden["loglik"].clone()).expect("numbers");
    for (found, wanted) in fit.history.iter().zip(history) {
        assert!((found - wanted).abs() < 1e-9, "{found} for {wanted}");
    }
    let last = golden["loglik_29"].as_f64().expect("a number");
    assert!((fit.objective() - last).abs() < 1e-8);
    assert_eq!(fit.n_falls, 0);
    let printed = fit.parameters.paper_perplexity(&corpus);
    assert!(printed.is_finite() && printed > 1.0);
}

#[test]
fn from_any_start_each_segment_explains_its_own_words_and_no_other() {
    let corpus = mixture::tests::golden_corpus(&golden());
    let params = Params {
        iterations: 300,
        tolerance: 0.0,
        ..Params::default()
    };
    let fit = fit(&corpus, &params, 2, &Run::new(1, &Silent)).expect("a fit");
    // The most that any words can have: each segment's own frequencies.
    let mut entropy = 0.0;
    for row in corpus.segments().rows() {
        entropy += row
            .values
            .iter()
            .map(|n| n * (n / row.sum()).ln())
            .sum::<f64>();
    }
    let shares: f64 = corpus
        .segments()
        .rows()
        .map(|row| row.sum() * (row.sum() / corpus.n_tokens()).ln())
        .sum();
    assert!(fit.objective() > entropy + shares - 1e-9);
}
