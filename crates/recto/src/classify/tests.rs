//! The published form of classifications.

use super::{CLASSIFY, Request, methods};
use crate::{AnyCapability, Attachments, Capability, Document, Pile, Reading};
use recto_classify::{CorpusBuilder, Filter, Options, Supervision};
use recto_math::{Run, Silent};
use serde_json::json;

const TEXTS: [&str; 4] = [
    "superb lamp sturdy hinge",
    "flimsy lamp loose hinge",
    "sturdy hinge sturdy base",
    "loose hinge flimsy base",
];

const LEXICON: &str = "superb\tpos\nsturdy\tpos\nflimsy\tneg\n";

/// Probability of the positive class by `classify --paper --method mflk`.
fn by_request() -> Vec<f64> {
    let documents = TEXTS.iter().zip(["a", "b", "c", "d"]);
    let pile = Pile {
        documents: documents
            .map(|(text, id)| Document::new(id, *text))
            .collect(),
        ..Pile::default()
    };
    let mut files = Attachments::default();
    files.add_file("lexicon", "words.tsv", LEXICON.as_bytes().to_vec());
    let request = Request {
        method: "mflk".into(),
        paper: true,
        ..Request::default()
    };
    let reading = Reading::new(&pile);
    let answer = CLASSIFY.answer(&reading, &request, &files, &Run::new(0, &Silent));
    let documents = answer.expect("an answer").body.documents;
    documents.iter().map(|document| document.p["pos"]).collect()
}

/// The same from words that are wholly of their class, as `replicate MFLK` labels them.
fn by_hard_labels() -> Vec<f64> {
    let mut builder = CorpusBuilder::new();
    for text in TEXTS {
        builder.push_terms(text.split(' '));
    }
    let filter = Filter {
        min_documents: 1,
        ..Filter::default()
    };
    let corpus = builder.finish(&filter).expect("a corpus");
    let mut known = Supervision::new(["neg", "pos"], TEXTS.len());
    for (word, class) in [("superb", 1), ("sturdy", 1), ("flimsy", 0)] {
        known.label_word(corpus.id(word).expect("it occurs"), class);
    }
    let method = methods().iter().find(|row| row.name == "mflk");
    let options = Options {
        paper: true,
        ..Options::default()
    };
    let classifier = (method.expect("a row").build)(&options).expect("a method");
    let fitted = classifier.fit(&corpus, &known, &Run::new(0, &Silent));
    let posteriors = fitted.expect("a fit").documents;
    posteriors.rows().map(|row| row[1]).collect()
}

#[test]
fn words_of_a_lexicon_are_wholly_of_their_class_in_the_published_form() {
    let (by_request, by_hard_labels) = (by_request(), by_hard_labels());
    for (asked, hard) in by_request.iter().zip(&by_hard_labels) {
        assert!(
            (asked - hard).abs() < 1e-5,
            "{by_request:?} {by_hard_labels:?}"
        );
    }
}

#[test]
fn a_method_without_a_published_form_is_refused_with_the_names_of_those_with_one() {
    for method in ["nbem", "ge"] {
        let request = json!({ "method": method, "paper": true });
        let request = request.as_object().expect("an object");
        let refused = CLASSIFY.check(request, &[]).expect_err("no published form");
        let message = refused.to_string();
        let expected = format!(
            "recto has no published form of the method {method}; these have one: tri, mflk, ssmflk"
        );
        assert!(message.contains(&expected), "{message}");
    }
}
