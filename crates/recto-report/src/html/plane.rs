//! Plane: a few things by likeness; near is alike, large is heavy.

use maud::{Markup, html};

use super::names::{self, Name, Named};
use super::svg::{self, finite, per_cent, px};
use crate::number::share;
use crate::{Dot, Plane};

/// Pixels of the height, and those that each dot beyond the first few adds up to the most.
const HIGH: f64 = 360.0;
const FEW: usize = 16;
const EACH: f64 = 8.0;
const HIGHEST: f64 = 600.0;
/// Room for a large disc above, and for its name below.
const EDGE: f64 = 40.0;
const FOOT: f64 = 64.0;
/// Radius of a disc that is everything, and of the least.
const LARGEST: f64 = 60.0;
const LEAST: f64 = 4.0;
/// The share of the width that places take; names need the rest.
const WIDE: f64 = 0.8;
/// The least width of the findings beside contents or leaf, and that of a narrow screen.
const COLUMN: f64 = 480.0;
const SCREEN: f64 = 288.0;

pub(super) fn draw(plane: &Plane) -> Markup {
    let high = height(plane);
    let dots = dots(plane, high);
    let wide = names::place(&dots, COLUMN, high);
    let slim = names::place(&dots, SCREEN, high);
    html! {
        figure {
            (svg::caption(&plane.caption))
            @if plane.dots.is_empty() {
                p class="none" { "Nothing to place." }
            } @else {
                svg class="plane" height=(high) role="img" aria-label=(label(plane)) {
                    @for (i, (dot, at)) in plane.dots.iter().zip(&dots).enumerate() {
                        circle class=(svg::colour(i)) cx=(per_cent(at.x)) cy=(px(at.y)) r=(px(at.radius)) {
                            title { (dot.name) ", " (share(dot.weight)) }
                        }
                    }
                    @if wide == slim { (draw_names(&wide, "name")) }
                    @else { (draw_names(&wide, "name wide")) (draw_names(&slim, "name slim")) }
                }
                @if slim.len() < dots.len() {
                    p class="small soft" { "Names that find no room are left out; the list has all." }
                }
            }
            (list(plane))
        }
    }
}

fn draw_names(names: &[Name], class: &str) -> Markup {
    html! {
        @for name in names {
            text class=(class) x=(per_cent(name.x)) dx=[(name.dx != 0.0).then(|| px(name.dx))]
                y=(px(name.y)) text-anchor=(name.anchor) { (name.text) }
        }
    }
}

/// Many dots need more room.
fn height(plane: &Plane) -> f64 {
    let more = plane.dots.len().saturating_sub(FEW) as f64;
    (HIGH + EACH * more).min(HIGHEST)
}

fn dots(plane: &Plane, high: f64) -> Vec<Named> {
    let x = Scale::of(plane, 0);
    let y = Scale::of(plane, 1);
    let dot = |dot: &Dot| Named {
        name: dot.name.clone(),
        x: (1.0 - WIDE) / 2.0 + WIDE * x.share(dot.at[0]),
        y: EDGE + (high - EDGE - FOOT) * (1.0 - y.share(dot.at[1])),
        radius: radius(dot),
    };
    plane.dots.iter().map(dot).collect()
}

fn label(plane: &Plane) -> String {
    format!(
        "{} things by likeness. The list below has the nearest of each.",
        plane.dots.len()
    )
}

/// The area says how heavy.
fn radius(dot: &Dot) -> f64 {
    (LARGEST * finite(dot.weight).clamp(0.0, 1.0).sqrt()).max(LEAST)
}

/// From the least to the greatest place along an axis.
struct Scale {
    least: f64,
    length: f64,
}

impl Scale {
    fn of(plane: &Plane, axis: usize) -> Self {
        let places = || plane.dots.iter().map(|dot| finite(dot.at[axis]));
        let least = places().fold(f64::INFINITY, f64::min);
        let most = places().fold(f64::NEG_INFINITY, f64::max);
        Self {
            least,
            length: most - least,
        }
    }

    /// The middle where all places are one.
    fn share(&self, place: f64) -> f64 {
        if self.length > 0.0 {
            svg::share(finite(place) - self.least, self.length)
        } else {
            0.5
        }
    }
}

fn list(plane: &Plane) -> Markup {
    html! {
        details {
            summary { "The same as a list" }
            ol class="cells small" {
                @for (dot, nearest) in plane.dots.iter().zip(plane.nearest()) {
                    li {
                        b { (dot.name) } ", " (share(dot.weight))
                        @if let Some(other) = nearest { "; nearest: " (plane.dots[other].name) }
                    }
                }
            }
        }
    }
}
