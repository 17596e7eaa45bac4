use super::*;
use recto_math::CsrBuilder;
use recto_testing::golden;
use recto_testing::golden::Tolerance;

fn corpus(texts: &[&str], filter: &Filter) -> Result<Corpus, ClassifyError> {
    let mut builder = CorpusBuilder::new();
    for text in texts {
        builder.push_terms(text.split_whitespace());
    }
    builder.finish(filter)
}

#[test]
fn rare_terms_go_unless_they_carry_a_label() {
    let texts = ["good boat", "bad boat", "", "odd boat good"];
    let filter = Filter {
        kept: vec!["bad".into(), "absent".into()],
        ..Filter::default()
    };
    let found = corpus(&texts, &filter).expect("words");
    assert_eq!(found.terms(), ["good", "boat", "bad"]);
    assert_eq!(found.n_documents(), 4);
    assert_eq!(found.counts().row(2).columns.len(), 0);
    assert_eq!((found.id("bad"), found.id("odd")), (Some(2), None));
}

#[test]
fn the_most_frequent_or_the_most_telling_terms_stay() {
    let texts = ["a b c", "a b", "a c d", "a d"];
    let two = |choice| Filter {
        max_terms: 2,
        choice,
        ..Filter::default()
    };
    let frequent = corpus(&texts, &two(Choice::Frequency)).expect("words");
    assert_eq!(frequent.terms(), ["a", "b"]);
    let classes = vec![Some(0), Some(0), Some(1), Some(1)];
    let telling = corpus(&texts, &two(Choice::InformationGain(classes))).expect("words");
    assert_eq!(telling.terms(), ["b", "d"]);
}

#[test]
fn bad_input_is_named() {
    assert_eq!(
        corpus(&[], &Filter::default()),
        Err(ClassifyError::NoDocuments)
    );
    let none = ClassifyError::NoTerms { min_documents: 2 };
    assert_eq!(corpus(&["", ""], &Filter::default()), Err(none));
    let mut builder = CsrBuilder::new(2);
    builder.push_weights([(1, -2.0)]);
    let error = Corpus::new(&builder.finish(), vec!["a".into(), "b".into()]);
    let error = error.expect_err("negative").to_string();
    assert!(error.starts_with("document 0, term 1: -2"), "{error}");
}

#[test]
fn columns_of_zeros_are_dropped() {
    let mut builder = CsrBuilder::new(3);
    builder.push_weights([(0, 1.0), (1, 0.0), (2, 2.0)]);
    let terms = ["a", "b", "c"].map(String::from).to_vec();
    let found = Corpus::new(&builder.finish(), terms).expect("words");
    assert_eq!(found.terms(), ["a", "c"]);
    assert_eq!(found.counts().row(0).columns, [0, 1]);
}

#[test]
fn information_gain_is_that_of_the_prototype() {
    let file = golden!("word_oracle_ig");
    let mut builder = CsrBuilder::new(6);
    for row in file.at("presence").matrix() {
        let present = (0..6u32).filter(|&i| row[i as usize] > 0.0);
        builder.push_counts(present);
    }
    let classes: Vec<_> = file.at("labels").counts().into_iter().map(Some).collect();
    let found = information_gain(&builder.finish(), &classes);
    let near = Tolerance::Absolute(1e-12);
    file.at("information_gain_nats")
        .assert_all_near(&found.gains, near);
    file.at("majority").assert_equal(&found.classes);
}

#[test]
fn unit_rows_of_presence_times_idf_by_hand() {
    // Two documents, df 2 and 1: idf 1 and ln(3/2) + 1.
    let found = corpus(
        &["a a b", "a"],
        &Filter {
            min_documents: 1,
            ..Filter::default()
        },
    );
    let found = found.expect("words");
    let weighting = Weighting::new(found.counts(), Scheme::BinIdf, Norm::L2);
    let idf = 1.5f64.ln() + 1.0;
    let size = (1.0 + idf * idf).sqrt();
    let row = weighting.row(found.counts().row(0));
    assert!((row[0].1 - 1.0 / size).abs() < 1e-15 && (row[1].1 - idf / size).abs() < 1e-15);
}
