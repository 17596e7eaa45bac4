//! Optimal segmentation of a sequence by dynamic programming, for any segment score;
//! hidden Markov models.
//!
//! Scores come in rows: the row of start `u` holds the scores of all segments that begin
//! there. When start `u` is reached, the best value of the prefix `0..u` is final, because
//! only earlier starts contribute to it. A row is therefore added to the best values at its
//! ends and dropped: memory is O(N) per lane, although there are O(N^2) segments. Rows are
//! computed in parallel, a block at a time, and added in order, so that the result is the
//! same for any number of threads.
//!
//! Computing the scores takes most of the time. Several problems over the same scores are
//! therefore solved in one pass, as lanes:
//!
//! | problem | lanes |
//! |---|---|
//! | any number of segments, with a penalty for each | one, which extends itself ([`Lane::priced`]) |
//! | several penalties | one for each penalty |
//! | exactly k segments | one for each number up to k, each extending the one before ([`Lane::counted`]) |
//!
//! Ties go to the smallest start of the last segment.

pub mod dirichlet;
pub mod hmm;
pub mod posterior;
#[cfg(test)]
mod tests;

use crate::{Cancelled, Run};
use rayon::prelude::*;

/// Scores of segments, computed row by row.
pub trait SegmentScores: Sync {
    /// Buffers of one thread.
    type Scratch: Send;

    /// Number of units in the sequence.
    fn n_units(&self) -> usize;

    /// New buffers.
    fn scratch(&self) -> Self::Scratch;

    /// Writes into `row[i]` the score of the segment of units `start..start + i + 1`.
    ///
    /// Rows of a strip ([`STRIP`]) are computed in order with the same scratch, so that a
    /// row may be derived from the row before. Which strip the scratch served before
    /// depends on the scheduling of threads: at the first row of a strip, the scratch must
    /// not influence the scores, not even by rounding.
    fn row(&self, start: usize, row: &mut [f64], scratch: &mut Self::Scratch);
}

/// Limits on the length of segments.
#[derive(Debug, Clone, Copy)]
pub struct Lengths<'a> {
    /// Maximum number of units in a segment; 0 counts as 1.
    pub max_units: usize,
    /// Bounds on the total weight (number of words) of a segment; `None` for no bounds.
    pub weight: Option<WeightBounds<'a>>,
}

impl Lengths<'_> {
    /// No limits.
    pub const ANY: Lengths<'static> = Lengths {
        max_units: usize::MAX,
        weight: None,
    };
}

/// Bounds on the weight of a segment. `max` is a hard limit, except that a segment of one
/// unit may be heavier. `min` is a penalty in proportion to the missing weight, larger than
/// any score: a hard limit would have no solution where units do not add up to it.
#[derive(Debug, Clone, Copy)]
pub struct WeightBounds<'a> {
    /// Prefix sums of the units' weights: `n + 1` numbers, the first 0.
    pub sums: &'a [usize],
    /// Minimum weight of a segment.
    pub min: usize,
    /// Maximum weight of a segment.
    pub max: usize,
}

/// Penalty for each unit of weight below the minimum. Scores stay below it, and a sum with
/// it still has eight decimals, so that scores decide between equal penalties.
const LACK: f64 = 1e8;

impl WeightBounds<'_> {
    fn cost(&self, start: usize, end: usize) -> f64 {
        let weight = self.sums[end] - self.sums[start];
        self.min.saturating_sub(weight) as f64 * LACK
    }

    /// The last end of a segment from `start` within the maximum weight.
    fn last_end(&self, start: usize) -> usize {
        let limit = self.sums[start].saturating_add(self.max);
        let end = self.sums.partition_point(|&sum| sum <= limit) - 1;
        end.max(start + 1)
    }
}

/// One of several optimisation problems that are solved over the same rows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lane {
    /// The lane whose best prefix a segment extends; `usize::MAX` if none.
    from: usize,
    /// Penalty for each segment.
    price: f64,
}

impl Lane {
    /// Lanes for any number of segments, one lane for each penalty per segment.
    pub fn priced(prices: &[f64]) -> Vec<Lane> {
        let lane = |(from, &price)| Lane { from, price };
        prices.iter().enumerate().map(lane).collect()
    }

    /// Lanes for exactly 1 to `k` segments, each at the index of its number; lane 0 is the
    /// empty prefix.
    pub fn counted(k: usize) -> Vec<Lane> {
        let lane = |from: usize| Lane { from, price: 0.0 };
        [lane(usize::MAX)]
            .into_iter()
            .chain((0..k).map(lane))
            .collect()
    }
}

/// Optimal segmentations of all lanes.
#[derive(Debug, Clone, PartialEq)]
pub struct Solution {
    n_units: usize,
    lanes: Vec<Lane>,
    /// `best[v * lanes + l]`: best value of the prefix `0..v` in lane `l`. Lanes of a prefix
    /// are adjacent, because the inner loop runs over them.
    best: Vec<f64>,
    /// Start of the last segment in that best solution, for backtracking.
    start: Vec<u32>,
    /// Best value of each lane before the segments of the current row, penalty subtracted.
    before: Vec<f64>,
}

/// Number of consecutive rows that one thread computes with the same scratch. Strips are
/// fixed by the position of their rows, so that a score derived from the row before is
/// rounded alike for any number of threads.
pub const STRIP: usize = 16;

/// Number of rows that are computed in parallel before they are added in order.
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

/// Order of starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    Forward,
    Backward,
}

/// Computes all rows in parallel, subtracts the penalties of [`Lengths`], and visits the
/// rows in order.
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
        // An empty prefix is the start of every priced lane. Of counted lanes it is the
        // start of lane 0 only: no lane of one or more segments can be empty.
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

    /// Extends the best prefixes by the segments of one row. Rows must come by increasing
    /// start: `best` of the prefix before `start` has to be final.
    fn push(&mut self, start: usize, row: &[f64]) {
        let width = self.lanes.len();
        let at = u32::try_from(start).expect("units are counted by u32");
        let (done, ahead) = self.best.split_at_mut((start + 1) * width);
        let from = &done[start * width..];
        // Lane 0 of a counted problem extends no lane, so no segment is added to it.
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
                // Strictly greater: of equal solutions the earlier start stays.
                if value > *best {
                    *best = value;
                    *start = at;
                }
            }
        }
    }

    /// Best value of a lane; minus infinity if it has no solution.
    pub fn objective(&self, lane: usize) -> f64 {
        self.best[self.n_units * self.lanes.len() + lane]
    }

    /// Exclusive ends of the segments of a lane's best solution; `None` if it has none.
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
