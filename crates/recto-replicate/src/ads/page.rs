//! The report of a replication: learning curves, what was asked when, who leads.

use super::{Experiment, Kind, Lead, PublishedRange, Replicated, ReplicatedSet, StrategyRow};
use crate::two_classes::page;
use recto_math::sample::Estimate;
use recto_report::number::count;
use recto_report::{Baseline, Column, Curve, Matrix, Number, Point, Report, Section, Table};

/// Costs of the columns of a table.
const SHOWN: [f64; 7] = [0.0, 50.0, 100.0, 200.0, 400.0, 600.0, 800.0];

/// Adds the findings to a report.
pub(super) fn show(body: &Replicated, report: &mut Report) {
    let sets = body.sets.iter().enumerate();
    let mut sections: Vec<Section> = sets.flat_map(|(i, set)| set_sections(i, set)).collect();
    sections.push(Section::new("published", "What the paper shows").with(ranges(&body.published)));
    report.sections = sections;
}

fn set_sections(index: usize, set: &ReplicatedSet) -> Vec<Section> {
    let section = |id: &str, heading: &str| page::section(index, &set.name, id, heading);
    let mut sections = Vec::new();
    for experiment in &set.experiments {
        let (id, heading, caption) = said(experiment.kind);
        let mut found = section(id, heading).with(accuracies(experiment, caption));
        if let Some(curve) = curve(set, experiment) {
            found = found.with(curve);
        }
        if !matches!(experiment.kind, Kind::FromNothing | Kind::FromLexicon) {
            found = found.with(sequences(experiment));
        }
        sections.push(found);
    }
    if let Some(first) = sections.first_mut() {
        *first = std::mem::take(first).account(account(set));
    }
    sections.push(section("leads", "who leads").with(leads(&set.leads)));
    sections
}

fn account(set: &ReplicatedSet) -> String {
    let about = page::About {
        documents: set.documents,
        classes: &set.classes,
        terms: set.terms,
        listed: None,
        majority: set.majority,
        files: &set.files,
    };
    about.account()
}

/// Part of the id, heading and caption of an experiment.
fn said(kind: Kind) -> (&'static str, &'static str, &'static str) {
    match kind {
        Kind::Factorisation => (
            "factorisation",
            "tri-factorisation",
            "Accuracy of the tri-factorisation by cost. ere, elg and interleave-ere compare the \
             100 least sure documents and the 100 surest words; ere-local takes its documents \
             from all by a quick guess at the error.",
        ),
        Kind::Graph => (
            "graph",
            "GRADS",
            "Accuracy of GRADS by cost. ere compares 100 documents and 100 words by our reading \
             of a reconstruction error for GRADS, which the paper does not print.",
        ),
        Kind::Model => (
            "model",
            "recto's model",
            "Accuracy of recto's model by cost. auto draws one document in five by lot, to \
             estimate its accuracy; the others draw none.",
        ),
        Kind::FromNothing => (
            "nothing",
            "recto's model, from nothing",
            "The same without any label to start with.",
        ),
        Kind::FromLexicon => (
            "lexicon",
            "recto's model, from a lexicon",
            "The same from the lexicon that recto brings, without any labelled document.",
        ),
        Kind::Prices => (
            "prices",
            "dearer words",
            "Accuracy of auto by cost where a word costs more; a document costs 5.",
        ),
    }
}

/// Means over splits, and half of the widest interval in the row.
fn accuracies(experiment: &Experiment, caption: &str) -> Table {
    let costs = &experiment.costs;
    let shown: Vec<usize> = (0..costs.len())
        .filter(|&at| SHOWN.contains(&costs[at]))
        .collect();
    let heads = shown.iter().map(|&at| count(costs[at]));
    let row = |row: &StrategyRow| {
        let found = shown.iter().map(|&at| row.accuracy[at]);
        (row.strategy.clone(), found.collect())
    };
    let rows = experiment.rows.iter().map(row);
    page::accuracies(caption, "splits", "strategy", heads, rows)
}

/// The curve of the first strategy, with its interval.
fn curve(set: &ReplicatedSet, experiment: &Experiment) -> Option<Curve> {
    let row = experiment.rows.first()?;
    let point = |(&x, found): (&f64, &Option<Estimate>)| {
        let found = found.as_ref()?;
        let [low, high] = found.interval.unwrap_or([found.mean; 2]);
        Some(Point {
            x,
            y: found.mean,
            low: low.max(0.0),
            high: high.min(1.0),
        })
    };
    let points: Option<Vec<Point>> = experiment
        .costs
        .iter()
        .zip(&row.accuracy)
        .map(point)
        .collect();
    Some(Curve {
        caption: format!(
            "Accuracy of {} by cost; the band is the 95 % interval over splits.",
            row.strategy
        ),
        x: "cost".into(),
        number: Number::Score,
        range: (0.5, 1.0),
        points: points?,
        baseline: Baseline {
            name: "always the larger class".into(),
            value: set.majority.unwrap_or(0.5),
        },
    })
}

/// Share of questions about documents over time.
fn sequences(experiment: &Experiment) -> Matrix {
    let parts = experiment.rows.first().map_or(0, |row| row.sequence.len());
    Matrix {
        caption: "Share of the questions that were about documents, in each eighth of the \
                  questions of a run."
            .into(),
        number: Number::Score,
        columns: (1..=parts).map(|part| part.to_string()).collect(),
        rows: experiment
            .rows
            .iter()
            .map(|row| row.strategy.clone())
            .collect(),
        values: experiment
            .rows
            .iter()
            .map(|row| row.sequence.clone())
            .collect(),
    }
}

fn model(kind: Kind) -> &'static str {
    match kind {
        Kind::Factorisation => "tri",
        Kind::Graph => "GRADS",
        Kind::Model | Kind::Prices => "recto",
        Kind::FromNothing => "recto, nothing",
        Kind::FromLexicon => "recto, lexicon",
    }
}

fn leads(rows: &[Lead]) -> Table {
    let row = |row: &Lead| {
        let behind: Vec<String> = row.behind_at.iter().map(|&cost| count(cost)).collect();
        let behind = match behind.len() {
            0 => "none".into(),
            1..=3 => behind.join(" "),
            n => format!("{n} costs"),
        };
        vec![
            format!("{} ({})", row.strategy, model(row.kind)).into(),
            format!("{} ({})", row.over, model(row.over_kind)).into(),
            page::lead(&row.lead).into(),
            behind.into(),
        ]
    };
    Table {
        caption: "Mean accuracy from cost 50 to 400 of a strategy less that of another on the \
                  same splits, with half of the 95 % interval over splits, and the costs at \
                  which it is behind by more than chance."
            .into(),
        columns: ["strategy", "over", "lead", "behind at"]
            .map(Column::label)
            .to_vec(),
        rows: rows.iter().map(row).collect(),
    }
}

fn ranges(rows: &[PublishedRange]) -> Table {
    let rows = rows.iter();
    let rows = rows.map(|row| (row.corpora, row.model, row.range, row.says));
    page::ranges("model", rows)
}
