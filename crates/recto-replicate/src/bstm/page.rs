//! The report of a replication: means over sets, each set, what the paper says and what it
//! prints.

use super::{LengthRow, OrderRow, Replicated, published};
use crate::summaries::{claims, mean_table, missing, published_table, set_table};
use recto_report::{Column, Number, Report, Section, Table};

/// Adds the findings to a report.
pub(super) fn show(body: &Replicated, report: &mut Report) {
    let mean = mean_table(
        &body.mean,
        &body.published,
        &published::COLLECTIONS,
        published::called,
    );
    let mut sections = vec![
        Section::new("mean", "All sets")
            .account(match body.sets.len() {
                1 => "1 set".into(),
                n => format!("{n} sets"),
            })
            .with(mean)
            .with(order(&body.order)),
    ];
    sections.extend(
        body.sets
            .iter()
            .map(|set| Section::new(format!("set-{}", set.name), set.name).with(set_table(set))),
    );
    sections.push(Section::new("length", "What the topics rank by").with(length(&body.length)));
    sections.push(Section::new("claims", "What the paper says").with(claims(&body.leads)));
    sections.push(
        Section::new("published", "What the paper prints").with(published_table(&body.published)),
    );
    sections.extend(body.missing.iter().map(|name| missing(name)));
    report.sections = sections;
}

fn order(rows: &[OrderRow]) -> Table {
    let row = |row: &OrderRow| {
        vec![
            row.collection.into(),
            (row.systems as f64).into(),
            row.correlation.into(),
        ]
    };
    Table {
        caption: "The paper's systems by ROUGE-2: rank correlation of their order here, mean over \
                  sets, with that in its collections. 1 is the same order."
            .into(),
        columns: vec![
            Column::label("collection"),
            Column::number("systems", Number::Count),
            Column::number("correlation", Number::Score),
        ],
        rows: rows.iter().map(row).collect(),
    }
}

fn length(rows: &[LengthRow]) -> Table {
    let row = |row: &LengthRow| {
        vec![
            row.set.into(),
            (row.records as f64).into(),
            row.paper.into(),
            row.repaired.into(),
        ]
    };
    Table {
        caption: "Rank correlation of a sentence's probability over all topics with its number of \
                  terms, mean over piles: near 1, the topics only say which sentences are long. A \
                  sentence too like a better one is not ranked; position is not counted."
            .into(),
        columns: vec![
            Column::label("set"),
            Column::number("piles", Number::Count),
            Column::number("bstm (paper)", Number::Score),
            Column::number("bstm", Number::Score),
        ],
        rows: rows.iter().map(row).collect(),
    }
}
