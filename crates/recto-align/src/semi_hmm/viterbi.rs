//! The most probable path of a pair.
//!
//! As the forward pass of [`super::inference`], with the maximum for the sum, in logarithms.
//! The best arrival at a start is kept apart from the best way to an end, so that a step
//! costs as much as one of the forward pass. Ties: null first, then the shorter summary
//! phrase, the shorter document phrase, the earlier source.

use super::inference::{Candidate, Emissions, ZeroMass};
use super::jump::Moves;

/// A segment of the best path: summary words, and the document words that they come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Segment {
    /// First summary word, from 0, and how many.
    pub(crate) summary: (usize, usize),
    /// First document word, from 0, and how many; `None` for a word from nowhere.
    pub(crate) document: Option<(usize, usize)>,
}

/// How an end was reached: from null, or by a candidate.
const NULL: u32 = u32::MAX;

/// A row: for each end the logarithm of its best path, and how that path came there.
#[derive(Debug, Default)]
struct Best {
    ends: Vec<u32>,
    values: Vec<f64>,
    back: Vec<u32>,
}

/// Entries farther below the maximum of their row than this are dropped.
const WORST: f64 = -60.0;

/// The most probable path and the logarithm of its probability (SemiHMM sec. 3.5).
pub(crate) fn viterbi(
    emissions: &Emissions,
    moves: &mut impl Moves,
) -> Result<(Vec<Segment>, f64), ZeroMass> {
    let words = emissions.words();
    let mut rows = vec![Best {
        ends: vec![0],
        values: vec![0.0],
        back: vec![NULL],
    }];
    // For each candidate its best arrival: the value, and the end that it comes from.
    let mut arrival = vec![(f64::NEG_INFINITY, 0u32); emissions.candidates.len()];
    let mut scratch = Scratch::new(emissions.document);
    for t in 1..=words {
        moves.turn_to(t - 1);
        let from = &rows[t - 1];
        for index in emissions.range(t - 1) {
            let start = emissions.candidates[index].start;
            let before = emissions.range(t - 1).start < index;
            arrival[index] = match before.then(|| index - 1) {
                Some(last) if emissions.candidates[last].start == start => arrival[last],
                _ => best_arrival(from, &*moves, start),
            };
        }
        let null = emissions.null[t - 1].ln();
        for (&end, value) in from.ends.iter().zip(&from.values) {
            scratch.offer(end, value + null, NULL);
        }
        for index in ranked(emissions, t) {
            let candidate = &emissions.candidates[index];
            let value = arrival[index].0 + candidate.value.ln();
            scratch.offer(candidate.end(), value, index as u32);
        }
        rows.push(scratch.take().ok_or(ZeroMass)?);
    }
    let last = &rows[words];
    let ended = |at: usize| last.values[at] + moves.end(last.ends[at]).ln();
    let best = (0..last.ends.len())
        .max_by(|&a, &b| ended(a).total_cmp(&ended(b)).then(b.cmp(&a)))
        .ok_or(ZeroMass)?;
    Ok((
        trace(emissions, &rows, &arrival, last.ends[best]),
        ended(best),
    ))
}

/// Candidates that end with summary word t, in the order of ties.
fn ranked(emissions: &Emissions, t: usize) -> Vec<usize> {
    let mut found = Vec::new();
    for back in 1..=t.min(usize::from(u8::MAX)) {
        let range = emissions.range(t - back);
        let fits = |&index: &usize| usize::from(emissions.candidates[index].words) == back;
        let from = found.len();
        found.extend(range.filter(fits));
        found[from..].sort_by_key(|&index| emissions.candidates[index].length);
        if back >= emissions.longest() {
            break;
        }
    }
    found
}

fn best_arrival(from: &Best, moves: &impl Moves, start: u32) -> (f64, u32) {
    let mut best = (f64::NEG_INFINITY, 0);
    for (&end, value) in from.ends.iter().zip(&from.values) {
        let value = value + moves.jump(start, end).ln();
        if value > best.0 {
            best = (value, end);
        }
    }
    best
}

/// The row that is being made.
struct Scratch {
    values: Vec<f64>,
    back: Vec<u32>,
    touched: Vec<u32>,
}

impl Scratch {
    fn new(n: usize) -> Self {
        Self {
            values: vec![f64::NEG_INFINITY; n + 1],
            back: vec![NULL; n + 1],
            touched: Vec::new(),
        }
    }

    /// Takes a path to `end` if it is better than those before.
    fn offer(&mut self, end: u32, value: f64, back: u32) {
        let at = end as usize;
        if value > self.values[at] {
            self.values[at] = value;
            self.back[at] = back;
            self.touched.push(end);
        }
    }

    fn take(&mut self) -> Option<Best> {
        self.touched.sort_unstable();
        self.touched.dedup();
        let values = self.touched.iter().map(|&end| self.values[end as usize]);
        let top = values.fold(f64::NEG_INFINITY, f64::max);
        let mut row = Best::default();
        for end in self.touched.drain(..) {
            let at = end as usize;
            if self.values[at] >= top + WORST {
                row.ends.push(end);
                row.values.push(self.values[at]);
                row.back.push(self.back[at]);
            }
            self.values[at] = f64::NEG_INFINITY;
        }
        (!row.ends.is_empty()).then_some(row)
    }
}

fn trace(
    emissions: &Emissions,
    rows: &[Best],
    arrival: &[(f64, u32)],
    mut end: u32,
) -> Vec<Segment> {
    let mut path = Vec::new();
    let mut t = rows.len() - 1;
    while t > 0 {
        let row = &rows[t];
        let at = row
            .ends
            .binary_search(&end)
            .expect("a path runs over kept ends");
        match row.back[at] {
            NULL => {
                t -= 1;
                path.push(Segment {
                    summary: (t, 1),
                    document: None,
                });
            }
            index => {
                let Candidate {
                    start,
                    length,
                    words,
                    ..
                } = emissions.candidates[index as usize];
                t -= usize::from(words);
                path.push(Segment {
                    summary: (t, usize::from(words)),
                    document: Some((start as usize - 1, usize::from(length))),
                });
                end = arrival[index as usize].1;
            }
        }
    }
    path.reverse();
    path
}
