//! Facility location: how well chosen sentences stand for all others.
//!
//! ```text
//! F(S) = sum_i w_i max(k_i, max_{j in S} A_ij)
//! gain(j | S) = f_j sum_i w_i max(0, A_ij - cur_i)
//! ```
//!
//! `A` holds cosines with 1 on the diagonal, `w` weights of what wants to be covered, `k`
//! how far it is covered from the start, `f` how welcome a candidate is. `F` is monotone
//! and submodular: a gain can only fall, so a heap of stale gains finds the same sentences
//! as all gains computed anew.

use crate::budget::{Budget, Purse};
use crate::pool::Pool;
use recto_math::CsrMatrix;
use std::collections::BinaryHeap;

/// What is to be covered, by what, and how far it is.
pub(crate) struct Coverage<'a> {
    /// Cosines of the rows of a group, numbered from 0, without the diagonal.
    pub(crate) similar: &'a CsrMatrix,
    /// Weight of each row.
    pub(crate) weights: &'a [f64],
    /// How welcome each row is as a candidate.
    pub(crate) welcome: &'a [f64],
    /// How far each row is covered.
    pub(crate) covered: Vec<f64>,
}

/// A gain that may be out of date; the greatest first, then the lowest row.
#[derive(PartialEq)]
struct Stale {
    gain: f64,
    row: usize,
    round: usize,
}

impl Eq for Stale {}

impl Ord for Stale {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let by_gain = self.gain.total_cmp(&other.gain);
        by_gain.then(other.row.cmp(&self.row))
    }
}

impl PartialOrd for Stale {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Coverage<'_> {
    /// What choosing `row` would add.
    pub(crate) fn gain(&self, row: usize) -> f64 {
        let own = self.weights[row] * (1.0 - self.covered[row]).max(0.0);
        let others = self.similar.row(row).iter().map(|(other, cosine)| {
            let other = other as usize;
            self.weights[other] * (cosine - self.covered[other]).max(0.0)
        });
        self.welcome[row] * (own + others.sum::<f64>())
    }

    /// Chooses `row`.
    pub(crate) fn take(&mut self, row: usize) {
        self.covered[row] = self.covered[row].max(1.0);
        for (other, cosine) in self.similar.row(row).iter() {
            let covered = &mut self.covered[other as usize];
            *covered = covered.max(cosine);
        }
    }

    /// Candidates by greatest gain until the budget is spent, with their gains. `first` is
    /// the row of the pool that row 0 is.
    pub(crate) fn greedy(
        &mut self,
        candidates: &[usize],
        pool: &Pool,
        first: usize,
        budget: Budget,
    ) -> Vec<(usize, f64)> {
        let stale = |&row: &usize| Stale {
            gain: self.gain(row),
            row,
            round: 0,
        };
        let mut heap: BinaryHeap<Stale> = candidates.iter().map(stale).collect();
        let mut purse = Purse::new(budget);
        let mut taken = Vec::new();
        while let Some(top) = heap.pop() {
            if purse.is_empty() {
                break;
            }
            let sentence = &pool.sentences()[first + top.row];
            // What does not fit now never will.
            if !purse.affords(sentence) {
                continue;
            }
            if top.round < taken.len() {
                heap.push(Stale {
                    gain: self.gain(top.row),
                    round: taken.len(),
                    ..top
                });
                continue;
            }
            purse.pay(sentence);
            self.take(top.row);
            taken.push((top.row, top.gain));
        }
        taken
    }
}
