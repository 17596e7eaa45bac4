//! The cheapest chunks, by dynamic programming over the ends of units.

use super::{Layout, PLACES};
use recto_math::{Cancelled, Run};
use recto_text::structure::{Level, Tie};
use std::ops::Range;

/// Words of the longest chunk for each word of the length that is aimed at.
const MOST_TO_AIM: f64 = 1.6;

/// What it costs to be off that length, squared.
const OFF: f64 = 0.2;

/// What it costs a chunk to be nothing at all; less up to half of that length.
const CRUMB: f64 = 0.6;

/// What a standard deviation of similarity costs a cut.
const COHESION: f64 = 0.2;

/// What a word below the least number costs: more than all else.
const LACK: f64 = 1e3;

/// What a cut costs.
fn cut_cost(level: Level, tie: Tie) -> f64 {
    let cost = match level {
        Level::Word => 2.5,
        Level::Clause => 1.5,
        Level::Sentence => 0.5,
        Level::Line | Level::Paragraph => 0.1,
        Level::Heading => -0.2,
    };
    let tie = match tie {
        Tie::Free => 0.0,
        Tie::Announced => 0.5,
        Tie::Bound => 5.0,
    };
    cost + tie
}

/// How much a level weighs inside a chunk whose ends are weaker.
fn nesting(level: Level) -> f64 {
    match level {
        Level::Word | Level::Clause | Level::Sentence => 0.0,
        Level::Line => 0.45,
        Level::Paragraph => 0.7,
        Level::Heading => 1.0,
    }
}

/// Where a text may be cut, and what that costs.
pub(super) struct Places<'a> {
    layout: &'a Layout,
    /// Cost of a cut before each unit.
    costs: Vec<f64>,
    min: usize,
    max: usize,
}

impl<'a> Places<'a> {
    /// The places of a layout; no cohesion leaves structure alone. `limits` are the least and
    /// the greatest number of words.
    pub(super) fn new(layout: &'a Layout, cohesion: &[f64], limits: (usize, usize)) -> Self {
        let cost = |unit: usize| {
            let z = cohesion.get(unit).copied().unwrap_or(0.0);
            cut_cost(layout.levels[unit], layout.ties[unit]) + COHESION * z
        };
        Self {
            layout,
            costs: (0..layout.n_units()).map(cost).collect(),
            min: limits.0,
            max: limits.1,
        }
    }

    /// The exclusive ends of the chunks of units `range`, in units.
    pub(super) fn chunks(
        &self,
        range: Range<usize>,
        run: &Run<'_>,
    ) -> Result<Vec<usize>, Cancelled> {
        let ends = self.candidates(range);
        let n = ends.len();
        let mut best = vec![(0.0, 0); n];
        let mut first = 0;
        for last in 1..n {
            if last % 4096 == 0 {
                run.report("segmenting", last as u64, Some(n as u64))?;
            }
            while first + 1 < last && self.layout.words(ends[first], ends[last]) > self.max {
                first += 1;
            }
            best[last] = self.best_before(&ends, first..last, last, &best);
        }
        let mut bounds = Vec::new();
        let mut end = n - 1;
        while end > 0 {
            bounds.push(ends[end]);
            end = best[end].1;
        }
        bounds.reverse();
        Ok(bounds)
    }

    /// The least cost of the chunks up to the place `last`, and where the last of them begins.
    fn best_before(
        &self,
        ends: &[usize],
        starts: Range<usize>,
        last: usize,
        best: &[(f64, usize)],
    ) -> (f64, usize) {
        let end_level = self.level(ends, last);
        let mut inside = Level::Word;
        let mut least = (f64::INFINITY, last - 1);
        for start in starts.rev() {
            let words = self.layout.words(ends[start], ends[last]);
            let level = self.level(ends, start);
            let cost = best[start].0 + self.length(words) + nest(level.min(end_level), inside);
            if cost < least.0 {
                least = (cost, start);
            }
            inside = inside.max(level);
        }
        if last + 1 < ends.len() {
            least.0 += self.costs[ends[last]];
        }
        least
    }

    fn level(&self, ends: &[usize], place: usize) -> Level {
        if place == 0 || place + 1 == ends.len() {
            Level::Heading
        } else {
            self.layout.levels[ends[place]]
        }
    }

    /// The cost of a chunk of `words` words for its length alone.
    pub(super) fn length(&self, words: usize) -> f64 {
        let share = words as f64 * MOST_TO_AIM / self.max as f64;
        let lack = self.min.saturating_sub(words) as f64;
        OFF * (1.0 - share).powi(2) + CRUMB * (1.0 - 2.0 * share).max(0.0) + LACK * lack
    }

    /// The ends of units that are looked at, with the start of the range: all, or where there
    /// are too many the cheapest of those that are close together.
    fn candidates(&self, range: Range<usize>) -> Vec<usize> {
        let (start, end) = (range.start, range.end);
        let stride = self.max / PLACES;
        if stride < 2 {
            return (start..=end).collect();
        }
        let mut kept: Vec<usize> = vec![start];
        let cell = |unit: usize| self.layout.words(start, unit) / stride;
        for unit in start + 1..end {
            let last = kept[kept.len() - 1];
            let is_new = last == start || cell(last) < cell(unit);
            if is_new {
                kept.push(unit);
            } else if self.costs[unit] < self.costs[last] {
                kept.pop();
                kept.push(unit);
            }
        }
        kept.push(end);
        kept
    }
}

/// What a chunk whose weaker end has the level `end` costs for the greatest level inside it.
fn nest(end: Level, inside: Level) -> f64 {
    (nesting(inside) - nesting(end)).max(0.0)
}

#[cfg(test)]
impl Places<'_> {
    /// The cost of chunks with these ends, by the definition; `None` above the bound.
    pub(super) fn cost(&self, bounds: &[usize]) -> Option<f64> {
        let n = self.layout.n_units();
        let mut cost = 0.0;
        let mut start = 0;
        for &end in bounds {
            let words = self.layout.words(start, end);
            if words > self.max {
                return None;
            }
            let level = |place: usize| match place {
                0 => Level::Heading,
                place if place == n => Level::Heading,
                place => self.layout.levels[place],
            };
            let inside = (start + 1..end).map(level).max().unwrap_or(Level::Word);
            cost += self.length(words) + nest(level(start).min(level(end)), inside);
            cost += if end < n { self.costs[end] } else { 0.0 };
            start = end;
        }
        Some(cost)
    }
}
