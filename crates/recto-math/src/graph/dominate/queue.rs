//! Vertices by gain, the best first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Vertices by gain; each stands for its place in the order of ties.
#[derive(Debug)]
pub(super) enum Queue {
    Buckets(Buckets),
    /// Price, place in the order of ties, and the gain that the price is made of.
    Heap(BinaryHeap<(Price, Reverse<u32>, u32)>),
}

/// Bucket `g` holds vertices whose gain is at most `g`; the last one is sorted.
#[derive(Debug, Default)]
pub(super) struct Buckets(Vec<Vec<u32>>);

/// Newly covered vertices for each unit of weight, ordered.
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

    /// The lowest place among those with the largest gain, if that is above 0.
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
