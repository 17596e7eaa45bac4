//! Ranked list: rank, statement, reference, measure.

use maud::{Markup, html};

use super::context::Context;
use super::svg;
use crate::number::counted;
use crate::{Item, Ranked, Voice};

pub(super) fn draw(context: &Context<'_>, ranked: &Ranked) -> Markup {
    let values = ranked.items.iter().filter_map(|item| item.value);
    let full = if ranked.max > 0.0 {
        ranked.max
    } else {
        values.fold(0.0, f64::max)
    };
    html! {
        @if !ranked.caption.is_empty() { p class="small soft lead" { (ranked.caption) } }
        ol class="ranked" {
            @for item in &ranked.items {
                li {
                    (statement(context, ranked, item))
                    @if let Some(value) = item.value { (measure(context, ranked, item, value, full)) }
                }
            }
        }
    }
}

fn statement(context: &Context<'_>, ranked: &Ranked, item: &Item) -> Markup {
    html! {
        div {
            @match item.voice {
                Voice::Source => p class="said" { (item.text) },
                Voice::Recto => h3 { (item.text) },
            }
            @if !item.quote.is_empty() {
                @if !item.note.is_empty() { p class="small soft" { (item.note) } }
                p class="said" { (item.quote) }
            }
            @if let Some(at) = &item.at { (context.evidence(at)) " " }
            @if !item.note.is_empty() && item.quote.is_empty() { span class="small soft" { (item.note) } }
            @if !item.more.is_empty() {
                details {
                    summary { (ranked.more) }
                    ul class="cov" {
                        @for quote in &item.more {
                            li {
                                span class="said" { (quote.text) } " "
                                (context.evidence(&quote.at))
                            }
                        }
                    }
                }
            }
        }
    }
}

fn measure(context: &Context<'_>, ranked: &Ranked, item: &Item, value: f64, full: f64) -> Markup {
    let number = ranked.number.say(value);
    let interval = item
        .interval
        .map(|(low, high)| ranked.number.interval(low, high));
    let label = format!("{} {number} {}", ranked.measure, ranked.unit_of(value));
    html! {
        div class="small soft" {
            (svg::bar(svg::share(value, full), item.certainty, label.trim()))
            (ranked.measure) " "
            span class="by" { b class="num" { (number) } " " (ranked.unit_of(value)) }
            @if let Some(interval) = interval { " " span class="by" { (interval) } }
            @if !item.histogram.is_empty() { (svg::histogram(&item.histogram, highest(ranked))) }
            @if let Some(rows) = &item.rows {
                " " span class="by" { (context.rows(rows, &counted(rows.count, &ranked.row))) }
            }
        }
    }
}

/// The highest bar of all histograms of a list.
fn highest(ranked: &Ranked) -> Option<f64> {
    let counts = ranked.items.iter().flat_map(|item| &item.histogram);
    counts.max().map(|&count| f64::from(count))
}
