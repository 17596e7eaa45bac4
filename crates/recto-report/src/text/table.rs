//! Table: aligned columns; the widest column of words gives way first.

use super::pen::{Ink, Pen};
use super::ranked::bar;
use super::words::{clean, fit, fit_end, left, right, width};
use crate::number::{count, score};
use crate::place::Places;
use crate::{Cell, Certainty, Column, Kind, Table};

/// More rows than this are counted, not shown.
const ROWS: usize = 200;
/// Columns of words are not made narrower than this.
const NARROW: usize = 8;

pub(super) fn draw(pen: &mut Pen, places: &Places<'_>, table: &Table) {
    pen.paragraph(Ink::Soft, "", &table.caption);
    let mut shown: Vec<usize> = (0..table.columns.len()).collect();
    let rows = table.rows.iter().take(ROWS);
    let cells: Vec<Vec<String>> = rows
        .map(|row| {
            table
                .columns
                .iter()
                .enumerate()
                .map(|(i, column)| say(places, column, row.get(i)))
                .collect()
        })
        .collect();
    let mut widths = natural(table, &cells);
    if total(&shown, &widths) > pen.width() {
        shown.retain(|&i| !table.columns[i].wide);
    }
    narrow(table, &shown, &mut widths, pen.width());
    let heads: Vec<String> = table
        .columns
        .iter()
        .map(|column| clean(&column.name))
        .collect();
    line(pen, table, &shown, &widths, &heads, Ink::Soft);
    let rule = total(&shown, &widths).min(pen.width());
    pen.line(Ink::Soft, &"─".repeat(rule));
    for row in &cells {
        line(pen, table, &shown, &widths, row, Ink::Plain);
    }
    if table.rows.len() > ROWS {
        let all = count(table.rows.len() as f64);
        let more = format!("The first {ROWS} of {all} rows; the JSON has all.");
        pen.paragraph(Ink::Soft, "", &more);
    }
}

fn say(places: &Places<'_>, column: &Column, cell: Option<&Cell>) -> String {
    match cell {
        None | Some(Cell::Blank) => String::new(),
        Some(Cell::Text(text) | Cell::Linked { text, .. } | Cell::Opens { text, .. }) => {
            clean(text)
        }
        Some(Cell::Histogram(counts)) => histogram(counts, column.bar),
        Some(Cell::Place(at)) => clean(&places.label(at).unwrap_or_default()),
        Some(Cell::Number(x)) => number(column, *x),
        Some(Cell::Rows(rows)) => number(column, rows.count as f64),
    }
}

fn number(column: &Column, x: f64) -> String {
    let weak = column.weak_below.is_some_and(|bar| x < bar);
    let said = match column.kind {
        Kind::Number(number) => number.say(x),
        _ => score(x),
    };
    let certainty = if weak {
        Certainty::Hollow
    } else {
        Certainty::Filled
    };
    let drawn = column
        .bar
        .map(|full| bar(x / full, certainty, 6) + " ")
        .unwrap_or_default();
    format!(
        "{}{drawn}{}",
        if weak { "weak " } else { "" },
        right(&said, if drawn.is_empty() { 0 } else { 5 })
    )
}

/// Characters of a histogram at most.
const HISTOGRAM_COLUMNS: usize = 24;

/// A character for each stretch, or for several that stand side by side.
fn histogram(counts: &[u32], full: Option<f64>) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let joined = counts.len().div_ceil(HISTOGRAM_COLUMNS).max(1);
    let full = full.unwrap_or(f64::from(counts.iter().copied().max().unwrap_or(0)));
    let bar = |stretches: &[u32]| match stretches.iter().copied().max() {
        None | Some(0) => '·',
        Some(most) => {
            let share = (f64::from(most) / full).clamp(0.0, 1.0);
            BARS[((share * BARS.len() as f64).ceil() as usize).clamp(1, BARS.len()) - 1]
        }
    };
    counts.chunks(joined).map(bar).collect()
}

fn natural(table: &Table, cells: &[Vec<String>]) -> Vec<usize> {
    let widest = |(i, column): (usize, &Column)| {
        let cells = cells.iter().map(|row| width(&row[i]));
        cells
            .chain([width(&clean(&column.name))])
            .max()
            .unwrap_or(0)
    };
    table.columns.iter().enumerate().map(widest).collect()
}

fn total(shown: &[usize], widths: &[usize]) -> usize {
    shown.iter().map(|&i| widths[i]).sum::<usize>() + 2 * shown.len().saturating_sub(1)
}

/// Takes from the widest column of words until the table fits, then from the
/// widest of all.
fn narrow(table: &Table, shown: &[usize], widths: &mut [usize], columns: usize) {
    while total(shown, widths) > columns {
        let words =
            |i: &usize| !matches!(table.columns[*i].kind, Kind::Number(_)) && widths[*i] > NARROW;
        let widest = shown
            .iter()
            .copied()
            .filter(words)
            .max_by_key(|&i| widths[i]);
        let widest = widest.or_else(|| shown.iter().copied().max_by_key(|&i| widths[i]));
        match widest {
            Some(i) if widths[i] > 1 => widths[i] -= 1,
            _ => break,
        }
    }
}

fn line(
    pen: &mut Pen,
    table: &Table,
    shown: &[usize],
    widths: &[usize],
    cells: &[String],
    ink: Ink,
) {
    let cell = |&i: &usize| {
        let text = match table.columns[i].kind {
            Kind::File => fit_end(&cells[i], widths[i]),
            _ => fit(&cells[i], widths[i]),
        };
        match table.columns[i].kind {
            Kind::Number(_) => right(&text, widths[i]),
            _ => left(&text, widths[i]),
        }
    };
    let line = shown.iter().map(cell).collect::<Vec<_>>().join("  ");
    // A table of very many columns cannot be narrowed enough.
    pen.line(ink, &fit(&line, pen.width()));
}
