//! Names that are used in like company.
//!
//! PES def. ContextSimilarity: contextual similarity of two mentions, a mean over segments of three minutes
//! of the cosine of the words that stand beside them. What is said of a participant changes
//! from minute to minute: two names that follow the same changes name the same.

use crate::Context;
use crate::corpus::Corpus;
use rayon::prelude::*;

/// Seconds of a segment.
const SEGMENT: f64 = 180.0;

/// The words beside each name, by segment.
pub(crate) struct Contexts {
    /// By name: segments with it, and the counts of words in them by word.
    vectors: Vec<Vec<(u32, Vector)>>,
    /// Share of the messages in each segment.
    weights: Vec<f64>,
    mode: Context,
}

impl Contexts {
    /// The contexts of names, given the messages with each; `is_wanted` tells which names
    /// will be asked for.
    pub(crate) fn new(
        corpus: &Corpus,
        occurrences: &[Vec<u32>],
        is_wanted: &[bool],
        mode: Context,
    ) -> Self {
        let start = corpus.times.first().copied().unwrap_or(0.0);
        let slot = |message: usize| match mode {
            Context::Local => ((corpus.times[message] - start) / SEGMENT) as u64,
            Context::Global | Context::None => 0,
        };
        // Segments are numbered in order, without those that have no message: two messages may be
        // thousands of years apart.
        let slots: Vec<u64> = (0..corpus.len()).map(slot).collect();
        let mut segments = slots.clone();
        segments.sort_unstable();
        segments.dedup();
        let mut weights = vec![0.0; segments.len()];
        let rank = |slot: &u64| segments.partition_point(|other| other < slot) as u32;
        let segments: Vec<u32> = slots.iter().map(rank).collect();
        for &segment in &segments {
            weights[segment as usize] += 1.0 / corpus.len() as f64;
        }
        let names = occurrences.par_iter().zip(is_wanted).with_min_len(16);
        let vectors = names.map_init(
            || Counter::new(corpus.n_words()),
            |counter, (messages, is_wanted)| {
                let messages = messages.iter().filter(|_| *is_wanted);
                by_segment(corpus, messages.map(|&m| m as usize), &segments, counter)
            },
        );
        Self {
            vectors: if mode == Context::None {
                Vec::new()
            } else {
                vectors.collect()
            },
            weights,
            mode,
        }
    }

    /// Similarity of the contexts of two names, from 0 to 1; `own` are the words of both,
    /// which do not count.
    ///
    /// PES def. ContextSimilarity: the contextual part of the similarity.
    pub(crate) fn similarity(&self, a: usize, b: usize, own: &[u32]) -> f64 {
        if self.mode == Context::None {
            return 1.0;
        }
        let (mut a, mut b) = (self.vectors[a].iter(), self.vectors[b].iter());
        let (mut x, mut y) = (a.next(), b.next());
        let mut sum = 0.0;
        while let (Some((i, u)), Some((j, v))) = (x, y) {
            if i == j {
                sum += self.weights[*i as usize] * cosine(u, v, own);
            }
            if i <= j {
                x = a.next();
            }
            if j <= i {
                y = b.next();
            }
        }
        sum
    }
}

type Vector = Vec<(u32, f64)>;

/// Counts of words, used again and again.
struct Counter {
    counts: Vec<u32>,
    /// Words with a count.
    seen: Vec<u32>,
}

impl Counter {
    fn new(n_words: usize) -> Self {
        Self {
            counts: vec![0; n_words],
            seen: Vec::new(),
        }
    }

    fn add(&mut self, word: u32) {
        let count = &mut self.counts[word as usize];
        if *count == 0 {
            self.seen.push(word);
        }
        *count += 1;
    }

    /// The counts in the order of words; all are 0 afterwards.
    fn take(&mut self) -> Vector {
        self.seen.sort_unstable();
        let counts = &mut self.counts;
        let take = |&word: &u32| (word, f64::from(std::mem::take(&mut counts[word as usize])));
        let vector = self.seen.iter().map(take).collect();
        self.seen.clear();
        vector
    }
}

/// The words of messages in order of time, by segment.
fn by_segment(
    corpus: &Corpus,
    messages: impl Iterator<Item = usize>,
    segments: &[u32],
    counter: &mut Counter,
) -> Vec<(u32, Vector)> {
    let mut vectors: Vec<(u32, Vector)> = Vec::new();
    let mut last = None;
    for message in messages {
        let own = segments[message];
        if let Some(last) = last.filter(|&last| last != own) {
            vectors.push((last, counter.take()));
        }
        last = Some(own);
        corpus.content(message).for_each(|word| counter.add(word));
    }
    vectors.extend(last.map(|last| (last, counter.take())));
    vectors
}

/// Cosine of two vectors in the order of their words, without some words.
fn cosine(a: &[(u32, f64)], b: &[(u32, f64)], own: &[u32]) -> f64 {
    let counts = |&&(word, _): &&(u32, f64)| !own.contains(&word);
    let square = |v: &[(u32, f64)]| v.iter().filter(counts).map(|(_, x)| x * x).sum::<f64>();
    let (mut left, mut right) = (a.iter().filter(counts), b.iter().filter(counts));
    let (mut x, mut y) = (left.next(), right.next());
    let mut dot = 0.0;
    while let (Some((i, u)), Some((j, v))) = (x, y) {
        if i == j {
            dot += u * v;
        }
        if i <= j {
            x = left.next();
        }
        if j <= i {
            y = right.next();
        }
    }
    recto_math::similarity::cosine_of(dot, (square(a) * square(b)).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_words_do_not_count() {
        let a = [(0, 2.0), (1, 1.0), (7, 9.0)];
        let b = [(0, 1.0), (2, 1.0), (7, 9.0)];
        // 2 / (sqrt 5 * sqrt 2)
        assert!((cosine(&a, &b, &[7]) - 2.0 / 10f64.sqrt()).abs() < 1e-12);
        assert_eq!(cosine(&a, &b, &[0, 7]), 0.0);
    }
}
