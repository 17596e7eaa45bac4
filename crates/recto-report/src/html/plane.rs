//! Plane: a few things by likeness; near is alike, large is heavy.

use maud::{Markup, html};

use super::svg::{self, finite, per_cent, px};
use crate::number::share;
use crate::{Dot, Plane};

const HIGH: f64 = 360.0;
/// Room for a large disc above, and for its name below.
const EDGE: f64 = 40.0;
const FOOT: f64 = 64.0;
/// Radius of a disc that is everything, and of the least.
const LARGEST: f64 = 60.0;
const LEAST: f64 = 4.0;
/// The share of the width that places take; names need the rest.
const WIDE: f64 = 0.8;
/// Characters of a name in the picture; the list has all of it.
const NAME: usize = 22;

pub(super) fn draw(plane: &Plane) -> Markup {
    let x = Scale::of(plane, 0);
    let y = Scale::of(plane, 1);
    html! {
        figure {
            (svg::caption(&plane.caption))
            @if plane.dots.is_empty() {
                p class="none" { "Nothing to place." }
            } @else {
                svg class="plane" height=(HIGH) role="img" aria-label=(label(plane)) {
                    @for (i, dot) in plane.dots.iter().enumerate() {
                        @let cx = per_cent((1.0 - WIDE) / 2.0 + WIDE * x.share(dot.at[0]));
                        @let cy = EDGE + (HIGH - EDGE - FOOT) * (1.0 - y.share(dot.at[1]));
                        circle class=(svg::colour(i)) cx=(cx) cy=(px(cy)) r=(px(radius(dot))) {
                            title { (dot.name) ", " (share(dot.weight)) }
                        }
                        text class="name" x=(cx) y=(px(cy + radius(dot) + 13.0)) text-anchor=(anchor(x.share(dot.at[0]))) {
                            (short(&dot.name))
                        }
                    }
                }
            }
            (list(plane))
        }
    }
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

/// A name at the edge grows towards the middle.
fn anchor(share: f64) -> &'static str {
    match share {
        0.7.. => "end",
        0.3.. => "middle",
        _ => "start",
    }
}

fn short(name: &str) -> String {
    match name.char_indices().nth(NAME) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.into(),
    }
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
