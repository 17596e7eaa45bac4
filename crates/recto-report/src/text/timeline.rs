//! Timeline: a line a lane, its volume and the numbers of its events, then
//! the events.

use super::pen::{Ink, Pen};
use super::words::{fit, left, right};
use crate::figure::{Event, Lane, Timeline};
use crate::place::Places;
use crate::time::{clock, date};

const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

pub(super) fn draw(pen: &mut Pen, places: &Places<'_>, timeline: &Timeline) {
    let names = (pen.width() / 4).min(20);
    let columns = pen.width().saturating_sub(names + 1).max(1);
    for lane in &timeline.lanes {
        let name = left(&fit(&lane.name, names), names + 1);
        let volume = volume(lane, timeline.steps, columns);
        pen.runs(&[(Ink::Strong, &name), (Ink::Soft, &volume)]);
        let marks = marks(timeline, lane, columns);
        pen.line(Ink::Plain, &format!("{}{marks}", " ".repeat(names + 1)));
    }
    let (from, to) = (say(timeline, 0), say(timeline, timeline.steps));
    let ends = format!(
        "{from}{}",
        right(&to, columns.saturating_sub(from.chars().count()))
    );
    pen.line(
        Ink::Soft,
        &format!("{}{}", " ".repeat(names + 1), fit(&ends, columns)),
    );
    pen.paragraph(Ink::Soft, "", &timeline.caption);
    pen.blank();
    for (i, event) in timeline.events.iter().enumerate() {
        entry(pen, places, timeline, event, i);
    }
}

fn say(timeline: &Timeline, step: usize) -> String {
    let seconds = |step: usize| {
        i64::from(timeline.step).saturating_mul(i64::try_from(step).unwrap_or(i64::MAX))
    };
    let at = timeline.from.saturating_add(seconds(step));
    if seconds(timeline.steps) > 2 * 86_400 {
        date(at)
    } else {
        clock(at)
    }
}

/// The highest step under each column, against the lane's own highest.
fn volume(lane: &Lane, steps: usize, columns: usize) -> String {
    let most = lane.volume.iter().copied().fold(0.0, f64::max);
    if most <= 0.0 {
        return "▁".repeat(columns);
    }
    let height = |column: usize| {
        let from = column * steps / columns;
        let to = ((column + 1) * steps / columns).max(from + 1);
        let steps = lane.volume.iter().skip(from).take(to - from).copied();
        let share = steps.fold(0.0, f64::max) / most;
        HEIGHTS[((share * 8.0).ceil() as usize).clamp(1, 8) - 1]
    };
    (0..columns).map(height).collect()
}

/// Bars from start to end with the event's number at its peak.
fn marks(timeline: &Timeline, lane: &Lane, columns: usize) -> String {
    let column = |step: usize| (step * columns / timeline.steps.max(1)).min(columns - 1);
    let mut line = vec![' '; columns];
    let parts = || {
        lane.parts
            .iter()
            .filter_map(|part| Some((part, timeline.events.get(part.event)?)))
    };
    for (part, event) in parts() {
        let bar = match (event.provisional, part.chief) {
            (true, _) => '╌',
            (false, true) => '━',
            (false, false) => '─',
        };
        let (from, to) = (
            column(event.start),
            column(event.end.unwrap_or(timeline.steps)),
        );
        line[from..=to.max(from)].fill(bar);
    }
    for (part, event) in parts() {
        let number = (part.event + 1).to_string();
        let at = column(event.peak).min(columns.saturating_sub(number.len()));
        for (cell, digit) in line[at..].iter_mut().zip(number.chars()) {
            *cell = digit;
        }
    }
    line.into_iter().collect()
}

fn entry(pen: &mut Pen, places: &Places<'_>, timeline: &Timeline, event: &Event, i: usize) {
    let lead = right(
        &(i + 1).to_string(),
        timeline.events.len().to_string().len(),
    ) + "  ";
    let indent = " ".repeat(lead.len());
    let end = event
        .end
        .map_or_else(|| "now".into(), |end| say(timeline, end));
    let provisional = if event.provisional {
        ", provisional"
    } else {
        ""
    };
    pen.paragraph(
        Ink::Strong,
        &lead,
        &format!("{} {}{provisional}", say(timeline, event.peak), event.title),
    );
    pen.paragraph(
        Ink::Soft,
        &indent,
        &format!("{}, {} to {end}", event.account, say(timeline, event.start)),
    );
    for at in &event.messages {
        let label = places.label(at).unwrap_or_default();
        pen.paragraph(
            Ink::Plain,
            &indent,
            &format!("{} ({label})", places.words(at)),
        );
    }
}
