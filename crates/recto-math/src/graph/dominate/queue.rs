//! Priority queues of vertices by gain: buckets without weights, a heap with weights.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A priority queue of vertices. Vertices are identified by their rank in the tie order, so
/// that comparing ranks breaks ties.
#[derive(Debug)]
pub(super) enum Queue {
    Buckets(Buckets),
    /// Gain per weight, tie rank, and the gain when it was pushed.
    Heap(BinaryHeap<(Price, Reverse<u32>, u32)>),
}

/// Bucket `g` holds vertices whose gain was `g` when they were filed and may have fallen
/// since. Only the last bucket is sorted.
#[derive(Debug, Default)]
pub(super) struct Buckets(Vec<Vec<u32>>);

/// Newly covered vertices per unit of weight, with a total order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Price(pub(super) f64);

impl Eq for Price {}
impl PartialOrd for Price {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Price {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl Buckets {
    pub(super) fn new(gains: impl Iterator<Item = (u32, u32)>) -> Self {
        let mut buckets = Self::default();
        for (place, gain) in gains {
            buckets.push(place, gain);
        }
        buckets.sort_last();
        buckets
    }

    fn push(&mut self, place: u32, gain: u32) {
        let gain = gain as usize;
        if gain >= self.0.len() {
            self.0.resize_with(gain + 1, Vec::new);
        }
        self.0[gain].push(place);
    }

    /// The lowest tie rank among the vertices with the largest gain; `None` if that is 0.
    pub(super) fn pop(&mut self, gain: impl Fn(u32) -> u32) -> Option<u32> {
        while self.0.len() > 1 {
            let top = self.0.len() - 1;
            match self.0[top].pop() {
                Some(place) if gain(place) as usize == top => return Some(place),
                Some(place) => self.push(place, gain(place)),
                None => {
                    self.0.pop();
                    self.sort_last();
                }
            }
        }
        None
    }

    fn sort_last(&mut self) {
        if let Some(last) = self.0.last_mut() {
            last.sort_unstable_by_key(|&place| Reverse(place));
        }
    }
}
