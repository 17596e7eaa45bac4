//! Posterior probability of each boundary: the same programme with sums instead of maxima.
//!
//! A segmentation with its centres has weight `exp(net / temperature)`.

use recto_math::band::{Columns, Order};
use recto_math::{Cancelled, Run};

/// `ln` of a sum of exponentials, a term at a time.
#[derive(Debug, Clone, Copy)]
struct LogSum {
    max: f64,
    scaled: f64,
}

impl LogSum {
    const ZERO: LogSum = LogSum {
        max: f64::NEG_INFINITY,
        scaled: 0.0,
    };

    fn add(&mut self, x: f64) {
        if x <= self.max {
            self.scaled += (x - self.max).exp();
        } else {
            // From nothing, `exp(-inf - x)` is 0 and drops the old sum.
            self.scaled = self.scaled * (self.max - x).exp() + 1.0;
            self.max = x;
        }
    }

    fn ln(self) -> f64 {
        self.max + self.scaled.ln()
    }
}

/// The probability, for each of the `n + 1` positions, that a segment ends there; 1 at
/// both ends. Two passes over the columns, O(N) memory.
///
/// # Errors
/// [`Cancelled`] if the observer asks to stop.
pub fn boundaries(
    columns: &dyn Columns,
    preference: &[f64],
    shift: f64,
    temperature: f64,
    run: &Run<'_>,
) -> Result<Vec<f64>, Cancelled> {
    let n = columns.n_units();
    let scan = |order| {
        let mut sums = vec![LogSum::ZERO; n + 1];
        let origin = if order == Order::Forward { 0 } else { n };
        sums[origin].add(0.0);
        columns.visit(order, run, &mut |c, column| {
            let centre = c - columns.rows(c).start;
            let own = (preference[c] + shift) / temperature;
            push(&mut sums, (c, own), column, (centre, temperature), order);
        })?;
        Ok::<_, Cancelled>(sums.into_iter().map(LogSum::ln).collect::<Vec<f64>>())
    };
    let (before, after) = (scan(Order::Forward)?, scan(Order::Backward)?);
    let all = before[n];
    let probability = |(b, a): (&f64, &f64)| (b + a - all).exp().min(1.0);
    Ok(before.iter().zip(&after).map(probability).collect())
}

/// Gathers the side of centre `c` that is final and adds it to every end on the other.
/// Forward, the left side is final; backward, the right.
fn push(
    sums: &mut [LogSum],
    (c, own): (usize, f64),
    column: &[f64],
    (centre, temperature): (usize, f64),
    order: Order,
) {
    let (left, right) = (&column[..centre], &column[centre + 1..]);
    // Positions at the sides of a run of units: starts c, c - 1, …; ends c + 1, c + 2, ….
    let starts = steps(left.iter().rev(), temperature).zip((0..=c).rev());
    let ends = steps(right.iter(), temperature).zip(c + 1..);
    let mut gathered = LogSum::ZERO;
    match order {
        Order::Forward => {
            starts.for_each(|(sum, t)| gathered.add(sums[t].ln() + sum));
            let value = gathered.ln() + own;
            ends.for_each(|(sum, t)| sums[t].add(value + sum));
        }
        Order::Backward => {
            ends.for_each(|(sum, t)| gathered.add(sums[t].ln() + sum));
            let value = gathered.ln() + own;
            starts.for_each(|(sum, t)| sums[t].add(value + sum));
        }
    }
}

/// Running sums from 0.
fn steps<'a>(
    similarities: impl Iterator<Item = &'a f64>,
    temperature: f64,
) -> impl Iterator<Item = f64> {
    let mut sum = 0.0;
    let running = similarities.map(move |s| {
        sum += s / temperature;
        sum
    });
    [0.0].into_iter().chain(running)
}
