//! Best segmentations of a sequence by dynamic programming over any segment score.
//!
//! A score is a row at a time: for a start `u`, the scores of the segments that end
//! after `u + 1`, `u + 2`, … units. When `u` is reached, the best value of everything
//! before it is final, so a row is pushed forward and forgotten: memory is O(N) a lane,
//! whatever the number of segments that could be. Rows are made in parallel, a block at
//! a time, and pushed in order, so that the result is the same for any number of threads.
//!
//! | problem | lanes |
//! |---|---|
//! | any number of segments at a price each | one that feeds itself ([`Lane::priced`]) |
//! | several prices at once | one for each price, in one pass over the rows |
//! | exactly k segments | one for each k, fed by the one before ([`Lane::counted`]) |
//!
//! Ties go to the smallest start.

pub mod dirichlet;
pub mod hmm;
pub mod posterior;
#[cfg(test)]
mod tests;

use crate::{Cancelled, Run};
use rayon::prelude::*;

/// Scores of segments, a row at a time.
pub trait SegmentScores: Sync {
    /// Working memory of one thread.
    type Scratch: Send;

    /// How many units the sequence has.
    fn n_units(&self) -> usize;

    /// Fresh working memory.
    fn scratch(&self) -> Self::Scratch;

    /// Writes into `row[i]` the score of the segment of units `start..start + i + 1`.
    ///
    /// Rows of a strip ([`STRIP`]) come in order with the same working memory, so that a
    /// row may be made from the one before. Whether the strip before was made with it
    /// depends on the threads: at the first row of a strip nothing may be left of it that
    /// changes the bits of a score.
    fn row(&self, start: usize, row: &mut [f64], scratch: &mut Self::Scratch);
}

/// How long a segment may be.
#[derive(Debug, Clone, Copy)]
pub struct Lengths<'a> {
    /// At most this many units; at least 1.
    pub max_units: usize,
    /// Bounds on the total weight (words) of a segment, if any.
    pub weight: Option<WeightBounds<'a>>,
}

impl Lengths<'_> {
    /// Any length.
    pub const ANY: Lengths<'static> = Lengths {
        max_units: usize::MAX,
        weight: None,
    };
}

/// Bounds on the weight of a segment. Only a single unit may be heavier than `max`. What
/// is lighter than `min` costs more than any score can give, in proportion to what it
/// lacks, so that it happens only where it must.
#[derive(Debug, Clone, Copy)]
pub struct WeightBounds<'a> {
    /// Running sums of the units' weights: `n + 1` numbers from 0.
    pub sums: &'a [usize],
    /// The least weight.
    pub min: usize,
    /// The greatest weight.
    pub max: usize,
}

/// What each unit of weight below the bound costs.
const LACK: f64 = 1e8;

impl WeightBounds<'_> {
    fn cost(&self, start: usize, end: usize) -> f64 {
        let weight = self.sums[end] - self.sums[start];
        self.min.saturating_sub(weight) as f64 * LACK
    }

    /// The last end of a segment from `start` that is not too heavy.
    fn last_end(&self, start: usize) -> usize {
        let limit = self.sums[start].saturating_add(self.max);
        let end = self.sums.partition_point(|&sum| sum <= limit) - 1;
        end.max(start + 1)
    }
}

/// One optimisation that runs beside others over the same rows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lane {
    /// The lane whose best value a segment is added to.
    from: usize,
    /// What each segment costs.
    price: f64,
}

impl Lane {
    /// Lanes for any number of segments at each of the given prices.
    pub fn priced(prices: &[f64]) -> Vec<Lane> {
        let lane = |(from, &price)| Lane { from, price };
        prices.iter().enumerate().map(lane).collect()
    }

    /// Lanes 1 to `k` for exactly that many segments; lane 0 is the empty start.
    pub fn counted(k: usize) -> Vec<Lane> {
        let lane = |from: usize| Lane { from, price: 0.0 };
        [lane(usize::MAX)]
            .into_iter()
            .chain((0..k).map(lane))
            .collect()
    }
}

/// The best segmentations of every lane.
#[derive(Debug, Clone, PartialEq)]
pub struct Solution {
    n_units: usize,
    lanes: Vec<Lane>,
    /// `best[v * lanes + l]`: the best value of units `0..v` in lane `l`.
    best: Vec<f64>,
    /// The start of the last segment of that best value.
    start: Vec<u32>,
    /// What each lane brings to the row that is being pushed.
    before: Vec<f64>,
}

/// Neighbouring rows that one thread makes: those whose starts share their quotient by
/// this number.
pub const STRIP: usize = 16;

/// Rows that are made in parallel before they are pushed.
const BLOCK: usize = 8 * STRIP;

/// Solves all lanes in one pass over the rows.
///
/// # Errors
/// [`Cancelled`] if the observer asks to stop.
pub fn solve<S: SegmentScores>(
    scores: &S,
    lanes: &[Lane],
    lengths: Lengths<'_>,
    run: &Run<'_>,
) -> Result<Solution, Cancelled> {
    let n = scores.n_units();
    let mut solution = Solution::new(n, lanes);
    each_row(scores, lengths, Order::Forward, run, |start, row| {
        solution.push(start, row)
    })?;
    Ok(solution)
}

/// Which rows come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    Forward,
    Backward,
}

/// Makes all rows, costs of [`Lengths`] taken off, and visits them in order.
fn each_row<S: SegmentScores>(
    scores: &S,
    lengths: Lengths<'_>,
    order: Order,
    run: &Run<'_>,
    mut visit: impl FnMut(usize, &[f64]),
) -> Result<(), Cancelled> {
    let n = scores.n_units();
    let mut rows: Vec<Vec<f64>> = vec![Vec::new(); BLOCK.min(n)];
    for block in 0..n.div_ceil(BLOCK) {
        run.report("segmenting", (block * BLOCK) as u64, Some(n as u64))?;
        let size = BLOCK.min(n - block * BLOCK);
        let start_of = |i: usize| match order {
            Order::Forward => block * BLOCK + i,
            Order::Backward => n - 1 - (block * BLOCK + i),
        };
        let make = |scratch: &mut S::Scratch, (strip, rows): (usize, &mut [Vec<f64>])| {
            for (i, row) in rows.iter_mut().enumerate() {
                make_row(scores, lengths, start_of(strip * STRIP + i), row, scratch);
            }
        };
        rows[..size]
            .par_chunks_mut(STRIP)
            .enumerate()
            .for_each_init(|| scores.scratch(), make);
        for (i, row) in rows[..size].iter().enumerate() {
            visit(start_of(i), row);
        }
    }
    Ok(())
}

fn make_row<S: SegmentScores>(
    scores: &S,
    lengths: Lengths<'_>,
    start: usize,
    row: &mut Vec<f64>,
    scratch: &mut S::Scratch,
) {
    let mut end = scores
        .n_units()
        .min(start.saturating_add(lengths.max_units.max(1)));
    if let Some(weight) = &lengths.weight {
        end = end.min(weight.last_end(start));
    }
    row.clear();
    row.resize(end - start, 0.0);
    scores.row(start, row, scratch);
    if let Some(weight) = &lengths.weight {
        for (i, score) in row.iter_mut().enumerate() {
            *score -= weight.cost(start, start + i + 1);
        }
    }
}

impl Solution {
    fn new(n_units: usize, lanes: &[Lane]) -> Self {
        let width = lanes.len();
        let mut best = vec![f64::NEG_INFINITY; (n_units + 1) * width];
        let is_counted = lanes.first().is_some_and(|lane| lane.from == usize::MAX);
        let opened = if is_counted { 1 } else { width };
        best[..opened.min(width)].fill(0.0);
        Self {
            n_units,
            lanes: lanes.to_vec(),
            best,
            start: vec![0; (n_units + 1) * width],
            before: Vec::with_capacity(width),
        }
    }

    /// Adds the segments of one row to the best values at their ends.
    fn push(&mut self, start: usize, row: &[f64]) {
        let width = self.lanes.len();
        let at = u32::try_from(start).expect("units are counted by u32");
        let (done, ahead) = self.best.split_at_mut((start + 1) * width);
        let from = &done[start * width..];
        // Lane 0 of a counted problem is fed by none.
        let before = |lane: &Lane| {
            from.get(lane.from)
                .map_or(f64::NEG_INFINITY, |best| best - lane.price)
        };
        self.before.clear();
        self.before.extend(self.lanes.iter().map(before));
        let starts = &mut self.start[(start + 1) * width..];
        let ends = ahead
            .chunks_exact_mut(width)
            .zip(starts.chunks_exact_mut(width));
        for ((best, starts), &score) in ends.zip(row) {
            let lanes = best.iter_mut().zip(starts).zip(&self.before);
            for ((best, start), before) in lanes {
                let value = before + score;
                if value > *best {
                    *best = value;
                    *start = at;
                }
            }
        }
    }

    /// The best value of a lane; minus infinity if it has no solution.
    pub fn objective(&self, lane: usize) -> f64 {
        self.best[self.n_units * self.lanes.len() + lane]
    }

    /// The exclusive ends of a lane's best segments, if it has a solution.
    pub fn bounds(&self, lane: usize) -> Option<Vec<usize>> {
        if self.objective(lane) == f64::NEG_INFINITY {
            return None;
        }
        let (mut end, mut lane) = (self.n_units, lane);
        let mut bounds = Vec::new();
        while end > 0 {
            bounds.push(end);
            end = self.start[end * self.lanes.len() + lane] as usize;
            lane = self.lanes[lane].from;
        }
        bounds.reverse();
        Some(bounds)
    }
}
