//! Jumps that know sentences: by distance within one, by a single event out of it.
//!
//! ```text
//! within a sentence:              go (1 - leave) ((1 - close) q(i - e) + close [i is its last word])
//! out of it, or from the start:   go leave (1/2 [i starts a sentence] / sentences + 1/2 / n)
//! ```
//!
//! Leaving a sentence costs the same however far the target is: a word elsewhere is neither
//! cheaper nor dearer for being far, and sentences nearby do not attract by accident. The
//! probability of a target does not depend on the source, so that leaving is one sum.
//!
//! Beyond the paper, `leave` has two values: a sentence of the summary opens where it likes,
//! but seldom goes elsewhere before it ends. And `close` is the event of going on with the
//! last word of the sentence, which is often a full stop far from all that was used of it.

use super::{Buckets, Moves};
use crate::semi_hmm::inference::Row;
use crate::semi_hmm::parameters::Jumps;
use serde::{Deserialize, Serialize};

/// Words of the longest sentence; longer ones, of lists and logs, count as several. Within a
/// sentence every jump is looked at, which costs the square of its length.
const LONGEST_SENTENCE: usize = 400;

/// Parameters of jumps by sentence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct SentenceLaw {
    /// Distances within a sentence.
    pub(crate) within: Buckets,
    /// Probability of going on with the last word of the sentence.
    pub(crate) close: f64,
    /// Probability of leaving, within a sentence of the summary and at its first word.
    pub(crate) leave: [f64; 2],
}

/// Expected jumps by sentence.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(crate) struct SentenceCounts {
    /// In each bucket within a sentence.
    pub(crate) within: Vec<f64>,
    /// To the last word of the sentence.
    pub(crate) closing: f64,
    /// Out of the sentence, within a sentence of the summary and at its first word.
    pub(crate) leaving: [f64; 2],
    /// Within the sentence, likewise.
    pub(crate) staying: [f64; 2],
}

/// The jumps of one document by sentence.
#[derive(Debug)]
pub(crate) struct Sentences<'p> {
    law: &'p SentenceLaw,
    go: f64,
    /// Probability of a distance within a sentence, from -longest to +longest.
    at: Vec<f64>,
    longest: usize,
    /// Probability of each start of a phrase, from 1, once the sentence is left.
    target: Vec<f64>,
    /// Sentence of each start from 1, and where each sentence starts and ends, from 1.
    sentence: Vec<u32>,
    bounds: Vec<(u32, u32)>,
    /// Whether a summary word opens a sentence; the current one, as an index.
    opens: Vec<bool>,
    now: usize,
    pub(crate) counts: SentenceCounts,
}

impl<'p> Sentences<'p> {
    /// For a document of n words with sentences that start at the words `starts`, and a
    /// summary with sentences that start at `opening`, all from 0.
    pub(crate) fn new(
        law: &'p SentenceLaw,
        go: f64,
        n: usize,
        starts: &[usize],
        opening: &[usize],
    ) -> Self {
        let ends = starts.iter().skip(1).copied().chain([n]);
        let pieces = starts.iter().zip(ends).flat_map(|(&start, end)| {
            let first = (start..end).step_by(LONGEST_SENTENCE);
            first.map(move |first| (first, end.min(first + LONGEST_SENTENCE)))
        });
        let bounds: Vec<(u32, u32)> = pieces
            .map(|(start, end)| (start as u32 + 1, end as u32))
            .collect();
        let mut target = vec![0.5 / n as f64; n + 1];
        let mut sentence = vec![0; n + 1];
        let mut longest = 0;
        for (number, &(start, end)) in bounds.iter().enumerate() {
            target[start as usize] += 0.5 / bounds.len() as f64;
            sentence[start as usize..=end as usize].fill(number as u32);
            longest = longest.max((end + 1 - start) as usize);
        }
        let mut opens = vec![false; opening.last().map_or(0, |last| last + 1)];
        opening.iter().for_each(|&word| opens[word] = true);
        let reach = longest as i64;
        Self {
            at: (-reach..=reach)
                .map(|distance| law.within.at(distance))
                .collect(),
            counts: SentenceCounts {
                within: vec![0.0; law.within.p.len()],
                ..SentenceCounts::default()
            },
            law,
            go,
            longest,
            target,
            sentence,
            bounds,
            opens,
            now: 0,
        }
    }

    /// Probability of a distance, and of the last word, once the sentence is not left.
    fn within(&self, start: u32, end: u32) -> [f64; 2] {
        let near = self.at[start as usize + self.longest - end as usize];
        let (_, last) = self.bounds[self.sentence[start as usize] as usize];
        let close = if start == last { self.law.close } else { 0.0 };
        [(1.0 - self.law.close) * near, close]
    }

    fn stay(&self) -> f64 {
        self.go * (1.0 - self.law.leave[self.now])
    }

    fn away(&self) -> f64 {
        self.go * self.law.leave[self.now]
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
    fn turn_to(&mut self, word: usize) {
        self.now = usize::from(self.opens.get(word).copied().unwrap_or(false));
    }

    fn jump(&self, start: u32, end: u32) -> f64 {
        let is_inside = end > 0 && self.sentence[start as usize] == self.sentence[end as usize];
        if is_inside {
            self.stay() * self.within(start, end).iter().sum::<f64>()
        } else {
            self.away() * self.target[start as usize]
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
                near += from.values[at] * self.within(start, from.ends[at]).iter().sum::<f64>();
            }
            let leaving = (total - inside).max(0.0) * self.target[start as usize];
            *out = self.stay() * near + self.away() * leaving;
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
                near += values[at] * self.within(starts[at], end).iter().sum::<f64>();
            }
            *out = self.stay() * near + self.away() * (total - inside).max(0.0);
        }
    }

    fn count(&mut self, from: &Row, starts: &[u32], values: &[f64]) {
        let total: f64 = from.values.iter().sum();
        for (&start, onward) in starts.iter().zip(values) {
            let mut inside = 0.0;
            for at in self.neighbours(&from.ends, start) {
                let (end, value) = (from.ends[at], from.values[at]);
                inside += value;
                let bucket = self.law.within.bucket(i64::from(start) - i64::from(end));
                let weight = value * onward * self.stay();
                let [near, close] = self.within(start, end).map(|p| p * weight);
                self.counts.within[bucket] += near;
                self.counts.closing += close;
                self.counts.staying[self.now] += near + close;
            }
            let leaving = (total - inside).max(0.0) * self.target[start as usize];
            self.counts.leaving[self.now] += self.away() * leaving * onward;
        }
    }

    fn report(self, jumps: &mut Jumps) {
        jumps.sentence.add(&self.counts);
    }

    fn count_end(&mut self, _: u32, _: f64) {}
}

impl SentenceCounts {
    /// Adds others.
    pub(crate) fn add(&mut self, other: &Self) {
        crate::semi_hmm::parameters::add(&mut self.within, &other.within);
        self.closing += other.closing;
        for kind in 0..2 {
            self.leaving[kind] += other.leaving[kind];
            self.staying[kind] += other.staying[kind];
        }
    }
}

impl SentenceLaw {
    /// The parameters that expected jumps give; those without any stay.
    pub(crate) fn learn(&mut self, counts: &SentenceCounts, small: f64) {
        self.within.learn(&counts.within, small);
        let near: f64 = counts.within.iter().sum();
        learn_share(&mut self.close, counts.closing, near);
        for kind in 0..2 {
            learn_share(
                &mut self.leave[kind],
                counts.leaving[kind],
                counts.staying[kind],
            );
        }
    }
}

/// The share of `these` among `these` and `others`, unless there are none.
fn learn_share(share: &mut f64, these: f64, others: f64) {
    if these + others > 0.0 {
        *share = (these / (these + others)).clamp(1e-6, 1.0 - 1e-6);
    }
}
