//! Golden iterations, and where every start leads.

use super::*;
use crate::mixture;
use recto_math::Silent;
use recto_math::em::Stop;
use recto_testing::golden;
use recto_testing::golden::Entry;
use recto_testing::golden::Tolerance::Absolute;
use recto_testing::split::assert_splits;

/// Pr(w|z,s) of the counts that are there, counts by topics.
fn words(all: &Entry<'_>, counts: &CsrMatrix) -> DenseMatrix {
    let all: Vec<Vec<Vec<f64>>> = all.read();
    let mut values = Vec::new();
    for (segment, row) in counts.rows().enumerate() {
        for &w in row.columns {
            values.extend(all[segment].iter().map(|topic| topic[w as usize]));
        }
    }
    DenseMatrix::from_values(2, values)
}

#[test]
fn iterations_equal_the_golden_vectors() {
    let golden = golden!("sgm_literal");
    let corpus = mixture::tests::golden_corpus(&golden);
    let batches = Batch::all(&corpus, true);
    let of = |part: &Entry<'_>| Own {
        documents: DenseMatrix::from_values(2, part.at("pz_d").matrix().concat()),
        segments: DenseMatrix::from_values(2, part.at("ps_z").matrix().concat()),
        words: words(&part.at("pw_zs"), corpus.segments()),
    };
    let start = of(&golden.at("init"));
    let mut totals = Totals {
        sums: start.segments.column_sums(),
        n_segments: corpus.n_segments(),
    };
    let start = Start {
        parameters: totals.clone(),
        states: vec![start],
    };
    let (sums, own) = Printed.step(&batches[0], start.states[0].clone(), &totals);
    Printed.update(sums, &mut totals);
    let after = Literal::join(totals, vec![own]);
    let wanted = golden.at("after_1_step");
    let near = |key: &str, found: &[f64]| wanted.at(key).assert_all_near(found, Absolute(1e-10));
    near("pz_d", after.documents.values());
    near("ps_z", after.segments.values());
    let wanted = of(&wanted).words;
    for (a, b) in after.words.values().iter().zip(wanted.values()) {
        assert!((a - b).abs() < 1e-10, "{a} for {b}");
    }
    let stop = Stop {
        iterations: 30,
        tolerance: 0.0,
    };
    let run = Run::new(0, &Silent);
    let fit = em::fit(&Printed, &batches, start, stop, "", &run).expect("nobody cancels");
    let fit = fit.join(Literal::join);
    let history = golden.at("loglik");
    let n = history.entries().len();
    history.assert_all_near(&fit.history[..n], Absolute(1e-9));
    let last = golden.at("loglik_29");
    last.assert_near(fit.objective(), Absolute(1e-8));
    assert_eq!(fit.n_falls, 0);
    let printed = fit.parameters.paper_perplexity(&corpus);
    assert!(printed.is_finite() && printed > 1.0);
}

#[test]
fn the_printed_perplexity_has_each_document_once() {
    let corpus = mixture::tests::golden_corpus(&golden!("sgm_literal"));
    let fit = fit(&corpus, &Params::default(), 1, &Run::new(0, &Silent)).expect("a fit");
    // With one topic every probability is a share of counts.
    let tokens = corpus.n_tokens();
    let mut sum = 0.0;
    for document in 0..corpus.n_documents() {
        let rows = || {
            corpus
                .segments_of(document)
                .map(|s| corpus.segments().row(s))
        };
        let length: f64 = rows().map(|row| row.sum()).sum();
        sum += (length / tokens).ln();
        for row in rows() {
            let words = row.values.iter().map(|n| n * (n / row.sum()).ln());
            sum += (row.sum() / tokens).ln() + words.sum::<f64>();
        }
    }
    let expected = (-sum / tokens).exp();
    let printed = fit.parameters.paper_perplexity(&corpus);
    assert!(
        (printed - expected).abs() < 1e-9,
        "{printed} for {expected}"
    );
}

#[test]
fn from_any_start_each_segment_explains_its_own_words_and_no_other() {
    let corpus = mixture::tests::golden_corpus(&golden!("sgm_literal"));
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

#[test]
fn a_fit_is_the_same_over_two_workers() {
    let corpus = mixture::tests::batched_corpus();
    let batches = Batch::all(&corpus, true);
    assert_splits(&Printed, &batches, || start(&batches, 3, (1, 0)), 8);
}
