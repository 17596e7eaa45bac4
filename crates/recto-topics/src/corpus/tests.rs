use super::*;
use proptest::prelude::*;
use recto_math::{Notice, Run, Silent};
use recto_text::{Analysis, Analyzer, Document, Language, UnitKind};

pub(crate) fn made(texts: &[&str], filter: &Filter) -> Result<Corpus, TopicsError> {
    let mut builder = CorpusBuilder::new();
    each(texts, |units, bounds| builder.push(units, bounds));
    builder.finish(filter)
}

/// Each text in units, with the ends of its segments.
pub(crate) fn each(texts: &[&str], mut take: impl FnMut(&recto_text::Units<'_>, &[usize])) {
    let english = Language::from_code("en").expect("known");
    let analyzer = Analyzer::new(Analysis::Topic, english);
    for text in texts {
        let document = Document::new("d", *text);
        let units = analyzer
            .units(&document, UnitKind::Paragraph, &Run::new(0, &Silent))
            .expect("nobody cancels");
        take(&units, &passages(&units, 3));
    }
}

#[test]
fn documents_become_segments_of_counts_with_spellings_and_phrases() {
    let texts = [
        "Crude oil prices rise.\n\nCrude oil rises.\n\nCrude-oil 1987.",
        "",
        "Crude oil and wheat.",
    ];
    let corpus = made(&texts, &Filter::default()).expect("terms");
    assert_eq!(corpus.n_documents(), 3);
    assert_eq!(corpus.segments_of(0), 0..3);
    assert_eq!(corpus.segments_of(1), 3..3);
    assert_eq!(corpus.empty_documents(), [1]);
    let price = corpus.terms().iter().position(|term| term == "price");
    assert_eq!(corpus.spelling(price.expect("kept")), "prices");
    let phrase = corpus.phrases().next().expect("one is frequent");
    assert_eq!((phrase.text, phrase.count), ("crude oil", 4));
    let total: f64 = corpus.documents().rows().map(|row| row.sum()).sum();
    assert_eq!(total, corpus.n_tokens());
    let part = corpus.subset(&[2, 0]);
    assert_eq!(part.segments_of(1), 1..4);
    assert_eq!(part.documents().row(1), corpus.documents().row(0));
}

#[test]
fn a_filter_that_keeps_nothing_is_named() {
    let filter = Filter {
        min_documents: Some(3),
        ..Filter::default()
    };
    let error = made(&["wheat", "oil"], &filter).expect_err("no term");
    assert!(error.to_string().contains("at least 3"), "{error}");
    assert_eq!(made(&[], &filter), Err(TopicsError::NoDocuments));
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let counts = || {
        let mut builder = CsrBuilder::new(1);
        builder.push_counts([0]);
        builder.finish()
    };
    let terms = || vec!["a".to_string()];
    assert!(Corpus::new(counts(), vec![2], terms()).is_err());
    assert!(Corpus::new(counts(), vec![1], vec![]).is_err());
    assert!(Corpus::new(counts(), vec![], terms()).is_err());
    let mut builder = CsrBuilder::new(1);
    builder.push_weights([(0, f64::NAN)]);
    assert!(Corpus::new(builder.finish(), vec![1], terms()).is_err());
    assert!(Corpus::new(counts(), vec![1], terms()).is_ok());
}

#[test]
fn a_filter_that_leaves_nothing_is_said_with_what_eases_it() {
    let said = |min_documents, max_share| {
        let filter = Filter {
            min_documents,
            max_share,
            ..Filter::default()
        };
        let error = made(&["nets dry", "nets rot"], &filter).expect_err("nothing is left");
        Notice::from(&error).to_string()
    };
    let rare = said(Some(3), 1.0);
    assert!(rare.starts_with("no terms are left: "), "{rare}");
    assert!(
        rare.ends_with("; read more documents; to keep rarer terms, lower `min_documents`"),
        "{rare}"
    );
    let frequent = said(None, 0.1);
    assert!(
        frequent.ends_with("; to keep more frequent terms, raise `max_share`"),
        "{frequent}"
    );
}

proptest! {
    #[test]
    fn any_text_becomes_a_corpus_or_an_error(texts in prop::collection::vec(".{0,80}", 0..6)) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        match made(&texts, &Filter::default()) {
            Ok(corpus) => prop_assert_eq!(corpus.n_documents(), texts.len()),
            Err(TopicsError::NoDocuments) => prop_assert!(texts.is_empty()),
            Err(TopicsError::NoTerms { .. }) => {}
            Err(error) => prop_assert!(false, "{}", error),
        }
    }
}
