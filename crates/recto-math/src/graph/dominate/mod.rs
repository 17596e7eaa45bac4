//! Greedy dominating sets.
//!
//! MDS alg. 1 repeatedly takes the vertex with the most uncovered neighbours; with weights
//! (MDS eq. 2), the vertex with the least weight per newly covered vertex. Gains only fall.
//! When a vertex becomes covered, the gain of each vertex that could have covered it falls
//! by one, once: all updates together are O(V + E).
//!
//! Without weights, vertices are kept in a bucket queue by gain. A vertex is moved down only
//! when its bucket is reached and its gain has fallen since, so each vertex is in one
//! bucket. When a bucket is reached it holds every vertex with that gain: it is sorted by
//! the tie rule once and emptied in this order. With weights a heap does the same; a vertex
//! popped with an outdated gain is pushed back.
//!
//! # Departures
//! The paper covers the neighbours of a chosen vertex but not the vertex itself, so that a
//! vertex without neighbours never counts and a chosen vertex may stay uncovered. Here a
//! vertex covers itself too; `open` is the published form. The greedy set is then at most
//! `H(d + 1)` times as large (heavy) as the smallest (lightest), where `d` is the largest
//! degree and `H` the harmonic numbers; the published bound is `H(d)`.

mod queue;

use crate::csr::CsrMatrix;
use queue::{Buckets, Price, Queue};
use std::cmp::Reverse;

/// Weights are raised to this, so that the gain per weight of a weightless vertex is finite.
const FLOOR: f64 = 1e-9;

/// Rules of a greedy cover. By default each vertex covers itself and its neighbours, any
/// may be chosen, none is covered at the start, and ties go to the lowest index.
#[derive(Debug, Clone, Copy, Default)]
pub struct Rule<'a> {
    /// Open neighbourhoods, as published: a vertex covers its neighbours but not itself.
    pub open: bool,
    /// Weight of each vertex, from 0; `None` for equal weights.
    pub weights: Option<&'a [f64]>,
    /// Tie-breaking keys: the highest key wins, then the lowest index. `None` for index only.
    pub ties: Option<&'a [f64]>,
    /// Vertices that may be chosen; `None` for all.
    pub candidates: Option<&'a [bool]>,
    /// Vertices that are covered at the start; `None` for none.
    pub covered: Option<&'a [bool]>,
}

/// A chosen vertex and its gain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// Index of the vertex.
    pub vertex: usize,
    /// Number of vertices that it newly covers.
    pub gain: usize,
}

/// A greedy cover, computed step by step. Offering a vertex and taking it are separate, so
/// that the caller can skip vertices, for example sentences that exceed a budget.
///
/// ```
/// use recto_math::{CsrBuilder, graph::{Cover, Rule}};
/// let mut path = CsrBuilder::new(4); // 0 - 1 - 2 - 3
/// path.push_counts([1]);
/// path.push_counts([0, 2]);
/// path.push_counts([1, 3]);
/// path.push_counts([2]);
/// let path = path.finish();
/// let mut cover = Cover::new(&path, &Rule::default());
/// let first = cover.next_best().expect("nothing is covered yet");
/// assert_eq!((first.vertex, first.gain), (1, 3));
/// // It is not taken: the next best is offered, and 1 never again.
/// let second = cover.next_best().expect("still nothing is covered");
/// assert_eq!((second.vertex, second.gain), (2, 3));
/// assert_eq!(cover.take(2), [1, 2, 3]);
/// ```
#[derive(Debug)]
pub struct Cover<'a> {
    graph: &'a CsrMatrix,
    rule: Rule<'a>,
    covered: Vec<bool>,
    gains: Vec<u32>,
    /// Gains at the start of a round.
    first_gains: Vec<u32>,
    /// Vertices that have been offered.
    offered: Vec<bool>,
    /// Vertices in the order of the tie rule.
    order: Vec<u32>,
    queue: Queue,
}

impl<'a> Cover<'a> {
    /// A cover of an undirected graph without loops; its edge values are ignored.
    ///
    /// # Panics
    /// If a list of the rule is shorter than the graph.
    pub fn new(graph: &'a CsrMatrix, rule: &Rule<'a>) -> Self {
        let n = graph.n_rows();
        let mut order: Vec<u32> = (0..n as u32).collect();
        if let Some(keys) = rule.ties {
            order.sort_by(|&a, &b| keys[b as usize].total_cmp(&keys[a as usize]));
        }
        let is_new = |&other: &usize| rule.covered.is_none_or(|covered| !covered[other]);
        let gain = |vertex| reach(graph, vertex, rule.open).filter(is_new).count() as u32;
        let mut cover = Self {
            graph,
            rule: *rule,
            covered: Vec::new(),
            gains: Vec::new(),
            first_gains: (0..n).map(gain).collect(),
            offered: vec![false; n],
            order,
            queue: Queue::Buckets(Buckets::default()),
        };
        cover.renew();
        cover
    }

    /// Starts a new round over the vertices that were not offered yet, with only the
    /// initially covered vertices covered.
    pub fn renew(&mut self) {
        let n = self.graph.n_rows();
        self.covered = match self.rule.covered {
            Some(covered) => covered[..n].to_vec(),
            None => vec![false; n],
        };
        self.gains.clone_from(&self.first_gains);
        let places = 0..n as u32;
        let places = places.filter(|&place| self.may_be_offered(place));
        self.queue = match self.rule.weights {
            None => Queue::Buckets(Buckets::new(
                places.map(|place| (place, self.gain_at(place))),
            )),
            Some(_) => Queue::Heap(places.map(|place| self.priced(place)).collect()),
        };
    }

    /// The best vertex that was not offered yet; `None` if no such vertex covers anything
    /// new. It covers nothing until it is taken.
    ///
    /// MDS alg. 1, line 6, and MDS eq. 2 with weights.
    pub fn next_best(&mut self) -> Option<Step> {
        let (gains, order) = (&self.gains, &self.order);
        let gain = |place: u32| gains[order[place as usize] as usize];
        let place = match &mut self.queue {
            Queue::Buckets(buckets) => buckets.pop(gain),
            Queue::Heap(_) => self.pop_heap(),
        }?;
        let vertex = self.order[place as usize] as usize;
        self.offered[vertex] = true;
        Some(Step {
            vertex,
            gain: self.gains[vertex] as usize,
        })
    }

    /// Takes a vertex and returns the vertices that it newly covers, increasing.
    pub fn take(&mut self, vertex: usize) -> Vec<usize> {
        let (graph, open) = (self.graph, self.rule.open);
        self.offered[vertex] = true;
        let reached = reach(graph, vertex, open);
        let mut new: Vec<usize> = reached.filter(|&other| !self.covered[other]).collect();
        for &other in &new {
            self.covered[other] = true;
            for reaching in reach(graph, other, open) {
                self.gains[reaching] -= 1;
            }
        }
        new.sort_unstable();
        new
    }

    /// Candidates that were neither offered nor covered at the start, in tie order. With
    /// open neighbourhoods, vertices without neighbours are never offered and end up here.
    pub fn rest(&self) -> Vec<usize> {
        let places = 0..self.order.len() as u32;
        let places = places.filter(|&place| self.may_be_offered(place));
        let vertices = places.map(|place| self.order[place as usize] as usize);
        let is_new = |&vertex: &usize| self.rule.covered.is_none_or(|covered| !covered[vertex]);
        vertices.filter(is_new).collect()
    }

    fn may_be_offered(&self, place: u32) -> bool {
        let vertex = self.order[place as usize] as usize;
        !self.offered[vertex] && self.rule.candidates.is_none_or(|may| may[vertex])
    }

    /// Whether each vertex is covered.
    pub fn covered(&self) -> &[bool] {
        &self.covered
    }

    fn gain_at(&self, place: u32) -> u32 {
        self.gains[self.order[place as usize] as usize]
    }

    fn priced(&self, place: u32) -> (Price, Reverse<u32>, u32) {
        let vertex = self.order[place as usize] as usize;
        let weight = self.rule.weights.map_or(1.0, |weights| weights[vertex]);
        let gain = self.gains[vertex];
        (
            Price(f64::from(gain) / weight.max(FLOOR)),
            Reverse(place),
            gain,
        )
    }

    fn pop_heap(&mut self) -> Option<u32> {
        loop {
            let Queue::Heap(heap) = &mut self.queue else {
                return None;
            };
            let (_, Reverse(place), gain) = heap.pop()?;
            let now = self.gain_at(place);
            if now == gain && now > 0 {
                return Some(place);
            }
            if now > 0 {
                let priced = self.priced(place);
                if let Queue::Heap(heap) = &mut self.queue {
                    heap.push(priced);
                }
            }
        }
    }
}

/// Vertices that a vertex covers.
fn reach(graph: &CsrMatrix, vertex: usize, open: bool) -> impl Iterator<Item = usize> + '_ {
    let itself = (!open).then_some(vertex);
    let others = graph.row(vertex).columns.iter();
    itself
        .into_iter()
        .chain(others.map(|&other| other as usize))
}

/// A greedy dominating set: steps until candidates cover nothing new.
pub fn dominate(graph: &CsrMatrix, rule: &Rule<'_>) -> Vec<Step> {
    let mut cover = Cover::new(graph, rule);
    let mut steps = Vec::new();
    while let Some(step) = cover.next_best() {
        cover.take(step.vertex);
        steps.push(step);
    }
    steps
}

#[cfg(test)]
mod tests;
