//! Made sets, small enough for all systems.

use super::*;
use crate::made::Folder;
use crate::summaries::made::write_sets;
use recto::Answer;
use recto_math::Silent;
use recto_report::text::{TextOptions, render};
use std::num::NonZeroUsize;

fn replicated(folder: &Folder, threads: usize) -> Answer<Replicated> {
    let request = Request {
        data: folder.path().into(),
        seeds: Some(2),
        ..Request::default()
    };
    let threads = NonZeroUsize::new(threads).unwrap();
    Bstm::run(&request, &Run::new(0, &Silent).with_threads(threads)).unwrap()
}

#[test]
fn experiments_are_the_same_at_any_number_of_threads_and_the_report_is_sound() {
    let folder = Folder::new();
    write_sets(&folder, &["opinosis", "en-multinews"]);
    let answer = replicated(&folder, 1);
    assert_eq!(answer.body, replicated(&folder, 3).body);
    assert_eq!(answer.failed.len(), 0);
    let body = &answer.body;
    assert_eq!(body.sets.len(), 2);
    assert_eq!((body.sets[0].name, body.sets[0].records), ("opinosis", 8));
    assert_eq!(body.sets[0].rows.len(), 11);
    assert_eq!(body.mean.len(), 11);
    let seeds = |name: &str| {
        let row = body.mean.iter().find(|row| row.system == name).unwrap();
        row.by_seed.len()
    };
    assert_eq!((seeds("random"), seeds("lead")), (2, 1));
    assert!(body.length.iter().all(|row| row.paper.is_some()));
    let said = |part: &str| {
        let has = |warning: &recto_text::Warning| warning.message.contains(part);
        answer.warnings.iter().any(has)
    };
    assert!(said("the set vi-news is missing"));
    assert!(said("not at hand: DUC2002"));
    assert!(said("plain stemmer"));
    let report = Bstm::report(&answer);
    assert_eq!(report.faults(), [""; 0]);
    let options = TextOptions {
        width: 100,
        color: false,
    };
    let text = render(&report, options);
    assert!(text.contains("not comparable"), "{text}");
    assert!(text.contains("bstm (paper)"), "{text}");
}

#[test]
fn a_row_that_is_no_record_is_left_out_and_named() {
    let folder = Folder::new();
    write_sets(&folder, &["opinosis"]);
    let path = folder.path().join("summarization/opinosis.jsonl");
    let good = std::fs::read_to_string(path).unwrap();
    let bad = "{\"id\": 1, \"documents\": [\"A boat lay in the harbour.\"]}\nnothing";
    folder.write("summarization/opinosis.jsonl", &format!("{bad}\n{good}"));
    let answer = replicated(&folder, 2);
    assert_eq!(answer.body.sets[0].records, 8);
    let messages: Vec<&str> = answer
        .failed
        .iter()
        .map(|failure| failure.message.as_str())
        .collect();
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert!(messages[0].starts_with("line 1: no references"));
    assert!(messages[1].starts_with("line 2: "));
}

#[test]
fn the_paper_is_quoted_as_it_prints() {
    assert_eq!(published::rouge_2("DUC2004", "bstm (paper)"), Some(0.09010));
    assert_eq!(published::rouge_2("DUC2002", "kmeans"), Some(0.15135));
    let lead = published::lead("fgb (paper)").unwrap();
    assert!((lead - (0.00468 + 0.00895) / 2.0).abs() < 1e-9);
    assert_eq!(published::lead("auto"), None);
}

#[test]
fn a_folder_without_sets_is_refused() {
    let folder = Folder::new();
    let request = Request {
        data: folder.path().into(),
        ..Request::default()
    };
    let error = Bstm::run(&request, &Run::new(0, &Silent)).unwrap_err();
    assert!(error.to_string().contains("opinosis.jsonl"), "{error}");
}
