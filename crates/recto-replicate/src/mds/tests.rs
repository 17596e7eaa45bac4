//! Made sets, small enough for all tasks.

use super::*;
use crate::made::Folder;
use crate::summaries::made::{write_labelled, write_sets};
use recto::Answer;
use recto_math::Silent;
use recto_report::html;
use recto_report::text::{TextOptions, render};
use std::num::NonZeroUsize;

fn replicated(folder: &Folder, threads: usize) -> Answer<Replicated> {
    let request = Request {
        data: folder.path().into(),
        seeds: Some(2),
        ..Request::default()
    };
    let threads = NonZeroUsize::new(threads).unwrap();
    Mds::run(&request, &Run::new(0, &Silent).with_threads(threads)).unwrap()
}

#[test]
fn experiments_are_the_same_at_any_number_of_threads_and_the_report_is_sound() {
    let folder = Folder::new();
    write_sets(&folder, &["opinosis", "en-timelines", "en-updates"]);
    write_labelled(&folder);
    let answer = replicated(&folder, 1);
    assert_eq!(answer.body, replicated(&folder, 3).body);
    assert_eq!(answer.failed.len(), 0);
    let body = &answer.body;
    let sets = |part: &Part| part.sets.iter().map(|set| set.name).collect::<Vec<_>>();
    assert_eq!(sets(&body.generic), ["opinosis", "en-timelines"]);
    assert_eq!(sets(&body.query), ["en-timelines"]);
    assert_eq!(sets(&body.update), ["en-updates"]);
    let forms = body.thresholds.iter().map(|set| set.form);
    let both = [Form::Paper, Form::Recto];
    assert_eq!(forms.collect::<Vec<_>>(), [both; 3].concat());
    assert!(body.thresholds.iter().all(|set| set.points.len() == 8));
    let report = Mds::report(&answer);
    assert_eq!(report.faults(), [""; 0]);
    let options = TextOptions {
        width: 100,
        color: false,
    };
    let text = render(&report, options);
    assert!(text.contains("cross-validation"), "{text}");
    assert!(text.contains("TDT2"), "{text}");
    assert!(html::page(&report).contains("0.26"));
}

#[test]
fn groups_with_words_of_their_own_are_told_apart() {
    let folder = Folder::new();
    write_labelled(&folder);
    std::fs::create_dir_all(folder.path().join("summarization")).unwrap();
    let answer = replicated(&folder, 2);
    let found = answer.body.comparative.unwrap();
    // Without earn there are still four labels.
    let kinds = found
        .draws
        .iter()
        .map(|draws| (draws.labels, draws.n_labels));
    assert_eq!(kinds.collect::<Vec<_>>(), [("all", 5), ("related", 4)]);
    for row in &found.draws[1].rows {
        let accuracy = row.accuracy.mean;
        assert!(accuracy > 0.7, "{} {accuracy}", row.system);
        assert_eq!(row.overlap.is_none(), row.system == "all documents");
    }
    let case = &found.case_study.groups;
    assert_eq!(case.len(), 5);
    assert!(case.iter().all(|group| group.documents == 30));
    let said = case.iter().flat_map(|group| &group.sentences);
    assert!(said.clone().count() >= 10);
    assert!(
        said.into_iter()
            .all(|sentence| sentence.text.starts_with("The "))
    );
}

#[test]
fn too_few_labels_are_said_and_nothing_else_is_lost() {
    let folder = Folder::new();
    write_sets(&folder, &["opinosis"]);
    folder.write(
        "topics/reuters_multi.jsonl",
        "{\"id\": 1, \"text\": \"A boat lay in the harbour.\", \"labels\": [\"ship\"]}",
    );
    let answer = replicated(&folder, 2);
    assert!(answer.body.comparative.is_none());
    let has = |warning: &Warning| warning.message.contains("0 labels with 30 documents");
    assert!(answer.warnings.iter().any(has), "{:?}", answer.warnings);
    assert_eq!(answer.body.generic.sets.len(), 1);
    assert_eq!(Mds::report(&answer).faults(), [""; 0]);
}

#[test]
fn the_paper_is_quoted_as_it_prints() {
    let lead =
        |system, over, collections: &[&str]| published::lead(system, over, collections).unwrap();
    assert!((lead("mds (paper)", "lexrank", &["DUC04"]) - 0.00362).abs() < 1e-9);
    let questions = lead("mwds (paper)", "tmr", &published::QUESTIONS);
    assert!((questions - (0.00164 + 0.00164) / 2.0).abs() < 1e-9);
    assert_eq!(published::lead("mds (paper)", "auto", &["DUC04"]), None);
    // MDS is the system without weights, which the paper has for no question.
    assert_eq!(
        published::lead("mds (paper)", "tmr", &published::QUESTIONS),
        None
    );
}

#[test]
fn a_folder_without_sets_is_refused() {
    let folder = Folder::new();
    let request = Request {
        data: folder.path().into(),
        ..Request::default()
    };
    let error = Mds::run(&request, &Run::new(0, &Silent)).unwrap_err();
    assert!(error.to_string().contains("opinosis.jsonl"), "{error}");
}
