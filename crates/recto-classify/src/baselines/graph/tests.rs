use super::*;
use crate::corpus::{Norm, Scheme, Weighting};
use recto_math::Silent;
use recto_testing::golden;
use recto_testing::golden::{Entry, Tolerance};

fn example() -> (View, Supervision) {
    let file = golden!("init_objective");
    let input = file.at("input");
    let mut builder = CsrBuilder::new(6);
    for row in input.at("X").matrix() {
        builder.push_weights((0..).zip(row).filter(|(_, x)| *x > 0.0));
    }
    let rows = builder.finish();
    let view = View {
        weighting: Weighting::new(&rows, Scheme::Tf, Norm::None),
        transposed: rows.transpose(),
        rows,
    };
    let mut known = Supervision::new(["no", "yes"], 6);
    for pair in input.at("doc_labels").matrix() {
        known.label_document(pair[0] as usize, pair[1] as usize);
    }
    for pair in input.at("word_labels").matrix() {
        known.label_word(pair[0] as u32, pair[1] as usize);
    }
    (view, known)
}

fn assert_rows<'a>(entry: &Entry<'_>, rows: impl Iterator<Item = &'a [f64]>, tolerance: f64) {
    for (entry, row) in entry.entries().iter().zip(rows) {
        entry.assert_all_near(row, Tolerance::Absolute(tolerance));
    }
}

#[test]
fn propagation_is_that_of_the_prototype() {
    let file = golden!("doc_graph_baselines");
    let (view, known) = example();
    let graph = similarities(&view, 0, &Run::new(0, &Silent)).expect("nobody cancels");
    let scores = consistency(&graph, &known, 0.99);
    assert_rows(&file.at("consistency"), scores.rows(), 1e-7);
    let unlabelled = file.at("harmonic_unlabelled_rows").counts();
    let scores = harmonic(&graph, &known);
    assert_rows(
        &file.at("harmonic"),
        unlabelled.iter().map(|&j| scores.row(j)),
        1e-7,
    );
    let scores = class_mass_normalised(&scores, &known);
    assert_rows(
        &file.at("harmonic_cmn"),
        unlabelled.iter().map(|&j| scores.row(j)),
        1e-7,
    );
    assert_rows(&file.at("green"), green(&graph, &known).rows(), 1e-7);
}

#[test]
fn least_squares_on_documents_and_words_is_that_of_the_prototype() {
    let file = golden!("grads");
    let (view, known) = example();
    let method = Grads {
        mu: 1.0,
        epsilon: 0.1,
        is_balanced: false,
        tolerance: 1e-12,
    };
    let (documents, words) = method.potentials(&view, &known);
    assert_rows(&file.at("f_docs"), documents.rows(), 1e-6);
    assert_rows(&file.at("f_words"), words.rows(), 1e-6);
}

#[test]
fn the_potentials_of_a_candidate_are_those_of_a_fit_with_its_label() {
    let (view, known) = example();
    let method = Grads {
        is_balanced: false,
        ..Grads::default()
    };
    let (documents, words) = method.potentials(&view, &known);
    let open = (0..6)
        .find(|&j| known.documents[j].is_none())
        .expect("one without a label");
    let mut labelled = known.clone();
    labelled.label_document(open, 1);
    let (after, words_after) = method.potentials(&view, &labelled);
    let (found, words_found) = method.with_label(&view, &known, (&documents, &words), open, 1);
    for (a, b) in [(found, after), (words_found, words_after)] {
        for (a, b) in a.values().iter().zip(b.values()) {
            assert!((a - b).abs() < 1e-9, "{a} {b}");
        }
    }
}
