//! The report of an evaluation: the scores beside their baselines, then each document.

use super::sheet::{Comparison, Measure, ScoreTable};
use super::{Evaluated, Scores};
use crate::Answer;
use crate::report::number::place;
use crate::report::{Cell, Column, Kind, Number, Report, Section, Table};
use recto_math::sample::{Better, Difference};
use std::borrow::Cow;

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
                .with(compared(body, comparison)),
        );
    }
    let further = body.tables.iter();
    sections.extend(further.map(|table| Section::new(table.id, table.heading).with(drawn(table))));
    if body.documents.len() > 1 {
        sections.push(Section::new("documents", "Documents").with(documents(body)));
    }
    Report {
        title: body.sheet.title.into(),
        account: body.sheet.account.into(),
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

fn direction(better: Better) -> &'static str {
    match better {
        Better::Lower => "lower is better",
        Better::Higher => "higher is better",
        Better::Neither => "",
    }
}

/// Counts stand among scores here: a whole one is printed as a whole number.
fn cell(scores: &Scores, measure: &Measure) -> Cell {
    match scores.get(&measure.key) {
        Some(x) if measure.is_count => place(x).into(),
        x => x.into(),
    }
}

/// A row for each score, a column for each answer.
fn means(body: &Evaluated) -> Table {
    let mut answers = vec![("output", &body.scores)];
    answers.extend(body.second.iter().map(|second| ("second", second)));
    answers.extend(body.baselines.iter().map(|(name, scores)| (*name, scores)));
    let mut heads: Vec<&str> = answers.iter().map(|(name, _)| *name).collect();
    if body.intervals.is_some() {
        heads.splice(1..1, ["from", "to"]);
    }
    let numbers = heads
        .into_iter()
        .map(|head| Column::number(head, Number::Score));
    let directions = Column {
        wide: true,
        ..Column::label("direction")
    };
    let row = |measure: &Measure| {
        let cells = answers.iter().map(|(_, scores)| cell(scores, measure));
        let mut cells: Vec<Cell> = cells.collect();
        if let Some(intervals) = &body.intervals {
            let [from, to] = intervals
                .get(&measure.key)
                .map_or([None; 2], |x| x.map(Some));
            cells.splice(1..1, [from.into(), to.into()]);
        }
        let head = [
            measure.said.as_ref().into(),
            direction(measure.better).into(),
        ];
        head.into_iter().chain(cells).collect()
    };
    Table {
        caption: body.sheet.baselines.into(),
        columns: [Column::label("score"), directions]
            .into_iter()
            .chain(numbers)
            .collect(),
        rows: body.sheet.measures.iter().map(row).collect(),
    }
}

fn drawn(table: &ScoreTable) -> Table {
    let numbers = table.columns.iter();
    let numbers = numbers.map(|(head, kind)| Column::number(head, *kind));
    let row = |(head, values): &(String, Vec<Option<f64>>)| {
        let cells = values.iter().map(|&value| value.into());
        [head.as_str().into()].into_iter().chain(cells).collect()
    };
    Table {
        caption: table.caption.into(),
        columns: [Column::label(table.head)]
            .into_iter()
            .chain(numbers)
            .collect(),
        rows: table.rows.iter().map(row).collect(),
    }
}

fn documents(body: &Evaluated) -> Table {
    let measures = body.sheet.measures.iter();
    let short: Vec<(&Measure, &str)> = measures
        .filter_map(|measure| Some((measure, measure.short.as_deref()?)))
        .collect();
    let numbers = short.iter().map(|(measure, head)| {
        let number = if measure.is_count {
            Number::Count
        } else {
            Number::Score
        };
        Column::number(*head, number)
    });
    let rows = body.documents.iter().map(|document| {
        let scores = &document.scores;
        let cells = short
            .iter()
            .map(|(measure, _)| scores.get(&measure.key).into());
        [document.id.as_str().into()]
            .into_iter()
            .chain(cells)
            .collect()
    });
    Table {
        caption: body.sheet.documents.into(),
        columns: [Column::of("document", Kind::File)]
            .into_iter()
            .chain(numbers)
            .collect(),
        rows: rows.collect(),
    }
}

fn compared(body: &Evaluated, comparison: &Comparison) -> Table {
    let said = |key: &str| {
        let known = body
            .sheet
            .measures
            .iter()
            .find(|measure| measure.key == key);
        known.map_or("", |measure| &measure.said)
    };
    let heads = ["mean", "from", "to", "t", "p one", "p two"];
    let numbers = heads.map(|head| Column::number(head, Number::Score));
    let row = |(name, difference): (&Cow<'static, str>, &Difference)| {
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
        caption: "From and to: 95 % interval of 10,000 paired bootstrap resamples. p one, p two: \
                  one-tailed and two-tailed paired t-test."
            .into(),
        columns: [Column::label("score")]
            .into_iter()
            .chain(numbers)
            .collect(),
        rows: comparison.iter().map(row).collect(),
    }
}
