//! Strip: stretches of a text in order; length is length, height how sure.

use maud::{Markup, html};

use super::context::Context;
use super::svg::{self, per_cent, px};
use crate::runs::letters;
use crate::{Certainty, Piece, Reference, Strip};

/// Height of a cell that is beyond doubt, and where cells stand.
const HIGH: f64 = 40.0;
const FOOT: f64 = 42.0;
/// Cells narrower than this share have no number under them.
const NARROW: f64 = 0.024;

pub(super) fn draw(context: &Context<'_>, strip: &Strip) -> Markup {
    let lengths = strip
        .cells
        .iter()
        .map(|cell| context.places.clamp(strip.source, &cell.span).len().max(1) as f64);
    let total: f64 = lengths.clone().sum();
    let places = lengths.scan(0.0, |end, length| {
        let start = *end;
        *end += length / total;
        Some((start, length / total))
    });
    html! {
        figure {
            (svg::caption(&strip.caption))
            (svg::keys(&strip.classes))
            svg class="strip" height="58" role="img" aria-label=(label(strip)) {
                line class="thin" x1="0" x2="100%" y1=(FOOT) y2=(FOOT) {}
                @for (i, (cell, (start, width))) in strip.cells.iter().zip(places).enumerate() {
                    (draw_cell(context, strip, cell, i, start, width))
                }
            }
            (list(context, strip))
        }
    }
}

fn label(strip: &Strip) -> String {
    let sureness = |cell: &Piece| Some(cell.sureness(strip.sure_from)?.0);
    let sure = |cell: &&Piece| sureness(cell) == Some(Certainty::Filled);
    let doubted = strip.cells.iter().filter_map(sureness).count();
    format!(
        "{} stretches in order; {} of {doubted} sure. The list below has the same content.",
        strip.cells.len(),
        strip.cells.iter().filter(sure).count(),
    )
}

/// The links of a picture are for the pointer; the list has them for the keyboard.
fn draw_cell(
    context: &Context<'_>,
    strip: &Strip,
    cell: &Piece,
    i: usize,
    x: f64,
    width: f64,
) -> Markup {
    let gap = (0.003_f64).min(width / 4.0);
    let sureness = cell.sureness(strip.sure_from);
    let high = sureness.map_or(HIGH, |(_, p)| (HIGH * svg::share(p, 1.0)).max(2.0));
    let class = match (sureness.map(|(certainty, _)| certainty), cell.class) {
        (None, None) => "unsaid".into(),
        (Some(Certainty::Filled) | None, Some(class)) => svg::fill(class),
        (Some(certainty), _) => svg::mark(certainty).to_owned(),
    };
    let name = match cell.class {
        Some(class) if cell.or.is_some() => letters(class, None) + "?",
        Some(class) => letters(class, None),
        None => (i + 1).to_string(),
    };
    let target = context.target(&Reference::new(strip.source, cell.span.clone()));
    let shape = html! {
        rect class="hit" x=(per_cent(x)) width=(per_cent(width)) y="0" height="58" {}
        rect class=(class) x=(per_cent(x + gap / 2.0)) width=(per_cent(width - gap))
            y=(px(FOOT - high)) height=(px(high)) {}
        @if width >= NARROW && name.len() <= 3 {
            text class="soft" x=(per_cent(x + width / 2.0)) y="56" text-anchor="middle" { (name) }
        }
        title { (format!("{name} {}", cell.title).trim_end()) }
    };
    html! {
        @match target {
            Some(href) => a href=(href) tabindex="-1" { (shape) },
            None => g { (shape) },
        }
    }
}

fn list(context: &Context<'_>, strip: &Strip) -> Markup {
    html! {
        details {
            summary { "The same as a list" }
            ol class="cells small" {
                @for cell in &strip.cells {
                    li {
                        @if let Some(class) = cell.class { b { (letters(class, cell.or)) } " " }
                        @if !cell.title.is_empty() { (cell.title) ", " }
                        (context.evidence(&Reference::new(strip.source, cell.span.clone())))
                        @if let Some(said) = cell.said_sureness(strip.sure_from) { ", " (said) }
                    }
                }
            }
        }
    }
}
