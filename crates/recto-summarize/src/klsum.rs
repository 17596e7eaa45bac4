//! KL-Sum: the summary whose word distribution is closest to that of all documents.
//!
//! `P` is the distribution of terms in all documents, `Q` that in the summary, smoothed by
//! `e = 0.001` for each of `V` terms. Greedily, the next sentence is the one that gives the
//! lowest `KL(P || Q)` (HaghighiVanderwende09 def. KLSum). With counts `q` that sum to `Z`,
//!
//! `KL = sum P ln P - sum P ln(q + e) + ln(Z + e V)`,
//!
//! so a sentence changes the second sum at its own terms only, and the third by its number
//! of tokens. Its gain in the second sum only shrinks as `q` grows. Among sentences with
//! the same number of tokens, lazy greedy with a heap of outdated gains therefore finds the
//! best, and the best of all is the best over the numbers of tokens.

use crate::budget::{Budget, Purse};
use crate::pool::Pool;
use crate::select_within_budget::{attribute, choosable};
use crate::summary::{Chosen, Summary};
use crate::{SummarizeError, Summarizer, vectors};
use recto_math::Run;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Added to the count of each term of the summary. The paper does not give it.
const SMOOTHING: f64 = 1e-3;

/// The method `klsum`.
pub(crate) struct KlSum;

/// State of a summary while it is built.
struct Match<'a> {
    pool: &'a Pool,
    /// Relative frequency of each term in all documents.
    p: Vec<f64>,
    q: Vec<f64>,
    tokens: f64,
    n_terms: f64,
    /// Heaps by number of tokens: gain, row, and round in which the gain was computed. The
    /// gain is stored as bits, which for positive numbers have the same order and are `Ord`.
    heaps: BTreeMap<u64, BinaryHeap<(u64, Reverse<usize>, usize)>>,
    /// Number of sentences chosen so far.
    taken: usize,
    /// `sum P ln P - sum P ln(q + e)`.
    divergence: f64,
}

impl<'a> Match<'a> {
    fn new(pool: &'a Pool) -> Self {
        let sums = pool.counts().select_rows(pool.group(0)).column_sums();
        let total: f64 = sums.iter().sum();
        let p: Vec<f64> = sums.iter().map(|sum| sum / total.max(1.0)).collect();
        let present = || p.iter().copied().filter(|&p| p > 0.0);
        let mut matching = Self {
            pool,
            q: vec![0.0; p.len()],
            tokens: 0.0,
            n_terms: present().count() as f64,
            heaps: BTreeMap::new(),
            taken: 0,
            divergence: present().map(|p| p * (p.ln() - SMOOTHING.ln())).sum(),
            p,
        };
        for row in choosable(pool, 0) {
            let entry = (matching.gain(row).to_bits(), Reverse(row), 0);
            let tokens = pool.row(row).sum() as u64;
            matching.heaps.entry(tokens).or_default().push(entry);
        }
        matching
    }

    /// Gain of the row in `sum P ln(q + e)`.
    fn gain(&self, row: usize) -> f64 {
        let terms = self.pool.row(row).iter();
        let gain = |(term, n): (u32, f64)| {
            let (p, q) = (self.p[term as usize], self.q[term as usize] + SMOOTHING);
            p * ((q + n) / q).ln()
        };
        terms.map(gain).sum::<f64>().max(0.0)
    }

    /// HaghighiVanderwende09 def. KLSum with a gain and a number of tokens more.
    fn divergence_with(&self, gain: f64, tokens: u64) -> f64 {
        let length = self.tokens + tokens as f64 + SMOOTHING * self.n_terms;
        self.divergence - gain + length.ln()
    }

    /// The number of tokens and the divergence of the best row, which is then on top of
    /// its heap.
    fn best(&mut self) -> Option<(u64, f64)> {
        let lengths: Vec<u64> = self.heaps.keys().copied().collect();
        let mut best: Option<(f64, Reverse<usize>, u64)> = None;
        for tokens in lengths {
            self.refresh(tokens);
            let top = self.heaps.get(&tokens).and_then(BinaryHeap::peek);
            if let Some(&(bits, row, _)) = top {
                let divergence = self.divergence_with(f64::from_bits(bits), tokens);
                let is_better = |best: (f64, Reverse<usize>, u64)| {
                    divergence < best.0 || (divergence == best.0 && row > best.1)
                };
                if best.is_none_or(is_better) {
                    best = Some((divergence, row, tokens));
                }
            }
        }
        best.map(|(divergence, _, tokens)| (tokens, divergence))
    }

    /// Brings the best row of a number of tokens to the top of its heap.
    fn refresh(&mut self, tokens: u64) {
        while let Some(&(_, Reverse(row), when)) =
            self.heaps.get(&tokens).and_then(BinaryHeap::peek)
        {
            if when == self.taken {
                return;
            }
            let entry = (self.gain(row).to_bits(), Reverse(row), self.taken);
            if let Some(mut top) = self.heaps.get_mut(&tokens).and_then(BinaryHeap::peek_mut) {
                *top = entry;
            }
        }
    }

    /// Takes the row on top of a heap out of it.
    fn pop(&mut self, tokens: u64) -> Option<usize> {
        let heap = self.heaps.get_mut(&tokens)?;
        let (_, Reverse(row), _) = heap.pop()?;
        if heap.is_empty() {
            self.heaps.remove(&tokens);
        }
        Some(row)
    }

    fn take(&mut self, row: usize) {
        self.divergence -= self.gain(row);
        for (term, n) in self.pool.row(row).iter() {
            self.q[term as usize] += n;
            self.tokens += n;
        }
        self.taken += 1;
    }
}

impl Summarizer for KlSum {
    fn summarize(
        &self,
        pool: &Pool,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Summary, SummarizeError> {
        run.report("choosing sentences", 0, None)?;
        let mut matching = Match::new(pool);
        let mut purse = Purse::new(budget);
        let mut summary = Summary::default();
        while !purse.is_empty() {
            let Some((tokens, divergence)) = matching.best() else {
                break;
            };
            let Some(row) = matching.pop(tokens) else {
                break;
            };
            let sentence = &pool.sentences()[row];
            if purse.affords(sentence) {
                purse.pay(sentence);
                matching.take(row);
                summary.trace.push(divergence);
                summary.chosen.push(Chosen {
                    sentence: row,
                    score: -divergence,
                    ..Chosen::default()
                });
            }
        }
        attribute(pool, &vectors::tf_isf(pool), 0, &mut summary.chosen);
        Ok(summary)
    }

    fn parameters(&self) -> Value {
        json!({ "smoothing": SMOOTHING })
    }
}
