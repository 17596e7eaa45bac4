//! Tables and curves that the replications of summaries share.

use super::{Lead, PublishedRow, ScoredSet, SystemRow};
use recto_math::sample::Difference;
use recto_report::number::score;
use recto_report::{Baseline, Cell, Column, Curve, Number, Point, Section, State, Table};

const HEADS: [&str; 4] = ["R-1", "R-2", "R-L", "R-SU4"];

/// The system, the four measures, what the seed does, and the half that no setting was
/// chosen on. ROUGE-2, which the papers compare by, is drawn too.
fn score_columns(rows: &[SystemRow]) -> Vec<Column> {
    let most = rows.iter().map(|row| row.scores.rouge_2);
    let most = most.fold(0.0, f64::max);
    let column = |head: &str| Column {
        bar: (head == "R-2" && most > 0.0).then_some(most),
        ..Column::number(head, Number::Score)
    };
    let seeds = Column {
        wide: true,
        ..Column::label("R-2 by seed")
    };
    let mut columns = vec![Column::label("system")];
    columns.extend(HEADS.map(column));
    columns.extend([seeds, Column::number("report", Number::Score)]);
    columns
}

fn scores(row: &SystemRow) -> Vec<Cell> {
    let s = &row.scores;
    let mut cells: Vec<Cell> = vec![row.system.into()];
    cells.extend([s.rouge_1, s.rouge_2, s.rouge_l, s.rouge_su4].map(Cell::from));
    cells.push(range(&row.by_seed).into());
    cells.push(row.report.map(|report| report.rouge_2).into());
    cells
}

/// The least and the greatest of several.
fn range(values: &[f64]) -> String {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    match values.len() {
        0 | 1 => String::new(),
        _ => format!("{} to {}", score(least), score(most)),
    }
}

/// A difference in thousandths, without the nought before the point.
fn signed(x: f64) -> String {
    format!("{x:+.3}").replacen("0.", ".", 1)
}

/// A difference and its interval.
pub(crate) fn doubted(difference: &Difference) -> String {
    let [from, to] = difference.interval.map(signed);
    format!("{} [{from}, {to}]", signed(difference.mean))
}

/// The scores of all systems on a set.
pub(crate) fn set_table(set: &ScoredSet) -> Table {
    Table {
        caption: format!(
            "{} summaries of {} words, SHA-256 {}. Report: R-2 of the {} that no setting was \
             chosen on.",
            set.records,
            set.words,
            &set.files.digest[..12],
            set.reported
        ),
        columns: score_columns(&set.rows),
        rows: set.rows.iter().map(scores).collect(),
    }
}

/// The means over sets, with ROUGE-2 of the same systems in the paper's collections beside.
pub(crate) fn mean_table(
    rows: &[SystemRow],
    published: &[PublishedRow],
    collections: &[&'static str],
    called: fn(&str) -> Option<&'static str>,
) -> Table {
    let mut columns = score_columns(rows);
    let theirs = collections.iter();
    columns.extend(theirs.map(|name| Column::number(*name, Number::Score)));
    let row = |row: &SystemRow| {
        let mut cells = scores(row);
        cells.extend(collections.iter().map(|collection| {
            let name = called(row.system);
            let is_it =
                |row: &&PublishedRow| row.collection == *collection && Some(row.system) == name;
            Cell::from(published.iter().find(is_it).map(|row| row.rouge_2))
        }));
        cells
    };
    Table {
        caption: "Recall, mean over sets, each with the same weight. Report: R-2 of the half that \
                  no setting was chosen on. The last columns are the paper's R-2, on other data, \
                  and not comparable: only orders are."
            .into(),
        columns,
        rows: rows.iter().map(row).collect(),
    }
}

/// What a paper prints.
pub(crate) fn published_table(rows: &[PublishedRow]) -> Table {
    let mut columns = ["collection", "system"].map(Column::label).to_vec();
    let heads = ["R-1", "R-2", "R-L", "R-SU"];
    columns.extend(heads.map(|head| Column::number(head, Number::Score)));
    let row = |row: &PublishedRow| {
        vec![
            row.collection.into(),
            row.system.into(),
            row.rouge_1.into(),
            row.rouge_2.into(),
            row.rouge_l.into(),
            row.rouge_su.into(),
        ]
    };
    Table {
        caption: "As printed: recall on collections that are not at hand, under options of ROUGE \
                  that are not said. Not comparable with the figures above."
            .into(),
        columns,
        rows: rows.iter().map(row).collect(),
    }
}

/// One system over another.
pub(crate) fn claims(leads: &[Lead]) -> Table {
    let wide = |head: &str| Column {
        wide: true,
        ..Column::label(head)
    };
    let mut columns = ["system", "over", "set", "paper", "R-2"]
        .map(Column::label)
        .to_vec();
    columns.extend([wide("R-1"), wide("R-SU4")]);
    let of = |like: &Lead, measure: &str| {
        let found = leads.iter().find(|lead| {
            (lead.system, lead.over, lead.set) == (like.system, like.over, like.set)
                && lead.measure == measure
        });
        found.map_or(Cell::Blank, |lead| doubted(&lead.difference).into())
    };
    let rows = leads.iter().filter(|lead| lead.measure == "rouge_2");
    let row = |lead: &Lead| {
        vec![
            lead.system.into(),
            lead.over.into(),
            lead.set.unwrap_or("all sets").into(),
            lead.published.map(signed).unwrap_or_default().into(),
            of(lead, "rouge_2"),
            of(lead, "rouge_1"),
            of(lead, "rouge_su4"),
        ]
    };
    Table {
        caption: "One system less the other, record by record, on the half of the records that \
                  no setting was chosen on: mean and 95 % of resamples. Paper: its difference in \
                  ROUGE-2, on other data."
            .into(),
        columns,
        rows: rows.map(row).collect(),
    }
}

/// ROUGE-2 against the threshold, with that of a trivial system.
pub(crate) fn curve(set: &str, points: Vec<Point>, (name, value): (&str, f64)) -> Curve {
    let most = points.iter().map(|point| point.high).fold(value, f64::max);
    Curve {
        caption: format!(
            "{set}: recall of ROUGE-2 over the threshold; the band is 95 % of resamples of the \
             records."
        ),
        x: "cosine above which sentences are neighbours".into(),
        number: Number::Score,
        range: (0.0, most),
        points,
        baseline: Baseline {
            name: name.into(),
            value,
        },
    }
}

/// A collection of the paper that is not to be had.
pub(crate) fn missing(name: &str) -> Section {
    let link: String = name
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    Section::new(format!("missing-{link}"), name).with(State::Empty {
        reason: format!("The paper's collection {name} is not at hand."),
        remedy: "Its owner gives it out under a licence of its own; other sets stand in.".into(),
    })
}
