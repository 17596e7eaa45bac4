//! The table of folders: how much lies in each, and from when.

use super::dates::Dates;
use crate::read::body::Facts;
use crate::report::{Cell, Column, Kind, Number, Table};
use std::ops::Range;

/// Stretches of time in a histogram of dates.
const STRETCHES: usize = 48;

/// A row for each folder, or one for a pile without folders whose documents have dates.
/// `None` where the head of the page says all there is to say.
pub(super) fn table(facts: &Facts) -> Option<Table> {
    let dates = Dates::of(facts, STRETCHES);
    if facts.folders.is_empty() && dates.is_none() {
        return None;
    }
    let mut columns = vec![
        Column::of("Folder", Kind::File),
        Column::number("Documents", Number::Count),
        Column::number("Words", Number::Count),
    ];
    let mut rows: Vec<(Range<usize>, Vec<Cell>)> = Vec::new();
    for folder in &facts.folders {
        let (documents, words) = (folder.documents as f64, folder.words as f64);
        let row = vec![folder.name.as_str().into(), documents.into(), words.into()];
        rows.push((folder.first..folder.first + folder.documents, row));
    }
    if facts.folders.is_empty() {
        columns[0].name.clear();
        let whole = facts.documents.iter().filter(|one| one.is_whole());
        let (documents, words) = (whole.clone().count() as f64, whole.map(|one| one.words));
        let words = words.sum::<usize>() as f64;
        let row = vec!["documents".into(), documents.into(), words.into()];
        rows.push((0..facts.documents.len(), row));
    }
    let mut caption = String::new();
    if let Some(dates) = &dates {
        let histogram = |(places, _): &(Range<usize>, _)| dates.histogram(places.clone());
        let histograms: Vec<Vec<u32>> = rows.iter().map(histogram).collect();
        let highest = histograms.iter().flatten().max();
        let mut column = Column::of(dates.range(), Kind::Histogram);
        column.bar = highest.map(|&highest| f64::from(highest));
        columns.push(column);
        for ((_, row), histogram) in rows.iter_mut().zip(histograms) {
            row.push(Cell::Histogram(histogram));
        }
        let undated = dates.undated();
        caption = format!("Bars show when documents are from, all rows to one scale.{undated}");
    }
    Some(Table {
        caption,
        columns,
        rows: rows.into_iter().map(|(_, row)| row).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::dates::tests::facts;
    use super::*;

    #[test]
    fn a_pile_without_folders_has_a_row_where_dates_are_known() {
        let table = table(&facts(&[Some("2024-01-01"), Some("2024-01-03")]));
        let table = table.expect("dates that differ");
        assert_eq!(table.columns[3].name, "1 Jan 2024 to 3 Jan 2024");
        let Some(Cell::Histogram(counts)) = table.rows[0].last() else {
            panic!("{:?}", table.rows);
        };
        assert_eq!(counts, &[1, 0, 1]);
    }

    #[test]
    fn a_pile_without_folders_and_dates_has_no_table() {
        assert!(table(&facts(&[None, None])).is_none());
    }
}
