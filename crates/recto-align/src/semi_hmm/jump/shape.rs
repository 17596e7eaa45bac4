//! Jumps by any function of the distance: Gaussian and two-sided exponential.

use super::Moves;
use crate::semi_hmm::inference::Row;
use crate::semi_hmm::parameters::Jumps;

/// The jumps of one document by a function of the distance.
#[derive(Debug)]
pub(crate) struct Shaped {
    /// Probability of each distance from -n to n + 1.
    at: Vec<f64>,
    n: usize,
    end_scored: bool,
    /// Expected number of jumps of each distance.
    pub(crate) counts: Vec<f64>,
}

impl Shaped {
    pub(crate) fn new(n: usize, end_scored: bool, p: impl Fn(i64) -> f64) -> Self {
        let at: Vec<f64> = (-(n as i64)..=n as i64 + 1).map(p).collect();
        Self {
            counts: vec![0.0; at.len()],
            at,
            n,
            end_scored,
        }
    }

    fn index(&self, start: u32, end: u32) -> usize {
        start as usize + self.n - end as usize
    }

    /// Expected number of jumps with their distances.
    pub(crate) fn counted(&self) -> impl Iterator<Item = (i64, f64)> {
        (-(self.n as i64)..).zip(self.counts.iter().copied())
    }
}

impl Moves for Shaped {
    fn jump(&self, start: u32, end: u32) -> f64 {
        self.at[self.index(start, end)]
    }

    fn end(&self, end: u32) -> f64 {
        if self.end_scored {
            self.at[self.index(self.n as u32 + 1, end)]
        } else {
            1.0
        }
    }

    fn count(&mut self, from: &Row, starts: &[u32], values: &[f64]) {
        for (&start, onward) in starts.iter().zip(values) {
            for (&end, value) in from.ends.iter().zip(&from.values) {
                let index = self.index(start, end);
                self.counts[index] += value * self.at[index] * onward;
            }
        }
    }

    fn report(self, jumps: &mut Jumps) {
        jumps.add_distances(&self);
    }

    fn count_end(&mut self, end: u32, value: f64) {
        if self.end_scored {
            let index = self.index(self.n as u32 + 1, end);
            self.counts[index] += value;
        }
    }
}
