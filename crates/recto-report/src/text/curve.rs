//! Curve: a small plot with its band, the baseline, and the last value.

use super::pen::{Ink, Pen};
use super::words::{fit, left, right, width};
use crate::Curve;
use crate::number::place;

/// Lines of the plot.
const LINES: usize = 8;
/// Under this many observations a line would say more than is known.
const FEWEST: usize = 5;

pub(super) fn draw(pen: &mut Pen, curve: &Curve) {
    pen.paragraph(Ink::Soft, "", &curve.caption);
    if curve.points.len() < FEWEST {
        let n = curve.points.len();
        pen.paragraph(
            Ink::Plain,
            "",
            &format!("{n} observations: too few to draw a line, at least {FEWEST} are needed."),
        );
    } else {
        plot(pen, curve);
    }
    if let Some(last) = curve.points.last() {
        let say = |x| curve.number.say(x);
        let interval = curve.number.interval(last.low, last.high);
        let said = format!(
            "{} at {} {} ({interval}); {}: {}",
            say(last.y),
            place(last.x),
            curve.x,
            curve.baseline.name,
            say(curve.baseline.value)
        );
        pen.paragraph(Ink::Plain, "", &said);
    }
}

fn plot(pen: &mut Pen, curve: &Curve) {
    let (low, high) = range(curve);
    let line = |y: f64| {
        let share = ((y - low) / (high - low)).clamp(0.0, 1.0);
        let line = ((1.0 - share) * (LINES - 1) as f64).round();
        if line.is_finite() {
            line as usize
        } else {
            LINES - 1
        }
    };
    let (top, bottom) = (curve.number.say(high), curve.number.say(low));
    let margin = width(&top).max(width(&bottom)) + 1;
    let columns = pen.width().saturating_sub(margin).clamp(8, 60);
    let mut grid = vec![vec![' '; columns]; LINES];
    grid[line(curve.baseline.value)].fill('╌');
    for column in 0..columns {
        let share = column as f64 / (columns - 1) as f64;
        let (y, from, to) = at(curve, share);
        for cell in &mut grid[line(to)..=line(from).max(line(to))] {
            cell[column] = '░';
        }
        grid[line(y)][column] = '•';
    }
    for (i, row) in grid.iter().enumerate() {
        let label = match i {
            0 => top.as_str(),
            i if i == LINES - 1 => bottom.as_str(),
            _ => "",
        };
        let row: String = row.iter().collect();
        pen.runs(&[
            (Ink::Soft, &left(&right(label, margin - 1), margin)),
            (Ink::Plain, &row),
        ]);
    }
    let ends = (
        place(curve.points[0].x),
        place(curve.points[curve.points.len() - 1].x),
    );
    let last = right(
        &fit(
            &format!("{} {}", ends.1, curve.x),
            columns.saturating_sub(width(&ends.0) + 1),
        ),
        columns.saturating_sub(width(&ends.0)),
    );
    pen.line(
        Ink::Soft,
        &format!("{}{}{last}", " ".repeat(margin), ends.0),
    );
}

fn range(curve: &Curve) -> (f64, f64) {
    let highs = curve.points.iter().map(|p| p.high.max(p.y));
    let (low, high) = match curve.range {
        (low, high) if low < high => (low, high),
        _ => (0.0, highs.fold(curve.baseline.value, f64::max)),
    };
    if low < high && (high - low).is_finite() {
        (low, high)
    } else {
        (0.0, 1.0)
    }
}

/// Estimate and interval at a share of the x axis, between the points.
fn at(curve: &Curve, share: f64) -> (f64, f64, f64) {
    let points = &curve.points;
    let (first, last) = (points[0].x, points[points.len() - 1].x);
    let x = first + share * (last - first);
    let after = points
        .partition_point(|p| p.x < x)
        .clamp(1, points.len() - 1);
    let (a, b) = (points[after - 1], points[after]);
    let t = if b.x > a.x {
        ((x - a.x) / (b.x - a.x)).clamp(0.0, 1.0)
    } else {
        1.0
    };
    let mix = |a: f64, b: f64| a + t * (b - a);
    (mix(a.y, b.y), mix(a.low, b.low), mix(a.high, b.high))
}
