//! The report of an alignment.

use super::Body;
use super::texts::{self, Texts};
use crate::report::{Column, Detail, Report, Section, Table};
use crate::{Answer, Reading, made};

/// The report of an answer about a reading.
pub fn report(answer: &Answer<Body>, reading: &Reading<'_>, detail: Detail) -> Report {
    let documents = reading.documents();
    let all = texts::of(&answer.body.pairs, reading);
    Report {
        sections: all.iter().enumerate().map(section).collect(),
        ..made::report(answer, &super::ABOUT, super::methods(), documents, detail)
    }
}

/// The words of a pair that nothing supports.
fn section((i, texts): (usize, &Texts<'_>)) -> Section {
    let runs = texts.unsupported().into_iter();
    let row = |run| vec![texts.summary_words(run).into()];
    let table = Table {
        caption: "Words without support".into(),
        columns: vec![Column::quote("Words")],
        rows: runs.map(row).collect(),
    };
    Section::new(format!("p{i}"), texts.pair.id.clone()).with(table)
}
