//! The report of an evaluation: the scores beside their baselines, then each document.

use super::Evaluated;
use crate::Answer;
use crate::report::{Cell, Column, Kind, Number, Report, Section, Table};
use recto_segment::metrics::{Comparison, Scores};

/// The report of an answer.
pub fn report(answer: &Answer<Evaluated>) -> Report {
    let body = &answer.body;
    let n = body.documents.len();
    let mut sections = vec![
        Section::new("scores", "Scores")
            .account(format!(
                "means over {n} document{}",
                if n == 1 { "" } else { "s" }
            ))
            .with(means(body)),
    ];
    if let Some(comparison) = &body.comparison {
        let account = "second output less first, 95 % of 10,000 paired resamples";
        sections.push(
            Section::new("comparison", "Comparison")
                .account(account)
                .with(compared(comparison)),
        );
    }
    if n > 1 {
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

/// A column of numbers for each score.
fn columns(first: &str, scores: &Scores) -> Vec<Column> {
    let short = |name: &str| {
        name.replace("windowdiff", "wd")
            .replace("reference_segments", "ref")
    };
    let names = scores.entries().into_iter().map(|(name, _)| name);
    let numbers = names.map(|name| Column::number(short(name), Number::Score));
    [Column::of(first, Kind::File)]
        .into_iter()
        .chain(numbers)
        .collect()
}

fn row(name: &str, scores: &Scores) -> Vec<Cell> {
    let cells = scores
        .entries()
        .into_iter()
        .map(|(_, value)| Cell::from(value));
    [Cell::from(name)].into_iter().chain(cells).collect()
}

fn means(body: &Evaluated) -> Table {
    let own = row("output", &body.scores);
    let trivial = body
        .baselines
        .iter()
        .map(|(name, scores)| row(name, scores));
    Table {
        caption:
            "none: one segment; even: as many as the reference, evenly spaced; wd: WindowDiff."
                .into(),
        columns: columns("answer", &body.scores),
        rows: [own].into_iter().chain(trivial).collect(),
    }
}

fn documents(body: &Evaluated) -> Table {
    Table {
        caption: String::new(),
        columns: columns("document", &body.scores),
        rows: body
            .documents
            .iter()
            .map(|document| row(&document.id, &document.scores))
            .collect(),
    }
}

fn compared(comparison: &Comparison) -> Table {
    let columns = [
        "difference",
        "from",
        "to",
        "t",
        "p one-tailed",
        "p two-tailed",
    ];
    let numbers = columns
        .into_iter()
        .map(|name| Column::number(name, Number::Score));
    let rows = comparison.iter().map(|(name, difference)| {
        vec![
            Cell::from(*name),
            difference.mean.into(),
            difference.interval[0].into(),
            difference.interval[1].into(),
            difference.t.into(),
            difference.p_one_tailed.into(),
            difference.p_two_tailed.into(),
        ]
    });
    Table {
        caption: "One-tailed: so good a difference, or a better one, if the second were no better."
            .into(),
        columns: [Column::label("score")]
            .into_iter()
            .chain(numbers)
            .collect(),
        rows: rows.collect(),
    }
}
