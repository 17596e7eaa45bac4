//! Made sets, and what every replication on sets of two classes keeps to: for tests.

use crate::made::Folder;
use crate::{ReplicateError, Replication, Request};
use recto::Answer;
use recto_math::{Observer, Progress, Run, Silent};
use recto_report::text::{TextOptions, render};
use std::fmt::Debug;

pub(crate) const PRAISE: [&str; 4] = ["splendid", "charming", "sturdy", "delightful"];
pub(crate) const BLAME: [&str; 4] = ["dreadful", "clumsy", "brittle", "tiresome"];
const THINGS: [&str; 5] = ["kettle", "lantern", "bicycle", "umbrella", "notebook"];

/// Rows whose class shows in two of their words.
pub(crate) fn rows(n: usize, classes: [&str; 2]) -> String {
    let row = |i: usize| {
        let words = [BLAME, PRAISE][i % 2];
        let (one, two) = (words[i / 2 % 4], words[(i / 2 + 1 + i / 8 % 3) % 4]);
        let (thing, other) = (THINGS[i % 5], THINGS[(i / 5 + 1) % 5]);
        let text = format!("The {thing} is {one} and the {other} beside it looks {two} to us.");
        let label = classes[i % 2];
        format!(
            "{}\n",
            serde_json::json!({"id": i, "label": label, "text": text})
        )
    };
    (0..n).map(row).collect()
}

pub(crate) fn request(folder: &Folder, seeds: usize) -> Request {
    Request {
        data: folder.path().into(),
        seeds: Some(seeds),
        ..Request::default()
    }
}

/// The replication of a folder with two seeds.
pub(crate) fn replicated<R: Replication>(folder: &Folder) -> Answer<R::Body> {
    R::run(&request(folder, 2), &Run::new(0, &Silent)).unwrap()
}

/// A report without faults, within 80 columns, that names these.
pub(crate) fn assert_page<R: Replication>(answer: &Answer<R::Body>, names: &[&str]) -> String {
    let report = R::report(answer);
    assert_eq!(report.faults(), [""; 0]);
    let options = TextOptions {
        width: 80,
        color: false,
    };
    let text = render(&report, options);
    for name in names {
        assert!(text.contains(name), "{name}: {text}");
    }
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    text
}

/// The same figures for one thread and for three.
pub(crate) fn assert_same_for_threads<R: Replication>(folder: &Folder, seeds: usize)
where
    R::Body: Debug + PartialEq,
{
    let with = |threads: usize| {
        let run = Run {
            threads: threads.try_into().unwrap(),
            ..Run::new(5, &Silent)
        };
        R::run(&request(folder, seeds), &run).unwrap().body
    };
    assert_eq!(with(1), with(3));
}

/// Stops once some fits are done.
struct StopsAt(u64);

impl Observer for StopsAt {
    fn on_progress(&self, progress: &Progress<'_>) -> bool {
        progress.stage != "replicating" || progress.done < self.0
    }
}

pub(crate) fn assert_stops<R: Replication>(folder: &Folder, seeds: usize) {
    let stops = StopsAt(3);
    let stopped = R::run(&request(folder, seeds), &Run::new(0, &stops));
    assert!(matches!(stopped, Err(ReplicateError::Cancelled(_))));
}
