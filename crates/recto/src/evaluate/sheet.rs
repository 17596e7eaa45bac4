//! What a task measures: the names of its scores, their directions, means, comparisons.

use crate::report::Number;
use indexmap::IndexMap;
use recto_math::sample::{self, Better, Difference};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::sync::Arc;

/// One score of a task.
#[derive(Debug, PartialEq)]
pub struct Measure {
    /// Its key in JSON.
    pub key: Cow<'static, str>,
    /// What a reader calls it.
    pub said: Cow<'static, str>,
    /// Which end of it is good.
    pub better: Better,
    /// A whole number for a document.
    pub is_count: bool,
    /// Given by the reference or the caller: nothing to compare.
    pub is_given: bool,
    /// Its head in the table of documents, where there is room for it.
    pub short: Option<Cow<'static, str>>,
}

impl Measure {
    /// A score from 0 to 1.
    pub(crate) fn score(
        key: impl Into<Cow<'static, str>>,
        said: impl Into<Cow<'static, str>>,
        better: Better,
    ) -> Self {
        Self {
            key: key.into(),
            said: said.into(),
            better,
            is_count: false,
            is_given: false,
            short: None,
        }
    }

    /// A number of things.
    pub(crate) fn count(key: &'static str, said: &'static str) -> Self {
        Self {
            is_count: true,
            ..Self::score(key, said, Better::Neither)
        }
    }

    pub(crate) fn given(self) -> Self {
        Self {
            is_given: true,
            ..self
        }
    }

    pub(crate) fn short(self, head: impl Into<Cow<'static, str>>) -> Self {
        Self {
            short: Some(head.into()),
            ..self
        }
    }
}

/// All scores of a task, and what a reader is told of them.
#[derive(Debug, PartialEq)]
pub struct Sheet {
    /// The task's name on the command line.
    pub task: &'static str,
    /// Head of the report.
    pub title: &'static str,
    /// How to read the scores.
    pub account: &'static str,
    /// What the baselines are.
    pub baselines: &'static str,
    /// What the short heads of the table of documents mean.
    pub documents: &'static str,
    /// The scores, in the order in which they are reported.
    pub measures: Vec<Measure>,
}

/// A further table of an evaluation's report.
#[derive(Debug, Clone, PartialEq)]
pub struct ScoreTable {
    /// Its place on a page.
    pub id: &'static str,
    /// Its heading.
    pub heading: &'static str,
    /// What the rows are, and how to read them.
    pub caption: &'static str,
    /// Head of the first column.
    pub head: &'static str,
    /// Heads of the other columns, and what kind of numbers they have.
    pub columns: Vec<(String, Number)>,
    /// The head of each row and its numbers; `None` where one is undefined.
    pub rows: Vec<(String, Vec<Option<f64>>)>,
}

/// Scores in the order of their sheet; `None` where one is undefined.
#[derive(Debug, Clone, PartialEq)]
pub struct Scores {
    sheet: Arc<Sheet>,
    values: Vec<Option<f64>>,
}

impl Scores {
    /// Values in the order of the sheet.
    ///
    /// # Panics
    /// When there are not as many values as measures.
    pub(crate) fn new(sheet: Arc<Sheet>, values: Vec<Option<f64>>) -> Self {
        assert_eq!(values.len(), sheet.measures.len(), "a value for each");
        Self { sheet, values }
    }

    /// A score by its key; `None` where it is undefined or unknown.
    pub fn get(&self, key: &str) -> Option<f64> {
        let at = self.sheet.measures.iter().position(|m| m.key == key)?;
        self.values[at]
    }

    /// Mean of each score over documents, each document alike; `None` without documents.
    /// Where a score is undefined for a document, the mean is over the others.
    pub(crate) fn mean(documents: &[Scores]) -> Option<Scores> {
        let sheet = Arc::clone(&documents.first()?.sheet);
        let mean = |i: usize| {
            let values = documents.iter().filter_map(|scores| scores.values[i]);
            let (sum, n) = values.fold((0.0, 0u32), |(sum, n), value| (sum + value, n + 1));
            (n > 0).then(|| sum / f64::from(n))
        };
        let values = (0..sheet.measures.len()).map(mean).collect();
        Some(Self { sheet, values })
    }
}

impl Serialize for Scores {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.values.len()))?;
        for (measure, &value) in self.sheet.measures.iter().zip(&self.values) {
            match value.filter(|_| measure.is_count).and_then(whole) {
                Some(whole) => map.serialize_entry(&measure.key, &whole)?,
                None => map.serialize_entry(&measure.key, &value)?,
            }
        }
        map.end()
    }
}

/// A whole number as one: `5`, not `5.0`.
fn whole(value: f64) -> Option<u64> {
    // Below 2^53 every whole f64 is exact, and so is its integer.
    (value.fract() == 0.0 && (0.0..9.0e15).contains(&value)).then_some(value as u64)
}

/// Intervals of 95 % of the means, by the key of the score.
pub type Intervals = IndexMap<Cow<'static, str>, [f64; 2]>;

/// Bootstrap intervals of the means over documents, of the scores that all of them have.
pub(crate) fn intervals(documents: &[Scores], resamples: usize, seed: u64) -> Option<Intervals> {
    let measures = documents.first()?.sheet.measures.iter().enumerate();
    let column = |i: usize| -> Option<Vec<f64>> {
        documents.iter().map(|scores| scores.values[i]).collect()
    };
    let full = measures.filter_map(|(i, measure)| Some((measure.key.clone(), column(i)?)));
    let (keys, columns): (Vec<_>, Vec<Vec<f64>>) = full.unzip();
    let found = sample::intervals(&columns, resamples, seed);
    (!found.is_empty()).then(|| keys.into_iter().zip(found).collect())
}

/// Differences by the key of the score, in the order of the sheet.
pub type Comparison = IndexMap<Cow<'static, str>, Difference>;

/// Compares the scores of two outputs on the same documents in the same order. What is
/// given is left out, as is a score that is undefined for all documents.
pub(crate) fn compare(first: &[Scores], second: &[Scores], seed: u64) -> Comparison {
    let sheet = first.first().map(|scores| &scores.sheet);
    let measures = sheet.map_or(&[][..], |sheet| &sheet.measures);
    let compared = measures.iter().enumerate().filter_map(|(i, measure)| {
        let pairs = first.iter().zip(second);
        let both = |(a, b): (&Scores, &Scores)| Some(b.values[i]? - a.values[i]?);
        let values: Vec<f64> = pairs.filter_map(both).collect();
        let found = sample::difference(&values, measure.better, seed, i as u64)?;
        (!measure.is_given).then(|| (measure.key.clone(), found))
    });
    compared.collect()
}
