//! The blocks that are drawn: timeline, curve, and the four kinds of matrix.

use std::ops::Range;

use serde::Serialize;

use super::number::probability;
use super::{Certainty, Number, Reference};

/// Events over time, in lanes by participant.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Timeline {
    /// How to read the lanes.
    pub caption: String,
    /// Seconds since 1970 (UTC) at step 0.
    pub from: i64,
    /// Seconds in a step.
    pub step: u32,
    /// Number of steps.
    pub steps: usize,
    /// What the volume counts: "posts a minute".
    pub unit: String,
    /// The lanes; the first has everything.
    pub lanes: Vec<Lane>,
    /// The events, in order of time.
    pub events: Vec<Event>,
}

/// One lane of a timeline.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Lane {
    /// Whose lane it is.
    pub name: String,
    /// A line about it: "135 posts: danforth, cllr d".
    pub account: String,
    /// Count for each step; may be empty.
    pub volume: Vec<f64>,
    /// Events that this lane takes part in.
    pub parts: Vec<Part>,
}

/// A lane's part in an event.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct Part {
    /// Index of the event.
    pub event: usize,
    /// Whether the event is chiefly about this lane.
    pub chief: bool,
}

/// Something that happened.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Event {
    /// Words of the text that name it.
    pub title: String,
    /// The step at which it starts.
    pub start: usize,
    /// The step at which it is highest.
    pub peak: usize,
    /// The step before which it ends; `None` while it still runs.
    pub end: Option<usize>,
    /// May still change.
    pub provisional: bool,
    /// How many messages it has: "214 posts".
    pub account: String,
    /// Its most telling messages.
    pub messages: Vec<Reference>,
}

/// An estimate against something that grows, with its interval and a baseline.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Curve {
    /// What is estimated, on what, and what the band is.
    pub caption: String,
    /// Name of the x axis: "cost".
    pub x: String,
    /// How y is printed.
    pub number: Number,
    /// The y axis, bottom to top. Both 0: from 0 to the largest value.
    pub range: (f64, f64),
    /// The points, in order of x. Under five, none is drawn.
    pub points: Vec<Point>,
    /// What a trivial method would reach; no curve goes without.
    pub baseline: Baseline,
}

/// A point of a curve.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct Point {
    /// Where.
    pub x: f64,
    /// The estimate.
    pub y: f64,
    /// Lower end of its interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// What a curve is compared with.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Baseline {
    /// Its name: "always the commonest class".
    pub name: String,
    /// Its value.
    pub value: f64,
}

/// Numbers by row and column; the area of a square says the same.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Matrix {
    /// What the numbers are, and of what whole.
    pub caption: String,
    /// How they are printed.
    pub number: Number,
    /// Column heads; the first eight have a letter and a colour.
    pub columns: Vec<String>,
    /// Row heads.
    pub rows: Vec<String>,
    /// A number for each row and column.
    pub values: Vec<Vec<f64>>,
}

/// Stretches of a source's text in order, by length; height says how sure.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Strip {
    /// How to read the cells.
    pub caption: String,
    /// Index in the report's sources.
    pub source: usize,
    /// Names of the classes, in order of size; empty when there are none.
    pub classes: Vec<String>,
    /// A cell from this p on is filled, under it hollow or dashed.
    pub sure_from: f64,
    /// The cells, in order.
    pub cells: Vec<Piece>,
}

/// A cell of a strip.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Piece {
    /// Its bytes in the source.
    pub span: Range<usize>,
    /// Its title, made of the text's words; may be empty.
    pub title: String,
    /// Its class.
    pub class: Option<usize>,
    /// The class that it may have instead.
    pub or: Option<usize>,
    /// How sure; `None` where there is nothing to doubt.
    pub p: Option<f64>,
    /// How sure where no number says it; stands over `p`.
    pub band: Option<Certainty>,
}

impl Piece {
    /// The mark of how sure the cell is, and its height as a share of the strip's, 0 to 1;
    /// `None` where there is nothing to doubt.
    #[must_use]
    pub fn sureness(&self, sure_from: f64) -> Option<(Certainty, f64)> {
        let by_band = |band| match band {
            Certainty::Filled => (band, 1.0),
            Certainty::Hollow => (band, 0.6),
            Certainty::Dashed => (band, 0.3),
        };
        let by_number = |p| (Certainty::of(p, sure_from), p);
        self.band.map(by_band).or(self.p.map(by_number))
    }

    /// How sure the cell is in words, with the number if there is one; `None` where there
    /// is nothing to doubt.
    #[must_use]
    pub fn said_sureness(&self, sure_from: f64) -> Option<String> {
        let (certainty, p) = self.sureness(sure_from)?;
        Some(match self.band {
            Some(_) => certainty.words().into(),
            None => format!("{}, {}", certainty.words(), probability(p)),
        })
    }
}

/// How alike the units of a text are to those that follow: a similarity
/// matrix near its diagonal, laid on its side.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Band {
    /// How to read the picture.
    pub caption: String,
    /// Index in the report's sources.
    pub source: usize,
    /// The units' bytes, in order.
    pub units: Vec<Range<usize>>,
    /// `values[i][d]` is the likeness, 0 to 1, of unit i and unit i + d + 1.
    pub values: Vec<Vec<f64>>,
    /// Units before which a boundary is drawn.
    pub cuts: Vec<usize>,
}

/// How alike a few things are: the nearer, the more alike; the larger, the heavier.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Plane {
    /// How to read the picture, and what part of the distances it shows.
    pub caption: String,
    /// The things, heaviest first.
    pub dots: Vec<Dot>,
}

/// A thing on a plane.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Dot {
    /// Its name.
    pub name: String,
    /// Where, in any unit; both axes have the same.
    pub at: [f64; 2],
    /// How heavy it is, as a share of all.
    pub weight: f64,
}

impl Plane {
    /// For each thing the index of the nearest other one, the first of equally near ones;
    /// `None` for a thing alone.
    #[must_use]
    pub fn nearest(&self) -> Vec<Option<usize>> {
        let apart = |a: &Dot, b: &Dot| {
            let square = |i: usize| (a.at[i] - b.at[i]).powi(2);
            square(0) + square(1)
        };
        let nearest = |i: usize| {
            let others = (0..self.dots.len()).filter(|&j| j != i);
            let distance = |j: &usize| apart(&self.dots[i], &self.dots[*j]);
            others.min_by(|a, b| distance(a).total_cmp(&distance(b)))
        };
        (0..self.dots.len()).map(nearest).collect()
    }
}
