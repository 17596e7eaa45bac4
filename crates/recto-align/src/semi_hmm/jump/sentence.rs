//! Jumps that know sentences: by distance within one, by a single event out of it.
//!
//! ```text
//! within a sentence:   go (1 - leave) q(i - e)
//! out of it, or from the start:   go leave (1/2 [i starts a sentence] / sentences + 1/2 / n)
//! ```
//!
//! Leaving a sentence costs the same however far the target is: a word elsewhere is neither
//! cheaper nor dearer for being far, and sentences nearby do not attract by accident. The
//! probability of a target does not depend on the source, so that leaving is one sum.

use super::{Buckets, Moves};
use crate::semi_hmm::inference::Row;

/// The jumps of one document by sentence.
#[derive(Debug)]
pub(crate) struct Sentences<'p> {
    table: &'p Buckets,
    /// Probability of a distance within a sentence, from -longest to +longest.
    at: Vec<f64>,
    longest: usize,
    /// Probability of leaving for each start, from 1.
    target: Vec<f64>,
    /// Sentence of each start from 1, and where each sentence starts and ends, from 1.
    sentence: Vec<u32>,
    bounds: Vec<(u32, u32)>,
    /// Expected jumps within a sentence in each bucket, and out of it.
    pub(crate) counts: Vec<f64>,
    pub(crate) leaving: f64,
}

impl<'p> Sentences<'p> {
    /// For a document with sentences that start at the words `starts`, from 0.
    pub(crate) fn new(table: &'p Buckets, go: f64, leave: f64, n: usize, starts: &[usize]) -> Self {
        let ends = starts.iter().skip(1).copied().chain([n]);
        let bounds: Vec<(u32, u32)> = starts
            .iter()
            .zip(ends)
            .map(|(&start, end)| (start as u32 + 1, end as u32))
            .collect();
        let mut target = vec![go * leave * 0.5 / n as f64; n + 1];
        let mut sentence = vec![0; n + 1];
        let mut longest = 0;
        for (number, &(start, end)) in bounds.iter().enumerate() {
            target[start as usize] += go * leave * 0.5 / bounds.len() as f64;
            sentence[start as usize..=end as usize].fill(number as u32);
            longest = longest.max((end + 1 - start) as usize);
        }
        let reach = longest as i64;
        let stay = go * (1.0 - leave);
        Self {
            table,
            at: (-reach..=reach)
                .map(|distance| stay * table.at(distance))
                .collect(),
            longest,
            target,
            sentence,
            bounds,
            counts: vec![0.0; table.p.len()],
            leaving: 0.0,
        }
    }

    fn within(&self, start: u32, end: u32) -> f64 {
        self.at[start as usize + self.longest - end as usize]
    }

    /// Those of ascending positions that lie in the sentence of `position`, as indices.
    fn neighbours(&self, positions: &[u32], position: u32) -> std::ops::Range<usize> {
        if position == 0 {
            return 0..0;
        }
        let (first, last) = self.bounds[self.sentence[position as usize] as usize];
        let from = positions.partition_point(|&other| other < first);
        let count = positions[from..].partition_point(|&other| other <= last);
        from..from + count
    }
}

impl Moves for Sentences<'_> {
    fn jump(&self, start: u32, end: u32) -> f64 {
        let is_inside = end > 0 && self.sentence[start as usize] == self.sentence[end as usize];
        if is_inside {
            self.within(start, end)
        } else {
            self.target[start as usize]
        }
    }

    fn end(&self, _: u32) -> f64 {
        1.0
    }

    fn arrive(&mut self, from: &Row, starts: &[u32], out: &mut [f64]) {
        let total: f64 = from.values.iter().sum();
        for (&start, out) in starts.iter().zip(out) {
            let mut inside = 0.0;
            let mut near = 0.0;
            for at in self.neighbours(&from.ends, start) {
                inside += from.values[at];
                near += from.values[at] * self.within(start, from.ends[at]);
            }
            *out = near + (total - inside).max(0.0) * self.target[start as usize];
        }
    }

    fn leave(&mut self, starts: &[u32], values: &[f64], ends: &[u32], out: &mut [f64]) {
        let away = |at: usize| values[at] * self.target[starts[at] as usize];
        let total: f64 = (0..starts.len()).map(away).sum();
        for (&end, out) in ends.iter().zip(out) {
            let mut inside = 0.0;
            let mut near = 0.0;
            for at in self.neighbours(starts, end) {
                inside += away(at);
                near += values[at] * self.within(starts[at], end);
            }
            *out = near + (total - inside).max(0.0);
        }
    }

    fn count(&mut self, from: &Row, starts: &[u32], values: &[f64]) {
        let total: f64 = from.values.iter().sum();
        for (&start, onward) in starts.iter().zip(values) {
            let mut inside = 0.0;
            for at in self.neighbours(&from.ends, start) {
                let (end, value) = (from.ends[at], from.values[at]);
                inside += value;
                let bucket = self.table.bucket(i64::from(start) - i64::from(end));
                self.counts[bucket] += value * self.within(start, end) * onward;
            }
            self.leaving += (total - inside).max(0.0) * self.target[start as usize] * onward;
        }
    }

    fn count_end(&mut self, _: u32, _: f64) {}
}
