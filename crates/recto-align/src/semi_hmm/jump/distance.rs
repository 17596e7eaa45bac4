//! Jumps by distance alone, with a table: exact near, in buckets that double farther away.
//!
//! Sums over a bucket are differences of a prefix sum, so that a row costs its length plus a
//! fixed amount for each start. Where a row has few entries, they are summed directly.

use super::{Moves, WINDOW};
use crate::semi_hmm::inference::Row;
use crate::semi_hmm::parameters::{Jumps, add};
use serde::{Deserialize, Serialize};

/// A distribution over distances.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Buckets {
    /// Probability of each bucket, from the farthest back to the farthest ahead; the exact
    /// distances -[`WINDOW`]..=[`WINDOW`] stand in the middle.
    pub(crate) p: Vec<f64>,
}

impl Buckets {
    /// A uniform distribution over all distances up to `reach`.
    pub(crate) fn uniform(reach: usize) -> Self {
        let far = far_bucket(reach).max(1);
        let sides = 2 * (WINDOW + far) + 1;
        let mut even = Self {
            p: vec![0.0; sides],
        };
        let width: usize = (0..sides).map(|bucket| even.width(bucket)).sum();
        for bucket in 0..sides {
            even.p[bucket] = even.width(bucket) as f64 / width as f64;
        }
        even
    }

    /// Whether it has the whole window and at least one bucket beyond it on each side.
    pub(crate) fn is_whole(&self) -> bool {
        self.p.len() % 2 == 1 && self.p.len() >= 2 * WINDOW + 3
    }

    /// The bucket of distance 0.
    fn middle(&self) -> usize {
        self.p.len() / 2
    }

    /// The bucket of a distance; beyond the table, its outermost.
    pub(crate) fn bucket(&self, distance: i64) -> usize {
        let middle = self.middle();
        let steps = (distance.unsigned_abs() as usize).min(WINDOW)
            + far_bucket(distance.unsigned_abs() as usize);
        let steps = steps.min(middle);
        if distance < 0 {
            middle - steps
        } else {
            middle + steps
        }
    }

    /// Number of distances in a bucket.
    pub(crate) fn width(&self, bucket: usize) -> usize {
        match bucket.abs_diff(self.middle()).checked_sub(WINDOW) {
            None | Some(0) => 1,
            Some(far) => (WINDOW + 1) << (far - 1),
        }
    }

    /// Probability of one distance.
    pub(crate) fn at(&self, distance: i64) -> f64 {
        let bucket = self.bucket(distance);
        self.p[bucket] / self.width(bucket) as f64
    }
}

/// 0 within the window, then the number of the bucket that a distance falls into.
fn far_bucket(distance: usize) -> usize {
    match distance / (WINDOW + 1) {
        0 => 0,
        times => times.ilog2() as usize + 1,
    }
}

/// The jumps of one document by a table of distances.
#[derive(Debug)]
pub(crate) struct Distances<'p> {
    table: &'p Buckets,
    /// Probability that the next phrase is not null.
    go: f64,
    /// Probability of each distance from -n to n + 1, times `go`.
    at: Vec<f64>,
    n: usize,
    /// Whether the jump to the end of the document has a probability; free otherwise.
    end_scored: bool,
    /// Expected number of jumps in each bucket.
    pub(crate) counts: Vec<f64>,
    /// Sums of the row's values up to each end, and of values of starts.
    prefix: Vec<f64>,
    dense: Vec<f64>,
}

impl<'p> Distances<'p> {
    pub(crate) fn new(table: &'p Buckets, go: f64, n: usize, end_scored: bool) -> Self {
        let distances = -(n as i64)..=n as i64 + 1;
        Self {
            table,
            go,
            at: distances.map(|distance| go * table.at(distance)).collect(),
            n,
            end_scored,
            counts: vec![0.0; table.p.len()],
            prefix: vec![0.0; n + 3],
            dense: vec![0.0; n + 2],
        }
    }

    /// Whether summing over all pairs costs less than prefix sums.
    fn is_small(&self, ends: usize, starts: usize) -> bool {
        let far = 2 * (self.table.middle() - WINDOW);
        ends * starts <= self.n + starts * (2 * WINDOW + 1 + 2 * far)
    }

    /// Spreads values over positions and their prefix sums.
    fn spread(&mut self, positions: &[u32], values: &[f64]) {
        self.dense.fill(0.0);
        for (&position, &value) in positions.iter().zip(values) {
            self.dense[position as usize] = value;
        }
        let mut sum = 0.0;
        for (position, value) in self.dense.iter().enumerate() {
            self.prefix[position] = sum;
            sum += value;
        }
        self.prefix[self.n + 2] = sum;
    }

    /// For each bucket that lies in the document around `from`, calls `each(bucket, sum)`
    /// with the sum of the spread values at `from + sign * distance` over its distances.
    fn around(&self, from: u32, sign: i64, mut each: impl FnMut(usize, f64)) {
        let (from, n) = (i64::from(from), self.n as i64);
        let middle = self.table.middle() as i64;
        for near in -(WINDOW as i64)..=WINDOW as i64 {
            let position = from + sign * near;
            if (0..=n).contains(&position) {
                each((middle + near) as usize, self.dense[position as usize]);
            }
        }
        let last = self.table.middle() - WINDOW;
        for far in 1..=last {
            let low = (WINDOW as i64 + 1) << (far - 1);
            // The outermost bucket also stands for all distances beyond it.
            let high = if far == last { n + 2 } else { 2 * low - 1 };
            for side in [-1, 1] {
                let (near, away) = (from + sign * side * low, from + sign * side * high);
                let (low, high) = (near.min(away).max(0), near.max(away).min(n));
                if low <= high {
                    let sum = self.prefix[high as usize + 1] - self.prefix[low as usize];
                    let bucket = middle + side * (WINDOW + far) as i64;
                    each(bucket as usize, sum.max(0.0));
                }
            }
        }
    }

    fn density(&self, bucket: usize) -> f64 {
        self.go * self.table.p[bucket] / self.table.width(bucket) as f64
    }
}

impl Moves for Distances<'_> {
    fn jump(&self, start: u32, end: u32) -> f64 {
        self.at[start as usize + self.n - end as usize]
    }

    fn end(&self, end: u32) -> f64 {
        if self.end_scored {
            self.jump(self.n as u32 + 1, end)
        } else {
            1.0
        }
    }

    fn arrive(&mut self, from: &Row, starts: &[u32], out: &mut [f64]) {
        if self.is_small(from.ends.len(), starts.len()) {
            for (&start, out) in starts.iter().zip(out) {
                let jumps = from.ends.iter().zip(&from.values);
                *out = jumps
                    .map(|(&end, value)| value * self.jump(start, end))
                    .sum();
            }
            return;
        }
        self.spread(&from.ends, &from.values);
        for (&start, out) in starts.iter().zip(out) {
            *out = 0.0;
            // start - end = distance: the end lies at start - distance.
            self.around(start, -1, |bucket, sum| *out += sum * self.density(bucket));
        }
    }

    fn leave(&mut self, starts: &[u32], values: &[f64], ends: &[u32], out: &mut [f64]) {
        if self.is_small(ends.len(), starts.len()) {
            for (&end, out) in ends.iter().zip(out) {
                let jumps = starts.iter().zip(values);
                *out = jumps
                    .map(|(&start, value)| value * self.jump(start, end))
                    .sum();
            }
            return;
        }
        self.spread(starts, values);
        for (&end, out) in ends.iter().zip(out) {
            *out = 0.0;
            self.around(end, 1, |bucket, sum| *out += sum * self.density(bucket));
        }
    }

    fn count(&mut self, from: &Row, starts: &[u32], values: &[f64]) {
        if self.is_small(from.ends.len(), starts.len()) {
            for (&start, onward) in starts.iter().zip(values) {
                for (&end, value) in from.ends.iter().zip(&from.values) {
                    let bucket = self.table.bucket(i64::from(start) - i64::from(end));
                    self.counts[bucket] += value * self.jump(start, end) * onward;
                }
            }
            return;
        }
        self.spread(&from.ends, &from.values);
        let mut counts = std::mem::take(&mut self.counts);
        for (&start, onward) in starts.iter().zip(values) {
            self.around(start, -1, |bucket, sum| {
                counts[bucket] += sum * self.density(bucket) * onward;
            });
        }
        self.counts = counts;
    }

    fn report(self, jumps: &mut Jumps) {
        add(&mut jumps.alone, &self.counts);
    }

    fn count_end(&mut self, end: u32, value: f64) {
        if self.end_scored {
            let bucket = self.table.bucket(self.n as i64 + 1 - i64::from(end));
            self.counts[bucket] += value;
        }
    }
}
