//! Made sets, small enough for all experiments.

use super::*;
use crate::made::Folder;
use recto::Answer;
use recto_math::Silent;
use recto_report::text::{TextOptions, render};
use std::num::NonZeroUsize;

const WORDS: [[&str; 6]; 2] = [
    ["boat", "harbour", "net", "sail", "anchor", "tide"],
    ["oven", "bread", "flour", "yeast", "baker", "crust"],
];

fn paragraph(subject: usize, i: usize) -> String {
    let word = |j: usize| WORDS[subject][(i * 5 + j * j + j) % 6];
    let sentence = |j: usize| {
        format!(
            "The {} saw a {} near the {}.",
            word(j),
            word(j + 1),
            word(j + 2)
        )
    };
    (0..4).map(sentence).collect::<Vec<_>>().join(" ")
}

/// A set with two subjects, and one whose labels no other document shares.
fn folder() -> Folder {
    let folder = Folder::new();
    let row = |i: usize, label: String| {
        let paragraphs: Vec<String> = (0..5).map(|j| paragraph(i % 2, i * 5 + j)).collect();
        json!({ "id": i, "text": paragraphs.join("\n\n"), "labels": [label] }).to_string()
    };
    let rows: Vec<String> = (0..40)
        .map(|i| row(i, format!("subject {}", i % 2)))
        .collect();
    folder.write("topics/made.jsonl", &rows.join("\n"));
    let rows: Vec<String> = (0..12).map(|i| row(i, format!("own {i}"))).collect();
    folder.write("topics/single.jsonl", &rows.join("\n"));
    folder
}

fn replicated(folder: &Folder, threads: usize) -> Answer<Replicated> {
    let request = Request {
        data: folder.path().into(),
        seeds: Some(2),
        ..Request::default()
    };
    let threads = NonZeroUsize::new(threads).unwrap();
    Sgm::run(&request, &Run::new(0, &Silent).with_threads(threads)).unwrap()
}

#[test]
fn experiments_are_the_same_at_any_number_of_threads_and_the_report_is_sound() {
    let folder = folder();
    let answer = replicated(&folder, 1);
    assert_eq!(answer.body, replicated(&folder, 3).body);
    assert_eq!(answer.failed.len(), 0);
    let [made, single] = &answer.body.sets[..] else {
        panic!("two sets");
    };
    assert_eq!((made.name.as_str(), made.documents), ("made", 40));
    let found = made.clustering.as_ref().unwrap();
    assert_eq!(
        (found.documents, found.labels, found.topic_sets),
        (40, 2, 2)
    );
    let plsa = found.rows.iter().find(|row| row.model == System::Plsa);
    assert!(plsa.unwrap().scores.f.mean > 0.99);
    assert_eq!(found.labels_per_document, 1.0);
    let settings: Vec<Segmented> = found.segmentation.iter().map(|row| row.setting).collect();
    assert_eq!(
        settings,
        [Segmented::Average, Segmented::Fewest, Segmented::Most]
    );
    let against = |model: System| {
        let rows = found.gains.iter().filter(move |row| row.model == model);
        rows.map(|row| row.against).collect::<Vec<_>>()
    };
    let plain = [
        System::PlsaPlain,
        System::ExtPlsaPlain,
        System::Lda,
        System::Vsm,
    ];
    assert_eq!(against(System::SgmPlain), plain);
    assert_eq!(against(System::Sgm).len(), 4);
    assert!(single.clustering.is_none());
    assert!(single.perplexity.iter().all(|row| row.topics <= 10));
    let report = Sgm::report(&answer);
    assert_eq!(report.faults(), [""; 0]);
    let options = TextOptions {
        width: 80,
        color: false,
    };
    let text = render(&report, options);
    assert!(text.contains("cache only"), "{text}");
    assert!(text.contains("Fewer than two sets of labels"), "{text}");
}

#[test]
fn the_paper_is_quoted_as_it_prints() {
    assert_eq!(published::gain(System::Plsa, 30), Some(1.94));
    assert_eq!(published::segmented(Segmented::Most, 5), Some(1.35));
    let lead = |model| published::cluster_gain(model).unwrap();
    assert_eq!((lead(System::ExtPlsa).f, lead(System::Lda).f), (0.06, 0.16));
    assert_eq!(lead(System::Vsm).f, 0.31);
    // But for VSM in F, what is printed is the mean of the rows, rounded.
    let mean = |model: System, of: fn(&PublishedRow) -> f64| {
        let rows = published::clustering();
        let rows = rows.iter().filter(|row| row.model == model);
        rows.map(of).sum::<f64>() / 3.0
    };
    for model in [System::Plsa, System::ExtPlsa, System::Lda, System::Vsm] {
        let entropy = mean(model, |row| row.entropy) - mean(System::Sgm, |row| row.entropy);
        let nmi = mean(System::Sgm, |row| row.nmi) - mean(model, |row| row.nmi);
        assert!((lead(model).entropy - entropy).abs() < 0.011, "{model:?}");
        assert!((lead(model).nmi - nmi).abs() < 0.011, "{model:?}");
    }
    for set in published::SETS {
        let per_set = set.documents as f64 / set.topic_sets as f64;
        assert!((set.documents_per_set - per_set).abs() < 0.006);
    }
}

#[test]
fn a_folder_without_sets_is_refused() {
    let folder = folder();
    std::fs::create_dir_all(folder.path().join("other")).unwrap();
    let request = Request {
        data: folder.path().join("other"),
        ..Request::default()
    };
    let error = Sgm::run(&request, &Run::new(0, &Silent)).unwrap_err();
    assert!(error.to_string().contains(".jsonl"), "{error}");
}
