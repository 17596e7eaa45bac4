use super::*;
use crate::{CorpusBuilder, Filter, Options, methods};
use recto_math::Silent;

fn fitted(n: usize) -> FittedTopics {
    let mut builder = CorpusBuilder::new();
    for i in 0..n {
        let words: Vec<String> = (0..20)
            .map(|j| format!("s{}w{}", i % 3, (i + j) % 7))
            .collect();
        let kept = if i == 4 { 0 } else { 20 };
        builder.push_terms([words[..kept].iter().map(String::as_str)]);
    }
    let corpus = builder.finish(&Filter::default()).expect("words");
    let options = Options {
        topics: Some(3),
        ..Options::default()
    };
    let row = methods()
        .iter()
        .find(|row| row.name == "auto")
        .expect("a row");
    let model = (row.build)(&options).expect("options");
    model.fit(&corpus, &Run::new(0, &Silent)).expect("a fit")
}

#[test]
fn subjects_are_clusters_with_and_without_a_number() {
    let fitted = fitted(30);
    let run = Run::new(0, &Silent);
    for linkage in [Linkage::Average, Linkage::Prototype] {
        let asked = cluster(&fitted, Some(3), linkage, &run).expect("enough documents");
        let free = cluster(&fitted, None, linkage, &run).expect("enough documents");
        assert_eq!(asked.labels, free.labels);
        assert!(
            free.reason
                .is_some_and(|reason| reason.starts_with("3 clusters have the best silhouette"))
        );
        assert_eq!(asked.labels[4], None);
        for i in 0..30 {
            assert!(
                i == 4 || asked.labels[i] == asked.labels[i % 3],
                "document {i}"
            );
        }
        assert_eq!(asked.tree.merges.len() + 1, asked.points.len());
    }
    assert!(cluster(&fitted, Some(30), Linkage::Average, &run).is_err());
    assert!(cluster(&fitted, Some(0), Linkage::Average, &run).is_err());
}

#[test]
fn sets_of_labels_are_classes_where_enough_documents_have_them() {
    let labels = |list: &[&str]| list.iter().map(|l| (*l).to_string()).collect::<Vec<_>>();
    let documents = [
        labels(&["wheat", "grain"]),
        labels(&["grain", "wheat"]),
        labels(&["oil"]),
        labels(&[]),
        labels(&[]),
    ];
    let set = Some("grain + wheat".to_string());
    assert_eq!(
        topic_sets(&documents, 2),
        [set.clone(), set, None, None, None]
    );
}
