//! Jumps by the constituents that they skip.
//!
//! ```text
//! p(i | e) = go STOP prod over the fewest constituents that tile what lies between of q(label)
//! ```
//!
//! A jump ahead skips the words `e + 1 .. i - 1`, a jump back those from i to e; each label
//! has a probability for either way. For spans that nest, taking the longest constituent that
//! fits, from the left, gives the fewest. The paper has no STOP, without which the empty path
//! always has the probability 1; `stop: None` is the law without it.
//!
//! Across sentences a path is the rest of the source's sentence, whole sentences, and the
//! beginning of the target's, so that it is a product of a value of the source, a power and a
//! value of the target. A row of jumps is then one running sum over sentences, and work within
//! sentences.

#[cfg(test)]
mod tests;

use super::Moves;
use crate::semi_hmm::inference::Row;
use crate::semi_hmm::parameters::Jumps;
use crate::syntax::{Constituent, LABELS};
use recto_text::Vocabulary;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Probabilities of skipping a constituent, by label.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(crate) struct SyntaxLaw {
    /// The labels.
    pub(crate) labels: Vec<String>,
    /// Probability of each label ahead and back.
    pub(crate) skip: Vec<[f64; 2]>,
    /// Probability of stopping; `None` as published.
    pub(crate) stop: Option<f64>,
}

/// Expected skips of each label ahead and back, and the number of jumps.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(crate) struct SyntaxCounts {
    pub(crate) skipped: Vec<[f64; 2]>,
    pub(crate) jumps: f64,
}

/// Added to the count of each label and of stopping.
const ADDED: f64 = 0.5;

/// Least probability of ending, so that every path can.
const LEAST_END: f64 = 1e-300;

/// Longest sentence that is taken as one: its ranges have a cell each.
const LONGEST: usize = 200;

const AHEAD: usize = 0;
const BACK: usize = 1;

impl SyntaxLaw {
    /// A law that prefers no label.
    pub(crate) fn even(with_stop: bool) -> Self {
        Self {
            stop: with_stop.then_some(1.0),
            ..Self::default()
        }
    }

    /// The law for the labels of given pairs. A label that it does not know is as likely as
    /// the least likely one that it knows.
    pub(crate) fn for_labels(&self, labels: &Vocabulary) -> Self {
        let known: Vec<Option<usize>> = labels
            .iter()
            .map(|label| self.labels.iter().position(|own| own == label))
            .collect();
        let least = self.skip.iter().flatten().copied().fold(1.0, f64::min);
        let skip = known
            .iter()
            .map(|at| at.map_or([least; 2], |at| self.skip[at]));
        let mut law = Self {
            labels: labels.iter().map(str::to_owned).collect(),
            skip: skip.collect(),
            stop: self.stop,
        };
        law.normalise();
        law
    }

    fn normalise(&mut self) {
        let all = self.skip.iter_mut().flatten().chain(&mut self.stop);
        let all: Vec<&mut f64> = all.collect();
        let total: f64 = all.iter().map(|p| **p).sum();
        all.into_iter().for_each(|p| *p /= total);
    }

    /// Whether it has a probability for each label and all are probabilities.
    pub(crate) fn is_valid(&self) -> bool {
        let mut all = self.skip.iter().flatten().chain(&self.stop);
        self.labels.len() == self.skip.len() && all.all(|p| *p > 0.0 && *p <= 1.0)
    }

    /// The law that expected skips give; unchanged if there are none.
    pub(crate) fn learn(&mut self, counts: &SyntaxCounts) {
        if counts.jumps <= 0.0 {
            return;
        }
        for (skip, count) in self.skip.iter_mut().zip(&counts.skipped) {
            *skip = count.map(|count| count + ADDED);
        }
        if let Some(stop) = &mut self.stop {
            *stop = counts.jumps + ADDED;
        }
        self.normalise();
    }
}

impl SyntaxCounts {
    /// Adds others.
    pub(crate) fn add(&mut self, other: &Self) {
        if self.skipped.len() < other.skipped.len() {
            self.skipped.resize(other.skipped.len(), [0.0; 2]);
        }
        for (sum, more) in self
            .skipped
            .iter_mut()
            .flatten()
            .zip(other.skipped.iter().flatten())
        {
            *sum += more;
        }
        self.jumps += other.jumps;
    }
}

/// A sentence: its words, and a cell for each range of them.
#[derive(Debug)]
struct Sentence {
    /// The first and the last word, from 1.
    first: u32,
    last: u32,
    /// The constituents that start at each word, as (last word, label) relative to the
    /// sentence, ascending by last word; the outermost of equal ones only.
    starting: Vec<Vec<(u32, u32)>>,
    /// Probability of the path over each range, ahead and back; ranges that start at x and
    /// end before y stand at `x * (len + 1) + y`.
    paths: Vec<[f64; 2]>,
    /// Expected number of jumps over each range.
    masses: Vec<[f64; 2]>,
}

impl Sentence {
    fn len(&self) -> usize {
        (self.last + 1 - self.first) as usize
    }

    /// The cell of the words from `start` to before `end`, from 1.
    fn cell(&self, start: u32, end: u32) -> usize {
        (start - self.first) as usize * (self.len() + 1) + (end - self.first) as usize
    }

    /// The longest constituent that starts at x and ends before y, both from 0: where it
    /// ends, and its label.
    fn longest(&self, x: usize, y: usize) -> (usize, usize) {
        let starting = &self.starting[x];
        let fitting = starting.partition_point(|&(last, _)| (last as usize) < y);
        let (last, label) = starting[fitting.max(1) - 1];
        (last as usize + 1, label as usize)
    }

    /// Finds the probability of the path over each range: that of its first constituent, and
    /// of the range after it (SemiHMM sec. 4.1).
    fn follow(&mut self, law: &SyntaxLaw) {
        let len = self.len();
        self.paths = vec![[1.0; 2]; (len + 1) * (len + 1)];
        for x in (0..len).rev() {
            for y in x + 1..=len {
                let (next, label) = self.longest(x, y);
                let rest = self.paths[next * (len + 1) + y];
                let skip = law.skip[label];
                self.paths[x * (len + 1) + y] = [skip[0] * rest[0], skip[1] * rest[1]];
            }
        }
    }

    /// Adds the skips of all jumps over ranges of the sentence.
    fn count(&mut self, skipped: &mut [[f64; 2]]) {
        let len = self.len();
        for x in 0..len {
            for y in x + 1..=len {
                let mass = self.masses[x * (len + 1) + y];
                if mass == [0.0; 2] {
                    continue;
                }
                let (next, label) = self.longest(x, y);
                for way in [AHEAD, BACK] {
                    skipped[label][way] += mass[way];
                    self.masses[next * (len + 1) + y][way] += mass[way];
                }
            }
        }
    }
}

/// The jumps of one document by its constituents.
#[derive(Debug)]
pub(crate) struct Skips<'p> {
    law: &'p SyntaxLaw,
    /// Probability that the next phrase is not null, times that of stopping.
    go: f64,
    sentences: Vec<Sentence>,
    /// The sentence of each word, from 1.
    of: Vec<u32>,
    end_scored: bool,
    /// Running sums before each sentence, ahead and back.
    sums: Vec<[f64; 2]>,
    onward: Vec<[f64; 2]>,
    counts: SyntaxCounts,
}

impl<'p> Skips<'p> {
    /// For a document of n words with these constituents, the outer ones first.
    pub(crate) fn new(
        law: &'p SyntaxLaw,
        go: f64,
        n: usize,
        constituents: &[Constituent],
        end_scored: bool,
    ) -> Self {
        let mut sentences = sentences(n, constituents);
        sentences
            .iter_mut()
            .for_each(|sentence| sentence.follow(law));
        let mut of = vec![0; n + 1];
        for (number, sentence) in sentences.iter().enumerate() {
            of[sentence.first as usize..=sentence.last as usize].fill(number as u32);
        }
        Self {
            law,
            go: go * law.stop.unwrap_or(1.0),
            sums: vec![[0.0; 2]; sentences.len() + 1],
            onward: vec![[0.0; 2]; sentences.len() + 1],
            sentences,
            of,
            end_scored,
            counts: SyntaxCounts {
                skipped: vec![[0.0; 2]; law.skip.len()],
                jumps: 0.0,
            },
        }
    }

    /// Number of the sentence of a position; that before the document has none.
    fn sentence(&self, position: u32) -> Option<usize> {
        (position > 0).then(|| self.of[position as usize] as usize)
    }

    /// Probability of skipping a whole sentence.
    fn whole(&self) -> [f64; 2] {
        self.law.skip[0]
    }

    /// The sentence before which a path ahead from this end comes out of its own, and the
    /// range that it skips there.
    fn way_out(&self, end: u32) -> (usize, Range<u32>) {
        match self.sentence(end) {
            Some(own) => (own + 1, end + 1..self.sentences[own].last + 1),
            None => (0, 0..0),
        }
    }

    fn path(&self, sentence: usize, words: &Range<u32>, way: usize) -> f64 {
        if words.is_empty() {
            return 1.0;
        }
        let sentence = &self.sentences[sentence];
        sentence.paths[sentence.cell(words.start, words.end)][way]
    }

    /// The path from an end to the boundary after its sentence.
    fn out(&self, end: u32) -> (usize, f64) {
        let (boundary, words) = self.way_out(end);
        (boundary, self.path(boundary.max(1) - 1, &words, AHEAD))
    }

    /// The range from a start back to the end of its sentence, or from an end to the
    /// beginning of its own; the beginning of a start's sentence for paths ahead.
    fn ranges(&self, position: u32) -> [Range<u32>; 3] {
        let sentence = &self.sentences[self.of[position as usize] as usize];
        [
            sentence.first..position,
            position..sentence.last + 1,
            sentence.first..position + 1,
        ]
    }

    /// The range within a sentence that a jump skips, and the way.
    fn within(start: u32, end: u32) -> (Range<u32>, usize) {
        if start > end {
            (end + 1..start, AHEAD)
        } else {
            (start..end + 1, BACK)
        }
    }

    /// Those of ascending positions that lie in a sentence, as indices.
    fn inside(&self, positions: &[u32], sentence: usize) -> Range<usize> {
        let sentence = &self.sentences[sentence];
        let from = positions.partition_point(|&other| other < sentence.first);
        let count = positions[from..].partition_point(|&other| other <= sentence.last);
        from..from + count
    }

    /// Sums over the ends of a row: at each boundary, what arrives there ahead from the
    /// sentences before it and back from those after it.
    fn gather_ends(&mut self, row: &Row) {
        let whole = self.whole();
        self.sums.fill([0.0; 2]);
        for (&end, value) in row.ends.iter().zip(&row.values) {
            let (boundary, out) = self.out(end);
            self.sums[boundary][AHEAD] += value * out;
            if let Some(own) = self.sentence(end) {
                let [_, _, to_start] = self.ranges(end);
                self.sums[own][BACK] += value * self.path(own, &to_start, BACK);
            }
        }
        run(&mut self.sums, whole);
    }

    /// Sums over starts: at each boundary, what lies ahead of it and what lies back of it.
    fn gather_starts(&mut self, starts: &[u32], values: &[f64]) {
        let whole = self.whole();
        self.onward.fill([0.0; 2]);
        for (&start, value) in starts.iter().zip(values) {
            let own = self.of[start as usize] as usize;
            let [before, after, _] = self.ranges(start);
            self.onward[own][AHEAD] += value * self.path(own, &before, AHEAD);
            self.onward[own + 1][BACK] += value * self.path(own, &after, BACK);
        }
        // Against the way of the jump.
        self.onward.iter_mut().for_each(|sum| sum.swap(AHEAD, BACK));
        run(&mut self.onward, [whole[BACK], whole[AHEAD]]);
        self.onward.iter_mut().for_each(|sum| sum.swap(AHEAD, BACK));
    }

    fn add_mass(&mut self, sentence: usize, words: &Range<u32>, way: usize, mass: f64) {
        if !words.is_empty() {
            let sentence = &mut self.sentences[sentence];
            if sentence.masses.is_empty() {
                sentence.masses = vec![[0.0; 2]; sentence.paths.len()];
            }
            let cell = sentence.cell(words.start, words.end);
            sentence.masses[cell][way] += mass;
        }
    }
}

/// Carries sums over whole sentences: ahead from left to right, back from right to left.
fn run(sums: &mut [[f64; 2]], whole: [f64; 2]) {
    for at in 1..sums.len() {
        sums[at][AHEAD] += whole[AHEAD] * sums[at - 1][AHEAD];
    }
    for at in (1..sums.len()).rev() {
        sums[at - 1][BACK] += whole[BACK] * sums[at][BACK];
    }
}

/// The sentences of a document with what starts at each of their words.
fn sentences(n: usize, constituents: &[Constituent]) -> Vec<Sentence> {
    let mut sentences: Vec<Sentence> = Vec::new();
    let mut next = 0;
    let is_whole = |one: &&Constituent| one.label.index() == 0;
    for whole in constituents.iter().filter(is_whole) {
        if whole.first >= next && whole.last < n {
            // A gap between sentences is a sentence of its own.
            push_cut(&mut sentences, next..whole.first);
            push_cut(&mut sentences, whole.first..whole.last + 1);
            next = whole.last + 1;
        }
    }
    push_cut(&mut sentences, next..n);
    let mut at = 0;
    for one in constituents {
        while at + 1 < sentences.len() && one.first + 1 > sentences[at].last as usize {
            at += 1;
        }
        if let Some(sentence) = sentences.get_mut(at) {
            sentence.add(one);
        }
    }
    sentences.iter_mut().for_each(Sentence::close);
    sentences
}

/// Adds a sentence, or several if it is too long.
fn push_cut(sentences: &mut Vec<Sentence>, words: Range<usize>) {
    for first in words.clone().step_by(LONGEST) {
        sentences.push(Sentence::empty(first, words.end.min(first + LONGEST)));
    }
}

impl Sentence {
    /// The words from `first` to before `end`, from 0.
    fn empty(first: usize, end: usize) -> Self {
        Self {
            first: first as u32 + 1,
            last: end as u32,
            starting: vec![Vec::new(); end - first],
            paths: Vec::new(),
            masses: Vec::new(),
        }
    }

    fn add(&mut self, one: &Constituent) {
        let (first, last) = (one.first as u32 + 1, one.last as u32 + 1);
        if first < self.first || last > self.last {
            return;
        }
        let starting = &mut self.starting[(first - self.first) as usize];
        let last = last - self.first;
        if !starting.iter().any(|&(other, _)| other == last) {
            starting.push((last, one.label.0));
        }
    }

    /// Gives the whole its label and each word a tag, and sorts.
    fn close(&mut self) {
        let noun = LABELS.iter().position(|label| *label == "NN").unwrap_or(0) as u32;
        for (at, starting) in (0..).zip(&mut self.starting) {
            if !starting.iter().any(|&(last, _)| last == at) {
                starting.push((at, noun));
            }
            starting.sort_unstable();
        }
        let last = self.last - self.first;
        if let Some(starting) = self.starting.first_mut() {
            starting.retain(|&(other, _)| other != last);
            starting.push((last, 0));
        }
    }
}

impl Moves for Skips<'_> {
    fn jump(&self, start: u32, end: u32) -> f64 {
        let to = self.of[start as usize] as usize;
        let path = match self.sentence(end) {
            Some(from) if from == to => {
                let (words, way) = Self::within(start, end);
                self.path(to, &words, way)
            }
            Some(from) if from > to => {
                let [_, after, _] = self.ranges(start);
                let [_, _, before] = self.ranges(end);
                let between = self.whole()[BACK].powi((from - to - 1) as i32);
                self.path(to, &after, BACK) * between * self.path(from, &before, BACK)
            }
            _ => {
                let (boundary, out) = self.out(end);
                let [before, _, _] = self.ranges(start);
                let between = self.whole()[AHEAD].powi((to - boundary) as i32);
                out * between * self.path(to, &before, AHEAD)
            }
        };
        self.go * path
    }

    fn end(&self, end: u32) -> f64 {
        if !self.end_scored {
            return 1.0;
        }
        let (boundary, out) = self.out(end);
        let rest = (self.sentences.len() - boundary) as i32;
        (self.go * out * self.whole()[AHEAD].powi(rest)).max(LEAST_END)
    }

    fn arrive(&mut self, from: &Row, starts: &[u32], out: &mut [f64]) {
        self.gather_ends(from);
        for (&start, out) in starts.iter().zip(out) {
            let own = self.of[start as usize] as usize;
            let [before, after, _] = self.ranges(start);
            let ahead = self.sums[own][AHEAD] * self.path(own, &before, AHEAD);
            let back = self.sums[own + 1][BACK] * self.path(own, &after, BACK);
            let near: f64 = self
                .inside(&from.ends, own)
                .map(|at| {
                    let (words, way) = Self::within(start, from.ends[at]);
                    from.values[at] * self.path(own, &words, way)
                })
                .sum();
            *out = self.go * (ahead + back + near);
        }
    }

    fn leave(&mut self, starts: &[u32], values: &[f64], ends: &[u32], out: &mut [f64]) {
        self.gather_starts(starts, values);
        for (&end, out) in ends.iter().zip(out) {
            let (boundary, ahead) = self.out(end);
            let mut sum = ahead * self.onward[boundary][AHEAD];
            if let Some(own) = self.sentence(end) {
                let [_, _, before] = self.ranges(end);
                sum += self.path(own, &before, BACK) * self.onward[own][BACK];
                for at in self.inside(starts, own) {
                    let (words, way) = Self::within(starts[at], end);
                    sum += values[at] * self.path(own, &words, way);
                }
            }
            *out = self.go * sum;
        }
    }

    fn count(&mut self, from: &Row, starts: &[u32], values: &[f64]) {
        self.gather_ends(from);
        self.gather_starts(starts, values);
        let (go, whole) = (self.go, self.whole());
        for sentence in 0..self.sentences.len() {
            let ahead = self.sums[sentence][AHEAD] * self.onward[sentence + 1][AHEAD];
            let back = self.sums[sentence + 1][BACK] * self.onward[sentence][BACK];
            self.counts.skipped[0][AHEAD] += go * whole[AHEAD] * ahead;
            self.counts.skipped[0][BACK] += go * whole[BACK] * back;
        }
        for (&end, value) in from.ends.iter().zip(&from.values) {
            let (boundary, words) = self.way_out(end);
            let mass = go * value * self.out(end).1 * self.onward[boundary][AHEAD];
            self.counts.jumps += mass;
            self.add_mass(boundary.max(1) - 1, &words, AHEAD, mass);
            if let Some(own) = self.sentence(end) {
                let [_, _, before] = self.ranges(end);
                let onward = self.path(own, &before, BACK) * self.onward[own][BACK];
                self.counts.jumps += go * value * onward;
                self.add_mass(own, &before, BACK, go * value * onward);
            }
        }
        for (&start, onward) in starts.iter().zip(values) {
            let own = self.of[start as usize] as usize;
            let [before, after, _] = self.ranges(start);
            let ahead = self.sums[own][AHEAD] * self.path(own, &before, AHEAD);
            self.add_mass(own, &before, AHEAD, go * onward * ahead);
            let back = self.sums[own + 1][BACK] * self.path(own, &after, BACK);
            self.add_mass(own, &after, BACK, go * onward * back);
            for at in self.inside(&from.ends, own) {
                let (words, way) = Self::within(start, from.ends[at]);
                let mass = go * from.values[at] * self.path(own, &words, way) * onward;
                self.counts.jumps += mass;
                self.add_mass(own, &words, way, mass);
            }
        }
    }

    fn count_end(&mut self, end: u32, value: f64) {
        if !self.end_scored {
            return;
        }
        let (boundary, words) = self.way_out(end);
        self.counts.jumps += value;
        self.counts.skipped[0][AHEAD] += value * (self.sentences.len() - boundary) as f64;
        self.add_mass(boundary.max(1) - 1, &words, AHEAD, value);
    }

    fn report(mut self, jumps: &mut Jumps) {
        for sentence in &mut self.sentences {
            if !sentence.masses.is_empty() {
                sentence.count(&mut self.counts.skipped);
            }
        }
        jumps.syntax.add(&self.counts);
    }
}
