//! Strip: cells by length, height how sure, then the list that it stands for.

use super::pen::{Ink, Pen};
use super::words::{fit, left, right, width};
use crate::place::Places;
use crate::runs::{letter, letters};
use crate::{Certainty, Piece, Reference, Strip};

/// Heights of a cell, low to high.
const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// More cells than this are drawn but not listed.
const LISTED: usize = 60;

/// `listed`: whether to add the list, which a table beside the strip replaces.
pub(super) fn draw(pen: &mut Pen, places: &Places<'_>, strip: &Strip, listed: bool) {
    pen.paragraph(Ink::Soft, "", &strip.caption);
    for (i, class) in strip.classes.iter().enumerate() {
        pen.paragraph(Ink::Class(i), &format!("{} ", letters(i, None)), class);
    }
    if strip.cells.is_empty() {
        return;
    }
    let columns = columns(places, strip, pen.width());
    picture(pen, strip, &columns);
    if !listed {
        return;
    }
    for (i, cell) in strip.cells.iter().enumerate().take(LISTED) {
        entry(pen, places, strip, cell, i);
    }
    if strip.cells.len() > LISTED {
        pen.paragraph(
            Ink::Soft,
            "",
            &format!(
                "The first {LISTED} of {} stretches; the JSON has all.",
                strip.cells.len()
            ),
        );
    }
}

/// Which cell each column of the picture shows: the one that covers its middle.
fn columns(places: &Places<'_>, strip: &Strip, width: usize) -> Vec<usize> {
    let length = |cell: &Piece| places.clamp(strip.source, &cell.span).len().max(1) as f64;
    let total: f64 = strip.cells.iter().map(length).sum();
    let mut ends = Vec::with_capacity(strip.cells.len());
    let mut sum = 0.0;
    for cell in &strip.cells {
        sum += length(cell) / total;
        ends.push(sum);
    }
    let middle = |i: usize| (i as f64 + 0.5) / width as f64;
    let at = |i| {
        ends.partition_point(|&end| end <= middle(i))
            .min(ends.len() - 1)
    };
    (0..width).map(at).collect()
}

/// One column a cell's start stays free, so that neighbours are told apart.
fn picture(pen: &mut Pen, strip: &Strip, columns: &[usize]) {
    let mut bars: Vec<(Ink, String)> = Vec::new();
    let mut names = String::new();
    for run in columns.chunk_by(|a, b| a == b) {
        let cell = &strip.cells[run[0]];
        let name = cell
            .class
            .and_then(letter)
            .map_or_else(|| (run[0] + 1).to_string(), String::from);
        names += &left(
            &fit(
                &name,
                if width(&name) > run.len() {
                    0
                } else {
                    run.len()
                },
            ),
            run.len(),
        );
        let solid = run.len().saturating_sub(1).max(1);
        let ink = cell.class.map_or(Ink::Plain, Ink::Class);
        bars.push((
            ink,
            left(&mark(strip, cell).to_string().repeat(solid), run.len()),
        ));
    }
    let bars: Vec<(Ink, &str)> = bars.iter().map(|(ink, bar)| (*ink, bar.as_str())).collect();
    pen.runs(&bars);
    pen.line(Ink::Soft, &names);
}

fn mark(strip: &Strip, cell: &Piece) -> char {
    match cell.sureness(strip.sure_from) {
        None => '░',
        Some((Certainty::Filled, p)) => HEIGHTS[((p * 8.0).ceil() as usize).clamp(1, 8) - 1],
        Some((Certainty::Hollow, _)) => '□',
        Some((Certainty::Dashed, _)) => '╌',
    }
}

fn entry(pen: &mut Pen, places: &Places<'_>, strip: &Strip, cell: &Piece, i: usize) {
    let lead = right(
        &(i + 1).to_string(),
        strip.cells.len().min(LISTED).to_string().len(),
    ) + "  ";
    let place = places.label(&Reference::new(strip.source, cell.span.clone()));
    let mut said: Vec<String> = Vec::new();
    said.extend(cell.class.map(|class| letters(class, cell.or)));
    said.extend(Some(cell.title.clone()).filter(|title| !title.is_empty()));
    said.extend(place);
    said.extend(cell.said_sureness(strip.sure_from));
    pen.paragraph(Ink::Plain, &lead, &said.join(", "));
}
