//! Draws a report as lines for a terminal.
//!
//! The same blocks as on the page, in the width that there is. Colour only
//! repeats what the characters say already. Text from documents is cleaned of
//! control characters before anything else is done with it, so that no
//! document can move the cursor or speak to the terminal.

mod aligned;
mod chart;
mod curve;
mod marked;
mod pen;
mod ranked;
mod strip;
mod table;
mod timeline;
mod words;

use super::place::Places;
use super::{Block, Levels, Report, Section, State};
use pen::{Ink, Pen};
pub use words::visible;
use words::{clean, wrap};

/// What the terminal can do. The caller decides; nothing is looked up here.
#[derive(Debug, Clone, Copy)]
pub struct TextOptions {
    /// Columns to fill; under 20 counts as 20.
    pub width: usize,
    /// Whether to use colour and weight.
    pub color: bool,
}

impl Default for TextOptions {
    fn default() -> Self {
        Self {
            width: 80,
            color: false,
        }
    }
}

/// The whole report, each line ended.
#[must_use]
pub fn render(report: &Report, options: TextOptions) -> String {
    parts(report, options).concat()
}

/// The whole report, cut where a block ends: for who shows less than all of it.
#[must_use]
pub fn parts(report: &Report, options: TextOptions) -> Vec<String> {
    let places = Places::new(&report.sources);
    let mut pen = Pen::new(options);
    pen.paragraph(Ink::Strong, "", &report.title);
    pen.paragraph(Ink::Soft, "", &report.place);
    pen.paragraph(Ink::Soft, "", &report.account);
    for warning in &report.warnings {
        let place = super::place_of(warning);
        let colon = if place.is_empty() { "" } else { ": " };
        pen.paragraph(
            Ink::Warn,
            "! ",
            &format!("{place}{colon}{}", warning.message),
        );
    }
    for section in &report.sections {
        draw_section(&mut pen, &places, section);
    }
    let again = (!report.again.is_empty()).then_some(("to repeat it", report.again.as_str()));
    let made = report.made.iter().map(|(name, value)| (&**name, &**value));
    let mut made = made.chain(again).peekable();
    if made.peek().is_some() {
        heading(&mut pen, "How it was made", "");
        for (name, value) in made {
            pen.paragraph(Ink::Plain, "", &format!("{name}: {value}"));
        }
    }
    pen.finish()
}

/// Name left, account right where both fit, and a rule above.
fn heading(pen: &mut Pen, name: &str, account: &str) {
    pen.blank();
    pen.line(Ink::Plain, &"━".repeat(pen.width()));
    let (name, account) = (clean(name), clean(account));
    let gap = pen
        .width()
        .checked_sub(words::width(&name) + words::width(&account) + 2);
    match gap {
        Some(gap) if !account.is_empty() => pen.runs(&[
            (Ink::Strong, &name),
            (Ink::Plain, &" ".repeat(gap + 2)),
            (Ink::Soft, &account),
        ]),
        _ => {
            pen.paragraph(Ink::Strong, "", &name);
            pen.paragraph(Ink::Soft, "", &account);
        }
    }
    pen.blank();
}

fn draw_section(pen: &mut Pen, places: &Places<'_>, section: &Section) {
    heading(pen, &section.heading, &section.account);
    draw_parts(pen, places, &section.parts);
    if let Some(levels) = &section.levels {
        draw_levels(pen, places, levels);
    }
}

fn draw_parts(pen: &mut Pen, places: &Places<'_>, parts: &[State]) {
    for (i, part) in parts.iter().enumerate() {
        if i > 0 {
            pen.blank();
        }
        draw_state(pen, places, part, !parts.iter().any(lists));
        pen.end_block();
    }
}

/// Whether a part is a list that a strip beside it need not repeat.
fn lists(part: &State) -> bool {
    let State::Full { block } = part else {
        return false;
    };
    matches!(block, Block::Table(_) | Block::Ranked(_))
}

fn draw_levels(pen: &mut Pen, places: &Places<'_>, levels: &Levels) {
    let chosen = levels.chosen.min(levels.steps.len().saturating_sub(1));
    let Some(level) = levels.steps.get(chosen) else {
        return;
    };
    let names: Vec<_> = levels.steps.iter().map(|step| step.name.as_str()).collect();
    if names.len() > 1 {
        let others = format!(
            "{}: {}; shown: {}",
            levels.label,
            names.join(", "),
            level.name
        );
        pen.paragraph(Ink::Soft, "", &others);
        pen.blank();
    }
    draw_parts(pen, places, &level.parts);
}

fn draw_state(pen: &mut Pen, places: &Places<'_>, state: &State, listed: bool) {
    match state {
        State::Full { block } => draw_block(pen, places, block, listed),
        State::Empty { reason, remedy } => {
            pen.paragraph(Ink::Plain, "", reason);
            pen.paragraph(Ink::Soft, "", remedy);
        }
        State::Unsure { block, note } => {
            pen.paragraph(Ink::Warn, "! ", &format!("Take with care. {note}"));
            pen.blank();
            draw_block(pen, places, block, listed);
        }
        State::Failed {
            what,
            place,
            instead,
            remedy,
        } => {
            pen.paragraph(Ink::Warn, "! ", &format!("{what}: {place}"));
            pen.paragraph(Ink::Soft, "", &format!("{instead} {remedy}"));
        }
    }
}

fn draw_block(pen: &mut Pen, places: &Places<'_>, block: &Block, listed: bool) {
    match block {
        Block::Ranked(ranked) => ranked::draw(pen, places, ranked),
        Block::Table(table) => table::draw(pen, places, table),
        Block::Marked(marked) => marked::draw(pen, places, marked),
        Block::Timeline(timeline) => timeline::draw(pen, places, timeline),
        Block::Curve(curve) => curve::draw(pen, curve),
        Block::Matrix(matrix) => chart::matrix(pen, matrix),
        Block::Strip(strip) => strip::draw(pen, places, strip, listed),
        Block::Band(band) => chart::band(pen, places, band),
        Block::Plane(plane) => chart::plane(pen, plane),
        Block::Score(score) => aligned::score(pen, score),
        Block::Aligned(text) => aligned::draw(pen, places, text),
    }
}
