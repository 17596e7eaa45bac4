//! Ranked list: rank, statement, a small bar with its number, reference.

use super::pen::{Ink, Pen};
use super::words::{clean, right, width, wrap};
use crate::place::Places;
use crate::{Certainty, Item, Ranked, Voice};

/// Columns of a bar.
const BAR: usize = 10;

pub(super) fn draw(pen: &mut Pen, places: &Places<'_>, ranked: &Ranked) {
    pen.paragraph(Ink::Soft, "", &ranked.caption);
    let values = ranked.items.iter().filter_map(|item| item.value);
    let full = if ranked.max > 0.0 {
        ranked.max
    } else {
        values.fold(0.0, f64::max)
    };
    let lead = ranked.items.len().to_string().len() + 2;
    for (i, item) in ranked.items.iter().enumerate() {
        let rank = right(&(i + 1).to_string(), lead - 2) + "  ";
        let ink = if item.voice == Voice::Recto {
            Ink::Strong
        } else {
            Ink::Plain
        };
        for (j, line) in wrap(&item.text, pen.width().saturating_sub(lead))
            .iter()
            .enumerate()
        {
            let before = if j == 0 {
                rank.clone()
            } else {
                " ".repeat(lead)
            };
            pen.runs(&[(Ink::Soft, &before), (ink, line)]);
        }
        footing(pen, places, ranked, item, full, lead);
        for quote in &item.more {
            let label = places.label(&quote.at).unwrap_or_default();
            pen.paragraph(
                Ink::Soft,
                &(" ".repeat(lead) + "· "),
                &format!("{} ({label})", quote.text),
            );
        }
    }
}

/// Bar, measure and reference in one line if they fit, else in two.
fn footing(
    pen: &mut Pen,
    places: &Places<'_>,
    ranked: &Ranked,
    item: &Item,
    full: f64,
    lead: usize,
) {
    let indent = " ".repeat(lead);
    let label = item
        .at
        .as_ref()
        .and_then(|at| places.label(at))
        .unwrap_or_default();
    let place = clean(&[label.as_str(), item.note.as_str()].join("  "));
    let place = place.trim();
    let Some(value) = item.value else {
        return pen.paragraph(Ink::Soft, &indent, place);
    };
    let bar = bar(value / full, item.certainty, BAR);
    let interval = item
        .interval
        .map(|(low, high)| ranked.number.interval(low, high));
    let said = [
        ranked.measure.clone(),
        ranked.number.say(value),
        ranked.unit_of(value).into(),
        interval.map_or_else(String::new, |i| format!("({i})")),
    ];
    let said = clean(&said.join(" "))
        .split(' ')
        .filter(|w| !w.is_empty())
        .collect::<Vec<_>>()
        .join(" ");
    if lead + BAR + 3 + width(&said) + width(place) <= pen.width() {
        pen.runs(&[
            (Ink::Plain, &indent),
            (Ink::Plain, &bar),
            (Ink::Plain, " "),
            (Ink::Plain, &said),
            (Ink::Soft, "  "),
            (Ink::Soft, place),
        ]);
    } else {
        pen.paragraph(Ink::Plain, &format!("{indent}{bar} "), &said);
        pen.paragraph(Ink::Soft, &indent, place);
    }
}

/// Filled, hollow or dashed, on a fine line.
pub(super) fn bar(share: f64, certainty: Certainty, columns: usize) -> String {
    let share = if share.is_finite() {
        share.clamp(0.0, 1.0)
    } else {
        0.0
    };
    let filled = ((share * columns as f64).round() as usize).min(columns);
    let mark = match certainty {
        Certainty::Filled => "■",
        Certainty::Hollow => "□",
        Certainty::Dashed => "╌",
    };
    mark.repeat(filled) + &"·".repeat(columns - filled)
}
