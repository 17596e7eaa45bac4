//! Parts of reports about sets of two classes.

use crate::Files;
use recto_math::sample::Estimate;
use recto_report::number::{count, score};
use recto_report::{Cell, Column, Number, Section, Table};

/// A section of the set with this index and name.
pub(crate) fn section(index: usize, name: &str, id: &str, heading: &str) -> Section {
    Section::new(format!("set-{index}-{id}"), format!("{name}: {heading}"))
}

/// What a set is, in one line.
pub(crate) struct About<'s> {
    pub(crate) documents: usize,
    pub(crate) classes: &'s [String],
    pub(crate) terms: usize,
    /// Terms that a lexicon lists; `None` without one.
    pub(crate) listed: Option<usize>,
    /// Accuracy of the larger class for every document.
    pub(crate) majority: Option<f64>,
    pub(crate) files: &'s Files,
}

impl About<'_> {
    pub(crate) fn account(&self) -> String {
        let mut parts = vec![
            format!("{} documents", count(self.documents as f64)),
            format!("classes {}", self.classes.join(" and ")),
            format!("{} terms", count(self.terms as f64)),
        ];
        if let Some(listed) = self.listed {
            parts.push(format!("{} in the lexicon", count(listed as f64)));
        }
        if let Some(majority) = self.majority {
            parts.push(format!("larger class {}", score(majority)));
        }
        parts.push(format!("SHA-256 {}", &self.files.digest[..12]));
        parts.join(", ")
    }
}

/// A table of accuracies: names, means at each of the `heads`, and half of the widest interval
/// in the row. `drawn` says what the intervals are over.
pub(crate) fn accuracies(
    caption: &str,
    drawn: &str,
    first: &str,
    heads: impl Iterator<Item = String>,
    rows: impl Iterator<Item = (String, Vec<Option<Estimate>>)>,
) -> Table {
    let heads = heads.map(|head| Column::number(head, Number::Score));
    let row = |(name, found): (String, Vec<Option<Estimate>>)| {
        let means = found.iter().map(|one| Cell::from(one.map(|one| one.mean)));
        let halves = found.iter().flatten().filter_map(half);
        [Cell::from(name)]
            .into_iter()
            .chain(means)
            .chain([Cell::from(halves.reduce(f64::max))])
            .collect()
    };
    Table {
        caption: format!("{caption} ±: half of the widest 95 % interval over {drawn} in the row."),
        columns: [Column::label(first)]
            .into_iter()
            .chain(heads)
            .chain([Column::number("±", Number::Score)])
            .collect(),
        rows: rows.map(row).collect(),
    }
}

fn half(estimate: &Estimate) -> Option<f64> {
    estimate.interval.map(|[from, to]| (to - from) / 2.0)
}

/// A difference with half of its interval.
pub(crate) fn lead(found: &Estimate) -> String {
    let mean = format!("{:+.3}", found.mean);
    match half(found) {
        Some(half) => format!("{mean} ± {half:.3}"),
        None => mean,
    }
}

/// Ranges of the axes of published curves: corpora, what `by` names, range, what is said.
pub(crate) fn ranges<'r>(
    by: &str,
    rows: impl Iterator<Item = (&'r str, &'r str, [f64; 2], &'r str)>,
) -> Table {
    let row = |(corpora, by, range, says): (&str, &str, [f64; 2], &str)| {
        let range = range.map(score).join(" to ");
        vec![corpora.into(), by.into(), range.into(), says.into()]
    };
    Table {
        caption: "The paper prints curves: ranges of their axes, and what it says of them.".into(),
        columns: ["corpora", by, "accuracy", "said"]
            .map(Column::label)
            .to_vec(),
        rows: rows.map(row).collect(),
    }
}
