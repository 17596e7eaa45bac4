//! Matrix, band and plane: numbers in a grid, tints along a text, neighbours.

use super::pen::{Ink, Pen};
use super::words::{clean, right};
use super::{ranked::bar, table};
use crate::place::Places;
use crate::pooled::{Pooled, Summary, summaries};
use crate::runs::letters;
use crate::{Band, Cell, Certainty, Column, Dot, Kind, Matrix, Number, Plane, Table};

const TINTS: [char; 5] = [' ', '░', '▒', '▓', '█'];

/// As a table; a bar beside each number does what the square does on a page.
pub(super) fn matrix(pen: &mut Pen, matrix: &Matrix) {
    let largest = matrix.values.iter().flatten().copied().fold(0.0, f64::max);
    let cell = |x: &f64| {
        let bar = bar(x / largest, Certainty::Filled, 5);
        Cell::Text(format!("{} {bar}", right(&matrix.number.say(*x), 4)))
    };
    let row = |(name, values): (&String, &Vec<f64>)| {
        let mut row = vec![Cell::Text(name.clone())];
        row.extend(values.iter().map(cell));
        row
    };
    let heads = matrix.columns.iter().enumerate();
    let heads =
        heads.map(|(i, name)| Column::label(clean(&format!("{} {name}", letters(i, None)))));
    let table = Table {
        caption: matrix.caption.clone(),
        columns: [Column::label("")].into_iter().chain(heads).collect(),
        rows: matrix.rows.iter().zip(&matrix.values).map(row).collect(),
    };
    table::draw(pen, &Places::new(&[]), &table);
}

/// Each line is a distance, nearest first; then the means by stretch.
pub(super) fn band(pen: &mut Pen, places: &Places<'_>, band: &Band) {
    pen.paragraph(Ink::Soft, "", &band.caption);
    let pooled = Pooled::within(band, pen.width().saturating_sub(6).min(120), 6);
    for (d, row) in pooled.rows.iter().enumerate() {
        let indent = ((d as f64 + 1.0) * pooled.shift) as usize;
        let cells: String = row.iter().map(|&tint| TINTS[usize::from(tint)]).collect();
        pen.line(
            Ink::Plain,
            &super::words::fit(&(" ".repeat(indent) + &cells), pen.width()),
        );
    }
    let row = |Summary { at, within, next }: Summary| vec![at.into(), within.into(), next.into()];
    let numbers = Kind::Number(Number::Probability);
    let table = Table {
        columns: vec![
            Column::of("Stretch", Kind::File),
            Column::of("Likeness within", numbers),
            Column::of("to the next", numbers),
        ],
        rows: summaries(band).into_iter().map(row).collect(),
        ..Table::default()
    };
    table::draw(pen, places, &table);
}

/// A list: a terminal has too few places for a plane.
pub(super) fn plane(pen: &mut Pen, plane: &Plane) {
    let row = |(dot, nearest): (&Dot, Option<usize>)| {
        let nearest = nearest.map(|other| plane.dots[other].name.as_str());
        vec![
            dot.name.as_str().into(),
            dot.weight.into(),
            nearest.unwrap_or_default().into(),
        ]
    };
    let table = Table {
        caption: plane.caption.clone(),
        columns: vec![
            Column::label("Name"),
            Column::number("Share", Number::Share),
            Column::label("Nearest"),
        ],
        rows: plane.dots.iter().zip(plane.nearest()).map(row).collect(),
    };
    table::draw(pen, &Places::new(&[]), &table);
}
