//! The report of an evaluation: the scores beside their baselines, then each document.

use super::Evaluated;
use crate::Answer;
use crate::report::number::place;
use crate::report::{Cell, Column, Kind, Number, Report, Section, Table};
use recto_segment::metrics::{Comparison, Difference, Scores};

/// What a reader calls each score, and which end of it is good.
const NAMES: [(&str, &str, &str); 12] = [
    ("windowdiff", "WindowDiff", "lower is better"),
    ("windowdiff_abs", "WindowDiff by size", "lower is better"),
    ("windowdiff_units", "WindowDiff in units", "lower is better"),
    ("pk", "Pk", "lower is better"),
    ("precision", "Precision", "higher is better"),
    ("recall", "Recall", "higher is better"),
    ("f1", "F1", "higher is better"),
    ("f1_tol2", "F1 within 2 units", "higher is better"),
    ("b", "Boundary similarity B", "higher is better"),
    ("segments", "Segments", ""),
    ("reference_segments", "Reference segments", ""),
    ("k", "Window k", ""),
];

/// The scores that a table of documents has room for, and their heads.
const SHORT: [(&str, &str, Number); 7] = [
    ("windowdiff", "WindowDiff", Number::Score),
    ("pk", "Pk", Number::Score),
    ("f1", "F1", Number::Score),
    ("f1_tol2", "F1 ±2", Number::Score),
    ("b", "B", Number::Score),
    ("segments", "Found", Number::Count),
    ("reference_segments", "True", Number::Count),
];

/// The report of an answer.
pub fn report(answer: &Answer<Evaluated>) -> Report {
    let body = &answer.body;
    let mut sections = vec![
        Section::new("scores", "Scores")
            .account(over(body.documents.len()))
            .with(means(body)),
    ];
    if let Some(comparison) = &body.comparison {
        sections.push(
            Section::new("comparison", "Comparison")
                .account("second output less first")
                .with(compared(comparison)),
        );
    }
    if body.documents.len() > 1 {
        sections.push(Section::new("documents", "Documents").with(documents(body)));
    }
    Report {
        title: "Evaluation of a segmentation".into(),
        account: "WindowDiff and Pk are errors (0 is best) and reward silence: read them beside \
                  the baselines. The others are 1 at best."
            .into(),
        sections,
        ..answer.report()
    }
}

fn over(n: usize) -> String {
    match n {
        1 => "one document".into(),
        n => format!("means over {n} documents"),
    }
}

fn value(scores: &Scores, name: &str) -> Option<f64> {
    let entries = scores.entries();
    entries.into_iter().find(|(entry, _)| *entry == name)?.1
}

/// What a reader calls a score.
fn said(name: &str) -> &str {
    let known = NAMES.iter().find(|(key, _, _)| *key == name);
    known.map_or(name, |(_, said, _)| said)
}

/// Counts stand among scores here: a whole one is printed as a whole number.
fn cell(scores: &Scores, name: &str) -> Cell {
    let is_count = matches!(name, "segments" | "reference_segments" | "k");
    match value(scores, name) {
        Some(x) if is_count => place(x).into(),
        x => x.into(),
    }
}

/// A row for each score, a column for each answer.
fn means(body: &Evaluated) -> Table {
    let mut answers = vec![("output", &body.scores)];
    answers.extend(body.second.iter().map(|second| ("second", second)));
    answers.extend(body.baselines.iter().map(|(name, scores)| (*name, scores)));
    let numbers = answers
        .iter()
        .map(|(name, _)| Column::number(*name, Number::Score));
    let direction = Column {
        wide: true,
        ..Column::label("direction")
    };
    let row = |(name, said, better): &(&str, &str, &str)| {
        let cells = answers.iter().map(|(_, scores)| cell(scores, name));
        let head = [Cell::from(*said), Cell::from(*better)];
        head.into_iter().chain(cells).collect()
    };
    Table {
        caption: "none: no boundary at all; even: as many segments as the reference, evenly \
                  spaced."
            .into(),
        columns: [Column::label("score"), direction]
            .into_iter()
            .chain(numbers)
            .collect(),
        rows: NAMES.iter().map(row).collect(),
    }
}

fn documents(body: &Evaluated) -> Table {
    let numbers = SHORT.map(|(_, head, number)| Column::number(head, number));
    let rows = body.documents.iter().map(|document| {
        let cells = SHORT.map(|(name, _, _)| value(&document.scores, name).into());
        [document.id.as_str().into()]
            .into_iter()
            .chain(cells)
            .collect()
    });
    Table {
        caption: "F1 ±2: boundaries within two units count. Found and True: segments of the \
                  output and of the reference."
            .into(),
        columns: [Column::of("document", Kind::File)]
            .into_iter()
            .chain(numbers)
            .collect(),
        rows: rows.collect(),
    }
}

fn compared(comparison: &Comparison) -> Table {
    let heads = ["mean", "from", "to", "t", "p one", "p two"];
    let numbers = heads.map(|head| Column::number(head, Number::Score));
    let row = |(name, difference): (&&str, &Difference)| {
        let [from, to] = difference.interval;
        vec![
            said(name).into(),
            difference.mean.into(),
            from.into(),
            to.into(),
            difference.t.into(),
            difference.p_one_tailed.into(),
            difference.p_two_tailed.into(),
        ]
    };
    Table {
        caption: "From and to hold 95 % of 10,000 paired resamples. p one: so good a difference, \
                  or a better one, if the second were no better; p two: so large a one, either \
                  way."
            .into(),
        columns: [Column::label("score")]
            .into_iter()
            .chain(numbers)
            .collect(),
        rows: comparison.iter().map(row).collect(),
    }
}
