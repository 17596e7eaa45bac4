//! Band: a similarity matrix near its diagonal, laid on its side.
//!
//! x is the place in the text, y the distance between two units, the tint
//! their likeness. A stretch that hangs together shows as a dark triangle with
//! its base at the top.

use maud::{Markup, html};

use super::context::Context;
use super::svg::{self, per_cent};
use crate::Band;
use crate::number::probability;
use crate::pooled::{Pooled, Summary, summaries};

/// Pixels of one row.
const ROW: usize = 6;
/// More boundaries than this are ticks above the picture: lines would hide it.
const LINES: usize = 60;

pub(super) fn draw(context: &Context<'_>, band: &Band) -> Markup {
    let pooled = Pooled::of(band);
    let high = ROW * pooled.rows.len();
    let foot = if band.cuts.len() > LINES { 0 } else { high };
    html! {
        figure {
            (svg::caption(&band.caption))
            svg class="picture" height=(high) role="img" aria-label=(label(band)) {
                svg viewBox={ "0 0 " (pooled.columns.max(1)) " " (high) } preserveAspectRatio="none" height=(high) {
                    @for tint in 1..=4 { path class={ "x" (tint) } d=(shape(&pooled, tint)) {} }
                }
                @for cut in &band.cuts {
                    @let x = per_cent(svg::share(*cut as f64, band.units.len() as f64));
                    line class="cutline" x1=(x) x2=(x) y1="-5" y2=(foot) {}
                }
            }
            p class="small soft" {
                "Darkest: likeness from " (probability(pooled.threshold(4))) " upwards; blank: under "
                (probability(pooled.threshold(1))) "."
            }
            (table(context, band))
        }
    }
}

fn label(band: &Band) -> String {
    format!(
        "likeness of {} units to those that follow, {} boundaries. The table below has the same content.",
        band.units.len(),
        band.cuts.len(),
    )
}

/// One path a tint: runs of equal cells as boxes. Far lighter than a
/// rectangle for each cell.
fn shape(pooled: &Pooled, tint: u8) -> String {
    let mut path = String::new();
    for (d, row) in pooled.rows.iter().enumerate() {
        let mut i = 0;
        while i < row.len() {
            let run = row[i..].iter().take_while(|&&t| t == row[i]).count();
            if row[i] == tint {
                let x = i as f64 + (d as f64 + 1.0) * pooled.shift;
                path += &format!("M{x:.1} {}h{run}v{ROW}h-{run}z", d * ROW);
            }
            i += run;
        }
    }
    path
}

fn table(context: &Context<'_>, band: &Band) -> Markup {
    html! {
        details {
            summary { "The same as a table" }
            div class="scroll" {
                table {
                    thead { tr { th { "Stretch" } th class="n" { "Likeness within" } th class="n" { "to the next" } } }
                    tbody {
                        @for Summary { at, within, next } in summaries(band) {
                            tr {
                                th scope="row" { (context.evidence(&at)) }
                                td class="n" { @if let Some(x) = within { (probability(x)) } }
                                td class="n" { @if let Some(x) = next { (probability(x)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}
