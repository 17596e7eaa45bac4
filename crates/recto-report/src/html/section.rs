//! Sections, the four states, and levels.

use maud::{Markup, html};

use super::context::Context;
use super::{aligned, curve, marked, matrix, picture, plane, ranked, strip, table, timeline};
use crate::{Block, Level, Levels, Section, State};

pub(super) fn draw(context: &Context<'_>, section: &Section, index: usize) -> Markup {
    let id = context.section_id(index);
    html! {
        section class="block" id=(id) aria-labelledby={ (id) "-h" } {
            header {
                h2 id={ (id) "-h" } { (section.heading) }
                @if !section.account.is_empty() { p class="made" { (section.account) } }
            }
            (parts(context, &section.parts, id))
            @if let Some(levels) = &section.levels { (draw_levels(context, levels, id)) }
        }
    }
}

fn parts(context: &Context<'_>, parts: &[State], id: &str) -> Markup {
    html! {
        @for (i, part) in parts.iter().enumerate() {
            div class="part" { (state(context, part, &format!("{id}-{}", i + 1))) }
        }
    }
}

fn state(context: &Context<'_>, state: &State, id: &str) -> Markup {
    match state {
        State::Full { block } => draw_block(context, block, id),
        State::Empty { reason, remedy } => html! {
            p class="none" { (reason) }
            @if !remedy.is_empty() { p class="small soft" { (remedy) } }
        },
        State::Unsure { block, note } => html! {
            p class="note warn" { b { "Take with care." } " " (note) }
            (draw_block(context, block, id))
        },
        State::Failed {
            what,
            place,
            instead,
            remedy,
        } => html! {
            p class="err" {
                b { (what) ":" } " " code { (place) }
            }
            p class="small soft" { (instead) " " (remedy) }
        },
    }
}

fn draw_block(context: &Context<'_>, block: &Block, id: &str) -> Markup {
    match block {
        Block::Ranked(ranked) => ranked::draw(context, ranked),
        Block::Table(table) => table::draw(context, table, id),
        Block::Marked(marked) => marked::draw(context, marked),
        Block::Timeline(timeline) => timeline::draw(context, timeline),
        Block::Curve(curve) => curve::draw(curve),
        Block::Matrix(matrix) => matrix::draw(matrix),
        Block::Strip(strip) => strip::draw(context, strip),
        Block::Band(band) => picture::draw(context, band),
        Block::Plane(plane) => plane::draw(plane),
        Block::Score(score) => aligned::score(score),
        Block::Aligned(text) => aligned::draw(context, text, id),
    }
}

fn draw_levels(context: &Context<'_>, levels: &Levels, id: &str) -> Markup {
    let last = levels.steps.len().saturating_sub(1);
    let chosen = levels.chosen.min(last);
    html! {
        div class="levels" {
            @if last > 0 {
                p class="zoom noprint" {
                    label {
                        (levels.label) " "
                        input type="range" min="0" max=(last) value=(chosen) step="1";
                    }
                    output aria-live="polite" { (levels.steps[chosen].name) }
                }
            }
            @for (i, level) in levels.steps.iter().enumerate() {
                (draw_level(context, level, &format!("{id}-l{}", i + 1)))
            }
        }
    }
}

fn said(words: &str) -> Option<&str> {
    Some(words).filter(|words| !words.is_empty())
}

fn draw_level(context: &Context<'_>, level: &Level, id: &str) -> Markup {
    html! {
        section class="level" aria-label=(level.name) data-account=[said(&level.account)]
            data-head=[said(&level.head)] {
            h3 { (level.name) }
            (parts(context, &level.parts, id))
        }
    }
}
