//! Numbers of segments that are optimal for some preference: an upper envelope of lines.
//!
//! With the same preference `p` for every unit, the best net similarity in `K` segments
//! is `K p + B(K)`: for each `K` a line over `p`. The best number of segments never falls
//! as `p` rises, and the numbers that are best somewhere form the upper envelope of the
//! lines. Where two known lines cross, one solution tells whether a third passes above;
//! so every point of the envelope costs two solutions, and a wanted `K` a handful.

use super::solve::{Centred, counted, free};
use crate::PathPoint;
use recto_math::band::{Columns, Order};
use recto_math::{Cancelled, Run};
use std::collections::{BTreeMap, BTreeSet};

/// Points of the envelope that have been found so far.
pub(super) struct Envelope<'a> {
    columns: &'a dyn Columns,
    /// Added to the preference of each unit; all 0 if that is the same for all.
    base: &'a [f64],
    run: &'a Run<'a>,
    /// By number of segments; `net` is that at preference 0.
    points: BTreeMap<usize, Centred>,
    /// Neighbours that nothing lies between.
    edges: BTreeSet<(usize, usize)>,
}

/// Where a wanted number of segments lies.
pub(super) enum Place {
    On(usize),
    Between(usize, usize),
}

impl<'a> Envelope<'a> {
    /// An envelope of which nothing is known yet.
    pub(super) fn new(columns: &'a dyn Columns, base: &'a [f64], run: &'a Run<'a>) -> Self {
        Self {
            columns,
            base,
            run,
            points: BTreeMap::new(),
            edges: BTreeSet::new(),
        }
    }

    /// Finds the two ends: as few segments as the window allows, and every unit for
    /// itself.
    fn find_ends(&mut self) -> Result<(), Cancelled> {
        let n = self.columns.n_units();
        let mut largest = self.base.iter().fold(0.0f64, |max, p| max.max(p.abs()));
        self.columns
            .visit(Order::Forward, self.run, &mut |_, column| {
                largest = column.iter().fold(largest, |max, s| max.max(s.abs()));
            })?;
        let all = Centred {
            bounds: (1..=n).collect(),
            centers: (0..n).collect(),
            net: self.base.iter().sum(),
        };
        self.points.insert(n, all);
        // No gain of similarity can outweigh one segment more at this price.
        self.solve(-(2.0 * n as f64 * largest + 1.0))?;
        Ok(())
    }

    fn solve(&mut self, p: f64) -> Result<usize, Cancelled> {
        let mut found = free(self.columns, self.base, p, self.run)?;
        let k = found.bounds.len();
        found.net -= k as f64 * p;
        self.points.entry(k).or_insert(found);
        Ok(k)
    }

    /// The preference at which two points are equally good.
    fn crossing(&self, low: usize, high: usize) -> f64 {
        (self.points[&low].net - self.points[&high].net) / (high - low) as f64
    }

    /// Looks between two points; `None` if nothing is there.
    fn split(&mut self, low: usize, high: usize) -> Result<Option<usize>, Cancelled> {
        if high - low < 2 || self.edges.contains(&(low, high)) {
            self.edges.insert((low, high));
            return Ok(None);
        }
        let k = self.solve(self.crossing(low, high))?;
        if low < k && k < high {
            return Ok(Some(k));
        }
        self.edges.insert((low, high));
        Ok(None)
    }

    /// Finds the point with `k` segments, or the two that it would lie between.
    pub(super) fn search(&mut self, k: usize) -> Result<Place, Cancelled> {
        if self.points.is_empty() {
            self.find_ends()?;
        }
        loop {
            if self.points.contains_key(&k) {
                return Ok(Place::On(k));
            }
            let below = self.points.range(..k).next_back().map(|(&low, _)| low);
            let above = self.points.range(k..).next().map(|(&high, _)| high);
            let (Some(low), Some(high)) = (below, above) else {
                // Fewer than the window allows, or more than there are units.
                return Ok(Place::On(below.or(above).unwrap_or(k)));
            };
            if self.split(low, high)?.is_none() {
                return Ok(Place::Between(low, high));
            }
        }
    }

    /// Finds every point from the last at or before `from` to the first at or after `to`.
    pub(super) fn fill(&mut self, from: usize, to: usize) -> Result<(), Cancelled> {
        let first = match self.search(from)? {
            Place::On(k) | Place::Between(k, _) => k,
        };
        let last = match self.search(to)? {
            Place::On(k) | Place::Between(_, k) => k,
        };
        let known: Vec<usize> = self.points.range(first..=last).map(|(&k, _)| k).collect();
        let mut open: Vec<(usize, usize)> = known.windows(2).map(|w| (w[0], w[1])).collect();
        while let Some((low, high)) = open.pop() {
            if let Some(k) = self.split(low, high)? {
                open.extend([(low, k), (k, high)]);
            }
        }
        Ok(())
    }

    /// The points with both neighbours known, from few segments to many.
    pub(super) fn path(&self) -> Vec<PathPoint> {
        let fewest = self.points.keys().next().copied();
        let most = self.columns.n_units();
        let from = |k| self.edges.iter().find(|edge| edge.1 == k);
        let to = |k| self.edges.range((k, 0)..).next().filter(|edge| edge.0 == k);
        let points = self.points.iter().filter_map(|(&k, point)| {
            let (from, to) = (from(k), to(k));
            let closed = (from.is_some() || Some(k) == fewest) && (to.is_some() || k == most);
            let crossing = |edge: Option<&(usize, usize)>| edge.map(|&(a, b)| self.crossing(a, b));
            closed.then(|| PathPoint {
                segments: k,
                from: crossing(from),
                to: crossing(to),
                score: point.net,
            })
        });
        // Where lines meet in one point, the ones between are best nowhere else.
        let wide = |point: &PathPoint| width(point).is_none_or(|width| width > 1e-9);
        points.filter(wide).collect()
    }

    pub(super) fn point(&self, k: usize) -> &Centred {
        &self.points[&k]
    }

    /// The best segmentation with a number of segments in `from..=to`, none of which is on
    /// the envelope, at the preference where its neighbours are equally good.
    pub(super) fn between(
        &self,
        (low, high): (usize, usize),
        (from, to): (usize, usize),
    ) -> Result<Option<Centred>, Cancelled> {
        let p = self.crossing(low, high);
        let all = counted(self.columns, self.base, to, self.run)?;
        let best = all
            .into_iter()
            .skip(from - 1)
            .flatten()
            .reduce(|best, next| {
                let value = |found: &Centred| found.net + found.bounds.len() as f64 * p;
                if value(&next) > value(&best) {
                    next
                } else {
                    best
                }
            });
        Ok(best)
    }

    /// A preference at which `k` segments are best, or nearly.
    pub(super) fn preference(&self, k: usize) -> f64 {
        let below = self.points.range(..k).next_back().map(|(&low, _)| low);
        let above = self.points.range(k + 1..).next().map(|(&high, _)| high);
        match (below, above) {
            (Some(low), Some(high)) if !self.points.contains_key(&k) => self.crossing(low, high),
            (Some(low), Some(high)) => (self.crossing(low, k) + self.crossing(k, high)) / 2.0,
            (Some(low), None) => self.crossing(low, k),
            (None, Some(high)) => self.crossing(k, high),
            (None, None) => 0.0,
        }
    }
}

/// The width of an interval of preferences; `None` if it has an open end.
pub(super) fn width(point: &PathPoint) -> Option<f64> {
    Some(point.to? - point.from?)
}
