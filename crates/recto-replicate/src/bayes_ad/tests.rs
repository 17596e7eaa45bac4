//! Made sets, small enough for all experiments.

use super::*;
use crate::made::Folder;
use recto::Answer;
use recto_math::Silent;
use recto_report::text::{TextOptions, render};
use std::num::NonZeroUsize;

fn sentence(author: usize, i: usize) -> String {
    let own = [
        ["I", "you", "!", "never", "my"],
        ["the", "of", ";", "which", "upon"],
    ];
    let words = (0..9).map(|j| match (i * 7 + j * 3) % 4 {
        0 => format!("w{}", (i * 5 + j) % 40),
        _ => own[author][(i + j) % 5].to_string(),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// A set of two files, and one of rows with the numbers of a debate.
fn folder() -> Folder {
    let folder = Folder::new();
    for (author, file) in ["ann.txt", "ben.txt"].iter().enumerate() {
        let lines: Vec<String> = (0..90).map(|i| sentence(author, i)).collect();
        folder.write(&format!("authors/made/{file}"), &lines.join("\n"));
    }
    let row = |(i, id): (usize, &u64)| {
        let lines: Vec<String> = (0..20).map(|j| sentence(i % 2, i * 20 + j)).collect();
        let author = ["ann", "ben"][i % 2];
        json!({ "id": id, "author": author, "sentences": lines }).to_string()
    };
    let rows: Vec<String> = [43, 65, 44].iter().enumerate().map(row).collect();
    folder.write("authors/rows/rows.jsonl", &rows.join("\n"));
    folder
}

fn replicated(folder: &Folder, threads: usize) -> Answer<Replicated> {
    let request = Request {
        data: folder.path().into(),
        documents: Some(Trials::Number(2)),
        ..Request::default()
    };
    let threads = NonZeroUsize::new(threads).unwrap();
    BayesAd::run(&request, &Run::new(0, &Silent).with_threads(threads)).unwrap()
}

#[test]
fn experiments_are_the_same_at_any_number_of_threads_and_the_report_is_sound() {
    let folder = folder();
    let answer = replicated(&folder, 1);
    assert_eq!(answer.body, replicated(&folder, 3).body);
    let names: Vec<&str> = answer
        .body
        .sets
        .iter()
        .map(|set| set.name.as_str())
        .collect();
    assert_eq!(names, ["made", "rows"]);
    assert!(answer.body.sets[0].debate.is_none());
    let debate = answer.body.sets[1].debate.as_ref().unwrap();
    let texts: Vec<&Vec<Value>> = debate.documents.iter().map(|d| &d.texts).collect();
    assert_eq!(texts, [&[43, 65, 44].map(|id| json!(id)).to_vec()]);
    // Six methods with the number unknown, four with it known.
    assert_eq!(debate.documents[0].methods.len(), 10);
    let report = BayesAd::report(&answer);
    assert_eq!(report.faults(), [""; 0]);
    let options = TextOptions {
        width: 80,
        color: false,
    };
    let text = render(&report, options);
    assert!(text.contains("best 0."), "{text}");
}

#[test]
fn a_folder_without_sets_is_refused() {
    let folder = folder();
    let request = Request {
        data: folder.path().join("authors/made"),
        ..Request::default()
    };
    let error = BayesAd::run(&request, &Run::new(0, &Silent)).unwrap_err();
    assert!(error.to_string().contains("an author a file"), "{error}");
}

#[test]
fn the_published_numbers_of_trials_are_those_of_the_figures() {
    let trials = |known| [2, 4, 8, 12, 16].map(|runs| experiments::published(runs, known));
    assert_eq!(trials(false), [500, 500, 100, 100, 8]);
    assert_eq!(trials(true), [100, 100, 10, 10, 10]);
}
