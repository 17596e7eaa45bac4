//! Timeline: volume, lanes by participant, bars from start to end, discs at
//! the peaks, and the same as a list.

use maud::{Markup, html};

use super::context::Context;
use super::svg::{self, per_cent, px};
use crate::figure::{Event, Lane, Part, Timeline};
use crate::time::{clock, date, ticks};

/// Height of a lane's curve, and of the first lane's.
const LOW: f64 = 32.0;
const TALL: f64 = 92.0;
/// Height of a row of labels, and how many there are at most.
const ROW: f64 = 22.0;
const ROWS: usize = 7;
/// About how much of the width a letter of a label takes.
const LETTER: f64 = 0.0135;

pub(super) fn draw(context: &Context<'_>, timeline: &Timeline) -> Markup {
    html! {
        figure class="timeline" {
            (zoom(timeline))
            @for (i, lane) in timeline.lanes.iter().enumerate() { (draw_lane(timeline, lane, i == 0)) }
            (svg::caption(&timeline.caption))
        }
        ol class="ranked events sub" {
            @for event in &timeline.events { (entry(context, timeline, event)) }
        }
    }
}

fn when(timeline: &Timeline, step: usize) -> i64 {
    let seconds = i64::from(timeline.step).saturating_mul(i64::try_from(step).unwrap_or(i64::MAX));
    timeline.from.saturating_add(seconds)
}

/// A time in the words that fit the length of the whole.
fn say(timeline: &Timeline, step: usize) -> String {
    let at = when(timeline, step);
    let long = when(timeline, timeline.steps) - timeline.from > 2 * 86_400;
    if long { date(at) } else { clock(at) }
}

fn x(timeline: &Timeline, step: usize) -> f64 {
    svg::share(step as f64, timeline.steps as f64)
}

fn zoom(timeline: &Timeline) -> Markup {
    html! {
        p class="zoom noprint" data-from=(timeline.from) data-seconds=(when(timeline, timeline.steps) - timeline.from) {
            label { "from " input type="range" min="0" max="100" value="0"; }
            label { "to " input type="range" min="0" max="100" value="100"; }
            output aria-live="polite" { (say(timeline, 0)) " to " (say(timeline, timeline.steps)) }
        }
    }
}

fn draw_lane(timeline: &Timeline, lane: &Lane, first: bool) -> Markup {
    let rows = if first {
        label_rows(timeline, lane)
    } else {
        Vec::new()
    };
    let head = if first {
        ROW * (1 + rows.iter().max().map_or(0, |r| r + 1)) as f64
    } else {
        8.0
    };
    let tall = if first { TALL } else { LOW };
    let foot = head + tall;
    html! {
        div class={ "lane" @if first { " top" } } {
            div class="who" { h3 { (lane.name) } p class="small soft" { (lane.account) } }
            svg class="lanes" height=(px(foot + if first { 20.0 } else { 2.0 })) role="img" aria-label=(lane_label(lane)) {
                svg class="zoomed" {
                    (axis(timeline, head, foot, first))
                    (volume(lane, timeline.steps, head, tall))
                    line class="thin" x1="0" x2="100%" y1=(px(foot)) y2=(px(foot)) {}
                    @for (i, part) in lane.parts.iter().enumerate() {
                        @if let Some(event) = timeline.events.get(part.event) {
                            @if first { (labelled(timeline, event, part, rows[i], foot)) }
                            @else { (bar(timeline, event, *part)) }
                        }
                    }
                }
            }
        }
    }
}

fn lane_label(lane: &Lane) -> String {
    let numbers: Vec<_> = lane
        .parts
        .iter()
        .map(|part| (part.event + 1).to_string())
        .collect();
    format!(
        "{}: events {}. The list below has the same content.",
        lane.name,
        numbers.join(", ")
    )
}

fn axis(timeline: &Timeline, head: f64, foot: f64, named: bool) -> Markup {
    let seconds = when(timeline, timeline.steps) - timeline.from;
    html! {
        g class="axis" {
            @for (i, (at, label)) in ticks(timeline.from, seconds).into_iter().enumerate() {
                @let share = svg::share((at - timeline.from) as f64, seconds as f64);
                @let x = per_cent(share);
                line x1=(x) x2=(x) y1=(px(head)) y2=(px(foot)) {}
                @if named {
                    text class=[(i % 2 == 1).then_some("wide")] x=(x) y=(px(foot + 16.0)) text-anchor=(anchor(share)) { (label) }
                }
            }
        }
    }
}

/// Labels at the edge stay inside.
fn anchor(share: f64) -> &'static str {
    match share {
        share if share < 0.03 => "start",
        share if share > 0.97 => "end",
        _ => "middle",
    }
}

fn volume(lane: &Lane, steps: usize, head: f64, tall: f64) -> Markup {
    let most = lane.volume.iter().copied().fold(0.0, f64::max);
    let high = |v: f64| tall - (tall - 2.0) * svg::share(v, most);
    let values = lane.volume.iter().chain(lane.volume.last()).enumerate();
    let points: String = values
        .map(|(i, v)| format!("L{i},{:.1}", high(*v)))
        .collect();
    html! {
        @if !lane.volume.is_empty() {
            svg class="curve" viewBox={ "0 0 " (steps.max(1)) " " (tall) } preserveAspectRatio="none" y=(px(head)) height=(px(tall)) {
                path class="volume" d={ "M0," (tall) (points) "L" (lane.volume.len()) "," (tall) "Z" } {}
            }
        }
    }
}

fn bar(timeline: &Timeline, event: &Event, part: Part) -> Markup {
    let start = x(timeline, event.start);
    let end = x(timeline, event.end.unwrap_or(timeline.steps));
    let class = match (event.provisional, part.chief) {
        (true, _) => "hollow dash",
        (false, true) => "tick",
        (false, false) => "side",
    };
    let (y, thick) = if part.chief || event.provisional {
        ("8", "5")
    } else {
        ("10", "1")
    };
    html! {
        rect class=(class) x=(per_cent(start)) width=(per_cent((end - start).max(0.002))) y=(y) height=(thick) {}
        (disc(timeline, event, part, 10.5))
    }
}

fn disc(timeline: &Timeline, event: &Event, part: Part, y: f64) -> Markup {
    let filled = part.chief && !event.provisional;
    html! {
        svg x=(per_cent(x(timeline, event.peak))) y=(px(y)) width="1" height="1" {
            circle r="9" class=(if filled { "tick" } else { "hollow" }) {}
            text class=[filled.then_some("inv")] y="4.5" text-anchor="middle" { (part.event + 1) }
        }
    }
}

/// A disc above the curve with its title beside it, on a stem.
fn labelled(timeline: &Timeline, event: &Event, part: &Part, row: usize, foot: f64) -> Markup {
    let at = x(timeline, event.peak);
    let y = 11.0 + ROW * row as f64;
    let (dx, anchor) = if at > 0.6 {
        ("-13", "end")
    } else {
        ("13", "start")
    };
    html! {
        line class="thin" x1=(per_cent(at)) x2=(per_cent(at)) y1=(px(y + 9.0)) y2=(px(foot)) {}
        (disc(timeline, event, *part, y))
        @if row < ROWS {
            text class="wide halo" x=(per_cent(at)) dx=(dx) y=(px(y + 4.5)) text-anchor=(anchor) { (short(&event.title)) }
        }
    }
}

fn short(title: &str) -> String {
    if title.chars().count() <= 30 {
        return title.into();
    }
    title.chars().take(29).chain(['…']).collect()
}

/// Gives each label the first row where it hides no other; the last row takes
/// what is left, without words.
fn label_rows(timeline: &Timeline, lane: &Lane) -> Vec<usize> {
    let mut taken: Vec<Vec<(f64, f64)>> = vec![Vec::new(); ROWS];
    let place = |part: &Part| {
        let Some(event) = timeline.events.get(part.event) else {
            return ROWS;
        };
        let at = x(timeline, event.peak);
        let long = 0.05 + LETTER * short(&event.title).chars().count() as f64;
        let span = if at > 0.6 {
            (at - long, at + 0.03)
        } else {
            (at - 0.03, at + long)
        };
        let free = |row: &Vec<(f64, f64)>| row.iter().all(|t| span.1 <= t.0 || t.1 <= span.0);
        match taken.iter().position(free) {
            Some(row) => {
                taken[row].push(span);
                row
            }
            None => ROWS,
        }
    };
    lane.parts.iter().map(place).collect()
}

fn entry(context: &Context<'_>, timeline: &Timeline, event: &Event) -> Markup {
    html! {
        li {
            div {
                h3 { (say(timeline, event.peak)) " " (event.title) @if event.provisional { span class="soft" { " provisional" } } }
                @for at in &event.messages {
                    p class="said" { (context.places.words(at)) " " (context.evidence(at)) }
                }
            }
            div class="small soft" {
                b class="num" { (event.account) } " "
                span class="by" { (say(timeline, event.start)) " to " @match event.end { Some(end) => (say(timeline, end)), None => "now" } }
            }
        }
    }
}
