//! SumBasic: sentences with the most frequent words, each word discounted once it is used.
//!
//! A term has the probability `p = tf / tokens`. At each step the term with the largest `p`
//! is taken; of the sentences that contain it, the one with the largest mean `p` over its
//! tokens is chosen, and `p` of its terms is squared (NenkovaVanderwende05 def. SumBasic).
//!
//! Only sentences with that term are scored, so that a step costs about as much as reading
//! them. Ties go to the first term and the first sentence.

use crate::budget::{Budget, Purse};
use crate::pool::Pool;
use crate::select_within_budget::{attribute, choosable};
use crate::summary::{Chosen, Summary};
use crate::{SummarizeError, Summarizer, vectors};
use recto_math::{CsrMatrix, Run};
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The method `sumbasic`.
pub(crate) struct SumBasic;

/// State of a summary while it is built.
struct Words<'a> {
    pool: &'a Pool,
    p: Vec<f64>,
    tokens: Vec<f64>,
    /// Rows that may still be chosen, by term.
    rows: Vec<Vec<usize>>,
    is_open: Vec<bool>,
    /// Terms by probability, stored as bits, which for positive numbers have the same order
    /// and are `Ord`.
    due: BinaryHeap<(u64, Reverse<usize>)>,
}

impl<'a> Words<'a> {
    fn new(pool: &'a Pool) -> Self {
        let counts = pool.counts().select_rows(pool.group(0));
        let sums = counts.column_sums();
        let total: f64 = sums.iter().sum();
        let p: Vec<f64> = sums.iter().map(|sum| sum / total.max(1.0)).collect();
        let mut rows = vec![Vec::new(); p.len()];
        let mut is_open = vec![false; counts.n_rows()];
        for row in choosable(pool, 0) {
            is_open[row] = true;
            let terms = counts.row(row).columns.iter();
            terms.for_each(|&term| rows[term as usize].push(row));
        }
        let due = p.iter().enumerate().filter(|(_, p)| **p > 0.0);
        Self {
            pool,
            tokens: tokens(&counts),
            due: due.map(|(term, p)| (p.to_bits(), Reverse(term))).collect(),
            p,
            rows,
            is_open,
        }
    }

    /// The best sentence with the most probable term.
    fn next(&mut self) -> Option<(usize, f64)> {
        loop {
            let &(bits, Reverse(term)) = self.due.peek()?;
            let (is_open, rows) = (&self.is_open, &mut self.rows[term]);
            rows.retain(|&row| is_open[row]);
            if self.p[term].to_bits() != bits || rows.is_empty() {
                self.due.pop();
                if !rows.is_empty() {
                    self.due.push((self.p[term].to_bits(), Reverse(term)));
                }
                continue;
            }
            let scored = self.rows[term].iter().map(|&row| (row, self.score(row)));
            let best = scored.reduce(|best, next| if next.1 > best.1 { next } else { best })?;
            self.is_open[best.0] = false;
            return Some(best);
        }
    }

    fn score(&self, row: usize) -> f64 {
        let terms = self.pool.row(row).iter();
        let sum: f64 = terms.map(|(term, n)| n * self.p[term as usize]).sum();
        sum / self.tokens[row]
    }

    fn square(&mut self, row: usize) {
        for &term in self.pool.row(row).columns {
            self.p[term as usize] *= self.p[term as usize];
        }
    }
}

fn tokens(counts: &CsrMatrix) -> Vec<f64> {
    counts.rows().map(|row| row.sum()).collect()
}

impl Summarizer for SumBasic {
    /// NenkovaVanderwende05 def. SumBasic.
    fn summarize(
        &self,
        pool: &Pool,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Summary, SummarizeError> {
        run.report("choosing sentences", 0, None)?;
        let mut words = Words::new(pool);
        let mut purse = Purse::new(budget);
        let mut chosen: Vec<Chosen> = Vec::new();
        while !purse.is_empty() {
            let Some((row, score)) = words.next() else {
                break;
            };
            let sentence = &pool.sentences()[row];
            if purse.affords(sentence) {
                purse.pay(sentence);
                words.square(row);
                chosen.push(Chosen {
                    sentence: row,
                    score,
                    ..Chosen::default()
                });
            }
        }
        attribute(pool, &vectors::tf_isf(pool), 0, &mut chosen);
        Ok(Summary {
            chosen,
            ..Summary::default()
        })
    }

    fn parameters(&self) -> Value {
        json!({})
    }
}
