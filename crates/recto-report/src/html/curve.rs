//! Curve: estimate, interval band, baseline, the last value at its point.

use maud::{Markup, html};

use super::svg::{self, finite, per_cent, px};
use crate::number::place;
use crate::{Curve, Point};

const HIGH: f64 = 130.0;
/// Room above the highest value, for its label.
const HEAD: f64 = 18.0;
/// The share of the width that the curve takes; the rest is for the last value.
const WIDE: f64 = 0.86;
/// Under this many observations a line would say more than is known.
const FEWEST: usize = 5;

pub(super) fn draw(curve: &Curve) -> Markup {
    let n = curve.points.len();
    html! {
        figure {
            (svg::caption(&curve.caption))
            @if n < FEWEST {
                p class="none" { (n) " observations: too few to draw a line, at least " (FEWEST) " are needed." }
            } @else {
                (figure(&Scale::of(curve), curve))
            }
            @if n > 0 { (values(curve)) }
        }
    }
}

struct Scale {
    x: (f64, f64),
    y: (f64, f64),
}

impl Scale {
    fn of(curve: &Curve) -> Self {
        let xs = || curve.points.iter().map(|p| finite(p.x));
        let highs = curve.points.iter().map(|p| finite(p.high.max(p.y)));
        let y = match curve.range {
            (low, high) if low < high => (low, high),
            _ => (0.0, highs.fold(finite(curve.baseline.value), f64::max)),
        };
        Self {
            x: (
                xs().fold(f64::INFINITY, f64::min),
                xs().fold(f64::NEG_INFINITY, f64::max),
            ),
            y,
        }
    }

    fn x(&self, x: f64) -> f64 {
        WIDE * svg::share(x - self.x.0, self.x.1 - self.x.0)
    }

    fn y(&self, y: f64) -> f64 {
        HIGH - (HIGH - HEAD) * svg::share(y - self.y.0, self.y.1 - self.y.0)
    }
}

fn figure(scale: &Scale, curve: &Curve) -> Markup {
    let last = curve.points[curve.points.len() - 1];
    let base = scale.y(curve.baseline.value);
    // The name of the baseline keeps to the side of the line that is free.
    let name_at = if scale.y(last.y) < base {
        base + 16.0
    } else {
        base - 6.0
    };
    html! {
        svg height=(HIGH + 22.0) role="img" aria-label=(label(curve, last)) {
            svg viewBox={ "0 0 100 " (HIGH) } preserveAspectRatio="none" height=(HIGH) {
                path class="band" d=(band(scale, &curve.points)) {}
                path class="ln" d=(line(scale, &curve.points)) {}
            }
            (axes(scale, curve))
            line class="thin dash" x1="0" x2="100%" y1=(px(base)) y2=(px(base)) {}
            text class="soft halo" x="100%" y=(px(name_at)) text-anchor="end" { (baseline(curve)) }
            circle class="tick" cx=(per_cent(scale.x(last.x))) cy=(px(scale.y(last.y))) r="4" {}
            text class="halo strong" x=(per_cent(scale.x(last.x))) dx="9" y=(px(scale.y(last.y) + 4.5)) {
                (curve.number.say(last.y))
            }
        }
    }
}

fn baseline(curve: &Curve) -> String {
    format!(
        "{}: {}",
        curve.baseline.name,
        curve.number.say(curve.baseline.value)
    )
}

fn label(curve: &Curve, last: Point) -> String {
    format!(
        "{} at {} {}, interval {}; {}. The table below has the same content.",
        curve.number.say(last.y),
        place(last.x),
        curve.x,
        curve.number.interval(last.low, last.high),
        baseline(curve),
    )
}

fn point(scale: &Scale, x: f64, y: f64) -> String {
    format!("{:.2},{:.1}", 100.0 * scale.x(x), scale.y(y))
}

fn line(scale: &Scale, points: &[Point]) -> String {
    let path: Vec<_> = points.iter().map(|p| point(scale, p.x, p.y)).collect();
    format!("M{}", path.join("L"))
}

fn band(scale: &Scale, points: &[Point]) -> String {
    let highs = points.iter().map(|p| point(scale, p.x, p.high));
    let lows = points.iter().rev().map(|p| point(scale, p.x, p.low));
    format!("M{}Z", highs.chain(lows).collect::<Vec<_>>().join("L"))
}

fn axes(scale: &Scale, curve: &Curve) -> Markup {
    let ends = [scale.y.0, scale.y.1];
    html! {
        g class="axis" {
            @for y in ends {
                line x1="0" x2="100%" y1=(px(scale.y(y))) y2=(px(scale.y(y))) {}
                text class="halo" x="0" y=(px(scale.y(y) - 4.0)) { (curve.number.say(y)) }
            }
            text x="0" y=(HIGH + 16.0) { (place(scale.x.0)) }
            text x=(per_cent(WIDE)) y=(HIGH + 16.0) text-anchor="end" { (curve.x) " " (place(scale.x.1)) }
        }
    }
}

fn values(curve: &Curve) -> Markup {
    html! {
        details {
            summary { "The same as a table" }
            div class="scroll" {
                table {
                    thead { tr { th class="n" { (curve.x) } th class="n" { "estimate" } th class="n" { "interval" } } }
                    tbody {
                        @for p in &curve.points {
                            tr {
                                td class="n" { (place(p.x)) }
                                td class="n" { (curve.number.say(p.y)) }
                                td class="n" { (curve.number.interval(p.low, p.high)) }
                            }
                        }
                    }
                }
            }
        }
    }
}
