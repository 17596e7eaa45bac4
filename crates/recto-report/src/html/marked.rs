//! Marked text: the source as it stands, with phrases marked and stretches
//! titled.

use std::ops::Range;

use maud::{Markup, html};

use super::context::Context;
use super::svg;
use crate::number::probability;
use crate::runs::{self, Stretch, doubted, letter, word_end};
use crate::{Certainty, Cut, Mark, MarkedText, Meaning, Reference};

/// From this many bytes on, stretches off the screen are not laid out.
const LONG: usize = 60_000;
/// From this many bytes on, only the opening of each stretch is on the page.
const TOO_LONG: usize = 1_000_000;
/// How many passages beyond the first a phrase links to.
const FURTHER: usize = 4;
/// How much of a stretch an opening is, in bytes.
const OPENING: usize = 600;

pub(super) fn draw(context: &Context<'_>, marked: &MarkedText) -> Markup {
    let stretches = runs::stretches(marked, context.places);
    let bytes: usize = stretches.iter().map(|stretch| stretch.span.len()).sum();
    let marks = runs::in_order(&marked.marks);
    let limit = if bytes > TOO_LONG {
        OPENING
    } else {
        usize::MAX
    };
    html! {
        @if !marked.caption.is_empty() { p class="small soft lead" { (marked.caption) } }
        (svg::keys(&marked.classes))
        div class={ "text" @if bytes > LONG { " long" } } {
            @for stretch in &stretches { (draw_stretch(context, marked, &marks, stretch, limit)) }
        }
        @if marks.iter().any(|mark| matches!(mark.meaning, Meaning::Support { .. } | Meaning::Unsupported { .. })) {
            p class="live small soft" role="status" {}
        }
    }
}

fn draw_stretch(
    context: &Context<'_>,
    marked: &MarkedText,
    marks: &[Mark],
    stretch: &Stretch<'_>,
    limit: usize,
) -> Markup {
    let text = context.places.text(marked.source);
    let paragraphs = runs::paragraphs(text, stretch.span.clone(), marked.keep_lines);
    let opening = stretch.span.start.saturating_add(limit);
    let shown = paragraphs.iter().take_while(|p| p.start < opening).count();
    html! {
        div class="stretch" {
            @if let Some(cut) = stretch.cut { (heading(context, marked, cut, stretch.span.start)) }
            @for paragraph in &paragraphs[..shown] {
                p class="said" {
                    @let end = word_end(text, paragraph.start, paragraph.end.min(opening));
                    (words(context, marked.source, marks, paragraph.start..end))
                    @if end < paragraph.end { " …" }
                }
            }
            @if limit < stretch.span.len() {
                p class="small" {
                    (context.link(&Reference::new(marked.source, stretch.span.clone()), "Read on in the source"))
                }
            }
        }
    }
}

fn heading(context: &Context<'_>, marked: &MarkedText, cut: &Cut, start: usize) -> Markup {
    let certainty = cut.p.map(|p| Certainty::of(p, marked.sure_from));
    let boundary = match certainty {
        None => "",
        Some(Certainty::Filled) => "filled",
        Some(Certainty::Hollow) => "hollowed",
        Some(Certainty::Dashed) => "dashed",
    };
    let place = context.places.place(marked.source, start);
    html! {
        header class={ "cut " (boundary) } id=[context.take_anchor(marked.source, start)] {
            h3 { (cut.title) }
            p class="small soft" {
                "from " (place)
                @if !cut.note.is_empty() { ", " (cut.note) }
                @if let (Some(p), Some(certainty)) = (cut.p, certainty) {
                    "; boundary " (certainty.words()) ", " (probability(p))
                }
            }
        }
    }
}

fn words(context: &Context<'_>, source: usize, marks: &[Mark], span: Range<usize>) -> Markup {
    html! {
        @for (run, mark) in runs::runs(span, marks, context.places, source) {
            @let words = context.words(source, run);
            @match mark {
                None => (words),
                Some(mark) => (draw_mark(context, &mark.meaning, &words)),
            }
        }
    }
}

fn draw_mark(context: &Context<'_>, meaning: &Meaning, words: &Markup) -> Markup {
    match meaning {
        Meaning::Chosen => html! { mark { (words) } },
        Meaning::Class {
            class,
            or,
            certainty,
        } => {
            let style = letter(*class).filter(|c| "ABCD".contains(*c));
            let doubt = match certainty {
                Certainty::Filled => "",
                Certainty::Hollow => " unsure",
                Certainty::Dashed => " undecided",
            };
            html! {
                span class="vl" { (doubted(*class, *or, *certainty)) }
                span class={ "v" @if let Some(c) = style { " v" (c) } (doubt) } { (words) }
            }
        }
        Meaning::Unsupported { nearest } => {
            let near = nearest.map(|p| format!("; the nearest came to {}", probability(p)));
            let say = format!("Nothing supports this{}", near.unwrap_or_default());
            html! { span class="no" tabindex="0" data-say=(say) { (words) } }
        }
        Meaning::Support { p, to } => support(context, *p, to, words),
    }
}

/// What is certain is quiet; what is missing is loud.
fn support(context: &Context<'_>, p: f64, to: &[Reference], words: &Markup) -> Markup {
    let class = match p {
        0.9.. => "q4",
        0.7.. => "q3",
        0.5.. => "q2",
        _ => "no",
    };
    let places: Vec<String> = to
        .iter()
        .filter_map(|at| context.places.label(at))
        .collect();
    let say = format!("Rests on {}, {}", places.join("; "), probability(p));
    let href = to.first().and_then(|at| context.places.href(at));
    html! {
        @match href {
            Some(href) => a class=(class) href=(href) data-say=(say) { (words) },
            None => span class=(class) data-say=(say) tabindex="0" { (words) },
        }
        @for (i, at) in to.iter().enumerate().skip(1).take(FURTHER) {
            sup { (context.link(at, &(i + 1).to_string())) }
        }
    }
}
