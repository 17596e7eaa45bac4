//! Draws a report as one self-contained page.
//!
//! The page is complete without a script: findings, figures and references as
//! file and line. The script adds the leaf (the source beside the finding),
//! search, sorting, zoom and levels. Style and script are embedded, and the
//! page's own policy lets nothing else in: their hashes are computed here.
//! All text goes through `maud`, which escapes it, or through JSON.

mod aligned;
mod context;
mod curve;
mod data;
mod marked;
mod matrix;
mod names;
mod packed;
mod picture;
mod plane;
mod ranked;
mod section;
mod strip;
mod svg;
mod table;
mod timeline;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use super::place::Places;
use super::{Block, Report, State, Warning, place_of};
use context::Context;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// Fills that tell categories apart without colour.
const PATTERNS: &str = include_str!("patterns.svg");

/// The whole page.
#[must_use]
pub fn page(report: &Report) -> String {
    let places = Places::new(&report.sources);
    let context = Context::new(report, &places);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            (head(report))
            body {
                a class="skip" href="#main" { "Skip to the findings" }
                (PreEscaped(PATTERNS))
                div class={ "page" @if is_full(report) { " full" } } {
                    (masthead(report))
                    (contents(report, &context))
                    main id="main" {
                        (found())
                        (warnings(&report.warnings))
                        @for (i, section) in report.sections.iter().enumerate() {
                            (section::draw(&context, section, i))
                        }
                        @if is_folded(report) { (opened()) }
                        (made(report))
                    }
                    (leaf())
                    (footer(report))
                }
                (data::elements(report, folded(report, &places)))
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string()
}

/// Whether the findings need the whole width: two texts stand side by side, so that the
/// source need not open beside them.
fn is_full(report: &Report) -> bool {
    let mut parts = report.sections.iter().flat_map(|section| &section.parts);
    parts.any(|part| match part {
        State::Full { block } | State::Unsure { block, .. } => matches!(block, Block::Aligned(_)),
        State::Empty { .. } | State::Failed { .. } => false,
    })
}

/// Whether findings about single sources open on demand.
fn is_folded(report: &Report) -> bool {
    let mut sources = report.sources.iter();
    sources.any(|source| !source.sections.is_empty())
}

/// The findings about each source, drawn; nothing where all stand on the page.
fn folded<'p>(report: &'p Report, places: &'p Places<'p>) -> impl Iterator<Item = String> + 'p {
    let is_folded = is_folded(report);
    let sources = report.sources.iter().enumerate();
    let sources = sources.filter(move |_| is_folded);
    sources.map(|(i, source)| {
        let context = Context::folded(i, &source.sections, places);
        let sections = source.sections.iter().enumerate();
        let sections = sections.map(|(at, section)| section::draw(&context, section, at));
        sections.map(Markup::into_string).collect()
    })
}

/// Where the script puts the findings about the source that was asked for.
fn opened() -> Markup {
    html! {
        p class="note unscripted" {
            "The list is all that this page shows without a script: what was found in each \
             document, and its text, open with one."
        }
        section class="block" id="opened" aria-labelledby="opened-h" hidden {
            header { h2 id="opened-h" tabindex="-1" {} p class="made" {} }
            nav class="noprint" aria-label="Documents" {
                button class="prev" type="button" { "Previous document" }
                button class="next" type="button" { "Next document" }
            }
            div class="inside" {}
        }
    }
}

fn head(report: &Report) -> Markup {
    html! {
        head {
            meta charset="utf-8";
            meta http-equiv="Content-Security-Policy" content=(policy());
            meta name="viewport" content="width=device-width,initial-scale=1";
            meta name="referrer" content="no-referrer";
            meta name="generator" content={ "recto " (report.version) };
            link rel="icon" href="data:,";
            title { (report.title) ": " (report.command) " by recto" }
            style { (PreEscaped(STYLE)) }
        }
    }
}

/// Nothing may run, load or be sent but what stands in this file.
fn policy() -> String {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text.as_bytes()));
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; img-src data:; \
         base-uri 'none'; form-action 'none'",
        hash(SCRIPT),
        hash(STYLE)
    )
}

fn masthead(report: &Report) -> Markup {
    html! {
        header class="mast" {
            span class="logo" { "recto" i { (report.command) } }
            form role="search" {
                label class="vh" for="q" { "Search the sentences" }
                input type="search" id="q" placeholder="Search the sentences ( / )" autocomplete="off";
            }
            button id="theme" type="button" { "Dark page" }
        }
        div class="head" {
            h1 { (report.title) }
            @if !report.place.is_empty() { p class="soft" { (report.place) } }
            @if !report.account.is_empty() { p class="account" { (report.account) } }
        }
    }
}

fn contents(report: &Report, context: &Context<'_>) -> Markup {
    html! {
        nav class="toc" aria-label="Contents" {
            ol {
                @for (i, section) in report.sections.iter().enumerate() {
                    li { a href={ "#" (context.section_id(i)) } { (section.heading) } }
                }
                @if is_folded(report) { li class="to-opened" hidden { a href="#opened" { "Document" } } }
                li { a href="#made" { "How it was made" } }
            }
        }
    }
}

/// Where the script puts what was searched for.
fn found() -> Markup {
    html! {
        section class="block" id="results" hidden {
            header { h2 { "Found" } p class="made" role="status" {} }
            ol class="ranked found" {}
        }
    }
}

fn warnings(warnings: &[Warning]) -> Markup {
    html! {
        @if !warnings.is_empty() {
            ul class="note warn warnings" {
                @for warning in warnings {
                    li {
                        @let place = place_of(warning);
                        @if !place.is_empty() { b { (place) ":" } " " }
                        (warning.message)
                    }
                }
            }
        }
    }
}

fn made(report: &Report) -> Markup {
    html! {
        section class="block" id="made" {
            header { h2 { "How it was made" } }
            (facts(&report.made))
            @if !report.again.is_empty() {
                p class="small again" { "To repeat it: " code { (report.again) } }
            }
            @if !report.internals.is_empty() {
                details {
                    summary { "All parameters of the method" }
                    (facts(&report.internals))
                }
            }
        }
    }
}

fn facts(facts: &[(String, String)]) -> Markup {
    html! {
        @if !facts.is_empty() {
            dl class="facts" {
                @for (name, value) in facts {
                    div { dt { (name.replace('_', " ")) } dd { (value) } }
                }
            }
        }
    }
}

/// The source beside the finding; the script fills it.
fn leaf() -> Markup {
    html! {
        aside class="leaf" id="leaf" aria-label="Source" hidden {
            header {
                div { h2 {} p class="what small soft" {} }
                button class="close" type="button" { "Close" }
            }
            p class="vh said-now" role="status" {}
            div class="text" {}
            nav aria-label="References" {
                button class="prev" type="button" { "Previous" }
                button class="next" type="button" { "Next" }
                span class="where small soft" {}
            }
        }
    }
}

fn footer(report: &Report) -> Markup {
    html! {
        footer class="foot" {
            p {
                "Made by recto " (report.version) " on this computer, from the texts alone. "
                span class="keys" {
                    kbd { "/" } " search, " kbd { "j" } " " kbd { "k" }
                    " next and previous reference, " kbd { "Esc" } " closes the source."
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn style_and_script_keep_to_their_budget() {
        assert!(STYLE.len() + SCRIPT.len() < 60_000);
    }

    #[test]
    fn style_and_script_cannot_end_their_elements() {
        assert!(!STYLE.contains("</"));
        assert!(!SCRIPT.contains("</script") && !SCRIPT.contains("<!--"));
    }
}
